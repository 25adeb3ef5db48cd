/**
 * What a sandbox needs of its log.
 */
import type { Head } from '../log/log.ts'
import type { SandboxState } from './sandbox-state.ts'

/** Learns where a request changed its sandbox. */
export interface Positions {
  /** How many changes of the sandbox there were just before the first change; undefined: not known yet. */
  positionBefore: number | undefined
  /** How many there were just after the last change. */
  positionAfter: number | undefined
}

/** Counts a change that led from `before` to `after`. They are the same if nothing changed. */
export const countChange = (positions: Positions, before: number, after: number): void => {
  const { positionBefore, positionAfter } = positions
  const hasChanged = positionBefore !== positionAfter
  if (hasChanged && before === after) return
  if (!hasChanged) positions.positionBefore = before
  positions.positionAfter = after
}

/** A request must be handled again: what it has read of its sandbox is not true any more. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError'
}

/** Stores what happens in a sandbox. */
export interface ChangeLog {
  /**
   * Runs a request alone, and returns its result when all that it changed and saw is stored. Rejects with LogError.
   * `version`: the request has read keys, clock and scenarios already, and sees what other processes have stored before it
   * came. Rejects with OutdatedError if what it has read is not true any more.
   */
  readonly transact: <Result>(
    run: () => Promise<Result> | Result,
    positions?: Positions,
    version?: number,
  ) => Promise<Result>
  /**
   * Another number once keys, clock or scenarios may have changed, other than by requests here. Undefined: the sandbox must
   * be refreshed before it is used.
   */
  readonly version: number | undefined
  /** The state as it is stored, and where in the log that is. Rejects with LogError. */
  readonly capturePoint: () => Promise<ForkPoint>
  /** Learns of what other processes have changed. False if the sandbox no longer exists. Rejects with LogError. */
  readonly refresh: () => Promise<boolean>
  /** Deletes the log. Rejects with LogError. */
  readonly remove: () => Promise<void>
}

/** A sandbox that another one starts from. */
export interface ForkPoint {
  readonly state: SandboxState
  /** Undefined: it is not stored. */
  readonly at: { readonly name: string; readonly head: Head } | undefined
}
