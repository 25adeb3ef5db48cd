/**
 * What stays in Redis for how long: logs that expire, and what other logs start from.
 */
import { expect, it, vi } from 'vitest'
import { type Head, type Log, LogError } from '../../src/log/log.ts'
import { keyOf } from '../../src/log/redis/keys.ts'
import { Origins } from '../../src/log/redis/origins.ts'
import { appendAll, headOf, load, nowhere, numbers } from './log-contract.ts'
import { describeRedis, type RedisTest } from './with-redis.ts'

/** Long enough that nothing expires before it is looked at. */
const long = 600_000

/** Waits until something has expired or been noticed. */
const waitFor = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 20 })

const fork = async (log: Log, name: string, head: Head, child: string, ttl?: number): Promise<Head> =>
  headOf(await log.append(child, undefined, '["first"]', { origin: { name, head }, ttl }))

describeRedis('what stays in Redis', (setUp) => {
  /** Milliseconds that are left for each key of a log; -1: it does not expire. */
  const lifetimes = async ({ admin, keys }: RedisTest, name: string): Promise<readonly number[]> => {
    const connection = await admin()
    const own = (await keys()).filter((key) => key.startsWith(keyOf(name, '')) && !key.includes(':pins:'))
    return Promise.all(own.map(async (key) => Number(await connection.run(['PTTL', key]))))
  }

  it('is nothing after all logs have been deleted', async () => {
    const { open, keys } = await setUp()
    const log = await open()
    let head = await appendAll(log, 'parent', 3)
    const child = await fork(log, 'parent', head, 'child')
    await log.checkpoint('parent', head, ['one'])
    head = await appendAll(log, 'parent', 1, { after: head, from: 4 })
    await fork(log, 'parent', head, 'second')
    await fork(log, 'child', child, 'grandchild')
    await log.checkpoint('child', child, ['state'])
    await log.checkpoint('parent', head, ['two'])
    for (const name of ['parent', 'second', 'child', 'grandchild']) await log.remove(name)
    expect(await keys()).toEqual([])
  })

  it('is what a log starts from, until it has a checkpoint', async () => {
    const { open, keys } = await setUp()
    const log = await open()
    const head = await appendAll(log, 'parent', 3)
    const child = await fork(log, 'parent', head, 'child')
    await log.remove('parent')
    expect((await keys()).filter((key) => key.includes('{parent}'))).toHaveLength(3)
    await log.checkpoint('child', child, ['state'])
    expect((await keys()).filter((key) => key.includes('{parent}'))).toEqual([])
  })

  it('is a log as long as it is used', async () => {
    const test = await setUp()
    const log = await test.open()
    const head = await appendAll(log, 'checkout', 2, { options: { ttl: 1_000 } })
    await log.checkpoint('checkout', head, ['state'])
    await log.append('checkout', head, '["used"]', { ttl: long })
    for (const left of await lifetimes(test, 'checkout')) expect(left).toBeGreaterThan(long / 2)
    await log.shared.touch('checkout', 2 * long)
    for (const left of await lifetimes(test, 'checkout')) expect(left).toBeGreaterThan(long)
    await log.shared.touch('checkout', 1_000)
    for (const left of await lifetimes(test, 'checkout')) expect(left).toBeGreaterThan(long)
  })

  it('does not contain logs that nobody used for their ttl', async () => {
    const { open, keys } = await setUp()
    const log = await open()
    const names = Array.from({ length: 200 }, (_, index) => `sandbox ${index}`)
    await Promise.all(names.map((name) => log.append(name, undefined, '[]', { ttl: 200 })))
    expect(await log.shared.count('sandbox')).toBe(200)
    const kept = await appendAll(log, 'kept', 1)
    await waitFor(async () => expect(await log.list()).toEqual(['kept']))
    expect(await load(log, 'sandbox 1')).toBeUndefined()
    await waitFor(async () => expect((await keys()).filter((key) => key.includes('{sandbox'))).toEqual([]))
    await log.append('kept', kept, '[]')
  })

  it('does not count logs that have expired', async () => {
    const { open, admin } = await setUp()
    const log = await open()
    for (const name of ['a', 'b', 'c']) await log.append(name, undefined, '[]', { ttl: 50 })
    await log.append('d', undefined, '[]')
    const connection = await admin()
    // All names are checked now, as they are after half a minute.
    const isDue = async () => {
      for (const name of ['a', 'b', 'c', 'd']) await connection.run(['ZADD', 'standin:index:{standin}:due', '1', name])
    }
    await waitFor(async () => {
      await isDue()
      expect(await log.shared.count('')).toBe(1)
    })
    expect(await connection.run(['ZCARD', 'standin:index:{standin}:due'])).toBe(1)
  })

  it('lists a log that was created again while its name was checked', async () => {
    const { open } = await setUp()
    const [first, second] = [await open(), await open()]
    /** Comes after a number of round trips, so that each order of the commands of both is tried. */
    const create = async (trips: number) => {
      for (let trip = 0; trip < trips; trip++) await second.shared.ping()
      return second.append('checkout', undefined, '[]')
    }
    for (let round = 0; round < 100; round++) {
      headOf(await first.append('checkout', undefined, '[]'))
      const [, created] = await Promise.all([first.remove('checkout'), create(round % 7)])
      const exists = (await load(first, 'checkout')) !== undefined
      // The second was rejected because it came before the deletion, or it exists.
      expect(exists).toBe(created.kind === 'appended')
      expect(await first.list()).toEqual(exists ? ['checkout'] : [])
      await first.remove('checkout')
    }
  })

  it('is what a log without ttl starts from, also when the other log has expired', async () => {
    const { open, keys } = await setUp()
    const log = await open()
    const head = await appendAll(log, 'parent', 3, { options: { ttl: 300 } })
    await fork(log, 'parent', head, 'child')
    await waitFor(async () => expect(await load(log, 'parent')).toBeUndefined())
    const origin = (await load(log, 'child'))?.origin ?? nowhere
    expect((await log.loadPoint(origin)).entries).toEqual(numbers(3))
    await log.remove('child')
    expect((await keys()).filter((key) => key.includes('{parent}'))).toEqual([])
  })

  it('is what a log with ttl starts from, as long as that log', async () => {
    const test = await setUp()
    const log = await test.open()
    const head = await appendAll(log, 'parent', 3, { options: { ttl: 300 } })
    const child = await fork(log, 'parent', head, 'child', long)
    await fork(log, 'child', child, 'grandchild', 2 * long)
    await waitFor(async () => expect(await load(log, 'parent')).toBeUndefined())
    for (const left of await lifetimes(test, 'parent')) expect(left).toBeGreaterThan(2 * long)
    // Another process, which does not know the log yet.
    const other = await test.open()
    await other.append('child', child, '["used"]', { ttl: 4 * long })
    for (const left of await lifetimes(test, 'parent')) expect(left).toBeGreaterThan(4 * long)
    await other.shared.touch('grandchild', 8 * long)
    for (const left of await lifetimes(test, 'parent')) expect(left).toBeGreaterThan(8 * long)
    for (const left of (await lifetimes(test, 'child')).filter((left) => left > 5 * long))
      expect(left).toBeGreaterThan(8 * long)
  })

  it('is the log itself only as long as it lives, after others have started from it', async () => {
    const test = await setUp()
    const log = await test.open()
    const head = await appendAll(log, 'parent', 3, { options: { ttl: long } })
    await fork(log, 'parent', head, 'child')
    expect(Math.max(...(await lifetimes(test, 'parent')))).toBeLessThan(2 * long)
    expect(Math.min(...(await lifetimes(test, 'parent')))).toBe(-1)
    await log.remove('child')
    for (const left of await lifetimes(test, 'parent')) expect(left).toBeGreaterThan(0)
  })

  it('is not what an expired log started from', async () => {
    const { open, admin, keys } = await setUp()
    const log = await open()
    const head = await appendAll(log, 'parent', 3)
    await fork(log, 'parent', head, 'child', 50)
    await log.checkpoint('parent', head, ['state'])
    const connection = await admin()
    await waitFor(async () => {
      for (const member of ((await connection.run(['ZRANGE', 'standin:index:{standin}:pins', '0', '-1'])) ??
        []) as string[])
        await connection.run(['ZADD', 'standin:index:{standin}:pins', '1', member])
      await new Origins(connection).sweep()
      expect((await keys()).filter((key) => /\{parent\}:(pins|origin)|\{parent\}:log:[^:]*:/.test(key))).toEqual([])
    })
    expect((await load(log, 'parent'))?.checkpoint).toEqual(['state'])
  })

  it('does not count as damaged where a log is deleted, with what it starts from, while another process appends', async () => {
    const { open } = await setUp()
    const log = await open()
    const head = await appendAll(log, 'parent', 3)
    const child = await fork(log, 'parent', head, 'child', long)
    await log.remove('parent')
    const other = await open()
    const keep = vi.spyOn(Origins.prototype, 'keep').mockImplementationOnce(async () => {
      await log.remove('child')
      return false
    })
    expect(await other.append('child', child, '["more"]', { ttl: long })).toEqual({ kind: 'replaced' })
    expect(keep).toHaveBeenCalledOnce()
    keep.mockRestore()
  })

  it('is damaged where only what a log starts from is missing', async () => {
    const { open } = await setUp()
    const log = await open()
    const child = await fork(log, 'parent', await appendAll(log, 'parent', 3), 'child', long)
    const other = await open()
    const keep = vi.spyOn(Origins.prototype, 'keep').mockResolvedValueOnce(false)
    await expect(other.append('child', child, '["more"]', { ttl: long })).rejects.toMatchObject({ kind: 'damaged' })
    keep.mockRestore()
  })

  it('does not contain the pin of a log that was never created', async () => {
    const { open, admin, keys } = await setUp()
    const log = await open()
    const head = await appendAll(log, 'parent', 3)
    const connection = await admin()
    const origins = new Origins(connection)
    const holder = { name: 'child', id: 'child-id' }
    expect(await origins.pin({ name: 'parent', head }, holder, 0)).toBeDefined()
    await origins.sweep()
    expect((await keys()).filter((key) => key.includes(':pins:'))).toHaveLength(1)
    const [member = ''] = (await connection.run(['ZRANGE', 'standin:index:{standin}:pins', '0', '-1'])) as string[]
    await connection.run(['ZADD', 'standin:index:{standin}:pins', '1', member])
    await origins.sweep()
    expect((await keys()).filter((key) => key.includes('pins'))).toEqual([])
    expect((await load(log, 'parent'))?.entries).toEqual(numbers(3))
  })

  it('does not start a log from a position before the last checkpoint, or of a deleted log', async () => {
    const { open, keys } = await setUp()
    const log = await open()
    const early = await appendAll(log, 'parent', 2)
    const head = await appendAll(log, 'parent', 2, { after: early, from: 3 })
    await log.checkpoint('parent', head, ['state'])
    expect(await log.append('child', undefined, '[]', { origin: { name: 'parent', head: early } })).toEqual({
      kind: 'no-origin',
    })
    await log.remove('parent')
    await appendAll(log, 'parent', 10)
    expect(await log.append('child', undefined, '[]', { origin: { name: 'parent', head } })).toEqual({
      kind: 'no-origin',
    })
    expect((await keys()).filter((key) => key.includes('pins'))).toEqual([])
    expect(await log.list()).toEqual(['parent'])
  })

  it('does not start a log under a name that exists', async () => {
    const { open, keys } = await setUp()
    const log = await open()
    const head = await appendAll(log, 'parent', 2)
    await appendAll(log, 'child', 1, { from: 7 })
    expect(await log.append('child', undefined, '[]', { origin: { name: 'parent', head } })).toEqual({
      kind: 'replaced',
    })
    expect((await load(log, 'child'))?.entries).toEqual(numbers(1, 7))
    expect((await keys()).filter((key) => key.includes('pins'))).toEqual([])
  })

  it('reports a point that is gone as damage', async () => {
    const { open } = await setUp()
    const log = await open()
    await expect(log.loadPoint({ ...nowhere, point: '["parent","id","0.0.0",3]' })).rejects.toBeInstanceOf(LogError)
    await expect(log.loadPoint({ ...nowhere, point: 'other' })).rejects.toMatchObject({ kind: 'damaged' })
  })
})
