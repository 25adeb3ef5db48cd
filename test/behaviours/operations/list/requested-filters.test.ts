/**
 * How the value of a filter is compared: in the type of the property, with one or several values, and with bounds.
 */
import { describe, expect, it } from 'vitest'
import { readRequestedFilters } from '../../../../src/behaviours/operations/list/list-filters.ts'
import type { ListFilter } from '../../../../src/behaviours/plan/operation-plan.ts'
import type { Json, JsonObject } from '../../../../src/ports.ts'

const filterOf = (more: Partial<ListFilter> = {}): ListFilter => ({
  parameter: 'size',
  inner: undefined,
  property: 'size',
  match: 'equal',
  isExclusive: false,
  searched: [],
  isSplit: false,
  isIndexed: false,
  type: undefined,
  fallback: undefined,
  everything: undefined,
  isRequired: false,
  ...more,
})

const read = (filter: ListFilter, sent: Json) => readRequestedFilters([filter], new Map([['size', sent]]))

/** Whether a record is in the list. */
const isFound = (filter: ListFilter, sent: Json, value: JsonObject): boolean =>
  read(filter, sent).test?.({ id: 1, value, json: JSON.stringify(value), madeAt: 0 }) ?? true

describe('a filter that the store applies gets the value in the type of the property', () => {
  const rows: readonly (readonly [type: ListFilter['type'], sent: Json, wanted: Json])[] = [
    ['number', '7', 7],
    ['number', '-7', -7],
    ['number', '2.5', 2.5],
    ['number', 7, 7],
    // As a number it would be rounded.
    ['number', '9007199254740993', 9007199254740993n],
    ['number', '9007199254740991', 9007199254740991],
    // A value that cannot be read as a number stays a string.
    ['number', '7a', '7a'],
    ['number', '', ''],
    ['number', true, true],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', 'yes', 'yes'],
    ['boolean', true, true],
    ['text', '7', '7'],
    ['text', 7, '7'],
    ['text', false, 'false'],
    [undefined, '7', '7'],
    [undefined, 'true', 'true'],
  ]
  for (const [type, sent, wanted] of rows)
    it(`${typeof sent} ${String(sent)} for ${type ?? 'any type'}: ${typeof wanted} ${String(wanted)}`, () =>
      expect(read(filterOf({ type, isIndexed: true }), sent)).toEqual({
        indexed: [['size', wanted]],
        test: undefined,
        ignored: [],
      }))
})

describe('bounds', () => {
  const rows: readonly (readonly [match: 'from' | 'to', isExclusive: boolean, found: string])[] = [
    ['from', false, '5 6'],
    ['from', true, '6'],
    ['to', false, '4 5'],
    ['to', true, '4'],
  ]
  for (const [match, isExclusive, found] of rows)
    it(`${match} 5${isExclusive ? ', without 5,' : ''} find ${found}`, () => {
      const filter = filterOf({ match, isExclusive, type: 'number' })
      const sizes = [4, 5, 6].filter((size) => isFound(filter, '5', { size }))
      expect(sizes.join(' ')).toBe(found)
    })

  it('are read from an object of operators, and all of them hold', () => {
    const sizes = [3, 4, 5, 6].filter((size) => isFound(filterOf(), { gt: 3, lte: 5 }, { size }))
    expect(sizes).toEqual([4, 5])
  })

  it('of an object get the type of the property: a parameter without a schema for them has strings', () => {
    const filter = filterOf({ type: 'number' })
    expect([9, 100, 1000].filter((size) => isFound(filter, { gt: '9', lte: '100' }, { size }))).toEqual([100])
    expect(isFound(filterOf({ type: 'text' }), { gte: 2025 }, { size: '2026' })).toBe(true)
  })

  it('that are unknown have no effect, and are reported', () => {
    const sent = { gt: '3', about: '5', constructor: '1' }
    const filter = filterOf({ type: 'number' })
    expect([3, 4, 5].filter((size) => isFound(filter, sent, { size }))).toEqual([4, 5])
    expect(read(filter, sent).ignored).toEqual(['size[about]', 'size[constructor]'])
    expect(read(filterOf({ inner: 'is', type: 'number' }), { is: sent }).ignored[0]).toBe('size[is][about]')
  })
})

describe('a filter', () => {
  const small = { size: 'small' }
  const rows: readonly (readonly [
    what: string,
    filter: Partial<ListFilter>,
    sent: Json,
    value: JsonObject,
    is: boolean,
  ])[] = [
    ['finds an equal value', {}, 'small', small, true],
    ['excludes another value', {}, 'large', small, false],
    ['finds one of several values', {}, ['large', 'small'], small, true],
    ['finds one of the values between commas', { isSplit: true }, 'large,small', small, true],
    ['does not split values that may have commas', {}, 'large,small', small, false],
    ['finds a value in an array', {}, 'small', { size: ['large', 'small'] }, true],
    ['excludes an array without the value', {}, 'small', { size: ['large'] }, false],
    ['excludes a record without the property', {}, 'small', {}, false],
    ['finds a record without the property if the default is requested', { fallback: 'small' }, 'small', {}, true],
    ['excludes a record without the property if another value is requested', { fallback: 'large' }, 'small', {}, false],
    ['finds a record without the property if each request sends the filter', { isRequired: true }, 'small', {}, true],
    ['finds everything with a value that means all', { everything: 'all' }, 'all', small, true],
  ]
  for (const [what, filter, sent, value, is] of rows)
    it(what, () => expect(isFound(filterOf(filter), sent, value)).toBe(is))

  const search: Partial<ListFilter> = { match: 'text', property: '', searched: ['name', 'size'] }
  const searches: readonly (readonly [what: string, filter: Partial<ListFilter>, value: JsonObject, is: boolean])[] = [
    ['finds words in any of the searched properties', search, { name: 'x', size: 'very small' }, true],
    ['excludes a record without the words', search, { name: 'x', size: 'large' }, false],
    ['excludes a record without a searched property', search, { color: 'small' }, false],
    ['finds words if each request has to search', { ...search, isRequired: true }, small, true],
    ['excludes other words if each request has to search', { ...search, isRequired: true }, { name: 'x' }, false],
    [
      'finds a record without a searched property if each request has to search',
      { ...search, isRequired: true },
      {},
      true,
    ],
  ]
  for (const [what, filter, value, is] of searches)
    it(what, () => expect(isFound(filterOf(filter), 'small', value)).toBe(is))

  it('is read from the property of a parameter that is an object', () => {
    const filter = filterOf({ inner: 'is' })
    expect([isFound(filter, { is: 'small' }, small), isFound(filter, { is: 'large' }, small)]).toEqual([true, false])
    expect(read(filter, { other: 'large' }).test).toBeUndefined()
  })

  it('that is not sent compares nothing', () =>
    expect(readRequestedFilters([filterOf()], new Map([['page', 1]]))).toEqual({
      indexed: [],
      test: undefined,
      ignored: [],
    }))

  it('is one of several that a record has to match', () => {
    const filters = [filterOf(), filterOf({ parameter: 'color', property: 'color' })]
    const query = new Map<string, Json>([
      ['size', 'small'],
      ['color', 'red'],
    ])
    const { test } = readRequestedFilters(filters, query)
    const has = (value: JsonObject) => test?.({ id: 1, value, json: '', madeAt: 0 })
    expect([
      has({ size: 'small', color: 'red' }),
      has({ size: 'small', color: 'blue' }),
      has({ size: 'large', color: 'red' }),
    ]).toEqual([true, false, false])
  })
})
