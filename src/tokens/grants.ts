/**
 * Codes and refresh tokens: opaque names of what a sandbox has stored. Each contains the id of its sandbox, so that the token
 * endpoint finds it without any other hint.
 */
import { randomBytes } from 'node:crypto'
import { revokedName } from '../sandboxes/access-tokens.ts'
import type { Granted } from '../sandboxes/grants.ts'
import { memoryOfGrant } from '../sandboxes/grants.ts'
import type { Key } from '../sandboxes/keys.ts'
import { checkRevocations, revokeTokensOf } from '../sandboxes/revocations.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { OAuthError, parameterLimits } from './oauth-request.ts'

/** Milliseconds on the clock of the sandbox. */
const lifetimes = { code: 60_000, refresh: 14 * 86_400_000 }

/** Of each kind; beyond it, the oldest are removed. */
export const maxGrants = 500

type Opaque = Extract<Key['grant'], { readonly kind: 'code' | 'refresh' }>

/**
 * Call it before anything of a request that ends with a grant is changed: a request that is rejected uses no code. Throws
 * OAuthError if no memory is left.
 */
export const requireRoom = ({ limits: { memory } }: Sandbox): void => {
  if (!memory.hasRoom(largestGrant))
    throw new OAuthError('temporarily_unavailable', 'no memory is left; --max-memory raises the limit', 503)
}

/** Bytes, about: the client, the user, the scopes, the nonce and the address. */
const largestGrant = 5 * 2 * parameterLimits.short

/** Stores a grant and returns its name. Call it within `transact`. */
export const storeGrant = (sandbox: Sandbox, grant: Opaque): string => {
  sandbox.limits.memory.spend(memoryOfGrant(grant))
  removeOld(sandbox, grant.kind)
  const name = `${grant.kind}_${Buffer.from(sandbox.id).toString('base64url')}.${randomBytes(24).toString('base64url')}`
  sandbox.keys.set({ key: name, state: 'active', expires: sandbox.now() + lifetimes[grant.kind], grant })
  return name
}

/** The id of the sandbox that has stored a code or a refresh token. */
export const idInGrant = (name: string): string | undefined => {
  const encoded = /^(?:code|refresh)_([\w-]{1,300})\.[\w-]{32}$/.exec(name)?.[1]
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64url').toString()
}

const removeOld = (sandbox: Sandbox, kind: Opaque['kind']): void => {
  const { keys } = sandbox
  const now = sandbox.now()
  const all = keys.grants().filter(({ grant }) => grant?.kind === kind)
  const [expired, left] = [all.filter((key) => hasExpired(key, now)), all.filter((key) => !hasExpired(key, now))]
  const oldest = left.slice(0, Math.max(0, left.length - maxGrants + 1))
  const removed = [...expired, ...oldest].map(({ key }) => key)
  if (removed.length > 0) keys.remove(...removed)
}

const hasExpired = ({ expires = 0 }: Key, now: number): boolean => expires <= now

/** Call it before anything is revoked. Throws OAuthError, after which the token still exists (RFC 7009, section 2.2.1). */
export const requireRoomToRevoke = (sandbox: Sandbox): void => {
  const full = checkRevocations(sandbox)
  if (full) throw new OAuthError('temporarily_unavailable', full.message, 503)
}

/** The grant of a name, unless it has expired. */
export const findGrant = <Kind extends Opaque['kind']>(
  sandbox: Sandbox,
  name: string,
  kind: Kind,
): Extract<Opaque, { readonly kind: Kind }> | undefined => {
  const found = sandbox.keys.findGrant(name)
  if (found?.grant?.kind !== kind || hasExpired(found, sandbox.now())) return undefined
  return found.grant as Extract<Opaque, { readonly kind: Kind }>
}

/** Marks a grant as used. It is remembered, so that a second use is noticed. Call it within `transact`. */
export const noteUse = ({ keys }: Sandbox, name: string): void => {
  const stored = keys.findGrant(name)
  const grant = stored?.grant
  if (stored && (grant?.kind === 'code' || grant?.kind === 'refresh'))
    keys.set({ ...stored, grant: { ...grant, isUsed: true } })
}

/** Revokes everything that came from one authorization. Call it within `transact`. Throws OAuthError. */
export const revokeFamily = (sandbox: Sandbox, family: string): void => {
  requireRoomToRevoke(sandbox)
  const { keys } = sandbox
  for (const { key, grant } of keys.grants())
    if ((grant?.kind === 'refresh' || grant?.kind === 'code') && grant.family === family) keys.remove(key)
  revokeTokensOf(sandbox, family)
}

/** Whether everything that came from one authorization was revoked. */
export const isFamilyRevoked = ({ keys }: Sandbox, family: string): boolean =>
  keys.findGrant(revokedName(family)) !== undefined

export const createFamily = (): string => randomBytes(12).toString('hex')

/** Without what belongs to one kind of grant. */
export const toGranted = ({ client, scopes, user, family, nonce, loggedInAt }: Granted): Granted => ({
  client,
  scopes,
  user,
  family,
  nonce,
  loggedInAt,
})
