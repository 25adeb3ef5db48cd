/**
 * What both transports share, without a socket: ids, bodies that are read once, preflights, CORS, the request log.
 */
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Rejection } from '../../src/errors.ts'
import type { HandledRequest } from '../../src/handle/finish-reply.ts'
import { receive } from '../../src/http/receive.ts'
import { createSend } from '../../src/http/send.ts'
import {
  createRequestIds,
  isAnsweredEarly,
  logRequest,
  type ReceivedRequest,
  serveRequest,
  type Transport,
  toIncomingRequest,
} from '../../src/http/transport.ts'
import type { IncomingRequest, LogEntry, LoggedRequest, Reply } from '../../src/ports.ts'

const ok = (): HandledRequest => ({ reply: { status: 200, headers: ['X-A', '1'], body: 'ok' } })

const createTransport = (parts: Partial<Transport> = {}): Transport => ({
  handle: async () => ok(),
  reject: ({ code, status = 500 }, id) => ({ status, headers: ['Sandbox-Request-Id', id], body: code }),
  nextId: () => 'req-1',
  maxBody: 100,
  cors: false,
  log: undefined,
  ...parts,
})

const requestWith = (parts: Partial<ReceivedRequest> = {}, transport = createTransport()): IncomingRequest =>
  toIncomingRequest(
    {
      method: 'GET',
      path: '/pets',
      query: '',
      headers: {},
      readBody: async () => ({ kind: 'bytes', bytes: Buffer.alloc(0) }),
      takeArrivedBody: () => undefined,
      ...parts,
    },
    transport,
  )

/** All values of a header. */
const valuesOf = ({ headers }: Reply, wanted: string): readonly string[] =>
  headers.flatMap((name, index) => (index % 2 === 0 && name.toLowerCase() === wanted ? [headers[index + 1] ?? ''] : []))

const headersOf = ({ headers }: Reply): Readonly<Record<string, string>> =>
  Object.fromEntries(headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : [])))

describe('the id of a request', () => {
  it('has a part that no other process has, and a number', () => {
    const [one, other] = [createRequestIds(), createRequestIds()]
    const ids = [one(), one(), other()]
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^req-[0-9a-f]{12}-[0-9a-z]+$/)
    expect(ids.map((id) => id.split('-')[2])).toEqual(['1', '2', '1'])
    expect(ids[0]?.split('-')[1]).toBe(ids[1]?.split('-')[1])
    expect(ids[0]?.split('-')[1]).not.toBe(ids[2]?.split('-')[1])
  })
})

describe('the body of a request', () => {
  it('is read once, and known without waiting after that', async () => {
    let reads = 0
    const request = requestWith({
      readBody: async () => {
        reads++
        return { kind: 'bytes', bytes: Buffer.from('abc') }
      },
      takeArrivedBody: () => Buffer.from('other'),
    })
    await Promise.all([request.readBody(), request.readBody()])
    expect([reads, String(request.bodySoFar())]).toEqual([1, 'abc'])
  })

  it('that nobody reads is what has arrived, taken once', () => {
    let takes = 0
    const takeArrivedBody = (): Buffer => {
      takes++
      return Buffer.from('abc')
    }
    const request = requestWith({ takeArrivedBody })
    expect([request.bodySoFar(), request.bodySoFar()].map(String)).toEqual(['abc', 'abc'])
    expect(takes).toBe(1)
  })

  it('that is being read is not taken, and one that was rejected is unknown', async () => {
    const request = requestWith({
      readBody: async () => ({ kind: 'rejected', code: 'payload_too_large', message: 'too large' }),
      takeArrivedBody: () => Buffer.from('abc'),
    })
    const reading = request.readBody()
    expect(request.bodySoFar()).toBeUndefined()
    await reading
    expect(request.bodySoFar()).toBeUndefined()
  })

  it('arrives without TLS unless its connection says otherwise', () =>
    expect([requestWith().isSecure, requestWith({ isSecure: true }).isSecure]).toEqual([false, true]))
})

describe('OPTIONS', () => {
  const preflight = { origin: 'https://a.test', 'access-control-request-method': 'PUT' }
  const answer = async (headers: Readonly<Record<string, string>>, cors = true, path = '/pets') => {
    const transport = createTransport({ cors })
    const request = requestWith({ method: 'OPTIONS', path, headers }, transport)
    const reply = await serveRequest(request, { target: path }, transport)
    return { status: reply.status, headers: headersOf(reply), isEarly: isAnsweredEarly(request, transport) }
  }
  const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

  it('with an origin and a requested method is a preflight', async () =>
    expect(await answer(preflight)).toEqual({
      status: 204,
      isEarly: true,
      headers: {
        'Access-Control-Allow-Methods': methods,
        'Access-Control-Max-Age': '600',
        Vary: 'Origin',
        'Access-Control-Allow-Origin': 'https://a.test',
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': expect.stringContaining('Sandbox-Request-Id'),
      },
    }))

  it('allows the headers that are requested, and private networks where they are', async () => {
    const { headers } = await answer({
      ...preflight,
      'access-control-request-headers': 'x-a, x-b',
      'access-control-request-private-network': 'true',
    })
    expect(headers).toMatchObject({
      'Access-Control-Allow-Headers': 'x-a, x-b',
      'Access-Control-Allow-Private-Network': 'true',
    })
    const other = await answer({ ...preflight, 'access-control-request-private-network': 'false' })
    expect(Object.keys(other.headers)).not.toContain('Access-Control-Allow-Private-Network')
    expect(Object.keys(other.headers)).not.toContain('Access-Control-Allow-Headers')
  })

  const others: readonly (readonly [string, Readonly<Record<string, string>>, boolean])[] = [
    ['without an origin', { 'access-control-request-method': 'PUT' }, true],
    ['without a requested method', { origin: 'https://a.test' }, true],
    ['where pages of other origins may not read', preflight, false],
  ]
  for (const [name, headers, cors] of others)
    it(`${name} is handled as any other request`, async () =>
      expect(await answer(headers, cors)).toMatchObject({ status: 200, isEarly: false }))

  it('of the whole server returns the methods', async () => {
    for (const cors of [true, false])
      expect(await answer({}, cors, '*')).toMatchObject({ status: 204, isEarly: true, headers: { Allow: methods } })
  })

  it('only: other methods of * are handled', () => {
    const transport = createTransport()
    expect(isAnsweredEarly(requestWith({ path: '*' }), transport)).toBe(false)
  })
})

describe('a response', () => {
  const serve = async (transport: Transport, headers = {}) =>
    headersOf(await serveRequest(requestWith({ headers }, transport), { target: '/pets' }, transport))

  it('has no headers for pages of other origins where they may not read it', async () =>
    expect(await serve(createTransport(), { origin: 'https://a.test' })).toEqual({ 'X-A': '1' }))

  it('varies by origin, and allows the one that asks', async () => {
    const transport = createTransport({ cors: true })
    expect(await serve(transport)).toEqual({ 'X-A': '1', Vary: 'Origin' })
    expect(await serve(transport, { origin: 'https://a.test' })).toMatchObject({
      Vary: 'Origin',
      'Access-Control-Allow-Origin': 'https://a.test',
      'Access-Control-Allow-Credentials': 'true',
    })
  })

  it('keeps the headers of a scenario that allow another origin: browsers reject a header that is there twice', async () => {
    const headers = ['access-control-allow-origin', 'https://b.test']
    const handle = async (): Promise<HandledRequest> => ({ reply: { status: 200, headers: [...headers] } })
    const request = requestWith({ headers: { origin: 'https://a.test' } })
    const reply = await serveRequest(request, { target: '/pets' }, createTransport({ cors: true, handle }))
    expect(valuesOf(reply, 'access-control-allow-origin')).toEqual(['https://b.test'])
  })

  it('exposes the documented headers of its operation beside the usual ones', async () => {
    const exposedTo = async (exposed?: string) => {
      const handle = async (): Promise<HandledRequest> => ({ ...ok(), ...(exposed === undefined ? {} : { exposed }) })
      const headers = await serve(createTransport({ cors: true, handle }), { origin: 'null' })
      return headers['Access-Control-Expose-Headers'] ?? ''
    }
    expect(await exposedTo()).toMatch(/^Sandbox-Request-Id, .*, WWW-Authenticate$/)
    expect(await exposedTo('X-Rate')).toMatch(/^Sandbox-Request-Id, .*, WWW-Authenticate, X-Rate$/)
  })
})

describe('a request that cannot be handled', () => {
  const failing = createTransport({
    handle: async () => {
      throw new TypeError('unexpected')
    },
  })

  it('gets 500 without the details', async () => {
    const { status, body } = await serveRequest(requestWith(), { target: '/pets' }, failing)
    expect([status, body]).toEqual([500, 'internal_error'])
  })

  it('is rejected before anything else looks at it', async () => {
    const rejection: Rejection = { code: 'invalid_request', status: 400, message: 'header.Host is required' }
    const request = requestWith({ method: 'OPTIONS', path: '*' })
    const reply = await serveRequest(request, { target: '*', rejection }, failing)
    expect(reply).toEqual({ status: 400, headers: ['Sandbox-Request-Id', 'req-1'], body: 'invalid_request' })
  })
})

describe('the log of a request', () => {
  const logOf = (handled: HandledRequest): readonly [LogEntry, LoggedRequest] => {
    const lines: (readonly [LogEntry, LoggedRequest])[] = []
    logRequest({ id: 'req-1', method: 'GET', headers: {} }, '/pets?a=1', { handled, duration: 2 }, (entry, request) =>
      lines.push([entry, request]),
    )
    const [line, ...others] = lines
    expect(others).toEqual([])
    return line ?? expect.unreachable('nothing was logged')
  }
  const minimal = { requestId: 'req-1', method: 'GET', target: '/pets?a=1', status: 200, duration: 2 }

  it('has only what is known', () => {
    expect(logOf(ok())).toEqual([
      minimal,
      { headers: {}, isSecure: false, route: undefined, sandbox: undefined, trace: undefined },
    ])
    expect(logOf({ ...ok(), steps: [], notices: [], sandbox: 'default' })[0]).toEqual(minimal)
  })

  const rows: readonly (readonly [Partial<HandledRequest>, object])[] = [
    [{ operation: 'listPets' }, { operation: 'listPets' }],
    [{ sandbox: 'ann' }, { sandbox: 'ann' }],
    [{ steps: ['flaky/1'] }, { scenario: ['flaky/1'] }],
    [
      { notices: [{ kind: 'undocumented-query', names: ['a'] }] },
      { notices: [{ kind: 'undocumented-query', names: ['a'] }] },
    ],
    [{ activeKeys: () => ['key'] }, { activeKeys: ['key'] }],
    [{ activeKeys: () => [] }, { activeKeys: [] }],
    [{ rejection: { code: 'not_found', message: 'no' } }, { code: 'not_found', message: 'no' }],
    [{ failure: 'text' }, { failure: 'text' }],
    [{ reply: { status: 503, headers: [], fault: 'reset' } }, { status: 503, fault: 'reset' }],
  ]
  for (const [part, logged] of rows)
    it(`of ${JSON.stringify(part)} has ${JSON.stringify(logged)}`, () =>
      expect(logOf({ ...ok(), ...part })[0]).toEqual({ ...minimal, ...logged }))

  it('has the stack of an unexpected error, or its message where it has none', () => {
    const error = new TypeError('unexpected')
    expect(logOf({ ...ok(), failure: error })[0].failure).toBe(error.stack)
    delete error.stack
    expect(logOf({ ...ok(), failure: error })[0].failure).toBe('unexpected')
  })

  it('knows the sandbox, the route and why the response is as it is', () =>
    expect(
      logOf({ reply: { status: 200, headers: ['Sandbox-Trace', 'why'] }, route: '/v1/pets', sandbox: 'default' })[1],
    ).toEqual({ headers: {}, isSecure: false, route: '/v1/pets', sandbox: 'default', trace: 'why' }))

  it('is written once for each request that is served, with the time that it took', async () => {
    const entries: LogEntry[] = []
    const transport = createTransport({ log: (entry) => entries.push(entry) })
    await serveRequest(requestWith({}, transport), { target: '/pets' }, transport)
    expect(entries).toEqual([{ ...minimal, target: '/pets', duration: expect.any(Number) }])
    expect(entries[0]?.duration).toBeGreaterThanOrEqual(0)
    expect(entries[0]?.duration).toBeLessThan(10_000)
  })
})

describe('the target of a request on a socket', () => {
  const targetOf = (url: string | undefined) => {
    const { path, query } = receive({ url, headers: {}, httpVersionMajor: 1 } as IncomingMessage, createTransport())
    return [path, query]
  }
  const rows: readonly (readonly [string | undefined, string, string])[] = [
    ['/pets', '/pets', ''],
    ['/pets?', '/pets', ''],
    ['/pets?a=1&b=?', '/pets', 'a=1&b=?'],
    ['/?a', '/', 'a'],
    ['http://a.test/pets?a=1', '/pets', 'a=1'],
    ['HTTP://a.test:80/pets', '/pets', ''],
    ['http://a.test', '/', ''],
    ['http://a.test?a=1', '/', 'a=1'],
    ['*', '*', ''],
    ['//a.test/pets', '//a.test/pets', ''],
    ['/http://a.test/pets', '/http://a.test/pets', ''],
    [undefined, '/', ''],
  ]
  for (const [url, path, query] of rows)
    it(`${url} is ${path} with ${query || 'no query'}`, () => expect(targetOf(url)).toEqual([path, query]))

  it('has the method of the request, and is secure where the server is', () => {
    const request = { method: 'PUT', url: '/', headers: {}, httpVersionMajor: 1 } as IncomingMessage
    const secure = receive(request, createTransport({ security: { isSecure: true, verifiesClients: false } }))
    expect([secure.method, secure.isSecure, secure.client]).toEqual(['PUT', true, undefined])
    expect(receive(request, createTransport()).isSecure).toBe(false)
  })
})

describe('a request that the server sends to itself', () => {
  const own = { method: 'POST', path: '/pets', query: '', headers: {}, body: Buffer.from('abc') }

  it('is handled and logged as one of a client', async () => {
    const seen: IncomingRequest[] = []
    const entries: LogEntry[] = []
    const send = createSend(
      createTransport({
        handle: async (request) => {
          seen.push(request)
          return ok()
        },
        log: (entry) => entries.push(entry),
      }),
    )
    expect(await send(own)).toMatchObject({ id: 'req-1', reply: { status: 200 } })
    await send({ ...own, query: 'a=1', body: undefined, sentFrom: 'req-0' })
    expect(entries.map(({ target }) => target)).toEqual(['/pets', '/pets?a=1'])
    expect(seen.map(({ sentFrom }) => sentFrom)).toEqual([undefined, 'req-0'])
    const bodies = await Promise.all(seen.map((request) => request.readBody()))
    expect(bodies.map((body) => body.kind === 'bytes' && String(body.bytes))).toEqual(['abc', ''])
  })

  it('has its body without waiting', async () => {
    let soFar: Buffer | undefined
    const handle: Transport['handle'] = async (request) => {
      soFar = request.bodySoFar()
      return ok()
    }
    await createSend(createTransport({ handle }))(own)
    expect(String(soFar)).toBe('abc')
  })
})
