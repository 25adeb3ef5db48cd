/**
 * Finds the operation of a request. The only file that uses rou3, a radix router: the time of a match does not grow with
 * the number of paths. rou3 matches whole segments; parameters within a segment, as in `/reports/{id}.json`, are read here.
 */
import { isDeepStrictEqual } from 'node:util'
import { addRoute, createRouter, findAllRoutes, findRoute, type MatchedRoute, type RouterContext } from 'rou3'
import { withoutQuery } from '../document/path-item.ts'
import { nearestPath } from './nearest-path.ts'
import type { Operation, PathEntry } from './operation.ts'
import { joinEntries, type PathTable } from './read-paths.ts'

export type PathParams = Readonly<Record<string, string>>

export type Match =
  | { readonly kind: 'operation'; readonly operation: Operation; readonly params: PathParams }
  | { readonly kind: 'wrong-method'; readonly entry: PathEntry }
  /** `nearest` is the most similar known path, if there is one. */
  | { readonly kind: 'unknown-path'; readonly nearest: string | undefined }
  | { readonly kind: 'bad-escape' }

export interface Matcher {
  /** `method` in upper case; `path` raw, starting with a slash. */
  readonly match: (method: string, path: string) => Match
  /** All paths that match a raw path, the most specific first. */
  readonly entriesAt: (path: string) => readonly PathEntry[]
}

/** The number of paths whose route is remembered, and how long one may be. Beyond the number it begins again. */
const maxKnown = 1_000
const longestKnown = 200

/**
 * One matcher for all documents. Of two paths that differ only in the names of parameters, the first wins; in one document, the other
 * has the methods that the first lacks.
 */
export const createMatcher = (tables: readonly PathTable[]): Matcher => {
  const router = createShapeRouter(collectRoutes(tables))
  const known = new Map<string, FoundRoute>()

  /** Clients repeat their paths, and a look at a map costs a fifth of finding the route. */
  const find = (canonical: string): FoundRoute | undefined => {
    const remembered = known.get(canonical)
    if (remembered) return remembered
    if (canonical.length > longestKnown) return router.find(canonical)
    // A copy: a part of a string keeps the whole, here the address with its query.
    const own = Buffer.from(canonical).toString()
    const found = router.find(own)
    if (!found) return undefined
    if (known.size === maxKnown) known.clear()
    known.set(own, found)
    return found
  }

  const match = (method: string, path: string): Match => {
    const canonical = canonicalPath(path)
    if (canonical === undefined) return { kind: 'bad-escape' }
    const found = find(canonical)
    if (!found) return { kind: 'unknown-path', nearest: nearestPath(path, tables) }
    return (
      matchMethod(found, method) ??
      (method === 'HEAD' ? matchMethod(found, 'GET') : undefined) ?? { kind: 'wrong-method', entry: allMethods(found) }
    )
  }
  const entriesAt = (path: string): readonly PathEntry[] => {
    const canonical = canonicalPath(path)
    return canonical === undefined ? [] : router.findAll(canonical)
  }
  return { match, entriesAt }
}

/** A path entry with the templates of those segments that have parameters. */
interface Route {
  readonly entry: PathEntry
  readonly segments: readonly SegmentTemplate[]
  /** Those after it in its document that differ only in the names of their parameters. */
  readonly twins: readonly Route[]
}

/** Routes by shape. Several paths have the same shape if they differ within a segment; the most specific one comes first. */
const collectRoutes = (tables: readonly PathTable[]): ReadonlyMap<string, readonly Route[]> => {
  const routesByShape = new Map<string, (Route & { readonly twins: Route[] })[]>()
  for (const { basePath, entries } of tables) {
    for (const entry of entries) {
      const { shape, segments } = parseTemplate(basePath + entry.path)
      const routes = routesByShape.get(shape) ?? []
      routesByShape.set(shape, routes)
      const route = { entry, segments, twins: [] }
      routes.find((known) => isTwin(known, route))?.twins.push(route)
      routes.push(route)
    }
  }
  for (const routes of routesByShape.values()) routes.sort((one, other) => literalLength(other) - literalLength(one))
  return routesByShape
}

/** The more literal text in its segments, the more specific a route is. */
const literalLength = ({ segments }: Route): number =>
  segments.reduce((length, { literals }) => length + literals.join('').length, 0)

const isTwin = (one: Route, other: Route): boolean =>
  one.entry.document === other.entry.document &&
  one.segments.every(({ literals }, index) => isDeepStrictEqual(literals, other.segments[index]?.literals))

interface FoundRoute {
  readonly route: Route
  readonly params: PathParams
}

const matchMethod = ({ route, params }: FoundRoute, method: string): Match | undefined => {
  const operation = route.entry.operations.get(method)
  if (operation) return { kind: 'operation', operation, params }
  for (const twin of route.twins) {
    const other = twin.entry.operations.get(method)
    if (other) return { kind: 'operation', operation: other, params: renameParams(params, route, twin) }
  }
  return undefined
}

const allMethods = ({ route: { entry, twins } }: FoundRoute): PathEntry =>
  twins.reduce((joined, twin) => joinEntries(joined, twin.entry), entry)

const renameParams = (params: PathParams, from: Route, to: Route): PathParams => {
  const renamed: Record<string, string> = Object.create(null)
  const names = from.segments.flatMap((segment) => segment.names)
  for (const [index, name] of to.segments.flatMap((segment) => segment.names).entries())
    renamed[name] = params[names[index] ?? ''] ?? ''
  return renamed
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
  const findAll = (path: string): readonly PathEntry[] =>
    findAllRoutes(routerFor(path), '', path)
      .reverse()
      .flatMap(({ data, params }) =>
        data.filter(({ segments }) => readParams(segments, params)).map(({ entry }) => entry),
      )
  return { find, findAll }
}

const noParams: PathParams = {}

const chooseRoute = ({ data: routes, params: matched }: MatchedRoute<readonly Route[]>): FoundRoute | undefined => {
  for (const route of routes) {
    const { segments } = route
    const params = segments.length === 0 ? noParams : readParams(segments, matched)
    if (params) return { route, params }
  }
  return undefined
}

/** A segment with parameters: `{id}.json` has the name `id` between the literals `` and `.json`, which are decoded. */
interface SegmentTemplate {
  readonly literals: readonly string[]
  readonly names: readonly string[]
}

interface PathTemplate {
  /** The path as rou3 writes it: `/pets/:p0`. Parameters are numbered, because their names may contain any character. */
  readonly shape: string
  /** The segments with parameters, in order. */
  readonly segments: readonly SegmentTemplate[]
}

const parseTemplate = (path: string): PathTemplate => {
  const segments: SegmentTemplate[] = []
  const shape = withoutQuery(path)
    .split('/')
    .map((segment) => {
      const parts = segment.split(/\{([^{}]+)\}/)
      const literals = parts.filter((_, index) => index % 2 === 0).map(decodeLiteral)
      if (literals.length === 1) return encodeCanonical(literals.join(''))
      segments.push({ literals, names: parts.filter((_, index) => index % 2 === 1) })
      return `:p${segments.length - 1}`
    })
  return { shape: shape.join('/'), segments }
}

/** Percent-decodes a literal; one with invalid escapes is used as it is. */
const decodeLiteral = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * A request path with each segment percent-decoded and encoded again, so that equivalent paths are equal (RFC 3986, section
 * 6.2.2); undefined if an escape is invalid.
 */
const canonicalPath = (path: string): string | undefined => {
  if (/^[A-Za-z0-9\-._/]*$/.test(path)) return path
  try {
    return path
      .split('/')
      .map((segment) => encodeCanonical(decodeURIComponent(segment)))
      .join('/')
  } catch {
    return undefined
  }
}

const encodeCanonical = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** The decoded parameters of a path, from the segments that the router matched; undefined if a segment does not match. */
const readParams = (templates: readonly SegmentTemplate[], matched: PathParams | undefined): PathParams | undefined => {
  const params: Record<string, string> = Object.create(null)
  for (const [index, template] of templates.entries()) {
    const text = matched?.[`p${index}`] ?? ''
    const values = matchSegment(text.includes('%') ? decodeURIComponent(text) : text, template)
    if (!values) return undefined
    for (const [place, name] of template.names.entries()) params[name] = values[place] ?? ''
  }
  return params
}

/**
 * The values of a segment's parameters, each at least one character and as short as possible; undefined if the segment does
 * not match. Uses the first occurrence of each literal, so it never backtracks and takes linear time.
 */
const matchSegment = (text: string, { literals }: SegmentTemplate): readonly string[] | undefined => {
  const [start = '', ...rest] = literals
  const end = text.length - (rest.at(-1) ?? '').length
  if (!text.startsWith(start) || !text.endsWith(rest.at(-1) ?? '')) return undefined
  const values: string[] = []
  let from = start.length
  for (const [index, literal] of rest.entries()) {
    const to = index === rest.length - 1 ? end : text.indexOf(literal, from + 1)
    if (to <= from || to > end) return undefined
    values.push(text.slice(from, to))
    from = to + literal.length
  }
  return values
}
