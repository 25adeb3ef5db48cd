/**
 * Exchanges as bytes: what is read is what was written, whatever is in it, and however many come and go.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Journal, JournalBudget } from '../../src/journal/journal.ts'
import { exchanges, plain } from '../support/generated-exchanges.ts'

describe('a journal', () => {
  it('reads what was written', () => {
    fc.assert(
      fc.property(fc.array(exchanges, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (all, kept) => {
        const journal = new Journal(new JournalBudget({ bytes: 1_000_000, exchanges: kept }))
        for (const [index, exchange] of all.entries()) {
          journal.record(exchange)
          expect(journal.exchanges.map(plain)).toEqual(all.slice(Math.max(0, index + 1 - kept), index + 1).map(plain))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('discards the oldest exchange of all journals when the limit in bytes is reached', () => {
    const budget = new JournalBudget({ bytes: 4_000, exchanges: 100 })
    const journals = [new Journal(budget), new Journal(budget)]
    const [sample] = fc.sample(exchanges, { numRuns: 1, seed: 7 })
    if (!sample) throw new TypeError('fast-check made no sample')
    for (let index = 0; index < 50; index++) journals[index % 2]?.record({ ...sample, at: index })
    expect(budget.bytes).toBeLessThanOrEqual(4_000)
    const times = journals.flatMap(({ exchanges: kept }) => kept.map(({ at }) => at)).sort((a, b) => a - b)
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(Array.from(times, (_, index) => 50 - times.length + index))
  })
})
