/**
 * Chooses the next integer id: one more than the highest id so far, or the lowest free one when the range is used up.
 */
import type { IntegerIds, RecordId } from './store.ts'

export interface IntegerSequence {
  /** Undefined if every id of the range is in use. */
  readonly next: (range: IntegerIds, isTaken: (id: RecordId) => boolean) => RecordId | undefined
  /** Must be called with each id that is in use. */
  readonly observe: (id: RecordId) => void
  /** The highest id observed so far. */
  readonly last: () => number | bigint
  /** A copy that is independent from now on. */
  readonly clone: () => IntegerSequence
}

/** The default maximum: the highest int64. */
const highest = 2n ** 63n - 1n

export const createIntegerSequence = (
  highestSeen: number | bigint = 0,
  firstFree?: number | bigint,
): IntegerSequence => {
  let last = highestSeen
  let free = firstFree
  return {
    next: ({ minimum = 1, maximum = highest }, isTaken) => {
      const above = successorOf(last)
      if (above < minimum) return minimum <= maximum ? minimum : undefined
      if (above <= maximum) return above
      if (free === undefined || free < minimum) free = minimum
      // `free` is stored, so that each id is checked only once over all inserts.
      while (free <= maximum && isTaken(free)) free = successorOf(free)
      return free <= maximum ? free : undefined
    },
    observe: (id) => {
      if (typeof id !== 'string' && id > last) last = id
    },
    last: () => last,
    clone: () => createIntegerSequence(last, free),
  }
}

/** The next integer: a number if that is exact, otherwise a bigint. */
const successorOf = (id: number | bigint): number | bigint => {
  if (typeof id === 'number' && id < Number.MAX_SAFE_INTEGER) return Math.floor(id) + 1
  const next = BigInt(id) + 1n
  return Number.isSafeInteger(Number(next)) ? Number(next) : next
}
