/**
 * The one place that knows sorted-btree: ordered trees whose clone costs the same whatever they hold.
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
  /** Undefined where it is empty. */
  minKey(): RecordId | undefined
  maxKey(): RecordId | undefined
  nextHigherKey(id: RecordId): RecordId | undefined
  /** Ascending from `low` on, until a visit says break. */
  forRange(
    low: RecordId,
    high: RecordId,
    includesHigh: boolean,
    visit: (id: RecordId, value: Value) => { readonly break: boolean } | undefined,
  ): number
  /** Shares what neither of both changes. */
  clone(): Tree<Value>
}

// `<` compares numbers and bigints by their mathematical value, which the library's own comparator does not.
const byId = (a: RecordId, b: RecordId): number => (a < b ? -1 : a > b ? 1 : 0)

export const createTree = <Value>(entries?: [RecordId, Value][]): Tree<Value> =>
  new BTreeModule.default<RecordId, Value>(entries, byId, 32)
