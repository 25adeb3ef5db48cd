/**
 * GET of a collection: records by id, ascending, of the parents in the address, filtered by the query parameters that
 * are named as properties, page by page where the document has parameters for it.
 */

import type { Input } from '../contract/request/validate.ts'
import { parseQuery } from '../contract/values/query.ts'
import type { Json } from '../ports.ts'
import type { StoredRecord } from '../store/store.ts'
import type { Behaviour, Outcome, World } from './behaviour.ts'
import { askedFilters } from './list-filters.ts'
import type { PageFacts } from './page-fields.ts'
import { type PageRequest, readPageRequest } from './page-request.ts'
import { findMissingParent, type Parent } from './parents.ts'
import type { ReadScope } from './path-shape.ts'
import { countHeaders, type ListPlan } from './plan-list.ts'
import { ownIdOf, storeIdOf, toRecordId } from './record-id.ts'
import { type Resource, recordAt } from './resource.ts'
import { createSeeded } from './seeded.ts'

export interface ListParts {
  readonly resource: Resource
  readonly readScope: ReadScope
  readonly parents: readonly Parent[]
  readonly plan: (seed: number) => Promise<ListPlan>
}

export const createList = (parts: ListParts): Behaviour => {
  const planFor = createSeeded(parts.plan)
  return {
    kind: 'list',
    resource: parts.resource,
    run: async (input, world) => {
      const planning = planFor(world.seed)
      return list(parts, planning instanceof Promise ? await planning : planning, input, world)
    },
  }
}

const list = async (
  { resource, readScope, parents }: ListParts,
  plan: ListPlan,
  input: Input,
  world: World,
): Promise<Outcome> => {
  const missing = parents.length === 0 ? undefined : await findMissingParent(parents, input, world.store)
  if (missing) return { kind: 'refused', refusal: missing }
  const asked = readPageRequest(plan.parts, input.parameters.query)
  const found = await findPage({ resource, plan, scope: readScope(input), asked }, input, world)
  const body = await writeList(plan, found.records)
  const { status, mediaType, envelope } = plan
  if (!plan.tells) return { kind: 'reply', status, mediaType, body: envelope ? envelope.wrap(body, undefined) : body }
  const facts = factsOf(plan, asked, found, input)
  const headers = pageHeaders(plan, facts)
  return { kind: 'reply', status, mediaType, body: envelope ? envelope.wrap(body, facts) : body, headers }
}

interface Search {
  readonly resource: Resource
  readonly plan: ListPlan
  readonly scope: string | undefined
  readonly asked: PageRequest
}

interface Found {
  readonly records: readonly StoredRecord[]
  readonly hasMore: boolean
  readonly skip: number
  readonly total: number
}

/** What has an index and goes by id is read page by page; all else is compared and put in order here. */
const findPage = async (
  { resource, plan, scope, asked }: Search,
  { parameters }: Input,
  world: World,
): Promise<Found> => {
  const { store } = world
  const { indexed: filters, test } = askedFilters(plan.filters, parameters.query)
  const { limit, skip, after, before, sort } = asked
  const isWhole = test !== undefined || before !== undefined || sort.length > 0
  const afterId = after === undefined ? undefined : toRecordId(resource, after)
  const query = { filters, ...(scope === undefined ? {} : { scope }) }
  const start = afterId === undefined || isWhole ? {} : { after: storeIdOf(scope, afterId) }
  const more = plan.tells && limit < Number.MAX_SAFE_INTEGER ? 1 : 0
  const page = isWhole
    ? { limit: Number.MAX_SAFE_INTEGER }
    : { limit: limit + more, ...start, ...(skip > 0 ? { skip } : {}) }
  const read = showNow(resource, await store.page(resource.key, { ...query, ...page }), world)
  if (!isWhole) {
    const total = plan.counts ? await store.count(resource.key, query) : 0
    return { records: more > 0 ? read.slice(0, limit) : read, hasMore: more > 0 && read.length > limit, skip, total }
  }
  const fit = inOrder(test ? read.filter(test) : read, sort)
  return { ...cut(fit, asked), total: fit.length }
}

/** Records as they stand now. */
const showNow = (
  resource: Resource,
  records: readonly StoredRecord[],
  { clock, liftedAt }: World,
): readonly StoredRecord[] => {
  if (resource.lifecycles.length === 0) return records
  const moment = { now: clock(), liftedAt }
  return records.map((record) => recordAt(resource, record, moment))
}

const inOrder = (records: readonly StoredRecord[], sort: PageRequest['sort']): readonly StoredRecord[] => {
  if (sort.length === 0) return records
  return [...records].sort((a, b) => {
    for (const { name, descending } of sort) {
      const order = compare(a.value[name], b.value[name])
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
}

/** What is missing comes last. */
const compare = (a: Json | undefined, b: Json | undefined): number => {
  if (a === b) return 0
  if (a === undefined || a === null) return 1
  if (b === undefined || b === null) return -1
  return a < b ? -1 : a > b ? 1 : 0
}

const cut = (
  records: readonly StoredRecord[],
  { limit, skip, after, before }: PageRequest,
): Pick<Found, 'records' | 'hasMore' | 'skip'> => {
  const at = (id: string): number => records.findIndex((record) => String(ownIdOf(record)) === id)
  if (before !== undefined) {
    const end = Math.max(0, at(before))
    const start = Math.max(0, end - limit)
    return { records: records.slice(start, end), hasMore: start > 0, skip: start }
  }
  const start = (after === undefined ? 0 : at(after) + 1) + skip
  return { records: records.slice(start, start + limit), hasMore: start + limit < records.length, skip: start }
}

const writeList = async ({ show }: ListPlan, records: readonly StoredRecord[]): Promise<string> => {
  let body = '['
  for (const record of records) {
    const shown = show(record)
    body += `${body.length === 1 ? '' : ','}${typeof shown === 'string' ? shown : await shown}`
  }
  return `${body}]`
}

const factsOf = ({ parts }: ListPlan, asked: PageRequest, found: Found, { request }: Input): PageFacts => {
  const { records, hasMore, skip, total } = found
  const { limit } = asked
  const numbered = parts.find(({ role }) => role === 'page')
  const first = numbered?.first ?? 1
  const page = asked.page ?? first + (limit < Number.MAX_SAFE_INTEGER ? Math.floor(skip / Math.max(1, limit)) : 0)
  const [lead] = records
  const tail = records.at(-1)
  const last = tail && String(ownIdOf(tail))
  const address = createAddress(request, parts)
  const pages = limit < Number.MAX_SAFE_INTEGER ? Math.max(1, Math.ceil(total / Math.max(1, limit))) : 1
  const of = (number: number): string => address({ page: number, skip: (number - first) * limit })
  return {
    total,
    returned: records.length,
    limit: Math.min(limit, Math.max(total, records.length, 1)),
    skip,
    page,
    hasMore,
    last,
    firstId: lead && String(ownIdOf(lead)),
    self: address({}),
    next: hasMore ? address({ page: page + 1, skip: skip + limit, after: last }) : undefined,
    previous: skip > 0 && page > first ? of(page - 1) : undefined,
    firstPage: limit < Number.MAX_SAFE_INTEGER ? of(first) : address({}),
    lastPage: limit < Number.MAX_SAFE_INTEGER ? of(first + pages - 1) : address({}),
  }
}

interface Turn {
  readonly page?: number
  readonly skip?: number
  readonly after?: string | undefined
}

/** The address of another page of the same list: the query as it came, with what leads there changed. */
const createAddress = (
  { headers, address = '', path, query }: Input['request'],
  parts: ListPlan['parts'],
): ((turn: Turn) => string) => {
  const host = typeof headers.host === 'string' ? headers.host : 'localhost'
  const base = `http://${host}${address}${path}`
  return ({ page, skip, after }) => {
    const pairs = new Map(parseQuery(query).pairs)
    const part = ['page', 'offset', 'after'].map((role) => parts.find((known) => known.role === role)).find(Boolean)
    const value = part?.role === 'page' ? page : part?.role === 'offset' ? skip : after
    if (part && value !== undefined)
      pairs.set(part.property === undefined ? part.parameter : `${part.parameter}[${part.property}]`, String(value))
    const text = [...pairs].map(([name, held]) => `${encodeURIComponent(name)}=${encodeURIComponent(held)}`).join('&')
    return text === '' ? base : `${base}?${text}`
  }
}

/** Link (RFC 8288) and counts, where the document has them. */
const pageHeaders = (
  { headers }: ListPlan,
  { total, next, previous, firstPage, lastPage }: PageFacts,
): readonly string[] => {
  const written: string[] = []
  const links = [
    ['next', next] as const,
    ['prev', previous] as const,
    ['first', firstPage] as const,
    ['last', lastPage] as const,
  ]
  const shown = links.filter(([, address]) => address !== undefined)
  if (headers.has('link') && (next !== undefined || previous !== undefined))
    written.push('Link', shown.map(([relation, address]) => `<${address}>; rel="${relation}"`).join(', '))
  for (const name of countHeaders) if (headers.has(name)) written.push(headerName(name), String(total))
  return written
}

const headerName = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
