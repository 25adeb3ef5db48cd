/**
 * The real service fails, or the client does: what the other side sees, and that nothing is left open.
 */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { call } from '../support/client.ts'
import { closed, openApi, requestBody, response } from '../support/write-document.ts'
import { type Handler, json, type ProxySetup, startProxy, startService } from './start-proxy.ts'

const problem = closed({ code: { type: 'string' }, message: { type: 'string' } })
const document = openApi({
  paths: {
    '/things': {
      get: { operationId: 'listThings', responses: { 200: response({ type: 'array' }), 400: response(problem) } },
      post: {
        operationId: 'createThing',
        requestBody: requestBody(closed({ name: { type: 'string' } })),
        responses: { 201: response(closed({ id: { type: 'integer' } })), 422: response(problem) },
      },
    },
    '/file': {
      get: { operationId: 'readFile', responses: { 200: { description: 'Bytes.', content: { 'image/png': {} } } } },
    },
  },
})

const start = (handler: Handler, setup: Partial<ProxySetup> = {}) => startProxy({ document, handler, ...setup })

/** What arrives of a response, and whether it is complete. */
const read = (url: string): Promise<{ status: number; text: string; isComplete: boolean }> =>
  new Promise((resolve, reject) => {
    request(url, { agent: false }, (message: IncomingMessage) => {
      let text = ''
      message.on('data', (chunk: Buffer) => {
        text += chunk
      })
      message.on('error', () => {})
      message.on('close', () => resolve({ status: message.statusCode ?? 0, text, isComplete: message.complete }))
    })
      .on('error', reject)
      .end()
  })

describe('before the response begins', () => {
  const failures: readonly {
    readonly name: string
    readonly handler: Handler
    readonly status: number
    readonly code: string
  }[] = [
    {
      name: 'a connection that is reset',
      handler: ({ socket }) => void socket.resetAndDestroy(),
      status: 502,
      code: 'bad_gateway',
    },
    {
      name: 'a connection that is closed',
      handler: ({ socket }) => void socket.destroy(),
      status: 502,
      code: 'bad_gateway',
    },
    {
      name: 'what is not HTTP',
      handler: ({ socket }) => void socket.end('nonsense\r\n\r\n'),
      status: 502,
      code: 'bad_gateway',
    },
    { name: 'a service that does not answer', handler: () => {}, status: 504, code: 'gateway_timeout' },
  ]
  for (const { name, handler, status, code } of failures)
    it(`${name} is ${status} in the shape of the document`, async () => {
      // Undici looks at timeouts of less than a second once a second.
      await using proxy = await start(handler, { proxy: { timeout: 200 } })
      const answer = await proxy.call('/things')
      expect(answer).toMatchObject({ status, json: { code, message: expect.stringContaining(proxy.service.url) } })
      expect(Object.keys(answer.json as object)).toEqual(['code', 'message'])
      expect((await proxy.exchanges())[0]).toMatchObject({ code, response: { status } })
      expect(proxy.log).toMatchObject([{ status, code }])
    })

  it('a service that is away is 502, and is used again when it is back', async () => {
    const service = await startService((_, answer) => json(answer, 200, []))
    await using proxy = await start(() => {}, { proxy: { upstream: [service.url] } })
    expect((await proxy.call('/things')).status).toBe(200)
    await service[Symbol.asyncDispose]()
    expect(await proxy.call('/things')).toMatchObject({
      status: 502,
      json: { message: expect.stringContaining('ECONNREFUSED') },
    })
  })

  it('a name that does not exist is 502', async () => {
    await using proxy = await start(() => {}, { proxy: { upstream: ['http://nowhere.invalid'] } })
    expect((await proxy.call('/things')).status).toBe(502)
  })

  it('a service that fails while it gets a body is 502, and the connection of the client is used again', async () => {
    const service = createServer((socket: Socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.resetAndDestroy())
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const address = service.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await using proxy = await start(() => {}, { proxy: { upstream: [`http://127.0.0.1:${port}`] } })
    const { Agent } = await import('node:http')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const body = JSON.stringify({ name: 'a'.repeat(300_000) })
    expect((await proxy.call('/things', { body, agent })).status).toBe(502)
    expect((await proxy.call('/things', { body, agent })).status).toBe(502)
    agent.destroy()
    service.close()
  })
})

describe('in the middle of the response', () => {
  const partial =
    (length: number, type = 'application/json'): Handler =>
    (incoming, answer) => {
      answer.writeHead(200, { 'Content-Type': type, 'Content-Length': String(length) })
      answer.write('[1,', () => incoming.socket.destroy())
    }
  const breaks: readonly { readonly name: string; readonly path: string; readonly handler: Handler }[] = [
    { name: 'truncated', path: '/things', handler: partial(100) },
    { name: 'truncated, not validated', path: '/file', handler: partial(100, 'image/png') },
    {
      name: 'reset in chunks',
      path: '/things',
      handler: (incoming, answer) => {
        answer.writeHead(200, { 'Content-Type': 'application/json' })
        answer.write('[1,', () => incoming.socket.resetAndDestroy())
      },
    },
  ]
  for (const { name, path, handler } of breaks)
    it(`a response that is ${name} ends the connection of the client, and the journal has it`, async () => {
      await using proxy = await start(handler)
      const answer = await read(proxy.standin.url + path)
      expect(answer).toEqual({ status: 200, text: '[1,', isComplete: false })
      const [exchange] = await proxy.exchanges()
      expect(exchange?.response).toMatchObject({ status: 200, fault: 'truncate' })
      expect(exchange?.notices).toMatchObject([{ kind: 'incomplete', names: ['upstream', expect.any(String)] }])
      expect(proxy.log).toMatchObject([{ status: 200, fault: 'truncate' }])
    })

  it('a response that stops ends the connection, too', async () => {
    await using proxy = await start(
      (_, answer) => void answer.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': '9' }).write('part'),
      { proxy: { timeout: 100 } },
    )
    expect(await read(`${proxy.standin.url}/file`)).toEqual({ status: 200, text: 'part', isComplete: false })
  })

  it('with --errors, a response that is incomplete is 502', async () => {
    await using proxy = await start(partial(100), { proxy: { errors: true } })
    expect(await proxy.call('/things')).toMatchObject({ status: 502, json: { code: 'bad_gateway' } })
  })
})

describe('a client that goes away', () => {
  it('ends the request to the service', async () => {
    let closedByProxy = false
    await using proxy = await start((incoming) => {
      incoming.socket.on('close', () => {
        closedByProxy = true
      })
    })
    const outgoing = request(`${proxy.standin.url}/things`, { agent: false }).on('error', () => {})
    outgoing.end()
    await expect.poll(() => proxy.service.received.length).toBe(1)
    outgoing.destroy()
    await expect.poll(() => closedByProxy).toBe(true)
    await expect.poll(proxy.exchanges).toMatchObject([{ notices: [{ kind: 'incomplete', names: ['client'] }] }])
  })

  it('in the middle of its body does not leave the service waiting', async () => {
    const ended: string[] = []
    const service = createServer((socket: Socket) => {
      socket.on('error', () => {})
      socket.on('close', () => ended.push('closed'))
      socket.resume()
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const address = service.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await using proxy = await start(() => {}, { proxy: { upstream: [`http://127.0.0.1:${port}`] } })
    const socket = connect(Number(new URL(proxy.standin.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"name":',
    )
    socket.write('"'.padEnd(200_000, 'a'))
    await expect
      .poll(() => new Promise<number>((resolve) => service.getConnections((_, count) => resolve(count))))
      .toBe(1)
    socket.destroy()
    await expect.poll(() => ended).toContain('closed')
    await expect.poll(proxy.exchanges).toHaveLength(1)
    service.close()
  })
})

it('a request whose chunks are invalid gets 400', async () => {
  await using proxy = await start((_, answer) => json(answer, 201, { id: 1 }))
  const socket = connect(Number(new URL(proxy.standin.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk
  })
  socket.write(
    'POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  )
  await once(socket, 'close')
  expect(text).toMatch(/^HTTP\/1.1 400 /)
})

it('the server closes although a request is waiting for the service', async () => {
  const proxy = await start(() => {})
  const pending = call(`${proxy.standin.url}/things`).catch(() => 'closed')
  await expect.poll(() => proxy.service.received.length).toBe(1)
  const closing = proxy.standin.close()
  await proxy.service[Symbol.asyncDispose]()
  await pending
  await closing
  await proxy[Symbol.asyncDispose]()
})
