/**
 * Codes and refresh tokens: opaque names of what a sandbox has stored. Each contains the id of its sandbox, so that the token
 * endpoint finds it without any other hint.
 */
import { randomBytes } from 'node:crypto'
import type { Granted } from '../sandboxes/grants.ts'
import type { Key } from '../sandboxes/keys.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'

/** Milliseconds on the clock of the sandbox. */
const lifetimes = { code: 60_000, refresh: 14 * 86_400_000 }

/** Of each kind; beyond it, the oldest are removed. */
const maxGrants = 500

type Opaque = Extract<Key['grant'], { readonly kind: 'code' | 'refresh' }>

/** Stores a grant and returns its name. Call it within `transact`. */
export const storeGrant = (sandbox: Sandbox, grant: Opaque): string => {
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

const removeOld = ({ keys, now }: Sandbox, kind: Opaque['kind']): void => {
  const all = keys.grants().filter(({ grant }) => grant?.kind === kind)
  const expired = all.filter(({ expires }) => (expires ?? 0) <= now())
  const left = all.filter((key) => !expired.includes(key))
  for (const { key } of [...expired, ...left.slice(0, Math.max(0, left.length - maxGrants + 1))]) keys.remove(key)
}

/** The grant of a name, unless it has expired. */
export const findGrant = <Kind extends Opaque['kind']>(
  { keys, now }: Sandbox,
  name: string,
  kind: Kind,
): Extract<Opaque, { readonly kind: Kind }> | undefined => {
  const found = keys.findGrant(name)
  if (found?.grant?.kind !== kind || (found.expires ?? 0) <= now()) return undefined
  return found.grant as Extract<Opaque, { readonly kind: Kind }>
}

/** Revokes everything that came from one authorization. Call it within `transact`. */
export const revokeFamily = ({ keys }: Sandbox, family: string, revokedName: (id: string) => string): void => {
  for (const { key, grant } of keys.grants())
    if ((grant?.kind === 'refresh' || grant?.kind === 'code') && grant.family === family) keys.remove(key)
  keys.set({ key: revokedName(family), state: 'revoked', grant: { kind: 'revoked' } })
}

export const createFamily = (): string => randomBytes(12).toString('hex')

/** Without what belongs to one kind of grant. */
export const toGranted = ({ client, scopes, user, family, nonce }: Granted): Granted => ({
  client,
  scopes,
  user,
  family,
  nonce,
})
