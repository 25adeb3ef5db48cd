/**
 * Fault 16: a server that stops waits for requests at most as long as its grace, and for nothing else.
 */
import { PassThrough, Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { run } from '../../src/cli/run.ts'
import type { Standin } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { converse, requestText, statusesIn } from '../support/raw-conversation.ts'
import { scenarioOf, serveScenarios } from '../support/serve-scenarios.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const grace = 5_000

/** Milliseconds that closing takes. */
const timeOfClose = async (standin: Standin): Promise<number> => {
  const start = performance.now()
  await standin.close()
  return performance.now() - start
}

const withKey = 'Authorization: Bearer sandbox-key'

describe('closing', () => {
  it('does not wait for a connection that has sent nothing', async () => {
    const standin = await startStandin()
    using client = await converse(standin.url)
    await call(`${standin.url}/_sandbox/health`)
    expect(await timeOfClose(standin)).toBeLessThan(grace)
    expect(await client.closed()).toBe('')
  })

  it('does not wait for a connection between two requests', async () => {
    const standin = await startStandin()
    using client = await converse(standin.url)
    client.send(requestText('GET /v1/pets/1', [withKey]))
    await client.until(/\}$/)
    expect(await timeOfClose(standin)).toBeLessThan(grace)
  })

  it('does not wait for a connection that becomes idle meanwhile', async () => {
    await using served = await serveScenarios({ slower: scenarioOf({ when: { operation: 'getPet' }, delay: '2s' }) })
    using client = await converse(served.standin.url)
    client.send(requestText('GET /v1/pets/1', [withKey, 'Sandbox-Scenario: slower']))
    await call(`${served.standin.url}/_sandbox/health`)
    expect(await timeOfClose(served.standin)).toBeLessThan(grace)
    const received = await client.closed()
    expect(statusesIn(received)).toEqual([200])
    expect(received).toContain('Connection: close')
  })

  it('ends streams of events at once', async () => {
    const standin = await startStandin()
    using client = await converse(standin.url)
    client.send(requestText('GET /_sandbox/events'))
    await client.until(/listening/)
    expect(await timeOfClose(standin)).toBeLessThan(grace)
  })

  it('of a client in the same process ends its wait for exchanges', async () => {
    const standin = await startStandin()
    const sandbox = await standin.sandbox()
    const waiting = sandbox.exchanges.await({ operation: 'listPets', timeout: '10m' }).catch((error: unknown) => error)
    await standin.close()
    expect(String(await waiting)).toContain('AwaitError')
  })
})

/** `standin serve` in this process, with a scenario that delays the list of pets by a minute. */
const serveCommand = async () => {
  const source = scenarioOf({ when: { operation: 'listPets' }, delay: '1m' })
  const folder = await createTemporaryFolder({ 'minute.json': source })
  const stdout = new PassThrough()
  const exits: number[] = []
  let signal: (name: NodeJS.Signals) => void = () => {}
  const ended = run({
    args: ['--port', '0', '--scenarios', folder.path],
    environment: {},
    stdout,
    stderr: new PassThrough(),
    openStreams: () => ({ input: Readable.from([]), output: stdout }),
    color: false,
    errorColor: false,
    columns: undefined,
    errorColumns: undefined,
    onSignal: (_, callback) => {
      signal = callback
    },
    exit: (code) => exits.push(code),
    pid: process.pid,
    platform: process.platform,
    kill: process.kill,
  })
  const url = await new Promise<string>((resolve) => {
    stdout.on('data', (chunk: Buffer) => {
      const found = /listening on (\S+)/.exec(chunk.toString())?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  await folder.remove()
  return { url, ended, exits, signal: (name: NodeJS.Signals) => signal(name) }
}

const delayed = requestText('GET /v1/pets', [withKey, 'Sandbox-Scenario: minute'])

describe('SIGTERM', () => {
  it('with delays, awaits, event streams and idle clients ends the command within the grace', async () => {
    const { url, ended, signal } = await serveCommand()
    using delaying = await converse(url)
    delaying.send(delayed)
    using waiting = await converse(url)
    const condition = '{"operation":"listPets","count":9,"timeout":"10m"}'
    const headers = ['Content-Type: application/json', `Content-Length: ${condition.length}`]
    waiting.send(requestText('POST /_sandbox/sandboxes/default/exchanges/await', headers, condition))
    using streaming = await converse(url)
    streaming.send(requestText('GET /_sandbox/events'))
    await streaming.until(/listening/)
    using idle = await converse(url)
    const begin = performance.now()
    signal('SIGTERM')
    expect(await ended).toBe(0)
    expect(performance.now() - begin).toBeLessThan(grace + 15_000)
    expect(await idle.closed()).toBe('')
  })

  it('a second time ends the process at once', async () => {
    const { url, ended, exits, signal } = await serveCommand()
    using delaying = await converse(url)
    delaying.send(delayed)
    await call(`${url}/_sandbox/health`)
    signal('SIGTERM')
    expect(exits).toEqual([])
    signal('SIGTERM')
    expect(exits).toEqual([130])
    await ended
  })
})
