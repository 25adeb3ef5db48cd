/**
 * Composite keys: which properties of a record repeat the path parameters of an item, as row and col do for
 * /cells/{row}/{col}.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import { typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { plainName, wordsOf } from '../../contract/values/names.ts'
import type { KeyPart } from '../records/composite-key.ts'

/** The property named like each path parameter or its last word; undefined if one is missing or two are the same. */
export const findKeyParts = (
  document: Document,
  schema: Node,
  parameters: readonly string[],
): readonly KeyPart[] | undefined => {
  const parts = parameters.flatMap((parameter) => findKeyPart(document, schema, parameter) ?? [])
  const isWhole = new Set(parts.map(({ property }) => property)).size === parameters.length
  return isWhole ? parts : undefined
}

const findKeyPart = (document: Document, schema: Node, parameter: string): KeyPart | undefined => {
  const { properties } = viewObject(document.files, schema)
  const last = wordsOf(parameter).at(-1)
  for (const wanted of [plainName(parameter), ...(last === undefined || last === 'id' ? [] : [last])]) {
    const found = [...properties.values()].find(({ name }) => plainName(name) === wanted)
    const types = found && typesOf(document.files, found.node)
    if (found && types?.has('integer')) return { property: found.name, kind: 'integer' }
    if (found && types?.has('string')) return { property: found.name, kind: 'string' }
  }
  return undefined
}
