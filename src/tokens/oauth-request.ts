/**
 * A request to an endpoint of OAuth, read and answered as RFC 6749 specifies: parameters of a form, errors as JSON.
 */
import { parseQuery } from '../contract/values/query.ts'
import type { IncomingRequest, JsonObject, Reply } from '../ports.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Endpoints } from './endpoints.ts'

/** Everything that an endpoint needs. */
export interface OAuthRequest {
  readonly request: IncomingRequest
  readonly sandbox: Sandbox
  readonly endpoints: Endpoints
  /** The address of the server, or of the sandbox that the path names. */
  readonly base: string
  readonly issuer: string
  /** Logs in without a page. */
  readonly autoApprove: boolean
  /** The parameters: of the query, or of the body. */
  readonly parameters: ReadonlyMap<string, string>
}

/** RFC 6749, sections 4.1.2.1 and 5.2; RFC 6750, section 3.1. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_token'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'login_required'
  | 'temporarily_unavailable'

/** Ends a request with an error response. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly status: number
  constructor(code: OAuthErrorCode, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

export const replyJson = (body: JsonObject, status = 200, headers: readonly string[] = []): Reply => ({
  status,
  headers: ['Content-Type', 'application/json', 'Cache-Control', 'no-store', ...headers],
  body: JSON.stringify(body),
})

export const replyError = ({ code, message, status }: OAuthError): Reply =>
  replyJson({ error: code, error_description: toAscii(message) }, status, [
    ...(status === 401 ? ['WWW-Authenticate', challengeOf(code)] : []),
  ])

/** RFC 6750, section 3, and RFC 7617. */
const challengeOf = (code: OAuthErrorCode): string =>
  code === 'invalid_token' ? 'Bearer realm="Standin", error="invalid_token"' : 'Basic realm="Standin"'

/** Error descriptions are printable ASCII without quotes (RFC 6749, section 5.2). */
export const toAscii = (text: string): string => text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?')

/** The parameters of a form; empty if the request has none. Throws OAuthError. */
export const readForm = async (request: IncomingRequest): Promise<ReadonlyMap<string, string>> => {
  const body = await request.readBody()
  if (body.kind === 'rejected') throw new OAuthError('invalid_request', body.message)
  if (body.bytes.length === 0) return new Map()
  const type = String(request.headers['content-type'] ?? '')
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new OAuthError('invalid_request', 'header.Content-Type must be application/x-www-form-urlencoded')
  return toParameters(parseQuery(body.bytes.toString('utf8')).pairs)
}

/** Characters of a parameter. What a grant stores of a request is in the short ones. */
export const parameterLimits = { short: 2_000, long: 16 * 1024 }

/** Tokens can be long, and `state` is the client's own. */
const longParameters: ReadonlySet<string> = new Set([
  'token',
  'state',
  'id_token_hint',
  'assertion',
  'client_assertion',
  'subject_token',
  'actor_token',
])

const checkLength = (name: string, value: string): void => {
  const limit = longParameters.has(name) ? parameterLimits.long : parameterLimits.short
  if (name.length > parameterLimits.short || value.length > limit)
    throw new OAuthError(
      'invalid_request',
      `the parameter ${name.slice(0, 100)} must have at most ${limit} characters, got ${Math.max(name.length, value.length)}`,
    )
}

/** Parameters that extensions allow more than once (RFC 8707, RFC 8693); the first value counts. */
const repeatable: ReadonlySet<string> = new Set(['resource', 'audience'])

/** Throws OAuthError for one that is too long, or given twice (RFC 6749, section 3.1). */
export const toParameters = (pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> => {
  const parameters = new Map<string, string>()
  for (const [name, value] of pairs) {
    checkLength(name, value)
    if (!parameters.has(name)) parameters.set(name, value)
    else if (!repeatable.has(name))
      throw new OAuthError('invalid_request', `the parameter ${name.slice(0, 100)} is given more than once`)
  }
  return parameters
}

/** Throws OAuthError if it is missing. */
export const requireParameter = ({ parameters }: Pick<OAuthRequest, 'parameters'>, name: string): string => {
  const value = parameters.get(name)
  if (value === undefined || value === '') throw new OAuthError('invalid_request', `the parameter ${name} is missing`)
  return value
}

/** Scopes that belong to OpenID Connect; documents seldom list them. */
const openIdScopes = ['openid', 'profile', 'email', 'offline_access']

/** The requested scopes, else all that the documents describe. Throws OAuthError for one that they do not describe. */
export const readScopes = (requested: string | undefined, { scopes: known }: Endpoints): readonly string[] => {
  if (requested === undefined || requested.trim() === '') return known
  const scopes = [...new Set(requested.split(' ').filter((scope) => scope !== ''))]
  const unknown = scopes.find((scope) => !known.includes(scope) && !openIdScopes.includes(scope))
  if (known.length > 0 && unknown !== undefined)
    throw new OAuthError('invalid_scope', `the document has no scope ${unknown}; it has ${known.join(', ')}`)
  return scopes
}

/** The token of a request; empty if it has none. */
export const readBearer = ({ authorization }: IncomingRequest['headers']): string =>
  /^Bearer +(\S+) *$/i.exec(String(authorization ?? ''))?.[1] ?? ''
