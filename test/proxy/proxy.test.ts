/**
 * The proxy: what it forwards unchanged, what it reports, and what it responds with when the real service fails.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { call } from '../support/client.ts'
import { closed, content, openApi, requestBody, response } from '../support/write-document.ts'
import { type Handler, json, type ProxySetup, startProxy } from './start-proxy.ts'

const gadget = closed({ id: { type: 'integer' }, name: { type: 'string', maxLength: 10 } })
const problem = closed({ code: { type: 'string' }, message: { type: 'string' } })

const document = openApi({
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/gadgets': {
      get: {
        operationId: 'listGadgets',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } }],
        responses: {
          200: {
            description: 'All.',
            headers: { 'X-Total': { required: true, schema: { type: 'integer' } } },
            ...content({ type: 'array', items: gadget }),
          },
          400: response(problem),
        },
      },
      post: {
        operationId: 'createGadget',
        requestBody: requestBody(closed({ name: { type: 'string' } })),
        responses: { 201: response(gadget), 422: response(problem) },
      },
    },
    '/gadgets/{id}': {
      get: {
        operationId: 'getGadget',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        security: [{ key: [] }],
        responses: { 200: response(gadget), 404: response(problem) },
      },
    },
    '/raw': {
      get: { operationId: 'readRaw', responses: { 200: { description: 'Bytes.', content: { 'image/png': {} } } } },
      post: {
        operationId: 'sendRaw',
        requestBody: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
        responses: { 200: { description: 'Taken.' } },
      },
    },
  },
})

const list: Handler = (_, answer) => json(answer, 200, [{ id: 1, name: 'lamp' }], { 'X-Total': '1' })
const start = (setup: Partial<ProxySetup> = {}) => startProxy({ document, handler: list, ...setup })

describe('a request', () => {
  it('reaches the service with its method, target, headers and body', async () => {
    await using proxy = await start({ handler: (_, answer) => json(answer, 201, { id: 2, name: 'fan' }) })
    await proxy.call('/gadgets?x=%41&x=b+c', {
      body: '{ "name": "fan" }',
      headers: { 'X-Mixed-Case': 'Kept', cookie: 'a=1; b=2', 'content-type': 'application/json' },
    })
    const [request] = proxy.service.received
    expect(request).toMatchObject({ method: 'POST', target: '/gadgets?x=%41&x=b+c' })
    expect(request?.body.toString()).toBe('{ "name": "fan" }')
    expect(request?.rawHeaders).toEqual(expect.arrayContaining(['X-Mixed-Case', 'Kept', 'cookie', 'a=1; b=2']))
    expect(request?.headers['content-length']).toBe('17')
  })

  it('says which way it came, and has no header of the connection to the proxy', async () => {
    await using proxy = await start()
    await proxy.call('/gadgets', {
      headers: {
        connection: 'X-Hop, keep-alive',
        'x-hop': 'dropped',
        'keep-alive': 'timeout=7',
        te: 'trailers',
        via: '1.0 before',
        'x-forwarded-for': '192.0.2.7',
        'x-forwarded-proto': 'https',
      },
    })
    const headers = proxy.service.received[0]?.headers ?? {}
    expect(headers).toMatchObject({
      via: '1.0 before, 1.1 standin',
      'x-forwarded-for': '192.0.2.7, 127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': new URL(proxy.standin.url).host,
      host: new URL(proxy.service.url).host,
    })
    expect(headers.forwarded).toBe(`for=127.0.0.1;host="${new URL(proxy.standin.url).host}";proto=http`)
    for (const name of ['x-hop', 'keep-alive', 'te']) expect(headers).not.toHaveProperty(name)
  })

  it('is not forwarded in a circle', async () => {
    await using proxy = await start()
    const answer = await proxy.call('/gadgets', { headers: { via: Array(10).fill('1.1 standin').join(', ') } })
    expect(answer.status).toBe(502)
    expect(proxy.service.received).toEqual([])
  })

  const targets = [
    { upstream: '', base: '/v1', path: '/v1/gadgets', target: '/v1/gadgets' },
    { upstream: '/', base: '/v1', path: '/v1/gadgets?limit=1', target: '/v1/gadgets?limit=1' },
    { upstream: '/api/v2', base: '/v1', path: '/v1/gadgets', target: '/api/v2/gadgets' },
    { upstream: '/api/v2/', base: '/v1', path: '/elsewhere', target: '/api/v2/elsewhere' },
    { upstream: '/api', base: '/', path: '/gadgets', target: '/api/gadgets' },
    { upstream: '', base: '/v1', path: '/~checkout/v1/gadgets', target: '/v1/gadgets' },
  ]
  for (const { upstream, base, path, target } of targets)
    it(`${path} at ${base} goes to ${target} with --upstream …${upstream}`, async () => {
      await using proxy = await start()
      await using other = await start({ basePath: base, proxy: { upstream: [proxy.service.url + upstream] } })
      await other.call(path)
      expect(proxy.service.received[0]?.target).toBe(target)
    })
})

describe('a response', () => {
  it('reaches the client as the service sent it', async () => {
    await using proxy = await start({
      handler: (_, answer) => {
        answer.writeHead(200, 'Fine', [
          'Content-Type',
          'application/json',
          'X-Total',
          '1',
          'Set-Cookie',
          'a=1',
          'Set-Cookie',
          'b=2',
          'Connection',
          'X-Hop',
          'X-Hop',
          'dropped',
        ])
        answer.end('[ { "name":"lamp", "id":1.0 } ]')
      },
    })
    const answer = await fetch(`${proxy.standin.url}/gadgets`)
    expect([answer.status, answer.statusText]).toEqual([200, 'Fine'])
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(answer.headers.get('x-hop')).toBeNull()
    expect(await answer.text()).toBe('[ { "name":"lamp", "id":1.0 } ]')
    expect(answer.headers.get('sandbox-notice')).toBeNull()
    expect(answer.headers.get('sandbox-trace')).toBe('operation="listGadgets", source=upstream')
  })

  for (const [coding, compress] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)
    it(`in ${coding} is passed on compressed, and validated decompressed`, async () => {
      const bytes = compress(JSON.stringify([{ id: 'x', name: 'lamp' }]))
      await using proxy = await start({
        handler: (_, answer) => {
          const headers = { 'Content-Type': 'application/json', 'X-Total': '1', 'Content-Encoding': coding }
          answer.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes)
        },
      })
      const answer = await proxy.call('/gadgets')
      expect(answer.headers).toMatchObject({
        'content-encoding': coding,
        'content-length': String(bytes.length),
        'sandbox-notice': 'invalid-response;names="response.body[0].id"',
      })
      expect(answer.length).toBe(bytes.length)
      expect((await proxy.exchanges())[0]?.response.body).toEqual([{ id: 'x', name: 'lamp' }])
    })

  it('to HEAD has no body, and its headers are validated', async () => {
    await using proxy = await start({
      handler: (_, answer) =>
        void answer.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '41' }).end(),
    })
    const answer = await proxy.call('/gadgets', { method: 'HEAD' })
    expect(answer).toMatchObject({ status: 200, text: '' })
    expect(answer.headers).toMatchObject({
      'content-length': '41',
      'sandbox-notice': 'invalid-response;names="response.header.X-Total"',
    })
  })

  it('with trailers keeps them', async () => {
    await using proxy = await start({
      handler: (_, answer) => {
        answer.writeHead(200, { 'Content-Type': 'application/json', 'X-Total': '0', Trailer: 'X-Sum' })
        answer.write('[]')
        answer.addTrailers({ 'X-Sum': 'abc' })
        answer.end()
      },
    })
    const { request } = await import('node:http')
    const trailers = await new Promise((resolve, reject) => {
      request(`${proxy.standin.url}/gadgets`, { agent: false }, (message) => {
        message.resume()
        message.on('end', () => resolve(message.trailers))
      })
        .on('error', reject)
        .end()
    })
    expect(trailers).toEqual({ 'x-sum': 'abc' })
  })

  it('gets CORS headers unless the service has its own', async () => {
    await using proxy = await start()
    const headers = { origin: 'https://page.example' }
    expect((await proxy.call('/gadgets', { headers })).headers['access-control-allow-origin']).toBe(
      'https://page.example',
    )
    await using own = await start({
      handler: (_, answer) => json(answer, 200, [], { 'X-Total': 0, 'Access-Control-Allow-Origin': '*' }),
    })
    expect((await own.call('/gadgets', { headers })).headers['access-control-allow-origin']).toBe('*')
  })
})

const ok = { id: 1, name: 'lamp' }
const answering =
  (status: number, body: unknown, headers: object = {}): Handler =>
  (_, answer) =>
    json(answer, status, body, headers)

const reported: readonly {
  readonly name: string
  readonly call: readonly [string, Parameters<typeof call>[1]?]
  readonly handler: Handler
  readonly request?: readonly string[]
  readonly response?: readonly string[]
}[] = [
  { name: 'nothing of a valid exchange', call: ['/gadgets?limit=2'], handler: list },
  { name: 'an invalid parameter', call: ['/gadgets?limit=1000'], handler: list, request: ['query.limit'] },
  {
    name: 'an invalid body',
    call: ['/gadgets', { body: { name: 7, x: 1 } }],
    handler: answering(422, { code: 'a', message: 'b' }),
    request: ['body.x', 'body.name'],
  },
  {
    name: 'a body that is not JSON',
    call: ['/gadgets', { body: '{' }],
    handler: answering(201, ok),
    request: ['body'],
  },
  { name: 'a missing body', call: ['/gadgets', { method: 'POST' }], handler: answering(201, ok), request: ['body'] },
  {
    name: 'another media type',
    call: ['/gadgets', { body: 'x', headers: { 'content-type': 'text/plain' } }],
    handler: answering(201, ok),
    request: ['header.Content-Type'],
  },
  { name: 'missing credentials', call: ['/gadgets/1'], handler: answering(200, ok), request: ['security'] },
  {
    name: 'nothing of unknown credentials',
    call: ['/gadgets/1', { key: 'of-the-service' }],
    handler: answering(200, ok),
  },
  { name: 'an unknown path', call: ['/gizmos'], handler: answering(200, ok), request: ['path'] },
  {
    name: 'an undocumented method',
    call: ['/gadgets', { method: 'DELETE' }],
    handler: answering(200, ok),
    request: ['method'],
  },
  { name: 'an undocumented status', call: ['/gadgets'], handler: answering(418, {}), response: ['response.status'] },
  {
    name: 'another media type of the response',
    call: ['/gadgets'],
    handler: (_, answer) => void answer.writeHead(200, { 'Content-Type': 'text/html', 'X-Total': '1' }).end('<p>'),
    response: ['response.header.Content-Type'],
  },
  {
    name: 'no media type of the response',
    call: ['/gadgets'],
    handler: (_, answer) => void answer.writeHead(200, { 'X-Total': '1' }).end('[]'),
    response: ['response.header.Content-Type'],
  },
  { name: 'a missing header', call: ['/gadgets'], handler: answering(200, []), response: ['response.header.X-Total'] },
  {
    name: 'an invalid header',
    call: ['/gadgets'],
    handler: answering(200, [], { 'X-Total': 'many' }),
    response: ['response.header.X-Total'],
  },
  {
    name: 'an invalid body of the response',
    call: ['/gadgets'],
    handler: answering(200, [{ id: 1 }], { 'X-Total': 1 }),
    response: ['response.body[0].name'],
  },
  {
    name: 'a missing body of the response',
    call: ['/gadgets'],
    handler: (_, answer) => void answer.writeHead(200, { 'X-Total': '1' }).end(),
    response: ['response.body'],
  },
  {
    name: 'a body of the response that is not JSON',
    call: ['/gadgets'],
    handler: (_, answer) =>
      void answer.writeHead(200, { 'Content-Type': 'application/json', 'X-Total': '1' }).end('[1'),
    response: ['response.body'],
  },
  {
    name: 'both sides',
    call: ['/gadgets?limit=x'],
    handler: answering(200, []),
    request: ['query.limit'],
    response: ['response.header.X-Total'],
  },
]

describe('reports, and forwards all the same,', () => {
  for (const {
    name,
    call: [path, options],
    handler,
    request = [],
    response: wrong = [],
  } of reported)
    it(name, async () => {
      await using proxy = await start({ handler })
      const answer = await proxy.call(path, options)
      expect(proxy.service.received).toHaveLength(1)
      const [exchange] = await proxy.exchanges()
      expect(exchange?.violations.map(({ at }) => at)).toEqual([...request, ...wrong])
      const notices = [
        ...(request.length > 0 ? [`invalid-request;names="${request.join(' ')}"`] : []),
        ...(wrong.length > 0 ? [`invalid-response;names="${wrong.join(' ')}"`] : []),
      ]
      expect(answer.headers['sandbox-notice']).toBe(notices.length === 0 ? undefined : notices.join(', '))
      expect(exchange?.response.status).toBe(answer.status)
      expect(proxy.log.map(({ status, message }) => [status, message])).toEqual([
        [answer.status, exchange?.message ?? undefined],
      ])
    })

  it('notices the sandbox that a request names', async () => {
    await using proxy = await start()
    expect((await proxy.call('/gadgets', { headers: { 'sandbox-id': 'checkout' } })).headers['sandbox-id']).toBe(
      'checkout',
    )
    const { json: found } = await call(`${proxy.standin.url}/_sandbox/sandboxes/checkout/exchanges`)
    expect(found).toHaveLength(1)
  })

  it('counts the coverage', async () => {
    await using proxy = await start()
    await proxy.call('/gadgets?limit=2')
    const { operations } = proxy.standin.coverage()
    expect(operations.find(({ operation }) => operation === 'listGadgets')).toMatchObject({ count: 1 })
  })
})

it('does not say that any key is accepted: the service decides', async () => {
  await using proxy = await start({ handler: answering(401, { message: 'no' }) })
  await proxy.call('/gadgets/1')
  const [exchange] = await proxy.exchanges()
  const [violation] = exchange?.violations ?? []
  expect(violation).toMatchObject({ at: 'security', message: expect.stringContaining('Authorization') })
  expect(violation?.message).not.toContain('accepted')
})

describe('what is larger than the limit', () => {
  const large = JSON.stringify([{ id: 1, name: 'a'.repeat(5_000) }])

  it('is forwarded without validation, and reported', async () => {
    await using proxy = await start({
      maxBody: 1_000,
      handler: (_, answer) =>
        void answer.writeHead(200, { 'Content-Type': 'application/json', 'X-Total': '1' }).end(large),
    })
    const answer = await proxy.call('/gadgets')
    expect(answer.text).toBe(large)
    expect(answer.headers['sandbox-notice']).toBe('not-validated;names="response"')
    expect((await proxy.exchanges())[0]).toMatchObject({ code: null, response: { body: null } })
  })

  it('in a request, too', async () => {
    await using proxy = await start({ maxBody: 1_000, handler: answering(201, ok) })
    const answer = await proxy.call('/gadgets', { body: large })
    expect(proxy.service.received[0]?.body.toString()).toBe(large)
    expect(answer.headers['sandbox-notice']).toMatch(/^not-validated;names="request /)
    expect((await proxy.exchanges())[0]).toMatchObject({ code: null, request: { body: null } })
  })

  it('after decompression is not decompressed further', async () => {
    const bomb = gzipSync(JSON.stringify([{ id: 1, name: 'a'.repeat(100_000) }]))
    await using proxy = await start({
      maxBody: 1_000,
      handler: (_, answer) =>
        void answer
          .writeHead(200, { 'Content-Type': 'application/json', 'X-Total': '1', 'Content-Encoding': 'gzip' })
          .end(bomb),
    })
    const answer = await proxy.call('/gadgets')
    expect(answer.length).toBe(bomb.length)
    expect(answer.headers['sandbox-notice']).toMatch(/^not-validated;names="response body must be at most 1000/)
  })
})
