/**
 * A sandbox's clock: stands on real time until it is set, can be frozen, set and moved on, backwards too.
 */
import type { Clock } from '../ports.ts'

export interface SandboxClock {
  /** Epoch milliseconds. */
  readonly now: Clock
  /** Sets it; it runs on from there unless frozen. */
  readonly set: (time: number, frozen: boolean) => void
  /** Moves it on, or back where negative. A clock on real time keeps its distance to it from then on. */
  readonly advance: (milliseconds: number) => void
  /** Back to real time. */
  readonly clear: () => void
  readonly describe: () => ClockState
}

export interface ClockState {
  readonly now: number
  readonly frozen: boolean
  /** False where it stands on real time. */
  readonly set: boolean
}

type Mode =
  | { readonly kind: 'real' }
  | { readonly kind: 'shifted'; readonly by: number }
  | { readonly kind: 'frozen'; readonly at: number }

const realTime: Mode = { kind: 'real' }

export const createSandboxClock = (real: Clock): SandboxClock => {
  let mode: Mode = realTime
  const now = (): number => {
    switch (mode.kind) {
      case 'real':
        return real()
      case 'shifted':
        return real() + mode.by
      case 'frozen':
        return mode.at
    }
  }
  const set = (time: number, frozen: boolean): void => {
    mode = frozen ? { kind: 'frozen', at: time } : { kind: 'shifted', by: time - real() }
  }
  return {
    now,
    set,
    advance: (milliseconds) => set(now() + milliseconds, mode.kind === 'frozen'),
    clear: () => {
      mode = realTime
    },
    describe: () => ({ now: now(), frozen: mode.kind === 'frozen', set: mode.kind !== 'real' }),
  }
}
