/**
 * Finds the operation that a request means. The one place that knows rou3, a radix router: the cost of a match does not
 * grow with the document. rou3 neither decodes nor cares for a slash at the end; both are done here.
 */
import { distance } from 'fastest-levenshtein'
import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3'
import type { Operation, PathEntry } from './operation.ts'

export type Match =
  | { readonly kind: 'operation'; readonly operation: Operation; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method'; readonly entry: PathEntry }
  | { readonly kind: 'unknown-path'; readonly nearest: string | undefined }
  | { readonly kind: 'bad-escape' }

/** A document's paths, ready to be asked. `basePath` as in Document. */
export interface MatchTable {
  readonly basePath: string
  readonly entries: readonly PathEntry[]
}

export interface Matcher {
  /** `method` in upper case, `path` raw, beginning with a slash. */
  readonly match: (method: string, path: string) => Match
}

interface Route {
  readonly entry: PathEntry
  readonly names: readonly string[]
}

/** One router over all documents. Of two paths that differ only in the names of parameters, the first is served. */
export const createMatcher = (tables: readonly MatchTable[]): Matcher => {
  const router: RouterContext<Route> = createRouter()
  const taken = new Set<string>()
  const known: string[] = []
  for (const { basePath, entries } of tables) {
    for (const entry of entries) {
      const { pattern, names } = toPattern(basePath + entry.path)
      known.push(basePath + entry.path)
      if (taken.has(pattern)) continue
      taken.add(pattern)
      addRoute(router, '', pattern, { entry, names })
    }
  }

  const match = (method: string, path: string): Match => {
    const canonical = plainPath.test(path) ? path : canonicalPath(path)
    if (canonical === undefined) return { kind: 'bad-escape' }
    const found = findRoute(router, '', canonical)
    if (!found || found.data.entry.path.endsWith('/') !== canonical.endsWith('/'))
      return { kind: 'unknown-path', nearest: nearestPath(path, known) }
    const { entry, names } = found.data
    const operation = entry.operations.get(method) ?? (method === 'HEAD' ? entry.operations.get('GET') : undefined)
    if (!operation) return { kind: 'wrong-method', entry }
    return { kind: 'operation', operation, params: names.length === 0 ? noParams : decodeParams(names, found.params) }
  }
  return { match }
}

const noParams: Readonly<Record<string, string>> = {}

/** Paths that need no decoding: what is left is its own canonical form. */
const plainPath = /^[A-Za-z0-9\-._/]*$/

/** Each segment decoded and encoded again one way, so that equal addresses (RFC 3986, section 6.2.2) match alike. */
const canonicalPath = (path: string): string | undefined => {
  try {
    return path
      .split('/')
      .map((segment) => canonicalText(decodeURIComponent(segment)))
      .join('/')
  } catch {
    return undefined
  }
}

const canonicalText = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const decodeParams = (
  names: readonly string[],
  found: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> => {
  const params: Record<string, string> = Object.create(null)
  for (let index = 0; index < names.length; index++) {
    const text = found?.[`p${index}`] ?? ''
    params[names[index] ?? ''] = text.includes('%') ? decodeURIComponent(text) : text
  }
  return params
}

/** `/pets/{petId}` as rou3 writes it; parameters are numbered, because their names may hold anything. */
const toPattern = (path: string): { pattern: string; names: readonly string[] } => {
  const names: string[] = []
  const segments = path.split('/').map((segment) => {
    const isWhole = /^\{[^{}]+\}$/.test(segment)
    return segment
      .split(/(\{[^{}]+\})/)
      .map((part) => {
        if (!/^\{[^{}]+\}$/.test(part)) return canonicalText(part)
        names.push(part.slice(1, -1))
        return `:p${names.length - 1}${isWhole ? '' : '(.+?)'}`
      })
      .join('')
  })
  return { pattern: segments.join('/'), names }
}

/** The known path that is nearest to a wrong one by edit distance, parameters taken as given; undefined where none is near. */
const nearestPath = (path: string, known: readonly string[]): string | undefined => {
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  const asked = path.slice(0, 200).toLowerCase()
  for (const candidate of known) {
    const length = distance(asked, fillTemplate(candidate, asked).toLowerCase())
    if (length < least) {
      least = length
      best = candidate
    }
  }
  return least <= Math.max(asked.length, 8) * 0.7 ? best : undefined
}

const fillTemplate = (template: string, path: string): string => {
  const given = path.split('/')
  return template
    .split('/')
    .map((segment, index) => (segment.startsWith('{') ? (given[index] ?? '') : segment))
    .join('/')
}
