/**
 * The token endpoint (RFC 6749, section 3.2, as OAuth 2.1 has it): client credentials, authorization code with PKCE, refresh with
 * rotation, and password. Also revocation (RFC 7009) and introspection (RFC 7662).
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { JsonObject, Reply } from '../ports.ts'
import type { Granted } from '../sandboxes/grants.ts'
import { isActive } from '../sandboxes/keys.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { createFamily, findGrant, revokeFamily, storeGrant, storeRevocation, toGranted } from './grants.ts'
import { OAuthError, type OAuthRequest, readScopes, replyJson, requireParameter } from './oauth-request.ts'
import { signTokens, tokenLifetime } from './signing.ts'

interface Client {
  readonly id: string
  readonly hasSecret: boolean
}

/** Call it within `transact`. Throws OAuthError. */
export const answerToken = async (oauth: OAuthRequest): Promise<Reply> => {
  const type = requireParameter(oauth, 'grant_type')
  const client = readClient(oauth)
  switch (type) {
    case 'client_credentials': {
      if (!client.hasSecret)
        throw new OAuthError('invalid_client', 'client_credentials needs a client with a secret', 401)
      return issue(oauth, { ...start(oauth, client), user: undefined }, false)
    }
    case 'password': {
      const user = checkUser(oauth.sandbox, requireParameter(oauth, 'username'), oauth.parameters.get('password') ?? '')
      return issue(oauth, { ...start(oauth, client), user }, true)
    }
    case 'authorization_code':
      return issue(oauth, exchangeCode(oauth, client), true)
    case 'refresh_token':
      return issue(oauth, exchangeRefresh(oauth, client), true)
    default:
      throw new OAuthError(
        'unsupported_grant_type',
        `grant_type must be client_credentials, authorization_code, refresh_token or password, got ${type.slice(0, 100)}`,
      )
  }
}

const start = ({ parameters, endpoints }: OAuthRequest, { id }: Client): Omit<Granted, 'user'> => ({
  client: id,
  scopes: readScopes(parameters.get('scope'), endpoints),
  family: createFamily(),
  nonce: undefined,
})

/** Any client is known: its id and secret are not checked. Its secret is in the header or in the body (section 2.3.1). */
const readClient = ({ request, parameters }: OAuthRequest): Client => {
  const basic = /^Basic +(\S+) *$/i.exec(String(request.headers.authorization ?? ''))?.[1]
  if (basic !== undefined) {
    const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? []
    if (id !== '') return { id: decode(id), hasSecret: secret !== '' }
  }
  const id = parameters.get('client_id')
  if (id === undefined || id === '')
    throw new OAuthError('invalid_client', 'the client is missing; send client_id, or Basic authentication', 401)
  return { id, hasSecret: (parameters.get('client_secret') ?? '') !== '' }
}

/** Both are encoded as forms are. */
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The name of the user. Users of the fixtures need their passwords; without any, each name is one. Throws OAuthError. */
export const checkUser = (sandbox: Sandbox, user: string, password: string): string => {
  const users = sandbox.keys.list().filter(({ key }) => key.includes(':'))
  if (sandbox.keys.acceptsAny || users.length === 0) return user
  const found = users.find(({ key }) => key === `${user}:${password}`)
  if (found && isActive(found, sandbox.now())) return user
  throw new OAuthError('invalid_grant', 'the user or the password is wrong; keys.yaml of the fixtures lists the users')
}

/** A code is used once. If it comes again, all its tokens are revoked (section 4.1.2). */
const exchangeCode = (oauth: OAuthRequest, client: Client): Granted => {
  const { sandbox, parameters } = oauth
  const name = requireParameter(oauth, 'code')
  const grant = findGrant(sandbox, name, 'code')
  if (!grant) throw new OAuthError('invalid_grant', 'the code is unknown, was used already, or has expired')
  sandbox.keys.remove(name)
  if (grant.client !== client.id) throw new OAuthError('invalid_grant', 'the code was issued to another client')
  if (grant.redirectUri !== (parameters.get('redirect_uri') ?? grant.redirectUri))
    throw new OAuthError('invalid_grant', 'redirect_uri must be the one of the authorization request')
  checkVerifier(grant.challenge, parameters.get('code_verifier'), client)
  return toGranted(grant)
}

/** PKCE (RFC 7636). A client without a secret needs it (OAuth 2.1, section 7.5.1). */
const checkVerifier = (challenge: string | undefined, verifier: string | undefined, client: Client): void => {
  if (challenge === undefined) {
    if (client.hasSecret) return
    throw new OAuthError('invalid_grant', 'a client without a secret needs PKCE: send code_challenge and code_verifier')
  }
  const computed = createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url')
  const [one, two] = [Buffer.from(computed), Buffer.from(challenge)]
  if (one.length !== two.length || !timingSafeEqual(one, two))
    throw new OAuthError(
      'invalid_grant',
      'code_verifier does not match the code_challenge of the authorization request',
    )
}

/** A refresh token is used once. If it comes again, it may have been stolen: all its tokens are revoked. */
const exchangeRefresh = (oauth: OAuthRequest, client: Client): Granted => {
  const { sandbox, parameters } = oauth
  const name = requireParameter(oauth, 'refresh_token')
  const grant = findGrant(sandbox, name, 'refresh')
  if (!grant || grant.client !== client.id)
    throw new OAuthError(
      'invalid_grant',
      'the refresh token is unknown, was revoked, has expired, or is of another client',
    )
  if (grant.isUsed) {
    revokeFamily(sandbox, grant.family)
    throw new OAuthError('invalid_grant', 'the refresh token was used already, so all tokens of its login are revoked')
  }
  const requested = parameters.get('scope')
  const scopes = requested === undefined ? grant.scopes : requested.split(' ').filter((scope) => scope !== '')
  const more = scopes.find((scope) => !grant.scopes.includes(scope))
  if (more !== undefined) throw new OAuthError('invalid_scope', `the refresh token has no scope ${more}`)
  const stored = sandbox.keys.findGrant(name)
  if (stored) sandbox.keys.set({ ...stored, grant: { ...grant, isUsed: true } })
  return { ...toGranted(grant), scopes }
}

const issue = async ({ sandbox, issuer }: OAuthRequest, granted: Granted, hasRefresh: boolean): Promise<Reply> => {
  const { accessToken, idToken } = await signTokens(sandbox, issuer, granted)
  const refresh = hasRefresh ? storeGrant(sandbox, { kind: 'refresh', isUsed: false, ...granted }) : undefined
  return replyJson({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: tokenLifetime,
    scope: granted.scopes.join(' '),
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
    ...(idToken === undefined ? {} : { id_token: idToken }),
  })
}

/** Always succeeds, also for a token that is unknown (RFC 7009, section 2.2). Call it within `transact`. */
export const answerRevocation = (oauth: OAuthRequest): Reply => {
  const { sandbox } = oauth
  const token = requireParameter(oauth, 'token')
  const refresh = findGrant(sandbox, token, 'refresh')
  const claims = sandbox.keys.readToken(token)
  if (refresh) revokeFamily(sandbox, refresh.family)
  else if (claims) storeRevocation(sandbox, claims.id)
  return { status: 200, headers: ['Cache-Control', 'no-store'] }
}

export const answerIntrospection = (oauth: OAuthRequest): Reply => {
  const { sandbox, issuer } = oauth
  readClient(oauth)
  const token = requireParameter(oauth, 'token')
  const refresh = findGrant(sandbox, token, 'refresh')
  if (refresh && !refresh.isUsed)
    return replyJson({
      active: true,
      client_id: refresh.client,
      scope: refresh.scopes.join(' '),
      ...(refresh.user === undefined ? {} : { sub: refresh.user, username: refresh.user }),
    })
  return replyJson({ ...describeToken(oauth, token, issuer) })
}

const describeToken = ({ sandbox }: OAuthRequest, token: string, issuer: string): JsonObject => {
  const key = sandbox.keys.find(token)
  const claims = sandbox.keys.readToken(token)
  if (!key || !claims || !isActive(key, sandbox.now())) return { active: false }
  return {
    active: true,
    scope: claims.scopes.join(' '),
    client_id: claims.client,
    sub: claims.subject,
    iss: issuer,
    iat: claims.issuedAt,
    exp: claims.expires,
    jti: claims.id,
    token_type: 'Bearer',
  }
}
