/**
 * The example of a body of a webhook. Whether it conforms to its schema is found out when the record is in it.
 */
import type { Document } from '../../contract/document/document.ts'
import type { MediaView } from '../../contract/document/operation-view.ts'
import { childNode, childNodes, dereference } from '../../contract/document/references.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import type { Json } from '../../ports.ts'

/** Undefined if the document has none. */
export const mediaExample = ({ files }: Document, { node }: MediaView): Json | undefined => {
  const single = getOwn(node.value, 'example')
  if (single !== undefined) return single
  const [first] = childNodes(childNode(node, 'examples'))
  const example = first && dereference(files, first[1])
  return example && getOwn(example.value, 'value')
}
