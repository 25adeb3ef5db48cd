/**
 * Facts about a page of a list, and how the fields of an envelope and response headers report them.
 */
import type { Input } from '../../../contract/operation/validate-request.ts'
import { compilePattern } from '../../../contract/patterns/pattern.ts'
import { parseQuery } from '../../../contract/values/query.ts'
import type { Json } from '../../../ports.ts'
import type { PageFact, PageFieldPlan, PageParameter } from '../../plan/operation-plan.ts'
import type { Cursors } from './cursors.ts'
import type { FoundPage } from './find-page.ts'
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
  readonly hasPrevious: boolean
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
export const countedFacts: ReadonlySet<PageFact> = new Set(['total', 'pages', 'remaining', 'last-url'])

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
  'previous-page': ({ hasPrevious, page }) => (hasPrevious ? page - 1 : undefined),
  remaining: ({ hasMore, total, skip, returned }) => (hasMore ? total - skip - returned : undefined),
  'has-more': ({ hasMore }) => hasMore,
  'has-previous': ({ hasPrevious }) => hasPrevious,
  'is-last': ({ hasMore }) => !hasMore,
  'next-cursor': ({ hasMore, lastCursor }) => (hasMore ? lastCursor : undefined),
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
}

export const collectFacts = ({ parameters, requested, found, cursors }: FactSources, { request }: Input): PageFacts => {
  const { records, hasMore, skip, total } = found
  const { limit } = requested
  const isLimited = limit < Number.MAX_SAFE_INTEGER
  const firstNumber = parameters.find(({ role }) => role === 'page')?.first ?? 1
  const page = requested.page ?? firstNumber + (isLimited ? Math.floor(skip / Math.max(1, limit)) : 0)
  const [first] = records
  const last = records.at(-1)
  const lastCursor = last && cursors.write(last)
  const addresses = createAddresses(request, parameters)
  const firstRecord = parameters.find(({ role }) => role === 'offset')?.first ?? 0
  const pages = isLimited ? Math.max(1, Math.ceil(total / Math.max(1, limit))) : 1
  const addressOf = (number: number): string => addresses.of({ page: number, skip: (number - firstNumber) * limit })
  return {
    total,
    returned: records.length,
    limit: isLimited ? limit : Math.max(total, records.length, 1),
    skip,
    offset: skip + firstRecord,
    page,
    hasMore,
    hasPrevious: skip > 0 || requested.after !== undefined,
    firstCursor: first && cursors.write(first),
    lastCursor,
    self: addresses.self,
    next: hasMore ? addresses.of({ page: page + 1, skip: skip + limit, after: lastCursor }) : undefined,
    previous: skip > 0 && page > firstNumber ? addressOf(page - 1) : undefined,
    first: isLimited ? addressOf(firstNumber) : addresses.self,
    // With cursors the start of the last page is unknown.
    last: addresses.haveCursors ? undefined : isLimited ? addressOf(firstNumber + pages - 1) : addresses.self,
  }
}

/** Where a page starts; without `after`: at the first record. */
interface PageStart {
  readonly page?: number
  readonly skip?: number
  readonly after?: string | undefined
}

interface PageAddresses {
  readonly self: string
  /** The address of another page: the same query with another start. */
  readonly of: (start: PageStart) => string
  readonly haveCursors: boolean
}

const createAddresses = (
  { headers, address = '', path, query }: Input['request'],
  parameters: readonly PageParameter[],
): PageAddresses => {
  const host = typeof headers.host === 'string' ? headers.host : 'localhost'
  const base = `http://${host}${address}${path}`
  const parameter = (['page', 'offset', 'after'] as const)
    .map((role) => parameters.find((known) => known.role === role))
    .find((known) => known !== undefined)
  const role = parameter?.role
  const name =
    parameter?.property === undefined ? parameter?.parameter : `${parameter.parameter}[${parameter.property}]`
  const write = (pairs: ReadonlyMap<string, string>): string => {
    const text = [...pairs].map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
    return text === '' ? base : `${base}?${text}`
  }
  const of = ({ page, skip, after }: PageStart): string => {
    const pairs = new Map(parseQuery(query).pairs)
    const offset = skip === undefined ? undefined : skip + (parameter?.first ?? 0)
    const value = role === 'page' ? page : role === 'offset' ? offset : after
    if (name !== undefined && value !== undefined) pairs.set(name, String(value))
    else if (name !== undefined) pairs.delete(name)
    return write(pairs)
  }
  return { self: write(new Map(parseQuery(query).pairs)), of, haveCursors: role === 'after' }
}
