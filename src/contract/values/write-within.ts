/**
 * Replaces the strings of a value, also further down.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray, isJsonObject } from './json-object.ts'

/** The same value if none of them changes. */
export const writeWithin = (value: Json, write: (text: string) => string): Json => {
  if (typeof value === 'string') return write(value)
  if (isJsonArray(value)) {
    const items = value.map((item) => writeWithin(item, write))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isJsonObject(value)) return value
  const changed = Object.keys(value).flatMap((name): readonly (readonly [string, Json])[] => {
    const held = value[name] ?? null
    const written = writeWithin(held, write)
    return written === held ? [] : [[name, written]]
  })
  return changed.length > 0 ? { ...value, ...Object.fromEntries(changed) } : value
}
