/**
 * Clients of `standin proxy --tls` use HTTP/2 or HTTP/1.1, and the service behind it gets the same request.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callSecurely, connectHttp2, type SecureStandin, startSecureStandin } from '../support/secure-standin.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, response } from '../support/write-document.ts'
import { type Handler, json, type Service, startService } from './start-proxy.ts'

const document = openApi({
  paths: {
    '/toys': {
      get: { operationId: 'listToys', responses: { 200: response({ type: 'array' }) } },
      post: {
        operationId: 'createToy',
        requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['name'] } } } },
        responses: { 201: response({ type: 'object' }) },
      },
    },
  },
})

const handler: Handler = ({ method, url }, answer, body) => {
  if (method === 'POST') json(answer, 201, { length: body.length })
  else if (url === '/toys?trailers') {
    answer.writeHead(200, { Trailer: 'X-Sum', 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' })
    answer.addTrailers({ 'X-Sum': '7' })
    answer.end('[]')
  } else if (url === '/toys?broken') {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream', 'Content-Length': '100' })
    answer.write('half', () => setImmediate(() => answer.destroy()))
  } else if (url === '/toys?large') answer.writeHead(200, { 'Content-Type': 'text/plain' }).end('x'.repeat(3_000_000))
  else json(answer, 200, [], { 'Set-Cookie': ['a=1', 'b=2'], 'Keep-Alive': 'timeout=5', 'X-Own': 'kept' })
}

interface SecureProxy extends AsyncDisposable {
  readonly service: Service
  readonly secure: SecureStandin
}

const start = async (): Promise<SecureProxy> => {
  const folder: TemporaryFolder = await createTemporaryFolder({ 'toys.json': JSON.stringify(document) })
  const service = await startService(handler)
  const secure = await startSecureStandin({
    documents: [join(folder.path, 'toys.json')],
    proxy: { upstream: [service.url] },
  })
  return {
    service,
    secure,
    [Symbol.asyncDispose]: async () => {
      await secure[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

describe('by HTTP/2', () => {
  it('the service gets what a client of HTTP/1.1 sends, and the client what such a client gets', async () => {
    await using proxy = await start()
    const { secure, service } = proxy
    using client = connectHttp2(secure.standin.url, secure.authority)
    const headers = { 'x-mixed': 'y', cookie: 'a=1; b=2', 'content-type': 'application/json' }
    for (const [method, path, body] of [
      ['GET', '/toys', undefined],
      ['HEAD', '/toys', undefined],
      ['GET', '/toys?large', undefined],
      ['POST', '/toys', '{"name":"Rex"}'],
      ['POST', '/toys', '{}'],
      ['POST', '/toys', JSON.stringify({ name: 'x'.repeat(2_000_000) })],
      ['DELETE', '/toys', undefined],
    ] as const) {
      const sent = { method, headers, ...(body === undefined ? {} : { body }) }
      const one = await callSecurely(secure.standin.url + path, secure.authority, sent)
      const two = await client.call(path, sent)
      const about = `${method} ${path} ${body?.length}`
      expect({ about, status: two.status, text: two.text }).toEqual({ about, status: one.status, text: one.text })
      for (const name of ['content-type', 'set-cookie', 'x-own', 'sandbox-notice', 'sandbox-trace'])
        expect([about, name, two.headers[name]]).toEqual([about, name, one.headers[name]])
      expect(two.headers['keep-alive']).toBeUndefined()
      const [first, second] = service.received.slice(-2)
      expect([about, second?.method, second?.target]).toEqual([about, first?.method, first?.target])
      expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true)
      for (const name of ['cookie', 'x-mixed', 'host', 'x-forwarded-proto', 'x-forwarded-host'])
        expect([about, name, second?.headers[name]]).toEqual([about, name, first?.headers[name]])
      expect(second?.headers).toMatchObject({ via: '2.0 standin' })
      // A GET has no body: nothing is announced that a strict service would reject.
      if (body === undefined) expect(second?.headers['transfer-encoding']).toBeUndefined()
      expect(second?.rawHeaders.filter((name) => name.startsWith(':'))).toEqual([])
    }
  })

  it('cookies in several headers arrive in one', async () => {
    await using proxy = await start()
    using client = connectHttp2(proxy.secure.standin.url, proxy.secure.authority)
    const stream = client.session.request({ ':path': '/toys', cookie: ['a=1', 'b=2'] })
    stream.resume()
    await new Promise((resolve) => stream.on('close', resolve))
    expect(proxy.service.received[0]?.headers.cookie).toBe('a=1; b=2')
  })

  it('trailers are passed on', async () => {
    await using proxy = await start()
    using client = connectHttp2(proxy.secure.standin.url, proxy.secure.authority)
    const stream = client.session.request({ ':path': '/toys?trailers' })
    const trailers = new Promise((resolve) => stream.on('trailers', resolve))
    stream.resume()
    expect(await trailers).toMatchObject({ 'x-sum': '7' })
  })

  it('a response that breaks is reset after what has arrived, and others go on', async () => {
    await using proxy = await start()
    using client = connectHttp2(proxy.secure.standin.url, proxy.secure.authority)
    const stream = client.session.request({ ':path': '/toys?broken' })
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
    const error = await new Promise<Error>((resolve) => stream.on('error', resolve))
    expect([text, error.message]).toEqual(['half', expect.stringContaining('NGHTTP2_INTERNAL_ERROR')])
    expect((await client.call('/toys')).status).toBe(200)
  })

  it('a client that goes away in the middle of its body has sent nothing', async () => {
    await using proxy = await start()
    using client = connectHttp2(proxy.secure.standin.url, proxy.secure.authority)
    const stream = client.session.request({ ':path': '/toys', ':method': 'POST', 'content-type': 'application/json' })
    stream.on('error', () => {})
    stream.write('{"name":')
    stream.close(8)
    await expect.poll(async () => (await client.call('/toys')).status).toBe(200)
    expect(proxy.service.received.filter(({ method }) => method === 'POST')).toEqual([])
  })
})
