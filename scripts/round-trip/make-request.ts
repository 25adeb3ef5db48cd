/**
 * Requests that are valid by their document: parameters and bodies from documented examples, else from the schemas.
 */
import { randomUUID } from 'node:crypto'
import { isIdempotencyKey } from '../../src/behaviours/idempotency.ts'
import { completeValue } from '../../src/contract/complete-value.ts'
import type { Document } from '../../src/contract/document.ts'
import { mediaExamples } from '../../src/contract/examples.ts'
import { generateValue } from '../../src/contract/generate.ts'
import { isObject } from '../../src/contract/is-object.ts'
import { separateDigits } from '../../src/contract/json-text.ts'
import { isJson } from '../../src/contract/media-type.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { type MediaView, type ParameterView, viewBody, viewParameters } from '../../src/contract/operation-view.ts'
import type { Node } from '../../src/contract/references.ts'
import type { SchemaCompiler } from '../../src/contract/schema-compiler.ts'
import { findKeyword, viewObject } from '../../src/contract/schema-view.ts'
import type { Json, JsonObject } from '../../src/ports.ts'

export interface Maker {
  readonly document: Document
  readonly compiler: SchemaCompiler
}

export interface MadeBody {
  readonly mediaType: string
  readonly value: Json
}

/** A value for a parameter, as a text. */
export const makeParameter = async (
  { document, compiler }: Maker,
  schema: Node | undefined,
  seed: number,
): Promise<string> => {
  if (!schema) return `x${seed}`
  const { files, dialect } = document
  const parts = { files, dialect, compiler, seed }
  for (const value of [
    await completeValue(parts, schema, undefined),
    await completeValue({ ...parts, plain: true }, schema, undefined),
  ])
    if (value !== undefined && value !== null && !compiler.compile(schema, 'request')(separateDigits(value)))
      return Array.isArray(value) ? value.join(',') : String(value)
  return `x${seed}`
}

/** The required query and header parameters. */
export const makeParameters = async (maker: Maker, { node, pathItem, document }: Operation, seed: number) => {
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const view of viewParameters(document, node, pathItem)) {
    if (!view.required || view.in === 'path' || view.in === 'cookie') continue
    const text = fixedHeader(view) ?? (await makeParameter(maker, view.schema, seed))
    if (view.in === 'query') query.set(view.name, text)
    else headers[view.name] = text
  }
  return { query: query.size === 0 ? '' : `?${query}`, headers }
}

/** What a client makes of headers that are no free choice: a condition that holds, and a key of its own for each request. */
const fixedHeader = ({ in: place, name }: ParameterView): string | undefined => {
  if (place !== 'header') return undefined
  if (/^if-match$/i.test(name)) return '*'
  if (/^if-none-match$/i.test(name)) return '"none"'
  return isIdempotencyKey(name) ? randomUUID() : undefined
}

/** Undefined where the operation takes no body; null where no valid one is found. */
export const makeBody = async (
  maker: Maker,
  { node, pathItem, document }: Operation,
  seed: number,
  add: (schema: Node, value: JsonObject) => JsonObject = (_, value) => value,
): Promise<MadeBody | null | undefined> => {
  const body = viewBody(document, node, pathItem)
  if (!body || body.content.length === 0) return undefined
  const order = (mediaType: string): number =>
    isJson(mediaType)
      ? /json-patch/.test(mediaType)
        ? 8
        : /merge-patch|\*|^application\/json$/.test(mediaType)
          ? 0
          : 1
      : /urlencoded/.test(mediaType)
        ? 4
        : 6
  const [media] = [...body.content].sort((a, b) => order(a.mediaType) - order(b.mediaType))
  if (!media) return undefined
  const mediaType = media.mediaType.includes('*') ? 'application/json' : media.mediaType
  if (!media.schema) return { mediaType, value: {} }
  const validate = maker.compiler.compile(media.schema, 'request')
  for (const candidate of await candidates(maker, media, media.schema, seed)) {
    if (candidate === undefined || candidate === null) continue
    const bare = dropReadOnly(document, media.schema, candidate)
    for (const value of [isObject(bare) ? add(media.schema, bare as JsonObject) : bare, bare, candidate])
      if (!validate(separateDigits(value))) return { mediaType, value }
  }
  return null
}

const candidates = async (
  { document, compiler }: Maker,
  media: MediaView,
  schema: Node,
  seed: number,
): Promise<readonly Json[]> => {
  const { files, dialect } = document
  const parts = { files, dialect, compiler, seed }
  const found = mediaExamples(document, media).map(({ value }) => value as Json)
  for (const plain of [false, true]) {
    const made = await completeValue({ ...parts, plain }, schema, {}).catch(() => undefined)
    if (made !== undefined) found.push(made)
  }
  for (const sparse of [true, false]) {
    if (found.length > 0 && !sparse) break
    const made = await generateValue({ files, dialect, schema, seed, sparse }).catch(() => undefined)
    if (made !== undefined) found.push(made as Json)
  }
  return found
}

const dropReadOnly = (document: Document, schema: Node, value: Json): Json => {
  if (!isObject(value)) return value
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
