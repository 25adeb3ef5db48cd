/**
 * Journals shared through Redis: what is recorded in one process is read in the others, in the same order.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JournalBudget } from '../../src/journal/journal.ts'
import { shareTraffic } from '../../src/journal/shared-journal.ts'
import { AllTraffic } from '../../src/journal/traffic.ts'
import type { Log } from '../../src/log/log.ts'
import { openRedisLog } from '../../src/log/redis/redis-log.ts'
import { exchanges } from '../support/generated-exchanges.ts'
import { findRedisServer, type RedisServer, startRedisServer, withoutRedis } from '../support/redis-server.ts'

const program = findRedisServer()
if (!program) console.log(`skipped: ${withoutRedis}`)

const [sample] = fc.sample(exchanges, { numRuns: 1, seed: 7 })
if (!sample) throw new TypeError('fast-check made no sample')

describe.skipIf(!program)('journals that are shared through Redis', () => {
  let server: RedisServer
  const logs: Log[] = []
  beforeAll(async () => {
    server = await startRedisServer()
  })
  afterAll(async () => {
    for (const log of logs) await log.close()
    await server?.[Symbol.asyncDispose]()
  })

  const connect = async (replica: string): Promise<AllTraffic> => {
    const log = await openRedisLog({ url: server.url, report: () => {} })
    logs.push(log)
    const traffic = new AllTraffic(new JournalBudget())
    const messages = log.shared ?? expect.fail('Redis is shared')
    await shareTraffic({ messages, traffic, replica, findOperation: () => undefined })
    return traffic
  }

  const idsOf = (traffic: AllTraffic): readonly string[] =>
    traffic.find('default')?.journal.exchanges.map(({ id }) => id) ?? []

  it('are equal as soon as each has read what was published', async () => {
    const all = [await connect('a'), await connect('b'), await connect('c')]
    const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    for (let id = 0; id < 300; id++) {
      all[id % 3]
        ?.open('default')
        .record({ ...sample, sandbox: 'default', id: `req-${id}`, at: id, clock: 0, body }, undefined)
      if (id === 100) all[1]?.open('default').clear()
      if (id % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    // A connection sends in order, so everything has been sent now.
    for (const log of logs) await log.shared?.ping()
    for (const traffic of all) await traffic.sharing?.settle()
    const [first, ...others] = all.map(idsOf)
    // What was recorded after the journal was cleared, in the same process.
    expect(first?.length).toBeGreaterThanOrEqual(66)
    for (const other of others) expect(other).toEqual(first)
    for (const traffic of all) expect(traffic.find('default')?.journal.exchanges.at(-1)?.body).toEqual(body)
    // A process that starts now reads what is still stored.
    expect(idsOf(await connect('d'))).toEqual(first)
  })

  it('have what was recorded before the reader asked', async () => {
    const [writer, reader] = [await connect('writer'), await connect('reader')]
    for (let id = 0; id < 50; id++) {
      writer.open('default').record({ ...sample, sandbox: 'default', id: `late-${id}`, at: id, clock: 0 }, undefined)
      await writer.sharing?.sent()
      await reader.sharing?.settle()
      expect(idsOf(reader).at(-1)).toBe(`late-${id}`)
    }
  })
})
