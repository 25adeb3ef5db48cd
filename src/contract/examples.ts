/**
 * Examples that a document gives of a response: of the media type, of its schema, of the schema's properties. Nothing is
 * held against a schema here; documents hold invalid examples.
 */
import type { Document } from './document.ts'
import { getOwn, isObject, itemsOf } from './is-object.ts'
import type { MediaView } from './operation-view.ts'
import { childNode, childNodes, dereference, type Files, type Node, resolveReference } from './references.ts'

/** `example` and `examples` of a media type, in the order in which they are tried. 2.0 has one for each media type. */
export const mediaExamples = (document: Document, media: MediaView): readonly unknown[] => {
  if (document.dialect === '2.0') return defined([getOwn(getOwn(media.node.value, 'examples'), media.mediaType)])
  const named = exampleNames(media).map((name) => namedExample(document, media, name))
  return defined([getOwn(media.node.value, 'example'), ...named])
}

/** The value of a named example; undefined where there is none of that name. */
export const namedExample = (document: Document, media: MediaView, name: string): unknown => {
  const examples = childNode(media.node, 'examples')
  const example = examples && childNode(examples, name)
  return getOwn(example && dereference(document.files, example)?.value, 'value')
}

export const exampleNames = (media: MediaView): readonly string[] =>
  childNodes(childNode(media.node, 'examples')).map(([name]) => name)

/** `example` and `examples` of a schema, or of what it refers to. */
export const schemaExamples = (files: Files, schema: Node): readonly unknown[] => {
  const seen = new Set<unknown>()
  let node: Node | undefined = schema
  while (node && isObject(node.value) && !seen.has(node.value)) {
    seen.add(node.value)
    const found = defined([getOwn(node.value, 'example'), ...itemsOf(getOwn(node.value, 'examples'))])
    if (found.length > 0) return found
    const ref: unknown = getOwn(node.value, '$ref')
    node = typeof ref === 'string' ? resolveReference(files, node.file, ref) : undefined
  }
  return []
}

const defined = (values: readonly unknown[]): readonly unknown[] => values.filter((value) => value !== undefined)
