/**
 * The clock of a sandbox handle.
 */
import { advanceClock, type ClockSetting, setClock } from '../control/actions/change-clock.ts'
import { toEpochMilliseconds } from '../control/actions/read-time.ts'
import type { FindSandbox } from './handle-deps.ts'

/** The clock of one sandbox. It follows real time until it is set. */
export class HandleClock {
  readonly #sandbox: FindSandbox

  constructor(sandbox: FindSandbox) {
    this.#sandbox = sandbox
  }

  /** The current time of the sandbox. The clock of an active scenario overrides the sandbox's own. */
  now(): Date {
    return new Date(this.#sandbox().now())
  }

  /** Sets the time: a Date, epoch milliseconds, or a string such as 2030-12-06T00:00:00Z. It runs on unless frozen. */
  async set(time: Date | number | string, { frozen }: Pick<ClockSetting, 'frozen'> = {}): Promise<void> {
    setClock(this.#sandbox(), { now: toEpochMilliseconds(time, 'time'), frozen })
    await this.#sandbox().commit()
  }

  /** Stops the clock at the current time. */
  async freeze(): Promise<void> {
    setClock(this.#sandbox(), { frozen: true })
    await this.#sandbox().commit()
  }

  /** Moves the clock forward by 2s or 1d, or backward by -2s. */
  async advance(by: string): Promise<void> {
    advanceClock(this.#sandbox(), by, 'by')
    await this.#sandbox().commit()
  }

  /** Returns to real time. */
  async clear(): Promise<void> {
    this.#sandbox().clock.clear()
    await this.#sandbox().commit()
  }
}
