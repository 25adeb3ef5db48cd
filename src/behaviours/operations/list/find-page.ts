/**
 * Finds the records of one page. The store returns a page in order of position; any other order, and filters that have no index,
 * are applied here to all records.
 */
import { plainName } from '../../../contract/values/names.ts'
import type { Json } from '../../../ports.ts'
import { positionOf } from '../../../store/position.ts'
import type { PageQuery, Position, StoredRecord } from '../../../store/store.ts'
import type { BehaviourContext } from '../../behaviour.ts'
import { recordAt } from '../../records/lifecycle.ts'
import type { Resource } from '../../records/resource.ts'
import type { Cursors } from './cursors.ts'
import type { RequestedFilters } from './list-filters.ts'
import type { PageRequest } from './page-request.ts'

export interface PageSearch {
  readonly resource: Resource
  readonly scope: string | undefined
  readonly filters: RequestedFilters
  /** Filters that the path sets. */
  readonly ownerFilters: PageQuery['filters'] | undefined
  readonly page: PageRequest
  readonly cursors: Cursors
  /** Properties of a record by their plain names. */
  readonly sortable: ReadonlyMap<string, string>
  /** Whether the response reports more about the page than its records. */
  readonly needsFacts: boolean
  readonly needsTotal: boolean
}

export interface FoundPage {
  readonly records: readonly StoredRecord[]
  readonly hasMore: boolean
  readonly skip: number
  readonly total: number
}

/** Undefined if the record at which the page starts does not exist. */
export const findPage = async (search: PageSearch, context: BehaviourContext): Promise<FoundPage | undefined> => {
  const { page, filters, scope, cursors } = search
  const { after, before, sort, isReversed } = page
  const cursor = after ?? before
  const position = cursor === undefined ? undefined : await cursors.read(context.store, scope, cursor)
  if (cursor !== undefined && position === undefined) return undefined
  const needsAll = filters.test !== undefined || before !== undefined || sort.length > 0 || isReversed
  return needsAll ? findInAll(search, position, context) : findInStore(search, position, context)
}

const findInAll = async (
  search: PageSearch,
  position: Position | undefined,
  context: BehaviourContext,
): Promise<FoundPage | undefined> => {
  const { resource, scope, filters, page } = search
  const { store } = context
  const query = { filters: allFilters(search), scope, limit: Number.MAX_SAFE_INTEGER }
  const all = advanceRecords(resource, await store.page(resource.key, query), context)
  const matching = sortRecords(search, filters.test ? all.filter(filters.test) : all)
  const part = slicePage(matching, page, position)
  return part && { ...part, total: matching.length }
}

const findInStore = async (
  search: PageSearch,
  afterPosition: Position | undefined,
  context: BehaviourContext,
): Promise<FoundPage> => {
  const { resource, scope, page, needsFacts, needsTotal } = search
  const { limit, skip } = page
  const { store } = context
  const filters = allFilters(search)
  // One additional record shows whether there are more.
  const extra = needsFacts && limit < Number.MAX_SAFE_INTEGER ? 1 : 0
  const query = { filters, scope, limit: limit + extra, afterPosition, skip }
  const records = advanceRecords(resource, await store.page(resource.key, query), context)
  return {
    records: extra > 0 ? records.slice(0, limit) : records,
    hasMore: extra > 0 && records.length > limit,
    skip,
    total: needsTotal ? await store.count(resource.key, { filters, scope }) : 0,
  }
}

const allFilters = ({ filters: { indexed }, ownerFilters }: PageSearch): PageQuery['filters'] =>
  ownerFilters ? [...ownerFilters, ...indexed] : indexed

const advanceRecords = (
  resource: Resource,
  records: readonly StoredRecord[],
  { clock, holdEndedAt }: BehaviourContext,
): readonly StoredRecord[] => {
  if (resource.lifecycles.length === 0) return records
  const moment = { now: clock(), holdEndedAt }
  return records.map((record) => recordAt(resource, record, moment))
}

const sortRecords = (
  { sortable, page: { sort, isReversed } }: PageSearch,
  records: readonly StoredRecord[],
): readonly StoredRecord[] => {
  if (isReversed) return [...records].reverse()
  if (sort.length === 0) return records
  return [...records].sort((a, b) => {
    for (const { name, descending } of sort) {
      const property = sortable.get(plainName(name)) ?? name
      const order = compare(a.value[property], b.value[property], descending)
      if (order !== 0) return order
    }
    return 0
  })
}

/** Missing values and null come last, in either direction. */
const compare = (a: Json | undefined, b: Json | undefined, descending: boolean): number => {
  const [one, other] = [a ?? undefined, b ?? undefined]
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  const order = one < other ? -1 : one > other ? 1 : 0
  return descending ? -order : order
}

const slicePage = (
  records: readonly StoredRecord[],
  page: PageRequest,
  position: Position | undefined,
): Omit<FoundPage, 'total'> | undefined => {
  const { limit, skip, after, before } = page
  const cut = position === undefined ? 0 : findCut(records, page, position)
  if (cut === undefined) return undefined
  if (after === undefined && before !== undefined) {
    const start = Math.max(0, cut - limit)
    return { records: records.slice(start, cut), hasMore: start > 0, skip: start }
  }
  const start = cut + skip
  return { records: records.slice(start, start + limit), hasMore: start + limit < records.length, skip: start }
}

/** Where the page begins, or ends if it is before the cursor. In a sorted list the record of the cursor has to exist. */
const findCut = (
  records: readonly StoredRecord[],
  { after, sort, isReversed }: PageRequest,
  position: Position,
): number | undefined => {
  if (sort.length > 0) {
    const index = records.findIndex((record) => positionOf(record) === position)
    return index === -1 ? undefined : index + (after === undefined ? 0 : 1)
  }
  const isBefore = (record: StoredRecord): boolean => {
    const own = positionOf(record)
    return own === position ? after !== undefined : own < position !== isReversed
  }
  const index = records.findIndex((record) => !isBefore(record))
  return index === -1 ? records.length : index
}
