/**
 * Verifies access tokens: JSON Web Tokens (RFC 9068) that a sandbox has signed. They carry what is needed to check them, so only
 * the signing key and what was revoked is stored. Verifying is synchronous, as the lookup of other keys is.
 */
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import { getOwn, getString, isJsonObject } from '../contract/values/json-object.ts'
import type { Grant } from './grants.ts'
import { tokenPrefix } from './sandbox-name.ts'

/** The type in the header of an access token: an ID token is not one (RFC 9068, section 2.1). */
export const tokenType = 'at+jwt'

/** Seconds for which an access token is valid. */
export const tokenLifetime = 3_600

/** The names under which grants are stored. */
export const signingName = (kid: string): string => `oauth-signing-${kid}`
export const revokedName = (id: string): string => `oauth-revoked-${id}`

/** Verified tokens that are remembered: a client uses one many times. */
const maxKnown = 500

/** What a token says, if its signature is valid. */
export interface TokenClaims {
  readonly id: string
  readonly family: string
  readonly client: string
  readonly subject: string
  readonly scopes: readonly string[]
  /** Seconds since 1970. */
  readonly issuedAt: number
  readonly expires: number
}

/** By their names; other keys are skipped. */
type StoredGrants = ReadonlyMap<string, { readonly grant?: Grant } | undefined>

/** A token as a key. */
interface FoundToken {
  readonly key: string
  readonly state: 'active' | 'revoked'
  /** Epoch milliseconds. */
  readonly expires: number
  readonly scopes: readonly string[]
}

export class TokenReader {
  readonly #known = new Map<string, TokenClaims>()

  /** The token as a key; undefined if none of the signing keys has signed it. */
  find(token: string, grants: StoredGrants): FoundToken | undefined {
    if (!token.startsWith(tokenPrefix)) return undefined
    const claims = this.read(token, grants)
    if (!claims) return undefined
    const isRevoked = grants.has(revokedName(claims.id)) || grants.has(revokedName(claims.family))
    const state = isRevoked ? 'revoked' : 'active'
    return { key: token, state, expires: claims.expires * 1_000, scopes: claims.scopes }
  }

  read(token: string, grants: StoredGrants): TokenClaims | undefined {
    const known = this.#known.get(token)
    if (known) return known
    const claims = readToken(token, (kid) => publicKeyOf(grants.get(signingName(kid))))
    if (!claims) return undefined
    if (this.#known.size >= maxKnown) this.#known.clear()
    this.#known.set(token, claims)
    return claims
  }
}

const publicKeyOf = (key: { readonly grant?: Grant } | undefined): KeyObject | undefined =>
  key?.grant?.kind === 'signing' ? createPublicKey({ key: key.grant.jwk as JsonWebKey, format: 'jwk' }) : undefined

const readToken = (token: string, findKey: (kid: string) => KeyObject | undefined): TokenClaims | undefined => {
  const [header, payload, signature, ...rest] = token.split('.')
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) return undefined
  const head = parsePart(header)
  const kid = getString(head, 'kid')
  if (kid === undefined || getString(head, 'typ') !== tokenType || getString(head, 'alg') !== 'RS256') return undefined
  const key = findKey(kid)
  const signed = Buffer.from(`${header}.${payload}`)
  return key && verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))
    ? readClaims(parsePart(payload))
    : undefined
}

const parsePart = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}

const readClaims = (claims: unknown): TokenClaims | undefined => {
  if (!isJsonObject(claims)) return undefined
  const number = (name: string): number => Number(getOwn(claims, name) ?? 0)
  const text = (name: string): string => getString(claims, name) ?? ''
  return {
    id: text('jti'),
    family: text('sid'),
    client: text('client_id'),
    subject: text('sub'),
    scopes: text('scope')
      .split(' ')
      .filter((scope) => scope !== ''),
    issuedAt: number('iat'),
    expires: number('exp'),
  }
}
