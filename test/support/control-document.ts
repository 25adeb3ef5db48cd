/**
 * The control API's own document, for tests that validate responses: its routes, and whether a response is documented
 * for its route.
 */
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import { assert, expect } from 'vitest'
import { parse } from 'yaml'
import type { Answer } from './client.ts'

/** The parts of a JSON Schema that tests use. */
export interface TestSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly additionalProperties?: boolean
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, TestSchema>>
}

export interface TestParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly schema: TestSchema
}

/** One operation, `PUT /sandboxes/{id}/clock`. */
export interface ControlRoute {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly TestParameter[]
  /** The schema of its body; undefined: it has none. */
  readonly body: TestSchema | undefined
  readonly isBodyRequired: boolean
  /** Whether it needs no token. */
  readonly isOpen: boolean
  /** Pointers of schemas by status and media type; an empty map if the status has no body. */
  readonly responses: ReadonlyMap<string, ReadonlyMap<string, string>>
}

type Node = Readonly<Record<string, unknown>>

const document = parse(readFileSync(new URL('../../src/control/openapi.yaml', import.meta.url), 'utf8')) as Node

/** A value of the document by its pointer, references followed, with the pointer that it ends at. */
const lookUp = (pointer: string): { readonly node: Node; readonly pointer: string } => {
  const names = pointer.split('/').slice(1)
  const node = names.reduce<Node>(
    (value, name) => value[name.replace(/~1/g, '/').replace(/~0/g, '~')] as Node,
    document,
  )
  return typeof node.$ref === 'string' && Object.keys(node).length === 1
    ? lookUp(node.$ref.slice(1))
    : { node, pointer }
}

export const resolveSchema = (schema: TestSchema): TestSchema =>
  schema.$ref === undefined ? schema : (lookUp(schema.$ref.slice(1)).node as TestSchema)

const escapeName = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const methods = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options', 'trace']

const readParameters = (pointer: string): readonly TestParameter[] => {
  const list = (lookUp(pointer).node as Node).parameters as readonly unknown[] | undefined
  return (list ?? []).map((_, index) => lookUp(`${pointer}/parameters/${index}`).node as unknown as TestParameter)
}

const readResponses = (pointer: string): ControlRoute['responses'] =>
  new Map(
    Object.keys(lookUp(`${pointer}/responses`).node).map((status) => {
      const { node, pointer: at } = lookUp(`${pointer}/responses/${status}`)
      const types = Object.keys((node.content ?? {}) as Node)
      return [status, new Map(types.map((type) => [type, `${at}/content/${escapeName(type)}/schema`]))]
    }),
  )

const readRoute = (path: string, method: string): ControlRoute => {
  const pointer = `/paths/${escapeName(path)}`
  const { node } = lookUp(`${pointer}/${method}`)
  const body = node.requestBody as { readonly required?: boolean; readonly content: Node } | undefined
  const media = body?.content['application/json'] as { readonly schema: TestSchema } | undefined
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    parameters: [...readParameters(pointer), ...readParameters(`${pointer}/${method}`)],
    body: media?.schema,
    isBodyRequired: body?.required === true,
    isOpen: Array.isArray(node.security) && node.security.length === 0,
    responses: readResponses(`${pointer}/${method}`),
  }
}

/** All of them, in the order of the document. */
export const controlRoutes: readonly ControlRoute[] = Object.entries(document.paths as Node).flatMap(([path, item]) =>
  Object.keys(item as Node)
    .filter((name) => methods.includes(name))
    .map((method) => readRoute(path, method)),
)

const ajv = new Ajv2020({ strict: false, allErrors: true })
formatsModule.default(ajv)
ajv.addSchema({ ...document, $id: 'https://control.test/' })

const validators = new Map<string, ValidateFunction>()

/** Validates a value with the schema at a pointer. Compiled once: that takes as long as hundreds of responses. */
const validatorAt = (pointer: string): ValidateFunction => {
  const known = validators.get(pointer)
  if (known) return known
  const fragment = pointer.split('/').map(encodeURIComponent).join('/')
  const validate = ajv.compile({ $ref: `https://control.test/#${fragment}` })
  validators.set(pointer, validate)
  return validate
}

/** Status, media type and body are documented for the route. */
export const expectDocumented = ({ name, responses }: ControlRoute, answer: Answer): void => {
  const types = responses.get(String(answer.status)) ?? responses.get(`${String(answer.status)[0]}XX`)
  assert(types, `${name} answers an undocumented ${answer.status}: ${answer.text}`)
  if (types.size === 0) {
    expect(answer.text).toBe('')
    return
  }
  const type = answer.headers['content-type']?.split(';')[0] ?? ''
  const pointer = types.get(type)
  assert(pointer !== undefined, `${name} answers ${answer.status} as an undocumented ${type}`)
  const validate = validatorAt(pointer)
  expect(validate(type.endsWith('json') ? answer.json : answer.text), ajv.errorsText(validate.errors)).toBe(true)
}

/** RFC 9457, with a detail that contains each of these strings. */
export const expectProblem = (answer: Answer, status: number, says: readonly string[] = []): void => {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  const { violations, ...problem } = Object(answer.json)
  if (violations !== undefined)
    expect(violations).toEqual(expect.arrayContaining([expect.objectContaining({ at: expect.stringMatching(/./) })]))
  expect(problem).toEqual({
    type: expect.any(String),
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
  })
  for (const part of says) expect(problem.detail).toContain(part)
}
