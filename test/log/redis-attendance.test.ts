/**
 * Which processes use a store: each notes itself, and is forgotten when it stops doing so.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { indexKeys } from '../../src/log/redis/keys.ts'
import { asString, asStrings } from '../../src/log/redis/replies.ts'
import { describeRedis } from './with-redis.ts'

describeRedis('processes', (setUp) => {
  it('know of those that are present', async () => {
    const { open } = await setUp()
    const [one, other] = [(await open()).shared, (await open()).shared]
    expect(await one.attend('one')).toEqual({ others: [], wasPresent: false })
    expect(await one.attend('one')).toEqual({ others: [], wasPresent: true })
    expect(await other.attend('other')).toEqual({ others: ['one'], wasPresent: false })
    expect(await one.attend('one')).toEqual({ others: ['other'], wasPresent: true })
    await other.leave('other')
    expect(await one.attend('one')).toEqual({ others: [], wasPresent: true })
    await one.leave('one')
    expect(await other.attend('other')).toEqual({ others: [], wasPresent: false })
  })

  it('count as gone after three seconds, and learn of that', async () => {
    const { open, admin } = await setUp()
    const [{ shared }, connection] = [await open(), await admin()]
    const key = indexKeys.processes
    const age = async (process: string, milliseconds: number): Promise<void> => {
      const time = Number(asString(await connection.run(['ZSCORE', key, process])))
      await connection.run(['ZADD', key, String(time - milliseconds), process])
    }
    await shared.attend('one')
    await shared.attend('late')
    await age('late', 3_100)
    expect(await shared.attend('one')).toEqual({ others: [], wasPresent: true })
    expect(await shared.attend('late')).toEqual({ others: ['one'], wasPresent: false })
    await age('late', 3_100)
    expect(await shared.attend('late')).toEqual({ others: ['one'], wasPresent: false })
    // The server forgets all of them some time after the last one has stopped.
    expect(Number(asString(await connection.run(['PTTL', key])))).toBeGreaterThan(30_000)
  })

  it('count as gone after three seconds also where the clock of the server was set back', async () => {
    const { open, admin } = await setUp()
    const [{ shared }, connection] = [await open(), await admin()]
    await shared.attend('one')
    for (const process of ['one', 'ended'])
      await connection.run(['ZADD', indexKeys.processes, String(Date.now() + 3_600_000), process])
    expect(await shared.attend('one')).toEqual({ others: ['ended'], wasPresent: true })
    await delay(3_100)
    expect(await shared.attend('one')).toMatchObject({ others: [] })
  })

  it('are known where the memory is full', async () => {
    const { open, admin } = await setUp()
    const [{ shared }, connection] = [await open(), await admin()]
    const before = asStrings(await connection.run(['CONFIG', 'GET', 'maxmemory']))[1] ?? '0'
    try {
      await connection.run(['CONFIG', 'SET', 'maxmemory', '1000'])
      await expect(connection.run(['SET', 'key', 'value'])).rejects.toThrow()
      await shared.attend('one')
      expect(await shared.attend('other')).toEqual({ others: ['one'], wasPresent: false })
    } finally {
      await connection.run(['CONFIG', 'SET', 'maxmemory', before])
    }
  })
})
