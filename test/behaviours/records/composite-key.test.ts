/**
 * Composite keys are one string, from which the properties of a record can be read again.
 */
import { describe, expect, it } from 'vitest'
import { joinKey, readKey, withKey } from '../../../src/behaviours/records/composite-key.ts'

const parts = [
  { property: 'row', kind: 'integer' },
  { property: 'column', kind: 'string' },
] as const

describe('the key of a record', () => {
  it('joins its parts, escaped', () => {
    expect(joinKey([3, 'a/b c'])).toBe('3/a%2Fb%20c')
    expect(readKey(parts, { row: 3, column: 'a/b' })).toBe('3/a%2Fb')
    expect(readKey(parts, { row: 9_007_199_254_740_993n, column: 'x' })).toBe('9007199254740993/x')
    expect(readKey(parts, { row: 0, column: 'x' })).toBe('0/x')
  })

  const without: readonly (readonly [name: string, record: unknown])[] = [
    ['a missing part', { row: 3 }],
    ['an empty part', { row: 3, column: '' }],
    ['a string for an integer', { row: '3', column: 'x' }],
    ['an integer for a string', { row: 3, column: 7 }],
    ['null', { row: null, column: 'x' }],
    ['no object', 'x'],
  ]
  for (const [name, record] of without) it(`is none with ${name}`, () => expect(readKey(parts, record)).toBeUndefined())
})

describe('a record with a key', () => {
  it('has its parts as properties, in the type of each', () => {
    expect(withKey(parts, { note: 'n', row: 1 }, '-3/a%2Fb')).toEqual({ note: 'n', row: -3, column: 'a/b' })
    expect(withKey(parts, {}, '9007199254740993/x')).toEqual({ row: 9_007_199_254_740_993n, column: 'x' })
  })
  it('keeps an invalid escape as it is', () => expect(withKey(parts, {}, '1/50%')).toEqual({ row: 1, column: '50%' }))
  it('lacks what the key does not have, or not as an integer', () => {
    expect(withKey(parts, {}, '1')).toEqual({ row: 1 })
    expect(withKey(parts, {}, 'one/x')).toEqual({ column: 'x' })
  })
})
