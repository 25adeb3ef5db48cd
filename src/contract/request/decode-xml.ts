/**
 * Decodes XML to the value that a schema describes (OpenAPI, XML Object): names, attributes, wrapped arrays. Elements that
 * the schema does not define are kept under their own name.
 */
import type { Json } from '../../ports.ts'
import type { Files } from '../document/references.ts'
import { viewObject } from '../schema/schema-view.ts'
import { viewXml, type XmlView } from '../schema/xml-view.ts'
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
  const unread = new Set(element.children)
  for (const { name, part, xml } of schema ? xmlProperties(schema, files) : []) {
    const xmlName = xml.name ?? name
    if (xml.isAttribute) {
      const text = element.attributes.get(xmlName)
      if (text !== undefined) values.set(name, readText(part, text))
      continue
    }
    const isBare = part?.types.has('array') === true && !xml.isWrapped
    const childName = isBare ? (itemName(files, part) ?? name) : xmlName
    const children = element.children.filter((child) => child.name === childName)
    for (const child of children) unread.delete(child)
    const [first] = children
    if (isBare && children.length > 0) values.set(name, decodeItems(files, part, children))
    else if (first && children.length === 1) values.set(name, decodeXml(files, part, first))
    else if (first)
      values.set(
        name,
        children.map((child) => decodeXml(files, part, child)),
      )
  }
  for (const [name, children] of groupBy(unread, (child) => child.name)) {
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
  readonly name: string
  readonly part: ValueSchema | undefined
  readonly xml: XmlView
}

const xmlProperties = memoize((schema: ValueSchema, files: Files): readonly XmlProperty[] =>
  [...viewObject(files, schema.node).properties.values()].map(({ name, node }) => ({
    name,
    part: schema.property(name),
    xml: viewXml(files, node),
  })),
)

const itemName = (files: Files, part: ValueSchema): string | undefined => {
  const items = part.items()
  return items && viewXml(files, items.node).name
}
