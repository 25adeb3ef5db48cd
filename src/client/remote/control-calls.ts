/**
 * Calls of the control API, typed by its own document: for standin/client and for the console. An operation is named by its
 * operationId:
 *
 *   const sandbox = await api.call('getSandbox', { path: { id: 'default' } })
 */

import { suggest } from '../../contract/values/nearest.ts'
import { ControlError } from '../../control/actions/control-error.ts'
import type { JsonObject } from '../../json.ts'
import type { operations } from './control-types.ts'
import { routes } from './routes.ts'

export type OperationId = keyof operations

/** An object without a description can have any properties; the generated types say that it has none. */
type Described<Of> = Of extends readonly (infer Item)[]
  ? readonly Described<Item>[]
  : [Record<string, never>, Of] extends [Of, Record<string, never>]
    ? JsonObject
    : Of

type Content<Of> = Of extends { content: { 'application/json': infer Body } }
  ? Described<Body>
  : Of extends { content: { 'text/plain': infer Text } }
    ? Text
    : undefined

type Responses<Name extends OperationId> = operations[Name]['responses']

/** What an operation returns: the body of its 200, 201 or 202; undefined for 204. */
export type ControlResult<Name extends OperationId> =
  Responses<Name> extends { 200: infer Ok }
    ? Content<Ok>
    : Responses<Name> extends { 201: infer Created }
      ? Content<Created>
      : Responses<Name> extends { 202: infer Accepted }
        ? Content<Accepted>
        : undefined

type Part<Name extends string, Of> = Of extends undefined
  ? { readonly [Key in Name]?: undefined }
  : { readonly [Key in Name]: Of }

type Parameters<Name extends OperationId> = operations[Name]['parameters']

type Path<Name extends OperationId> = Part<'path', Parameters<Name> extends { path: infer Of } ? Of : undefined>

type Query<Name extends OperationId> =
  Parameters<Name> extends { query?: infer Of } ? { readonly query?: Of } : { readonly query?: undefined }

type HeaderFields<Name extends OperationId> =
  Parameters<Name> extends { header?: infer Of } ? { readonly headers?: Of } : { readonly headers?: undefined }

type Body<Name extends OperationId> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Of } }
}
  ? { readonly body: Described<Of> }
  : operations[Name] extends { requestBody?: { content: { 'application/json': infer Of } } }
    ? { readonly body?: Described<Of> }
    : { readonly body?: undefined }

/** What an operation takes. A query parameter that is an object is written as `name[property]`. */
export type ControlInput<Name extends OperationId> = Path<Name> & Query<Name> & Body<Name> & HeaderFields<Name>

type Arguments<Name extends OperationId> =
  Record<never, never> extends ControlInput<Name>
    ? [input?: ControlInput<Name>, signal?: AbortSignal]
    : [input: ControlInput<Name>, signal?: AbortSignal]

/** A call rejects with what `send` rejects with. */
export interface ControlApi {
  /** Sends a request and reads the body. Integers beyond 2^53 are bigints. */
  readonly call: <Name extends OperationId>(name: Name, ...rest: Arguments<Name>) => Promise<ControlResult<Name>>
  /** The response without reading it: for its headers, for streams and downloads. */
  readonly open: <Name extends OperationId>(name: Name, ...rest: Arguments<Name>) => Promise<Response>
}

export interface CallParts {
  /** The admin token, if there is one. It is read for each call. */
  readonly token: () => string | undefined
  /** Sends a request to a path of the server. Rejects unless the response is a success. */
  readonly send: (path: string, init: RequestInit) => Promise<Response>
  /** Both keep integers beyond 2^53. */
  readonly parse: (text: string) => unknown
  readonly stringify: (value: object) => string
}

interface AnyInput {
  readonly path?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers?: unknown
}

export const createCalls = ({ token, send, parse, stringify }: CallParts): ControlApi => {
  const open = async (name: OperationId, input: AnyInput = {}, signal?: AbortSignal): Promise<Response> => {
    const { path, query, body } = input
    const [method, template] = routeOf(name)
    const headers = new Headers(pairsOf(input.headers))
    const current = token()
    if (current !== undefined) headers.set('Authorization', `Bearer ${current}`)
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    return send(formatPath(template, path, query), {
      method,
      headers,
      ...(body === undefined ? {} : { body: stringify(body as object) }),
      ...(signal === undefined ? {} : { signal }),
    })
  }
  return {
    open: (name, ...[input, signal]) => open(name, input, signal),
    call: async (name, ...[input, signal]) => {
      const response = await open(name, input, signal)
      const text = await response.text()
      const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '')
      // The control API's document describes what it returns, and its own tests validate this.
      return (text === '' ? undefined : isJson ? parse(text) : text) as ControlResult<typeof name>
    },
  }
}

/** JavaScript and casts can name an operation that does not exist. */
const routeOf = (name: OperationId): (typeof routes)[OperationId] => {
  if (Object.hasOwn(routes, name)) return routes[name]
  const message = `the control API has no operation ${JSON.stringify(name)}. ${suggest(String(name), Object.keys(routes))}`
  throw new ControlError(404, message)
}

const formatPath = (template: string, path: unknown, query: unknown): string => {
  const values = valuesOf(path)
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => toSegment(name, values[name]))
  const pairs = pairsOf(query)
  return `/_sandbox${filled}${pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`}`
}

/** Dots and nothing would lead to another path of the control API, and so to another operation. */
const toSegment = (name: string, value: unknown): string => {
  const text = String(value ?? '')
  if (text === '' || text === '.' || text === '..')
    throw new ControlError(400, `${name} must be the name or id of something, got ${JSON.stringify(text)}`)
  return encodeURIComponent(text)
}

/** Names and values as text; an object (style deepObject) is a pair for each of its properties. */
const pairsOf = (parameters: unknown): [string, string][] =>
  Object.entries(valuesOf(parameters)).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return []
    if (typeof value !== 'object') return [[name, String(value)]]
    return Object.entries(valuesOf(value)).map(([property, inner]) => [`${name}[${property}]`, String(inner)])
  })

const valuesOf = (parameters: unknown): Readonly<Record<string, unknown>> =>
  typeof parameters === 'object' && parameters !== null ? { ...parameters } : {}
