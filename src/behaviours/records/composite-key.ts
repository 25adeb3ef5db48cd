/**
 * Keys of several parts: records of /cells/{row}/{col} are known by row and col together. Between address, record and
 * store such a key is one text, each part escaped and parted by slashes, as an address has it.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import { typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import { exactInteger } from '../../contract/values/json-text.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { plainName, wordsOf } from './words.ts'

/** A property that is a part of the key. */
export interface KeyPart {
  readonly property: string
  readonly kind: 'integer' | 'string'
}

/** The properties that path parameters are named as, or end in; undefined where one has none, or two have the same. */
export const findKeyParts = (
  document: Document,
  schema: Node,
  parameters: readonly string[],
): readonly KeyPart[] | undefined => {
  const parts = parameters.flatMap((parameter) => findKeyPart(document, schema, parameter) ?? [])
  const isWhole = new Set(parts.map(({ property }) => property)).size === parameters.length
  return isWhole ? parts : undefined
}

const findKeyPart = (document: Document, schema: Node, parameter: string): KeyPart | undefined => {
  const { properties } = viewObject(document.files, schema)
  const last = wordsOf(parameter).at(-1)
  for (const wanted of [plainName(parameter), ...(last === undefined || last === 'id' ? [] : [last])]) {
    const found = [...properties.values()].find(({ name }) => plainName(name) === wanted)
    const types = found && typesOf(document.files, found.node)
    if (found && types?.has('integer')) return { property: found.name, kind: 'integer' }
    if (found && types?.has('string')) return { property: found.name, kind: 'string' }
  }
  return undefined
}

export const joinKey = (values: readonly Json[]): string =>
  values.map((value) => encodeURIComponent(String(value))).join('/')

/** The key in a record; undefined where a part of it is missing or of another kind. */
export const readKey = (parts: readonly KeyPart[], record: unknown): string | undefined => {
  const values: Json[] = []
  for (const { property, kind } of parts) {
    const value = getOwn(record, property)
    const isFit = kind === 'string' ? typeof value === 'string' : typeof value === 'number' || typeof value === 'bigint'
    if (value === undefined || value === '' || !isFit) return undefined
    values.push(value)
  }
  return joinKey(values)
}

/** What is escaped wrongly stands for itself. */
const decodePart = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A record with the parts of its key in their places. */
export const withKey = (parts: readonly KeyPart[], record: JsonObject, key: string): JsonObject => {
  const texts = key.split('/').map(decodePart)
  const values = parts.flatMap(({ property, kind }, index): readonly (readonly [string, Json])[] => {
    const value = texts[index]
    if (value === undefined) return []
    if (kind === 'string') return [[property, value]]
    return /^-?\d+$/.test(value) ? [[property, exactInteger(value)]] : []
  })
  return { ...record, ...Object.fromEntries(values) }
}
