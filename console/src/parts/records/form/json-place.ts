/**
 * Changes a JSON value in a property or an item. Values are never changed in place.
 */
import type { JsonObject, JsonValue } from '../../../api/json.ts'

/** Keeps the order of the properties; a new one is added at the end. Undefined removes the property. */
export const setProperty = (object: JsonObject, name: string, value: JsonValue | undefined): JsonObject => {
  const entries = Object.entries(object)
  if (value === undefined) return Object.fromEntries(entries.filter(([key]) => key !== name))
  if (!Object.hasOwn(object, name)) return Object.fromEntries([...entries, [name, value]])
  return Object.fromEntries(entries.map(([key, held]) => [key, key === name ? value : held]))
}

export const setItem = (items: readonly JsonValue[], index: number, value: JsonValue): readonly JsonValue[] =>
  items.map((held, at) => (at === index ? value : held))

export const moveItem = (items: readonly JsonValue[], from: number, to: number): readonly JsonValue[] => {
  const rest = items.filter((_, index) => index !== from)
  const item = items[from]
  return item === undefined ? items : [...rest.slice(0, to), item, ...rest.slice(to)]
}
