/**
 * Writes the targets of references in their place. Not all clients of the protocol resolve `$ref` in the schema of a tool.
 */
import { getString, isJsonArray, isJsonObject } from '../contract/values/json-object.ts'
import { followPointer } from '../contract/values/pointer.ts'
import type { Json } from '../ports.ts'

/** Deeper values are left out; the control API has no recursive schemas of arguments. */
const maxDepth = 16

/** References are `#/…`, into the root. One without a target is an empty object. */
export const inlineReferences = (root: Json, value: Json, depth = 0): Json => {
  if (depth > maxDepth) return {}
  if (isJsonArray(value)) return value.map((item) => inlineReferences(root, item, depth + 1))
  if (!isJsonObject(value)) return value
  const reference = getString(value, '$ref')
  if (reference !== undefined) return inlineReferences(root, followReference(root, reference) ?? {}, depth + 1)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inlineReferences(root, item, depth + 1)]))
}

/** The value that a reference within a document names. */
export const followReference = (root: Json, reference: string): Json | undefined => {
  if (!reference.startsWith('#')) return undefined
  const pointer = reference.slice(1)
  try {
    return followPointer(root, pointer.split('/').map(decodeURIComponent).join('/'))
  } catch {
    // An invalid escape.
    return followPointer(root, pointer)
  }
}
