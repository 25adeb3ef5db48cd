/**
 * A sandbox's clock, as a test sets it.
 */
import { AdminError } from '../admin/admin-error.ts'
import { advanceClock, readTime } from '../admin/make-sandbox.ts'
import { isInstant } from '../contract/instant.ts'
import type { FindSandbox } from './handle-parts.ts'

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
  async set(time: Date | number | string, { frozen = false }: { readonly frozen?: boolean } = {}): Promise<void> {
    this.#sandbox().time.set(toMilliseconds(time), frozen)
  }

  /** Stops it where it is. */
  async freeze(): Promise<void> {
    const { time } = this.#sandbox()
    time.set(time.now(), true)
  }

  /** Moves it on: 2s, 1d; with a minus in front, back. */
  async advance(by: string): Promise<void> {
    advanceClock(this.#sandbox(), by)
  }

  /** Back to real time. */
  async clear(): Promise<void> {
    this.#sandbox().time.clear()
  }
}

const toMilliseconds = (time: Date | number | string): number => {
  if (typeof time === 'string') return readTime(time, 'time')
  const milliseconds = Number(time)
  if (isInstant(milliseconds)) return milliseconds
  throw new AdminError(400, `time must be a Date, epoch milliseconds or a text, got ${String(time)}`)
}
