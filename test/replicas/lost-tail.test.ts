/**
 * What Redis promises with `appendfsync everysec`: nothing is lost when it is killed, and the end is lost in a power cut.
 * The replicas continue with what it has. CLIENTS sets the number of clients, ROUNDS how often each is repeated.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithRedis } from '../support/describe-with-redis.ts'
import { type RedisServer, startRedisServer } from '../support/redis-server.ts'
import { type ReplicaProcesses, startReplicaProcesses } from '../support/replica-processes.ts'
import { readAll, startLoad, timeToRecover } from './load.ts'

const clients = Number(process.env.CLIENTS ?? 30)
const rounds = Number(process.env.ROUNDS ?? 2)

describeWithRedis('two replicas with everysec', (program) => {
  let server: RedisServer
  let replicas: ReplicaProcesses
  beforeAll(async () => {
    server = await startRedisServer({ appendonly: 'yes', appendfsync: 'everysec' }, program)
    replicas = await startReplicaProcesses(2, ['--store', server.url])
  }, 60_000)
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

  it('lose nothing when Redis is killed', async () => {
    const acknowledged = new Map<number, string>()
    for (let round = 0; round < rounds; round++) {
      const load = startLoad(() => replicas.all, clients, `killed ${round}`)
      await delay(500)
      await server.kill()
      await server.start()
      await recover()
      await load.stop()
      expect(load.wrong).toEqual([])
      for (const [id, name] of load.acknowledged) acknowledged.set(id, name)
    }
    const stored = await readBoth()
    const lost = [...acknowledged].filter(([id, name]) => stored.get(id) !== name)
    console.log(
      `${program}, everysec, killed ${rounds} times: ${lost.length} of ${acknowledged.size} acknowledged records lost`,
    )
    expect(lost).toEqual([])
  }, 120_000)

  it('continue with what Redis still has after it lost the end of its file', async () => {
    for (let round = 0; round < rounds; round++) {
      const load = startLoad(() => replicas.all, clients, `tail ${round}`)
      await delay(500)
      await load.stop()
      expect(load.wrong).toEqual([])
      await server.kill()
      await server.loseTail(50_000)
      await server.start()
      await recover()
      const stored = await readBoth()
      const lost = [...load.acknowledged].filter(([id, name]) => stored.get(id) !== name)
      console.log(
        `${program}, everysec, the last 50,000 bytes lost: ${lost.length} of ${load.acknowledged.size} acknowledged records lost`,
      )
      // What is left is the beginning, without gaps.
      expect([...stored.keys()]).toEqual(Array.from(stored, (_, index) => index + 1))
      expect(lost.length).toBeGreaterThan(0)
      expect(lost.every(([id]) => id > stored.size)).toBe(true)
      const next = await replicas.at(round).call('/v1/pets', { body: { name: 'next', categoryId: 1 } })
      expect(next.json).toMatchObject({ id: stored.size + 1 })
      expect((await readBoth()).size).toBe(stored.size + 1)
    }
    for (const { errors, isRunning } of replicas.all) {
      expect(isRunning()).toBe(true)
      expect(errors()).not.toMatch(/unhandled|uncaught|\.[jt]s:\d+:\d+/i)
    }
  }, 120_000)
})
