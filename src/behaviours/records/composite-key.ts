/**
 * Composite keys: records of /cells/{row}/{col} are identified by row and col together. In paths and in the store such a
 * key is one string, its parts escaped and joined with slashes.
 */
import { getOwn } from '../../contract/values/json-object.ts'
import { exactInteger } from '../../contract/values/json-text.ts'
import type { Json, JsonObject } from '../../ports.ts'

/** A property that is a part of the key. */
export interface KeyPart {
  readonly property: string
  readonly kind: 'integer' | 'string'
}

export const joinKey = (values: readonly Json[]): string =>
  values.map((value) => encodeURIComponent(String(value))).join('/')

/** The key of a record; undefined if a part is missing or has the wrong type. */
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

/** An invalid escape is returned as it is. */
const decodePart = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The record with the parts of its key set. */
export const withKey = (parts: readonly KeyPart[], record: JsonObject, key: string): JsonObject => {
  const decoded = key.split('/').map(decodePart)
  const values = parts.flatMap(({ property, kind }, index): readonly (readonly [string, Json])[] => {
    const value = decoded[index]
    if (value === undefined) return []
    if (kind === 'string') return [[property, value]]
    return /^-?\d+$/.test(value) ? [[property, exactInteger(value)]] : []
  })
  return { ...record, ...Object.fromEntries(values) }
}
