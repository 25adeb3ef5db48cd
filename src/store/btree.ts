/**
 * The one place that knows sorted-btree: ordered trees whose clone costs the same whatever they hold.
 */
import BTreeModule from 'sorted-btree'
import type { RecordId } from './store.ts'

/** A tree by record id, ascending. */
export type Tree<Value> = InstanceType<typeof BTreeModule.default<RecordId, Value>>

// `<` compares numbers and bigints by their mathematical value, which the library's own comparator does not.
const byId = (a: RecordId, b: RecordId): number => (a < b ? -1 : a > b ? 1 : 0)

export const createTree = <Value>(entries?: [RecordId, Value][]): Tree<Value> =>
  new BTreeModule.default<RecordId, Value>(entries, byId, 32)
