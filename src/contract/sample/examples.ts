/**
 * The examples that a document gives: of a media type and of a schema. They are not validated here; documents contain
 * invalid examples.
 */
import type { Json } from '../../ports.ts'
import type { Document } from '../document/document.ts'
import type { MediaView } from '../document/operation-view.ts'
import { childNode, childNodes, dereference, type Files, type Node, resolveReference } from '../document/references.ts'
import { viewObject } from '../schema/schema-view.ts'
import { getOwn, getString, isJsonObject, itemsOf } from '../values/json-object.ts'

/** An example and where it is: `example`, `examples.NAME`. */
export interface Example {
  readonly label: string
  readonly value: Json
}

/** `example` and `examples` of a media type, in the order of preference. OpenAPI 2.0 has one for each media type. */
export const mediaExamples = (document: Document, media: MediaView): readonly Example[] => {
  const { mediaType, node } = media
  const all =
    document.dialect === '2.0'
      ? [{ label: `examples.${mediaType}`, value: getOwn(getOwn(node.value, 'examples'), mediaType) }]
      : [
          { label: 'example', value: getOwn(node.value, 'example') },
          ...exampleNames(media).map((name) => ({
            label: `examples.${name}`,
            value: namedExample(document, media, name),
          })),
        ]
  return all.flatMap(({ label, value }) =>
    value === undefined ? [] : [{ label, value: followValue(document, media, value) }],
  )
}

/**
 * The target of a value that is only a $ref, which many documents have although OpenAPI does not allow it there. A value that
 * the schema describes as an object with that property is not a reference.
 */
const followValue = ({ files }: Document, { node, schema }: MediaView, value: Json): Json => {
  const ref = isJsonObject(value) && Object.keys(value).length === 1 ? getString(value, '$ref') : undefined
  if (ref === undefined || (schema && viewObject(files, schema).properties.has('$ref'))) return value
  const target = resolveReference(files, node.file, ref)
  const found = target && dereference(files, target)
  if (!found) return value
  const isExample = /^\/components\/examples\/[^/]+$/.test(found.pointer)
  return isExample ? (getOwn(found.value, 'value') ?? value) : found.value
}

/** The value of a named example; undefined if there is no such name. */
export const namedExample = (document: Document, media: MediaView, name: string): Json | undefined => {
  const examples = childNode(media.node, 'examples')
  const example = examples && childNode(examples, name)
  const value = getOwn(example && dereference(document.files, example)?.value, 'value')
  return value === undefined ? undefined : followValue(document, media, value)
}

export const exampleNames = (media: MediaView): readonly string[] =>
  childNodes(childNode(media.node, 'examples')).map(([name]) => name)

/**
 * Whether a tool wrote an example that says nothing: `string` as a text of any kind, or mostly empty strings. As the example of a
 * property alone an empty text may be meant.
 */
export const isPlaceholder = (example: Json): boolean => {
  if (example === 'string') return true
  if (!isJsonObject(example)) return false
  const strings = Object.values(example).filter((value) => typeof value === 'string')
  const empty = strings.filter((text) => text === '')
  return strings.includes('string') || (empty.length > 1 && empty.length * 2 > strings.length)
}

/** `example` and `examples` of a schema. If it has none, those of the schema that it refers to. */
export const schemaExamples = (files: Files, schema: Node): readonly Json[] => {
  const seen = new Set<unknown>()
  let node: Node | undefined = schema
  while (node && isJsonObject(node.value) && !seen.has(node.value)) {
    seen.add(node.value)
    const own = [getOwn(node.value, 'example'), ...itemsOf(getOwn(node.value, 'examples'))]
    const found = own.filter((value) => value !== undefined)
    if (found.length > 0) return found
    const ref = getString(node.value, '$ref')
    node = ref !== undefined ? resolveReference(files, node.file, ref) : undefined
  }
  return []
}
