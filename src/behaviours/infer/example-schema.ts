/**
 * The schema of a response that has examples and no schema: what the examples have in common. Only inference uses it; the
 * document itself stays without a schema there, so nothing is validated against it.
 */
import type { Document } from '../../contract/document/document.ts'
import type { MediaView } from '../../contract/document/operation-view.ts'
import { childNode, childNodes, dereference, type Node } from '../../contract/document/references.ts'
import { schemaOfExamples } from '../../contract/document/schema-of-examples.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { isJson } from '../../contract/values/media-type.ts'
import { memoize } from '../../contract/values/memoize.ts'
import type { Json, JsonObject } from '../../ports.ts'

/** The media type with the schema of its examples, if it has no schema but examples that are objects or lists. */
export const withExampleSchema = (document: Document, media: MediaView): MediaView =>
  media.schema || !isJson(media.mediaType) ? media : readExamples(media.node, document, media.mediaType)

const readExamples = memoize((node: Node, { files }: Document, mediaType: string): MediaView => {
  const values = [
    getOwn(node.value, 'example'),
    ...childNodes(childNode(node, 'examples')).map(([, example]) =>
      getOwn(dereference(files, example)?.value, 'value'),
    ),
  ].filter((value): value is Json => isJsonObject(value) || isJsonArray(value))
  const [first] = values
  if (first === undefined) return { mediaType, node, schema: undefined }
  const value = withExamples(schemaOfExamples(values), first)
  // The document has no such place; it is found at the examples.
  return { mediaType, node, schema: { file: node.file, pointer: node.pointer, value } }
})

/** Scalars keep their first example. A null says nothing about other values, and a 1 not that they are integers. */
const withExamples = (schema: JsonObject, example: Json | undefined): JsonObject => {
  const { properties, items, type } = schema
  if (type === 'null') return {}
  if (type === 'integer') return withExamples({ ...schema, type: 'number' }, example)
  if (isJsonObject(properties))
    return {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [
          name,
          isJsonObject(part) ? withExamples(part, getOwn(example, name)) : part,
        ]),
      ),
    }
  if (isJsonObject(items))
    return { ...schema, items: withExamples(items, isJsonArray(example) ? example[0] : undefined) }
  return example === undefined || example === null || typeof example === 'object' ? schema : { ...schema, example }
}
