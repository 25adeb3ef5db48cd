/**
 * The one place that knows the JSONPath library (jsonpath-rfc9535). It answers with normalized paths (RFC 9535,
 * section 2.7), which are taken apart here.
 */
import { paths as normalizedPaths } from 'jsonpath-rfc9535'
import parse from 'jsonpath-rfc9535/parser'

/** The keys that lead to a value: names and indexes. */
export type Keys = readonly (string | number)[]

/** Why a text is no JSONPath; undefined where it is one. */
export const explainPath = (query: string): string | undefined => {
  try {
    parse(query)
    return undefined
  } catch (error) {
    return String((error as Error).message).split('\n')[0]
  }
}

/** The keys that lead to each value a JSONPath selects, in the order of its selectors, some perhaps twice. */
export const paths = (value: unknown, query: string): readonly Keys[] =>
  normalizedPaths(value as Parameters<typeof normalizedPaths>[0], query).map(splitNormalizedPath)

const splitNormalizedPath = (path: string): Keys =>
  [...path.matchAll(/\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/g)].map(([, name, index]) =>
    name === undefined ? Number(index) : unescapeName(name),
  )

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const unescapeName = (name: string): string =>
  name.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, character: string) =>
    code === undefined ? (escapes[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  )
