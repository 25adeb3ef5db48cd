/**
 * The delays of scenarios. A server that closes does not wait for them: what is still delayed is given up, and its timer does
 * not keep the process running.
 */

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
