/**
 * Many stored sandboxes: those with a time to live are deleted by themselves, and starting with many is fast. SANDBOXES sets
 * how many are loaded; EXPIRY=whole waits until the index of Redis has forgotten the names as well, about a minute.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Connection } from '../../src/log/redis/connection.ts'
import { asStrings } from '../../src/log/redis/replies.ts'
import { createStandin, type Standin } from '../../src/standin.ts'
import { countRows, createFolders } from '../log/log-files.ts'
import { describeWithRedis } from '../support/describe-with-redis.ts'
import { startRedisServer } from '../support/redis-server.ts'

const sandboxes = Number(process.env.SANDBOXES ?? 1_000)
const isWhole = process.env.EXPIRY === 'whole'
const atOnce = 100

/** Creates sandboxes with a record in each. */
const createMany = async (standin: Standin, count: number, ttl?: string): Promise<void> => {
  const numbers = Array.from({ length: count }, (_, number) => number).values()
  const create = async (): Promise<void> => {
    for (const number of numbers) {
      const sandbox = await standin.sandbox({ id: `sandbox ${number}`, ...(ttl === undefined ? {} : { ttl }) })
      await sandbox.records('pets').add({ name: `pet ${number}`, categoryId: 1 })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, create))
}

const newFolder = createFolders()

describe('with --data', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('1,000 sandboxes are deleted at the end of their time to live, although no request comes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const data = newFolder()
    let time = Date.parse('2030-01-01T00:00:00Z')
    const standin = await createStandin({ data, now: () => time })
    await createMany(standin, 1_000, '10s')
    expect(countRows(data).name).toBe(1_000 + 1)
    time += 9_000
    vi.advanceTimersByTime(60_000)
    expect(countRows(data).name).toBe(1_000 + 1)
    time += 60_000
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    // Rows are deleted in small steps, so that nothing waits for them.
    const started = performance.now()
    while ((countRows(data).log ?? 0) > 1 && performance.now() - started < 120_000) await delay(100)
    const rows = countRows(data)
    console.log(`1,000 sandboxes on disk after their time to live: ${JSON.stringify(rows)} rows with the fixtures`)
    // What remains are the fixture records.
    expect(rows).toMatchObject({ log: 1, name: 1 })
    await standin.close()
    const next = await createStandin({ data })
    expect(next.defaultSandbox.id).toBe('default')
    expect((await next.describe()).stored?.sandboxes).toBe(0)
    await next.close()
  })

  it(`${sandboxes} sandboxes are loaded at the start`, async () => {
    const data = newFolder()
    const first = await createStandin({ data })
    await createMany(first, sandboxes)
    await first.close()
    const started = performance.now()
    const cpu = process.cpuUsage()
    const second = await createStandin({ data })
    const seconds = (performance.now() - started) / 1_000
    const used = process.cpuUsage(cpu)
    console.log(
      `start with ${sandboxes} sandboxes in --data: ${seconds.toFixed(2)} s, ` +
        `${((used.user + used.system) / 1e6).toFixed(2)} s of CPU`,
    )
    expect((await second.describe()).stored?.sandboxes).toBe(sandboxes)
    const last = await second.fetch('/v1/pets/31', {
      headers: { Authorization: 'Bearer sandbox-key', 'Sandbox-Id': `sandbox%20${sandboxes - 1}` },
    })
    expect(await last.json()).toMatchObject({ name: `pet ${sandboxes - 1}` })
    await second.close()
  }, 300_000)
})

describeWithRedis('with --store', (program) => {
  it('1,000 sandboxes expire by themselves', async () => {
    await using server = await startRedisServer({}, program)
    const standin = await createStandin({ store: server.url })
    const admin = await Connection.open({ url: server.url, report: () => {}, patience: 5_000, isChecked: false })
    const findKeys = async () => asStrings(await admin.run(['KEYS', 'standin:{sandbox*']))
    const findNames = async () => asStrings(await admin.run(['ZRANGE', 'standin:index:{standin}:names', '0', '-1']))
    const started = performance.now()
    const waitUntilGone = async (find: () => Promise<readonly string[]>, limit: number): Promise<number> => {
      while ((await find()).length > 0 && performance.now() - started < limit) await delay(200)
      expect(await find()).toEqual([])
      return (performance.now() - started) / 1_000
    }
    await createMany(standin, 1_000, '8s')
    // On a slow machine, the first ones are gone already.
    expect((await findKeys()).length).toBeGreaterThan(0)
    const keysGone = await waitUntilGone(findKeys, 60_000)
    console.log(`${program}: 1,000 sandboxes with a time to live of 8 s: no key after ${keysGone.toFixed(1)} s`)
    if (isWhole) {
      const sandboxNames = async () => (await findNames()).filter((name) => name.startsWith('sandbox:'))
      const namesGone = await waitUntilGone(sandboxNames, 120_000)
      console.log(`${program}: no name in the index after ${namesGone.toFixed(1)} s`)
    }
    admin.abandon()
    await standin.close()
  }, 240_000)
})
