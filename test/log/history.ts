/**
 * What clients wrote, and when each write was sent and answered. From this follows what may be stored at any moment: the
 * last acknowledged value, or one whose answer was still open.
 */

/** The value of something that does not exist. */
export const absent = undefined

/** Allows whatever is stored: a fork under load has some state of its parent. */
export const anything = Symbol('anything')

type Value = string | typeof absent | typeof anything

export interface Write {
  value: Value
  readonly sentAt: number
  /** Undefined: no answer came. */
  endedAt: number | undefined
  isDone: boolean
}

export class History {
  readonly #now: () => number
  readonly #writes = new Map<string, Write[]>()
  /** Acknowledged and reported as failed. */
  readonly counts = { acknowledged: 0, failed: 0 }

  constructor(now: () => number) {
    this.#now = now
  }

  /** A write is sent. One key must not be written by two clients at once. */
  begin(key: string, value: Value): Write {
    const write: Write = { value, sentAt: this.#now(), endedAt: undefined, isDone: false }
    const writes = this.#writes.get(key)
    if (writes) writes.push(write)
    else this.#writes.set(key, [write])
    return write
  }

  acknowledge(write: Write): void {
    this.#end(write, true)
    this.counts.acknowledged++
  }

  /** The server said that nothing was changed. */
  fail(write: Write): void {
    this.#end(write, false)
    this.counts.failed++
  }

  /** What was found after a restart, of all that was possible. */
  settle(key: string, value: Value): void {
    this.#end(this.begin(key, value), true)
  }

  #end(write: Write, isDone: boolean): void {
    write.endedAt = this.#now()
    write.isDone = isDone
  }

  /** The values that may be stored at a time. */
  allowedAt(key: string, time: number): readonly Value[] {
    let allowed: Value[] = [absent]
    for (const { value, sentAt, endedAt, isDone } of this.#writes.get(key) ?? []) {
      if (sentAt > time) break
      if (endedAt === undefined || endedAt > time) allowed.push(value)
      else if (isDone) allowed = [value]
    }
    return allowed
  }

  /** What is stored and should not be, or the reverse, in words. */
  compare(stored: ReadonlyMap<string, string>, time = Number.POSITIVE_INFINITY): readonly string[] {
    const keys = new Set([...this.#writes.keys(), ...stored.keys()])
    return [...keys].flatMap((key) => {
      const allowed = this.allowedAt(key, time)
      const value = stored.get(key)
      if (allowed.includes(value) || (allowed.includes(anything) && value !== absent)) return []
      return [`${key} is ${show(value)}, expected ${allowed.map(show).join(' or ')}`]
    })
  }

  /** Takes what was found as it is, so that the next comparison starts from it. */
  settleAll(stored: ReadonlyMap<string, string>): void {
    for (const key of this.#writes.keys())
      if (this.allowedAt(key, Number.POSITIVE_INFINITY).length > 1 || stored.get(key) === absent)
        this.#forget(key, stored)
  }

  #forget(key: string, stored: ReadonlyMap<string, string>): void {
    this.#writes.delete(key)
    const value = stored.get(key)
    if (value !== absent) this.settle(key, value)
  }
}

const show = (value: Value): string =>
  typeof value === 'string' ? JSON.stringify(value) : value === absent ? 'absent' : 'anything'
