/**
 * JSON pointers (RFC 6901) into documents, bodies and fixtures.
 */
import type { Json } from '../../ports.ts'
import { getOwn, isJsonArray } from './json-object.ts'

/** Appends one key to a pointer. */
export const appendPointer = (pointer: string, key: string | number): string => `${pointer}/${escapeKey(key)}`

const escapeKey = (key: string | number): string | number =>
  typeof key === 'string' && (key.includes('/') || key.includes('~'))
    ? key.replaceAll('~', '~0').replaceAll('/', '~1')
    : key

/** The keys of a pointer, unescaped; the empty pointer has no keys. */
export const splitPointer = (pointer: string): readonly string[] =>
  pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((key) => (key.includes('~') ? key.replaceAll('~1', '/').replaceAll('~0', '~') : key))

/** The value at a pointer, through own properties only; undefined if it cannot be resolved. */
export const followPointer = (root: Json | undefined, pointer: string): Json | undefined =>
  splitPointer(pointer).reduce<Json | undefined>(
    (value, key) => (isJsonArray(value) ? itemAt(value, key) : getOwn(value, key)),
    root,
  )

const itemAt = (items: readonly Json[], key: string): Json | undefined =>
  /^(0|[1-9]\d*)$/.test(key) ? items[Number(key)] : undefined

/** Formats a pointer for messages: `/tags/0/name` in `body` is `body.tags[0].name`. */
export const formatPlace = (start: string, pointer: string): string => {
  if (pointer === '') return start
  // The common case, without splitting.
  if (/^\/[A-Za-z_$][\w$]*$/.test(pointer)) return `${start}.${pointer.slice(1)}`
  return splitPointer(pointer).reduce(appendName, start)
}

/** Appends a name to a formatted place: an index or a name with special characters in brackets, others after a dot. */
export const appendName = (place: string, name: string): string => {
  if (/^\d+$/.test(name)) return `${place}[${name}]`
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `${place}.${name}` : `${place}[${JSON.stringify(name)}]`
}

/** The steps of a location: `body.tags[0]["a b"]` has the steps body, tags, 0 and a b. */
export const splitPlace = (at: string): readonly string[] =>
  (at.match(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]|[^.[\]]+/g) ?? []).map((step) =>
    step.startsWith('["') ? String(JSON.parse(step.slice(1, -1))) : step.replace(/^\[|\]$/g, ''),
  )

/** A location as a JSON pointer into what it starts with: `body.tags[0]` is `/tags/0`. */
export const pointerOfPlace = (at: string): string => splitPlace(at).slice(1).reduce<string>(appendPointer, '')
