/**
 * Filters of a list. A filter for one value of an indexed property goes to the store; several values, ranges and properties
 * with a lifecycle are compared record by record.
 */
import { getOwn } from '../../../contract/values/json-object.ts'
import type { Json } from '../../../ports.ts'
import type { PageQuery, StoredRecord } from '../../../store/store.ts'
import type { ListFilter } from '../../plan/operation-plan.ts'
import { createValueTest, toType, unknownNames } from './range-test.ts'
import { createTextTest } from './text-test.ts'

export interface RequestedFilters {
  readonly indexed: PageQuery['filters']
  /** Undefined if no record has to be compared. */
  readonly test: ((record: StoredRecord) => boolean) | undefined
  /** What has no effect: `height[foo]`. */
  readonly ignored: readonly string[]
}

const noFilters: RequestedFilters = { indexed: [], test: undefined, ignored: [] }

export const readRequestedFilters = (
  filters: readonly ListFilter[],
  query: ReadonlyMap<string, Json>,
): RequestedFilters => {
  if (query.size === 0 || filters.length === 0) return noFilters
  const indexed: (readonly [string, Json])[] = []
  const tests: ((record: StoredRecord) => boolean)[] = []
  const ignored: string[] = []
  for (const filter of filters) {
    const { parameter, inner, property, isIndexed, type, everything } = filter
    const value = query.get(parameter)
    const sent = inner === undefined || value === undefined ? value : getOwn(value, inner)
    if (sent === undefined || sent === everything || (filter.match === 'text' && sent === filter.fallback)) continue
    const requested = filter.isSplit && typeof sent === 'string' && sent.includes(',') ? sent.split(',') : sent
    if (isIndexed && requested !== filter.fallback && typeof requested !== 'object')
      indexed.push([property, toType(requested, type)])
    else {
      const test = createTest(filter, requested)
      if (test) tests.push(test)
      const name = inner === undefined ? parameter : `${parameter}[${inner}]`
      if (filter.match !== 'text') ignored.push(...unknownNames(requested, type).map((own) => `${name}[${own}]`))
    }
  }
  return { indexed, test: tests.length === 0 ? undefined : (record) => tests.every((test) => test(record)), ignored }
}

/** Undefined if every record matches. */
const createTest = (filter: ListFilter, requested: Json): ((record: StoredRecord) => boolean) | undefined => {
  const { property, match, isExclusive, type, fallback, isRequired } = filter
  if (match === 'text') return createSearchTest(filter, String(requested))
  const isFallback = requested === fallback || isRequired
  const isBound = match === 'from' || match === 'to'
  const operator = match === 'from' ? (isExclusive ? 'gt' : 'gte') : isExclusive ? 'lt' : 'lte'
  const test = createValueTest(isBound ? { [operator]: requested } : requested, type)
  return test && (({ value }) => test(getOwn(value, property)) || (isFallback && !Object.hasOwn(value, property)))
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
