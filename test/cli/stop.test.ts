/**
 * Fault 16, of the built command in a process of its own: after SIGTERM it ends within its grace, whatever clients wait for,
 * and a second signal ends it at once.
 */
import { execFileSync } from 'node:child_process'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createStandin } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { describeWithRedis } from '../support/describe-with-redis.ts'
import { type Conversation, converse, requestText, statusesIn } from '../support/raw-conversation.ts'
import { startRedisServer } from '../support/redis-server.ts'
import { projectFolder } from '../support/run-command.ts'
import { scenarioOf } from '../support/serve-scenarios.ts'
import { type RunningProcess, startProcess } from '../support/start-process.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const bin = join(projectFolder, 'dist', 'bin.js')
const withKey = 'Authorization: Bearer sandbox-key'
/** Milliseconds: five seconds for requests, and time for a busy machine. Without the grace it would take a minute. */
const atMost = 20_000

interface Served extends AsyncDisposable {
  readonly running: RunningProcess
  readonly url: string
}

/** With scenarios that delay the list of pets by a minute, and reads of one pet by a second. */
const serve = async (...args: readonly string[]): Promise<Served> => {
  const folder = await createTemporaryFolder({
    'minute.json': scenarioOf({ when: { operation: 'listPets' }, delay: '1m' }),
    'second.json': scenarioOf({ when: { operation: 'getPet' }, delay: '1s' }),
  })
  const running = startProcess(process.execPath, [bin, 'serve', '--port', '0', '--scenarios', folder.path, ...args])
  const [, url = ''] = await running.said(/listening on (\S+)/)
  return {
    running,
    url,
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

interface Clients extends Disposable {
  readonly delaying: Conversation
  readonly waiting: Conversation
  readonly streaming: Conversation
  readonly idle: Conversation
}

/** Clients that wait for a response of a minute, for exchanges, for events, and for nothing. */
const openClients = async (url: string): Promise<Clients> => {
  const [delaying, waiting, streaming, idle] = await Promise.all([1, 2, 3, 4].map(() => converse(url)))
  if (!delaying || !waiting || !streaming || !idle) throw new TypeError('no connection')
  delaying.send(requestText('GET /v1/pets', [withKey, 'Sandbox-Scenario: minute']))
  const condition = '{"operation":"listPets","count":9,"timeout":"10m"}'
  const headers = ['Content-Type: application/json', `Content-Length: ${condition.length}`]
  waiting.send(requestText('POST /_sandbox/sandboxes/default/exchanges/await', headers, condition))
  streaming.send(requestText('GET /_sandbox/events'))
  await streaming.until(/listening|\n\n/)
  // What was sent on the other connections has arrived too.
  await call(`${url}/_sandbox/health`)
  const close = (): void => {
    for (const client of [delaying, waiting, streaming, idle]) client[Symbol.dispose]()
  }
  return { delaying, waiting, streaming, idle, [Symbol.dispose]: close }
}

const stop = async ({ running }: Served): Promise<{ readonly code: number | null; readonly milliseconds: number }> => {
  const begin = performance.now()
  const { code } = await running.stop('SIGTERM')
  return { code, milliseconds: performance.now() - begin }
}

const expectEnd = async (served: Served): Promise<void> => {
  const { code, milliseconds } = await stop(served)
  expect(code).toBe(0)
  expect(milliseconds).toBeLessThan(atMost)
}

const createPet = (url: string) => call(`${url}/v1/pets`, { key: 'sandbox-key', body: { name: 'Rex', categoryId: 1 } })

describe('SIGTERM to the built command', () => {
  it('with delays, awaits, event streams and idle clients ends it within the grace, with a message', async () => {
    await using served = await serve()
    using clients = await openClients(served.url)
    await expectEnd(served)
    const { stdout, stderr } = await served.running.ended
    expect(stdout).toContain('SIGTERM: stopping when the requests in progress have finished')
    expect(stderr).toBe('')
    expect(await clients.idle.closed()).toBe('')
    expect(statusesIn(await clients.delaying.closed())).toEqual([])
  })

  it('lets a response end that takes less than the grace', async () => {
    await using served = await serve()
    using client = await converse(served.url)
    client.send(requestText('GET /v1/pets/1', [withKey, 'Sandbox-Scenario: second']))
    await call(`${served.url}/_sandbox/health`)
    await expectEnd(served)
    expect(statusesIn(await client.closed())).toEqual([200])
  })

  it('with --data ends it too, and what was acknowledged is stored', async () => {
    await using folder = await createTemporaryFolder()
    const data = join(folder.path, 'data')
    await using served = await serve('--data', data)
    using _clients = await openClients(served.url)
    expect((await createPet(served.url)).status).toBe(201)
    await expectEnd(served)
    await using standin = await createStandin({ data, port: 0 })
    expect((await call(`${standin.url}/v1/pets/31`, { key: 'sandbox-key' })).json).toMatchObject({ name: 'Rex' })
  })

  it('a second time ends it at once', async () => {
    await using served = await serve()
    using _clients = await openClients(served.url)
    const first = served.running.stop('SIGTERM')
    await served.running.said(/SIGTERM: stopping/)
    const second = served.running.stop('SIGTERM')
    // After the grace it would end with 0.
    expect((await first).code).toBe(130)
    await second
  })
})

it.each([['serve'], ['mcp'], ['exec', '--', 'true']])(
  'SIGTERM ends a command that waits for its document: %s %s',
  async (command, ...after) => {
    await using folder = await createTemporaryFolder()
    const pipe = join(folder.path, 'pipe.yaml')
    execFileSync('mkfifo', [pipe])
    await using running = startProcess(process.execPath, [
      bin,
      command,
      pipe,
      ...(command === 'serve' ? ['--port', '0'] : after),
    ])
    // A pipe that nobody reads cannot be opened without waiting.
    const openUnread = () => open(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
    await using _writer = await vi.waitFor(openUnread, { timeout: 60_000, interval: 50 })
    expect((await running.stop('SIGTERM')).code).toBe(143)
  },
)

describeWithRedis('SIGTERM to the built command with --store', (program) => {
  it('ends it within its grace and the notice for balancers', async () => {
    await using redis = await startRedisServer({}, program)
    await using served = await serve('--store', redis.url)
    using _clients = await openClients(served.url)
    expect((await createPet(served.url)).status).toBe(201)
    await expectEnd(served)
  })
})
