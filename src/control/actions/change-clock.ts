/**
 * Control actions on the clock of a sandbox.
 */
import { isClockTime } from '../../contract/values/time.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import { ControlError, quote } from './control-error.ts'
import { readDuration } from './read-time.ts'

export interface ClockSetting {
  /** Epoch milliseconds; undefined: the current time of the clock. */
  readonly now?: number | undefined
  /** Whether the clock stops. Default: false, it runs on. */
  readonly frozen?: boolean | undefined
}

export const setClock = ({ clock }: Sandbox, { now = clock.now(), frozen = false }: ClockSetting): void =>
  clock.set(now, frozen)

/** Moves the clock forward by a duration, or backward with a leading minus. Throws ControlError 400, which names `at`. */
export const advanceClock = ({ clock }: Sandbox, by: string, at: string): void => {
  const step = by.startsWith('-') ? -readDuration(by.slice(1), at, by) : readDuration(by, at)
  if (!isClockTime(clock.now() + step))
    throw new ControlError(
      400,
      `${at} moves the clock out of the range of valid times, the years 0 to 9999, got ${quote(by)}`,
    )
  clock.advance(step)
}
