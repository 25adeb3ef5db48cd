/**
 * Reads and changes a JSON value at a JSON pointer (RFC 6901). Values are never changed in place.
 */
import type { JsonObject, JsonValue } from '../../../api/json.ts'

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isArray = (value: unknown): value is readonly JsonValue[] => Array.isArray(value)

/** Names such as `__proto__` are ordinary names. */
export const getOwn = (value: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined

export const appendPointer = (pointer: string, name: string | number): string =>
  `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

export const splitPointer = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

export const followPointer = (value: JsonValue | undefined, pointer: string): JsonValue | undefined => {
  let current = value
  for (const name of splitPointer(pointer)) {
    if (isArray(current)) current = /^\d{1,9}$/.test(name) ? current[Number(name)] : undefined
    else current = isObject(current) ? getOwn(current, name) : undefined
  }
  return current
}

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
