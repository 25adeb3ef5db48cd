/**
 * Deliveries of servers that are killed: what was stored with its change is delivered after the restart, or by another server, at
 * least once and with the same id.
 */
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type CallOptions, call } from '../../support/client.ts'
import { describeWithRedis } from '../../support/describe-with-redis.ts'
import { startRedisServer } from '../../support/redis-server.ts'
import { projectFolder } from '../../support/run-command.ts'
import { type RunningProcess, startProcess } from '../../support/start-process.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'
import { startReceiver, verify, type WebhookReceiver } from '../../support/webhook-receiver.ts'

interface Server extends AsyncDisposable {
  readonly call: (path: string, options?: CallOptions) => Promise<Answer>
  readonly control: (path: string, options?: CallOptions) => Promise<Answer>
  readonly process: RunningProcess
}

const secret = `whsec_${'c2VjcmV0'.repeat(4)}`

const start = async (receiver: WebhookReceiver, ...storage: readonly string[]): Promise<Server> => {
  const document = join(projectFolder, 'test/webhooks/documents/kennel.yaml')
  const own = [
    '--webhook',
    receiver.url,
    '--webhook-secret',
    secret,
    '--any-key',
    '--generate',
    '0',
    '--base-path',
    '/',
  ]
  const args = [
    join(projectFolder, 'dist/bin.js'),
    'serve',
    document,
    '--port',
    '0',
    '--log',
    'silent',
    ...own,
    ...storage,
  ]
  const running = startProcess(process.execPath, args)
  const [, url = ''] = await running.said(/listening on (\S+)/)
  return {
    call: (path, options) => call(url + path, options),
    control: (path, options) => call(`${url}/_sandbox/sandboxes/default${path}`, options),
    process: running,
    [Symbol.asyncDispose]: running[Symbol.asyncDispose],
  }
}

let receiver: WebhookReceiver

beforeEach(async () => {
  receiver = await startReceiver()
})

afterEach(() => receiver.leave())

const namesOf = (): readonly unknown[] =>
  receiver.bodies.map((body) => (body as { data?: { name?: string } }).data?.name)

const statesOf = async (server: Server): Promise<readonly string[]> =>
  ((await server.control('/deliveries')).json as { state: string }[]).map(({ state }) => state)

describe('with --data', () => {
  it('what was being sent at a kill -9 is sent again, with the same id', async () => {
    await using data = await createTemporaryFolder()
    receiver.isSilent = true
    const first = await start(receiver, '--data', data.path)
    for (const name of ['a', 'b', 'c']) await first.call('/dogs', { body: { name } })
    await expect.poll(() => receiver.received.length).toBe(1)
    await first.process.stop('SIGKILL')
    receiver.isSilent = false
    await using second = await start(receiver, '--data', data.path)
    await expect.poll(() => statesOf(second)).toEqual(['delivered', 'delivered', 'delivered'])
    expect(namesOf()).toEqual(['a', 'a', 'b', 'c'])
    expect(receiver.ids[1]).toBe(receiver.ids[0])
    expect(new Set(receiver.ids).size).toBe(3)
    for (const one of receiver.received) expect(() => verify(one, secret)).not.toThrow()
    expect((await second.call('/dogs')).json).toHaveLength(3)
  })

  it('what waits for the clock is delivered after a kill -9, and nothing that was delivered', async () => {
    await using data = await createTemporaryFolder()
    const first = await start(receiver, '--data', data.path)
    await first.control('/clock', { method: 'PUT', body: { frozen: true } })
    await first.call('/dogs', { body: { name: 'a' } })
    await expect.poll(() => statesOf(first)).toEqual(['delivered'])
    await receiver.leave()
    await first.call('/dogs', { body: { name: 'b' } })
    await first.call('/messages', { body: { text: 'Hi' } })
    await expect.poll(async () => (await statesOf(first)).includes('sending')).toBe(false)
    await first.process.stop('SIGKILL')
    await receiver.open()
    await using second = await start(receiver, '--data', data.path)
    await second.control('/clock/advance', { body: { by: '1h' } })
    const states = await statesOf(second)
    expect(states).toEqual(states.map(() => 'delivered'))
    expect(namesOf().slice(0, 2)).toEqual(['a', 'b'])
    expect(receiver.received).toHaveLength(5)
  })

  it('a stop lets the attempt end, and keeps the rest', async () => {
    await using data = await createTemporaryFolder()
    await receiver.leave()
    const first = await start(receiver, '--data', data.path)
    for (const name of ['a', 'b']) await first.call('/dogs', { body: { name } })
    expect((await first.process.stop('SIGTERM')).code).toBe(0)
    await receiver.open()
    await using second = await start(receiver, '--data', data.path)
    await second.control('/clock/advance', { body: { by: '1m' } })
    await expect.poll(() => statesOf(second)).toEqual(['delivered', 'delivered'])
    expect(namesOf()).toEqual(['a', 'b'])
  })
})

describeWithRedis('with --store', (program) => {
  it('one of three servers delivers each, and another one what a killed one has left', async () => {
    await using redis = await startRedisServer({}, program)
    const servers = await Promise.all([0, 1, 2].map(() => start(receiver, '--store', redis.url)))
    try {
      const names = Array.from({ length: 12 }, (_, index) => `dog ${index}`)
      await Promise.all(names.map((name, index) => servers[index % 3]?.call('/dogs', { body: { name } })))
      await expect.poll(() => receiver.received.length).toBe(12)
      for (const server of servers) await server.control('/clock/advance', { body: { by: '1d' } })
      expect([...namesOf()].sort()).toEqual([...names].sort())
      receiver.isSilent = true
      const [first, second] = servers
      await first?.call('/dogs', { body: { name: 'last' } })
      await expect.poll(() => receiver.received.length).toBe(13)
      await first?.process.stop('SIGKILL')
      receiver.isSilent = false
      await expect.poll(() => receiver.received.length).toBe(14)
      expect(receiver.ids[13]).toBe(receiver.ids[12])
      await expect
        .poll(async () => second && (await statesOf(second)).every((state) => state === 'delivered'))
        .toBe(true)
    } finally {
      for (const server of servers) await server.process.stop('SIGKILL')
    }
  })

  it('a change of the clock on one server delivers what another one has created', async () => {
    await using redis = await startRedisServer({}, program)
    await using first = await start(receiver, '--store', redis.url)
    await using second = await start(receiver, '--store', redis.url)
    await first.control('/clock', { method: 'PUT', body: { frozen: true } })
    await first.call('/messages', { body: { text: 'Hi' } })
    await second.control('/clock/advance', { body: { by: '1h' } })
    expect(receiver.received).toHaveLength(3)
    await first.control('/clock/advance', { body: { by: '1h' } })
    expect(receiver.received).toHaveLength(3)
  })
})
