/**
 * What is known about the requests of a connection: how many there were, and the response to the latest one while it is needed.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { Connections } from '../../src/http/connections.ts'

const cleanups: (() => void)[] = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

type Handled = readonly [request: IncomingMessage, response: ServerResponse]

/** A server that leaves its responses to the test, with one client. */
const serve = async () => {
  const requests: Handled[] = []
  let arrived = (): void => {}
  const server = createServer((request, response) => {
    connections.begin(request, response)
    requests.push([request, response])
    arrived()
  })
  const connections = new Connections(server, (listener) => server.on('connection', listener))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.resume()
  cleanups.push(() => {
    client.destroy()
    server.close()
  })
  const send = async (text: string): Promise<Handled> => {
    const next = new Promise<void>((resolve) => {
      arrived = resolve
    })
    client.write(text)
    await next
    return requests.at(-1) as Handled
  }
  return { connections, client, send }
}

const finished = (response: ServerResponse): Promise<unknown> => once(response, 'finish')

describe('the latest response of a connection', () => {
  it('is known until it and its request are whole', async () => {
    const { connections, send } = await serve()
    const [{ socket }, response] = await send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(connections.latest(socket)).toBe(response)
    response.end('done')
    await finished(response)
    expect(connections.latest(socket)).toBeUndefined()
    expect(connections.count(socket)).toBe(1)
  })

  it('is still known when its request is not whole', async () => {
    const { connections, send } = await serve()
    const [{ socket }, response] = await send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab')
    response.end('early')
    await finished(response)
    expect(connections.latest(socket)).toBe(response)
  })

  it('is that of the next request, although the one before ends later', async () => {
    const { connections, send } = await serve()
    const [{ socket }, first] = await send('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n')
    const [, second] = await send('GET /2 HTTP/1.1\r\nHost: a\r\n\r\n')
    first.end('one')
    await finished(first)
    expect(connections.latest(socket)).toBe(second)
    expect(connections.count(socket)).toBe(2)
  })
})

it('forgets a connection that has been closed', async () => {
  const { connections, client, send } = await serve()
  const [{ socket }, response] = await send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  response.end('done')
  await finished(response)
  client.end()
  await once(socket, 'close')
  expect(connections.count(socket)).toBe(0)
})

describe('a client that goes with several open requests', () => {
  it('gets no stack trace for each of them, and errors have traces afterwards', async () => {
    const { client, send } = await serve()
    const before = Error.stackTraceLimit
    const traces: (string | undefined)[] = []
    const note = ([request]: Handled): unknown => request.on('error', ({ stack }) => traces.push(stack))
    note(await send('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n'))
    note(await send('GET /2 HTTP/1.1\r\nHost: a\r\n\r\n'))
    const last = await send('GET /3 HTTP/1.1\r\nHost: a\r\n\r\n')
    note(last)
    const closed = new Promise((resolve) => {
      last[0].on('close', resolve)
    })
    client.destroy()
    await closed
    expect(traces).toEqual(Array(3).fill('Error: aborted'))
    expect(Error.stackTraceLimit).toBe(before)
    expect(new Error('later').stack).toContain('\n    at ')
  })
})
