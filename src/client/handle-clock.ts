/**
 * The clock of a sandbox handle.
 */
import { advanceClock, type ClockSetting, setClock } from '../control/actions/change-clock.ts'
import { toEpochMilliseconds } from '../control/actions/read-time.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Webhooks } from '../webhooks/delivery/webhooks.ts'
import { changed, requireKnown, type SandboxAccess } from './handle-deps.ts'

/** The clock of one sandbox. It follows real time until it is set. A change resolves when webhooks that are due were tried. */
export class HandleClock {
  readonly #sandbox: SandboxAccess
  readonly #webhooks: Webhooks

  constructor(sandbox: SandboxAccess, webhooks: Webhooks) {
    this.#sandbox = sandbox
    this.#webhooks = webhooks
  }

  /** The current time of the sandbox. The clock of an active scenario overrides the sandbox's own. */
  now(): Date {
    return new Date(this.#sandbox.find().now())
  }

  /** Sets the time: a Date, epoch milliseconds, or a string such as 2030-12-06T00:00:00Z. It runs on unless frozen. */
  async set(time: Date | number | string, options: Pick<ClockSetting, 'frozen'> = {}): Promise<void> {
    requireKnown(options, { frozen: true }, 'the clock')
    const { frozen } = options
    await this.#change((sandbox) => setClock(sandbox, { now: toEpochMilliseconds(time, 'time'), frozen }))
  }

  /** Stops the clock at the current time. */
  async freeze(): Promise<void> {
    await this.#change((sandbox) => setClock(sandbox, { frozen: true }))
  }

  /** Moves the clock forward by 2s or 1d, or backward by -2s. */
  async advance(by: string): Promise<void> {
    await this.#change((sandbox) => advanceClock(sandbox, by, 'by'))
  }

  /** Returns to real time. */
  async clear(): Promise<void> {
    await this.#change((sandbox) => sandbox.clock.clear())
  }

  async #change(change: (sandbox: Sandbox) => void): Promise<void> {
    await this.#sandbox.change(changed('clock'), change)
    await this.#webhooks.settle(this.#sandbox.find())
  }
}
