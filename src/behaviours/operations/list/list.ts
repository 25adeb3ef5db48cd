/**
 * GET of a collection: records by id, ascending, of the parents in the address, filtered by the query parameters that
 * are named as properties, page by page where the document has parameters for it.
 */

import type { Input } from '../../../contract/operation/validate-request.ts'
import { parseQuery } from '../../../contract/values/query.ts'
import type { Rejection } from '../../../errors.ts'
import type { Json } from '../../../ports.ts'
import type { PageQuery, RecordId, Store, StoredRecord } from '../../../store/store.ts'
import type { Behaviour, BehaviourContext, BehaviourResult } from '../../behaviour.ts'
import type { ReadScope } from '../../infer/path-shape.ts'
import { findRecord, ownIdOf, storeIdOf, toRecordId } from '../../records/record-id.ts'
import { type Resource, recordAt } from '../../records/resource.ts'
import { plainName } from '../../records/words.ts'
import type { ReadOwners } from '../owners.ts'
import { findMissingParent, type Parent } from '../parents.ts'
import { createSeeded } from '../seeded.ts'
import { askedFilters } from './list-filters.ts'
import type { PageFacts } from './page-fields.ts'
import { type PageRequest, readPageRequest } from './page-request.ts'
import type { ListPlan } from './plan-list.ts'

export interface ListParts {
  readonly resource: Resource
  readonly readScope: ReadScope
  readonly parents: readonly Parent[]
  /** What the address asks of records besides; undefined where that is nothing. */
  readonly readOwners: ReadOwners | undefined
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
  { resource, readScope, parents, readOwners }: ListParts,
  plan: ListPlan,
  input: Input,
  world: BehaviourContext,
): Promise<BehaviourResult> => {
  const missing = parents.length === 0 ? undefined : await findMissingParent(parents, input, world.store)
  if (missing) return { kind: 'rejected', rejection: missing }
  const asked = readPageRequest(plan.parts, input.parameters.query)
  const passed = findPassed(plan, asked, input)
  const found = await findPage(
    { resource, plan, scope: readScope(input), owners: readOwners?.(input), asked },
    input,
    world,
  )
  if (found.kind === 'lost') return { kind: 'rejected', rejection: rejectCursor(plan, asked) }
  const body = await writeList(plan, found.records)
  const { status, mediaType, envelope } = plan
  if (!plan.tells)
    return { kind: 'reply', status, mediaType, body: envelope ? envelope.wrap(body, undefined) : body, passed }
  const facts = factsOf(plan, asked, found, input)
  const headers = pageHeaders(plan, facts)
  return { kind: 'reply', status, mediaType, body: envelope ? envelope.wrap(body, facts) : body, headers, passed }
}

/** What the query asks for in vain: parameters that are documented and that nothing is known to do, properties that no record has. */
const findPassed = (
  { unapplied, sortable }: ListPlan,
  { sort }: PageRequest,
  { request }: Input,
): readonly string[] | undefined => {
  if (request.query === '' || (unapplied.size === 0 && sort.length === 0)) return undefined
  const names = unapplied.size === 0 ? [] : parseQuery(request.query).pairs.map(([name]) => nameIn(unapplied, name))
  const passed = [
    ...new Set(names.filter((name) => unapplied.has(name))),
    ...sort.filter(({ name }) => !sortable.has(plainName(name))).map(({ name }) => `sort=${name}`),
  ]
  return passed.length === 0 ? undefined : passed
}

/** A parameter may have brackets in its own name; where it has none, they are of its value. */
const nameIn = (known: ReadonlySet<string>, name: string): string =>
  known.has(name) ? name : name.replace(/\[.*$/, '')

const rejectCursor = ({ parts }: ListPlan, { after, before }: PageRequest): Rejection => {
  const role = after === undefined ? 'before' : 'after'
  const part = parts.find((known) => known.role === role)
  const name = part?.property === undefined ? part?.parameter : `${part.parameter}.${part.property}`
  const at = `query.${name}`
  const message = `${at} must be where a page of this list ended, got ${JSON.stringify((after ?? before ?? '').slice(0, 100))}`
  return { code: 'invalid_request', message, violations: [{ at, keyword: 'cursor', message }] }
}

interface Search {
  readonly resource: Resource
  readonly plan: ListPlan
  readonly scope: string | undefined
  readonly owners: PageQuery['filters'] | undefined
  readonly asked: PageRequest
}

interface Found {
  readonly kind: 'found'
  readonly records: readonly StoredRecord[]
  readonly hasMore: boolean
  readonly skip: number
  readonly total: number
}

/** The page begins behind a record that there is not. */
interface Lost {
  readonly kind: 'lost'
}

/** What has an index and goes by id is read page by page; all else is compared and put in order here. */
const findPage = async (
  { resource, plan, scope, owners, asked }: Search,
  { parameters }: Input,
  world: BehaviourContext,
): Promise<Found | Lost> => {
  const { store } = world
  const { indexed, test } = askedFilters(plan.filters, parameters.query)
  const filters = owners ? [...owners, ...indexed] : indexed
  const { limit, skip, after, before, sort, isReversed } = asked
  const isWhole = test !== undefined || before !== undefined || sort.length > 0 || isReversed
  const afterId = after === undefined ? undefined : toRecordId(resource, after)
  if (after !== undefined && afterId === undefined) return { kind: 'lost' }
  if (isWhole) {
    const query = { filters, scope, limit: Number.MAX_SAFE_INTEGER }
    const read = showNow(resource, await store.page(resource.key, query), world)
    const fit = inOrder(plan, test ? read.filter(test) : read, asked)
    const part = cut(fit, asked)
    return part ? { kind: 'found', ...part, total: fit.length } : { kind: 'lost' }
  }
  // One more than are shown tells whether there are more.
  const more = plan.tells && limit < Number.MAX_SAFE_INTEGER ? 1 : 0
  const start = afterId === undefined ? undefined : await startOf(resource, store, scope, afterId)
  const query = { filters, scope, limit: limit + more, after: start, skip }
  const read = showNow(resource, await store.page(resource.key, query), world)
  return {
    kind: 'found',
    records: more > 0 ? read.slice(0, limit) : read,
    hasMore: more > 0 && read.length > limit,
    skip,
    total: plan.counts ? await store.count(resource.key, { filters, scope }) : 0,
  }
}

/** The id under which the store has, or would have, the record that a page comes after. */
const startOf = async (resource: Resource, store: Store, scope: string | undefined, id: RecordId): Promise<RecordId> =>
  scope === undefined ? id : ((await findRecord(store, resource, scope, id))?.id ?? storeIdOf(scope, id))

/** Records as they stand now. */
const showNow = (
  resource: Resource,
  records: readonly StoredRecord[],
  { clock, holdEndedAt }: BehaviourContext,
): readonly StoredRecord[] => {
  if (resource.lifecycles.length === 0) return records
  const moment = { now: clock(), holdEndedAt }
  return records.map((record) => recordAt(resource, record, moment))
}

const inOrder = (
  { sortable }: ListPlan,
  records: readonly StoredRecord[],
  { sort, isReversed }: PageRequest,
): readonly StoredRecord[] => {
  if (isReversed) return [...records].reverse()
  if (sort.length === 0) return records
  return [...records].sort((a, b) => {
    for (const { name, descending } of sort) {
      const property = sortable.get(plainName(name)) ?? name
      const order = compare(a.value[property], b.value[property])
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

/** Undefined where the record that it begins or ends at is not there. */
const cut = (
  records: readonly StoredRecord[],
  { limit, skip, after, before }: PageRequest,
): Pick<Found, 'records' | 'hasMore' | 'skip'> | undefined => {
  const at = (id: string): number => records.findIndex((record) => String(ownIdOf(record)) === id)
  if (before !== undefined) {
    const end = at(before)
    if (end === -1) return undefined
    const start = Math.max(0, end - limit)
    return { records: records.slice(start, end), hasMore: start > 0, skip: start }
  }
  const behind = after === undefined ? -1 : at(after)
  if (after !== undefined && behind === -1) return undefined
  const start = behind + 1 + skip
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
  const isLimited = limit < Number.MAX_SAFE_INTEGER
  const first = parts.find(({ role }) => role === 'page')?.first ?? 1
  const page = asked.page ?? first + (isLimited ? Math.floor(skip / Math.max(1, limit)) : 0)
  const [lead] = records
  const tail = records.at(-1)
  const last = tail && String(ownIdOf(tail))
  const turn = createTurning(request, parts)
  const pages = isLimited ? Math.max(1, Math.ceil(total / Math.max(1, limit))) : 1
  const of = (number: number): string => turn.to({ page: number, skip: (number - first) * limit })
  return {
    total,
    returned: records.length,
    limit: isLimited ? limit : Math.max(total, records.length, 1),
    skip,
    page,
    hasMore,
    hasLess: skip > 0 || asked.after !== undefined,
    last,
    firstId: lead && String(ownIdOf(lead)),
    self: turn.self,
    next: hasMore ? turn.to({ page: page + 1, skip: skip + limit, after: last }) : undefined,
    previous: skip > 0 && page > first ? of(page - 1) : undefined,
    firstPage: isLimited ? of(first) : turn.self,
    // Where a page begins behind a record, nobody knows where the last one does.
    lastPage: turn.isCounted ? (isLimited ? of(first + pages - 1) : turn.self) : undefined,
  }
}

/** Where another page begins; `after` undefined: at the first record. */
interface Turn {
  readonly page?: number
  readonly skip?: number
  readonly after?: string | undefined
}

interface Turning {
  readonly self: string
  /** The address of another page of the same list: the query as it came, with what leads there changed. */
  readonly to: (turn: Turn) => string
  /** Whether pages have numbers or places that can be reckoned. */
  readonly isCounted: boolean
}

const createTurning = ({ headers, address = '', path, query }: Input['request'], parts: ListPlan['parts']): Turning => {
  const host = typeof headers.host === 'string' ? headers.host : 'localhost'
  const base = `http://${host}${address}${path}`
  const part = (['page', 'offset', 'after'] as const)
    .map((role) => parts.find((known) => known.role === role))
    .find((known) => known !== undefined)
  const name = part?.property === undefined ? part?.parameter : `${part.parameter}[${part.property}]`
  const write = (pairs: ReadonlyMap<string, string>): string => {
    const text = [...pairs].map(([key, held]) => `${encodeURIComponent(key)}=${encodeURIComponent(held)}`).join('&')
    return text === '' ? base : `${base}?${text}`
  }
  const to = ({ page, skip, after }: Turn): string => {
    const pairs = new Map(parseQuery(query).pairs)
    const value = part?.role === 'page' ? page : part?.role === 'offset' ? skip : after
    if (name !== undefined && value !== undefined) pairs.set(name, String(value))
    else if (name !== undefined) pairs.delete(name)
    return write(pairs)
  }
  return { self: write(new Map(parseQuery(query).pairs)), to, isCounted: part?.role !== 'after' }
}

/** Link (RFC 8288) and counts, where the document has them. */
const pageHeaders = (plan: ListPlan, facts: PageFacts): readonly string[] => {
  const { next, previous, firstPage, lastPage } = facts
  const written: string[] = []
  const links = [
    ['next', next] as const,
    ['prev', previous] as const,
    ['first', firstPage] as const,
    ['last', lastPage] as const,
  ]
  const shown = links.filter(([, address]) => address !== undefined)
  if (plan.headers.has('link') && (next !== undefined || previous !== undefined))
    written.push('Link', shown.map(([relation, address]) => `<${address}>; rel="${relation}"`).join(', '))
  for (const { name, read } of plan.pageHeaders) {
    const value = read(facts)
    if (value !== undefined) written.push(headerName(name), String(value))
  }
  return written
}

const headerName = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
