/**
 * The token endpoint (RFC 6749, section 3.2, as OAuth 2.1 has it): client credentials, authorization code with PKCE, refresh with
 * rotation, and password. Also revocation (RFC 7009) and introspection (RFC 7662).
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { JsonObject, Reply } from '../ports.ts'
import { tokenLifetime } from '../sandboxes/access-tokens.ts'
import type { Granted } from '../sandboxes/grants.ts'
import { isActive } from '../sandboxes/keys.ts'
import { revokeToken } from '../sandboxes/revocations.ts'
import { type Client, findClient, readClient } from './clients.ts'
import {
  createFamily,
  findGrant,
  isFamilyRevoked,
  noteUse,
  requireRoom,
  requireRoomToRevoke,
  revokeFamily,
  storeGrant,
  toGranted,
} from './grants.ts'
import { OAuthError, type OAuthRequest, readScopes, replyJson, requireParameter } from './oauth-request.ts'
import { signTokens } from './signing.ts'
import { checkUser } from './users.ts'

/** Call it within `transact`. Throws OAuthError. */
export const answerToken = async (oauth: OAuthRequest): Promise<Reply> => {
  const type = requireParameter(oauth, 'grant_type')
  const client = readClient(oauth)
  requireRoom(oauth.sandbox)
  switch (type) {
    case 'client_credentials': {
      if (!client.hasSecret)
        throw new OAuthError('invalid_client', 'client_credentials needs a client with a secret', 401)
      return issue(oauth, { ...start(oauth, client), user: undefined, loggedInAt: undefined }, undefined)
    }
    case 'password': {
      const user = checkUser(oauth.sandbox, requireParameter(oauth, 'username'), oauth.parameters.get('password') ?? '')
      const granted = { ...start(oauth, client), user, loggedInAt: oauth.sandbox.now() }
      return issue(oauth, granted, granted.scopes)
    }
    case 'authorization_code': {
      const granted = exchangeCode(oauth, client)
      return issue(oauth, granted, granted.scopes)
    }
    case 'refresh_token': {
      const { granted, refreshable } = exchangeRefresh(oauth, client)
      return issue(oauth, granted, refreshable)
    }
    default:
      throw new OAuthError(
        'unsupported_grant_type',
        `grant_type must be client_credentials, authorization_code, refresh_token or password, got ${type.slice(0, 100)}`,
      )
  }
}

const start = ({ parameters, endpoints }: OAuthRequest, { id }: Client): Omit<Granted, 'user' | 'loggedInAt'> => ({
  client: id,
  scopes: readScopes(parameters.get('scope'), endpoints),
  family: createFamily(),
  nonce: undefined,
})

/** A code is used once. If it comes again, all its tokens are revoked (section 4.1.2). */
const exchangeCode = (oauth: OAuthRequest, client: Client): Granted => {
  const { sandbox, parameters } = oauth
  const name = requireParameter(oauth, 'code')
  const grant = findGrant(sandbox, name, 'code')
  if (!grant) throw new OAuthError('invalid_grant', 'the code is unknown or has expired')
  if (grant.isUsed) {
    revokeFamily(sandbox, grant.family)
    throw new OAuthError('invalid_grant', 'the code was used already, so all tokens of its login are revoked')
  }
  noteUse(sandbox, name)
  if (grant.client !== client.id) throw new OAuthError('invalid_grant', 'the code was issued to another client')
  if (grant.redirectUri !== (parameters.get('redirect_uri') ?? grant.redirectUri))
    throw new OAuthError('invalid_grant', 'redirect_uri must be the one of the authorization request')
  checkVerifier(grant.challenge, parameters.get('code_verifier'), client)
  return toGranted(grant)
}

/** RFC 7636, section 4.1. */
const verifierPattern = /^[\w.~-]{43,128}$/

/**
 * PKCE (RFC 7636). A client without a secret needs it (OAuth 2.1, section 7.5.1). A verifier without a challenge means that
 * somebody has removed the challenge from the authorization request (RFC 9700, section 4.8.2).
 */
const checkVerifier = (challenge: string | undefined, verifier: string | undefined, client: Client): void => {
  if (challenge === undefined) {
    if (verifier !== undefined)
      throw new OAuthError('invalid_grant', 'the authorization request had no code_challenge for this code_verifier')
    if (client.hasSecret) return
    throw new OAuthError('invalid_grant', 'a client without a secret needs PKCE: send code_challenge and code_verifier')
  }
  if (verifier === undefined) throw new OAuthError('invalid_grant', 'the parameter code_verifier is missing')
  if (!verifierPattern.test(verifier))
    throw new OAuthError(
      'invalid_grant',
      'code_verifier must have 43 to 128 characters: letters, digits, -, ., _ and ~',
    )
  const computed = createHash('sha256').update(verifier).digest('base64url')
  const [one, two] = [Buffer.from(computed), Buffer.from(challenge)]
  if (one.length !== two.length || !timingSafeEqual(one, two))
    throw new OAuthError(
      'invalid_grant',
      'code_verifier does not match the code_challenge of the authorization request',
    )
}

interface Refreshed {
  readonly granted: Granted
  /** The scopes of the next refresh token: a client may request fewer without losing the others (RFC 6749, section 6). */
  readonly refreshable: readonly string[]
}

/** A refresh token is used once. If it comes again, it may have been stolen: all its tokens are revoked. */
const exchangeRefresh = (oauth: OAuthRequest, client: Client): Refreshed => {
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
  noteUse(sandbox, name)
  return { granted: { ...toGranted(grant), scopes }, refreshable: grant.scopes }
}

/** `refreshable`: the scopes of the refresh token; undefined: there is none. */
const issue = async (
  { sandbox, issuer }: OAuthRequest,
  granted: Granted,
  refreshable: readonly string[] | undefined,
): Promise<Reply> => {
  const { accessToken, idToken } = await signTokens(sandbox, issuer, granted)
  // Signing takes a moment, in which the same code or refresh token may have come again.
  if (isFamilyRevoked(sandbox, granted.family))
    throw new OAuthError('invalid_grant', 'what was exchanged was used twice, so all tokens of its login are revoked')
  const refresh =
    refreshable && storeGrant(sandbox, { kind: 'refresh', isUsed: false, ...granted, scopes: refreshable })
  return replyJson({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: tokenLifetime,
    scope: granted.scopes.join(' '),
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
    ...(idToken === undefined ? {} : { id_token: idToken }),
  })
}

/**
 * Succeeds also for a token that is unknown (RFC 7009, section 2.2), but not for that of another client (section 2.1). Call it
 * within `transact`.
 */
export const answerRevocation = (oauth: OAuthRequest): Reply => {
  const { sandbox } = oauth
  const token = requireParameter(oauth, 'token')
  const refresh = findGrant(sandbox, token, 'refresh')
  const claims = sandbox.keys.readToken(token)
  const [client, owner] = [findClient(oauth)?.id, refresh?.client ?? claims?.client]
  if (client !== undefined && owner !== undefined && client !== owner)
    throw new OAuthError('invalid_grant', 'the token was issued to another client')
  if (refresh) revokeFamily(sandbox, refresh.family)
  else if (claims) {
    requireRoomToRevoke(sandbox)
    revokeToken(sandbox, claims)
  }
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
