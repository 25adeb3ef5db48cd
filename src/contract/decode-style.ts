/**
 * From the texts of a parameter to its value, by its style (OpenAPI 3.1, section 4.8.12.2) and the types of its schema.
 * Nothing is validated here: what does not read as its type stays a text, and its schema refuses it.
 */
import type { Json } from '../ports.ts'
import { buildObject, buildValue, convertText, createShape, maxDepth, noTypes, splitBrackets } from './build-value.ts'
import type { Document } from './document.ts'
import type { ParameterView } from './operation-view.ts'
import type { Files, Node } from './references.ts'
import { itemsNode, typesOf } from './schema-view.ts'

/** The texts that carry a parameter, each with its name as it came. */
export type Texts = readonly (readonly [name: string, text: string])[]

export type Decoded =
  | { readonly kind: 'decoded'; readonly value: Json }
  | { readonly kind: 'refused'; readonly message: string }

export type Decode = (texts: Texts) => Decoded

/** `text`: one value of any type but list and object. */
export type ParameterKind = 'text' | 'array' | 'object'

/** Where a schema takes a text as well as an object, only deepObject tells the two apart. */
export const kindOf = (files: Files, { schema, style }: ParameterView): ParameterKind => {
  const types = schema ? typesOf(files, schema) : noTypes
  if (style === 'deepObject' && types.has('object')) return 'object'
  if (types.has('array')) return 'array'
  return types.has('object') && [...types].every((type) => type === 'object' || type === 'null') ? 'object' : 'text'
}

export const createDecoder = ({ files }: Document, view: ParameterView): Decode => {
  const { schema, style, name } = view
  if (!schema) return (texts) => decodeSingle(texts, noTypes)
  const strip = prefixes.get(style)
  const decode = createBareDecoder(files, view, schema)
  const keepsNames = view.explode && kindOf(files, view) !== 'text'
  if (!strip) return decode
  return (texts) => {
    const text = strip(texts[0]?.[1] ?? '', name, keepsNames)
    return text === undefined
      ? refuse(`must be written in the style ${style}: ${style === 'label' ? '.value' : `;${name}=value`}`)
      : decode([[name, text]])
  }
}

const createBareDecoder = (files: Files, view: ParameterView, schema: Node): Decode => {
  switch (kindOf(files, view)) {
    case 'array':
      return createArrayDecoder(files, view, schema)
    case 'object':
      return view.style === 'deepObject'
        ? createDeepDecoder(files, view, schema)
        : createObjectDecoder(files, view, schema)
    case 'text': {
      const types = typesOf(files, schema)
      return (texts) => decodeSingle(texts, types)
    }
  }
}

const refuse = (message: string): Decoded => ({ kind: 'refused', message })

/** Takes away what a style puts before a value; undefined where it is not there. */
type Strip = (text: string, name: string, keepsNames: boolean) => string | undefined

/** Exploded, each item of matrix has the name before it again, and the properties of an object have their own. */
const stripMatrix: Strip = (text, name, keepsNames) => {
  if (text === `;${name}`) return ''
  if (keepsNames) return text.startsWith(';') ? text.slice(1) : undefined
  return text.startsWith(`;${name}=`) ? text.slice(name.length + 2) : undefined
}

const prefixes: ReadonlyMap<string, Strip> = new Map([
  ['label', (text: string) => (text.startsWith('.') ? text.slice(1) : undefined)],
  ['matrix', stripMatrix],
])

/** What stands between two items. Undefined: each comes as a text of its own. */
const delimiterOf = ({ in: place, style, explode }: ParameterView): string | undefined => {
  if (explode && place === 'query') return undefined
  if (explode && (style === 'label' || style === 'matrix')) return style === 'label' ? '.' : ';'
  return style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ','
}

const splitTexts = (view: ParameterView, texts: Texts): readonly string[] => {
  const delimiter = delimiterOf(view)
  const items = texts.flatMap(([, text]) => (delimiter === undefined ? [text] : text.split(delimiter)))
  // White space and empty items of a header's list say nothing (RFC 9110, section 5.6.1).
  return view.in === 'header' ? items.map((item) => item.trim()).filter((item) => item !== '') : items
}

const decodeSingle = (texts: Texts, types: ReadonlySet<string>): Decoded => {
  const [first] = texts
  if (texts.length > 1) return refuse(`must be given once, came ${texts.length} times`)
  return { kind: 'decoded', value: convertText(first?.[1] ?? '', types) }
}

const createArrayDecoder = (files: Files, view: ParameterView, schema: Node): Decode => {
  const items = itemsNode(files, schema)
  const types = items ? typesOf(files, items) : noTypes
  const isNamed = view.style === 'matrix' && view.explode
  const withoutName = (text: string) => (text.startsWith(`${view.name}=`) ? text.slice(view.name.length + 1) : text)
  return (texts) => ({
    kind: 'decoded',
    value: splitTexts(view, texts).map((text) => convertText(isNamed ? withoutName(text) : text, types)),
  })
}

/** Exploded: `R=100,G=200`, in a query and in cookies as names of their own; else names and values in turn: `R,100,G,200`. */
const createObjectDecoder = (files: Files, view: ParameterView, schema: Node): Decode => {
  const shape = createShape(files, schema)
  const comesByName = view.explode && (view.in === 'query' || view.in === 'cookie')
  return (texts) => {
    const entries = comesByName ? texts : view.explode ? splitEntries(view, texts) : pairUp(splitTexts(view, texts))
    if (!entries) return refuse(`must be names and values ${view.explode ? 'with = between them' : 'in turn'}`)
    return {
      kind: 'decoded',
      value: buildObject(
        shape,
        entries.map(([name, text]) => ({ path: [name], text })),
      ),
    }
  }
}

const splitEntries = (view: ParameterView, texts: Texts): Texts | undefined => {
  const items = splitTexts(view, texts)
  if (items.some((item) => !item.includes('='))) return undefined
  return items.map((item) => [item.slice(0, item.indexOf('=')), item.slice(item.indexOf('=') + 1)])
}

const pairUp = (items: readonly string[]): Texts | undefined => {
  if (items.length % 2 === 1) return undefined
  return items.flatMap((name, index) => (index % 2 === 0 ? [[name, items[index + 1] ?? ''] as const] : []))
}

/** `filter[kind]=cat`, deeper too: `filter[size][from]=1`, and lists as `filter[tags][]=a` or with the name again. */
const createDeepDecoder = (files: Files, { name }: ParameterView, schema: Node): Decode => {
  const shape = createShape(files, schema)
  return (texts) => {
    const leaves = texts.map(([key, text]) => ({ path: splitBrackets(key.slice(name.length)), text }))
    if (leaves.some(({ path }) => path.length > maxDepth)) return refuse(`is nested deeper than ${maxDepth} levels`)
    return { kind: 'decoded', value: buildValue(shape, leaves) }
  }
}
