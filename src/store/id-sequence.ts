/**
 * Where the generated ids of a resource continue.
 */
import { successorOf } from '../contract/values/json-text.ts'
import type { GivenId, IdSource, IntegerIds, RecordId, SeriesIds } from './store.ts'

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

/** The ids that are in use. */
export interface TakenIds {
  readonly has: (id: RecordId) => boolean
  /** Undefined also for an id that is only reserved. */
  readonly get: (id: RecordId) => { readonly scope?: string | undefined } | undefined
}

/** The records that exist. */
interface Taken extends TakenIds {
  readonly size: number
}

/** Chooses an id that is not in use; undefined if all ids are in use. An integer counts as used when its record is stored. */
export const takeId = (ids: IdSource, sequence: Sequence, taken: Taken): TakenId => {
  switch (ids.kind) {
    case 'integer':
      return takeInteger(ids, sequence, taken)
    case 'series':
      return takeFromSeries(ids, sequence, taken)
    case 'given':
      return { id: takeGiven(ids, taken), sequence }
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
  { minimum = 1, maximum = highestInteger, alternate }: IntegerIds,
  sequence: Sequence,
  taken: Taken,
): TakenId => {
  const findFree = (from: number | bigint): number | bigint | undefined => {
    let id = from
    while (id <= maximum && (taken.has(id) || (alternate && taken.has(alternate(id))))) id = successorOf(id)
    return id <= maximum ? id : undefined
  }
  const above = successorOf(sequence.last)
  const next = findFree(above < minimum ? minimum : above)
  if (next !== undefined) return { id: next, sequence }
  let { free = minimum } = sequence
  if (free < minimum) free = minimum
  while (free <= maximum && taken.has(free)) free = successorOf(free)
  // Stored, so that each id is checked only once over all inserts.
  return { id: findFree(free), sequence: { ...sequence, free } }
}

/** Undefined if the id is in use. One that a record without a scope has is in use in each scope. */
export const takeGiven = ({ id, within }: GivenId, taken: TakenIds): RecordId | undefined => {
  if (!within) return taken.has(id) ? undefined : id
  if (taken.has(within.id)) return undefined
  if (!taken.has(id)) return id
  const { scope } = taken.get(id) ?? {}
  return scope === undefined || scope === within.scope ? undefined : within.id
}

/** How many generated ids may be in use, in addition to the number of records: a generator may repeat itself. */
const extraTries = 1_000

const takeFromSeries = ({ make, alternate, tries }: SeriesIds, sequence: Sequence, taken: Taken): TakenId => {
  let serial = tries === undefined ? sequence.serial : Math.max(sequence.serial, taken.size)
  for (let left = tries ?? taken.size + extraTries; left > 0; left--) {
    const id = make(++serial)
    if (id !== undefined && !taken.has(id) && !(alternate && taken.has(alternate(id))))
      return { id, sequence: { ...sequence, serial } }
  }
  return { id: undefined, sequence: { ...sequence, serial } }
}
