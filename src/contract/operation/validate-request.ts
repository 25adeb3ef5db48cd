/**
 * Validates a request against its operation: Accept, parameters, content type and body. One rejection lists every problem.
 */
import type { Rejection, Violation } from '../../errors.ts'
import type { IncomingRequest, Json } from '../../ports.ts'
import type { ParameterPlace } from '../document/operation-view.ts'
import type { CompiledParameter, ParameterValues, RawParameters } from '../request/parameters.ts'
import { controlParameters } from '../request/prefer.ts'
import { type BodyResult, readBody } from '../request/read-body.ts'
import type { ParsedJson } from '../values/json-text.ts'
import { accepts, familyOf, isJson } from '../values/media-type.ts'
import type { ParsedQuery } from '../values/query.ts'
import type { CompiledOperation, Operation } from './operation.ts'

/** A valid request, as behaviours use it. */
export interface Input {
  readonly parameters: ParameterValues
  /** Undefined if the request has no body. */
  readonly body: ParsedJson | undefined
  /** Query parameters that the operation does not document. */
  readonly undocumentedQuery: readonly string[]
  readonly request: IncomingRequest
  /** Path parameters as decoded text, whether or not the document declares them. */
  readonly pathParams: Readonly<Record<string, string>>
}

export type Validated =
  | { readonly kind: 'valid'; readonly input: Input }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

/** A request with its operation and its parsed query. */
export interface MatchedRequest {
  readonly request: IncomingRequest
  readonly operation: Operation
  readonly pathParams: Readonly<Record<string, string>>
  readonly query: ParsedQuery
}

/**
 * Synchronous if the operation has no body. With `structuredOnly`, only JSON and XML count as documented media types, for
 * behaviours that support no others. Throws SchemaCompileError if a schema of the operation cannot be compiled.
 */
export const validateRequest = (matched: MatchedRequest, structuredOnly = false): Validated | Promise<Validated> => {
  const { request, operation, pathParams, query } = matched
  const compiled = operation.compile()
  if (query.broken !== undefined) return reject(invalidEscape(query.broken))
  const { accept } = request.headers
  const notAcceptable = checkAccept(typeof accept === 'string' ? accept : undefined, compiled, structuredOnly)
  if (notAcceptable) return reject(notAcceptable)

  const parameters = readParameters(compiled, {
    path: pathParams,
    query: query.pairs,
    headers: request.headers,
    rawPath: request.path,
    rawQuery: request.query,
  })
  const inPath = parameters.violations.filter(({ at }) => at.startsWith('path.'))
  if (inPath.length > 0 && compiled.responses.some(({ status }) => status === '404'))
    return reject({ code: 'not_found', message: joinMessages(inPath), violations: inPath })
  if (!compiled.body) return combine(matched, compiled, parameters, { kind: 'none' })
  return readBody(request, compiled.body).then((body) => combine(matched, compiled, parameters, body))
}

const reject = (rejection: Rejection): Validated => ({ kind: 'rejected', rejection })

const invalidEscape = (part: string): Rejection => ({
  code: 'invalid_request',
  status: 400,
  message: `the query has an invalid escape in "${part}": an escape is % and two hexadecimal digits, in UTF-8`,
})

/** 406 if the client accepts none of the media types of the operation's successes (RFC 9110, section 15.5.7). */
const checkAccept = (
  accept: string | undefined,
  { responses }: CompiledOperation,
  structuredOnly: boolean,
): Rejection | undefined => {
  if (accept === undefined || accept === '*/*') return undefined
  const offered = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) =>
      content.map(({ mediaType }) => (isJson(mediaType) && mediaType.includes('*') ? 'application/json' : mediaType)),
    )
    .filter((mediaType) => !structuredOnly || isJson(mediaType) || familyOf(mediaType) === 'xml')
  if (offered.length === 0 || offered.some((mediaType) => accepts(accept, mediaType))) return undefined
  const expected = [...new Set(offered)].join(', ')
  return { code: 'not_acceptable', message: `header.Accept must accept ${expected}, got "${accept.slice(0, 100)}"` }
}

interface ReadParameters {
  readonly values: ParameterValues
  readonly violations: readonly Violation[]
}

const emptyValues: ReadonlyMap<string, Json> = new Map()
const noValues: ParameterValues = { path: emptyValues, query: emptyValues, header: emptyValues, cookie: emptyValues }
const noParameters: ReadParameters = { values: noValues, violations: [] }

const readParameters = ({ parameters }: CompiledOperation, raw: RawParameters): ReadParameters => {
  if (parameters.length === 0) return noParameters
  const values: Partial<Record<ParameterPlace, Map<string, Json>>> = {}
  const violations: Violation[] = []
  for (const { view, read } of parameters) {
    const result = read(raw)
    if (result.kind === 'invalid') violations.push(...result.violations)
    else if (result.kind === 'value') {
      const place = values[view.in] ?? new Map<string, Json>()
      values[view.in] = place.set(view.name, result.value)
    }
  }
  const { path = emptyValues, query = emptyValues, header = emptyValues, cookie = emptyValues } = values
  return { values: { path, query, header, cookie }, violations }
}

/** The input, or one rejection for all violations of parameters and body. */
const combine = (
  { request, operation, query, pathParams }: MatchedRequest,
  { parameters, responses }: CompiledOperation,
  { values, violations: ofParameters }: ReadParameters,
  body: BodyResult,
): Validated => {
  if (body.kind === 'rejected') {
    const { rejection } = body
    const messages = [...ofParameters.map(({ message }) => message), rejection.message]
    return reject({ ...rejection, message: messages.join('; ') })
  }
  const violations = body.kind === 'invalid' ? [...ofParameters, ...body.violations] : ofParameters
  if (violations.length > 0)
    return reject({ code: codeOf(violations, responses), message: joinMessages(violations), violations })
  return {
    kind: 'valid',
    input: {
      parameters: values,
      body: body.kind === 'value' ? body.value : undefined,
      undocumentedQuery: findUndocumented(query, parameters, operation.security.queryNames),
      request,
      pathParams,
    },
  }
}

const joinMessages = (violations: readonly Violation[]): string => violations.map(({ message }) => message).join('; ')

/** 428 if only If-Match or If-None-Match is missing and the operation documents that status (RFC 6585, section 3). */
const codeOf = (violations: readonly Violation[], responses: CompiledOperation['responses']): Rejection['code'] =>
  violations.every(({ at, keyword }) => keyword === 'required' && /^header\.If-(None-)?Match$/i.test(at)) &&
  responses.some(({ status }) => status === '428')
    ? 'precondition_required'
    : 'invalid_request'

const noNames: readonly string[] = []

const findUndocumented = (
  { pairs }: ParsedQuery,
  parameters: readonly CompiledParameter[],
  credentials: readonly string[],
): readonly string[] => {
  if (pairs.length === 0) return noNames
  const isDocumented = (name: string) =>
    controlParameters.has(name) || credentials.includes(name) || parameters.some((parameter) => parameter.claims(name))
  return [...new Set(pairs.map(([name]) => name))].filter((name) => !isDocumented(name))
}
