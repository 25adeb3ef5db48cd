/**
 * Fault 12: a client that waits for exchanges and goes away costs nothing any more. Nor is anything done for one that goes before it
 * has sent its request.
 */
import { type ClientHttp2Stream, connect } from 'node:http2'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { assert, describe, expect, it } from 'vitest'
import { JournalBudget } from '../../src/journal/journal.ts'
import type { LogEntry } from '../../src/ports.ts'
import { call } from '../support/client.ts'
import { exchanges } from '../support/generated-exchanges.ts'
import { converse, requestText } from '../support/raw-conversation.ts'
import { serveFiles } from '../support/serve-files.ts'
import { startStandin } from '../support/start-standin.ts'
import { openApi, requestBody, response } from '../support/write-document.ts'

const awaitExchanges = (sandbox: string): string => {
  const condition = '{"operation":"listPets","count":9,"timeout":"10m"}'
  const headers = ['Content-Type: application/json', `Content-Length: ${condition.length}`]
  return requestText(`POST /_sandbox/sandboxes/${sandbox}/exchanges/await`, headers, condition)
}

const form = 'application/x-www-form-urlencoded'

const note = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }

/** All properties are optional, so that a part of the form is valid, too. */
const addNote = { operationId: 'addNote', requestBody: requestBody(note, form), responses: { 201: response(note) } }

/** Resolves when the condition holds. */
const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('an await whose client has gone', () => {
  for (const [how, leave] of [
    ['by closing its side', (socket: Socket) => socket.end()],
    ['by a reset', (socket: Socket) => socket.resetAndDestroy()],
  ] as const)
    it(`${how} is cancelled`, async () => {
      await using standin = await startStandin()
      using client = await converse(standin.url)
      client.send(awaitExchanges('default'))
      await until(() => standin.defaultSandbox.waiters === 1)
      leave(client.socket)
      await until(() => standin.defaultSandbox.waiters === 0)
      expect((await call(`${standin.url}/_sandbox/health`)).status).toBe(200)
    })

  it('that still waits is called for the exchanges of its own sandbox only', () => {
    const budget = new JournalBudget()
    const called: string[] = []
    budget.listenTo('a', ({ id }) => called.push(id))
    const [first, second] = fc.sample(exchanges, { numRuns: 2, seed: 1 })
    assert(first && second)
    budget.notify({ ...first, id: 'first', sandbox: 'a' })
    budget.notify({ ...second, id: 'second', sandbox: 'b' })
    expect(called).toEqual(['first'])
  })
})

describe('a request whose client goes in the middle of its body, before anything has read that, is rejected', () => {
  const headers = ['Authorization: Bearer sandbox-key', 'Content-Type: application/json', 'Content-Length: 100']

  /** The statuses of requests that the log has. */
  const logOf = () => {
    const statuses: number[] = []
    return { statuses, log: ({ method, status }: LogEntry) => void (method === 'POST' && statuses.push(status)) }
  }

  it('by HTTP/1.1', async () => {
    const { statuses, log } = logOf()
    await using standin = await startStandin({ delay: 500, log })
    using client = await converse(standin.url)
    client.send(requestText('POST /v1/pets', headers, '{"name":'))
    // When this is answered, the server has received what was sent before it.
    expect((await call(`${standin.url}/_sandbox/health`)).status).toBe(200)
    client.socket.resetAndDestroy()
    await until(() => statuses.length > 0)
    expect(statuses).toEqual([400])
  })

  it.each([
    ['that resets its stream', (stream: ClientHttp2Stream) => stream.close(8)],
    ['that ends its stream too early', (stream: ClientHttp2Stream) => stream.end()],
    ['that closes its connection', ({ session }: ClientHttp2Stream) => session?.destroy()],
  ])('by HTTP/2, of a client %s', async (_, leave) => {
    const { statuses, log } = logOf()
    const files = { 'api.json': openApi({ paths: { '/notes': { post: addNote } } }) }
    await using served = await serveFiles(files, { tls: true, delay: 500, log })
    const session = connect(served.standin.url, { rejectUnauthorized: false })
    session.on('error', () => {})
    const stream = session.request({
      ':method': 'POST',
      ':path': '/notes',
      'content-type': form,
      'content-length': 100,
    })
    stream.on('error', () => {})
    await new Promise((resolve) => stream.write('text=half+of+it', resolve))
    // When this is answered, the server has received what was sent before it.
    await new Promise((resolve) => session.ping(resolve))
    leave(stream)
    await until(() => statuses.length > 0)
    session.destroy()
    expect(statuses).toEqual([422])
  })
})
