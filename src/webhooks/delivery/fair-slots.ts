/**
 * Lets only a number of attempts run at once, and divides them between sandboxes: one whose receivers are slow does not keep the
 * others waiting. The sandboxes that wait take turns.
 */

export const slotLimits = {
  /**
   * One sandbox may use as many as it leaves free: half of them if it is alone, a third if there is another one, and so on. So
   * there are free ones whenever another sandbox has something to send.
   */
  shared: 64,
  /** Each sandbox may use one in any case, until that many are used. */
  most: 256,
}

export class FairSlots<Owner extends object> {
  #used = 0
  readonly #usedBy = new Map<Owner, number>()
  /** The owners that wait, in the order of their turns. */
  readonly #waiting = new Map<Owner, (() => void)[]>()

  async run<Result>(owner: Owner, task: () => Promise<Result>): Promise<Result> {
    // Others of this owner have come earlier.
    if (!this.#waiting.has(owner) && this.#mayUse(owner)) this.#use(owner)
    else await new Promise<void>((start) => this.#enqueue(owner, start))
    try {
      return await task()
    } finally {
      this.#release(owner)
    }
  }

  #mayUse(owner: Owner): boolean {
    const own = this.#usedBy.get(owner) ?? 0
    return own === 0 ? this.#used < slotLimits.most : own < slotLimits.shared - this.#used
  }

  #use(owner: Owner): void {
    this.#used++
    this.#usedBy.set(owner, (this.#usedBy.get(owner) ?? 0) + 1)
  }

  #enqueue(owner: Owner, start: () => void): void {
    const others = this.#waiting.get(owner)
    if (others) others.push(start)
    else this.#waiting.set(owner, [start])
  }

  #release(owner: Owner): void {
    this.#used--
    const left = (this.#usedBy.get(owner) ?? 0) - 1
    if (left > 0) this.#usedBy.set(owner, left)
    else this.#usedBy.delete(owner)
    while (this.#startNext());
  }

  /** False if nobody who waits may start. Whoever starts then waits for the others. */
  #startNext(): boolean {
    for (const [owner, [start, ...others]] of this.#waiting) {
      if (this.#used >= slotLimits.most) return false
      if (!start || !this.#mayUse(owner)) continue
      this.#waiting.delete(owner)
      if (others.length > 0) this.#waiting.set(owner, others)
      this.#use(owner)
      start()
      return true
    }
    return false
  }
}
