/**
 * Finds the operation of a request. The only file that uses rou3, a radix router: the time of a match does not grow with
 * the number of paths. rou3 matches whole segments; path-template.ts does the rest.
 */
import { distance } from 'fastest-levenshtein'
import { addRoute, createRouter, findAllRoutes, findRoute, type MatchedRoute, type RouterContext } from 'rou3'
import type { Operation, PathEntry } from './operation.ts'
import { canonicalPath, type PathParams, parseTemplate, readParams, type SegmentTemplate } from './path-template.ts'
import type { PathTable } from './read-paths.ts'

export type Match =
  | { readonly kind: 'operation'; readonly operation: Operation; readonly params: PathParams }
  | { readonly kind: 'wrong-method'; readonly entry: PathEntry }
  /** `nearest` is the most similar known path, if there is one. */
  | { readonly kind: 'unknown-path'; readonly nearest: string | undefined }
  | { readonly kind: 'bad-escape' }

export interface Matcher {
  /** `method` in upper case; `path` raw, starting with a slash. */
  readonly match: (method: string, path: string) => Match
}

/** One matcher for all documents. Of two paths that differ only in the names of parameters, the first wins. */
export const createMatcher = (tables: readonly PathTable[]): Matcher => {
  const router = createShapeRouter(collectRoutes(tables))

  const match = (method: string, path: string): Match => {
    const canonical = canonicalPath(path)
    if (canonical === undefined) return { kind: 'bad-escape' }
    const found = router.find(canonical)
    if (!found) return { kind: 'unknown-path', nearest: nearestPath(path, tables) }
    const { entry, params } = found
    const operation = entry.operations.get(method) ?? (method === 'HEAD' ? entry.operations.get('GET') : undefined)
    return operation ? { kind: 'operation', operation, params } : { kind: 'wrong-method', entry }
  }
  return { match }
}

/** A path entry with the templates of those segments that have parameters. */
interface Route {
  readonly entry: PathEntry
  readonly segments: readonly SegmentTemplate[]
}

/** Routes by shape. Several paths have the same shape if they differ within a segment; the most specific one comes first. */
const collectRoutes = (tables: readonly PathTable[]): ReadonlyMap<string, readonly Route[]> => {
  const routesByShape = new Map<string, Route[]>()
  for (const { basePath, entries } of tables) {
    for (const entry of entries) {
      const { shape, segments } = parseTemplate(basePath + entry.path)
      const routes = routesByShape.get(shape) ?? []
      routesByShape.set(shape, routes)
      routes.push({ entry, segments })
    }
  }
  for (const routes of routesByShape.values()) routes.sort((one, other) => literalLength(other) - literalLength(one))
  return routesByShape
}

/** The more literal text in its segments, the more specific a route is. */
const literalLength = ({ segments }: Route): number =>
  segments.reduce((length, { literals }) => length + literals.join('').length, 0)

interface FoundRoute {
  readonly entry: PathEntry
  readonly params: PathParams
}

/** Two routers, because rou3 ignores a slash at the end of a path, and documents may distinguish such paths. */
const createShapeRouter = (routesByShape: ReadonlyMap<string, readonly Route[]>) => {
  const withoutSlash: RouterContext<readonly Route[]> = createRouter()
  const withSlash: RouterContext<readonly Route[]> = createRouter()
  const routerFor = (path: string) => (path.endsWith('/') ? withSlash : withoutSlash)
  for (const [shape, routes] of routesByShape) addRoute(routerFor(shape), '', shape, routes)

  const find = (path: string): FoundRoute | undefined => {
    const router = routerFor(path)
    const best = findRoute(router, '', path)
    const found = best && chooseRoute(best)
    if (!best || found) return found
    // No template of the most specific shape matches; try the others, most specific first.
    for (const other of findAllRoutes(router, '', path).reverse()) {
      const next = chooseRoute(other)
      if (next) return next
    }
    return undefined
  }
  return { find }
}

const noParams: PathParams = {}

const chooseRoute = ({ data: routes, params: matched }: MatchedRoute<readonly Route[]>): FoundRoute | undefined => {
  for (const { entry, segments } of routes) {
    const params = segments.length === 0 ? noParams : readParams(segments, matched)
    if (params) return { entry, params }
  }
  return undefined
}

/** The known path most similar to an unknown one, by edit distance; undefined if none is similar. */
const nearestPath = (path: string, tables: readonly PathTable[]): string | undefined => {
  let nearest: string | undefined
  let least = Number.POSITIVE_INFINITY
  const requested = removeSlash(path.slice(0, 200).toLowerCase())
  for (const { basePath, entries } of tables) {
    for (const start of suffixesOf(basePath)) {
      for (const entry of entries) {
        const candidate = removeSlash(fillTemplate(start + entry.path, requested).toLowerCase())
        const length = distance(requested, candidate)
        if (length >= least) continue
        least = length
        nearest = basePath + entry.path
      }
    }
  }
  return least <= Math.max(requested.length, 8) * 0.5 ? nearest : undefined
}

const removeSlash = (path: string): string => path.replace(/\/$/, '')

/** `/api/v1`, `/v1` and the empty path: a request may lack the first segments of a base path. */
const suffixesOf = (basePath: string): readonly string[] => {
  const segments = basePath.split('/').slice(1)
  return [...segments.keys(), segments.length].map((count) =>
    segments
      .slice(count)
      .map((segment) => `/${segment}`)
      .join(''),
  )
}

/** Replaces parameters by the segments of the requested path, so that they do not count as differences. */
const fillTemplate = (template: string, path: string): string => {
  const requested = path.split('/')
  return template
    .split('/')
    .map((segment, index) => (segment.startsWith('{') ? (requested[index] ?? '') : segment))
    .join('/')
}
