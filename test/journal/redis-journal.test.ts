/**
 * Journals shared through Redis: what is recorded in one process is read in the others, in the same order.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JournalBudget } from '../../src/journal/journal.ts'
import { shareTraffic } from '../../src/journal/shared-journal.ts'
import { AllTraffic } from '../../src/journal/traffic.ts'
import { describeRedis, type RedisTest } from '../log/with-redis.ts'
import { exchanges } from '../support/generated-exchanges.ts'

const [sample] = fc.sample(exchanges, { numRuns: 1, seed: 7 })
if (!sample) throw new TypeError('fast-check made no sample')

type RedisLog = Awaited<ReturnType<RedisTest['open']>>

const share = async ({ shared }: RedisLog, replica: string): Promise<AllTraffic> => {
  const traffic = new AllTraffic(new JournalBudget())
  await shareTraffic({ messages: shared, traffic, replica, findOperation: () => undefined })
  return traffic
}

const idsOf = (traffic: AllTraffic): readonly string[] =>
  traffic.find('default')?.journal.exchanges.map(({ id }) => id) ?? []

const record = (traffic: AllTraffic, id: string, body?: Buffer): void =>
  traffic.open('default').record({ ...sample, sandbox: 'default', id, at: 0, clock: 0, body }, undefined)

describeRedis('journals that are shared through Redis or Valkey', (setUp) => {
  it('are equal as soon as each has read what was published', async () => {
    const { open } = await setUp()
    const logs = [await open(), await open(), await open()]
    const all: AllTraffic[] = []
    for (const [index, log] of logs.entries()) all.push(await share(log, `replica-${index}`))
    const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    for (let id = 0; id < 300; id++) {
      const traffic = all[id % 3]
      if (traffic) record(traffic, `req-${id}`, body)
      if (id === 100) all[1]?.open('default').clear()
      if (id % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    // A connection sends in order, so everything has been sent now.
    for (const { shared } of logs) await shared.ping()
    for (const traffic of all) await traffic.sharing?.settle()
    const [first, ...others] = all.map(idsOf)
    // What was recorded after the journal was cleared, in the same process.
    expect(first?.length).toBeGreaterThanOrEqual(66)
    for (const other of others) expect(other).toEqual(first)
    for (const traffic of all) expect(traffic.find('default')?.journal.exchanges.at(-1)?.body).toEqual(body)
    // A process that starts now reads what is still stored.
    expect(idsOf(await share(await open(), 'late'))).toEqual(first)
  })

  it('have what was recorded before the reader asked', async () => {
    const { open } = await setUp()
    const [writer, reader] = [await share(await open(), 'writer'), await share(await open(), 'reader')]
    for (let id = 0; id < 50; id++) {
      record(writer, `req-${id}`)
      await writer.sharing?.sent()
      await reader.sharing?.settle()
      expect(idsOf(reader).at(-1)).toBe(`req-${id}`)
    }
  })
})
