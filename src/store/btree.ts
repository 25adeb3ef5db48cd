/**
 * Ordered trees with a clone in constant time. The only file that uses sorted-btree.
 */
import BTreeModule from 'sorted-btree'
import type { RecordId } from './store.ts'

/** A tree by record id, ascending. */
export interface Tree<Value> {
  readonly size: number
  has(id: RecordId): boolean
  get(id: RecordId): Value | undefined
  set(id: RecordId, value: Value): boolean
  delete(id: RecordId): boolean
  /** Ascending. */
  values(): IterableIterator<Value>
  /** Undefined if the tree is empty. */
  minKey(): RecordId | undefined
  maxKey(): RecordId | undefined
  nextHigherKey(id: RecordId): RecordId | undefined
  /** Ascending from `low`, until a visit returns break. */
  forRange(
    low: RecordId,
    high: RecordId,
    includesHigh: boolean,
    visit: (id: RecordId, value: Value) => { readonly break: boolean } | undefined,
  ): number
  /** Copy on write: both share unchanged nodes. */
  clone(): Tree<Value>
}

// `<` compares numbers and bigints by their mathematical value, which the library's own comparator does not.
const byId = (a: RecordId, b: RecordId): number => (a < b ? -1 : a > b ? 1 : 0)

export const createTree = <Value>(entries?: [RecordId, Value][]): Tree<Value> =>
  new BTreeModule.default<RecordId, Value>(entries, byId, 32)
