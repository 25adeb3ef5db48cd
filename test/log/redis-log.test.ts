/**
 * The adapter for Redis and Valkey keeps what every adapter promises, and what several processes that share logs need.
 */
import { expect, it } from 'vitest'
import type { Head, Log } from '../../src/log/log.ts'
import { appendAll, describeLog, headOf, load, nowhere, numbers } from './log-contract.ts'
import { describeOrigins } from './origin-contract.ts'
import { describeRedis, type RedisTest } from './with-redis.ts'

const tests = (setUp: () => Promise<RedisTest>): void => {
  const create = async () => {
    const { open } = await setUp()
    return { open, discard: async () => {} }
  }

  describeLog('Redis or Valkey', create)
  describeOrigins('Redis or Valkey', create)

  const put = (value: unknown): string => JSON.stringify([{ put: value }])

  it('reports what another process appended', async () => {
    const { open } = await setUp()
    const [mine, other] = [await open(), await open()]
    expect(await mine.shared.since('checkout', undefined)).toEqual({ kind: 'current' })
    const head = await appendAll(other, 'checkout', 3)
    expect(await mine.shared.since('checkout', undefined)).toEqual({ kind: 'replaced' })
    expect(await mine.shared.since('checkout', head)).toEqual({ kind: 'current' })
    const last = await appendAll(other, 'checkout', 2, { after: head, from: 4 })
    const behind = { kind: 'behind', head: last, entries: numbers(2, 4) }
    expect(await mine.shared.since('checkout', head)).toEqual(behind)
    expect(await mine.append('checkout', head, put(0))).toEqual(behind)
    expect((await mine.append('checkout', last, put(6))).kind).toBe('appended')
  })

  it('creates a log once', async () => {
    const { open } = await setUp()
    const logs = await Promise.all(Array.from({ length: 5 }, () => open()))
    const results = await Promise.all(logs.map((log, index) => log.append('checkout', undefined, put(index))))
    expect(results.map(({ kind }) => kind).sort()).toEqual(['appended', ...Array(4).fill('replaced')])
  })

  it('reports a log that was deleted, created again, or shortened as replaced', async () => {
    const { open } = await setUp()
    const [mine, other] = [await open(), await open()]
    const early = await appendAll(other, 'checkout', 3)
    const head = await appendAll(other, 'checkout', 3, { after: early, from: 4 })
    await other.checkpoint('checkout', head, ['state'])
    const expectReplaced = async (known: Head) => {
      expect(await mine.shared.since('checkout', known)).toEqual({ kind: 'replaced' })
      expect(await mine.append('checkout', known, put(0))).toEqual({ kind: 'replaced' })
    }
    await expectReplaced(early)
    expect(await mine.shared.since('checkout', head)).toEqual({ kind: 'current' })
    await other.remove('checkout')
    await expectReplaced(head)
    await appendAll(other, 'checkout', 10)
    await expectReplaced(head)
  })

  it('returns long absences in pages, and reports longer ones as replaced', async () => {
    const { open } = await setUp()
    const [mine, other] = [await open(), await open()]
    const start = await appendAll(other, 'checkout', 1)
    let head = await appendAll(other, 'checkout', 1_300, { after: start, from: 2 })
    const behind = { kind: 'behind', head, entries: numbers(1_300, 2) }
    expect(await mine.shared.since('checkout', start)).toEqual(behind)
    expect(await mine.append('checkout', start, put(0))).toEqual(behind)
    expect((await load(mine, 'checkout'))?.entries).toEqual(numbers(1_301))
    head = await appendAll(other, 'checkout', 800, { after: head, from: 1_302 })
    expect(await mine.shared.since('checkout', start)).toEqual({ kind: 'replaced' })
  })

  /** Appends a number of entries, follows what others append, and returns all entries in order. */
  const compete = async (log: Log, author: string, count: number): Promise<{ head: Head; entries: string[] }> => {
    let head: Head | undefined
    const entries: string[] = []
    const follow = async (): Promise<void> => {
      const stored = await load(log, 'checkout')
      head = stored?.head
      entries.splice(0, entries.length, ...(stored?.entries.map(({ effects }) => effects) ?? []))
    }
    for (let done = 0; done < count; ) {
      const effects = put(`${author} ${done}`)
      const result = await log.append('checkout', head, effects)
      if (result.kind === 'appended') {
        head = result.head
        entries.push(effects)
        done++
      } else if (result.kind === 'behind') {
        head = result.head
        entries.push(...result.entries.map((entry) => entry.effects))
      } else await follow()
    }
    await follow()
    return { head: head ?? '', entries }
  }

  it('loses and doubles nothing when two processes append to one log', async () => {
    const { open } = await setUp()
    const logs = [await open(), await open()]
    await Promise.all(logs.map((log, index) => compete(log, `process ${index}`, 100)))
    const [first, second] = await Promise.all(logs.map((log) => load(log, 'checkout')))
    expect(second).toEqual(first)
    const stored = first?.entries.map(({ effects }) => effects) ?? []
    for (const author of ['process 0', 'process 1'])
      expect(stored.filter((effects) => effects.includes(author))).toEqual(
        Array.from({ length: 100 }, (_, index) => put(`${author} ${index}`)),
      )
    expect(stored).toHaveLength(200)
  })

  it('stores checkpoints while others append and load', async () => {
    const { open } = await setUp()
    const [writer, reader] = [await open(), await open()]
    let isDone = false
    const write = async (): Promise<void> => {
      let head = await appendAll(writer, 'checkout', 1)
      let storing: Promise<void> = Promise.resolve()
      for (let version = 2; version <= 400; version++) {
        if (version % 15 === 0) {
          await storing
          storing = writer.checkpoint('checkout', head, [String(version - 1), 'x'.repeat(700_000)])
        }
        if (version % 50 === 0)
          headOf(await writer.append(`fork ${version}`, undefined, put(0), { origin: { name: 'checkout', head } }))
        head = headOf(await writer.append('checkout', head, put(version)))
      }
      await storing
      isDone = true
    }
    const read = async (): Promise<number> => {
      let loads = 0
      while (!isDone) {
        const stored = await load(reader, 'checkout')
        if (!stored) continue
        const start = Number(stored.checkpoint[0] ?? 0)
        expect(stored.entries).toEqual(numbers(stored.entries.length, start + 1))
        loads++
      }
      return loads
    }
    const [, loads] = await Promise.all([write(), read()])
    expect(loads).toBeGreaterThan(5)
    const { checkpoint, entries } = (await load(reader, 'checkout')) ?? { checkpoint: [], entries: [] }
    expect(Number(checkpoint[0]) + entries.length).toBe(400)
    for (let version = 50; version <= 400; version += 50) {
      const fork = await load(reader, `fork ${version}`)
      const parent = await reader.loadPoint(fork?.origin ?? nowhere)
      expect(Number(parent.checkpoint[0] ?? 0) + parent.entries.length).toBe(version - 1)
    }
  })

  it('stores one of several checkpoints of the same position', async () => {
    const { open, keys } = await setUp()
    const logs = [await open(), await open(), await open()]
    const head = await appendAll(await open(), 'checkout', 5)
    await Promise.all(logs.map((log, index) => log.checkpoint('checkout', head, [`state of ${index}`])))
    expect((await load(await open(), 'checkout'))?.checkpoint[0]).toMatch(/^state of \d$/)
    expect((await keys()).filter((key) => key.includes(':parts:'))).toHaveLength(1)
  })

  it('stores parts of any size and number', async () => {
    const { open } = await setUp()
    const log = await open()
    const head = await appendAll(log, 'checkout', 1)
    const parts = [
      '',
      '😀'.repeat(200_000),
      `a${'😀'.repeat(200_000)}`,
      ...Array(1_000).fill('+-'),
      'x'.repeat(3_000_000),
    ]
    await log.checkpoint('checkout', head, parts)
    expect((await load(log, 'checkout'))?.checkpoint).toEqual(parts)
  })

  it('is damaged where a part or an entry is missing', async () => {
    const { open, admin, keys } = await setUp()
    const log = await open()
    const head = await appendAll(log, 'parts', 3)
    await log.checkpoint('parts', head, ['a', 'b'])
    await appendAll(log, 'entries', 3)
    await appendAll(log, 'stream', 3)
    const connection = await admin()
    for (const key of await keys()) {
      if (key.includes('{parts}:parts:')) await connection.run(['HDEL', key, '1'])
      if (key.includes('{entries}:log:')) await connection.run(['XDEL', key, '2-0'])
      if (key.includes('{stream}:log:')) await connection.run(['DEL', key])
    }
    for (const name of ['parts', 'entries', 'stream'])
      await expect(log.load([name]), name).rejects.toMatchObject({ kind: 'damaged' })
  })

  it('counts names by their beginning', async () => {
    const { open } = await setUp()
    const log = await open()
    for (const name of ['a 1', 'a 2', 'b 1', 'ä 1', 'ä', 'ab\u{10ffff}x']) await log.append(name, undefined, '[]')
    await log.remove('a 2')
    const counts = await Promise.all(['', 'a', 'a ', 'b', 'ä', 'c', 'ab\u{10ffff}'].map(log.shared.count))
    expect(counts).toEqual([5, 2, 1, 1, 2, 0, 1])
  })
}

describeRedis('logs', tests, { isForBoth: true })
