/**
 * Requests of the process itself: `standin.fetch` and the control API's own requests go to the real service, as those of clients.
 */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { call } from '../support/client.ts'
import { closed, openApi, response } from '../support/write-document.ts'
import { type Handler, json, startProxy } from './start-proxy.ts'

const document = openApi({
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/toys': {
      get: {
        operationId: 'listToys',
        security: [{ token: [] }],
        responses: { 200: response(closed({ from: { type: 'string' } })) },
      },
      post: {
        operationId: 'createToy',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 201: response({ type: 'object' }) },
      },
    },
    '/local': { get: { operationId: 'local', responses: { 200: response({ type: 'object' }) } } },
  },
})

const handler: Handler = ({ method, url }, answer, body) => {
  if (method === 'POST') json(answer, 201, { got: body.toString() })
  else if (url === '/toys?coded')
    answer
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .end(gzipSync('{"from":"gzip"}'))
  else if (url === '/toys?broken') {
    answer.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': '100' })
    answer.write('half')
    setImmediate(() => answer.destroy())
  } else json(answer, 200, { from: 'service' }, { 'Set-Cookie': ['a=1', 'b=2'] })
}

const start = (proxy: object = {}) => startProxy({ document, handler, proxy })

describe('standin.fetch', () => {
  it('goes to the real service, and is validated and recorded', async () => {
    await using proxy = await start()
    const answer = await proxy.standin.fetch('/toys?size=1', {
      headers: { authorization: 'Bearer mine', 'x-own': 'y' },
    })
    expect([answer.status, await answer.json()]).toEqual([200, { from: 'service' }])
    expect(answer.url).toBe(`${proxy.standin.url}/toys?size=1`)
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(answer.headers.get('sandbox-notice')).toBe('undocumented-query;names="size"')
    const [received] = proxy.service.received
    expect(received).toMatchObject({ target: '/toys?size=1', headers: { authorization: 'Bearer mine', 'x-own': 'y' } })
    const [exchange] = await proxy.exchanges()
    expect(exchange).toMatchObject({ operation: 'listToys', response: { body: { from: 'service' } } })
  })

  it('sends a body with its length', async () => {
    await using proxy = await start()
    const answer = await proxy.standin.fetch('/toys', {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.status, await answer.json()]).toEqual([201, { got: '{"a":1}' }])
    expect(proxy.service.received[0]?.headers['content-length']).toBe('7')
  })

  it('decodes what the service has compressed', async () => {
    await using proxy = await start()
    const answer = await proxy.standin.fetch('/toys?coded', { headers: { authorization: 'Bearer mine' } })
    expect(await answer.json()).toEqual({ from: 'gzip' })
  })

  it('rejects the body of a response that breaks', async () => {
    await using proxy = await start()
    const answer = await proxy.standin.fetch('/toys?broken', { headers: { authorization: 'Bearer mine' } })
    await expect(answer.text()).rejects.toThrow()
  })

  it('of a sandbox is recorded in that sandbox', async () => {
    await using proxy = await start()
    await using sandbox = await proxy.standin.sandbox()
    await sandbox.fetch('/toys', { headers: { authorization: 'Bearer mine' } })
    expect(proxy.service.received).toHaveLength(1)
    expect(await sandbox.exchanges.list()).toMatchObject([{ operation: 'listToys' }])
    expect(await proxy.exchanges()).toEqual([])
  })

  it('is answered by the sandbox for a mocked operation', async () => {
    await using proxy = await start({ mock: ['local'] })
    const answer = await proxy.standin.fetch('/local')
    expect(answer.status).toBe(200)
    expect(proxy.service.received).toEqual([])
  })

  it('ends with the signal of its caller', async () => {
    const controller = new AbortController()
    await using proxy = await startProxy({ document, handler: () => controller.abort(new Error('enough')) })
    await expect(proxy.standin.fetch('/toys', { signal: controller.signal })).rejects.toThrow('enough')
  })
})

describe('the control API', () => {
  it('sends a recorded request to the service again, without credentials that it does not have', async () => {
    await using proxy = await start()
    const first = await proxy.call('/toys', { headers: { authorization: 'Bearer mine' } })
    const id = first.headers['sandbox-request-id']
    const url = `${proxy.standin.url}/_sandbox/exchanges/${id}/send`
    const again = await call(url, { body: {} })
    expect(again).toMatchObject({
      status: 201,
      json: {
        sentFrom: id,
        credentials: 'none',
        notes: [
          'secrets of the recorded request are not sent again: header.authorization',
          'the request went to the real service without credentials; send them in headers',
        ],
        response: { status: 200, body: { from: 'service' } },
      },
    })
    expect(proxy.service.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer mine', undefined])
    const sent = (await proxy.exchanges()).find((exchange) => exchange.id === (again.json as { id: string }).id)
    expect(sent).toMatchObject({ sentFrom: id, operation: 'listToys' })
    const own = await call(url, { body: { headers: { Authorization: 'Bearer other' } } })
    expect(own.json).toMatchObject({ credentials: 'request' })
    expect(proxy.service.received.at(-1)?.headers.authorization).toBe('Bearer other')
  })
})
