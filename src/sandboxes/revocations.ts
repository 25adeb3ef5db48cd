/**
 * Access tokens that are no longer valid, although they have not expired. A token carries its own expiry, so only what was revoked
 * is stored: an access token, or all of one authorization.
 */
import type { Rejection } from '../errors.ts'
import { revokedName, type TokenClaims, tokenLifetime } from './access-tokens.ts'
import { type Grant, memoryOfGrant } from './grants.ts'
import type { Key } from './keys.ts'
import type { Sandbox } from './sandbox.ts'

/** Of one sandbox. Forgetting one that has not expired would make its token valid again, so more are rejected. */
export const maxRevoked = 10_000

/** Expired ones that are kept at least, because the clock of a sandbox can be set back. */
const keptExpired = 500

/** Why nothing more can be revoked; undefined if it can. Expired ones make room first. Call it within `transact`. */
export const checkRevocations = (sandbox: Sandbox): Rejection | undefined => {
  const { keys } = sandbox
  const revoked = keys.grants().filter(isRevocation)
  if (revoked.length < keptExpired) return undefined
  const now = sandbox.now()
  const expired = revoked.filter(({ expires = 0 }) => expires <= now)
  keys.remove(...expired.map(({ key }) => key))
  if (revoked.length - expired.length < maxRevoked) return undefined
  return {
    code: 'storage_full',
    message: `${maxRevoked} tokens of a sandbox may be revoked until they expire; set its clock ${tokenLifetime / 60} minutes ahead, or use another sandbox`,
  }
}

const isRevocation = ({ grant }: Key): boolean => grant?.kind === 'revoked'

/** Revokes one access token. Call it within `transact`, after `checkRevocations`. */
export const revokeToken = (sandbox: Sandbox, { id, expires }: TokenClaims): void =>
  revoke(sandbox, id, expires * 1_000)

/** Revokes the access tokens of one authorization. Call it within `transact`, after `checkRevocations`. */
export const revokeTokensOf = (sandbox: Sandbox, family: string): void =>
  revoke(sandbox, family, sandbox.now() + tokenLifetime * 1_000)

const revoke = (sandbox: Sandbox, id: string, expires: number): void => {
  const grant: Grant = { kind: 'revoked' }
  sandbox.limits.memory.spend(memoryOfGrant(grant))
  sandbox.keys.set({ key: revokedName(id), state: 'revoked', expires, grant })
}
