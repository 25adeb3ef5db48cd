/**
 * Calls of the control API, typed by its own document. An operation is named by its operationId:
 *
 *   const sandbox = await api.call('getSandbox', { path: { id: 'default' } })
 *
 * A call rejects with ProblemError, UnreachableError, or an AbortError if its signal is aborted.
 */
import type { operations } from './control.d.ts'
import { type JsonObject, parseJson, stringifyJson } from './json.ts'
import { readProblem, UnreachableError } from './problem.ts'
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

/** What an operation returns: the body of its 200 or 201; undefined for 204. */
export type Result<Name extends OperationId> =
  Responses<Name> extends { 200: infer Ok }
    ? Content<Ok>
    : Responses<Name> extends { 201: infer Created }
      ? Content<Created>
      : undefined

type Path<Name extends OperationId> = operations[Name]['parameters'] extends { path: infer Parameters }
  ? { readonly path: Parameters }
  : { readonly path?: undefined }

type Query<Name extends OperationId> = operations[Name]['parameters'] extends { query?: infer Parameters }
  ? { readonly query?: Parameters }
  : { readonly query?: undefined }

type Body<Name extends OperationId> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Of } }
}
  ? { readonly body: Described<Of> }
  : operations[Name] extends { requestBody?: { content: { 'application/json': infer Of } } }
    ? { readonly body?: Described<Of> }
    : { readonly body?: undefined }

type HeaderFields<Name extends OperationId> = operations[Name]['parameters'] extends { header?: infer Parameters }
  ? { readonly headers?: Parameters }
  : { readonly headers?: undefined }

/** What an operation takes. A query parameter that is an object is written as `name[property]`. */
export type Input<Name extends OperationId> = Path<Name> & Query<Name> & Body<Name> & HeaderFields<Name>

type Arguments<Name extends OperationId> =
  Record<never, never> extends Input<Name>
    ? [input?: Input<Name>, signal?: AbortSignal]
    : [input: Input<Name>, signal?: AbortSignal]

export interface Api {
  readonly call: <Name extends OperationId>(name: Name, ...rest: Arguments<Name>) => Promise<Result<Name>>
  /** The response of an operation without reading it, for streams and downloads. Rejects as `call` does. */
  readonly open: <Name extends OperationId>(name: Name, ...rest: Arguments<Name>) => Promise<Response>
}

export interface ApiParts {
  /** The admin token, if there is one. It is read for each call. */
  readonly token: () => string | undefined
  /** Called when the server requires a token, or another one. */
  readonly onUnauthorized: () => void
}

interface AnyInput {
  readonly path?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers?: unknown
}

export const createApi = ({ token, onUnauthorized }: ApiParts): Api => {
  const send = async (name: OperationId, input: AnyInput = {}, signal?: AbortSignal) => {
    const { path, query, body } = input
    const [method, template] = routes[name]
    const headers = new Headers(pairsOf(input.headers))
    const current = token()
    if (current !== undefined) headers.set('Authorization', `Bearer ${current}`)
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    const response = await reach(formatUrl(template, path, query), {
      method,
      headers,
      cache: 'no-store',
      ...(body === undefined ? {} : { body: stringifyJson(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    if (response.ok) return response
    if (response.status === 401) onUnauthorized()
    throw await readProblem(response)
  }
  return {
    open: (name, ...[input, signal]) => send(name, input, signal),
    call: async (name, ...[input, signal]) => {
      const response = await send(name, input, signal)
      const text = await response.text()
      const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '')
      // The control API's document describes what it returns, and its own tests validate this.
      return (text === '' ? undefined : isJson ? parseJson(text) : text) as Result<typeof name>
    },
  }
}

const reach = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init)
  } catch (error) {
    // fetch rejects with TypeError if there is no response.
    throw error instanceof TypeError ? new UnreachableError(error) : error
  }
}

const formatUrl = (template: string, path: unknown, query: unknown): string => {
  const values = valuesOf(path)
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const pairs = pairsOf(query)
  return `/_sandbox${filled}${pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`}`
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
