/**
 * Three replicas under load while one of them, Redis or the network fails: nothing that was acknowledged is lost, no answer
 * is wrong, and they recover by themselves. CLIENTS sets the number of clients, ROUNDS how often each fault is repeated,
 * STOPPED for how many milliseconds Redis does not run.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Connection } from '../../src/log/redis/connection.ts'
import { describeWithRedis } from '../support/describe-with-redis.ts'
import { type RedisServer, startRedisServer } from '../support/redis-server.ts'
import { type ReplicaProcess, startReplicaProcess } from '../support/replica-processes.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { type Load, readAll, startLoad, timeToRecover } from './load.ts'

const clients = Number(process.env.CLIENTS ?? 30)
const rounds = Number(process.env.ROUNDS ?? 1)
const stopped = Number(process.env.STOPPED ?? 2_500)
const limit = 180_000 + rounds * 60_000

describeWithRedis('three replicas', (program) => {
  let server: RedisServer
  let proxy: TcpProxy
  const replicas: ReplicaProcess[] = []
  const loads: Load[] = []
  const start = (port = server.port) => startReplicaProcess(['--store', `redis://127.0.0.1:${port}`])

  beforeAll(async () => {
    server = await startRedisServer({ appendonly: 'yes', appendfsync: 'always' }, program)
    proxy = await startTcpProxy(server.port)
    replicas.push(...(await Promise.all([start(), start(), start(proxy.port)])))
  })
  afterAll(async () => {
    await Promise.all(replicas.map(({ kill }) => kill()))
    await proxy?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  /** Nothing is lost, nothing is stored that was rejected, and all replicas have the same. */
  const verify = async (): Promise<void> => {
    const [stored = new Map<number, string>(), ...others] = await Promise.all(replicas.map(readAll))
    for (const other of others) expect([...other]).toEqual([...stored])
    const acknowledged = loads.flatMap((load) => [...load.acknowledged])
    const lost = acknowledged.filter(([id, name]) => stored.get(id) !== name)
    expect(lost, 'lost').toEqual([])
    const known = new Set([...acknowledged.map(([, name]) => name), ...loads.flatMap((load) => [...load.unknown])])
    const unexpected = [...stored].filter(([id, name]) => id > 30 && !known.has(name))
    expect(unexpected, 'stored, although the request was rejected').toEqual([])
    expect(new Set(stored.values()).size - new Set([...stored.values()].slice(0, 30)).size).toBe(stored.size - 30)
  }

  /** `fail` returns when the fault has ended. */
  const run = async (name: string, fail: () => Promise<void>): Promise<void> => {
    let longest = 0
    let recovered = 0
    const counted = new Map<number, number>()
    for (let round = 0; round < rounds; round++) {
      const load = startLoad(() => replicas, clients, `${name} ${round}`)
      loads.push(load)
      await delay(300)
      await fail()
      recovered = Math.max(recovered, ...(await Promise.all(replicas.map(timeToRecover))))
      await delay(300)
      await load.stop()
      for (const [status, count] of load.statuses) counted.set(status, (counted.get(status) ?? 0) + count)
      longest = Math.max(longest, load.longest())
      expect(load.wrong).toEqual([])
    }
    await verify()
    for (const { errors, isRunning } of replicas) {
      expect(isRunning()).toBe(true)
      expect(errors()).not.toMatch(/unhandled|uncaught|\.[jt]s:\d+:\d+/i)
    }
    const statuses = [...counted].map(([status, count]) => `${status || 'broken'}: ${count}`).join(', ')
    console.log(
      `${program}, ${name}, ${rounds} times: recovered after ${Math.round(recovered)} ms, ` +
        `longest request ${Math.round(longest)} ms, answers ${statuses}; 0 acknowledged lost`,
    )
    expect(recovered).toBeLessThan(Number.POSITIVE_INFINITY)
  }

  const readiness = async (replica: ReplicaProcess): Promise<{ readonly health: number; readonly ready: number }> => {
    const [health, ready] = await Promise.all([replica.call('/_sandbox/health'), replica.call('/_sandbox/ready')])
    if (ready.status === 503) expect(ready.headers['retry-after']).toBe('1')
    return { health: health.status, ready: ready.status }
  }
  const isReady = { health: 200, ready: 200 }
  const isNotReady = { health: 200, ready: 503 }

  it(
    'survive that one of them is killed',
    async () => {
      await run('a replica killed', async () => {
        await replicas.shift()?.kill()
        expect(await Promise.all(replicas.map(readiness))).toEqual([isReady, isReady])
        replicas.unshift(await start())
      })
    },
    limit,
  )

  it(
    'survive that Redis is killed and starts again',
    async () => {
      await run('Redis killed', async () => {
        await server.kill()
        await delay(700)
        expect(await Promise.all(replicas.map(readiness))).toEqual([isNotReady, isNotReady, isNotReady])
        await server.start()
      })
      expect(await Promise.all(replicas.map(readiness))).toEqual([isReady, isReady, isReady])
    },
    limit,
  )

  it(
    'survive that Redis does not answer for a while',
    async () => {
      await run('Redis stopped', async () => {
        server.suspend()
        const [answers] = await Promise.all([Promise.all(replicas.map(readiness)), delay(stopped)])
        server.resume()
        expect(answers).toEqual([isNotReady, isNotReady, isNotReady])
      })
    },
    limit,
  )

  it(
    'survive that the memory of Redis is full',
    async () => {
      const admin = await Connection.open({ url: server.url, report: () => {}, patience: 5_000, isChecked: false })
      const setLimit = (bytes: number) => admin.run(['CONFIG', 'SET', 'maxmemory', String(bytes)])
      await run('memory full', async () => {
        await setLimit(1)
        const [create] = replicas
        await delay(300)
        const full = await create?.call('/v1/pets', { body: { name: 'too much', categoryId: 1 } })
        expect(full?.status).toBe(507)
        expect((await create?.call('/v1/pets/1'))?.status).toBe(200)
        expect(await Promise.all(replicas.map(readiness))).toEqual([isReady, isReady, isReady])
        await setLimit(0)
      })
      admin.abandon()
    },
    limit,
  )

  it(
    'survive that the network between one of them and Redis breaks',
    async () => {
      await run('network cut', async () => {
        proxy.cut()
        await delay(700)
        expect(await Promise.all(replicas.map(readiness))).toEqual([isReady, isReady, isNotReady])
        proxy.restore()
      })
      await run('network silent', async () => {
        proxy.silence()
        const [answers] = await Promise.all([Promise.all(replicas.map(readiness)), delay(stopped)])
        expect(answers).toEqual([isReady, isReady, isNotReady])
        proxy.restore()
      })
    },
    limit,
  )

  it(
    'have what a replica reads that starts later',
    async () => {
      replicas.push(await start())
      await verify()
    },
    limit,
  )
})
