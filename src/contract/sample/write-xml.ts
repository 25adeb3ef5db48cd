/**
 * Writes a value as XML as its schema describes it (OpenAPI, XML Object): names, attributes, prefixes, wrapped arrays.
 * decode-xml.ts reads the result as the same value.
 */
import type { Json } from '../../ports.ts'
import type { Files, Node } from '../document/references.ts'
import { createValueSchema, type ValueSchema } from '../request/build-value.ts'
import { viewXml, type XmlView } from '../schema/xml-view.ts'
import { getString, isJsonArray, isJsonObject } from '../values/json-object.ts'

export type WriteXml = (value: Json) => string

/** Creates a writer for a schema. Without a schema, elements are named after properties. */
export const createXmlWriter = (files: Files, schema: Node | undefined): WriteXml => {
  const shape = schema && createValueSchema(files, schema)
  const xmlOf = createViewer(files)
  const name = xmlOf(shape).name ?? componentName(schema) ?? 'root'
  return (value) => `<?xml version="1.0" encoding="UTF-8"?>\n${writeRoot(xmlOf, shape, name, value)}`
}

/** The XML Object of a schema. */
type ViewShape = (shape: ValueSchema | undefined) => XmlView

const plainXml: XmlView = {
  name: undefined,
  prefix: undefined,
  namespace: undefined,
  isAttribute: false,
  isWrapped: false,
}

/** Views are cached: the same schema is written many times. */
const createViewer = (files: Files): ViewShape => {
  const known = new Map<ValueSchema, XmlView>()
  return (shape) => {
    if (!shape) return plainXml
    const view = known.get(shape) ?? viewXml(files, shape.node)
    known.set(shape, view)
    return view
  }
}

const componentName = (schema: Node | undefined): string | undefined => {
  const ref = getString(schema?.value, '$ref')
  return ref?.slice(ref.lastIndexOf('/') + 1).replace(/\.(ya?ml|json)$/, '')
}

/** A document has one root element: the root of an array contains its items. */
const writeRoot = (xmlOf: ViewShape, shape: ValueSchema | undefined, name: string, value: Json): string => {
  if (!isJsonArray(value)) return writeElement(xmlOf, shape, name, value)
  const items = shape?.items()
  const itemName = xmlOf(items).name ?? componentName(items?.node) ?? 'item'
  return wrap(name, xmlOf(shape), '', value.map((item) => writeElement(xmlOf, items, itemName, item)).join(''))
}

const writeElement = (xmlOf: ViewShape, shape: ValueSchema | undefined, name: string, value: Json): string => {
  const xml = xmlOf(shape)
  if (value === null)
    return wrap(name, xml, ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"', '')
  if (isJsonArray(value)) return value.map((item) => writeElement(xmlOf, shape?.items(), name, item)).join('')
  if (!isJsonObject(value)) return wrap(name, xml, '', escapeText(String(value)))
  const parts = Object.entries(value).map(([key, part]) => writeProperty(xmlOf, shape, key, part))
  const attributes = parts.flatMap(({ attribute }) => attribute ?? [])
  return wrap(name, xml, attributes.join(''), parts.map(({ element = '' }) => element).join(''))
}

/** A property is written as an attribute or as elements. */
interface WrittenProperty {
  readonly attribute?: string
  readonly element?: string
}

const writeProperty = (xmlOf: ViewShape, owner: ValueSchema | undefined, key: string, value: Json): WrittenProperty => {
  const shape = owner?.property(key)
  const xml = xmlOf(shape)
  const name = xml.name ?? key
  if (xml.isAttribute && value !== null && typeof value !== 'object')
    return { attribute: ` ${qualify(name, xml)}="${escapeText(String(value))}"` }
  if (!isJsonArray(value)) return { element: writeElement(xmlOf, shape, name, value) }
  const items = shape?.items()
  const itemName = xmlOf(items).name ?? (xml.isWrapped ? name : key)
  const elements = value.map((item) => writeElement(xmlOf, items, itemName, item)).join('')
  return { element: xml.isWrapped ? wrap(name, xml, '', elements) : elements }
}

const wrap = (name: string, xml: XmlView, attributes: string, content: string): string => {
  const tag = qualify(name, xml)
  const colon = xml.prefix === undefined ? '' : `:${toName(xml.prefix)}`
  const namespace = xml.namespace === undefined ? '' : ` xmlns${colon}="${escapeText(xml.namespace)}"`
  const start = `<${tag}${namespace}${attributes}`
  return content === '' ? `${start}/>` : `${start}>${content}</${tag}>`
}

/** A prefix without a namespace is dropped: with it the document would not parse. */
const qualify = (name: string, { prefix, namespace }: XmlView): string =>
  prefix === undefined || namespace === undefined ? toName(name) : `${toName(prefix)}:${toName(name)}`

/** Characters that are not allowed in a name (XML 1.0, section 2.3) become underscores. */
const toName = (text: string): string => {
  const name = text.replace(/[^\p{L}\p{N}_.-]/gu, '_')
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes markup and the white space that parsers normalize, and replaces characters that XML cannot contain. */
const escapeText = (text: string): string =>
  text
    .replace(/[&<>"]/g, (character) => escapes[character] ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters have to be replaced.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '\ufffd')
