/**
 * Exchanges as bytes: what is read is what was written, whatever is in it, and however many come and go.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../src/journal/exchange.ts'
import { Journal, JournalBudget } from '../../src/journal/journal.ts'

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', '\t', '\ta\nb', '\u0000', ''))
const name = fc.string({ minLength: 1 }).filter((value) => value !== '__proto__')
const bytes = fc.uint8Array().map((array) => Buffer.from(array))
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })
const url = fc.webPath()

const exchanges: fc.Arbitrary<Exchange> = fc.record({
  id: fc.uuid(),
  sandbox: fc.string(),
  at: fc.double({ noNaN: true }),
  clock: fc.double({ noNaN: true }),
  duration: fc.double({ noNaN: true }),
  method: fc.constantFrom('GET', 'POST'),
  path: url,
  query: url,
  headers: fc.dictionary(name, fc.oneof(text, fc.array(text, { minLength: 2 })), { noNullPrototype: false }),
  body: optional(bytes),
  reply: fc.record(
    {
      status: fc.integer({ min: 200, max: 599 }),
      headers: fc.array(fc.tuple(name, text)).map((pairs) => pairs.flat()),
      body: bytes,
      fault: fc.constantFrom('reset', 'truncate'),
    },
    { requiredKeys: ['status', 'headers'] },
  ),
  operation: fc.constant(undefined),
  pathParams: fc.dictionary(name, text),
  rejection: optional(
    fc.record({
      code: fc.constantFrom('not_found', 'invalid_request'),
      message: text,
      violations: fc.array(fc.record({ at: text, keyword: fc.constantFrom('type', 'required'), message: text })),
    }),
  ),
  notices: fc.constant([]),
  scenarios: fc.array(fc.string()),
  steps: fc.array(fc.string()),
  positionBefore: fc.nat(),
  positionAfter: fc.nat(),
})

/** Objects without a prototype are equal to those with one. */
const plain = (exchange: Exchange) => ({
  ...exchange,
  headers: { ...exchange.headers },
  pathParams: { ...exchange.pathParams },
})

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
