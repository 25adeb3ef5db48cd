/**
 * What is read off a node of a document is read once: a document does not change after it was loaded.
 */
import { onceFor } from '../values/once-for.ts'
import type { Document } from './document.ts'
import type { Node } from './references.ts'

/**
 * By the node itself, not by its place: an operation keeps its node, and whoever asks of the operation gets the same. What
 * else `read` takes has to be the same for the same node: an operation's path item is.
 */
export const readOnce = <Rest extends readonly unknown[], Value>(
  read: (document: Document, node: Node, ...rest: Rest) => Value,
): ((document: Document, node: Node, ...rest: Rest) => Value) => {
  const readNode = onceFor((node: Node, document: Document, ...rest: Rest) => read(document, node, ...rest))
  return (document, node, ...rest) => readNode(node, document, ...rest)
}
