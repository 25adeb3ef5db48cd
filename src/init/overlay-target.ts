/**
 * Where an overlay's action points: a JSONPath (RFC 9535) for an operation, or for a schema of the document.
 */
import type { Document } from '../contract/document/document.ts'
import { type Node, resolveReference } from '../contract/document/references.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { getOwn, getString } from '../contract/values/json-object.ts'
import { splitPointer } from '../contract/values/pointer.ts'

export const targetOfOperation = ({ document, node }: Operation): string | undefined => targetOf(document, node)

/** Of what a schema refers to, else of itself. */
export const targetOfSchema = (document: Document, { file, pointer, value }: Node): string | undefined => {
  const reference = getString(value, '$ref')
  if (reference === undefined) return targetOf(document, { file, pointer })
  const target = resolveReference(document.files, file, reference)
  return target && targetOf(document, target)
}

/** Undefined where it is in another file than the document: an overlay is laid over the document alone. */
const targetOf = (document: Document, { file, pointer }: Pick<Node, 'file' | 'pointer'>): string | undefined => {
  if (file !== document.path) return undefined
  let target = '$'
  let at: unknown = document.root.value
  for (const key of splitPointer(pointer)) {
    target += Array.isArray(at) ? `[${key}]` : writeName(key)
    at = Array.isArray(at) ? at[Number(key)] : getOwn(at, key)
    if (at === undefined) return undefined
  }
  return target
}

const writeName = (name: string): string => {
  if (/^[A-Za-z_]\w*$/.test(name)) return `.${name}`
  return `['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`
}
