/**
 * Which sandboxes nobody uses any more, and the names of those that were evicted: the next request that uses such a name
 * gets a notice.
 */
import type { Clock } from '../ports.ts'
import type { Sandbox } from './sandbox.ts'

/** Milliseconds between two searches for unused sandboxes. */
export const sweepEvery = 60_000

/** How many names of evicted sandboxes are remembered. */
const maxRemembered = 100_000

/** Milliseconds without a request after which a stored sandbox may leave memory where there are too many. */
const idleTime = 10_000

export class Eviction {
  readonly #realTime: Clock
  readonly #evicted = new Set<string>()
  #nextSweep = 0

  constructor(realTime: Clock) {
    this.#realTime = realTime
  }

  /** Whether the last search for unused sandboxes was more than a minute ago. */
  get isDue(): boolean {
    return this.#realTime() >= this.#nextSweep
  }

  /** Those that nobody has used for their time to live. */
  findUnused(sandboxes: Iterable<Sandbox>): readonly Sandbox[] {
    const now = this.#realTime()
    this.#nextSweep = now + sweepEvery
    return [...sandboxes].filter((sandbox) => sandbox.waiters === 0 && isUnused(sandbox, now))
  }

  isUnused(sandbox: Sandbox): boolean {
    return isUnused(sandbox, this.#realTime())
  }

  /** Whether a sandbox can be loaded again when it is needed: nobody has used it for some seconds. */
  isIdle({ waiters, lastUsed, outbox }: Sandbox): boolean {
    return waiters === 0 && !outbox.hasPending && lastUsed < this.#realTime() - idleTime
  }

  /** Remembers that a sandbox was evicted. */
  note({ id }: Sandbox): void {
    if (this.#evicted.size >= maxRemembered) this.#evicted.clear()
    this.#evicted.add(id)
  }

  /** Forgets that a sandbox of that name was evicted. Returns whether one was. */
  forget(id: string): boolean {
    return this.#evicted.size > 0 && this.#evicted.delete(id)
  }
}

const isUnused = ({ lifetime, lastUsed }: Sandbox, now: number): boolean =>
  lifetime !== undefined && now - lastUsed >= lifetime
