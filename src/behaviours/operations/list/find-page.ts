/**
 * Finds the records of one page. The store returns a page in order of position; any other order, and filters that have no index,
 * are applied here to all records.
 */
import { positionOf } from '../../../store/position.ts'
import type { PageQuery, StoredRecord } from '../../../store/store.ts'
import type { BehaviourContext } from '../../behaviour.ts'
import { recordAt } from '../../records/lifecycle.ts'
import type { Resource } from '../../records/resource.ts'
import type { Cursors } from './cursors.ts'
import type { RequestedFilters } from './list-filters.ts'
import { type Cursor, findInOrder, type Order, sortRecords } from './order.ts'
import type { PageRequest } from './page-request.ts'

export interface PageSearch {
  readonly resource: Resource
  readonly scope: string | undefined
  readonly filters: RequestedFilters
  /** Filters that the path sets. */
  readonly ownerFilters: PageQuery['filters'] | undefined
  readonly page: PageRequest
  readonly cursors: Cursors
  /** Empty if the list is not sorted. */
  readonly order: Order
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
  const { page, filters, scope, cursors, order } = search
  const { after, before, isReversed } = page
  const sent = after ?? before
  const cursor = sent === undefined ? undefined : await cursors.read({ store: context.store, scope, order }, sent)
  if (sent !== undefined && cursor === undefined) return undefined
  const needsAll = filters.test !== undefined || before !== undefined || order.length > 0 || isReversed
  return needsAll ? findInAll(search, cursor, context) : findInStore(search, cursor, context)
}

const findInAll = async (
  search: PageSearch,
  cursor: Cursor | undefined,
  context: BehaviourContext,
): Promise<FoundPage | undefined> => {
  const { resource, scope, filters, order, page } = search
  const { store } = context
  const query = { filters: allFilters(search), scope, limit: Number.MAX_SAFE_INTEGER }
  const all = advanceRecords(resource, await store.page(resource.key, query), context)
  const found = filters.test ? all.filter(filters.test) : all
  const matching = order.length > 0 ? sortRecords(order, found) : page.isReversed ? found.toReversed() : found
  const part = slicePage(matching, search, cursor)
  return part && { ...part, total: matching.length }
}

const findInStore = async (
  search: PageSearch,
  cursor: Cursor | undefined,
  context: BehaviourContext,
): Promise<FoundPage> => {
  const { resource, scope, page, needsFacts, needsTotal } = search
  const { limit, skip } = page
  const { store } = context
  const filters = allFilters(search)
  // One additional record shows whether there are more.
  const extra = needsFacts && limit < Number.MAX_SAFE_INTEGER ? 1 : 0
  const query = { filters, scope, limit: limit + extra, afterPosition: cursor?.position, skip }
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

const slicePage = (
  records: readonly StoredRecord[],
  search: PageSearch,
  cursor: Cursor | undefined,
): Omit<FoundPage, 'total'> | undefined => {
  const { limit, skip, after, before } = search.page
  const cut = cursor === undefined ? 0 : findCut(records, search, cursor)
  if (cut === undefined) return undefined
  if (after === undefined && before !== undefined) {
    const start = Math.max(0, cut - limit)
    return { records: records.slice(start, cut), hasMore: start > 0, skip: start }
  }
  const start = cut + skip
  return { records: records.slice(start, start + limit), hasMore: start + limit < records.length, skip: start }
}

/** Where the page begins, or ends if it is before the cursor. Undefined if the cursor has no place in the order of the list. */
const findCut = (
  records: readonly StoredRecord[],
  { order, page: { after, isReversed } }: PageSearch,
  cursor: Cursor,
): number | undefined => {
  if (order.length > 0) return findInOrder(order, records, cursor, after === undefined)
  const { position } = cursor
  const isBefore = (record: StoredRecord): boolean => {
    const own = positionOf(record)
    return own === position ? after !== undefined : own < position !== isReversed
  }
  const index = records.findIndex((record) => !isBefore(record))
  return index === -1 ? records.length : index
}
