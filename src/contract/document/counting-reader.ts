/**
 * Lets code that bounds nothing read a JSON value, and stops it after a number of reads.
 */

/** Thrown by a read. */
export class TooManyReads extends Error {
  override readonly name = 'TooManyReads'
}

export class CountingReader {
  #left: number
  /** Reading the same object twice gives the same result. */
  readonly #known = new WeakMap<object, object>()
  /** By depth. */
  readonly #handlers: ProxyHandler<object>[] = []

  constructor(limit: number) {
    this.#left = limit
  }

  /** Reads that may still follow. */
  get left(): number {
    return this.#left
  }

  /** The value itself, or an object or array with the same content. */
  read(value: unknown, depth = 0): unknown {
    if (typeof value !== 'object' || value === null) return value
    const known = this.#known.get(value) ?? new Proxy(value, this.#handlerAt(depth))
    this.#known.set(value, known)
    return known
  }

  /** Throws TooManyReads. */
  count(reads: number): void {
    this.#left -= reads
    if (this.#left < 0) throw new TooManyReads('too many reads')
  }

  /** A read at a greater depth costs more: its reader goes there level by level, and keeps the whole path. */
  #handlerAt(depth: number): ProxyHandler<object> {
    const cost = 1 + (depth >> 3)
    this.#handlers[depth] ??= {
      get: (target, key) => {
        this.count(cost)
        return this.read(Reflect.get(target, key), depth + 1)
      },
      getOwnPropertyDescriptor: (target, key) => {
        this.count(cost)
        return Reflect.getOwnPropertyDescriptor(target, key)
      },
      ownKeys: (target) => {
        const keys = Reflect.ownKeys(target)
        this.count(cost * keys.length)
        return keys
      },
    }
    return this.#handlers[depth]
  }
}
