/**
 * Filters of a list. A filter for one value of an indexed property goes to the store; several values, ranges and properties
 * with a lifecycle are compared record by record.
 */
import { getOwn, isJsonObject } from '../../../contract/values/json-object.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import type { PageQuery, StoredRecord } from '../../../store/store.ts'
import type { ListFilter } from '../../plan/operation-plan.ts'
import { comparableOf } from '../../records/comparable-values.ts'
import { compareOrdered, isOrdered, type Ordered } from './compare-bounds.ts'
import { createTextTest } from './text-test.ts'

export interface RequestedFilters {
  readonly indexed: PageQuery['filters']
  /** Undefined if no record has to be compared. */
  readonly test: ((record: StoredRecord) => boolean) | undefined
}

const noFilters: RequestedFilters = { indexed: [], test: undefined }

export const readRequestedFilters = (
  filters: readonly ListFilter[],
  query: ReadonlyMap<string, Json>,
): RequestedFilters => {
  if (query.size === 0 || filters.length === 0) return noFilters
  const indexed: (readonly [string, Json])[] = []
  const tests: ((record: StoredRecord) => boolean)[] = []
  for (const filter of filters) {
    const { parameter, inner, property, isIndexed, type, everything } = filter
    const value = query.get(parameter)
    const sent = inner === undefined || value === undefined ? value : getOwn(value, inner)
    if (sent === undefined || sent === everything || (filter.match === 'text' && sent === filter.fallback)) continue
    const requested = filter.isSplit && typeof sent === 'string' && sent.includes(',') ? sent.split(',') : sent
    if (isIndexed && requested !== filter.fallback && typeof requested !== 'object')
      indexed.push([property, toType(requested, type)])
    else tests.push(createTest(filter, requested))
  }
  return { indexed, test: tests.length === 0 ? undefined : (record) => tests.every((test) => test(record)) }
}

const createTest = (filter: ListFilter, requested: Json): ((record: StoredRecord) => boolean) => {
  const { property, match, isExclusive, type, fallback, isRequired } = filter
  if (match === 'text') return createSearchTest(filter, String(requested))
  const isFallback = requested === fallback || isRequired
  const isBound = match === 'from' || match === 'to'
  const operator = match === 'from' ? (isExclusive ? 'gt' : 'gte') : isExclusive ? 'lt' : 'lte'
  const range = isBound ? { [operator]: requested } : requested
  const wanted = isRange(range) ? withTypes(range, type) : range
  return ({ value }) => (Object.hasOwn(value, property) ? matches(value[property], wanted) : isFallback)
}

/** A record without any of the strings is found only if each request has to search. */
const createSearchTest = (
  { searched, names = [], isRequired }: ListFilter,
  words: string,
): ((record: StoredRecord) => boolean) => {
  const test = createTextTest({ searched, names }, words)
  const hasText = ({ value }: StoredRecord): boolean => searched.some((property) => Object.hasOwn(value, property))
  return isRequired ? (record) => test(record) || !hasText(record) : test
}

/** Each bound of a range in the type of the property: a parameter that is only an object has strings. */
const withTypes = (range: JsonObject, type: ListFilter['type']): JsonObject =>
  Object.fromEntries(Object.entries(range).map(([name, bound]) => [name, toType(bound, type)]))

/** A value in the type of the property: `'1'` for an integer, if the parameter is a string. */
const toType = (requested: Json, type: ListFilter['type']): Json => {
  if (type === 'text') return typeof requested === 'object' ? requested : String(requested)
  if (typeof requested !== 'string') return requested
  if (type === 'boolean') return requested === 'true' ? true : requested === 'false' ? false : requested
  if (type !== 'number' || !/^-?\d+(\.\d+)?$/.test(requested)) return requested
  const number = Number(requested)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? BigInt(requested) : number
}

const matches = (value: Json | undefined, wanted: Json): boolean =>
  isRange(wanted) ? isInRange(value, wanted) : hasAny(value, wanted)

const isRange = (wanted: Json): wanted is JsonObject =>
  isJsonObject(wanted) && Object.keys(wanted).some((name) => Object.hasOwn(comparisons, name))

/** Whether a value is one of the wanted ones, or an array that contains one. */
const hasAny = (value: Json | undefined, wanted: Json): boolean => {
  const requested = (Array.isArray(wanted) ? wanted : [wanted]).map(String)
  const values: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value]
  return values.flatMap(comparableOf).some((text) => requested.includes(text))
}

/** `created[gte]`, as services write ranges. */
const comparisons: Readonly<Record<string, (value: Ordered, bound: Ordered) => boolean>> = {
  gt: (value, bound) => compareOrdered(value, bound) > 0,
  gte: (value, bound) => compareOrdered(value, bound) >= 0,
  lt: (value, bound) => compareOrdered(value, bound) < 0,
  lte: (value, bound) => compareOrdered(value, bound) <= 0,
}

const isInRange = (value: Json | undefined, range: object): boolean =>
  isOrdered(value) &&
  Object.entries(range).every(([name, bound]) => {
    const compare = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined
    return compare === undefined || (isOrdered(bound) && compare(value, bound))
  })
