/**
 * Journals shared through Redis: what is recorded in one process is read in the others, in the same order.
 */
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Standin } from '../../src/index.ts'
import { JournalBudget } from '../../src/journal/journal.ts'
import { shareTraffic } from '../../src/journal/shared-journal.ts'
import { AllTraffic } from '../../src/journal/traffic.ts'
import { describeRedis, type RedisTest } from '../log/with-redis.ts'
import { type CallOptions, call } from '../support/client.ts'
import { exchanges } from '../support/generated-exchanges.ts'
import { startStandin } from '../support/start-standin.ts'

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

/** On a busy machine this takes longer than the second for which a request waits. */
const readAll = ({ shared }: RedisLog): Promise<void> => vi.waitFor(() => shared.delivered(), { timeout: 60_000 })

describeRedis('journals that are shared through Redis or Valkey', (setUp) => {
  it('are equal when each has read what was published', async () => {
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
    for (const log of logs) await readAll(log)
    // What a process recorded before it knew of others is sent when it does.
    await vi.waitFor(() => expect(new Set(all.map((traffic) => idsOf(traffic).join())).size).toBe(1), {
      timeout: 60_000,
    })
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
    const log = await open()
    const [writer, reader] = [await share(await open(), 'writer'), await share(log, 'reader')]
    for (let id = 0; id < 50; id++) {
      record(writer, `req-${id}`)
      await writer.sharing?.sent()
      await readAll(log)
      expect(idsOf(reader).at(-1)).toBe(`req-${id}`)
    }
  })

  it('are those of servers with the same store', async () => {
    const { url } = await setUp()
    await using first = await startStandin({ store: url })
    await using second = await startStandin({ store: url })
    const sandbox = await first.sandbox({ id: 'checkout' })
    const add = async ({ url: origin }: Standin, body: object): Promise<string> => {
      const answer = await call(`${origin}/v1/pets`, { key: sandbox.key, body })
      return answer.headers['sandbox-request-id'] ?? ''
    }
    const control = (server: Standin, path: string, options: CallOptions = {}) =>
      call(`${server.url}/_sandbox${path}`, options)
    const listed = async (server: Standin): Promise<unknown> => {
      const { json } = await control(server, '/sandboxes/checkout/exchanges')
      return Array.isArray(json) ? json.map(({ id }) => id) : json
    }
    const waiting = sandbox.exchanges.await({ operation: 'createPet', status: 201, timeout: '20s' })
    const ids = [await add(second, { name: 1 }), await add(second, { name: 'Rex', categoryId: 1 })]
    expect(await waiting).toEqual([expect.objectContaining({ id: ids[1] })])
    ids.push(await add(first, { name: 'Max', categoryId: 1 }))
    expect([await listed(first), await listed(second)]).toEqual([ids, ids])
    expect((await control(first, `/exchanges/${ids[1]}`)).json).toMatchObject({
      why: { behaviour: { kind: 'create' } },
    })
    await control(second, '/sandboxes/checkout/reset', { method: 'POST' })
    const later = await add(first, { name: 'Rex', categoryId: 1 })
    expect([await listed(first), await listed(second)]).toEqual([[later], [later]])
    const coverages = ['/sandboxes/checkout/coverage', '/coverage']
    for (const path of coverages) expect((await control(first, path)).json).toEqual((await control(second, path)).json)
    const before = (await control(first, '/coverage')).json
    await control(second, '/sandboxes/checkout', { method: 'DELETE' })
    for (const server of [first, second]) expect((await control(server, '/coverage')).json).toEqual(before)
  })

  it('of a server that was alone are those of one that starts later, and of its own next start', async () => {
    const { url } = await setUp()
    const read = async ({ url: origin }: Standin) => {
      const list = (await call(`${origin}/_sandbox/sandboxes/default/exchanges`)).json
      return { list, coverage: (await call(`${origin}/_sandbox/coverage`)).json }
    }
    const add = ({ url: origin }: Standin, name: string) =>
      call(`${origin}/v1/pets`, { body: { name, categoryId: 1 }, key: 'sandbox-key' })
    const first = await startStandin({ store: url })
    for (const name of ['Rex', 'Max', 'Luna']) expect((await add(first, name)).status).toBe(201)
    const second = await startStandin({ store: url })
    const shown = await read(first)
    expect(shown.list).toHaveLength(3)
    expect(await read(second)).toEqual(shown)
    await second.close()
    await first.close()
    await using third = await startStandin({ store: url })
    expect(await read(third)).toEqual(shown)
    expect((await add(third, 'Bella')).status).toBe(201)
    await third.close()
    await using fourth = await startStandin({ store: url })
    expect((await read(fourth)).list).toHaveLength(4)
  })
})
