/**
 * The body of a sample request: an example of the document, otherwise what the schema requires. Read-only properties are
 * left out.
 */
import { type MediaView, viewBody } from '../contract/document/operation-view.ts'
import type { Node } from '../contract/document/references.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { mediaExamples } from '../contract/sample/examples.ts'
import { generateValue } from '../contract/sample/generate-value.ts'
import { createXmlWriter } from '../contract/sample/write-xml.ts'
import type { SchemaCompiler } from '../contract/schema/schema-compiler.ts'
import { findKeyword, itemsNode, viewObject } from '../contract/schema/schema-view.ts'
import { isJsonArray, isJsonObject } from '../contract/values/json-object.ts'
import { formatJson, separateDigits, stringifyJson } from '../contract/values/json-text.ts'
import { concreteMediaType, familyOf, type MediaFamily } from '../contract/values/media-type.ts'
import { seedOf } from '../contract/values/random.ts'
import type { Json } from '../ports.ts'
import type { SampleBody } from './sample-request.ts'

export interface BodySources {
  readonly operation: Operation
  readonly compiler: SchemaCompiler
  readonly seed: number
}

export type FilledBody =
  | { readonly kind: 'filled'; readonly body: SampleBody | undefined }
  /** A body is required, and no valid one was found. */
  | { readonly kind: 'failed' }

/** An optional body is sent where the method is about its body. */
const methodsWithBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

export const fillBody = async (sources: BodySources): Promise<FilledBody> => {
  const { document, node, pathItem, method } = sources.operation
  const view = viewBody(document, node, pathItem)
  if (!view || view.content.length === 0) return noBody
  if (!view.required && !methodsWithBody.has(method)) return noBody
  const media = [...view.content].sort((one, other) => rankOf(one) - rankOf(other))
  for (const one of media) {
    const body = await fillMedia(sources, one)
    if (body) return { kind: 'filled', body }
  }
  return view.required ? { kind: 'failed' } : noBody
}

const noBody: FilledBody = { kind: 'filled', body: undefined }

const families: readonly MediaFamily[] = ['json', 'urlencoded', 'multipart', 'xml', 'text', 'bytes']

/** Plain JSON first; a patch needs a record that it fits. */
const rankOf = ({ mediaType }: MediaView): number =>
  families.indexOf(familyOf(mediaType)) + (/json-patch/.test(mediaType) ? families.length : 0)

const fillMedia = async (sources: BodySources, media: MediaView): Promise<SampleBody | undefined> => {
  const { operation, compiler } = sources
  const { document } = operation
  const { schema } = media
  if (!schema) return writeBody(operation, media, mediaExamples(document, media)[0]?.value ?? {})
  const validate = compiler.compile(schema, 'request')
  for await (const candidate of candidatesFor(sources, media, schema)) {
    for (const value of [omitReadOnly(document.files, schema, candidate, 0), candidate])
      if (!validate(separateDigits(value))) return writeBody(operation, media, value)
  }
  return undefined
}

const variants = [
  { mode: 'minimal', examples: true, given: {} },
  { mode: 'minimal', examples: true },
  { mode: 'minimal', examples: false },
  { mode: 'realistic', examples: true },
  { mode: 'random', examples: false },
] as const

async function* candidatesFor(
  { operation, compiler, seed }: BodySources,
  media: MediaView,
  schema: Node,
): AsyncGenerator<Json> {
  const { document } = operation
  const { files, dialect } = document
  const isForm = ['urlencoded', 'multipart'].includes(familyOf(media.mediaType))
  for (const { value } of mediaExamples(document, media)) yield value
  let empty: Json | undefined
  for (const variant of variants) {
    const generated = await generateValue({ files, dialect, compiler }, schema, {
      ...variant,
      seed: seedOf(seed, operation.id, 'body'),
      validate: false,
      isRequest: true,
    })
    if (generated.kind === 'failed') continue
    const value = isForm ? omitEmpty(generated.value) : generated.value
    if (!isEmpty(value)) yield value
    else empty ??= value
  }
  // A body without content is valid where nothing is required, but shows nothing.
  if (empty !== undefined) yield empty
}

/** A form cannot carry null, an empty list or an empty object. */
const omitEmpty = (value: Json): Json => {
  if (isJsonArray(value)) return value.map(omitEmpty).filter((item) => !isEmpty(item))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([name, item]) => [name, omitEmpty(item)] as const)
  return Object.fromEntries(entries.filter(([, item]) => !isEmpty(item)))
}

const isEmpty = (value: Json): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** Generated values are not deeper. */
const maxDepth = 20

const omitReadOnly = (files: Operation['document']['files'], schema: Node, value: Json, depth: number): Json => {
  if (depth > maxDepth) return value
  if (isJsonArray(value)) {
    const items = itemsNode(files, schema)
    return items ? value.map((item) => omitReadOnly(files, items, item, depth + 1)) : value
  }
  if (!isJsonObject(value)) return value
  const { properties } = viewObject(files, schema)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const property = properties.get(name)
      if (!property) return [[name, item]]
      const isReadOnly = findKeyword(files, property.node, 'readOnly') === true
      return isReadOnly ? [] : [[name, omitReadOnly(files, property.node, item, depth + 1)]]
    }),
  )
}

/** Undefined if the media type cannot carry the value. */
const writeBody = ({ document }: Operation, { mediaType, schema }: MediaView, value: Json): SampleBody | undefined => {
  const concrete = concreteMediaType(mediaType)
  const text = (content: string): SampleBody => ({ kind: 'text', mediaType: concrete, text: content })
  switch (familyOf(mediaType)) {
    case 'json':
      return text(stringifyJson(value))
    case 'urlencoded':
      return isJsonObject(value) ? text(String(new URLSearchParams([...fieldsOf(value)]))) : undefined
    case 'multipart':
      return isJsonObject(value) && /form-data/.test(mediaType)
        ? { kind: 'form-data', fields: fieldsOf(value) }
        : undefined
    case 'xml':
      return text(typeof value === 'string' ? value : createXmlWriter(document.files, schema)(value))
    default:
      return text(typeof value === 'object' ? formatJson(value) : String(value))
  }
}

/** The fields of a form. A list is a field for each item; anything nested is JSON. */
const fieldsOf = (value: { readonly [name: string]: Json }): [string, string][] =>
  Object.entries(value).flatMap(([name, item]) =>
    (isJsonArray(item) ? item : [item]).map((one): [string, string] => [
      name,
      typeof one === 'object' && one !== null ? stringifyJson(one) : String(one),
    ]),
  )
