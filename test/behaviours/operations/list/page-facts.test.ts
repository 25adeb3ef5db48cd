/**
 * What the fields of an envelope and response headers report about a page.
 */
import { describe, expect, it } from 'vitest'
import { createFieldReader, type PageFacts, readFact } from '../../../../src/behaviours/operations/list/page-facts.ts'
import type { PageFact } from '../../../../src/behaviours/plan/operation-plan.ts'
import type { Json } from '../../../../src/ports.ts'

const addressOf = (page: number): string => `http://localhost/plants?page=${page}`

/** The second of three pages: records 6 to 10 of 12. */
const middle: PageFacts = {
  total: 12,
  returned: 5,
  limit: 5,
  skip: 5,
  offset: 6,
  page: 2,
  hasMore: true,
  hasNext: true,
  hasPrevious: true,
  previousPage: 1,
  firstCursor: 'f',
  lastCursor: 'l',
  self: addressOf(2),
  next: addressOf(3),
  previous: addressOf(1),
  first: addressOf(1),
  last: addressOf(3),
}

/** A list with one page that has nothing. */
const empty: PageFacts = {
  ...middle,
  total: 0,
  returned: 0,
  skip: 0,
  offset: 1,
  page: 1,
  hasMore: false,
  hasNext: false,
  hasPrevious: false,
  firstCursor: undefined,
  lastCursor: undefined,
  self: addressOf(1),
  next: undefined,
  previous: undefined,
  last: addressOf(1),
}

const rows: readonly (readonly [fact: PageFact, inTheMiddle: Json, withNothing: Json | undefined])[] = [
  ['total', 12, 0],
  ['pages', 3, 1],
  ['page', 2, 1],
  ['limit', 5, 5],
  ['offset', 6, 1],
  ['returned', 5, 0],
  // The index of the last record.
  ['end', 9, 0],
  ['next-page', 3, undefined],
  ['previous-page', 1, undefined],
  ['remaining', 2, undefined],
  ['has-more', true, false],
  ['has-previous', true, false],
  ['is-last', false, true],
  ['next-cursor', 'l', undefined],
  ['previous-cursor', 'f', undefined],
  ['next-url', addressOf(3), undefined],
  ['previous-url', addressOf(1), undefined],
  ['first-url', addressOf(1), addressOf(1)],
  ['last-url', addressOf(3), addressOf(1)],
  ['self-url', addressOf(2), addressOf(1)],
]

describe('a page reports', () => {
  for (const [fact, inTheMiddle, withNothing] of rows)
    it(fact, () => expect([readFact[fact](middle), readFact[fact](empty)]).toEqual([inTheMiddle, withNothing]))

  it('one page if it has room for all records, and no next cursor on the last page', () => {
    expect(readFact.pages({ ...middle, total: 10 })).toBe(2)
    expect(readFact.pages({ ...middle, limit: 0 })).toBe(12)
    expect(readFact.pages({ ...middle, limit: 1000 })).toBe(1)
    expect(readFact['next-cursor']({ ...middle, hasNext: false })).toBeUndefined()
    expect(readFact['previous-cursor']({ ...middle, hasPrevious: false })).toBeUndefined()
  })
})

describe('an address in a field', () => {
  const write = (parts: { readonly isLink?: boolean; readonly pattern?: string; readonly fact?: PageFact }) =>
    createFieldReader({
      path: ['next'],
      fact: parts.fact ?? 'next-url',
      isLink: parts.isLink ?? false,
      pattern: parts.pattern,
      absent: undefined,
    })

  it('is a link object where the document has one', () => {
    expect(write({ isLink: true })(middle)).toEqual({ href: addressOf(3) })
    expect(write({ isLink: true })(empty)).toBeUndefined()
    expect(write({})(middle)).toBe(addressOf(3))
  })

  const patterns: readonly (readonly [pattern: string, written: string])[] = [
    ['^http:', addressOf(3)],
    ['^/', '/plants?page=3'],
    ['^/[a-z]+$', '/plants'],
    // Nothing fits: the whole address is more useful than a part.
    ['^ftp:', addressOf(3)],
    // An invalid pattern has no meaning.
    ['(', addressOf(3)],
  ]
  for (const [pattern, written] of patterns)
    it(`is as short as the pattern ${pattern} requires`, () => expect(write({ pattern })(middle)).toBe(written))

  it('stays as it is if it is not an address', () => {
    expect(write({ pattern: '^/', fact: 'next-cursor' })(middle)).toBe('l')
    expect(write({ pattern: '^/', fact: 'total' })(middle)).toBe(12)
    expect(write({ pattern: '^/' })(empty)).toBeUndefined()
  })
})
