/**
 * Messages between processes that share logs in Redis.
 */
import { expect, it } from 'vitest'
import { Connection } from '../../src/log/redis/connection.ts'
import { Messages } from '../../src/log/redis/messages.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { describeRedis } from './with-redis.ts'

describeRedis('messages', (setUp) => {
  it('reach all processes in the same order, first those that are stored', async () => {
    const { open } = await setUp()
    const logs = [await open(), await open(), await open()]
    const received = logs.map((): string[] => [])
    for (let number = 0; number < 1_000; number++) logs[number % 3]?.shared.publish(Buffer.from(`early ${number}`))
    await Promise.all(logs.map((log) => log.shared.ping()))
    for (const [index, log] of logs.entries()) {
      await log.shared.subscribe((message) => received[index]?.push(String(message)))
      expect(received[index]).toHaveLength(1_000)
    }
    for (let number = 0; number < 500; number++) {
      logs[number % 3]?.shared.publish(Buffer.from(`late ${number}`))
      if (number % 7 === 0) await logs[0]?.shared.ping()
    }
    await Promise.all(logs.map((log) => log.shared.ping()))
    await Promise.all(logs.map((log) => log.shared.delivered()))
    expect(received[0]).toHaveLength(1_500)
    expect(received[1]).toEqual(received[0])
    expect(received[2]).toEqual(received[0])
    for (const publisher of [0, 1, 2]) {
      const own = (received[0] ?? []).filter(
        (text) => text.startsWith('late') && Number(text.slice(5)) % 3 === publisher,
      )
      expect(own).toEqual([...own].sort((a, b) => Number(a.slice(5)) - Number(b.slice(5))))
    }
  })

  it('have been delivered after `delivered`, those of this process included', async () => {
    const { open } = await setUp()
    const [mine, other] = [await open(), await open()]
    const received: string[] = []
    await mine.shared.delivered()
    await mine.shared.subscribe((message) => received.push(String(message)))
    for (let round = 0; round < 50; round++) {
      const publisher = round % 2 === 0 ? mine : other
      publisher.shared.publish(Buffer.from(`message ${round}`))
      await other.shared.ping()
      await mine.shared.delivered()
      expect(received.at(-1)).toBe(`message ${round}`)
    }
  })

  it('of this process are not sent back while no other one publishes', async () => {
    const { open, admin } = await setUp()
    const [mine, other] = [await open(), await open()]
    const connection = await admin()
    const received: string[] = []
    await mine.shared.subscribe((message) => received.push(String(message)))
    const sentBytes = async (): Promise<number> => {
      const stats = String(await connection.run(['INFO', 'stats']))
      return Number(/total_net_output_bytes:(\d+)/.exec(stats)?.[1])
    }
    const publish = async (log: typeof mine, name: string): Promise<void> => {
      log.shared.publish(Buffer.from(name.padEnd(10_000)))
      await log.shared.ping()
    }
    // The first one may end a command that waits for messages.
    await publish(mine, 'first')
    const before = await sentBytes()
    for (let number = 0; number < 200; number++) await publish(mine, `own ${number}`)
    await mine.shared.delivered()
    expect((await sentBytes()) - before).toBeLessThan(200_000)
    await publish(other, 'of another')
    await publish(mine, 'last')
    await mine.shared.delivered()
    expect(received.map((text) => text.trim())).toEqual([
      'first',
      ...Array.from({ length: 200 }, (_, number) => `own ${number}`),
      'of another',
      'last',
    ])
  })

  it('of this process are not sent back once the others have stopped, although it never pauses', async () => {
    const { open, admin, url } = await setUp()
    const other = await open()
    // What is read comes later than the replies to what is published meanwhile.
    await using proxy = await startTcpProxy(Number(new URL(url).port), 20)
    const slow = new URL(url)
    slow.port = String(proxy.port)
    const report = (): void => {}
    const openReader = () => Connection.open({ url: slow.href, report, patience: 5_000, isChecked: false })
    const connection = await admin()
    const messages = new Messages({ connection, openReader, report })
    const received: string[] = []
    await messages.subscribe((message) => received.push(String(message).trim()))
    const underWay: Promise<unknown>[] = []
    const publish = async (from: number, to: number): Promise<void> => {
      for (let number = from; number < to; number++) {
        messages.publish(Buffer.from(`own ${number}`.padEnd(10_000)))
        underWay.push(connection.run(['PING']))
        if (underWay.length > 5) await underWay.shift()
        if (number === 100) other.shared.publish(Buffer.from('of another'))
      }
    }
    await publish(0, 1_000)
    const before = proxy.received()
    await publish(1_000, 2_000)
    const sentBack = proxy.received() - before
    await Promise.all(underWay)
    await messages.delivered()
    await messages.close()
    expect(received.filter((text) => text !== 'of another')).toEqual(
      Array.from({ length: 2_000 }, (_, number) => `own ${number}`),
    )
    expect(received).toHaveLength(2_001)
    expect(sentBack).toBeLessThan(5_000_000)
  })

  it('have the order in which they were published, also if the server is new', async () => {
    const { open, admin } = await setUp()
    const log = await open()
    const received: string[] = []
    await log.shared.subscribe((message) => received.push(String(message).trim()))
    await (await admin()).run(['SCRIPT', 'FLUSH'])
    const expected = Array.from({ length: 100 }, (_, number) => `message ${number}`)
    // More than one command can send.
    for (const text of expected) log.shared.publish(Buffer.from(text.padEnd(20_000)))
    await log.shared.delivered()
    expect(received).toEqual(expected)
  })

  it('may be any text, and a listener that fails gets the next one', async () => {
    const { open } = await setUp()
    const reports: string[] = []
    const log = await open({ reports })
    const received: string[] = []
    await log.shared.subscribe((message) => {
      received.push(String(message))
      if (message.length === 0) throw new RangeError('not expected')
    })
    const messages = ['', '\u0000\r\n😀', 'x'.repeat(2_000_000), 'last']
    for (const message of messages) log.shared.publish(Buffer.from(message))
    await log.shared.delivered()
    expect(received).toEqual(messages)
    expect(reports).toEqual(['a message could not be used: not expected'])
  })

  it('are stored in a limited number and size', async () => {
    const { open, admin } = await setUp()
    const [publisher, log] = [await open(), await open()]
    const connection = await admin()
    let count = 0
    await log.shared.subscribe(() => count++)
    const size = 200_000
    for (let number = 0; number < 500; number++) {
      publisher.shared.publish(Buffer.from('x'.repeat(size)))
      if (number % 10 === 9) await publisher.shared.ping()
    }
    await log.shared.delivered()
    expect(count).toBe(500)
    const used = Number(await connection.run(['MEMORY', 'USAGE', 'standin:{messages}', 'SAMPLES', '0']))
    expect(used).toBeLessThan(64 * 1024 * 1024)
    expect(used).toBeGreaterThan(16 * 1024 * 1024)
    for (let number = 0; number < 12_000; number++) {
      publisher.shared.publish(Buffer.from('small'))
      if (number % 100 === 0) await publisher.shared.ping()
      else await Promise.resolve().then(() => {})
    }
    await publisher.shared.ping()
    expect(Number(await connection.run(['XLEN', 'standin:{messages}']))).toBeLessThan(10_500)
  })

  it('are ignored after the log has been closed, and publishing never fails', async () => {
    const { open, server } = await setUp()
    const log = await open()
    await log.shared.subscribe(() => {})
    await log.close()
    log.shared.publish(Buffer.from('late'))
    const other = await open()
    server.suspend()
    for (let number = 0; number < 50; number++) other.shared.publish(Buffer.from('x'.repeat(1_000_000)))
    server.resume()
    await other.shared.delivered()
  })

  it('do not keep the process waiting when the log is closed', async () => {
    const { open } = await setUp()
    const log = await open()
    await log.shared.subscribe(() => {})
    const stored = log.append('checkout', undefined, '[]')
    await log.close()
    expect((await stored).kind).toBe('appended')
    await expect(log.shared.ping()).rejects.toMatchObject({ kind: 'unavailable' })
  })
})
