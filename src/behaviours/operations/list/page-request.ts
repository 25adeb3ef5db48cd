/**
 * Reads which page of a list a query selects: how many records, from where, in which order.
 */
import { getOwn } from '../../../contract/values/json-object.ts'
import type { Json } from '../../../ports.ts'
import type { PageParameter, PageRole } from '../../plan/operation-plan.ts'

export interface PageRequest {
  readonly limit: number
  readonly skip: number
  /** Undefined if pages have no numbers. */
  readonly page: number | undefined
  /** The id after which, or before which, the page is. */
  readonly after: string | undefined
  readonly before: string | undefined
  readonly sort: readonly SortKey[]
  /** Whether the order is reversed: a direction without a sort key. */
  readonly isReversed: boolean
}

export interface SortKey {
  readonly name: string
  readonly descending: boolean
}

export const wholeList: PageRequest = {
  limit: Number.MAX_SAFE_INTEGER,
  skip: 0,
  page: undefined,
  after: undefined,
  before: undefined,
  sort: [],
  isReversed: false,
}

/** The size of numbered pages if the query does not set it. */
const defaultSize = 20

export const readPageRequest = (
  parameters: readonly PageParameter[],
  query: ReadonlyMap<string, Json>,
): PageRequest => {
  if (query.size === 0 || parameters.length === 0) return wholeList
  const found = new Map<PageRole, Json>()
  let first = 1
  let firstRecord = 0
  for (const parameter of parameters) {
    const value = readValue(parameter, query)
    if (value === undefined) continue
    found.set(parameter.role, value)
    if (parameter.role === 'page') first = parameter.first
    if (parameter.role === 'offset') firstRecord = parameter.first
  }
  if (found.size === 0) return wholeList
  const page = toCount(found.get('page'))
  const limit = Math.max(0, toCount(found.get('limit')) ?? (page === undefined ? Number.MAX_SAFE_INTEGER : defaultSize))
  const offset = toCount(found.get('offset'))
  const paged = page === undefined ? 0 : Math.min(Math.max(0, page - first) * limit, Number.MAX_SAFE_INTEGER)
  const skip = offset === undefined ? paged : Math.max(0, offset - firstRecord)
  const sort = readSort(found.get('sort'), found.get('direction'))
  return {
    limit,
    skip,
    page: page === undefined ? undefined : Math.max(page, first),
    after: toCursor(found.get('after')),
    before: toCursor(found.get('before')),
    sort,
    isReversed: sort.length === 0 && isDescending(found.get('direction')),
  }
}

const readValue = ({ parameter, property }: PageParameter, query: ReadonlyMap<string, Json>): Json | undefined => {
  const value = query.get(parameter)
  return property === undefined || value === undefined ? value : getOwn(value, property)
}

/** No list has more records than can be counted. */
const toCount = (value: Json | undefined): number | undefined => {
  const isNumber =
    typeof value === 'number' || typeof value === 'bigint' || (typeof value === 'string' && /^\d+$/.test(value))
  return isNumber ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : undefined
}

const toCursor = (value: Json | undefined): string | undefined =>
  value === undefined || value === null || value === '' || typeof value === 'object' ? undefined : String(value)

/** Most properties to sort by, and characters of each. Others are ignored: finding the order in one takes quadratic time. */
export const sortLimits = { parts: 50, length: 500 }

/** `name`, `-created`, `+name`, `created:desc`, `name desc`, `name,desc`; several separated by commas. */
const readSort = (sort: Json | undefined, direction: Json | undefined): readonly SortKey[] => {
  const parts = Array.isArray(sort) ? sort.map(String) : typeof sort === 'string' ? sort.split(',') : []
  const keys: SortKey[] = []
  for (const part of parts.slice(0, sortLimits.parts)) {
    if (part.length > sortLimits.length) continue
    const [, sign, name, order] = /^\s*([-+]?)\s*([^\s:]+)(?:[\s:.]+(asc|desc)\w*)?\s*$/i.exec(part) ?? []
    if (!name) continue
    const last = keys.at(-1)
    if (last && /^(asc|desc)$/i.test(name)) keys[keys.length - 1] = { ...last, descending: isDescending(name) }
    else keys.push({ name, descending: sign === '-' || isDescending(order) || isDescending(direction) })
  }
  return keys
}

const isDescending = (direction: Json | undefined): boolean => typeof direction === 'string' && /^desc/i.test(direction)
