/**
 * Parses XML into elements by local name; comments, instructions and document types are skipped. The only file that uses
 * sax. Entities of a document type are rejected as unknown, so nothing is expanded.
 */
import type { Tag } from 'sax'
import { maxDepth } from './build-value.ts'

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** The text directly inside this element. */
  readonly text: string
}

export type Xml =
  | { readonly kind: 'element'; readonly element: XmlElement }
  | { readonly kind: 'broken'; readonly message: string }

interface OpenElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: OpenElement[]
  text: string
}

/** Thrown by a handler to stop the parser, which has no other way to do so. */
class XmlError extends Error {
  override readonly name = 'XmlError'
}

/** `message` follows "body". */
export const readXml = async (text: string): Promise<Xml> => {
  // Few APIs use XML, and the parser takes long to load.
  const { default: sax } = await import('sax')
  const open: OpenElement[] = []
  let root: OpenElement | undefined
  // Prefixes are removed here: with the parser's own namespace support, attributes overwrite each other.
  const parser = sax.parser(true, { position: true })
  const fail = (what: string): never => {
    throw new XmlError(`${what} at line ${parser.line + 1}, column ${parser.column}`)
  }
  const checkText = (part: string): void => {
    if (/\p{Surrogate}/u.test(part)) fail('has half of a surrogate pair, which is not a character,')
  }
  const addText = (part: string): void => {
    checkText(part)
    const current = open.at(-1)
    if (current) current.text += part
  }
  Object.assign(parser, {
    onerror: (error: Error) => fail(`is not valid XML: ${error.message.split('\n')[0]}`),
    onopentag: (tag: Tag) => {
      for (const value of Object.values(tag.attributes)) checkText(value)
      const element = openElement(tag)
      if (open.length === maxDepth) fail(`is nested deeper than ${maxDepth} levels`)
      open.at(-1)?.children.push(element)
      root ??= element
      open.push(element)
    },
    onclosetag: () => open.pop(),
    ontext: addText,
    oncdata: addText,
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof XmlError) return { kind: 'broken', message: error.message }
    throw error
  }
  return root ? { kind: 'element', element: root } : { kind: 'broken', message: 'is not valid XML: it has no element' }
}

const openElement = ({ name, attributes }: Tag): OpenElement => ({
  name: localName(name),
  attributes: new Map(
    Object.entries(attributes)
      .filter(([attribute]) => attribute !== 'xmlns' && !attribute.startsWith('xmlns:'))
      .map(([attribute, value]) => [localName(attribute), value]),
  ),
  children: [],
  text: '',
})

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
