/**
 * Replaces the strings of a value, also further down.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray, isJsonObject } from './json-object.ts'

export const writeWithin = (value: Json, write: (text: string) => string): Json => {
  if (typeof value === 'string') return write(value)
  if (isJsonArray(value)) return value.map((item) => writeWithin(item, write))
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, held]) => [name, writeWithin(held, write)]))
    : value
}
