/**
 * The limit of all journals is one on the bytes that they take, whatever clients send and however many sandboxes there are.
 */
import { expect, it } from 'vitest'
import type { Exchange } from '../../src/journal/exchange.ts'
import { Journal, JournalBudget } from '../../src/journal/journal.ts'
import { sampleExchange } from '../support/sample-exchange.ts'
import { measureUsedMemory } from '../support/used-memory.ts'

const mebibyte = 1024 * 1024

/** With bodies of 2,000 bytes. */
const exchangeOf = (change: Partial<Exchange> = {}): Exchange =>
  sampleExchange({
    method: 'POST',
    path: '/v1/pets',
    headers: { host: 'localhost' },
    body: Buffer.alloc(2_000, 'a'),
    reply: { status: 201, headers: [], body: 'b'.repeat(2_000) },
    ...change,
  })

/** Bytes that are really used by what a function returns. */
const bytesOf = async (create: () => unknown): Promise<number> => {
  const before = await measureUsedMemory()
  const created = create()
  const after = await measureUsedMemory()
  // So that it is not collected before.
  expect(created).toBeDefined()
  return after - before
}

it.each([
  ['5,000 sandboxes with a few exchanges', 5_000, 12, () => exchangeOf()],
  ['one sandbox with many', 1, 20_000, () => exchangeOf()],
  ['bodies just larger than a chunk', 10, 100, () => exchangeOf({ body: Buffer.alloc(66_000) })],
  [
    'notices with many names',
    10,
    150,
    () =>
      exchangeOf({
        notices: [
          { kind: 'ignored-properties', names: Array.from({ length: 1_000 }, (_, index) => `body.property${index}`) },
        ],
      }),
  ],
])('%s take no more bytes than the limit', async (_, sandboxes, each, create) => {
  const limit = 8 * mebibyte
  const budget = new JournalBudget({ bytes: limit, exchanges: 100_000 })
  const used = await bytesOf(() => {
    const journals = Array.from({ length: sandboxes }, () => new Journal(budget))
    for (let round = 0; round < each; round++) for (const journal of journals) journal.record(create())
    return journals
  })
  expect(budget.bytes).toBeLessThanOrEqual(limit)
  // 5,000 journals without exchanges take some bytes, too.
  expect(used).toBeLessThan(limit * 1.5)
  // And they are used.
  expect(budget.bytes).toBeGreaterThan(limit / 4)
})

it('reading a journal does not retain what is read', async () => {
  const budget = new JournalBudget({ bytes: 16 * mebibyte, exchanges: 100_000 })
  const journal = new Journal(budget)
  for (let index = 0; index < 4_000; index++) journal.record(exchangeOf())
  const used = await bytesOf(() => journal.exchanges.length)
  expect(used).toBeLessThan(2 * mebibyte)
})

it('reading an exchange twice gives the same object while it is used', () => {
  const journal = new Journal(new JournalBudget())
  journal.record(exchangeOf())
  const [first] = journal.exchanges
  expect(journal.exchanges[0]).toBe(first)
})
