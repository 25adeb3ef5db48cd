/**
 * Keys of index entries: equal values have equal keys, whatever the order of their properties; different values differ.
 */
import { isJsonArray } from '../contract/values/json-object.ts'
import type { Json, JsonObject } from '../ports.ts'

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
