/**
 * The position of a record in lists: its id if that is an integer, else a number that grows with each new record, so that
 * records with arbitrary ids are listed in the order in which they were created.
 */
import type { Position, StoredRecord } from './store.ts'

/** Of a stored record. One whose id is a string always has an order. */
export const positionOf = ({ id, order }: Pick<StoredRecord, 'id' | 'order'>): Position =>
  order ?? (typeof id === 'string' ? 0 : id)

/** A changed record stays where it is. */
export const keepOrder = (changed: StoredRecord, { order }: StoredRecord): StoredRecord =>
  order === undefined || changed.order === order ? changed : { ...changed, order }
