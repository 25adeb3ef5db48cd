/**
 * Decodes XML to the value that a schema describes (OpenAPI, XML Object): names, attributes, wrapped arrays. Elements that
 * the schema does not define are kept under their own name.
 */
import type { Json } from '../../ports.ts'
import type { Files } from '../document/references.ts'
import { viewObject } from '../schema/schema-view.ts'
import { viewXml } from '../schema/xml-view.ts'
import { groupBy } from '../values/group-by.ts'
import { memoize } from '../values/memoize.ts'
import { buildValue, type ValueSchema } from './build-value.ts'
import type { XmlElement } from './read-xml.ts'

/** The value of an element. */
export const decodeXml = (files: Files, schema: ValueSchema | undefined, element: XmlElement): Json => {
  if (schema?.types.has('array')) return decodeItems(files, schema, element.children)
  if (element.attributes.get('nil') === 'true') return null
  const isText = element.children.length === 0 && (element.attributes.size === 0 || (schema?.types.size ?? 0) > 0)
  return isText && !schema?.types.has('object') ? readText(schema, element.text) : decodeObject(files, schema, element)
}

/** White space around a number or boolean is ignored. */
const readText = (schema: ValueSchema | undefined, text: string): Json =>
  buildValue(schema, [
    { path: [], text: schema && schema.types.size > 0 && !schema.types.has('string') ? text.trim() : text },
  ])

const decodeObject = (files: Files, schema: ValueSchema | undefined, element: XmlElement): Json => {
  // Without a schema, attributes become properties too.
  const values = new Map<string, Json>(schema ? [] : element.attributes)
  const byName = groupBy(element.children, (child) => child.name)
  const unread = new Map(byName)
  for (const { name, part, place, isAttribute, isBare } of schema
    ? findProperties(schema, files, element, byName)
    : []) {
    if (isAttribute) {
      values.set(name, readText(part, element.attributes.get(place) ?? ''))
      continue
    }
    const children = byName.get(place) ?? []
    unread.delete(place)
    const [first] = children
    if (isBare && part) values.set(name, decodeItems(files, part, children))
    else if (first && children.length === 1) values.set(name, decodeXml(files, part, first))
    else
      values.set(
        name,
        children.map((child) => decodeXml(files, part, child)),
      )
  }
  for (const [name, children] of unread) {
    const found = children.map((child) => decodeXml(files, schema?.property(name), child))
    values.set(name, found.length === 1 ? (found[0] ?? null) : found)
  }
  return Object.fromEntries(values)
}

const decodeItems = (files: Files, schema: ValueSchema, children: readonly XmlElement[]): Json => {
  const items = schema.items()
  return children.map((child) => decodeXml(files, items, child))
}

interface XmlProperty {
  readonly index: number
  readonly name: string
  readonly part: ValueSchema | undefined
  /** The name of the attribute, or of the elements. */
  readonly place: string
  readonly isAttribute: boolean
  /** Its items are beside the other elements. */
  readonly isBare: boolean
}

interface XmlProperties {
  readonly attributes: ReadonlyMap<string, readonly XmlProperty[]>
  readonly elements: ReadonlyMap<string, readonly XmlProperty[]>
}

const xmlProperties = memoize((schema: ValueSchema, files: Files): XmlProperties => {
  const all = [...viewObject(files, schema.node).properties.values()].map(({ name, node }, index): XmlProperty => {
    const part = schema.property(name)
    const { isAttribute, isWrapped, name: given = name } = viewXml(files, node)
    const isBare = !isAttribute && part?.types.has('array') === true && !isWrapped
    const place = isBare ? (itemName(files, part) ?? name) : given
    return { index, name, part, place, isAttribute, isBare }
  })
  const byPlace = (isAttribute: boolean) =>
    groupBy(
      all.filter((property) => property.isAttribute === isAttribute),
      ({ place }) => place,
    )
  return { attributes: byPlace(true), elements: byPlace(false) }
})

/** The properties that an element has, in the order of the schema. Looking for each of the schema would take longer. */
const findProperties = (
  schema: ValueSchema,
  files: Files,
  { attributes }: XmlElement,
  byName: ReadonlyMap<string, readonly XmlElement[]>,
): readonly XmlProperty[] => {
  const known = xmlProperties(schema, files)
  return [
    ...[...attributes.keys()].flatMap((name) => known.attributes.get(name) ?? []),
    ...[...byName.keys()].flatMap((name) => known.elements.get(name) ?? []),
  ].sort((one, other) => one.index - other.index)
}

const itemName = (files: Files, part: ValueSchema): string | undefined => {
  const items = part.items()
  return items && viewXml(files, items.node).name
}
