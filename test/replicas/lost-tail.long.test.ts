/**
 * What Redis promises with `appendfsync everysec`: the end is lost in a power cut, and sometimes when it is killed: while the
 * disk is slow, Redis replies up to two seconds before it writes. The replicas continue with what it has. CLIENTS sets the number of clients, ROUNDS how often each is repeated.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithRedis } from '../support/describe-with-redis.ts'
import { type RedisServer, startRedisServer } from '../support/redis-server.ts'
import { type ReplicaProcesses, startReplicaProcesses } from '../support/replica-processes.ts'
import { type Load, readAll, startLoad, timeToRecover } from './load.ts'

const clients = Number(process.env.CLIENTS ?? 30)
const rounds = Number(process.env.ROUNDS ?? 2)

describeWithRedis('two replicas with everysec', (program) => {
  let server: RedisServer
  let replicas: ReplicaProcesses
  beforeAll(async () => {
    server = await startRedisServer({ appendonly: 'yes', appendfsync: 'everysec' }, program)
    replicas = await startReplicaProcesses(2, ['--store', server.url])
  })
  afterAll(async () => {
    await replicas?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  /** The names that all replicas have, by id. */
  const readBoth = async (): Promise<ReadonlyMap<number, string>> => {
    const [stored = new Map<number, string>(), other = new Map<number, string>()] = await Promise.all(
      replicas.all.map(readAll),
    )
    expect([...other]).toEqual([...stored])
    return stored
  }
  const recover = () => Promise.all(replicas.all.map(timeToRecover))

  /** Creates records until `fail` has stopped Redis, and starts it again. Returns how many are lost of how many. */
  const run = async (name: string, fail: (load: Load) => Promise<void>): Promise<readonly [number, number]> => {
    const load = startLoad(() => replicas.all, clients, name)
    await delay(500)
    // Enough that the end of the file is not its beginning.
    await expect.poll(() => load.acknowledged.size, { timeout: 180_000 }).toBeGreaterThan(200)
    await fail(load)
    await load.stop()
    expect(load.wrong).toEqual([])
    await server.start()
    await recover()
    const stored = await readBoth()
    // What is left is the beginning, without gaps.
    expect([...stored.keys()]).toEqual(Array.from(stored, (_, index) => index + 1))
    const lost = [...load.acknowledged].filter(([id, name]) => stored.get(id) !== name)
    expect(lost.filter(([id]) => id <= stored.size)).toEqual([])
    const next = await replicas.at(load.acknowledged.size).call('/v1/pets', { body: { name: 'next', categoryId: 1 } })
    expect(next.json).toMatchObject({ id: stored.size + 1 })
    expect((await readBoth()).size).toBe(stored.size + 1)
    for (const { errors, isRunning } of replicas.all) {
      expect(isRunning()).toBe(true)
      expect(errors()).not.toMatch(/unhandled|uncaught|\.[jt]s:\d+:\d+/i)
    }
    return [lost.length, load.acknowledged.size]
  }

  it('continue after Redis was killed, and the latest records at most are lost', async () => {
    const figures: (readonly [number, number])[] = []
    for (let round = 0; round < rounds; round++) figures.push(await run(`killed ${round}`, server.kill))
    const [lost, all] = [figures.reduce((sum, [count]) => sum + count, 0), figures.reduce((sum, [, of]) => sum + of, 0)]
    const rare = figures.filter(([count]) => count > 0).length
    console.log(
      `${program}, everysec, killed ${rounds} times: ${lost} of ${all} acknowledged records lost, ${rare} times`,
    )
  }, 600_000)

  it('continue with what Redis still has after it lost the end of its file', async () => {
    for (let round = 0; round < rounds; round++) {
      const [lost, all] = await run(`tail ${round}`, async (load) => {
        await load.stop()
        await server.kill()
        await server.loseTail(50_000)
      })
      console.log(`${program}, everysec, the last 50,000 bytes lost: ${lost} of ${all} acknowledged records lost`)
    }
  }, 600_000)
})
