/**
 * The delays of scenarios, and that of `--delay`. A server that closes does not wait for them: what is still delayed is given
 * up, and its timer does not keep the process running.
 */
import { fractionOf } from '../contract/values/random.ts'

/** Milliseconds, both included. */
export interface DelayRange {
  readonly min: number
  readonly max: number
}

/** Draws the delay of each response: the same ones for the same seed, in the order of the requests. */
export const createDelayDraw = ({ min, max }: DelayRange, seed: number): (() => number) => {
  let draws = 0
  return () => min + (max - min) * (min === max ? 0 : fractionOf(seed, 'delay', draws++))
}

/** The longest time that a timer of Node can have; a longer one would end at once. */
const longest = 2 ** 31 - 1

export class Delays {
  readonly #timers = new Set<NodeJS.Timeout>()
  #isClosed = false

  /** Resolves after some milliseconds; never, if the server closes before. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isClosed) return
      const timer = setTimeout(
        () => {
          this.#timers.delete(timer)
          resolve()
        },
        Math.min(milliseconds, longest),
      )
      this.#timers.add(timer)
    })
  }

  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}
