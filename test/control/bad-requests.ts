/**
 * Derives invalid requests for a route from a valid request and the route's description, one for every kind of mistake. A new
 * parameter or property is tested as soon as it is described.
 */
import type { CallOptions } from '../support/client.ts'
import { type ControlRoute, resolveSchema, type TestParameter, type TestSchema } from '../support/control-document.ts'

/** A request below /_sandbox. */
export interface ControlRequest {
  /** Path parameters by name. */
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface BadRequest {
  readonly name: string
  readonly target: string
  readonly options: CallOptions
  readonly status: number
  /** Strings that the detail must contain. */
  readonly says: readonly string[]
}

export const targetOf = ({ path }: ControlRoute, { params, query = {} }: ControlRequest): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? name))
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}

export const optionsOf = ({ method }: ControlRoute, { body }: ControlRequest): CallOptions => ({
  method,
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

/** The size limit of the server. The requests that are too large exceed it. */
export const maxBody = 4096

/** Routes with a larger limit. */
const limits: ReadonlyMap<string, number> = new Map([['PUT /sandboxes/{id}/import', 64 * maxBody]])

const limitOf = ({ name }: ControlRoute): number => limits.get(name) ?? maxBody

export const badRequestsOf = (route: ControlRoute, good: ControlRequest): readonly BadRequest[] => [
  ...badAddresses(route, good),
  ...badQueries(route, good),
  ...badHeaders(route, good),
  ...(route.body ? badBodies(route, route.body, good) : []),
]

/** Routes that create a record if its id is unknown. */
const createsMissing: ReadonlyMap<string, string> = new Map([
  ['PUT /sandboxes/{id}/records/{resource}/{recordId}', 'recordId'],
  ['PUT /scenarios/{scenario}', 'scenario'],
  ['PUT /sandboxes/{id}/keys/{key}', 'key'],
])

const badAddresses = (route: ControlRoute, good: ControlRequest): readonly BadRequest[] =>
  route.parameters
    .filter(({ in: place, name }) => place === 'path' && createsMissing.get(route.name) !== name)
    .map(({ name }) => ({
      name: `an unknown ${name}`,
      target: targetOf(route, { ...good, params: { ...good.params, [name]: name === 'recordId' ? '987' : 'nobody' } }),
      options: optionsOf(route, good),
      status: 404,
      // A key is a secret, and is not repeated.
      says: name === 'key' ? ['key'] : [name === 'recordId' ? '987' : 'nobody'],
    }))

const badQueries = (route: ControlRoute, good: ControlRequest): readonly BadRequest[] => {
  const withQuery = (name: string, value: string): BadRequest => ({
    name: `?${name}=${value}`,
    target: targetOf(route, { ...good, query: { ...good.query, [name]: value } }),
    options: optionsOf(route, good),
    status: 400,
    says: [`query.${name}`],
  })
  const parameters = route.parameters.filter((parameter) => parameter.in === 'query')
  return [
    withQuery('nothing', '1'),
    ...parameters.flatMap((parameter) => invalidValues(parameter).map((value) => withQuery(parameter.name, value))),
  ]
}

const invalidValues = ({ schema }: TestParameter): readonly string[] => [
  ...(schema.type === 'integer' ? ['x', '1.5', ''] : []),
  ...(schema.type === 'boolean' ? ['maybe', '1'] : []),
  ...(schema.minimum === undefined ? [] : [String(schema.minimum - 1)]),
  ...(schema.maximum === undefined ? [] : [String(schema.maximum + 1)]),
]

const badHeaders = (route: ControlRoute, good: ControlRequest): readonly BadRequest[] => {
  const target = targetOf(route, good)
  const options = optionsOf(route, good)
  const unacceptable: BadRequest = {
    name: 'an Accept that the route cannot satisfy',
    target,
    options: { ...options, headers: { accept: 'image/png' } },
    status: 406,
    says: ['image/png'],
  }
  // A response without a body satisfies every Accept.
  const hasBody = [...route.responses].some(([status, types]) => status.startsWith('2') && types.size > 0)
  return [
    ...(hasBody ? [unacceptable] : []),
    { name: 'another method', target, options: { method: 'TRACE' }, status: 405, says: ['TRACE', route.method] },
  ]
}

const badBodies = (route: ControlRoute, given: TestSchema, good: ControlRequest): readonly BadRequest[] => {
  const schema = resolveSchema(given)
  const target = targetOf(route, good)
  const text = JSON.stringify(good.body)
  const send = (name: string, body: unknown, says: readonly string[]): BadRequest => ({
    name,
    target,
    options: { method: route.method, body: JSON.stringify(body) },
    status: 400,
    says,
  })
  const raw = (name: string, options: Partial<CallOptions>, status: number, says: readonly string[]): BadRequest => ({
    name,
    target,
    options: { method: route.method, body: text, ...options },
    status,
    says,
  })
  return [
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/merge-patch+json'].map(
      (type) => raw(`a body as ${type}`, { headers: { 'content-type': type } }, 415, [type, 'application/json']),
    ),
    raw('a body without a media type', { headers: { 'content-type': undefined } }, 415, ['application/json']),
    raw('an unknown content coding', { headers: { 'content-encoding': 'zstd' } }, 415, ['zstd']),
    raw('a truncated body', { body: text.slice(0, -1) }, 400, ['body']),
    raw('a body that is not UTF-8', { body: new Uint8Array([0x22, 0xff, 0x22]) }, 400, ['body']),
    raw('a body that is too large', { body: text.padEnd(limitOf(route) + 1) }, 413, [
      String(limitOf(route)),
      '--max-body',
    ]),
    ...(route.isBodyRequired ? [raw('an empty body', { body: '' }, 400, ['body is required'])] : []),
    ...wrongValues(schema).map((value) => send(`a body ${JSON.stringify(value)}`, value, ['body must be'])),
    ...(schema.required ?? []).map((name) => send(`no ${name}`, without(good.body, name), [`body.${name}`])),
    ...(schema.additionalProperties === false
      ? [send('an unknown property', { ...Object(good.body), nothing: 1 }, ['body.nothing'])]
      : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      wrongValues(resolveSchema(property)).map((value) =>
        send(`${name}: ${JSON.stringify(value)?.slice(0, 30)}`, { ...Object(good.body), [name]: value }, [
          `body.${name}`,
        ]),
      ),
    ),
  ]
}

const without = (body: unknown, name: string): unknown =>
  Object.fromEntries(Object.entries(Object(body)).filter(([known]) => known !== name))

const samples: Readonly<Record<string, unknown>> = {
  string: 'x',
  integer: 7,
  boolean: true,
  object: {},
  array: [],
  null: null,
}

/** A value of each type that the schema rejects, and values outside its bounds. */
const wrongValues = (schema: TestSchema): readonly unknown[] => {
  if (schema.enum) return ['nothing', ...['null', 'integer'].map((type) => samples[type])]
  const types = [schema.type ?? []].flat()
  return [
    ...Object.keys(samples)
      .filter((type) => types.length > 0 && !types.includes(type))
      .map((type) => samples[type]),
    ...(types.includes('integer') ? [1.5] : []),
    ...(schema.minimum === undefined ? [] : [schema.minimum - 1]),
    ...(schema.minLength === undefined ? [] : ['']),
    ...(schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1)]),
  ]
}
