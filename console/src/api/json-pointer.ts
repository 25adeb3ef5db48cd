/**
 * Reads a JSON value at a JSON pointer (RFC 6901).
 */
import type { JsonObject, JsonValue } from './json.ts'

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isArray = (value: unknown): value is readonly JsonValue[] => Array.isArray(value)

/** Names such as `__proto__` are ordinary names. */
export const getOwn = (value: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined

export const appendPointer = (pointer: string, name: string | number): string =>
  `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

const unescapeSegment = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')

export const splitPointer = (pointer: string): readonly string[] => pointer.split('/').slice(1).map(unescapeSegment)

export const followPointer = (value: JsonValue | undefined, pointer: string): JsonValue | undefined => {
  let current = value
  for (const name of splitPointer(pointer)) {
    if (isArray(current)) current = /^\d{1,9}$/.test(name) ? current[Number(name)] : undefined
    else current = isObject(current) ? getOwn(current, name) : undefined
  }
  return current
}

/** What a reference within a document leads to: a percent-encoded pointer after `#` (RFC 6901, section 6). */
export const followReference = (root: unknown, reference: string): unknown =>
  reference.startsWith('#')
    ? reference
        .split('/')
        .slice(1)
        .map((segment) => unescapeSegment(decode(segment)))
        .reduce<unknown>((value, name) => (isObject(value) ? getOwn(value, name) : undefined), root)
    : undefined

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
