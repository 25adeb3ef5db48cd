/**
 * A sandbox's clock: stands on real time until it is set, can be frozen, set and moved on, backwards too.
 */
import type { Clock } from '../ports.ts'

export interface ClockState {
  readonly now: number
  readonly frozen: boolean
  /** False where it stands on real time. */
  readonly set: boolean
}

/** How a clock stands to real time; can be kept and given to another. */
export type ClockMode =
  | { readonly kind: 'real' }
  | { readonly kind: 'shifted'; readonly by: number }
  | { readonly kind: 'frozen'; readonly at: number }

export const realTime: ClockMode = { kind: 'real' }

export class SandboxClock {
  mode: ClockMode
  readonly #real: Clock

  constructor(real: Clock, mode: ClockMode = realTime) {
    this.#real = real
    this.mode = mode
  }

  /** Epoch milliseconds. */
  now(): number {
    switch (this.mode.kind) {
      case 'real':
        return this.#real()
      case 'shifted':
        return this.#real() + this.mode.by
      case 'frozen':
        return this.mode.at
    }
  }

  /** Sets it; it runs on from there unless frozen. */
  set(time: number, frozen: boolean): void {
    this.mode = frozen ? { kind: 'frozen', at: time } : { kind: 'shifted', by: time - this.#real() }
  }

  /** Moves it on, or back where negative. A clock on real time keeps its distance to it from then on. */
  advance(milliseconds: number): void {
    this.set(this.now() + milliseconds, this.mode.kind === 'frozen')
  }

  /** Back to real time. */
  clear(): void {
    this.mode = realTime
  }

  describe(): ClockState {
    return { now: this.now(), frozen: this.mode.kind === 'frozen', set: this.mode.kind !== 'real' }
  }
}
