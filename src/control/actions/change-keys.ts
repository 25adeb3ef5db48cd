/**
 * Control actions on the keys of a sandbox.
 */
import type { Key, KeyState } from '../../sandboxes/keys.ts'
import { revokeToken } from '../../sandboxes/revocations.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { ControlError, quote } from './control-error.ts'
import { requireRoomForKeys, requireRoomToRevoke } from './require-room.ts'

export interface KeySettings {
  /** Default `active`. */
  readonly state?: KeyState | undefined
  /** Epoch milliseconds on the sandbox's clock; undefined: the key does not expire. */
  readonly expires?: number | undefined
  /** As the security requirements of the documents name them; undefined: all scopes. */
  readonly scopes?: readonly string[] | undefined
}

/** Generates a key that gives access to this sandbox only. Throws ControlError 507. */
export const generateKey = (
  sandboxes: Sandboxes,
  sandbox: Sandbox,
  { state = 'active', expires, scopes }: KeySettings = {},
): Key => {
  requireRoomForKeys(sandbox)
  const key: Key = {
    key: sandboxes.generateSecret(sandbox),
    state,
    ...(expires === undefined ? {} : { expires }),
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
  }
  sandboxes.assignKey(sandbox, key)
  return key
}

/** Replaces the given settings of a key. Throws ControlError 404, 507 for an access token at the limit of keys. */
export const changeKey = (sandbox: Sandbox, value: string, { state, scopes }: Omit<KeySettings, 'expires'>): Key => {
  const current = findKey(sandbox, value)
  requireRoomForKey(sandbox, value)
  const key = { ...current, state: state ?? current.state, ...(scopes === undefined ? {} : { scopes: [...scopes] }) }
  sandbox.keys.set(key)
  return key
}

/**
 * Adds a key with this value, or replaces it: the way back after a deletion. One that no file defines gives access to this
 * sandbox only. Throws ControlError 409 if another sandbox has it, 507 at the limit.
 */
export const putKey = (
  sandboxes: Sandboxes,
  sandbox: Sandbox,
  value: string,
  { state = 'active', expires, scopes }: KeySettings,
): Key => {
  const key: Key = {
    key: value,
    state,
    ...(expires === undefined ? {} : { expires }),
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
  }
  const owner = sandboxes.ownerOf(value)
  if (owner !== undefined && owner !== sandbox)
    throw new ControlError(409, `this key belongs to the sandbox ${quote(owner.id)}; generate another one`)
  requireRoomForKey(sandbox, value)
  if (sandbox.keys.ring.keys.has(value)) sandbox.keys.set(key)
  else sandboxes.assignKey(sandbox, key)
  return key
}

/** Throws ControlError 404, 507 for an access token at the limit of those that are revoked. */
export const deleteKey = (sandbox: Sandbox, value: string): void => {
  const { key } = findKey(sandbox, value)
  const { keys } = sandbox
  const claims = keys.readToken(key)
  if (claims) {
    requireRoomToRevoke(sandbox)
    revokeToken(sandbox, claims)
  }
  if (keys.has(key)) keys.remove(key)
}

/** An access token is not stored before it is changed. */
const requireRoomForKey = (sandbox: Sandbox, value: string): void => {
  if (!sandbox.keys.has(value)) requireRoomForKeys(sandbox)
}

/** The error does not contain the key, because it is a secret. */
const findKey = (sandbox: Sandbox, value: string): Key => {
  const found = sandbox.keys.find(value)
  if (found) return found
  throw new ControlError(
    404,
    `the sandbox ${quote(sandbox.id)} does not have this key; list its keys to see those it has`,
  )
}
