/**
 * How the mocked API conforms to HTTP: methods, paths, content negotiation, content types, CORS and the headers that every
 * response has.
 */
import { Agent } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { expectError, expectList, expectOne } from './expect-shape.ts'
import { itAnswers, type Row } from './it-answers.ts'
import { type ApiOptions, useStandin } from './use-standin.ts'

const rex = { name: 'Rex', categoryId: 1 }

const namesIn = (header: string | undefined): readonly string[] =>
  (header ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .sort()

const heads: readonly {
  readonly path: string
  readonly key?: string | null
  readonly headers?: Record<string, string>
  readonly status: number
}[] = [
  { path: '/v1/pets', status: 200 },
  { path: '/v1/pets?status=sold&limit=2', status: 200 },
  { path: '/v1/pets/1', status: 200 },
  { path: '/v1/pets/999999', status: 404 },
  { path: '/v1/pets?limit=0', status: 400 },
  { path: '/v1/pets', key: null, status: 401 },
  { path: '/v1/pets', headers: { accept: 'text/html' }, status: 406 },
  { path: '/nowhere', status: 404 },
]

describe('HEAD', () => {
  const api = useStandin()
  for (const { path, status, ...options } of heads)
    it(`HEAD ${path}${options.key === null ? ' without a key' : ''} is GET without its body: ${status}`, async () => {
      const get = await api.call(path, options)
      const head = await api.call(path, { ...options, method: 'HEAD' })
      expect(head.status).toBe(status)
      expect(head.status).toBe(get.status)
      expect(head.text).toBe('')
      expect(head.headers['content-length']).toBe(String(get.length))
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
    })

  it('HEAD of a path that has no GET is 405 with Allow and without a body', async () => {
    const answer = await api.call('/messages', { method: 'HEAD' })
    expect(answer.status).toBe(405)
    expect(answer.text).toBe('')
    expect(namesIn(answer.headers.allow)).toEqual(['OPTIONS', 'POST'])
  })
})

const allowed: readonly { readonly path: string; readonly methods: readonly string[] }[] = [
  { path: '/v1/pets', methods: ['GET', 'HEAD', 'OPTIONS', 'POST'] },
  { path: '/v1/pets/1', methods: ['GET', 'HEAD', 'OPTIONS'] },
  { path: '/v1/pets/999999', methods: ['GET', 'HEAD', 'OPTIONS'] },
  { path: '/messages', methods: ['OPTIONS', 'POST'] },
]

describe('OPTIONS', () => {
  const api = useStandin()
  for (const { path, methods } of allowed)
    it(`OPTIONS ${path} is 204 and allows ${methods.join(', ')}`, async () => {
      const answer = await api.call(path, { method: 'OPTIONS' })
      expect(answer.status, answer.text).toBe(204)
      expect(answer.text).toBe('')
      expect(namesIn(answer.headers.allow)).toEqual(methods)
    })

  it('OPTIONS of an unknown path is 404', async () => {
    expectError(await api.call('/nowhere', { method: 'OPTIONS' }), 404)
  })
})

const wrongMethods: readonly { readonly path: string; readonly method: string }[] = [
  { path: '/v1/pets', method: 'PUT' },
  { path: '/v1/pets', method: 'PATCH' },
  { path: '/v1/pets', method: 'DELETE' },
  { path: '/v1/pets', method: 'TRACE' },
  { path: '/v1/pets', method: 'PROPFIND' },
  { path: '/v1/pets/1', method: 'POST' },
  { path: '/v1/pets/1', method: 'PUT' },
  { path: '/v1/pets/1', method: 'PATCH' },
  { path: '/v1/pets/1', method: 'DELETE' },
  { path: '/v1/pets/999999', method: 'DELETE' },
  { path: '/messages', method: 'GET' },
  { path: '/messages', method: 'PUT' },
  { path: '/messages', method: 'DELETE' },
]

const methodsOf = (path: string): readonly string[] | undefined => allowed.find((row) => row.path === path)?.methods

describe('405', () => {
  const api = useStandin()
  const keys: readonly { readonly name: string; readonly key: string | null }[] = [
    { name: 'with a key', key: 'sandbox-key' },
    { name: 'without a key', key: null },
    { name: 'with an invalid key', key: 'nobody' },
  ]
  itAnswers(
    api,
    wrongMethods.flatMap(({ path, method }) =>
      keys.map(({ name, key }) => ({
        name: `${method} ${path} ${name} is 405 with Allow`,
        path,
        method,
        key,
        status: 405,
        check: ({ headers }: Answer) => expect(namesIn(headers.allow)).toEqual(methodsOf(path)),
      })),
    ),
  )
})

const unknownPaths: readonly { readonly path: string; readonly nearest?: string }[] = [
  { path: '/v1/pet', nearest: '/v1/pets' },
  { path: '/v1/Pets', nearest: '/v1/pets' },
  { path: '/V1/pets', nearest: '/v1/pets' },
  { path: '/pets', nearest: '/v1/pets' },
  { path: '/v1/pets/', nearest: '/v1/pets' },
  { path: '/v1/petz/1', nearest: '/v1/pets' },
  { path: '/v1/store/order', nearest: '/v1/store/orders' },
  { path: '/message', nearest: '/messages' },
  { path: '/v1/messages', nearest: '/messages' },
  { path: '/v1/pets/1/' },
  { path: '/v1/pets/1/photos' },
  { path: '/v1//pets' },
  { path: '/v1' },
  { path: '/v1/' },
  { path: '/' },
  { path: '/v1%2Fpets' },
  { path: '/v1/pets%2F1' },
  { path: '/v1/__proto__' },
  { path: '/constructor' },
]

describe('404 of a path', () => {
  const api = useStandin()
  itAnswers(
    api,
    unknownPaths.flatMap(({ path, nearest }) => [
      {
        name: `${path} is 404${nearest === undefined ? '' : ` and names ${nearest}`}`,
        path,
        status: 404,
        says: nearest === undefined ? [] : [nearest],
      },
      { name: `${path} is also 404 without a key`, path, key: null, status: 404 },
      { name: `${path} is 404 whatever the method`, path, method: 'DELETE', status: 404 },
    ]),
  )
})

const acceptable = [
  undefined,
  '*/*',
  'application/*',
  'application/json',
  'APPLICATION/JSON',
  'application/json;q=0.1',
  'application/json; q=1.0',
  'text/html, application/json',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html;q=0, */*;q=0.001',
  'application/*;q=0, application/json',
]

const unacceptable = [
  'text/html',
  'text/*',
  'application/xml',
  'text/html, application/xml;q=0.9',
  'application/json;q=0',
  'application/json;q=0, */*',
  'application/json;q=0.000, application/*;q=0.5',
  'application/*;q=0, */*',
  '*/*;q=0',
  'application/jsonp',
  'application/problem+json',
]

describe('406', () => {
  const api = useStandin()
  const row = (accept: string | undefined, path: string, status: number): Row => ({
    name: `Accept ${accept ?? 'absent'} at ${path} is ${status}`,
    path,
    headers: { accept },
    status,
  })
  itAnswers(
    api,
    ['/v1/pets', '/v1/pets/1'].flatMap((path) => [
      ...acceptable.map((accept) => row(accept, path, 200)),
      ...unacceptable.map((accept) => row(accept, path, 406)),
    ]),
  )
  itAnswers(api, [
    {
      name: 'Accept text/html at POST /v1/pets is 406',
      path: '/v1/pets',
      body: rex,
      headers: { accept: 'text/html' },
      status: 406,
    },
    {
      name: 'Accept text/html at POST /messages is 406',
      path: '/messages',
      body: { message: 'Hi' },
      headers: { accept: 'text/html' },
      status: 406,
    },
    {
      name: '406 lists the available media types',
      path: '/v1/pets',
      headers: { accept: 'text/html' },
      status: 406,
      says: ['application/json'],
    },
  ])

  it('a POST that is rejected with 406 creates nothing', async () => {
    const before = expectList(await api.call('/v1/pets?limit=100'))
    expectError(await api.call('/v1/pets', { body: rex, headers: { accept: 'text/html' } }), 406)
    expect(expectList(await api.call('/v1/pets?limit=100'))).toEqual(before)
  })
})

const goodTypes = [
  'application/json',
  'Application/JSON',
  'APPLICATION/JSON; CHARSET=UTF-8',
  'Application/JSON; charset=UTF-8',
  'application/json;charset=utf-8',
  'application/json ; charset=utf-8',
  'application/json; charset="utf-8"',
]

const badTypes = [
  undefined,
  '',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/jsonp',
  'application/vnd.api+json',
  'application/*',
  '*/*',
  'json',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json, text/plain',
]

describe('content types', () => {
  const api = useStandin()
  const targets: readonly { readonly path: string; readonly body: object; readonly status: number }[] = [
    { path: '/v1/pets', body: rex, status: 201 },
    { path: '/messages', body: { message: 'Hello' }, status: 200 },
  ]
  const row = (
    type: string | undefined,
    request: { readonly path: string; readonly body: object; readonly status: number },
  ): Row => ({
    ...request,
    name: `Content-Type ${type ?? 'absent'} at ${request.path} is ${request.status}`,
    headers: { 'content-type': type },
  })
  itAnswers(
    api,
    targets.flatMap((target) => [
      ...goodTypes.map((type) => row(type, target)),
      ...badTypes.map((type) => row(type, { ...target, status: 400 })),
    ]),
  )
})

const origin = 'https://shop.example:8443'
const exposed = ['sandbox-notice', 'sandbox-request-id', 'sandbox-trace']

describe('CORS', () => {
  const api = useStandin()
  const preflights: readonly { readonly path: string; readonly method: string }[] = [
    { path: '/v1/pets', method: 'GET' },
    { path: '/v1/pets', method: 'POST' },
    { path: '/v1/pets/1', method: 'GET' },
    { path: '/messages', method: 'POST' },
  ]
  for (const { path, method } of preflights)
    it(`a preflight for ${method} ${path} is answered before authentication`, async () => {
      const answer = await api.call(path, {
        method: 'OPTIONS',
        key: null,
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization, content-type, sandbox-scenario',
        },
      })
      expect(answer.status, answer.text).toBe(204)
      expect(answer.headers['access-control-allow-origin']).toBe(origin)
      expect(namesIn(answer.headers['access-control-allow-methods'])).toContain(method)
      expect(namesIn(answer.headers['access-control-allow-headers']?.toLowerCase())).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'sandbox-scenario']),
      )
    })

  const replies: readonly (ApiOptions & { readonly name: string; readonly path: string; readonly status: number })[] = [
    { name: 'a list', path: '/v1/pets', status: 200 },
    { name: 'a creation', path: '/v1/pets', body: rex, status: 201 },
    { name: 'a message', path: '/messages', body: { message: 'Hello' }, status: 200 },
    { name: 'a missing key', path: '/v1/pets', key: null, status: 401 },
    { name: 'an invalid body', path: '/v1/pets', body: {}, status: 400 },
    { name: 'an unknown path', path: '/nowhere', status: 404 },
    { name: 'a wrong method', path: '/v1/pets', method: 'DELETE', status: 405 },
  ]
  for (const { name, path, status, ...request } of replies)
    it(`${name}, ${status}, reflects the origin and exposes the sandbox's headers`, async () => {
      const { headers, ...answer } = await api.call(path, { ...request, headers: { origin } })
      expect(answer.status, answer.text).toBe(status)
      expect(headers['access-control-allow-origin']).toBe(origin)
      expect(namesIn(headers.vary?.toLowerCase())).toContain('origin')
      expect(namesIn(headers['access-control-expose-headers']?.toLowerCase())).toEqual(expect.arrayContaining(exposed))
    })

  it('a response without an origin varies by it too, or a cache serves it to a page', async () => {
    const { headers } = await api.call('/v1/pets')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(namesIn(headers.vary?.toLowerCase())).toContain('origin')
  })

  it('each origin gets its own origin in the response', async () => {
    const other = await api.call('/v1/pets', { headers: { origin: 'http://localhost:5173' } })
    expect(other.headers['access-control-allow-origin']).toBe('http://localhost:5173')
  })

  it('the origin null of a sandboxed page is reflected too', async () => {
    const other = await api.call('/v1/pets', { headers: { origin: 'null' } })
    expect(other.headers['access-control-allow-origin']).toBe('null')
  })
})

/** The grammar of RFC 9651, sections 3 and 4, as far as a list or a dictionary needs it. */
const key = '[a-z*][a-z0-9_.*-]*'
const bareItem = [
  '-?\\d{1,12}\\.\\d{1,3}',
  '-?\\d{1,15}',
  '%?"(?:[ !#-\\[\\]-~]|\\\\["\\\\])*"',
  "[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*",
  ':[A-Za-z0-9+/=]*:',
  '\\?[01]',
  '@-?\\d{1,15}',
].join('|')
const parameters = `(?:; *${key}(?:=(?:${bareItem}))?)*`
const item = `(?:${bareItem})${parameters}`
const innerList = `\\( *(?:${item}(?: +${item})* *)?\\)${parameters}`
const member = `(?:${key}=(?:${innerList}|${item})|${innerList}|${item})`
const structuredField = new RegExp(`^${member}(?:[ \\t]*,[ \\t]*${member})*$`)

const everyReply: readonly (ApiOptions & { readonly name: string; readonly path: string; readonly status: number })[] =
  [
    { name: 'a list', path: '/v1/pets', status: 200 },
    { name: 'a filtered list', path: '/v1/pets?status=sold', status: 200 },
    { name: 'an animal', path: '/v1/pets/1', status: 200 },
    { name: 'a creation', path: '/v1/pets', body: rex, status: 201 },
    {
      name: 'a creation with unknown properties',
      path: '/v1/pets',
      body: { ...rex, 名前: 1, 'a"b\\c;d,e': 2 },
      status: 201,
    },
    { name: 'a message', path: '/messages', body: { message: 'Hello' }, status: 200 },
    { name: 'an invalid body', path: '/v1/pets', body: { name: '名前' }, status: 400 },
    { name: 'an invalid parameter', path: '/v1/pets?limit=%E5%90%8D', status: 400 },
    { name: 'a missing key', path: '/v1/pets', key: null, status: 401 },
    { name: 'an animal that does not exist', path: '/v1/pets/%E5%90%8D', status: 404 },
    { name: 'an unknown path', path: '/v1/%E5%90%8D', status: 404 },
    { name: 'a wrong method', path: '/v1/pets', method: 'DELETE', status: 405 },
    { name: 'an unacceptable Accept', path: '/v1/pets', headers: { accept: 'text/html' }, status: 406 },
    { name: 'an undescribed path', path: '/v1/store/orders', status: 501 },
  ]

describe('the headers of every response', () => {
  const api = useStandin()
  for (const { name, path, status, ...request } of everyReply)
    it(`${name}, ${status}, has Sandbox-Request-Id and a Sandbox-Trace that is a structured field`, async () => {
      const { headers, ...answer } = await api.call(path, request)
      expect(answer.status, answer.text).toBe(status)
      expect(headers['sandbox-request-id']).toMatch(/^[\x21-\x7e]+$/)
      expect(headers['sandbox-trace']).toMatch(structuredField)
      expect(headers['sandbox-trace']?.length).toBeLessThanOrEqual(1024)
      expect(headers['sandbox-notice'] ?? 'none').toMatch(structuredField)
    })

  it('Sandbox-Request-Id differs in every response', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.call('/v1/pets?limit=1')))
    expect(new Set(answers.map(({ headers }) => headers['sandbox-request-id'])).size).toBe(50)
  })

  it('a response has a Content-Length', async () => {
    const answer = await api.call('/v1/pets')
    expect(answer.headers['content-length']).toBe(String(answer.length))
  })
})

describe('a request over a connection that stays open', () => {
  const api = useStandin()

  it('learns that an idle connection stays open for longer than the minute of most balancers', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { headers } = await api.call('/v1/pets', { agent })
    expect(headers['keep-alive']).toBe('timeout=65')
    agent.destroy()
  })

  it('is served after one that was rejected before its body was read', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const body = JSON.stringify({ ...rex, filler: 'x'.repeat(100_000) })
    expectError(await api.call('/v1/pets', { body, key: null, agent }), 401)
    expectError(await api.call('/nowhere', { body, agent }), 404)
    expectOne(await api.call('/v1/pets/1', { agent }))
    agent.destroy()
  })
})
