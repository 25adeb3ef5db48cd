/**
 * From the texts of a parameter to its value, by its style (OpenAPI 3.1, section 4.8.12.2) and the types of its schema.
 * Nothing is validated here: what does not read as its type stays a text, and its schema rejects it.
 */

import type { Json } from '../../ports.ts'
import type { Document } from '../document/document.ts'
import type { ParameterView } from '../document/operation-view.ts'
import type { Files, Node } from '../document/references.ts'
import { itemsNode, typesOf } from '../schema/schema-view.ts'
import { showValue } from '../schema/violations.ts'
import { buildObject, buildValue, convertText, createShape, maxDepth, noTypes, splitBrackets } from './build-value.ts'

/**
 * The texts that carry a parameter, each with its name as it came. `raw`: the text before its escapes were undone, where
 * it is split: a delimiter that is escaped is a part of an item.
 */
export type Texts = readonly (readonly [name: string, text: string, raw?: string])[]

export type Decoded =
  | { readonly kind: 'decoded'; readonly value: Json }
  | { readonly kind: 'rejected'; readonly message: string }

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
  return ([first]) => {
    const text = strip(first?.[1] ?? '', name, keepsNames)
    const raw = first?.[2] === undefined ? undefined : strip(first[2], name, keepsNames)
    if (text === undefined)
      return reject(`must be written in the style ${style}: ${style === 'label' ? '.value' : `;${name}=value`}`)
    return decode([raw === undefined ? [name, text] : [name, text, raw]])
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

const reject = (message: string): Decoded => ({ kind: 'rejected', message })

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
  return otherDelimiters.get(style) ?? ','
}

/** Delimiters that are sent escaped, as a query has no room for them: nothing tells them from one in an item. */
const otherDelimiters: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
])

/** Whether the raw text of a parameter tells more than the text: it is split at what may be escaped in it. */
export const isSplitRaw = (files: Files, view: ParameterView): boolean =>
  view.in !== 'header' &&
  delimiterOf(view) !== undefined &&
  !otherDelimiters.has(view.style) &&
  kindOf(files, view) !== 'text'

/** Clients that escape the whole send no delimiter but escaped ones; these are taken for what they are meant as. */
const splitText = (delimiter: string, text: string, raw: string | undefined): readonly string[] =>
  raw?.includes(delimiter) && raw.includes('%') ? raw.split(delimiter).map(decodeEscapes) : text.split(delimiter)

/** Escapes undone where that is possible. */
export const decodeEscapes = (text: string): string => {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const splitTexts = (view: ParameterView, texts: Texts): readonly string[] => {
  const delimiter = delimiterOf(view)
  const items = texts.flatMap(([, text, raw]) => (delimiter === undefined ? [text] : splitText(delimiter, text, raw)))
  // White space and empty items of a header's list say nothing (RFC 9110, section 5.6.1).
  return view.in === 'header' ? items.map((item) => item.trim()).filter((item) => item !== '') : items
}

const decodeSingle = (texts: Texts, types: ReadonlySet<string>): Decoded => {
  const [first] = texts
  if (texts.length > 1) return reject(`must be given once, came ${texts.length} times`)
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
    if (!entries) {
      const came = showValue(texts.map(([, text]) => text).join(','))
      return reject(`must be names and values ${view.explode ? 'with = between them' : 'in turn'}, got ${came}`)
    }
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
    if (leaves.some(({ path }) => path.length > maxDepth)) return reject(`is nested deeper than ${maxDepth} levels`)
    return { kind: 'decoded', value: buildValue(shape, leaves) }
  }
}
