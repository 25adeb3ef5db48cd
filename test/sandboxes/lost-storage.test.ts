/**
 * Servers with a Redis that has lost everything, has no memory left, or has become a replica of another one.
 */
import { expect, it } from 'vitest'
import { Connection } from '../../src/log/redis/connection.ts'
import { call } from '../support/client.ts'
import { describeWithRedis } from '../support/describe-with-redis.ts'
import { startRedisServer } from '../support/redis-server.ts'
import { startStandin } from '../support/start-standin.ts'

const openAdmin = (url: string): Promise<Connection> =>
  Connection.open({ url, report: () => {}, patience: 30_000, isChecked: false })

const get = async (url: string, sandbox = 'default'): Promise<number> =>
  (await call(`${url}/v1/pets`, { headers: { authorization: 'Bearer sandbox-key', 'sandbox-id': sandbox } })).status

const create = async (url: string): Promise<number> =>
  (await call(`${url}/v1/pets`, { key: 'sandbox-key', body: { name: 'Rex', categoryId: 1 } })).status

describeWithRedis('sandboxes in a Redis', (program) => {
  it('that was started again without its data are stored with the records that they start with', async () => {
    await using server = await startRedisServer({}, program)
    {
      await using one = await startStandin({ store: server.url })
      await server.kill()
      await server.start()
      await expect.poll(() => create(one.url)).toBe(201)
    }
    await using other = await startStandin({ store: server.url, fixtures: 'demo' })
    expect(await get(other.url)).toBe(200)
  })

  it('without memory can be read, also by servers that start then', async () => {
    await using server = await startRedisServer({}, program)
    const admin = await openAdmin(server.url)
    {
      await using one = await startStandin({ store: server.url })
      expect(await get(one.url, 'x')).toBe(200)
    }
    // It is time to look whether it has expired.
    await admin.run(['ZADD', 'standin:index:{standin}:due', '5', 'sandbox:x'])
    await admin.run(['CONFIG', 'SET', 'maxmemory', '1mb'])
    await using other = await startStandin({ store: server.url })
    expect([await get(other.url, 'x'), await get(other.url, 'y')]).toEqual([200, 200])
    expect(await create(other.url)).toBe(507)
    expect((await fetch(`${other.url}/_sandbox/sandboxes/x`, { method: 'DELETE' })).status).toBe(204)
    await admin.close()
  })

  it('that becomes a replica get 503 until their address leads to a primary again', async () => {
    await using server = await startRedisServer({}, program)
    await using primary = await startRedisServer({}, program)
    const admin = await openAdmin(server.url)
    await using one = await startStandin({ store: server.url })
    expect(await create(one.url)).toBe(201)
    await admin.run(['REPLICAOF', '127.0.0.1', String(primary.port)])
    await expect.poll(() => create(one.url)).toBe(503)
    // What it has may be old, so it is not read either.
    await expect.poll(() => get(one.url)).toBe(503)
    await expect(startStandin({ store: server.url })).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringMatching(/ is a read-only replica; use the address of its primary$/),
    })
    await admin.run(['REPLICAOF', 'NO', 'ONE'])
    await expect.poll(() => create(one.url)).toBe(201)
    await admin.close()
  })
})
