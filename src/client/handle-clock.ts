/**
 * A sandbox's clock, as a test sets it.
 */
import { advanceClock, type ClockSetting, setClock } from '../control/actions/change-clock.ts'
import type { FindSandbox } from './handle-parts.ts'
import { toMilliseconds } from './to-milliseconds.ts'

/** The clock of one sandbox: on real time until it is set. */
export class HandleClock {
  readonly #sandbox: FindSandbox

  constructor(sandbox: FindSandbox) {
    this.#sandbox = sandbox
  }

  /** The sandbox's now: that of a scenario with a clock which is on, else its own. */
  now(): Date {
    return new Date(this.#sandbox().now())
  }

  /** Sets it: a Date, epoch milliseconds, or a text like 2030-12-06T00:00:00Z. It runs on from there unless frozen. */
  async set(time: Date | number | string, { frozen }: Pick<ClockSetting, 'frozen'> = {}): Promise<void> {
    setClock(this.#sandbox(), { now: toMilliseconds(time, 'time'), frozen })
  }

  /** Stops it where it is. */
  async freeze(): Promise<void> {
    setClock(this.#sandbox(), { frozen: true })
  }

  /** Moves it on: 2s, 1d; with a minus in front, back. */
  async advance(by: string): Promise<void> {
    advanceClock(this.#sandbox(), by, 'by')
  }

  /** Back to real time. */
  async clear(): Promise<void> {
    this.#sandbox().clock.clear()
  }
}
