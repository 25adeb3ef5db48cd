/**
 * A strict parser for the subset of XML in reports: elements, attributes, text
 * in elements that have no others, a declaration before them. It
 * fails the test on whatever XML 1.0 calls not well-formed, and on all that it does not know.
 */
import { assert } from 'vitest'

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  readonly text: string
}

/** The root element. Attributes are normalized: references resolved, white space replaced by spaces. */
export const parseXml = (text: string): XmlElement => {
  const illegal = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(text)
  assert(
    illegal === null,
    `character ${illegal?.[0].charCodeAt(0).toString(16)} at ${illegal?.index} is not allowed in XML`,
  )
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  assert(text.startsWith(declaration), 'the declaration comes first')
  const roots = parseContent(text.slice(declaration.length))
  const [root] = roots
  assert(root !== undefined && roots.length === 1, `one root element, got ${roots.length}`)
  return root
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
}

const parseContent = (xml: string): readonly XmlElement[] => {
  const roots: XmlElement[] = []
  const open: OpenElement[] = []
  const tag =
    /\s*<(\/?)([A-Za-z][\w-]*)((?:\s+[A-Za-z][\w-]*="[^"<]*")*)\s*(\/?)>(?:([^<>]*[^<>\s][^<>]*)(?=<\/\2>))?\s*/y
  while (tag.lastIndex < xml.length) {
    const start = tag.lastIndex
    const match = tag.exec(xml)
    assert(match !== null, `no tag at ${xml.slice(start, start + 80)}`)
    const [, closing, name = '', attributes = '', empty, content = ''] = match
    if (closing) {
      assert(open.pop()?.name === name && attributes === '' && !empty, `</${name}> closes what is not open`)
      continue
    }
    assert(content === '' || !empty, `text after <${name}/>`)
    const text = resolveReferences(content.replace(/\r\n?/g, '\n'))
    const element: OpenElement = { name, attributes: parseAttributes(attributes), children: [], text }
    ;(open.at(-1)?.children ?? roots).push(element)
    if (!empty) open.push(element)
  }
  assert(open.length === 0, `${open.at(-1)?.name} is not closed`)
  return roots
}

const parseAttributes = (text: string): ReadonlyMap<string, string> => {
  const attributes = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/([\w-]+)="([^"]*)"/g)) {
    assert(!attributes.has(name), `${name} is given twice`)
    attributes.set(name, resolveReferences(value.replace(/[\t\n\r]/g, ' ')))
  }
  return attributes
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const resolveReferences = (text: string): string =>
  text.replace(/&([^;&]*;?)/g, (_, reference: string) => {
    const [, digits] = /^#(\d+);$/.exec(reference) ?? []
    if (digits !== undefined) return String.fromCodePoint(Number(digits))
    const resolved = reference.endsWith(';') ? entities[reference.slice(0, -1)] : undefined
    assert(resolved !== undefined, `&${reference} is not a reference`)
    return resolved
  })
