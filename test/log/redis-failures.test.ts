/**
 * What happens when Redis, or the connection to it, fails: nothing that was acknowledged is lost, nothing is stored twice,
 * and everything works again by itself.
 */
import { afterEach, expect, it, vi } from 'vitest'
import { type Head, type Log, LogError } from '../../src/log/log.ts'
import { Names } from '../../src/log/redis/names.ts'
import { startCutProxy } from '../support/cut-proxy.ts'
import { appendAll, headOf, load, numbers } from './log-contract.ts'
import { describeRedis, type RedisTest } from './with-redis.ts'

const waitFor = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 20 })

const put = (number: number): string => JSON.stringify([{ put: number }])

/** Appends until it is done, also after errors; returns what was acknowledged and what is uncertain. */
const writeUntil = async (log: Log, name: string, isDone: () => boolean, progress = { acknowledged: 0 }) => {
  const acknowledged: number[] = []
  const uncertain: number[] = []
  const kinds = new Set<string>()
  let head: Head | undefined
  for (let number = 1; !isDone(); number++)
    try {
      const result = await log.append(name, head, put(number))
      if (result.kind === 'appended') {
        head = result.head
        acknowledged.push(number)
        progress.acknowledged++
      } else head = (await load(log, name))?.head
    } catch (error) {
      if (!(error instanceof LogError)) throw error
      kinds.add(error.kind)
      if (error.kind === 'unknown') uncertain.push(number)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  return { acknowledged, uncertain, kinds }
}

const readNumbers = async (log: Log, name: string): Promise<readonly number[]> =>
  ((await load(log, name))?.entries ?? []).flatMap(({ effects }) =>
    JSON.parse(effects).map((e: { put: number }) => e.put),
  )

/** Nothing is lost or doubled; what is uncertain may be stored or not. */
const expectKept = async (log: Log, name: string, written: Awaited<ReturnType<typeof writeUntil>>): Promise<void> => {
  const stored = await readNumbers(log, name)
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored.filter((number) => !written.uncertain.includes(number))).toEqual(written.acknowledged)
}

describeRedis('a broken connection to Redis', (setUp) => {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  const setUpCut = async () => {
    const test = await setUp()
    const proxy = await startCutProxy(test.server.port)
    closing.push(() => proxy[Symbol.asyncDispose]())
    const url = test.url.replace(String(test.server.port), String(proxy.port))
    return { ...test, proxy, cut: await test.open({ url }), direct: await test.open() }
  }

  for (const what of ['request', 'reply'] as const)
    it(`does not lose or double an entry whose ${what} is lost`, async () => {
      const { cut, direct, proxy } = await setUpCut()
      const head = await appendAll(cut, 'checkout', 2)
      const isCut = proxy.cutAt(what, 'marked')
      const appending = cut.append('checkout', head, '["marked"]')
      await isCut
      proxy.release()
      const next = headOf(await appending)
      await cut.append('checkout', next, put(4))
      expect((await load(direct, 'checkout'))?.entries).toEqual([
        ...numbers(2),
        { effects: '["marked"]' },
        ...numbers(1, 4),
      ])
    })

  it('finds its entry also when others have appended since', async () => {
    const { cut, direct, proxy } = await setUpCut()
    const head = await appendAll(cut, 'checkout', 2)
    const isCut = proxy.cutAt('reply', 'marked')
    const appending = cut.append('checkout', head, '["marked"]')
    await isCut
    const stored = (await load(direct, 'checkout'))?.head
    headOf(await direct.append('checkout', stored, put(4)))
    proxy.release()
    expect(await appending).toEqual({ kind: 'appended', head: stored })
    expect(await cut.append('checkout', stored, put(5))).toMatchObject({ kind: 'behind', entries: numbers(1, 4) })
  })

  it('is behind where others have appended, and its entry was never stored', async () => {
    const { cut, direct, proxy } = await setUpCut()
    const head = await appendAll(cut, 'checkout', 2)
    const isCut = proxy.cutAt('request', 'marked')
    const appending = cut.append('checkout', head, '["marked"]')
    await isCut
    headOf(await direct.append('checkout', head, put(3)))
    proxy.release()
    expect(await appending).toMatchObject({ kind: 'behind', entries: numbers(1, 3) })
  })

  it('leaves the outcome unknown where a checkpoint hides it', async () => {
    const { cut, direct, proxy } = await setUpCut()
    const head = await appendAll(cut, 'checkout', 2)
    const isCut = proxy.cutAt('reply', 'marked')
    const appending = cut.append('checkout', head, '["marked"]')
    await isCut
    const stored = (await load(direct, 'checkout'))?.head
    const later = await appendAll(direct, 'checkout', 2, { after: stored ?? '', from: 4 })
    await direct.checkpoint('checkout', later, ['state'])
    proxy.release()
    await expect(appending).rejects.toMatchObject({ kind: 'unknown' })
  })

  it('leaves the outcome unknown where it cannot be found out in time', async () => {
    const { cut, direct, proxy } = await setUpCut()
    const head = await appendAll(cut, 'checkout', 2)
    void proxy.cutAt('reply', 'marked')
    await expect(cut.append('checkout', head, '["marked"]')).rejects.toMatchObject({ kind: 'unknown' })
    await expect(cut.append('checkout', head, put(0))).rejects.toMatchObject({ kind: 'unavailable' })
    proxy.release()
    await waitFor(() => cut.shared.ping())
    expect((await load(cut, 'checkout'))?.entries).toEqual((await load(direct, 'checkout'))?.entries)
    expect((await load(cut, 'checkout'))?.entries).toHaveLength(3)
  })

  it('creates a log once, also from another one', async () => {
    const { cut, direct, proxy, keys } = await setUpCut()
    const head = await appendAll(cut, 'parent', 2)
    const creating = async (what: 'request' | 'reply', name: string, origin?: { name: string; head: Head }) => {
      const isCut = proxy.cutAt(what, 'marked')
      const appending = cut.append(name, undefined, '["marked"]', { origin })
      await isCut
      proxy.release()
      const next = headOf(await appending)
      headOf(await direct.append(name, next, put(2)))
      expect((await load(direct, name))?.entries).toEqual([{ effects: '["marked"]' }, ...numbers(1, 2)])
      await direct.remove(name)
    }
    for (const what of ['request', 'reply'] as const) {
      await creating(what, `${what} new`)
      await creating(what, `${what} fork`, { name: 'parent', head })
    }
    await direct.remove('parent')
    expect(await keys()).toEqual([])
  })

  it('after a log was deleted does not reject the deletion', async () => {
    const { open, keys } = await setUp()
    const log = await open()
    await appendAll(log, 'checkout', 1)
    const check = vi.spyOn(Names.prototype, 'check').mockRejectedValueOnce(new LogError('unavailable', 'not connected'))
    closing.push(() => check.mockRestore())
    await log.remove('checkout')
    expect(check).toHaveBeenCalledOnce()
    expect((await keys()).filter((key) => key.endsWith(':head'))).toEqual([])
    expect(await log.list()).toEqual([])
  })

  it('does not create a log again that was deleted before the command was repeated', async () => {
    const { cut, direct, proxy } = await setUpCut()
    const isCut = proxy.cutAt('reply', 'marked')
    const appending = cut.append('checkout', undefined, '["marked"]')
    await isCut
    await direct.remove('checkout')
    proxy.release()
    expect(await appending).toEqual({ kind: 'replaced' })
    expect(await direct.list()).toEqual([])
  })

  it('delivers messages that were published meanwhile, and all in order', async () => {
    const { cut, direct, proxy } = await setUpCut()
    const received: string[] = []
    direct.shared.publish(Buffer.from('stored'))
    await direct.shared.ping()
    await cut.shared.subscribe((message) => received.push(String(message)))
    expect(received).toEqual(['stored'])
    for (let round = 0; round < 5; round++) {
      proxy.hold()
      for (let number = 0; number < 100; number++) direct.shared.publish(Buffer.from(`${round} ${number}`))
      await direct.shared.ping()
      proxy.release()
      await waitFor(() => cut.shared.ping())
      await waitFor(() => cut.shared.delivered())
      expect(received).toHaveLength(1 + (round + 1) * 100)
    }
    const expected = Array.from({ length: 500 }, (_, index) => `${Math.floor(index / 100)} ${index % 100}`)
    expect(received).toEqual(['stored', ...expected])
  })

  it('reports that the connection broke, and that it is open again', async () => {
    const { open, proxy, url, server } = await setUpCut()
    const reports: string[] = []
    const log = await open({ url: url.replace(String(server.port), String(proxy.port)), reports })
    proxy.hold()
    await waitFor(async () =>
      expect(reports.join('\n')).toMatch(/connection to redis:\/\/127\.0\.0\.1:\d+(\/\d+)? broke/),
    )
    proxy.release()
    await waitFor(() => log.shared.ping())
    expect(reports).toHaveLength(2)
    expect(reports[1]).toMatch(/^connected to redis:.* again$/)
  })
})

describeRedis(
  'Redis that stores each change before it replies',
  (setUp) => {
    const writeInMany = (log: Log, isDone: () => boolean, progress = { acknowledged: 0 }) =>
      Promise.all(Array.from({ length: 20 }, (_, index) => writeUntil(log, `sandbox ${index}`, isDone, progress)))

    it('loses nothing that was acknowledged when it is killed', async () => {
      const { open, server } = await setUp()
      const log = await open()
      let isDone = false
      const progress = { acknowledged: 0 }
      const writing = writeInMany(log, () => isDone, progress)
      for (let round = 0; round < 3; round++) {
        const enough = progress.acknowledged + 50
        while (progress.acknowledged < enough) await new Promise((resolve) => setTimeout(resolve, 5))
        await new Promise((resolve) => setTimeout(resolve, 37 * round))
        await server.kill()
        // The last time, it stays away for longer than commands wait.
        if (round === 2)
          await expect(log.append('other', undefined, '[]')).rejects.toMatchObject({ kind: 'unavailable' })
        await server.start()
        await waitFor(() => log.shared.ping())
      }
      isDone = true
      const written = await writing
      const fresh = await open()
      for (const [index, each] of written.entries()) await expectKept(fresh, `sandbox ${index}`, each)
      expect(written.flatMap(({ acknowledged }) => acknowledged).length).toBeGreaterThan(100)
    })

    it('loses nothing that was acknowledged when it is suspended', async () => {
      const { open, server } = await setUp()
      const log = await open()
      let isDone = false
      const writing = writeInMany(log, () => isDone)
      await new Promise((resolve) => setTimeout(resolve, 100))
      server.suspend()
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      await expect(log.append('other', undefined, '[]')).rejects.toMatchObject({ kind: 'unavailable' })
      server.resume()
      await waitFor(() => log.shared.ping())
      await new Promise((resolve) => setTimeout(resolve, 100))
      isDone = true
      const written = await writing
      for (const [index, each] of written.entries()) await expectKept(log, `sandbox ${index}`, each)
      expect(new Set(written.flatMap(({ kinds }) => [...kinds]))).toContain('unknown')
    })
  },
  { settings: { appendonly: 'yes', appendfsync: 'always' }, isOwn: true },
)

describeRedis(
  'a full Redis',
  (setUp) => {
    const limit = async ({ admin }: RedisTest, bytes: string): Promise<void> => {
      await (await admin()).run(['CONFIG', 'SET', 'maxmemory', bytes])
    }

    it('stores no change, can be read, and stores changes again when there is space', async () => {
      const test = await setUp()
      const log = await test.open()
      const head = await appendAll(log, 'checkout', 3)
      await limit(test, '1mb')
      await expect(log.append('checkout', head, put(4))).rejects.toMatchObject({ kind: 'full' })
      await expect(log.append('other', undefined, put(1))).rejects.toMatchObject({ kind: 'full' })
      await expect(log.append('fork', undefined, put(1), { origin: { name: 'checkout', head } })).rejects.toMatchObject(
        {
          kind: 'full',
        },
      )
      await expect(log.checkpoint('checkout', head, ['x'.repeat(100_000)])).rejects.toMatchObject({ kind: 'full' })
      expect(await log.shared.since('checkout', head)).toEqual({ kind: 'current' })
      expect((await load(log, 'checkout'))?.entries).toEqual(numbers(3))
      expect(await log.list()).toEqual(['checkout'])
      await limit(test, '0')
      const next = headOf(await log.append('checkout', head, put(4)))
      await log.checkpoint('checkout', next, ['state'])
      expect((await load(log, 'checkout'))?.checkpoint).toEqual(['state'])
    })

    it('can be made empty', async () => {
      const test = await setUp()
      const log = await test.open()
      await appendAll(log, 'checkout', 3)
      await limit(test, '1mb')
      await log.remove('checkout')
      expect(await log.list()).toEqual([])
      expect(await test.keys()).toEqual([])
    })
  },
  { isOwn: true },
)
