/**
 * Which records a query matches, and in which order.
 */
import type { Resource } from '../../behaviours/records/resource.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { followPointer } from '../../contract/values/pointer.ts'
import type { Json } from '../../ports.ts'
import type { RecordId, StoredRecord } from '../../store/store.ts'

/** Conditions on records, and their order. All parts are optional. */
export interface RecordSearch {
  /** A property or a JSON pointer; `-` in front: descending. */
  readonly sort?: string | undefined
  /** Text in any scalar, in upper or lower case. */
  readonly q?: string | undefined
  /** The value of a property or pointer, as text. */
  readonly where?: Readonly<Record<string, string>> | undefined
}

/** Whether a record matches. */
export type RecordTest = (record: StoredRecord) => boolean

export const createRecordTest = ({ q, where = {} }: RecordSearch): RecordTest => {
  const conditions = Object.entries(where)
  const text = q?.toLowerCase()
  // The text of a scalar is in the JSON of its record: most records need no closer look.
  const inJson = text === undefined ? '' : JSON.stringify(text).slice(1, -1)
  return ({ value, json }) =>
    conditions.every(([place, wanted]) => hasValue(valueAt(value, place), wanted)) &&
    (text === undefined || (json.toLowerCase().includes(inJson) && contains(value, text)))
}

/** A property by its name, or any value by its JSON pointer. */
export const valueAt = (value: Json, place: string): Json | undefined =>
  place.startsWith('/') ? followPointer(value, place) : getOwn(value, place)

/** A list has a value if one of its items is that value. */
const hasValue = (value: Json | undefined, wanted: string): boolean => {
  if (isJsonArray(value)) return value.some((item) => isScalar(item) && textOf(item) === wanted)
  return value !== undefined && isScalar(value) && textOf(value) === wanted
}

const contains = (value: Json, text: string): boolean => {
  const waiting: Json[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isJsonArray(next)) for (const item of next) waiting.push(item)
    else if (isJsonObject(next)) for (const item of Object.values(next)) waiting.push(item)
    else if (textOf(next).toLowerCase().includes(text)) return true
  }
  return false
}

const isScalar = (value: Json): boolean => !isJsonArray(value) && !isJsonObject(value)

const textOf = (value: Json): string => (typeof value === 'string' ? value : stringifyJson(value))

/** What a record is sorted by. */
export interface SortKey {
  readonly id: RecordId
  /** 0: numbers, 1: text, 2: booleans, 3: anything else, which is last in both directions. */
  readonly rank: number
  readonly key: number | bigint | string
}

export const readSort = (sort: string): { readonly place: string; readonly isDescending: boolean } =>
  sort.startsWith('-') ? { place: sort.slice(1), isDescending: true } : { place: sort, isDescending: false }

/** `place` undefined: in the order of lists. */
export const sortKeyOf = (
  { idProperty }: Pick<Resource, 'idProperty'>,
  { id, value }: StoredRecord,
  place: string | undefined,
): SortKey => {
  if (place === undefined) return { id, rank: 3, key: 0 }
  const found = place === idProperty ? id : valueAt(value, place)
  switch (typeof found) {
    case 'number':
    case 'bigint':
      return { id, rank: 0, key: found }
    case 'string':
      return { id, rank: 1, key: found.toLowerCase() }
    case 'boolean':
      return { id, rank: 2, key: Number(found) }
    default:
      return { id, rank: 3, key: 0 }
  }
}

/** Equal keys keep the order of lists. */
export const compareKeys =
  (isDescending: boolean) =>
  (one: SortKey, other: SortKey): number => {
    if (one.rank === 3 || other.rank === 3 || one.rank !== other.rank) return one.rank - other.rank
    const order = one.key < other.key ? -1 : one.key > other.key ? 1 : 0
    return isDescending ? -order : order
  }
