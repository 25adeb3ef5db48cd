/**
 * When the limit on memory counts what is retained, with a count and a time that the test controls. test/hardening/memory.test.ts
 * has the limit in a server.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MemoryBudget, memoryOf } from '../../src/store/memory-budget.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A budget of 1,000 bytes. The test ends each count. */
const createBudget = () => {
  const budget = new MemoryBudget(1_000)
  const counts: ((retained: number) => void)[] = []
  budget.countRetained = () => new Promise((resolve) => counts.push(resolve))
  /** Ends the count that runs. */
  const end = async (retained: number): Promise<void> => {
    counts.at(-1)?.(retained)
    await budget.settled()
  }
  return { budget, counts, end }
}

describe('what is retained', () => {
  it('is counted from three quarters of the limit on, once at a time', () => {
    const { budget, counts } = createBudget()
    budget.spend(749)
    expect(counts).toHaveLength(0)
    budget.spend(1)
    expect(counts).toHaveLength(1)
    budget.spend(1)
    expect([counts.length, budget.used]).toEqual([1, 751])
  })

  it('is what was counted, and what was written meanwhile', async () => {
    const { budget, end } = createBudget()
    budget.spend(800)
    budget.spend(50)
    const settled = budget.settled().then(() => 'settled')
    expect(await Promise.race([settled, new Promise((resolve) => setImmediate(resolve, 'counting'))])).toBe('counting')
    await end(300)
    expect(await settled).toBe('settled')
    expect(budget.used).toBe(350)
    budget.spend(1)
    expect(budget.used).toBe(351)
  })

  it('is counted again when half of the rest is used, and not within a quarter of a second', async () => {
    const { budget, counts, end } = createBudget()
    budget.spend(900)
    await end(800)
    vi.advanceTimersByTime(249)
    budget.spend(100)
    expect(counts).toHaveLength(1)
    vi.advanceTimersByTime(1)
    budget.spend(1)
    expect(counts).toHaveLength(2)
    await end(800)
    vi.advanceTimersByTime(1_000)
    budget.spend(99)
    expect(counts).toHaveLength(2)
    budget.spend(1)
    expect(counts).toHaveLength(3)
  })

  it('is counted less often where counting takes long', async () => {
    const { budget, counts, end } = createBudget()
    budget.spend(900)
    vi.advanceTimersByTime(100)
    await end(900)
    vi.advanceTimersByTime(1_999)
    budget.spend(99)
    expect(counts).toHaveLength(1)
    vi.advanceTimersByTime(1)
    budget.spend(1)
    expect(counts).toHaveLength(2)
  })

  it('is counted where something has no room, so that freed space is found', async () => {
    const { budget, counts, end } = createBudget()
    budget.spend(500)
    expect([budget.hasRoom(499), counts.length]).toEqual([true, 0])
    expect([budget.hasRoom(500), counts.length]).toEqual([false, 1])
    await end(0)
    expect(budget.hasRoom(500)).toBe(true)
  })

  it('stays the upper bound where counting fails, until it is counted again', async () => {
    const { budget, end } = createBudget()
    const counts = budget.countRetained
    budget.countRetained = () => Promise.reject(new TypeError('failed'))
    budget.spend(999)
    await budget.settled()
    expect([budget.used, budget.hasRoom()]).toEqual([999, true])
    budget.spend(1)
    await budget.settled()
    budget.countRetained = counts
    expect(budget.hasRoom()).toBe(false)
    await end(10)
    expect([budget.used, budget.hasRoom()]).toEqual([10, true])
  })

  it('has no limit by default, and is never counted without a way to', () => {
    const budget = new MemoryBudget()
    budget.spend(Number.MAX_SAFE_INTEGER)
    expect([budget.limit, budget.hasRoom(1)]).toEqual([Number.POSITIVE_INFINITY, true])
    const other = new MemoryBudget(10)
    other.spend(9)
    expect([other.hasRoom(), other.hasRoom(1)]).toEqual([true, false])
  })
})

it('a record takes memory for its object, its characters, its properties and items, and its objects and arrays', () => {
  const sizeOf = (json: string): number => memoryOf({ json })
  expect(sizeOf('')).toBe(400)
  expect(sizeOf('"aaaa"') - sizeOf('"aaa"')).toBe(2)
  const plain = sizeOf('"aaaa"')
  expect([sizeOf('"a",aa'), sizeOf('"a":aa')]).toEqual([plain + 16, plain + 16])
  expect([sizeOf('[1111]'), sizeOf('{"aa"}')]).toEqual([plain + 56, plain + 56])
  expect(sizeOf('{"a":[1,2]}')).toBe(400 + 2 * 11 + 2 * 16 + 2 * 56)
})
