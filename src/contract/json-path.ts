/**
 * The one place that knows the JSONPath library (jsonpath-rfc9535). It answers with normalized paths (RFC 9535,
 * section 2.7), which are taken apart here.
 */
import { paths as normalizedPaths } from 'jsonpath-rfc9535'

export class JsonPathError extends Error {
  override readonly name = 'JsonPathError'
}

/** The keys that lead to each value a JSONPath selects, in document order. Throws JsonPathError where it does not parse. */
export const paths = (value: unknown, query: string): readonly (readonly (string | number)[])[] => {
  try {
    return normalizedPaths(value as Parameters<typeof normalizedPaths>[0], query).map(splitNormalizedPath)
  } catch (error) {
    throw new JsonPathError(String((error as Error).message).split('\n')[0], { cause: error })
  }
}

const splitNormalizedPath = (path: string): readonly (string | number)[] =>
  [...path.matchAll(/\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/g)].map(([, name, index]) =>
    name === undefined ? Number(index) : unescapeName(name),
  )

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const unescapeName = (name: string): string =>
  name.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, character: string) =>
    code === undefined ? (escapes[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  )
