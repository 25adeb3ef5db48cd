/**
 * Guards and access for JSON values: data parsed from a file or a request, whose type is not known yet. What these
 * functions narrow to is JSON all the way down, because nothing else comes out of a JSON or YAML parser.
 */
import type { Json, JsonObject } from '../../ports.ts'

/** A JSON object: not null, not an array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON array. Narrows readonly arrays too, which `Array.isArray` does not. */
export const isJsonArray = (value: unknown): value is readonly Json[] => Array.isArray(value)

/** An own property of a JSON object, or undefined. `__proto__` and `constructor` are ordinary names here. */
export const getOwn = (value: unknown, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** What names lead to, one inside the other; the value itself without names. */
export const getPath = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(getOwn, value)

/** Sets an own property of any name. Assigning `__proto__` would set the prototype. */
export const setOwn = (target: Record<string, Json>, name: string, value: Json): void => {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  else target[name] = value
}

/**
 * A copy with a property set. Not written with a spread: V8 gives each such copy a hidden class of its own when it is frozen or
 * gets a new property, which takes microseconds and memory for each record.
 */
export const withOwn = (value: JsonObject, name: string, held: Json): JsonObject => {
  const copy: Record<string, Json> = {}
  for (const key in value) {
    const item = value[key]
    if (item !== undefined) setOwn(copy, key, item)
  }
  setOwn(copy, name, held)
  return copy
}

/** An own property if it is a string. */
export const getString = (value: unknown, name: string): string | undefined => {
  const found = getOwn(value, name)
  return typeof found === 'string' ? found : undefined
}

/** The own entries of a JSON object; empty for anything else. */
export const entriesOf = (value: unknown): readonly (readonly [string, Json])[] =>
  isJsonObject(value) ? Object.entries(value) : []

/** The items of an array; empty for anything else. */
export const itemsOf = (value: unknown): readonly Json[] => (isJsonArray(value) ? value : [])
