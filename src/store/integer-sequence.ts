/**
 * The integer id that comes next: above the highest there is, and once the range is used up the smallest that is free.
 */
import type { IntegerIds, RecordId } from './store.ts'

export interface IntegerSequence {
  /** Undefined where every id of the range is in use. */
  readonly next: (range: IntegerIds, isTaken: (id: RecordId) => boolean) => RecordId | undefined
  /** Tells it of an id that is now in use. */
  readonly meet: (id: RecordId) => void
  /** The same place in the sequence, from then on independent. */
  /** The highest id met so far. */
  readonly last: () => number | bigint
  readonly clone: () => IntegerSequence
}

/** As far as ids go where nothing else bounds them: the highest int64. */
const highest = 2n ** 63n - 1n

export const createIntegerSequence = (
  highestMet: number | bigint = 0,
  firstFree?: number | bigint,
): IntegerSequence => {
  let last = highestMet
  let free = firstFree
  return {
    next: ({ minimum = 1, maximum = highest }, isTaken) => {
      const above = successorOf(last)
      if (above < minimum) return minimum <= maximum ? minimum : undefined
      if (above <= maximum) return above
      if (free === undefined || free < minimum) free = minimum
      // The place is kept: each id is looked at once, however many inserts come.
      while (free <= maximum && isTaken(free)) free = successorOf(free)
      return free <= maximum ? free : undefined
    },
    meet: (id) => {
      if (typeof id !== 'string' && id > last) last = id
    },
    last: () => last,
    clone: () => createIntegerSequence(last, free),
  }
}

/** One more: a number where that is exact, else a bigint. */
const successorOf = (id: number | bigint): number | bigint => {
  if (typeof id === 'number' && id < Number.MAX_SAFE_INTEGER) return Math.floor(id) + 1
  const next = BigInt(id) + 1n
  return Number.isSafeInteger(Number(next)) ? Number(next) : next
}
