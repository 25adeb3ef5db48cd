/**
 * Replaces parts of a value. What is not changed is not copied.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray, isJsonObject } from './json-object.ts'

/** Replaces the items of an array or the properties of an object. The same value if none of them changes, or if it has none. */
export const mapParts = (value: Json, map: (part: Json, key: string) => Json): Json => {
  if (isJsonArray(value)) {
    const items = value.map((item, index) => map(item, String(index)))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isJsonObject(value)) return value
  const changed = Object.keys(value).flatMap((key): readonly (readonly [string, Json])[] => {
    const held = value[key] ?? null
    const mapped = map(held, key)
    return mapped === held ? [] : [[key, mapped]]
  })
  return changed.length > 0 ? { ...value, ...Object.fromEntries(changed) } : value
}

/** Replaces the strings of a value, also further down. */
export const writeWithin = (value: Json, write: (text: string) => string): Json =>
  typeof value === 'string' ? write(value) : mapParts(value, (part) => writeWithin(part, write))
