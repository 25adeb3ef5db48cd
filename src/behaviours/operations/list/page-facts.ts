/**
 * Facts about a page of a list, and how the fields of an envelope and response headers report them.
 */
import type { Input } from '../../../contract/operation/validate-request.ts'
import { compilePattern } from '../../../contract/patterns/pattern.ts'
import { type QueryPart, splitQuery } from '../../../contract/values/query.ts'
import { originOf } from '../../../contract/values/request-header.ts'
import type { Json } from '../../../ports.ts'
import type { PageFact, PageFieldPlan, PageParameter, PageRole } from '../../plan/operation-plan.ts'
import type { Cursors } from './cursors.ts'
import type { FoundPage } from './find-page.ts'
import type { Order } from './order.ts'
import type { PageRequest } from './page-request.ts'

export interface PageFacts {
  /** The number of matching records; 0 if no field needs it. */
  readonly total: number
  readonly returned: number
  readonly limit: number
  readonly skip: number
  /** `skip` as the offset of the document: it may count from 1. */
  readonly offset: number
  readonly page: number
  readonly hasMore: boolean
  /** Whether there are records after the page. `hasMore` is about those before it, if the page is before a cursor. */
  readonly hasNext: boolean
  readonly hasPrevious: boolean
  /** The number of the page before, or of the last page, if this one is beyond it. */
  readonly previousPage: number
  readonly firstCursor: string | undefined
  readonly lastCursor: string | undefined
  /** Addresses; undefined if there is no such page. */
  readonly self: string
  readonly next: string | undefined
  readonly previous: string | undefined
  readonly first: string
  readonly last: string | undefined
}

/** Facts for which the matching records have to be counted. */
export const countedFacts: ReadonlySet<PageFact> = new Set([
  ...(['total', 'pages', 'remaining', 'last-url'] as const),
  // The page before one that is beyond the end is the last one.
  ...(['previous-page', 'previous-url'] as const),
])

/** Undefined if there is nothing to report. */
export const readFact: Readonly<Record<PageFact, (facts: PageFacts) => Json | undefined>> = {
  total: ({ total }) => total,
  pages: ({ total, limit }) => Math.max(1, Math.ceil(total / Math.max(1, Math.min(limit, total)))),
  page: ({ page }) => page,
  limit: ({ limit }) => limit,
  offset: ({ offset }) => offset,
  returned: ({ returned }) => returned,
  end: ({ skip, returned }) => Math.max(0, skip + returned - 1),
  'next-page': ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
  'previous-page': ({ hasPrevious, previousPage }) => (hasPrevious ? previousPage : undefined),
  remaining: ({ hasMore, total, skip, returned }) => (hasMore ? total - skip - returned : undefined),
  'has-more': ({ hasMore }) => hasMore,
  'has-previous': ({ hasPrevious }) => hasPrevious,
  'is-last': ({ hasMore }) => !hasMore,
  'next-cursor': ({ hasNext, lastCursor }) => (hasNext ? lastCursor : undefined),
  'previous-cursor': ({ hasPrevious, firstCursor }) => (hasPrevious ? firstCursor : undefined),
  'next-url': ({ next }) => next,
  'previous-url': ({ previous }) => previous,
  'first-url': ({ first }) => first,
  'last-url': ({ last }) => last,
  'self-url': ({ self }) => self,
}

/** Returns the value of an envelope's field for a page; undefined if there is nothing to report. */
export const createFieldReader = ({
  fact,
  isLink,
  pattern,
}: PageFieldPlan): ((facts: PageFacts) => Json | undefined) => {
  const read = readFact[fact]
  if (isLink)
    return (facts) => {
      const href = read(facts)
      return href === undefined ? undefined : { href }
    }
  const shorten = pattern === undefined ? undefined : createShortener(pattern)
  return shorten ? (facts) => shorten(read(facts)) : read
}

/** Removes the origin, and the query if needed, from an address that does not match the pattern. */
const createShortener = (source: string): ((value: Json | undefined) => Json | undefined) | undefined => {
  const test = compileTest(source)
  return (
    test &&
    ((value) => {
      if (typeof value !== 'string' || test(value) || !URL.canParse(value)) return value
      const { pathname, search } = new URL(value)
      return [pathname + search, pathname].find(test) ?? value
    })
  )
}

/** Undefined for an invalid pattern, which is reported when its schema is compiled. */
const compileTest = (source: string): ((text: string) => boolean) | undefined => {
  try {
    return compilePattern(source).test
  } catch {
    return undefined
  }
}

interface FactSources {
  readonly parameters: readonly PageParameter[]
  readonly requested: PageRequest
  readonly found: FoundPage
  readonly cursors: Cursors
  readonly order: Order
}

export const collectFacts = (
  { parameters, requested, found, cursors, order }: FactSources,
  { request }: Input,
): PageFacts => {
  const { records, skip, total } = found
  const { limit } = requested
  // After a page without room for a record, the next one would be the same.
  const hasMore = found.hasMore && limit > 0
  const isLimited = limit < Number.MAX_SAFE_INTEGER
  const firstNumber = parameters.find(({ role }) => role === 'page')?.first ?? 1
  const page = requested.page ?? firstNumber + (isLimited ? Math.floor(skip / Math.max(1, limit)) : 0)
  const [first] = records
  const last = records.at(-1)
  const lastCursor = last && cursors.write(last, order)
  const addresses = createAddresses(request, parameters)
  const firstRecord = parameters.find(({ role }) => role === 'offset')?.first ?? 0
  const pages = isLimited ? Math.max(1, Math.ceil(total / Math.max(1, limit))) : 1
  const previousPage = Math.min(page - 1, firstNumber + pages - 1)
  const isBackward = requested.after === undefined && requested.before !== undefined
  const hasNext = records.length > 0 && (isBackward || hasMore)
  const hasPrevious = skip > 0 || requested.after !== undefined
  const firstCursor = first && cursors.write(first, order)
  const addressOf = (number: number): string => addresses.of({ page: number, skip: (number - firstNumber) * limit })
  const findPrevious = (): string | undefined => {
    if (hasPrevious && addresses.goBack && firstCursor !== undefined) return addresses.of({ before: firstCursor })
    // Without a way back, only the first page has an address.
    if (addresses.haveCursors && skip > limit) return undefined
    if (skip === 0 || !isLimited) return undefined
    return addresses.of({ page: previousPage, skip: Math.max(0, Math.min(skip - limit, (pages - 1) * limit)) })
  }
  return {
    total,
    returned: records.length,
    limit: isLimited ? limit : Math.max(total, records.length, 1),
    skip,
    offset: skip + firstRecord,
    page,
    hasMore,
    hasNext,
    hasPrevious,
    previousPage,
    firstCursor,
    lastCursor,
    self: addresses.self,
    next: hasNext ? addresses.of({ page: page + 1, skip: skip + limit, after: lastCursor }) : undefined,
    previous: findPrevious(),
    first: isLimited || addresses.haveCursors ? addressOf(firstNumber) : addresses.self,
    // With cursors the start of the last page is unknown.
    last: addresses.haveCursors ? undefined : isLimited ? addressOf(firstNumber + pages - 1) : addresses.self,
  }
}

/** Where a page starts, or ends if it is before a cursor; without both cursors: at the first record. */
interface PageStart {
  readonly page?: number
  readonly skip?: number
  readonly after?: string | undefined
  readonly before?: string | undefined
}

interface PageAddresses {
  readonly self: string
  /** The address of another page: the same query with another start. */
  readonly of: (start: PageStart) => string
  readonly haveCursors: boolean
  /** Whether a page before a cursor has an address. */
  readonly goBack: boolean
}

const createAddresses = (request: Input['request'], parameters: readonly PageParameter[]): PageAddresses => {
  const base = `${originOf(request) ?? 'http://localhost'}${request.address ?? ''}${request.path}`
  const findRole = (wanted: PageRole) => parameters.find(({ role }) => role === wanted)
  const parameter = findRole('page') ?? findRole('offset') ?? findRole('after')
  const [role, before] = [parameter?.role, findRole('before')]
  const parts = splitQuery(request.query)
  const write = (query: string): string => (query === '' ? base : `${base}?${query}`)
  const of = (start: PageStart): string => {
    const offset = start.skip === undefined ? undefined : start.skip + (parameter?.first ?? 0)
    const value = role === 'page' ? start.page : role === 'offset' ? offset : start.after
    return write(joinQuery(replaceIn(replaceIn(parts, parameter, value), before, start.before)))
  }
  return {
    self: write(joinQuery(parts)),
    of,
    haveCursors: role === 'after',
    goBack: role === 'after' && before !== undefined,
  }
}

/** Sets a parameter in its place, or removes it. What else the client sent stays as it is written. */
const replaceIn = (
  parts: readonly QueryPart[],
  parameter: PageParameter | undefined,
  value: string | number | undefined,
): readonly QueryPart[] => {
  if (!parameter) return parts
  const { property } = parameter
  const name = property === undefined ? parameter.parameter : `${parameter.parameter}[${property}]`
  const own = value === undefined ? [] : [{ name, text: `${encodeURIComponent(name)}=${encodeURIComponent(value)}` }]
  const place = parts.findIndex((part) => part.name === name)
  if (place === -1) return [...parts, ...own]
  return [...parts.slice(0, place), ...own, ...parts.slice(place + 1).filter((part) => part.name !== name)]
}

/** What a URL must not contain unescaped is escaped (RFC 3986, appendix A). */
const joinQuery = (parts: readonly QueryPart[]): string =>
  parts.map(({ text }) => text.replace(/[^\x21-\x7e]|["<>[\\\]^`{|}]/gu, encodeURIComponent)).join('&')
