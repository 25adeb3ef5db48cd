/**
 * Holds one request against its operation: parameters decoded and validated, the body read, parsed and validated. All
 * that is wrong is said in one answer.
 */
import type { Rejection, Violation } from '../../errors.ts'
import type { IncomingRequest, Json, ReadBody } from '../../ports.ts'
import type { ParameterPlace } from '../document/operation-view.ts'
import type { CompiledParameter, ParameterValues, RawParameters } from '../request/parameters.ts'
import { controlParameters } from '../request/prefer.ts'
import { describeErrors, showValue } from '../schema/violations.ts'
import type { ParsedJson } from '../values/json-text.ts'
import { accepts, chooseMediaType, familyOf, isJson, type MediaType, parseMediaType } from '../values/media-type.ts'
import type { ParsedQuery } from '../values/query.ts'
import type { CompiledBody, CompiledMedia, CompiledOperation, Operation } from './operation.ts'

/** What a behaviour works on. */
export interface Input {
  readonly parameters: ParameterValues
  /** Undefined where no body came. */
  readonly body: ParsedJson | undefined
  /** Names in the query that the operation does not document. */
  readonly undocumentedQuery: readonly string[]
  readonly request: IncomingRequest
  /** The parts of the path that stand for its parameters, decoded but as texts, declared or not. */
  readonly pathParams: Readonly<Record<string, string>>
}

export type Validated =
  | { readonly kind: 'valid'; readonly input: Input }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

/** A request as the matcher and the parser of queries left it. */
export interface MatchedRequest {
  readonly request: IncomingRequest
  readonly operation: Operation
  readonly pathParams: Readonly<Record<string, string>>
  readonly query: ParsedQuery
}

/**
 * At once where the operation takes no body. `structuredOnly`: of the documented media types only JSON and XML are offered,
 * for operations whose behaviour speaks nothing else. Throws SchemaCompileError where the operation's own schemas are broken.
 */
export const validateRequest = (matched: MatchedRequest, structuredOnly = false): Validated | Promise<Validated> => {
  const { request, operation, pathParams, query } = matched
  const compiled = operation.compile()
  if (query.broken !== undefined) return reject(badEscape(query.broken))
  const { accept } = request.headers
  const unacceptable = checkAccept(typeof accept === 'string' ? accept : undefined, compiled, structuredOnly)
  if (unacceptable) return reject(unacceptable)

  const read = readParameters(compiled, {
    path: pathParams,
    query: query.pairs,
    headers: request.headers,
    rawPath: request.path,
    rawQuery: request.query,
  })
  const badPath = read.violations.length === 0 ? [] : read.violations.filter(({ at }) => at.startsWith('path.'))
  if (badPath.length > 0 && documentsNotFound(compiled)) {
    return reject({ code: 'not_found', message: joinMessages(badPath), violations: badPath })
  }
  if (!compiled.body) return conclude(matched, compiled, read, noBody)
  return readValidBody(request, compiled.body).then((body) => conclude(matched, compiled, read, body))
}

interface ReadParameters {
  readonly values: ParameterValues
  readonly violations: readonly Violation[]
}

const emptyValues: ReadonlyMap<string, Json> = new Map()
const noValues: ParameterValues = { path: emptyValues, query: emptyValues, header: emptyValues, cookie: emptyValues }
const nothingRead: ReadParameters = { values: noValues, violations: [] }

const readParameters = ({ parameters }: CompiledOperation, raw: RawParameters): ReadParameters => {
  if (parameters.length === 0) return nothingRead
  const values: Partial<Record<ParameterPlace, Map<string, Json>>> = {}
  const violations: Violation[] = []
  for (const { view, read } of parameters) {
    const outcome = read(raw)
    if (outcome.kind === 'invalid') violations.push(...outcome.violations)
    else if (outcome.kind === 'value') {
      const place = values[view.in] ?? new Map<string, Json>()
      values[view.in] = place.set(view.name, outcome.value)
    }
  }
  return { values: { ...noValues, ...values }, violations }
}

/** Parameters and body together: all that is wrong with either, or the input. */
const conclude = (
  { request, operation, query, pathParams }: MatchedRequest,
  { parameters, responses }: CompiledOperation,
  read: ReadParameters,
  body: CheckedBody,
): Validated => {
  if (body.kind === 'rejected') {
    const { rejection } = body
    if (read.violations.length === 0) return reject(rejection)
    return reject({ ...rejection, message: `${joinMessages(read.violations)}; ${rejection.message}` })
  }
  const violations = body.kind === 'invalid' ? [...read.violations, ...explain(body.violations)] : read.violations
  if (violations.length > 0)
    return reject({ code: codeOf(violations, responses), message: joinMessages(violations), violations })
  const undocumentedQuery =
    query.pairs.length === 0 ? none : findUndocumented(query, parameters, operation.security.queryNames)
  return {
    kind: 'valid',
    input: {
      parameters: read.values,
      body: body.kind === 'valid' ? body.value : undefined,
      undocumentedQuery,
      request,
      pathParams,
    },
  }
}

/** A body that is invalid is never taken for none: where nothing more is known of it, this is said. */
const explain = (violations: readonly Violation[]): readonly Violation[] =>
  violations.length > 0 ? violations : [{ at: 'body', keyword: 'schema', message: 'body does not fit its schema' }]

const badEscape = (part: string): Rejection => ({
  code: 'invalid_request',
  status: 400,
  message: `the query has an invalid escape in "${part}": an escape is % and two hexadecimal digits, in UTF-8`,
})

const none: readonly string[] = []

const reject = (rejection: Rejection): Validated => ({ kind: 'rejected', rejection })

const joinMessages = (violations: readonly Violation[]): string => violations.map(({ message }) => message).join('; ')

/** Where all that is wrong is that a condition is missing, and the document has a status for that, it is said (RFC 6585, section 3). */
const codeOf = (violations: readonly Violation[], responses: CompiledOperation['responses']): Rejection['code'] =>
  violations.every(({ at, keyword }) => keyword === 'required' && /^header\.If-(None-)?Match$/i.test(at)) &&
  responses.some(({ status }) => status === '428')
    ? 'precondition_required'
    : 'invalid_request'

const documentsNotFound = ({ responses }: CompiledOperation): boolean =>
  responses.some(({ status }) => status === '404')

const findUndocumented = (
  query: ParsedQuery,
  parameters: readonly CompiledParameter[],
  credentials: readonly string[],
): readonly string[] => [
  ...new Set(
    query.pairs
      .map(([name]) => name)
      .filter(
        (name) =>
          !controlParameters.has(name) &&
          !credentials.includes(name) &&
          !parameters.some((parameter) => parameter.claims(name)),
      ),
  ),
]

/** 406 where none of the types of the operation's successes is acceptable (RFC 9110, section 15.5.7). */
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
  return {
    code: 'not_acceptable',
    message: `none of ${[...new Set(offered)].join(', ')} is acceptable to "Accept: ${accept.slice(0, 100)}"`,
  }
}

type CheckedBody =
  | { readonly kind: 'valid'; readonly value: ParsedJson }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | { readonly kind: 'none' }

const noBody: CheckedBody = { kind: 'none' }

const readValidBody = async (request: IncomingRequest, body: CompiledBody): Promise<CheckedBody> => {
  const read = await request.readBody()
  if (read.kind === 'rejected') return { kind: 'rejected', rejection: rejectionOf(read) }
  if (read.bytes.length === 0 && !isEmptyForm(request, body)) {
    if (!body.view.required) return noBody
    return {
      kind: 'invalid',
      violations: [
        {
          at: 'body',
          keyword: 'required',
          message: `body is required: send ${body.view.content[0]?.mediaType ?? 'one'}`,
        },
      ],
    }
  }
  const chosen = chooseReader(request, body)
  if (chosen.kind === 'rejected') return chosen
  const reading = chosen.reader.read(read.bytes, chosen.given)
  const parsed = reading instanceof Promise ? await reading : reading
  if (parsed.kind === 'invalid') return parsed
  const errors = chosen.reader.validate?.(parsed.value)
  return errors
    ? { kind: 'invalid', violations: describeErrors(errors, parsed.value, 'body') }
    : { kind: 'valid', value: parsed.value }
}

/** No byte at all is how a form without fields is written. */
const isEmptyForm = ({ headers }: IncomingRequest, { view }: CompiledBody): boolean => {
  if (!view.required || typeof headers['content-type'] !== 'string') return false
  return parseMediaType(headers['content-type'])?.essence === 'application/x-www-form-urlencoded'
}

const rejectionOf = (read: Extract<ReadBody, { kind: 'rejected' }>): Rejection => ({
  code: read.code,
  // A content coding is no matter of the document's.
  ...(read.code === 'unsupported_media_type' ? { status: 415 } : {}),
  message: read.message,
  ...(read.headers ? { headers: read.headers } : {}),
})

type Chosen =
  | { readonly kind: 'chosen'; readonly reader: CompiledMedia; readonly given: MediaType }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

const plainJson: MediaType = { essence: 'application/json', charset: undefined, parameters: new Map() }

const chooseReader = (request: IncomingRequest, body: CompiledBody): Chosen => {
  const header = request.headers['content-type']
  // Nearly every client sends the documented type to the letter.
  const plain = header === 'application/json' ? body.readers.get(header) : undefined
  if (plain) return { kind: 'chosen', reader: plain, given: plainJson }
  const given = typeof header === 'string' ? parseMediaType(header) : undefined
  const documented = [...body.readers.keys()]
  const match = given && chooseMediaType(documented, given)
  const reader = match === undefined ? undefined : body.readers.get(match)
  if (!given || !reader) return rejectType(`must be ${documented.join(' or ')}`, header)
  if (isJson(given.essence) && given.charset !== undefined && !/^utf-?8$/.test(given.charset))
    return rejectType('must have the charset utf-8', given.charset)
  return { kind: 'chosen', reader, given }
}

const rejectType = (expected: string, came: string | readonly string[] | undefined): Chosen => ({
  kind: 'rejected',
  rejection: {
    code: 'unsupported_media_type',
    message: `header.Content-Type ${expected}, got ${came === undefined ? 'no Content-Type' : showValue(came)}`,
  },
})
