/**
 * Ordered trees with a clone in constant time, and the keys of index entries: equal values have equal keys, whatever the
 * order of their properties; different values differ. The only file that uses sorted-btree.
 */
import BTreeModule from 'sorted-btree'
import diffModule from 'sorted-btree/extended/diffAgainst.js'
import { isJsonArray } from '../contract/values/json-object.ts'
import type { Json, JsonObject } from '../ports.ts'
import type { RecordId, StoredRecord } from './store.ts'

/** A tree by record id or position, ascending. */
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
const byId = (a: RecordId, b: RecordId): number => (a < b ? -1 : a > b ? 1 : byKind(a, b))

/** Of equal ids, or of an integer and a string that is not a number. Integers come first. */
const byKind = (a: RecordId, b: RecordId): number => Number(typeof a === 'string') - Number(typeof b === 'string')

export const createTree = <Value>(entries?: [RecordId, Value][]): Tree<Value> =>
  new BTreeModule.default<RecordId, Value>(entries, byId, 32)

/** The entries in which the second tree differs from the first; undefined: it has no such key. Shared nodes are skipped. */
export const compareTrees = <Value>(
  from: Tree<Value>,
  to: Tree<Value>,
): readonly (readonly [RecordId, Value | undefined])[] => {
  const differences: [RecordId, Value | undefined][] = []
  diffModule.default(
    from as BTreeModule.default<RecordId, Value>,
    to as BTreeModule.default<RecordId, Value>,
    (id) => void differences.push([id, undefined]),
    (id, value) => void differences.push([id, value]),
    (id, _, value) => void differences.push([id, value]),
  )
  return differences
}

/** The records with one value. */
export interface IndexEntry {
  readonly tree: Tree<StoredRecord>
  /** The owner may write to the tree; others clone it first. */
  readonly owner: object
}

/** By the key of a value. */
export type Index = Tree<IndexEntry>

/** The key of a record's property; a missing property has its own key. */
export const indexKeyOf = (record: JsonObject, property: string): string =>
  indexKey(Object.hasOwn(record, property) ? record[property] : undefined)

/** The key of a property within a scope; never equal to the key of a value alone. */
export const scopedKeyOf = (record: JsonObject, property: string, scope: string | undefined): string =>
  `@${JSON.stringify([scope ?? null, indexKeyOf(record, property)])}`

/** Starts with the type, so that 1 and "1" differ. */
export const indexKey = (value: Json | undefined): string => {
  if (typeof value === 'string') return `s${value}`
  if (typeof value === 'bigint') return `number ${value}`
  if (typeof value !== 'object' || value === null) return `${typeof value} ${value}`
  return isJsonArray(value) ? `[${value.map(quoteKey)}]` : `{${keysOfObject(value)}}`
}

const quoteKey = (value: Json): string => JSON.stringify(indexKey(value))

const keysOfObject = (value: JsonObject): string =>
  Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}:${quoteKey(item)}`)
    .sort()
    .join()
