/**
 * Where the generated ids of a resource continue.
 */
import { successorOf } from '../contract/values/json-text.ts'
import type { IdSource, IntegerIds, RecordId, SeriesIds } from './store.ts'

/** Plain data, so that logs can store it. */
export interface Sequence {
  /** The highest integer id that there ever was. */
  readonly last: number | bigint
  /** Where to look for a free integer id when the highest is used: all below are in use. */
  readonly free?: number | bigint | undefined
  /** How many ids of a series were taken. */
  readonly serial: number
}

export const firstSequence: Sequence = { last: 0, free: undefined, serial: 0 }

export const isSameSequence = (a: Sequence, b: Sequence): boolean =>
  a === b || (a.last === b.last && a.free === b.free && a.serial === b.serial)

export interface TakenId {
  readonly id: RecordId | undefined
  readonly sequence: Sequence
}

/** The records that exist. */
interface Taken {
  readonly size: number
  readonly has: (id: RecordId) => boolean
}

/** Chooses an id that is not in use; undefined if all ids are in use. An integer counts as used when its record is stored. */
export const takeId = (ids: IdSource, sequence: Sequence, taken: Taken): TakenId => {
  switch (ids.kind) {
    case 'integer':
      return takeInteger(ids, sequence, taken)
    case 'series':
      return takeFromSeries(ids, sequence, taken)
    case 'given':
      return { id: taken.has(ids.id) ? undefined : ids.id, sequence }
  }
}

/** The sequence after a record with this id was stored. */
export const countId = (id: RecordId, sequence: Sequence): Sequence =>
  // Written out: copying with a spread costs a create about a microsecond.
  typeof id !== 'string' && id > sequence.last ? { last: id, free: sequence.free, serial: sequence.serial } : sequence

/** The default maximum of integer ids: the highest int64. */
const highestInteger = 2n ** 63n - 1n

/** One more than the highest id so far, or the lowest free one when the range is used up. */
const takeInteger = (
  { minimum = 1, maximum = highestInteger }: IntegerIds,
  sequence: Sequence,
  taken: Taken,
): TakenId => {
  const above = successorOf(sequence.last)
  if (above < minimum) return { id: minimum <= maximum ? minimum : undefined, sequence }
  if (above <= maximum) return { id: above, sequence }
  let { free = minimum } = sequence
  if (free < minimum) free = minimum
  while (free <= maximum && taken.has(free)) free = successorOf(free)
  // Stored, so that each id is checked only once over all inserts.
  return { id: free <= maximum ? free : undefined, sequence: { ...sequence, free } }
}

/** How many generated ids may be in use, in addition to the number of records: a generator may repeat itself. */
const extraTries = 1_000

const takeFromSeries = ({ make, alternate }: SeriesIds, sequence: Sequence, taken: Taken): TakenId => {
  let { serial } = sequence
  for (let tries = taken.size + extraTries; tries > 0; tries--) {
    const id = make(++serial)
    if (!taken.has(id) && !(alternate && taken.has(alternate(serial)))) return { id, sequence: { ...sequence, serial } }
  }
  return { id: undefined, sequence: { ...sequence, serial } }
}
