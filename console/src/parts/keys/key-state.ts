/**
 * The state of a key as requests meet it: an active key expires on the clock of the sandbox.
 */
import type { Key } from '../../api/types.ts'

export const keyStates = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** `now`: epoch milliseconds on the clock of the sandbox. */
export const findState = ({ state, expires }: Key, now: number): KeyState =>
  state === 'active' && expires !== undefined && Date.parse(expires) <= now ? 'expired' : state
