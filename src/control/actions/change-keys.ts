/**
 * The keys of a sandbox, generated, found and changed by whoever controls it.
 */
import { randomBytes } from 'node:crypto'
import type { Key, KeyState } from '../../sandboxes/keys.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { ControlError, quote } from './control-error.ts'

export interface KeyOrder {
  /** Default `active`. */
  readonly state?: KeyState | undefined
  /** Epoch milliseconds on the sandbox's clock; undefined: never. */
  readonly expires?: number | undefined
  /** What it may be used for, as the security requirements of the documents name it; undefined: everything. */
  readonly scopes?: readonly string[] | undefined
}

/** Adds a key that opens the sandbox, and no other. */
export const generateKey = (
  sandboxes: Sandboxes,
  sandbox: Sandbox,
  { state = 'active', expires, scopes }: KeyOrder = {},
): Key => {
  const key: Key = {
    key: makeKey(),
    state,
    ...(expires === undefined ? {} : { expires }),
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
  }
  sandboxes.assignKey(sandbox, key)
  return key
}

/** A key that nobody guesses. */
const makeKey = (): string => `sk_${randomBytes(16).toString('hex')}`

/** What is given of a key replaces what it had. Throws ControlError 404. */
export const changeKey = (sandbox: Sandbox, value: string, { state, scopes }: Omit<KeyOrder, 'expires'>): Key => {
  const known = findKey(sandbox, value)
  const key = { ...known, state: state ?? known.state, ...(scopes === undefined ? {} : { scopes: [...scopes] }) }
  sandbox.keys.set(key)
  return key
}

/** Throws ControlError 404. */
export const deleteKey = (sandbox: Sandbox, value: string): void => {
  sandbox.keys.remove(findKey(sandbox, value).key)
}

/** A key is a secret, so the error does not repeat it. */
const findKey = (sandbox: Sandbox, value: string): Key => {
  const found = sandbox.keys.find(value)
  if (found) return found
  throw new ControlError(
    404,
    `the sandbox ${quote(sandbox.id)} has no such key; list its keys to see those that it has`,
  )
}
