/**
 * How a value is compared with the bound of a filter.
 */
import { describe, expect, it } from 'vitest'
import { compareOrdered, isOrdered, type Ordered } from '../../../../src/behaviours/operations/list/compare-bounds.ts'

const rows: readonly (readonly [value: Ordered, is: '<' | '=' | '>', bound: Ordered])[] = [
  [1, '<', 2],
  [2, '=', 2],
  [3, '>', 2],
  [9_007_199_254_740_993n, '>', 9_007_199_254_740_992],
  [2n, '=', 2],
  ['apple', '<', 'pear'],
  ['pear', '=', 'pear'],
  ['pear', '>', 'apple'],
  // Other strings than times are compared as strings, also with a time.
  ['10', '<', '9'],
  ['2026-03-01', '<', 'today'],
  ['today', '>', '2026-03-01'],
  // Times in different offsets.
  ['2026-03-01T10:00:00+02:00', '=', '2026-03-01T08:00:00Z'],
  ['2026-03-01T10:00:00+02:00', '<', '2026-03-01T09:00:00Z'],
  ['2026-03-01 09:00:01Z', '>', '2026-03-01T09:00:00Z'],
  // A day includes all its hours.
  ['2026-03-01T23:59:59Z', '=', '2026-03-01'],
  ['2026-03-02T00:00:00Z', '>', '2026-03-01'],
  ['2026-02-28T23:59:59Z', '<', '2026-03-01'],
  ['2026-03-01', '=', '2026-03-01'],
  // A value that is a day begins at midnight.
  ['2026-03-01', '<', '2026-03-01T00:00:01Z'],
  ['2026-03-01', '=', '2026-03-01T00:00:00Z'],
]

describe('a value and a bound:', () => {
  for (const [value, is, bound] of rows)
    it(`${value} ${is} ${bound}`, () => {
      const order = compareOrdered(value, bound)
      expect(order < 0 ? '<' : order > 0 ? '>' : order === 0 ? '=' : 'not comparable').toBe(is)
    })

  for (const [value, bound] of [
    ['1', 1],
    [1, '1'],
    ['2026-13-45', '2026-03-01'],
    ['2026-13-45T00:00:00Z', '2026-03-01T00:00:00Z'],
  ] as const)
    it(`${JSON.stringify(value)} and ${JSON.stringify(bound)} cannot be compared`, () =>
      expect(compareOrdered(value, bound)).toBeNaN())

  it('only strings and numbers have an order', () => {
    expect(['', 0, 0n].map(isOrdered)).toEqual([true, true, true])
    expect([null, undefined, true, {}, []].map(isOrdered)).toEqual([false, false, false, false, false])
  })
})
