/**
 * Which servers are used: addresses, passwords, versions, and settings under which a server would delete sandboxes.
 */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseAddress } from '../../src/log/redis/address.ts'
import { openRedisLog } from '../../src/log/redis/redis-log.ts'
import { appendAll, headOf } from './log-contract.ts'
import { describeRedis } from './with-redis.ts'

const waitFor = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 20 })

const openAt = (url: string) => openRedisLog({ url, report: () => {} })

describe('the address of a store', () => {
  it('has a host; port, database, user and password are optional', () => {
    expect(parseAddress('redis://localhost')).toEqual({
      host: 'localhost',
      port: 6379,
      username: undefined,
      password: undefined,
      database: 0,
      isTls: false,
      label: 'redis://localhost:6379',
    })
    expect(parseAddress('rediss://me:p%40ss%2Fword@[::1]:7000/12')).toEqual({
      host: '::1',
      port: 7000,
      username: 'me',
      password: 'p@ss/word',
      database: 12,
      isTls: true,
      label: 'rediss://[::1]:7000/12',
    })
    expect(parseAddress('redis://:secret@db/')).toMatchObject({ username: undefined, password: 'secret', database: 0 })
  })

  for (const url of [
    'localhost:6379',
    'http://:secret@localhost',
    'redis://',
    'redis://:secret@localhost/name',
    'redis://:secret@localhost/0/1',
    'redis://:secret@localhost?db=secret',
    'redis://:secret@localhost:port',
    'redis://:secret%@localhost',
    'redis:secret',
  ])
    it(`is not ${url}; the message does not contain the password`, async () => {
      const error = await openAt(url).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ kind: 'misconfigured' })
      expect(String((error as Error).message)).not.toContain('secret')
      expect((error as Error).cause).toBeUndefined()
    })
})

describeRedis('a key with a value of another program', (setUp) => {
  for (const kind of ['head', 'log'])
    it(`where a log has its ${kind}: the log cannot be used, and the message says what to do; others go on`, async () => {
      const { admin, open, keys } = await setUp()
      const log = await open()
      const head = await appendAll(log, 'checkout', 2)
      const connection = await admin()
      const found = (await keys()).filter((key) => key.includes('checkout') && key.includes(`:${kind}`))
      expect(found).toHaveLength(1)
      await connection.run(['DEL', ...found])
      await connection.run(['SADD', ...found, 'foreign'])
      await expect(log.append('checkout', head, '[]')).rejects.toMatchObject({
        kind: 'damaged',
        message: expect.stringMatching(/another program has written .* database of its own/),
      })
      await appendAll(log, 'other', 2)
    })
})

describeRedis(
  'a server that would delete sandboxes',
  (setUp) => {
    it('is rejected at the start, unless its memory is unlimited', async () => {
      const { admin, open } = await setUp()
      const connection = await admin()
      for (const policy of ['allkeys-lru', 'allkeys-random', 'volatile-ttl', 'volatile-lru']) {
        await connection.run(['CONFIG', 'SET', 'maxmemory-policy', policy])
        await connection.run(['CONFIG', 'SET', 'maxmemory', '100mb'])
        await expect(open()).rejects.toMatchObject({ kind: 'misconfigured', message: expect.stringContaining(policy) })
        await connection.run(['CONFIG', 'SET', 'maxmemory', '0'])
        await (await open()).close()
      }
      await connection.run(['CONFIG', 'SET', 'maxmemory', '100mb'])
      await connection.run(['CONFIG', 'SET', 'maxmemory-policy', 'noeviction'])
      await (await open()).close()
    })

    it('is not used after a reconnection, is reported, and is used again when it is safe', async () => {
      const { admin, open } = await setUp()
      const reports: string[] = []
      const log = await open({ reports })
      const head = await appendAll(log, 'checkout', 1)
      const connection = await admin()
      await connection.run(['CONFIG', 'SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lfu'])
      await connection.run(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'])
      await waitFor(async () => expect(reports.join('\n')).toContain('allkeys-lfu'))
      await expect(log.append('checkout', head, '[]')).rejects.toMatchObject({ kind: 'unavailable' })
      await expect(log.shared.ping()).rejects.toMatchObject({ kind: 'unavailable' })
      expect(reports.filter((message) => message.includes('allkeys-lfu'))).toHaveLength(1)
      await connection.run(['CONFIG', 'SET', 'maxmemory-policy', 'noeviction'])
      await waitFor(() => log.shared.ping())
      headOf(await log.append('checkout', head, '[]'))
    })
  },
  { isOwn: true },
)

describeRedis(
  'a server without the command CONFIG',
  (setUp) => {
    it('is checked all the same', async () => {
      const { open } = await setUp()
      await expect(open()).rejects.toMatchObject({
        kind: 'misconfigured',
        message: expect.stringContaining('allkeys-lru'),
      })
    })
  },
  { settings: { 'rename-command': 'CONFIG ""', maxmemory: '100mb', 'maxmemory-policy': 'allkeys-lru' }, isOwn: true },
)

describeRedis('a server with passwords', (setUp) => {
  it('is used with the right one; messages do not contain it', async () => {
    const { admin, open, url } = await setUp()
    const at = (credentials: string): string => url.replace('redis://', `redis://${credentials}@`)
    const connection = await admin()
    await connection.run(['ACL', 'SETUSER', 'me', 'on', '>p@ss', '~standin:*', '+@all'])
    await connection.run(['ACL', 'SETUSER', 'limited', 'on', '>p@ss', '~standin:*', '+@all', '-config', '-info'])
    await connection.run(['CONFIG', 'SET', 'requirepass', 's3cret'])
    try {
      await expect(openAt(url)).rejects.toMatchObject({ kind: 'misconfigured' })
      for (const wrong of ['me:wrong-one', ':wrong-one']) {
        const error = await openAt(at(wrong)).catch((reason: unknown) => reason)
        expect(error).toMatchObject({ kind: 'misconfigured' })
        expect(String(error)).not.toContain('wrong-one')
      }
      for (const right of ['me:p%40ss', ':s3cret']) {
        const log = await openAt(at(right))
        headOf(await log.append(`of ${right}`, undefined, '[]'))
        await log.close()
      }
      const reports: string[] = []
      const log = await open({ url: at('limited:p%40ss'), reports })
      headOf(await log.append('checkout', undefined, '[]'))
      expect(reports.join()).toMatch(/the eviction policy of redis:.* cannot be read/)
    } finally {
      await connection.run(['CONFIG', 'SET', 'requirepass', ''])
    }
  })
})

describe('a server', () => {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  /** Replies to each command by its name; without a reply, says nothing. */
  const startFake = async (replies: Readonly<Record<string, string>>): Promise<string> => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('data', (data) => {
        for (const name of data.toString().match(/(?<=\r\n)[A-Z]+(?=\r\n)/g) ?? []) socket.write(replies[name] ?? '')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const address = server.address()
    return `redis://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  it('older than Redis 7 is rejected', async () => {
    const info = '# Server\r\nredis_version:6.2.14\r\n'
    const url = await startFake({ PING: '+PONG\r\n', INFO: `$${info.length}\r\n${info}\r\n` })
    await expect(openAt(url)).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('6.2.14'),
    })
  })

  it('that still loads its data is not available yet', async () => {
    const url = await startFake({ PING: '-LOADING Redis is loading the dataset in memory\r\n' })
    await expect(openAt(url)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('LOADING'),
    })
  })

  it('that accepts connections and never replies is not available', async () => {
    await expect(openAt(await startFake({}))).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('no reply within 2000 ms'),
    })
  })

  it('that speaks another protocol is not available', async () => {
    const url = await startFake({ PING: 'HTTP/1.1 400 Bad Request\r\n\r\n' })
    await expect(openAt(url)).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('that does not exist is not available', async () => {
    await expect(openAt('redis://127.0.0.1:1')).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('redis://127.0.0.1:1 cannot be reached'),
    })
  })
})
