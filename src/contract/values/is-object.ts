/**
 * Shape tests for values that came from a file or a client.
 */
import type { Json, JsonObject } from '../../ports.ts'

/** A JSON object: not null, not an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As isObject, for a value that is known to be JSON. */
export const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)

/** An own property of a JSON object, or undefined; `__proto__` and `constructor` are names like any other. */
export const getOwn = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** An own property where it is a string. */
export const getString = (value: unknown, name: string): string | undefined => {
  const found = getOwn(value, name)
  return typeof found === 'string' ? found : undefined
}

/** The own entries of a JSON object; none where it is something else. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : []

/** The items of an array; none where it is something else. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
