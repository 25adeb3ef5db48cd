/**
 * The target of an overlay action: the JSONPath (RFC 9535) of an operation or a schema in its document.
 */
import type { Document } from '../contract/document/document.ts'
import { type Node, resolveReference } from '../contract/document/references.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { getOwn, getString } from '../contract/values/json-object.ts'
import { splitPointer } from '../contract/values/pointer.ts'

export const targetOfOperation = ({ document, node }: Operation): string | undefined => targetOf(document, node)

/** If the schema is a reference, the target is the referenced schema. */
export const targetOfSchema = (document: Document, { file, pointer, value }: Node): string | undefined => {
  const reference = getString(value, '$ref')
  if (reference === undefined) return targetOf(document, { file, pointer })
  const target = resolveReference(document.files, file, reference)
  return target && targetOf(document, target)
}

/** Undefined for a node in another file, because an overlay changes only the document itself. */
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
