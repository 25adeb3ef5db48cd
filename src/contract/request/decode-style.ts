/**
 * Decodes the raw text of a parameter into a value, by its style (OpenAPI 3.1, section 4.8.12.2) and the types of its
 * schema. Nothing is validated here: text that does not parse as its type stays text, and schema validation rejects it.
 */

import type { Json } from '../../ports.ts'
import type { Document } from '../document/document.ts'
import { oldStyle, type ParameterView } from '../document/operation-view.ts'
import type { Files, Node } from '../document/references.ts'
import { itemsNode, typesOf } from '../schema/schema-view.ts'
import { showValue } from '../schema/violations.ts'
import { getString } from '../values/json-object.ts'
import {
  buildObject,
  buildValue,
  convertText,
  createValueSchema,
  maxDepth,
  noTypes,
  splitBrackets,
} from './build-value.ts'

/**
 * The strings that carry a parameter, each with its name and percent-decoded. `raw` is the text before decoding, for
 * parameters that are split at a delimiter: an escaped delimiter is part of an item.
 */
export type ParameterStrings = readonly (readonly [name: string, text: string, raw?: string])[]

export type Decoded =
  | { readonly kind: 'decoded'; readonly value: Json }
  /** `message` follows the name of the parameter. */
  | { readonly kind: 'rejected'; readonly message: string }

export type Decode = (strings: ParameterStrings) => Decoded

/** `text` is a single value of any type but array and object. */
export type ParameterKind = 'text' | 'array' | 'object'

/** A schema that allows both text and object is decoded as an object only in the style deepObject. */
export const parameterKindOf = (files: Files, { schema, style }: ParameterView): ParameterKind => {
  const types = schema ? typesOf(files, schema) : noTypes
  if (style === 'deepObject' && types.has('object')) return 'object'
  if (types.has('array')) return 'array'
  return types.has('object') && [...types].every((type) => type === 'object' || type === 'null') ? 'object' : 'text'
}

export const createDecoder = (document: Document, view: ParameterView): Decode => {
  const { schema, style, name } = view
  if (!schema) return (strings) => decodeSingle(strings, noTypes)
  const removePrefix = prefixRemovers.get(style)
  const decode = createUnprefixedDecoder(document, view, schema)
  if (!removePrefix) return decode
  const keepsNames = view.explode && parameterKindOf(document.files, view) !== 'text'
  return ([first]) => {
    const text = removePrefix(first?.[1] ?? '', name, keepsNames)
    const raw = first?.[2] === undefined ? undefined : removePrefix(first[2], name, keepsNames)
    if (text === undefined)
      return reject(`must be written in the style ${style}: ${style === 'label' ? '.value' : `;${name}=value`}`)
    return decode([raw === undefined ? [name, text] : [name, text, raw]])
  }
}

/** For a parameter that is a list or a single value: decodes the value. A text is a list of one item as well. */
export const createAlternativeDecoder = ({ files }: Document, view: ParameterView): Decode | undefined => {
  const types = view.schema ? typesOf(files, view.schema) : noTypes
  const isAmbiguous = parameterKindOf(files, view) === 'array' && !prefixRemovers.has(view.style)
  return isAmbiguous && types.size > 1 ? (strings) => decodeSingle(strings, types) : undefined
}

const createUnprefixedDecoder = (document: Document, view: ParameterView, schema: Node): Decode => {
  const { files } = document
  switch (parameterKindOf(files, view)) {
    case 'array':
      return createArrayDecoder(document, view, schema)
    case 'object':
      return view.style === 'deepObject'
        ? createDeepDecoder(files, view, schema)
        : createObjectDecoder(files, view, schema)
    case 'text': {
      const types = typesOf(files, schema)
      return (strings) => decodeSingle(strings, types)
    }
  }
}

const reject = (message: string): Decoded => ({ kind: 'rejected', message })

/** Removes what a style writes before a value; undefined if it is missing. */
type RemovePrefix = (text: string, name: string, keepsNames: boolean) => string | undefined

/** In exploded matrix style each item repeats the name, and the properties of an object have their own names. */
const removeMatrixPrefix: RemovePrefix = (text, name, keepsNames) => {
  if (text === `;${name}`) return ''
  if (keepsNames) return text.startsWith(';') ? text.slice(1) : undefined
  return text.startsWith(`;${name}=`) ? text.slice(name.length + 2) : undefined
}

const prefixRemovers: ReadonlyMap<string, RemovePrefix> = new Map([
  ['label', (text: string) => (text.startsWith('.') ? text.slice(1) : undefined)],
  ['matrix', removeMatrixPrefix],
])

/** The delimiter between two items; undefined if each item is a text of its own. */
const delimiterOf = ({ in: place, style, explode }: ParameterView): string | undefined => {
  if (explode && place === 'query') return undefined
  if (explode && (style === 'label' || style === 'matrix')) return style === 'label' ? '.' : ';'
  return escapedDelimiters.get(style) ?? ','
}

/** Delimiters that a query can only carry escaped, so that they look the same as one inside an item. */
const escapedDelimiters: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
])

/** Whether a parameter is split before it is percent-decoded, so that its raw text is needed. */
export const needsRawText = (files: Files, view: ParameterView): boolean =>
  view.in !== 'header' &&
  delimiterOf(view) !== undefined &&
  !escapedDelimiters.has(view.style) &&
  parameterKindOf(files, view) !== 'text'

/** Percent-decodes a text; returns it unchanged if an escape is invalid. */
export const decodeEscapes = (text: string): string => {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Splits strings into items. An escaped delimiter is part of an item (RFC 6570, section 3.2.1), unless the whole value is
 * escaped, as URLSearchParams does: then it has no plain delimiter, and no plain `separator` of name and value.
 */
const splitStrings = (view: ParameterView, strings: ParameterStrings, separator?: string): readonly string[] => {
  const delimiter = delimiterOf(view)
  const items = strings.flatMap(([, text, raw]) => {
    if (delimiter === undefined) return [text]
    if (!raw?.includes('%')) return text.split(delimiter)
    const isEscapedWhole = !raw.includes(delimiter) && !(separator !== undefined && raw.includes(separator))
    return isEscapedWhole ? text.split(delimiter) : raw.split(delimiter).map(decodeEscapes)
  })
  // White space and empty items in a header's list have no meaning (RFC 9110, section 5.6.1).
  return view.in === 'header' ? items.map((item) => item.trim()).filter((item) => item !== '') : items
}

const decodeSingle = (strings: ParameterStrings, types: ReadonlySet<string>): Decoded => {
  const [first] = strings
  if (strings.length > 1) return reject(`must be given once, got ${strings.length} times`)
  return { kind: 'decoded', value: convertText(first?.[1] ?? '', types) }
}

const createArrayDecoder = (document: Document, view: ParameterView, schema: Node): Decode => {
  const readItem = createItemReader(document, schema)
  const hasNames = view.style === 'matrix' && view.explode
  const withoutName = (text: string) => (text.startsWith(`${view.name}=`) ? text.slice(view.name.length + 1) : text)
  return (strings) => ({
    kind: 'decoded',
    value: splitStrings(view, strings).map((text) => readItem(hasNames ? withoutName(text) : text)),
  })
}

/** In 2.0 an item can be a list with a `collectionFormat` of its own (Items Object). */
const createItemReader = (document: Document, array: Node): ((text: string) => Json) => {
  const { files, dialect } = document
  const items = itemsNode(files, array)
  const types = items ? typesOf(files, items) : noTypes
  if (!items || dialect !== '2.0' || !types.has('array')) return (text) => convertText(text, types)
  const { style } = oldStyle('query', getString(items.value, 'collectionFormat'))
  const readInner = createItemReader(document, items)
  return (text) => text.split(escapedDelimiters.get(style) ?? ',').map(readInner)
}

/** Exploded: `R=100,G=200`, in a query or cookie one pair per property; otherwise names and values in turn: `R,100,G,200`. */
const createObjectDecoder = (files: Files, view: ParameterView, schema: Node): Decode => {
  const valueSchema = createValueSchema(files, schema)
  const isOnePairEach = view.explode && (view.in === 'query' || view.in === 'cookie')
  return (strings) => {
    const pairs = isOnePairEach
      ? strings
      : view.explode
        ? splitPairs(view, strings)
        : pairUp(splitStrings(view, strings))
    if (!pairs) {
      const received = showValue(strings.map(([, text]) => text).join(','))
      const expected = view.explode ? 'name=value pairs separated by commas' : 'names and values in turn: name,value,…'
      return reject(`must be ${expected}, got ${received}`)
    }
    return {
      kind: 'decoded',
      value: buildObject(
        valueSchema,
        pairs.map(([name, text]) => ({ path: [name], text })),
      ),
    }
  }
}

const splitPairs = (view: ParameterView, strings: ParameterStrings): ParameterStrings | undefined => {
  const items = splitStrings(view, strings, '=')
  if (items.some((item) => !item.includes('='))) return undefined
  return items.map((item) => [item.slice(0, item.indexOf('=')), item.slice(item.indexOf('=') + 1)])
}

const pairUp = (items: readonly string[]): ParameterStrings | undefined => {
  if (items.length % 2 === 1) return undefined
  return items.flatMap((name, index) => (index % 2 === 0 ? [[name, items[index + 1] ?? ''] as const] : []))
}

/** `filter[kind]=cat`, also nested: `filter[size][from]=1`; lists as `filter[tags][]=a` or by repeating the name. */
const createDeepDecoder = (files: Files, { name }: ParameterView, schema: Node): Decode => {
  const valueSchema = createValueSchema(files, schema)
  return (strings) => {
    const entries = strings.map(([key, text]) => ({ path: splitBrackets(key.slice(name.length)), text }))
    if (entries.some(({ path }) => path.length > maxDepth)) return reject(`is nested deeper than ${maxDepth} levels`)
    return { kind: 'decoded', value: buildValue(valueSchema, entries) }
  }
}
