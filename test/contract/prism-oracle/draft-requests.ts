/**
 * Requests as an operation describes them, nearly always valid.
 */
import fc from 'fast-check'
import { type ParameterView, viewBody, viewParameters } from '../../../src/contract/document/operation-view.ts'
import type { Operation } from '../../../src/contract/operation/operation.ts'
import { valuesOf } from './valid-values.ts'
import { type Draft, isList, isWritableObject, NumberText, toHeader, type Writable } from './wire-request.ts'

export const draftsOf = (operation: Operation): fc.Arbitrary<Draft> => {
  const { document, node, pathItem } = operation
  const views = viewParameters(document, node, pathItem)
  const parameters = views.map((view) => {
    const values = view.schema ? valuesOf(document.files, view.schema) : fc.constant<Writable>('')
    return view.required ? values : fc.option(values, { nil: undefined, freq: 2 })
  })
  const media = viewBody(document, node, pathItem)?.content[0]
  const bodies = media?.schema ? valuesOf(document.files, media.schema) : fc.constant(undefined)
  return fc.tuple(fc.tuple(...parameters), bodies).map(([values, body]) => {
    const pairs = (place: ParameterView['in']) =>
      views.flatMap((view, index) => {
        const value = values[index]
        return view.in === place && value !== undefined ? writeParameter(view, value) : []
      })
    const encoded = (place: ParameterView['in']) =>
      pairs(place).map(([name, text]) => [encodeURIComponent(name), encodeURIComponent(text)] as const)
    const cookies = pairs('cookie').map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
    const headers = pairs('header').map(([name, text]) => [name.toLowerCase(), toHeader(text)] as const)
    return {
      method: operation.method,
      template: operation.path,
      path: Object.fromEntries(encoded('path')),
      query: encoded('query'),
      headers: {
        ...Object.fromEntries(headers),
        ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
        ...(body === undefined ? {} : { 'content-type': media?.mediaType ?? 'application/json' }),
      },
      body,
      editBody: undefined,
    }
  })
}

const delimiters: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' }

/** OpenAPI 3.1, Style Values: the names and strings that carry a value. */
const writeParameter = (
  { name, in: place, style, explode }: ParameterView,
  value: Writable,
): readonly (readonly [string, string])[] => {
  if (isList(value)) {
    const items = value.map(writeText)
    if (explode && place === 'query') return items.map((item) => [name, item])
    return [[name, items.join(delimiters[style] ?? ',')]]
  }
  if (!isWritableObject(value)) return [[name, writeText(value)]]
  const entries = Object.entries(value).map(([key, item]) => [key, writeText(item)] as const)
  if (style === 'deepObject') return entries.map(([key, item]) => [`${name}[${key}]`, item])
  return explode ? entries : [[name, entries.flat().join(',')]]
}

const writeText = (value: Writable): string => (value instanceof NumberText ? value.text : String(value ?? ''))
