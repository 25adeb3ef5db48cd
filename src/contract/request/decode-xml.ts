/**
 * From XML to the value that a schema describes (OpenAPI, XML Object): names, attributes, wrapped lists. What the schema
 * does not name keeps its own name.
 */
import type { Json } from '../../ports.ts'
import type { Files } from '../document/references.ts'
import { viewObject } from '../schema/schema-view.ts'
import { viewXml, type XmlView } from '../schema/xml-view.ts'
import { memoize } from '../values/memoize.ts'
import { buildValue, type Shape } from './build-value.ts'
import type { XmlElement } from './read-xml.ts'

/** The value of an element. */
export const decodeXml = (files: Files, shape: Shape | undefined, element: XmlElement): Json => {
  if (shape?.types.has('array')) return decodeItems(files, shape, element.children)
  if (element.attributes.get('nil') === 'true') return null
  const isText = element.children.length === 0 && (element.attributes.size === 0 || (shape?.types.size ?? 0) > 0)
  return isText && !shape?.types.has('object') ? readText(shape, element.text) : decodeObject(files, shape, element)
}

/** White space around a number or a boolean is layout. */
const readText = (shape: Shape | undefined, text: string): Json =>
  buildValue(shape, [
    { path: [], text: shape && shape.types.size > 0 && !shape.types.has('string') ? text.trim() : text },
  ])

const decodeObject = (files: Files, shape: Shape | undefined, element: XmlElement): Json => {
  // Of an element that nothing is known of, all is kept.
  const values = new Map<string, Json>(shape ? [] : element.attributes)
  const left = new Set(element.children)
  for (const { name, part, xml } of shape ? xmlProperties(shape, files) : []) {
    const wanted = xml.name ?? name
    if (xml.isAttribute) {
      const text = element.attributes.get(wanted)
      if (text !== undefined) values.set(name, readText(part, text))
      continue
    }
    const isBare = part?.types.has('array') === true && !xml.isWrapped
    const childName = isBare ? (itemName(files, part) ?? name) : wanted
    const children = element.children.filter((child) => child.name === childName)
    for (const child of children) left.delete(child)
    const [first] = children
    if (isBare && children.length > 0) values.set(name, decodeItems(files, part, children))
    else if (first && children.length === 1) values.set(name, decodeXml(files, part, first))
    else if (first)
      values.set(
        name,
        children.map((child) => decodeXml(files, part, child)),
      )
  }
  for (const [name, children] of groupByName(left)) {
    const found = children.map((child) => decodeXml(files, shape?.property(name), child))
    values.set(name, found.length === 1 ? (found[0] ?? null) : found)
  }
  return Object.fromEntries(values)
}

const decodeItems = (files: Files, shape: Shape, children: readonly XmlElement[]): Json => {
  const items = shape.items()
  return children.map((child) => decodeXml(files, items, child))
}

const groupByName = (children: Iterable<XmlElement>): ReadonlyMap<string, readonly XmlElement[]> => {
  const groups = new Map<string, XmlElement[]>()
  for (const child of children) {
    const group = groups.get(child.name)
    if (group) group.push(child)
    else groups.set(child.name, [child])
  }
  return groups
}

interface XmlProperty {
  readonly name: string
  readonly part: Shape | undefined
  readonly xml: XmlView
}

const xmlProperties = memoize((shape: Shape, files: Files): readonly XmlProperty[] =>
  [...viewObject(files, shape.node).properties.values()].map(({ name, node }) => ({
    name,
    part: shape.property(name),
    xml: viewXml(files, node),
  })),
)

const itemName = (files: Files, part: Shape): string | undefined => {
  const items = part.items()
  return items && viewXml(files, items.node).name
}
