/**
 * The authorization endpoint: a page on which a person logs in and approves, or a redirect at once (RFC 6749, section 4.1).
 */
import type { Reply } from '../ports.ts'
import { createFamily, storeGrant } from './grants.ts'
import { writeLoginPage } from './login-page.ts'
import { OAuthError, type OAuthRequest, readScopes, requireParameter } from './oauth-request.ts'
import { checkUser } from './token-endpoint.ts'

/** The user of --auto-approve, if the request has no login_hint. */
const defaultUser = 'user'

/** What the client has requested. */
interface Asked {
  readonly client: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly challenge: string | undefined
}

/** GET shows the page, POST is what the page sends. Call it within `transact`. Throws OAuthError before the redirect URI is known. */
export const answerAuthorize = (oauth: OAuthRequest): Reply => {
  const redirectUri = readRedirectUri(oauth)
  try {
    const asked = readAsked(oauth, redirectUri)
    const { parameters, request, autoApprove } = oauth
    if (request.method === 'POST') return answerForm(oauth, asked)
    if (autoApprove || parameters.get('prompt') === 'none')
      return approve(oauth, asked, parameters.get('login_hint') ?? defaultUser)
    return showPage(oauth, asked)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return redirect(oauth, redirectUri, { error: error.code, error_description: error.message })
  }
}

/** A page of an attacker must not get a script run: only addresses that lead somewhere else. */
const readRedirectUri = (oauth: OAuthRequest): string => {
  const uri = requireParameter(oauth, 'redirect_uri')
  const isAllowed = URL.canParse(uri) && !/^(?:javascript|data|vbscript|blob|file):/i.test(uri) && !uri.includes('#')
  if (isAllowed) return uri
  throw new OAuthError('invalid_request', 'redirect_uri must be an absolute address without a fragment')
}

const readAsked = (oauth: OAuthRequest, redirectUri: string): Asked => {
  const { parameters, endpoints } = oauth
  const type = requireParameter(oauth, 'response_type')
  if (type !== 'code') throw new OAuthError('unsupported_response_type', 'response_type must be code')
  const challenge = parameters.get('code_challenge')
  if (challenge !== undefined && parameters.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256')
  const client = requireParameter(oauth, 'client_id')
  return { client, redirectUri, scopes: readScopes(parameters.get('scope'), endpoints), challenge }
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
    needsPassword: !oauth.sandbox.keys.acceptsAny && oauth.sandbox.keys.list().some(({ key }) => key.includes(':')),
  })

const approve = (oauth: OAuthRequest, { client, redirectUri, scopes, challenge }: Asked, user: string): Reply => {
  const nonce = oauth.parameters.get('nonce')
  const family = createFamily()
  const code = storeGrant(oauth.sandbox, { kind: 'code', client, redirectUri, scopes, challenge, user, nonce, family })
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
