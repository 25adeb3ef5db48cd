/**
 * The clock of a sandbox. It follows real time until a test sets it. It can be set, frozen and advanced, also backwards.
 */
import { toClockTime } from '../contract/values/time.ts'
import type { Clock } from '../ports.ts'

export interface ClockState {
  /** Epoch milliseconds. */
  readonly now: number
  readonly frozen: boolean
  /** False while the clock follows real time. */
  readonly set: boolean
}

/** How a clock relates to real time. Plain data, so that snapshots can store it. */
export type ClockMode =
  | { readonly kind: 'real' }
  | { readonly kind: 'shifted'; readonly by: number }
  | { readonly kind: 'frozen'; readonly at: number }

export const realTimeMode: ClockMode = { kind: 'real' }

/** Where the mode of a clock is stored: in the state of its sandbox. */
export interface ClockStorage {
  clockMode: ClockMode
}

export class SandboxClock {
  readonly #realTime: Clock
  readonly #storage: ClockStorage

  constructor(realTime: Clock, storage: ClockStorage = { clockMode: realTimeMode }) {
    this.#realTime = realTime
    this.#storage = storage
  }

  /** Epoch milliseconds. */
  now(): number {
    const mode = this.#storage.clockMode
    switch (mode.kind) {
      case 'real':
        return this.#realTime()
      case 'shifted':
        return this.#realTime() + mode.by
      case 'frozen':
        return mode.at
    }
  }

  /** Sets the time, within the years 0 to 9999. The clock runs on from there unless it is frozen. */
  set(wanted: number, frozen: boolean): void {
    const time = toClockTime(wanted)
    this.#storage.clockMode = frozen ? { kind: 'frozen', at: time } : { kind: 'shifted', by: time - this.#realTime() }
  }

  /** Moves the clock forward, or back by a negative number. From then on it keeps its distance to real time. */
  advance(milliseconds: number): void {
    this.set(this.now() + milliseconds, this.#storage.clockMode.kind === 'frozen')
  }

  /** Back to real time. */
  clear(): void {
    this.#storage.clockMode = realTimeMode
  }

  describe(): ClockState {
    const { kind } = this.#storage.clockMode
    return { now: this.now(), frozen: kind === 'frozen', set: kind !== 'real' }
  }
}
