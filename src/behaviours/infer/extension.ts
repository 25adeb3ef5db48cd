/**
 * Standin's own keywords in a document and its overlay: where one stands, and what is wrong with it.
 */
import type { Document } from '../../contract/document/document.ts'
import { childNode, childNodes, dereference, type Files, type Node } from '../../contract/document/references.ts'
import { findingAt, readSource } from '../../contract/document/source.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import type { Finding } from '../../errors.ts'

/** Something that was asked for and cannot be had. */
export interface Problem {
  /** Where it was asked for. */
  readonly node: Node
  readonly message: string
}

/** The keyword's own node, in the schema or in what it refers to and is joined with; the first one met. */
export const findExtension = (files: Files, schema: Node, keyword: string): Node | undefined => {
  const seen = new Set<string>()
  const search = (node: Node): Node | undefined => {
    const address = `${node.file}#${node.pointer}`
    if (seen.has(address)) return undefined
    seen.add(address)
    const found = childNode(node, keyword)
    if (found) return found
    const target = getOwn(node.value, '$ref') === undefined ? undefined : dereference(files, node)
    const joined = childNodes(childNode(node, 'allOf')).map(([, part]) => part)
    for (const next of target ? [target, ...joined] : joined) {
      const inner = search(next)
      if (inner) return inner
    }
    return undefined
  }
  return search(schema)
}

/** What is said of a problem: at its place, or at the nearest that the file has where an overlay brought it. */
export const findingOf = async (document: Document, { node, message }: Problem): Promise<Finding> => {
  const source = node.file === document.path ? document.source : await readSource(node.file)
  return findingAt(source, node.pointer, 'behaviour-unknown', message)
}
