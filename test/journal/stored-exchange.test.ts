/**
 * Exchanges as bytes: what is read is what was written, whatever is in it, and however many come and go.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Journal, JournalBudget } from '../../src/journal/journal.ts'
import { exchanges, plain } from '../support/generated-exchanges.ts'
import { sampleExchange } from '../support/sample-exchange.ts'

const sampleOf = exchanges.map((exchange) => ({ ...exchange, sandbox: 'default' }))

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

  it('reads addresses with line breaks, as that of a callback may have', () => {
    const journal = new Journal(new JournalBudget())
    const path = 'http://127.0.0.1/a\n\n\tb'
    journal.record(sampleExchange({ path, query: 'c\nd', headers: { a: 'b' } }))
    expect(journal.exchanges).toMatchObject([{ path, query: 'c\nd', headers: { a: 'b' } }])
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

  it('reads long bodies of replies that are repeated, in one journal and in several, while the oldest are discarded', () => {
    const bodies = fc.constantFrom(...['a', 'b', 'ü', 'c'].map((letter, index) => letter.repeat(300 * (index + 1))))
    const step = fc.record({ at: fc.nat({ max: 1 }), body: bodies, cleared: fc.integer({ min: 0, max: 20 }) })
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 200 }),
        fc.integer({ min: 1, max: 8 }),
        sampleOf,
        (steps, limit, sample) => {
          const budget = new JournalBudget({ bytes: 10_000_000, exchanges: limit })
          const journals = [new Journal(budget), new Journal(budget)] as const
          const expected: [string[], string[]] = [[], []]
          for (const { at, body, cleared } of steps) {
            const [journal, own] = at === 0 ? [journals[0], expected[0]] : [journals[1], expected[1]]
            if (cleared === 0) {
              journal.clear()
              own.length = 0
            }
            // Not the same object: a body is joined for each request.
            journal.record({ ...sample, reply: { ...sample.reply, body: Array.from(body).join('') } })
            own.push(body)
            if (own.length > limit) own.shift()
            expect(journals.map((one) => one.exchanges.map(({ reply }) => String(reply.body)))).toEqual(expected)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('stores a body that is repeated once', () => {
    const [sample] = fc.sample(exchanges, { numRuns: 1, seed: 7 })
    if (!sample) throw new TypeError('fast-check made no sample')
    const bytesOf = (bodyOf: (index: number) => string): number => {
      const budget = new JournalBudget({ bytes: 100_000_000, exchanges: 1_000 })
      const journal = new Journal(budget)
      for (let index = 0; index < 1_000; index++)
        journal.record({ ...sample, reply: { ...sample.reply, body: bodyOf(index) } })
      expect(journal.size).toBe(1_000)
      return budget.bytes
    }
    const varying = bytesOf((index) => String(index).padStart(4_000, 'x'))
    expect(bytesOf(() => 'x'.repeat(4_000))).toBeLessThan(varying / 3)
  })
})
