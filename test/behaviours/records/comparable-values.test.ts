/**
 * By which strings a filter finds a value.
 */
import { expect, it } from 'vitest'
import { comparableOf } from '../../../src/behaviours/records/comparable-values.ts'

it('a value is found by itself', () => {
  expect([7, 'red', true, null, 9_007_199_254_740_993n].map(comparableOf)).toEqual([
    ['7'],
    ['red'],
    ['true'],
    ['null'],
    ['9007199254740993'],
  ])
})

it('an object is found by the properties that identify it, the clearest first', () => {
  expect(comparableOf({ id: 3, colour: 'red', name: 'urgent', slug: 'u', key: 'U' })).toEqual(['urgent', 'u', 'U', '3'])
  expect(comparableOf({ id: null })).toEqual(['null'])
  expect(comparableOf({ colour: 'red' })).toEqual([])
})

it('a missing value is not found', () => expect(comparableOf(undefined)).toEqual([]))
