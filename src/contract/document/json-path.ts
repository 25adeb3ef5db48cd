/**
 * The one place that knows the JSONPath library (jsonpath-rfc9535). It returns normalized paths (RFC 9535,
 * section 2.7), which are taken apart here. Most overlays name one place by its keys; that needs no library, which would
 * be a third of all files that a start reads.
 */

import { getOwn } from '../values/json-object.ts'

/** The keys that lead to a value: names and indexes. */
export type Keys = readonly (string | number)[]

/** Why a string is not a JSONPath expression; undefined if it is one. */
export const explainPath = async (query: string): Promise<string | undefined> => {
  if (readSingular(query)) return undefined
  const { default: parse } = await import('jsonpath-rfc9535/parser')
  try {
    parse(query)
    return undefined
  } catch (error) {
    return String((error as Error).message).split('\n')[0]
  }
}

/** The keys that lead to each value a JSONPath selects, in the order of its selectors, some perhaps twice. */
export const paths = async (value: unknown, query: string): Promise<readonly Keys[]> => {
  const keys = readSingular(query)
  if (keys) return leadsSomewhere(value, keys) ? [keys] : []
  const { paths: normalizedPaths } = await import('jsonpath-rfc9535')
  return normalizedPaths(value as Parameters<typeof normalizedPaths>[0], query).map(splitNormalizedPath)
}

/** The keys of a query without anything but plain names and indexes; undefined for every other query. */
const readSingular = (query: string): Keys | undefined => {
  if (!/^\$(\.[A-Za-z_]\w*|\['[^'\\\p{Cc}]*'\]|\["[^"\\\p{Cc}]*"\]|\[(0|[1-9]\d{0,8})\])*$/u.test(query))
    return undefined
  return [...query.matchAll(/\.(\w+)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]/g)].map(([, name, single, double, index]) =>
    index === undefined ? (name ?? single ?? double ?? '') : Number(index),
  )
}

/** A name selects from objects only, an index from arrays only (RFC 9535, sections 2.3.1 and 2.3.3). */
const leadsSomewhere = (value: unknown, keys: Keys): boolean => {
  let at = value
  for (const key of keys) {
    if (Array.isArray(at) !== (typeof key === 'number')) return false
    const next: unknown = Array.isArray(at) ? at[Number(key)] : getOwn(at, String(key))
    if (next === undefined) return false
    at = next
  }
  return true
}

const splitNormalizedPath = (path: string): Keys =>
  [...path.matchAll(/\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/g)].map(([, name, index]) =>
    name === undefined ? Number(index) : unescapeName(name),
  )

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const unescapeName = (name: string): string =>
  name.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, character: string) =>
    code === undefined ? (escapes[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  )
