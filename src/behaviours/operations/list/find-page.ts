/**
 * Finds the records of one page. The store returns a page in order of id; any other order, and filters that have no index,
 * are applied here to all records.
 */
import { plainName } from '../../../contract/values/names.ts'
import type { Json } from '../../../ports.ts'
import type { PageQuery, RecordId, Store, StoredRecord } from '../../../store/store.ts'
import type { BehaviourContext } from '../../behaviour.ts'
import { recordAt } from '../../records/lifecycle.ts'
import { findRecord, ownIdOf, storeIdOf, toRecordId } from '../../records/record-id.ts'
import type { Resource } from '../../records/resource.ts'
import type { RequestedFilters } from './list-filters.ts'
import type { PageRequest } from './page-request.ts'

export interface PageSearch {
  readonly resource: Resource
  readonly scope: string | undefined
  readonly filters: RequestedFilters
  /** Filters that the path sets. */
  readonly ownerFilters: PageQuery['filters'] | undefined
  readonly page: PageRequest
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
  const { resource, page, filters } = search
  const { after, before, sort, isReversed } = page
  const afterId = after === undefined ? undefined : toRecordId(resource, after)
  if (after !== undefined && afterId === undefined) return undefined
  const needsAll = filters.test !== undefined || before !== undefined || sort.length > 0 || isReversed
  return needsAll ? findInAll(search, context) : findInStore(search, afterId, context)
}

const findInAll = async (search: PageSearch, context: BehaviourContext): Promise<FoundPage | undefined> => {
  const { resource, scope, filters, page } = search
  const { store } = context
  const query = { filters: allFilters(search), scope, limit: Number.MAX_SAFE_INTEGER }
  const all = advanceRecords(resource, await store.page(resource.key, query), context)
  const matching = sortRecords(search, filters.test ? all.filter(filters.test) : all)
  const part = slicePage(matching, page)
  return part && { ...part, total: matching.length }
}

const findInStore = async (
  search: PageSearch,
  afterId: RecordId | undefined,
  context: BehaviourContext,
): Promise<FoundPage> => {
  const { resource, scope, page, needsFacts, needsTotal } = search
  const { limit, skip } = page
  const { store } = context
  const filters = allFilters(search)
  // One additional record shows whether there are more.
  const extra = needsFacts && limit < Number.MAX_SAFE_INTEGER ? 1 : 0
  const after = afterId === undefined ? undefined : await findStoreId(resource, store, scope, afterId)
  const query = { filters, scope, limit: limit + extra, after, skip }
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

/** The id in the store of the record with this id, or the one that it would have. */
const findStoreId = async (
  resource: Resource,
  store: Store,
  scope: string | undefined,
  id: RecordId,
): Promise<RecordId> =>
  scope === undefined ? id : ((await findRecord(store, resource, scope, id))?.id ?? storeIdOf(scope, id))

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
      const order = compare(a.value[property], b.value[property])
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
}

/** Missing values come last. */
const compare = (a: Json | undefined, b: Json | undefined): number => {
  if (a === b) return 0
  if (a === undefined || a === null) return 1
  if (b === undefined || b === null) return -1
  return a < b ? -1 : a > b ? 1 : 0
}

const slicePage = (
  records: readonly StoredRecord[],
  { limit, skip, after, before }: PageRequest,
): Omit<FoundPage, 'total'> | undefined => {
  const indexOf = (id: string): number => records.findIndex((record) => String(ownIdOf(record)) === id)
  if (before !== undefined) {
    const end = indexOf(before)
    if (end === -1) return undefined
    const start = Math.max(0, end - limit)
    return { records: records.slice(start, end), hasMore: start > 0, skip: start }
  }
  const previous = after === undefined ? -1 : indexOf(after)
  if (after !== undefined && previous === -1) return undefined
  const start = previous + 1 + skip
  return { records: records.slice(start, start + limit), hasMore: start + limit < records.length, skip: start }
}
