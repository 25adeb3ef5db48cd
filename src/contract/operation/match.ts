/**
 * Finds the operation that a request means. The one place that knows rou3, a radix router: the cost of a match does not
 * grow with the document. rou3 finds the shape of a path, segment by segment; decoding, a slash at the end and parameters
 * that are a part of their segment are done here.
 */
import { distance } from 'fastest-levenshtein'
import { addRoute, createRouter, findAllRoutes, findRoute, type MatchedRoute, type RouterContext } from 'rou3'
import { withoutQuery } from '../document/path-item.ts'
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

/** An entry with the templates of those segments that hold parameters. */
interface Route {
  readonly entry: PathEntry
  readonly templates: readonly SegmentTemplate[]
}

/** `{id}.json` has the name `id` between the literals, which are decoded, `` and `.json`. */
interface SegmentTemplate {
  readonly literals: readonly string[]
  readonly names: readonly string[]
}

type Params = Readonly<Record<string, string>>

/** One router over all documents. Of two paths that differ only in the names of parameters, the first is served. */
export const createMatcher = (tables: readonly MatchTable[]): Matcher => {
  const router = createShapeRouter(collectRoutes(tables))

  const match = (method: string, path: string): Match => {
    const canonical = plainPath.test(path) ? path : canonicalPath(path)
    if (canonical === undefined) return { kind: 'bad-escape' }
    const found = router.find(canonical)
    if (!found) return { kind: 'unknown-path', nearest: nearestPath(path, tables) }
    const { entry, params } = found
    const operation = entry.operations.get(method) ?? (method === 'HEAD' ? entry.operations.get('GET') : undefined)
    return operation ? { kind: 'operation', operation, params } : { kind: 'wrong-method', entry }
  }
  return { match }
}

/** Routes by shape: the path with whole segments for parameters. Several have one shape where parts of a segment differ. */
const collectRoutes = (tables: readonly MatchTable[]): ReadonlyMap<string, readonly Route[]> => {
  const shapes = new Map<string, Route[]>()
  for (const { basePath, entries } of tables) {
    for (const entry of entries) {
      const { shape, templates } = readTemplate(basePath + entry.path)
      const routes = shapes.get(shape) ?? []
      shapes.set(shape, routes)
      routes.push({ entry, templates })
    }
  }
  for (const routes of shapes.values()) routes.sort((one, other) => literalLength(other) - literalLength(one))
  return shapes
}

/** The more literal text in its templates, the more particular a route. */
const literalLength = ({ templates }: Route): number =>
  templates.reduce((length, { literals }) => length + literals.join('').length, 0)

interface Found {
  readonly entry: PathEntry
  readonly params: Params
}

/** rou3 takes a path with a slash at its end for the same as one without, so each kind has a router of its own. */
const createShapeRouter = (shapes: ReadonlyMap<string, readonly Route[]>) => {
  const plain: RouterContext<readonly Route[]> = createRouter()
  const slashed: RouterContext<readonly Route[]> = createRouter()
  const routerOf = (path: string) => (path.endsWith('/') ? slashed : plain)
  for (const [shape, routes] of shapes) addRoute(routerOf(shape), '', shape, routes)

  const find = (path: string): Found | undefined => {
    const router = routerOf(path)
    const best = findRoute(router, '', path)
    const found = best && pickRoute(best)
    if (!best || found) return found
    // The most particular shape has no template that fits; another one may.
    for (const other of findAllRoutes(router, '', path).reverse()) {
      const next = pickRoute(other)
      if (next) return next
    }
    return undefined
  }
  return { find }
}

const pickRoute = ({ data: routes, params: texts }: MatchedRoute<readonly Route[]>): Found | undefined => {
  for (const { entry, templates } of routes) {
    const params = templates.length === 0 ? noParams : readParams(templates, texts)
    if (params) return { entry, params }
  }
  return undefined
}

const noParams: Params = {}

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

/** The parameters of a path, decoded; undefined where a segment does not fit its template. */
const readParams = (templates: readonly SegmentTemplate[], texts: Params | undefined): Params | undefined => {
  const params: Record<string, string> = Object.create(null)
  for (const [index, template] of templates.entries()) {
    const text = texts?.[`p${index}`] ?? ''
    const values = splitSegment(text.includes('%') ? decodeURIComponent(text) : text, template)
    if (!values) return undefined
    for (const [place, name] of template.names.entries()) params[name] = values[place] ?? ''
  }
  return params
}

/**
 * The values of a segment's parameters, each of a character at least and as short as can be; undefined where the segment
 * does not fit. Takes the first place of each literal, so it never turns back and its cost is linear.
 */
const splitSegment = (text: string, { literals }: SegmentTemplate): readonly string[] | undefined => {
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

/** `/pets/{petId}` as rou3 writes it; parameters are numbered, because their names may hold anything. */
const readTemplate = (path: string): { shape: string; templates: readonly SegmentTemplate[] } => {
  const templates: SegmentTemplate[] = []
  const segments = withoutQuery(path)
    .split('/')
    .map((segment) => {
      const parts = segment.split(/\{([^{}]+)\}/)
      const literals = parts.filter((_, index) => index % 2 === 0).map(decodeLiteral)
      if (literals.length === 1) return canonicalText(literals.join(''))
      templates.push({ literals, names: parts.filter((_, index) => index % 2 === 1) })
      return `:p${templates.length - 1}`
    })
  return { shape: segments.join('/'), templates }
}

/** A literal may be written with escapes; what is none stands for itself. */
const decodeLiteral = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The known path that is nearest to a wrong one by edit distance, parameters taken as given; undefined where none is near. */
const nearestPath = (path: string, tables: readonly MatchTable[]): string | undefined => {
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  const asked = withoutSlash(path.slice(0, 200).toLowerCase())
  for (const { basePath, entries } of tables) {
    for (const start of tailsOf(basePath)) {
      for (const entry of entries) {
        const length = distance(asked, withoutSlash(fillTemplate(start + entry.path, asked).toLowerCase()))
        if (length >= least) continue
        least = length
        best = basePath + entry.path
      }
    }
  }
  return least <= Math.max(asked.length, 8) * 0.5 ? best : undefined
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

/** A base path, and what is left of it when its first segments are forgotten, the empty path last. */
const tailsOf = (basePath: string): readonly string[] => {
  const segments = basePath.split('/').slice(1)
  return [...segments.keys(), segments.length].map((count) =>
    segments
      .slice(count)
      .map((segment) => `/${segment}`)
      .join(''),
  )
}

const fillTemplate = (template: string, path: string): string => {
  const given = path.split('/')
  return template
    .split('/')
    .map((segment, index) => (segment.startsWith('{') ? (given[index] ?? '') : segment))
    .join('/')
}
