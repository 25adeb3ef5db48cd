/**
 * Writes the value of a parameter as a request carries it, by its style (OpenAPI 3.1, section 4.8.12.2): the reverse of
 * contract/request/decode-style.ts.
 */
import type { ParameterView } from '../contract/document/operation-view.ts'
import { isJsonArray, isJsonObject } from '../contract/values/json-object.ts'
import { stringifyJson } from '../contract/values/json-text.ts'
import type { Json } from '../ports.ts'

/** Names and values, percent-encoded for path, query and cookies. A path or a header has exactly one. */
export type EncodedParameter = readonly (readonly [name: string, text: string])[]

export const encodeParameter = (view: ParameterView, value: Json): EncodedParameter => {
  const escapeText = view.in === 'header' ? (text: string) => text : encodeURIComponent
  if (view.mediaType?.includes('json')) return [[view.name, escapeText(stringifyJson(value))]]
  const write = (item: Json): string =>
    escapeText(typeof item === 'object' && item !== null ? stringifyJson(item) : String(item))
  if (isJsonArray(value)) return encodeArray(view, value.map(write))
  if (!isJsonObject(value)) return [[view.name, addPrefix(view, write(value))]]
  if (view.style === 'deepObject') return encodeDeep(view.name, value, write)
  return encodeObject(
    view,
    Object.entries(value).map(([name, item]) => [escapeText(name), write(item)]),
  )
}

const encodeArray = (view: ParameterView, items: readonly string[]): EncodedParameter => {
  const { name, style, explode } = view
  if (explode && (view.in === 'query' || view.in === 'cookie')) return items.map((item) => [name, item])
  if (explode && style === 'label') return [[name, `.${items.join('.')}`]]
  if (explode && style === 'matrix') return [[name, items.map((item) => `;${name}=${item}`).join('')]]
  return [[name, addPrefix(view, items.join(delimiters.get(style) ?? ','))]]
}

const encodeObject = (view: ParameterView, pairs: EncodedParameter): EncodedParameter => {
  const { name, style, explode } = view
  if (!explode) return [[name, addPrefix(view, pairs.flat().join(delimiters.get(style) ?? ','))]]
  if (view.in === 'query' || view.in === 'cookie') return pairs
  const written = pairs.map(([key, text]) => `${key}=${text}`)
  if (style === 'label') return [[name, `.${written.join('.')}`]]
  return style === 'matrix' ? [[name, `;${written.join(';')}`]] : [[name, written.join(',')]]
}

const encodeDeep = (prefix: string, value: Json, write: (item: Json) => string): EncodedParameter => {
  if (isJsonArray(value)) return value.flatMap((item) => encodeDeep(`${prefix}[]`, item, write))
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, item]) =>
      encodeDeep(`${prefix}[${encodeURIComponent(name)}]`, item, write),
    )
  return [[prefix, write(value)]]
}

/** What a style writes before a single value. */
const addPrefix = ({ name, style }: ParameterView, text: string): string => {
  if (style === 'label') return `.${text}`
  return style === 'matrix' ? `;${name}=${text}` : text
}

/** Those of a query, escaped. */
const delimiters: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', '%20'],
  ['pipeDelimited', '%7C'],
  ['tabDelimited', '%09'],
])
