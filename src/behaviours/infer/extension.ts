/**
 * Standin's own keywords in a document and its overlay: where they are, and problems with their values.
 */
import type { Document } from '../../contract/document/document.ts'
import { childNode, type Files, type Node } from '../../contract/document/references.ts'
import { findingAt } from '../../contract/document/source.ts'
import { walkSchema } from '../../contract/schema/walk-schema.ts'
import type { Finding } from '../../errors.ts'

/** A keyword whose value is invalid or has no effect. */
export interface Problem {
  readonly node: Node
  readonly message: string
}

/** The first node of the keyword in the schema, the schemas that it refers to and those in allOf. */
export const findExtension = (files: Files, schema: Node, keyword: string): Node | undefined => {
  for (const { node } of walkSchema(files, schema)) {
    const found = childNode(node, keyword)
    if (found) return found
  }
  return undefined
}

/** At the place of the problem; for a node that comes from an overlay, at the nearest place in the document. */
export const findingOf = async (document: Document, { node, message }: Problem): Promise<Finding> => {
  const source = document.sources.get(node.file) ?? document.source
  return findingAt(source, node.pointer, 'behaviour-unknown', message)
}
