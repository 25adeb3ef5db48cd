/**
 * Setting and moving a sandbox's clock, for whoever controls it.
 */
import { isInstant } from '../../contract/values/time.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import { ControlError, quote } from './control-error.ts'
import { readDuration } from './read-time.ts'

export interface ClockSetting {
  /** Epoch milliseconds; undefined: where it stands. */
  readonly now?: number | undefined
  /** Whether it stops there. Default false: it runs on. */
  readonly frozen?: boolean | undefined
}

export const setClock = ({ clock }: Sandbox, { now = clock.now(), frozen = false }: ClockSetting): void =>
  clock.set(now, frozen)

/** Moves it by a duration, with a minus in front to go back. Throws ControlError 400, which names the place `at`. */
export const advanceClock = ({ clock }: Sandbox, by: string, at: string): void => {
  const step = by.startsWith('-') ? -readDuration(by.slice(1), at, by) : readDuration(by, at)
  if (!isInstant(clock.now() + step))
    throw new ControlError(400, `${at} moves the clock past what a time can be, got ${quote(by)}`)
  clock.advance(step)
}
