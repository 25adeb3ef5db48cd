/**
 * A value as XML, by what its schema says of it (OpenAPI, XML Object): names, attributes, prefixes, wrapped lists. The other
 * way round from decode-xml.ts, which reads what is written here as the same value.
 */
import type { Json } from '../../ports.ts'
import type { Files, Node } from '../document/references.ts'
import { createValueSchema, type ValueSchema } from '../request/build-value.ts'
import { viewXml, type XmlView } from '../schema/xml-view.ts'
import { getString, isJsonArray, isJsonObject } from '../values/json-object.ts'

export type WriteXml = (value: Json) => string

/** One for a schema; what is known of its parts is learned as they are first written. Without a schema names are kept. */
export const createXmlWriter = (files: Files, schema: Node | undefined): WriteXml => {
  const shape = schema && createValueSchema(files, schema)
  const xmlOf = createViewer(files)
  const name = xmlOf(shape).name ?? componentName(schema) ?? 'root'
  return (value) => `<?xml version="1.0" encoding="UTF-8"?>\n${writeRoot({ xmlOf }, shape, name, value)}`
}

interface Writing {
  readonly xmlOf: (shape: ValueSchema | undefined) => XmlView
}

const unsaid: XmlView = {
  name: undefined,
  prefix: undefined,
  namespace: undefined,
  isAttribute: false,
  isWrapped: false,
}

const createViewer = (files: Files): Writing['xmlOf'] => {
  const known = new Map<ValueSchema, XmlView>()
  return (shape) => {
    if (!shape) return unsaid
    const view = known.get(shape) ?? viewXml(files, shape.node)
    known.set(shape, view)
    return view
  }
}

const componentName = (schema: Node | undefined): string | undefined => {
  const ref = getString(schema?.value, '$ref')
  return ref?.slice(ref.lastIndexOf('/') + 1).replace(/\.(ya?ml|json)$/, '')
}

/** A document has one element: that of a list is around its items. */
const writeRoot = (writing: Writing, shape: ValueSchema | undefined, name: string, value: Json): string => {
  if (!isJsonArray(value)) return writeElement(writing, shape, name, value)
  const items = shape?.items()
  const itemName = writing.xmlOf(items).name ?? componentName(items?.node) ?? 'item'
  return wrap(
    name,
    writing.xmlOf(shape),
    '',
    value.map((item) => writeElement(writing, items, itemName, item)).join(''),
  )
}

const writeElement = (writing: Writing, shape: ValueSchema | undefined, name: string, value: Json): string => {
  const xml = writing.xmlOf(shape)
  if (value === null)
    return wrap(name, xml, ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"', '')
  if (isJsonArray(value)) return value.map((item) => writeElement(writing, shape?.items(), name, item)).join('')
  if (!isJsonObject(value)) return wrap(name, xml, '', escapeText(String(value)))
  const parts = Object.entries(value).map(([key, part]) => writeProperty(writing, shape, key, part))
  const attributes = parts.flatMap(({ attribute }) => attribute ?? [])
  return wrap(name, xml, attributes.join(''), parts.map(({ element = '' }) => element).join(''))
}

interface Written {
  readonly attribute?: string
  readonly element?: string
}

const writeProperty = (writing: Writing, owner: ValueSchema | undefined, key: string, value: Json): Written => {
  const shape = owner?.property(key)
  const xml = writing.xmlOf(shape)
  const name = xml.name ?? key
  if (xml.isAttribute && value !== null && typeof value !== 'object')
    return { attribute: ` ${qualify(name, xml)}="${escapeText(String(value))}"` }
  if (!isJsonArray(value)) return { element: writeElement(writing, shape, name, value) }
  const items = shape?.items()
  const itemName = writing.xmlOf(items).name ?? (xml.isWrapped ? name : key)
  const elements = value.map((item) => writeElement(writing, items, itemName, item)).join('')
  return { element: xml.isWrapped ? wrap(name, xml, '', elements) : elements }
}

const wrap = (name: string, xml: XmlView, attributes: string, content: string): string => {
  const tag = qualify(name, xml)
  const colon = xml.prefix === undefined ? '' : `:${toName(xml.prefix)}`
  const namespace = xml.namespace === undefined ? '' : ` xmlns${colon}="${escapeText(xml.namespace)}"`
  const start = `<${tag}${namespace}${attributes}`
  return content === '' ? `${start}/>` : `${start}>${content}</${tag}>`
}

/** A prefix that no namespace is given for would make the text unreadable. */
const qualify = (name: string, { prefix, namespace }: XmlView): string =>
  prefix === undefined || namespace === undefined ? toName(name) : `${toName(prefix)}:${toName(name)}`

/** What a name cannot hold (XML 1.0, section 2.3) is an underscore in it. */
const toName = (text: string): string => {
  const name = text.replace(/[^\p{L}\p{N}_.-]/gu, '_')
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** White space that a reader would change, and characters that XML has no way to write. */
const escapeText = (text: string): string =>
  text
    .replace(/[&<>"]/g, (character) => escapes[character] ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '\ufffd')
