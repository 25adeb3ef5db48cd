/**
 * The limit on the memory that records and stored responses of all sandboxes take together. Forks and snapshots share
 * records, so what is really retained is found only by counting all of it. That is done when the sum of all that was written
 * since the last count comes near the limit, and a few records at a time. Until then the sum is an upper bound.
 */
import type { StoredRecord } from './store.ts'

/** Counts what is retained now, in bytes. */
export type CountRetained = () => Promise<number>

/** Milliseconds between two counts, and how many times longer than a count they are apart. */
const pause = { least: 250, factor: 20 }

export class MemoryBudget {
  /** In bytes. */
  readonly limit: number
  /** Called to count; undefined: what was written is never released. */
  countRetained: CountRetained | undefined
  #used = 0
  /** Bytes from which on it is worth to count. */
  #countFrom: number
  /** What was written while a count runs. */
  #meanwhile = 0
  #counting: Promise<void> | undefined
  /** When the next count may start, in milliseconds of the process. */
  #nextCount = 0

  constructor(limit: number = Number.POSITIVE_INFINITY) {
    this.limit = limit
    this.#countFrom = limit * 0.75
  }

  /** At most this number of bytes is retained. */
  get used(): number {
    return this.#used
  }

  /** Notes that something was written. */
  spend(bytes: number): void {
    this.#used += bytes
    this.#meanwhile += bytes
    if (this.#used >= this.#countFrom) this.#count()
  }

  /** Whether this number of bytes can be written. Where they cannot, space that was freed since is looked for. */
  hasRoom(bytes = 0): boolean {
    if (this.#used + bytes < this.limit) return true
    this.#count()
    return false
  }

  /** Resolves when no count runs. */
  async settled(): Promise<void> {
    await this.#counting
  }

  #count(): void {
    if (this.#counting || !this.countRetained || performance.now() < this.#nextCount) return
    // What counts cannot fail; if it does, the upper bound stays.
    this.#counting = this.#countNow(this.countRetained).catch(() => {
      this.#counting = undefined
    })
  }

  async #countNow(countRetained: CountRetained): Promise<void> {
    const start = performance.now()
    this.#meanwhile = 0
    const retained = await countRetained()
    this.#used = retained + this.#meanwhile
    this.#countFrom = Math.max(this.limit * 0.75, (this.#used + this.limit) / 2)
    const end = performance.now()
    this.#nextCount = end + Math.max(pause.least, (end - start) * pause.factor)
    this.#counting = undefined
  }
}

/** Bytes of a record's object, of its places in trees, and of its id. */
const recordSize = 400

/**
 * Estimated bytes of a record in memory: its JSON, and the value, of which every object, array, property and item takes more
 * than its characters.
 */
export const memoryOf = ({ json }: Pick<StoredRecord, 'json'>): number => {
  let structure = 0
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === comma || character === colon) structure += 16
    else if (character === brace || character === bracket) structure += 56
  }
  return recordSize + 2 * json.length + structure
}

const comma = 44
const colon = 58
const bracket = 91
const brace = 123
