/**
 * Generates requests that are valid against their document: from documented examples, otherwise from the schemas.
 */
import { randomUUID } from 'node:crypto'
import { isIdempotencyKey } from '../../src/behaviours/infer/subject.ts'
import type { Document } from '../../src/contract/document/document.ts'
import {
  type MediaView,
  type ParameterView,
  viewBody,
  viewParameters,
} from '../../src/contract/document/operation-view.ts'
import type { Node } from '../../src/contract/document/references.ts'
import type { Operation } from '../../src/contract/operation/operation.ts'
import { mediaExamples } from '../../src/contract/sample/examples.ts'
import { generateValue } from '../../src/contract/sample/generate-value.ts'
import type { ValueOptions } from '../../src/contract/sample/value-options.ts'
import type { SchemaCompiler } from '../../src/contract/schema/schema-compiler.ts'
import { findKeyword, itemsNode, typesOf, viewObject } from '../../src/contract/schema/schema-view.ts'
import { isJsonObject } from '../../src/contract/values/json-object.ts'
import { separateDigits } from '../../src/contract/values/json-text.ts'
import { familyOf, isJson } from '../../src/contract/values/media-type.ts'
import type { Json, JsonObject } from '../../src/ports.ts'

export interface Maker {
  readonly document: Document
  readonly compiler: SchemaCompiler
}

export interface RequestBody {
  readonly mediaType: string
  readonly value: Json
  readonly schema?: Node
}

const parameterModes = [
  ['minimal', true],
  ['minimal', false],
  ['realistic', true],
  ['realistic', false],
] as const

/** A value for a parameter, as a string. */
export const makeParameter = async (
  { document, compiler }: Maker,
  schema: Node | undefined,
  seed: number,
): Promise<string> => {
  if (!schema) return `x${seed}`
  const { files, dialect } = document
  for (const [mode, examples] of parameterModes) {
    const options = { mode, seed, examples, validate: false } as const
    const generated = await generateValue({ files, dialect, compiler }, schema, options)
    const value = generated.kind === 'generated' ? generated.value : null
    if (value !== null && !isHollow(value) && !compiler.compile(schema, 'request')(separateDigits(value)))
      return Array.isArray(value) ? value.join(',') : String(value)
  }
  return `x${seed}`
}

/** The required query and header parameters. One that is named like a property of the record gets that property's value. */
export const makeParameters = async (
  maker: Maker,
  { node, pathItem, document }: Operation,
  seed: number,
  record?: ReadonlyMap<string, unknown>,
) => {
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const view of viewParameters(document, node, pathItem)) {
    if (!view.required || view.in === 'path' || view.in === 'cookie' || isIgnoredHeader(view)) continue
    const held =
      fixedHeader(view) ??
      firstPage(view) ??
      record?.get(view.name) ??
      wantedValue(view, record) ??
      searchedText(view, record)
    const text = held === undefined ? await makeParameter(maker, view.schema, seed) : String(held)
    if (view.in === 'query') for (const part of view.explode ? text.split(',') : [text]) query.append(view.name, part)
    else headers[view.name] = text
  }
  return { query: query.size === 0 ? '' : `?${query}`, headers }
}

/** A position that has to be sent is the beginning of the list. */
const firstPage = ({ in: place, name }: ParameterView): string | undefined =>
  place === 'query' && /^(offset|skip)$/i.test(name) ? '0' : undefined

/** A list of values that has to be sent has the one of the record: its `id` in `ids`. */
const wantedValue = ({ in: place, name }: ParameterView, record: ReadonlyMap<string, unknown> | undefined): unknown =>
  place === 'query' && /s$/.test(name) ? record?.get(name.slice(0, -1)) : undefined

/** A search that has to be sent looks for the record: a text in it that a person would search for. */
const searchedText = (
  { in: place, name }: ParameterView,
  record: ReadonlyMap<string, unknown> | undefined,
): string | undefined => {
  if (place !== 'query' || !record || !/^(q|query|search|keywords?|term)$/i.test(name)) return undefined
  const strings = [...record].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return (strings.find(([property]) => /(title|name|label|subject)$/i.test(property)) ?? strings[0])?.[1]
}

/** Headers that a document may list as parameters, but that are described elsewhere (OpenAPI, Parameter Object). */
const isIgnoredHeader = ({ in: place, name }: ParameterView): boolean =>
  place === 'header' && /^(accept|content-type|authorization)$/i.test(name)

/** Headers that must have a certain value: a condition that holds, and a new idempotency key for each request. */
const fixedHeader = ({ in: place, name }: ParameterView): string | undefined => {
  if (place !== 'header') return undefined
  if (/^if-match$/i.test(name)) return '*'
  if (/^if-none-match$/i.test(name)) return '"none"'
  return isIdempotencyKey(name) ? randomUUID() : undefined
}

/** Undefined when the operation takes no body; null when no valid body is found. */
export const makeBody = async (
  maker: Maker,
  { node, pathItem, document }: Operation,
  seed: number,
  add: (schema: Node, value: JsonObject) => JsonObject = (_, value) => value,
): Promise<RequestBody | null | undefined> => {
  const body = viewBody(document, node, pathItem)
  if (!body || body.content.length === 0) return undefined
  const order = (mediaType: string): number =>
    isJson(mediaType)
      ? /json-patch/.test(mediaType)
        ? 8
        : /merge-patch|\*|^application\/json$/.test(mediaType)
          ? 0
          : 1
      : familyOf(mediaType) === 'xml'
        ? 3
        : /urlencoded/.test(mediaType)
          ? 4
          : /multipart/.test(mediaType)
            ? 5
            : 6
  const [media] = [...body.content].sort((a, b) => order(a.mediaType) - order(b.mediaType))
  if (!media) return undefined
  const mediaType = media.mediaType.includes('*') ? 'application/json' : media.mediaType
  if (!media.schema) return { mediaType, value: {} }
  const validate = maker.compiler.compile(media.schema, 'request')
  const isForm = !isJson(mediaType) && familyOf(mediaType) !== 'xml'
  for (const isThorough of [false, true]) {
    const found = await candidates(maker, media, media.schema, { seed, isForm, isThorough })
    for (const candidate of [...found].sort((one, other) => Number(isHollow(one)) - Number(isHollow(other)))) {
      if (candidate === undefined || candidate === null || (!isThorough && isEmptyList(candidate))) continue
      const full = isForm ? dropEmpty(candidate) : candidate
      const bare = dropReadOnly(document, media.schema, full)
      for (const value of [addTo(document, media.schema, bare, add), bare, full])
        if (!validate(separateDigits(value))) return { mediaType, value, schema: media.schema }
    }
  }
  return null
}

/** Of a list of objects, only the first one is sent: the others would have the same id. */
const addTo = (
  { files }: Document,
  schema: Node,
  value: Json,
  add: (schema: Node, value: JsonObject) => JsonObject,
): Json => {
  if (isJsonObject(value)) return add(schema, value as JsonObject)
  const items = Array.isArray(value) ? itemsNode(files, schema) : undefined
  const [first] = items && Array.isArray(value) ? value : []
  return items && isJsonObject(first) ? [add(items, first as JsonObject)] : value
}

interface Search {
  readonly seed: number
  readonly isForm: boolean
  /** Whether no simple body is valid. */
  readonly isThorough: boolean
}

const candidates = async (
  { document, compiler }: Maker,
  media: MediaView,
  schema: Node,
  { seed, isForm, isThorough }: Search,
): Promise<readonly Json[]> => {
  const { files, dialect } = document
  const found = mediaExamples(document, media).map(({ value }) => value as Json)
  const add = async (options: Pick<ValueOptions, 'mode' | 'given' | 'examples'>): Promise<void> => {
    const all = { ...options, seed, validate: false, isRequest: true } as const
    const generated = await generateValue({ files, dialect, compiler }, schema, all)
    if (generated.kind === 'generated') found.push(generated.value)
  }
  const isObject = !typesOf(files, schema).has('array')
  if (!isObject) await add({ mode: 'realistic' })
  for (const examples of [true, false]) await add({ mode: 'minimal', ...(isObject ? { given: {} } : {}), examples })
  if (isForm || isThorough || found.every(isHollow))
    for (const examples of [true, false]) await add({ mode: 'realistic', examples })
  if (found.length === 0 || isForm || isThorough)
    for (const examples of [true, false]) await add({ mode: 'random', examples })
  return found
}

/** Whether a body has nothing but empty lists, which a request that creates something would not have. */
const isHollow = (value: Json): boolean =>
  Array.isArray(value)
    ? value.length === 0
    : isJsonObject(value) &&
      Object.keys(value).length > 0 &&
      Object.values(value).every((held) => Array.isArray(held) && held.length === 0)

/** A request that creates something would not be an empty list, unless nothing else is valid. */
const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0

/** A form cannot express an empty list or object. */
const dropEmpty = (value: Json): Json => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(dropEmpty).filter((held) => !isEmpty(held))
  const kept = Object.entries(value as JsonObject).map(([name, held]) => [name, dropEmpty(held)] as const)
  return Object.fromEntries(kept.filter(([, held]) => !isEmpty(held)))
}

const isEmpty = (value: Json): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0

const dropReadOnly = (document: Document, schema: Node, value: Json): Json => {
  if (!isJsonObject(value)) return value
  const { properties } = viewObject(document.files, schema)
  return Object.fromEntries(
    Object.entries(value as JsonObject).flatMap(([name, held]) => {
      const view = properties.get(name)
      if (!view) return [[name, held]]
      return findKeyword(document.files, view.node, 'readOnly') === true
        ? []
        : [[name, dropReadOnly(document, view.node, held)]]
    }),
  )
}
