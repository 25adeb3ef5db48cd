/**
 * Parses XML into elements by local name; comments, instructions and document types are skipped. The only file that uses
 * sax. Entities of a document type are rejected as unknown, so nothing is expanded.
 */
import type { Tag } from 'sax'
import { maxDepth } from './build-value.ts'

/** Elements, attributes, comments and other parts of a body. */
export const maxXmlParts = 50_000

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
  let parts = 0
  const count = (added: number): void => {
    parts += added
    if (parts > maxXmlParts) fail(`has more than ${maxXmlParts} elements and attributes`)
  }
  const checkText = (part: string): void => {
    const wrong = noCharacter.exec(part)?.[0]
    if (wrong !== undefined) fail(`has ${describeCharacter(wrong)}`)
  }
  const addText = (part: string): void => {
    checkText(part)
    const current = open.at(-1)
    if (current) current.text += part
  }
  Object.assign(parser, {
    onerror: (error: Error) => fail(`is not valid XML: ${error.message.split('\n')[0]}`),
    onopentag: (tag: Tag) => {
      const values = Object.values(tag.attributes)
      count(1 + values.length)
      for (const value of values) checkText(value)
      const element = openElement(tag)
      if (open.length === maxDepth) fail(`is nested deeper than ${maxDepth} levels`)
      open.at(-1)?.children.push(element)
      root ??= element
      open.push(element)
    },
    onclosetag: () => open.pop(),
    ontext: addText,
    oncdata: addText,
    onopencdata: () => count(1),
    oncomment: (part: string) => {
      count(1)
      checkText(part)
    },
    onprocessinginstruction: () => count(1),
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

/** What XML 1.0 does not allow, neither as it is nor as a reference (section 2.2). */
const noCharacter = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\p{Surrogate}\ufffe\uffff]/u

const describeCharacter = (character: string): string => {
  const code = character.charCodeAt(0)
  return code >= 0xd800 && code <= 0xdfff
    ? 'half of a surrogate pair, which is not a character,'
    : `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}, which XML does not allow,`
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
