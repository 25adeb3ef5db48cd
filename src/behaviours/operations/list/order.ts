/**
 * The order of a sorted list, and the place of a record in it. Records with equal values are in order of position.
 */
import { getOwn, isJsonArray } from '../../../contract/values/json-object.ts'
import { plainName } from '../../../contract/values/names.ts'
import type { Json } from '../../../ports.ts'
import { positionOf } from '../../../store/position.ts'
import type { Position, StoredRecord } from '../../../store/store.ts'
import type { SortKey } from './page-request.ts'

/** The properties to sort by, under their names in the record. */
export type Order = readonly SortKey[]

export interface Sortable {
  /** The properties of a record by their plain names. */
  readonly names: ReadonlyMap<string, string>
  /** The plain names of write-only properties: the order, and a cursor even more so, would show their values. */
  readonly secrets: ReadonlySet<string>
}

export const orderOf = (sort: readonly SortKey[], { names, secrets }: Sortable): Order =>
  sort.flatMap(({ name, descending }) => {
    const plain = plainName(name)
    return secrets.has(plain) ? [] : [{ name: names.get(plain) ?? name, descending }]
  })

export const sortRecords = (order: Order, records: readonly StoredRecord[]): readonly StoredRecord[] =>
  records
    .map((record) => ({ record, values: order.map(({ name }) => toScalar(getOwn(record.value, name))) }))
    .sort((a, b) => compareValues(order, a.values, b.values))
    .map(({ record }) => record)

/** A value that is sorted by: a string, a number, a boolean, or null, which is the same as no value. */
type Scalar = string | number | bigint | boolean | null

/**
 * Arrays are compared as strings, and objects are all equal. `<` would call the functions of an object, and a record may have
 * properties with their names.
 */
const toScalar = (value: Json | undefined): Scalar => {
  if (typeof value !== 'object') return value ?? null
  if (!isJsonArray(value)) return value === null ? null : ''
  return value.map((item) => (typeof item === 'object' ? '' : String(item))).join(',')
}

const compareValues = (order: Order, some: readonly Scalar[], others: readonly Scalar[]): number => {
  for (const [index, value] of some.entries()) {
    const difference = compare(value, others[index] ?? null, order[index]?.descending ?? false)
    if (difference !== 0) return difference
  }
  return 0
}

/** Missing values come last, in either direction. */
const compare = (one: Scalar, other: Scalar, descending: boolean): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const order = one < other ? -1 : one > other ? 1 : 0
  return descending ? -order : order
}

/** Most values of a cursor, and characters of each, so that its length is limited. */
const limits = { values: 4, length: 50 }

/** The values that a cursor has of a record: of many only the first, of long strings the beginning. */
export const sortValuesOf = (order: Order, { value }: StoredRecord): readonly Scalar[] =>
  order.slice(0, limits.values).map(({ name }) => {
    const own = toScalar(getOwn(value, name))
    return typeof own === 'string' ? own.slice(0, limits.length) : own
  })

/** The values of a cursor that was sent; undefined if no page has such a cursor. */
export const readSortValues = (values: readonly Json[]): readonly Scalar[] | undefined => {
  const scalars = values.flatMap((value) => (typeof value === 'object' && value !== null ? [] : [value]))
  return scalars.length === values.length ? scalars : undefined
}

/** The record that a cursor names. */
export interface Cursor {
  readonly position: Position
  /** What it is sorted by. Undefined if the cursor is not from a page in this order. */
  readonly values: readonly Scalar[] | undefined
}

/**
 * The index of the first record after a place, or at it if `includesOwn`. Undefined if that cannot be known: the record was
 * deleted, and the cursor has no values.
 */
export const findInOrder = (
  order: Order,
  records: readonly StoredRecord[],
  { position, values }: Cursor,
  includesOwn: boolean,
): number | undefined => {
  const index = records.findIndex((record) => positionOf(record) === position)
  const own = records[index]
  const isThere = own && (!values || sortValuesOf(order, own).every((value, at) => value === values[at]))
  if (isThere) return includesOwn ? index : index + 1
  if (!values) return undefined
  const next = records.findIndex((record) => isAfter(order, record, position, values))
  return next === -1 ? records.length : next
}

const isAfter = (order: Order, record: StoredRecord, position: Position, values: readonly Scalar[]): boolean => {
  const difference = compareValues(order, sortValuesOf(order, record), values)
  return difference === 0 ? positionOf(record) > position : difference > 0
}
