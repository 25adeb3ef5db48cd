/**
 * The one place that knows the parser of XML. Elements by local name, without what a value does not need: comments,
 * instructions, document types. Entities of a document type are not known, hence refused, so nothing is expanded.
 */
import type { QualifiedTag } from 'sax'
import { maxDepth } from './build-value.ts'

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** All text that stands in it directly. */
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

/** `message` says what is wrong, after "body". */
export const readXml = async (text: string): Promise<Xml> => {
  // Few services speak it, and the parser takes long to load.
  const { default: sax } = await import('sax')
  const open: OpenElement[] = []
  let root: OpenElement | undefined
  let problem: string | undefined
  const parser = sax.parser(true, { xmlns: true, position: true })
  const fail = (what: string): void => {
    problem ??= `${what} at line ${parser.line + 1}, column ${parser.column}`
  }
  parser.onerror = (error) => {
    fail(`is not valid XML: ${error.message.split('\n')[0]}`)
    // The parser goes on then, and has nothing more to say.
    parser.resume()
  }
  parser.onopentag = (tag) => {
    const element = openElement(tag as QualifiedTag)
    if (open.length === maxDepth) fail(`is nested deeper than ${maxDepth} levels`)
    if (problem !== undefined) return
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  }
  parser.onclosetag = () => {
    open.pop()
  }
  const addText = (part: string): void => {
    const current = open.at(-1)
    if (current) current.text += part
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.write(text).close()
  if (problem === undefined && root) return { kind: 'element', element: root }
  return { kind: 'broken', message: problem ?? 'is not valid XML: it has no element' }
}

const openElement = ({ local, attributes }: QualifiedTag): OpenElement => ({
  name: local,
  attributes: new Map(
    Object.values(attributes)
      .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
      .map((attribute) => [attribute.local, attribute.value]),
  ),
  children: [],
  text: '',
})
