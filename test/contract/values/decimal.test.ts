/**
 * multipleOf with decimals: prices and shares, for which dividing doubles gives a wrong result, and integers longer than a double.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isMultipleOf } from '../../../src/contract/values/decimal.ts'

const rows: readonly (readonly [value: number, factor: number, is: boolean, digits?: bigint])[] = [
  [19.99, 0.01, true],
  [4.35, 0.01, true],
  [4.351, 0.01, false],
  [0.3, 0.1, true],
  [1e308, 0.5, true],
  [1e-7, 1e-8, true],
  [-7.5, 2.5, true],
  [7, 2, false],
  [9.5, 3, false],
  [0, 0.1, true],
  [Number(9007199254740993n), 2, false, 9007199254740993n],
  [Number(9007199254740993n), 3, true, 9007199254740993n],
]

for (const [value, factor, is, digits] of rows)
  it(`${digits ?? value} is ${is ? 'a' : 'not a'} multiple of ${factor}`, () =>
    expect(isMultipleOf(value, factor, digits)).toBe(is))

it('every amount in cents is a multiple of 0.01, and no amount with half a cent is', () =>
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      expect(isMultipleOf(Number(`${cents}e-2`), 0.01)).toBe(true)
      expect(isMultipleOf(Number(`${cents}5e-3`), 0.01)).toBe(false)
    }),
    { seed: 1 },
  ))
