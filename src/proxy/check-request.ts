/**
 * What is wrong with a request to the real service: the same checks as for a request to a sandbox, but that any credential of
 * the right form is accepted, because only the service knows which are valid.
 */

import type { Match } from '../contract/operation/match.ts'
import { type Validated, validateRequest } from '../contract/operation/validate-request.ts'
import type { ParsedQuery } from '../contract/values/query.ts'
import type { Rejection, Violation } from '../errors.ts'
import { describeFailure, invalidEscape, notDescribed, unknownPath, wrongMethod } from '../handle/rejections.ts'
import type { Notice } from '../notices.ts'
import type { IncomingRequest, Json } from '../ports.ts'
import { authenticate, type KeyLookup } from '../sandboxes/authenticate.ts'

export interface RequestVerdict {
  /** What a sandbox would respond with; undefined if the request is valid. */
  readonly rejection: Rejection | undefined
  readonly violations: readonly Violation[]
  readonly notices: readonly Notice[]
  /** The body, if it is valid JSON. */
  readonly body: Json | undefined
}

export interface CheckedRequest {
  readonly request: IncomingRequest
  readonly query: ParsedQuery
  readonly match: Match
  /** Why the body is not validated: it is too large, or has an unknown coding. Known when it was read. */
  readonly unread: () => string | undefined
}

/** Waits for the body, if the operation has one. Never rejects. */
export const checkRequest = async (checked: CheckedRequest): Promise<RequestVerdict> => {
  const { request, match } = checked
  switch (match.kind) {
    case 'bad-escape':
      return reject(invalidEscape(request), 'path')
    case 'unknown-path':
      return reject(unknownPath(request, match.nearest), 'path')
    case 'wrong-method':
      if (request.method === 'OPTIONS') return valid
      return reject(
        match.entry.operations.size > 0 ? wrongMethod(match.entry, request) : notDescribed(match.entry),
        'method',
      )
    case 'operation':
      try {
        return await checkOperation(checked, match)
      } catch (error) {
        return { ...valid, notices: [notValidated(describeFailure(error).message)] }
      }
  }
}

const valid: RequestVerdict = { rejection: undefined, violations: [], notices: [], body: undefined }

const notValidated = (reason: string): Notice => ({ kind: 'not-validated', names: ['request', reason] })

const reject = (rejection: Rejection, place: string): RequestVerdict => {
  const violations = rejection.violations ?? [{ at: place, keyword: rejection.code, message: rejection.message }]
  return { ...valid, rejection, violations, notices: [{ kind: 'invalid-request', names: placesOf(violations) }] }
}

/** Each place once. */
export const placesOf = (violations: readonly Violation[]): readonly string[] => [
  ...new Set(violations.map(({ at }) => at)),
]

/** Accepts every credential that has the form of its scheme. The service decides about it. */
const anyCredential: KeyLookup = {
  any: 'unsaid',
  find: () => undefined,
  findUser: () => undefined,
  forget: () => {},
}

const checkOperation = async (
  { request, query, unread }: CheckedRequest,
  { operation, params }: Extract<Match, { kind: 'operation' }>,
): Promise<RequestVerdict> => {
  const { method, headers, client } = request
  const unauthorized = authenticate(operation.security, anyCredential, { method, headers, query, client })
  const validated = await validateRequest({ request, operation, pathParams: params, query })
  const reason = unread()
  const credentials = unauthorized ? reject(unauthorized, 'security') : undefined
  if (reason !== undefined && isAboutBody(validated))
    return { ...(credentials ?? valid), notices: [...(credentials?.notices ?? []), notValidated(reason)] }
  return join(credentials, describe(validated))
}

/** The body could not be read, so that this is the only thing that was found. */
const isAboutBody = (validated: Validated): boolean =>
  validated.kind === 'rejected' && validated.rejection.violations === undefined

const describe = (validated: Validated): RequestVerdict => {
  if (validated.kind === 'rejected') return reject(validated.rejection, placeOf(validated.rejection))
  const { undocumentedQuery, body } = validated.input
  const notices: readonly Notice[] =
    undocumentedQuery.length === 0 ? [] : [{ kind: 'undocumented-query', names: undocumentedQuery }]
  return { ...valid, notices, body: body?.exact }
}

const placeOf = ({ code }: Rejection): string => {
  if (code === 'not_acceptable') return 'header.Accept'
  return code === 'unsupported_media_type' ? 'header.Content-Type' : 'body'
}

/** What is missing for authentication comes after what is invalid, so that gates count the request as invalid. */
const join = (credentials: RequestVerdict | undefined, other: RequestVerdict): RequestVerdict => {
  if (!credentials) return other
  if (!other.rejection)
    return { ...other, ...credentials, body: other.body, notices: [...credentials.notices, ...other.notices] }
  const violations = [...other.violations, ...credentials.violations]
  return {
    rejection: { ...other.rejection, message: violations.map(({ message }) => message).join('; '), violations },
    violations,
    notices: [{ kind: 'invalid-request', names: placesOf(violations) }],
    body: undefined,
  }
}
