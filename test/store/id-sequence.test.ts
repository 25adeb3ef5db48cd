/**
 * Where generated ids continue.
 */
import { describe, expect, it } from 'vitest'
import { firstSequence, isSameSequence, type Sequence, takeId } from '../../src/store/id-sequence.ts'
import type { RecordId } from '../../src/store/store.ts'

const sequence: Sequence = { last: 3, free: 2, serial: 1 }

describe('a sequence', () => {
  it('is the same as one with the same numbers', () =>
    expect([isSameSequence(sequence, sequence), isSameSequence(sequence, { ...sequence })]).toEqual([true, true]))

  const others: readonly Partial<Sequence>[] = [{ last: 4 }, { free: 3 }, { free: undefined }, { serial: 2 }]
  for (const other of others)
    it(`is not the same as one with ${JSON.stringify(Object.entries(other))}`, () =>
      expect(isSameSequence(sequence, { ...sequence, ...other })).toBe(false))
})

describe('the next id', () => {
  const taken = (ids: readonly unknown[], scope?: string) => ({
    size: ids.length,
    has: (id: unknown) => ids.includes(id),
    get: (id: unknown) => (ids.includes(id) ? { scope } : undefined),
  })

  it('is one above the highest, and at the end of the range the lowest free one', () => {
    const range = { kind: 'integer', minimum: 1, maximum: 3 } as const
    expect(takeId(range, { ...firstSequence, last: 2 }, taken([2])).id).toBe(3)
    expect(takeId(range, { ...firstSequence, last: 3 }, taken([1, 3]))).toEqual({
      id: 2,
      sequence: { last: 3, free: 2, serial: 0 },
    })
    expect(takeId(range, { ...firstSequence, last: 3 }, taken([1, 2, 3])).id).toBeUndefined()
  })

  it('is within its range, also after the range was changed', () => {
    const range = { kind: 'integer', minimum: 5, maximum: 8 } as const
    expect(takeId(range, { last: 8, free: 2, serial: 0 }, taken([5, 8])).id).toBe(6)
    expect(takeId(range, { last: 4, serial: 0 }, taken([4])).id).toBe(5)
    expect(takeId({ ...range, maximum: 4 }, firstSequence, taken([])).id).toBeUndefined()
  })

  it('of a series is the next one that is not in use, also by its other spelling', () => {
    const series = { kind: 'series', make: (serial: number) => `g-${serial}` } as const
    expect(takeId(series, firstSequence, taken(['g-1']))).toEqual({
      id: 'g-2',
      sequence: { ...firstSequence, serial: 2 },
    })
    const spelled = { ...series, alternate: (id: RecordId) => String(id).toUpperCase() }
    expect(takeId(spelled, firstSequence, taken(['G-1'])).id).toBe('g-2')
  })

  it('of a series that repeats itself is found a little later', () => {
    const slow = { kind: 'series', make: (serial: number) => (serial < 9 ? 'always' : 'new') } as const
    expect(takeId(slow, firstSequence, taken(['always'])).id).toBe('new')
  })

  it('is an integer that is not in use, also by its other spelling', () => {
    const spelled = { kind: 'integer', maximum: 4, alternate: (id: RecordId) => `a/${id}` } as const
    expect(takeId(spelled, { ...firstSequence, last: 2 }, taken(['a/3'])).id).toBe(4)
    expect(takeId(spelled, { ...firstSequence, last: 4 }, taken([1, 'a/2', 3, 4])).id).toBeUndefined()
    expect(takeId(spelled, { ...firstSequence, last: 4 }, taken([1, 'a/2', 4])).id).toBe(3)
  })

  it('that is chosen is not in use in its scope', () => {
    const given = { kind: 'given', id: 1, within: { scope: 'a', id: 'a/1' } } as const
    expect(takeId(given, firstSequence, taken([2, 'b/1'])).id).toBe(1)
    expect(takeId(given, firstSequence, taken([1], 'b')).id).toBe('a/1')
    expect(takeId(given, firstSequence, taken([1], 'a')).id).toBeUndefined()
    expect(takeId(given, firstSequence, taken([1])).id).toBeUndefined()
    expect(takeId(given, firstSequence, taken([1, 'a/1'], 'b')).id).toBeUndefined()
    expect(takeId(given, firstSequence, taken(['a/1'])).id).toBeUndefined()
  })

  it('of a series with few tries starts after the number of records', () => {
    const make = (serial: number): string | undefined => (serial % 2 === 0 ? `g-${serial}` : undefined)
    const slow = { kind: 'series', make, tries: 3 } as const
    expect(takeId(slow, firstSequence, taken(['x', 'y', 'z'])).id).toBe('g-4')
    expect(takeId(slow, { ...firstSequence, serial: 6 }, taken(['x'])).id).toBe('g-8')
    expect(takeId(slow, firstSequence, taken(['g-6', 'g-4', 'g-8', 'z']))).toEqual({
      id: undefined,
      sequence: { ...firstSequence, serial: 7 },
    })
  })

  it('of a series that repeats itself is undefined after a thousand tries more than there are records', () => {
    let tries = 0
    const make = (): string => `always ${++tries > 1_001}`
    expect(takeId({ kind: 'series', make }, firstSequence, taken(['always false'])).id).toBeUndefined()
    expect(tries).toBe(1_001)
  })
})
