/**
 * Standin's own keywords in a document and its overlay: where one stands, and what is wrong with it.
 */
import type { Document } from '../../contract/document/document.ts'
import { childNode, type Files, type Node } from '../../contract/document/references.ts'
import { findingAt, readSource } from '../../contract/document/source.ts'
import { walkSchema } from '../../contract/schema/walk-schema.ts'
import type { Finding } from '../../errors.ts'

/** Something that was asked for and cannot be had. */
export interface Problem {
  /** Where it was asked for. */
  readonly node: Node
  readonly message: string
}

/** The keyword's own node, in the schema or in what it refers to and is joined with; the first one met. */
export const findExtension = (files: Files, schema: Node, keyword: string): Node | undefined => {
  for (const { node } of walkSchema(files, schema)) {
    const found = childNode(node, keyword)
    if (found) return found
  }
  return undefined
}

/** What is said of a problem: at its place, or at the nearest that the file has where an overlay brought it. */
export const findingOf = async (document: Document, { node, message }: Problem): Promise<Finding> => {
  const source = node.file === document.path ? document.source : await readSource(node.file)
  return findingAt(source, node.pointer, 'behaviour-unknown', message)
}
