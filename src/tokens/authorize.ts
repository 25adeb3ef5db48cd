/**
 * The authorization endpoint: a page on which a person logs in and approves, or a redirect at once (RFC 6749, section 4.1).
 */
import type { Reply } from '../ports.ts'
import { createFamily, requireRoom, storeGrant } from './grants.ts'
import { writeLoginPage } from './login-page.ts'
import { OAuthError, type OAuthRequest, readScopes, requireParameter, toAscii } from './oauth-request.ts'
import { checkUser, needsPassword } from './users.ts'

/** The user of --auto-approve, if the request has no login_hint. */
const defaultUser = 'user'

/** Who requests, and where the response goes: both are needed before anything is redirected (RFC 6749, section 4.1.2.1). */
interface Requester {
  readonly client: string
  readonly redirectUri: string
}

/** What the client has requested. */
interface Asked extends Requester {
  readonly scopes: readonly string[]
  readonly challenge: string | undefined
}

/**
 * GET shows the page, POST is what the page sends. Call it within `transact`. Throws OAuthError before client and redirect URI
 * are known.
 */
export const answerAuthorize = (oauth: OAuthRequest): Reply => {
  const requester = { redirectUri: readRedirectUri(oauth), client: requireParameter(oauth, 'client_id') }
  try {
    const asked = readAsked(oauth, requester)
    const { request, autoApprove } = oauth
    if (request.method === 'POST') return answerForm(oauth, asked)
    return autoApprove || isSilent(oauth) ? approve(oauth, asked, userOfHint(oauth)) : showPage(oauth, asked)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const { redirectUri } = requester
    return redirect(oauth, redirectUri, { error: error.code, error_description: toAscii(error.message) })
  }
}

const userOfHint = ({ parameters }: OAuthRequest): string => parameters.get('login_hint') ?? defaultUser

/**
 * Whether no page may be shown. There are no sessions, so any user counts as logged in, except one who needs a password
 * (OpenID Connect Core, section 3.1.2.6).
 */
const isSilent = ({ parameters, sandbox }: OAuthRequest): boolean => {
  if (parameters.get('prompt') !== 'none') return false
  if (needsPassword(sandbox)) throw new OAuthError('login_required', 'nobody is logged in: users need their passwords')
  return true
}

/** Schemes with which a browser would run a script or show the content of the address. */
const unsafeSchemes: ReadonlySet<string> = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'filesystem:',
])

/** A page of an attacker must not get a script run: only addresses that lead somewhere else. */
const readRedirectUri = (oauth: OAuthRequest): string => {
  const uri = requireParameter(oauth, 'redirect_uri')
  // The scheme as a browser reads it: it ignores spaces before it, and tabs and line breaks in it.
  if (URL.canParse(uri) && !unsafeSchemes.has(new URL(uri).protocol) && !uri.includes('#')) return uri
  throw new OAuthError('invalid_request', 'redirect_uri must be an absolute address without a fragment')
}

/** A SHA-256 in base64url. */
const challengePattern = /^[\w-]{43}$/

const readAsked = (oauth: OAuthRequest, requester: Requester): Asked => {
  const { parameters, endpoints } = oauth
  const type = requireParameter(oauth, 'response_type')
  if (type !== 'code') throw new OAuthError('unsupported_response_type', 'response_type must be code')
  const challenge = parameters.get('code_challenge')
  if (challenge !== undefined && parameters.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256')
  if (challenge !== undefined && !challengePattern.test(challenge))
    throw new OAuthError('invalid_request', 'code_challenge must be a SHA-256 in base64url: 43 characters')
  return { ...requester, scopes: readScopes(parameters.get('scope'), endpoints), challenge }
}

const answerForm = (oauth: OAuthRequest, asked: Asked): Reply => {
  const { parameters, sandbox } = oauth
  if (parameters.get('decision') === 'deny') throw new OAuthError('access_denied', 'the user has denied the request')
  const user = (parameters.get('username') ?? '').trim()
  if (user === '') return showPage(oauth, asked, 'Enter a user name.')
  try {
    return approve(oauth, asked, checkUser(sandbox, user, parameters.get('password') ?? ''))
  } catch (error) {
    if (error instanceof OAuthError && error.code === 'invalid_grant') return showPage(oauth, asked, error.message)
    throw error
  }
}

const showPage = (oauth: OAuthRequest, { client, scopes, redirectUri }: Asked, problem?: string): Reply =>
  writeLoginPage({
    client,
    scopes,
    redirectUri,
    problem,
    user: oauth.parameters.get('username') ?? oauth.parameters.get('login_hint') ?? '',
    parameters: oauth.parameters,
    needsPassword: needsPassword(oauth.sandbox),
  })

const approve = (oauth: OAuthRequest, { client, redirectUri, scopes, challenge }: Asked, user: string): Reply => {
  requireRoom(oauth.sandbox)
  const nonce = oauth.parameters.get('nonce')
  const family = createFamily()
  const loggedInAt = oauth.sandbox.now()
  const granted = { client, scopes, user, nonce, family, loggedInAt }
  const code = storeGrant(oauth.sandbox, { kind: 'code', isUsed: false, redirectUri, challenge, ...granted })
  return redirect(oauth, redirectUri, { code })
}

/** With `iss` (RFC 9207), and the `state` of the client. */
const redirect = (
  { parameters, issuer }: OAuthRequest,
  redirectUri: string,
  added: Readonly<Record<string, string>>,
): Reply => {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value)
  const state = parameters.get('state')
  if (state !== undefined) url.searchParams.set('state', state)
  url.searchParams.set('iss', issuer)
  return { status: 303, headers: ['Location', url.href, 'Cache-Control', 'no-store'] }
}
