/**
 * Signs tokens with the key of a sandbox. The key is created with the first token, and stored like everything that the sandbox
 * remembers, so that tokens are valid after a restart, and on all servers that share the sandbox.
 */
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { JsonObject } from '../ports.ts'
import { signingName, tokenLifetime, tokenType } from '../sandboxes/access-tokens.ts'
import type { Granted } from '../sandboxes/grants.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'

const algorithm = 'RS256'

type SigningKey = JWK & { readonly kid: string }

/** The keys that are being generated: requests at the same time have one. */
const generating = new WeakMap<Sandbox, Promise<SigningKey>>()

/** The private key of a sandbox; created on the first call. Call it within `transact`. */
const openKey = async (sandbox: Sandbox): Promise<SigningKey> => {
  const known = findJwk(sandbox)
  if (known) return known
  const pending = generating.get(sandbox) ?? generateKey()
  generating.set(sandbox, pending)
  try {
    const jwk = await pending
    // Another request may have stored it, or another one, meanwhile.
    return findJwk(sandbox) ?? storeKey(sandbox, jwk)
  } finally {
    generating.delete(sandbox)
  }
}

const generateKey = async (): Promise<SigningKey> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const kid = randomBytes(8).toString('hex')
  return { ...(await exportJWK(privateKey)), kid, alg: algorithm, use: 'sig' }
}

const storeKey = (sandbox: Sandbox, jwk: SigningKey): SigningKey => {
  sandbox.keys.set({
    key: signingName(jwk.kid),
    state: 'active',
    grant: { kind: 'signing', jwk: JSON.parse(JSON.stringify(jwk)) as JsonObject },
  })
  return jwk
}

const findJwk = (sandbox: Sandbox): SigningKey | undefined => {
  for (const { grant } of sandbox.keys.grants())
    if (grant?.kind === 'signing') return grant.jwk as unknown as SigningKey
  return undefined
}

/** The public keys of a sandbox (RFC 7517). Call it within `transact`. */
export const publicKeys = async (sandbox: Sandbox): Promise<JsonObject> => {
  const { kty, n, e, kid } = await openKey(sandbox)
  return { keys: [{ kty: kty ?? '', n: n ?? '', e: e ?? '', kid, alg: algorithm, use: 'sig' }] }
}

export interface Signed {
  readonly accessToken: string
  readonly idToken: string | undefined
}

/** Call it within `transact`. */
export const signTokens = async (sandbox: Sandbox, issuer: string, granted: Granted): Promise<Signed> => {
  const jwk = await openKey(sandbox)
  const key = await importJWK(jwk, algorithm)
  const now = Math.floor(sandbox.now() / 1_000)
  const { client, scopes, user, family, nonce, loggedInAt } = granted
  const subject = user ?? client
  const sign = (typ: string, audience: string, claims: JsonObject): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, typ, kid: jwk.kid })
      .setIssuer(issuer)
      .setSubject(subject)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + tokenLifetime)
      .sign(key)
  const accessToken = await sign(tokenType, issuer, {
    jti: randomBytes(12).toString('hex'),
    sid: family,
    client_id: client,
    scope: scopes.join(' '),
    sandbox: sandbox.id,
  })
  if (user === undefined || !scopes.includes('openid')) return { accessToken, idToken: undefined }
  // A refresh is not a login (OpenID Connect Core, section 12.2).
  const authTime = loggedInAt === undefined ? now : Math.floor(loggedInAt / 1_000)
  const claims = { auth_time: authTime, ...(nonce === undefined ? {} : { nonce }), ...profileOf(user, scopes) }
  return { accessToken, idToken: await sign('JWT', client, claims) }
}

/** The claims about a user, as far as the scopes allow (OpenID Connect Core, section 5.4). */
export const profileOf = (user: string, scopes: readonly string[]): JsonObject => ({
  ...(scopes.includes('profile') ? { name: user, preferred_username: user } : {}),
  ...(scopes.includes('email')
    ? { email: user.includes('@') ? user : `${user}@example.com`, email_verified: true }
    : {}),
})
