/**
 * The schema of a response that has examples, and no schema or one that names no property: what the examples have in common. Only
 * inference uses it. The document itself stays as it is, so nothing is validated against it.
 */
import type { Document } from '../../contract/document/document.ts'
import type { MediaView } from '../../contract/document/operation-view.ts'
import { childNode, childNodes, dereference, type Node } from '../../contract/document/references.ts'
import { schemaOfExamples } from '../../contract/document/schema-of-examples.ts'
import { itemsNode, typesOf } from '../../contract/schema/schema-view.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { isJson } from '../../contract/values/media-type.ts'
import { memoize } from '../../contract/values/memoize.ts'
import type { Json, JsonObject } from '../../ports.ts'

/** The media type with the schema of its examples, if its own says nothing and the examples are objects or lists of its type. */
export const withExampleSchema = (document: Document, media: MediaView): MediaView => {
  const { schema, mediaType, node } = media
  if (!isJson(mediaType) || (schema && !isEmptySchema(document, schema))) return media
  const described = readExamples(node, document, mediaType)
  if (!schema) return described
  const types = typesOf(document.files, schema)
  const own = getOwn(described.schema?.value, 'type')
  return typeof own === 'string' && (types.size === 0 || types.has(own)) ? described : media
}

/** Whether a schema says nothing but the type, also of items. `around`: the lists that it is in; a list can contain itself. */
const isEmptySchema = (
  { files }: Pick<Document, 'files'>,
  schema: Node,
  around: readonly JsonObject[] = [],
): boolean => {
  const value = dereference(files, schema)?.value
  if (!isJsonObject(value) || around.includes(value)) return false
  return Object.entries(value).every(([name, part]) => {
    if (name !== 'items') return !describing.has(name)
    const items = itemsNode(files, schema)
    return (
      value.type === 'object' ||
      (isJsonObject(part) && items !== undefined && isEmptySchema({ files }, items, [...around, value]))
    )
  })
}

/** Keywords that say more than the type. */
const describing: ReadonlySet<string> = new Set(
  'properties,patternProperties,additionalProperties,required,enum,const,allOf,oneOf,anyOf,not,$ref,format,pattern,if'.split(
    ',',
  ),
)

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
