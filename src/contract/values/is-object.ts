/**
 * Type guards and safe accessors for values of unknown shape, from a file or a client.
 */
import type { Json, JsonObject } from '../../ports.ts'

/** Whether a value is a JSON object: not null, not an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same, for a value that is known to be JSON. */
export const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)

/** An own property of a JSON object, or undefined. Safe for names such as `__proto__` and `constructor`. */
export const getOwn = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** An own property if it is a string. */
export const getString = (value: unknown, name: string): string | undefined => {
  const found = getOwn(value, name)
  return typeof found === 'string' ? found : undefined
}

/** The own entries of a JSON object; empty for any other value. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : []

/** The items of an array; empty for any other value. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
