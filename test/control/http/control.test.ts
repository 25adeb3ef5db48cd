/**
 * The control API below /_sandbox: how its routes work together, unusual input, and access. routes.test.ts tests each route
 * with valid and invalid input.
 */
import { describe, expect, it } from 'vitest'
import type { StandinOptions } from '../../../src/index.ts'
import { expectError, expectList, expectOne } from '../../interface/expect-shape.ts'
import { type Answer, type CallOptions, call } from '../../support/client.ts'
import { expectProblem } from '../../support/control-document.ts'
import { type ScenarioServer, serveScenarios } from '../../support/serve-scenarios.ts'

/** A server with the default sandbox and the sandbox ann. */
const start = async (options: StandinOptions = {}): Promise<ScenarioServer> => {
  const server = await serveScenarios({}, options)
  expectList(await server.call('/v1/pets', { sandbox: 'ann' }))
  return server
}

const askControl = (server: ScenarioServer, path: string, options: CallOptions = {}): Promise<Answer> =>
  call(`${server.standin.url}/_sandbox${path}`, options)

const untouched = { now: '2026-11-20T12:00:00.000Z', frozen: false, set: false }

describe('valid input', () => {
  const rows: readonly {
    readonly name: string
    readonly method?: string
    readonly path: string
    readonly body?: object
    readonly is: unknown
  }[] = [
    {
      name: 'health',
      path: '/health',
      is: {
        status: 'ok',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        documents: [
          { title: 'Animal Store', url: expect.stringMatching(/^http:.*\/v1$/) },
          { title: 'Messages', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/?$/) },
        ],
      },
    },
    {
      name: 'scenarios',
      path: '/scenarios',
      is: expect.arrayContaining([
        expect.objectContaining({ name: 'flaky', description: expect.stringContaining('503') }),
      ]),
    },
    {
      name: 'sandboxes, as a bare array',
      path: '/sandboxes',
      is: [
        expect.objectContaining({ id: 'default', scenario: null, clock: untouched }),
        expect.objectContaining({ id: 'ann', scenario: null, clock: untouched }),
      ],
    },
    {
      name: 'one sandbox',
      path: '/sandboxes/ann',
      is: expect.objectContaining({ id: 'ann', scenario: null, clock: untouched }),
    },
    {
      name: 'reset',
      method: 'POST',
      path: '/sandboxes/ann/reset',
      is: expect.objectContaining({ id: 'ann', scenario: null, clock: untouched }),
    },
    {
      name: 'a scenario',
      method: 'PUT',
      path: '/sandboxes/ann/scenario',
      body: { scenario: 'flaky' },
      is: expect.objectContaining({ id: 'ann', scenario: 'flaky', clock: untouched }),
    },
    {
      name: 'several scenarios',
      method: 'PUT',
      path: '/sandboxes/ann/scenario',
      body: { scenario: 'slow,  flaky' },
      is: expect.objectContaining({ id: 'ann', scenario: 'slow, flaky', clock: untouched }),
    },
    {
      name: 'no scenario',
      method: 'PUT',
      path: '/sandboxes/ann/scenario',
      body: { scenario: null },
      is: expect.objectContaining({ id: 'ann', scenario: null, clock: untouched }),
    },
    { name: 'the clock', path: '/sandboxes/ann/clock', is: untouched },
    {
      name: 'setting the clock',
      method: 'PUT',
      path: '/sandboxes/ann/clock',
      body: { now: '2030-12-06T00:00:00Z' },
      is: { now: '2030-12-06T00:00:00.000Z', frozen: false, set: true },
    },
    {
      name: 'freezing the clock at its current time',
      method: 'PUT',
      path: '/sandboxes/ann/clock',
      body: { frozen: true },
      is: { ...untouched, frozen: true, set: true },
    },
    {
      name: 'advancing the clock',
      method: 'POST',
      path: '/sandboxes/ann/clock/advance',
      body: { by: '1d' },
      is: { now: '2026-11-21T12:00:00.000Z', frozen: false, set: true },
    },
    { name: 'clearing the clock', method: 'DELETE', path: '/sandboxes/ann/clock', is: untouched },
    {
      name: 'records, limited to two',
      path: '/sandboxes/ann/records/pets?limit=2',
      is: [
        { id: 1, name: 'Whiskers', categoryId: 1, status: 'available' },
        { id: 2, name: 'Bramble', categoryId: 2, status: 'pending' },
      ],
    },
    { name: 'all records', path: '/sandboxes/ann/records/pets', is: expect.objectContaining({ length: 30 }) },
    { name: 'records of an empty resource', path: '/sandboxes/ann/records/messages', is: [] },
  ]
  for (const { name, method = 'GET', path, body, is } of rows)
    it(`${method} ${path}: ${name}`, async () => {
      await using server = await start()
      const answer = await askControl(server, path, { method, ...(body === undefined ? {} : { body }) })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers['content-type']).toMatch(/^application\/json/)
      expect(answer.json).toEqual(is)
    })

  const uncached: readonly (readonly [method: string, path: string, status: number])[] = [
    ['GET', '/sandboxes', 200],
    ['GET', '/health', 200],
    ['POST', '/sandboxes/default/reset', 200],
    ['GET', '/sandboxes/nobody', 404],
    ['GET', '/nothing', 404],
  ]
  for (const [method, path, status] of uncached)
    it(`no cache keeps the response to ${method} ${path}, ${status}`, async () => {
      await using server = await serveScenarios()
      const answer = await askControl(server, path, { method })
      expect(answer.status, answer.text).toBe(status)
      expect(answer.headers['cache-control']).toBe('no-store')
    })

  it('HEAD returns what GET returns, without the body', async () => {
    await using server = await start()
    const answer = await askControl(server, '/sandboxes', { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('')
  })

  it('a sandbox is found by its name in percent-encoding', async () => {
    await using server = await start()
    expectList(await server.call('/v1/pets', { sandbox: 'b%C3%A4r%20%2F%201' }))
    const answer = await askControl(server, '/sandboxes/b%C3%A4r%20%2F%201')
    expect(answer.json).toMatchObject({ id: 'bär / 1' })
  })

  it('a reset restores records, scenario, clock and counters of that sandbox only', async () => {
    await using server = await start()
    for (const sandbox of ['ann', 'bob']) {
      expectOne(await server.call('/v1/pets', { sandbox, body: { name: 'Rex', categoryId: 1 } }), 201)
      await server.control('PUT', `/sandboxes/${sandbox}/scenario`, { scenario: 'flaky' })
      await server.control('PUT', `/sandboxes/${sandbox}/clock`, { now: '2030-01-01T00:00:00Z' })
      for (let index = 0; index < 2; index++) expectList(await server.call('/v1/pets', { sandbox }))
    }
    await server.control('POST', '/sandboxes/ann/reset')
    const { json } = await server.control('GET', '/sandboxes')
    expect(json).toEqual([
      expect.objectContaining({ id: 'default', scenario: null, clock: untouched }),
      expect.objectContaining({ id: 'ann', scenario: null, clock: untouched }),
      expect.objectContaining({
        id: 'bob',
        scenario: 'flaky',
        clock: { now: '2030-01-01T00:00:00.000Z', frozen: false, set: true },
      }),
    ])
    expectError(await server.call('/v1/pets/31', { sandbox: 'ann' }), 404)
    expectError(await server.call('/v1/pets/31', { sandbox: 'bob' }), 503, 'unavailable')
    expectOne(await server.call('/v1/pets/31', { sandbox: 'bob' }))
  })
})

describe('invalid input', () => {
  const rows: readonly {
    readonly name: string
    readonly method?: string
    readonly path: string
    readonly body?: object | string
    readonly type?: string
    readonly status: number
    readonly says?: readonly string[]
  }[] = [
    { name: 'an unknown route', path: '/nothing', status: 404, says: ['GET', '/_sandbox/nothing'] },
    { name: 'an unknown route of a sandbox', path: '/sandboxes/ann/nothing', status: 404 },
    { name: 'an unknown sandbox', path: '/sandboxes/bob', status: 404, says: ['"bob"', 'Sandbox-Id'] },
    {
      name: 'a name that is a property of every object',
      path: '/sandboxes/__proto__',
      status: 404,
      says: ['"__proto__"'],
    },
    { name: 'an invalid escape', path: '/sandboxes/%ff', status: 404 },
    { name: 'the clock of an unknown sandbox', path: '/sandboxes/bob/clock', status: 404, says: ['"bob"'] },
    { name: 'the reset of an unknown sandbox', method: 'POST', path: '/sandboxes/bob/reset', status: 404 },
    {
      name: 'the scenario of an unknown sandbox',
      method: 'PUT',
      path: '/sandboxes/bob/scenario',
      body: { scenario: null },
      status: 404,
      says: ['"bob"'],
    },
    {
      name: 'an unknown resource',
      path: '/sandboxes/ann/records/pet',
      status: 404,
      says: ['"pet"', 'pets', 'messages'],
    },
    { name: 'a limit of 0', path: '/sandboxes/ann/records/pets?limit=0', status: 400, says: ['limit'] },
    {
      name: 'a limit that is not a number',
      path: '/sandboxes/ann/records/pets?limit=all',
      status: 400,
      says: ['limit'],
    },
    { name: 'a wrong method', method: 'DELETE', path: '/scenarios', status: 405, says: ['DELETE', 'GET'] },
    { name: 'a wrong method of a sandbox', method: 'GET', path: '/sandboxes/ann/reset', status: 405, says: ['POST'] },
    { name: 'a wrong method of the clock', method: 'PATCH', path: '/sandboxes/ann/clock', status: 405, says: ['PUT'] },
    { name: 'an unknown method', method: 'PROPFIND', path: '/sandboxes', status: 405, says: ['GET'] },
    ...['text/plain', 'application/x-www-form-urlencoded', 'application/problem+json', 'nonsense'].map((type) => ({
      name: `a body of the type ${type}`,
      method: 'PUT',
      path: '/sandboxes/ann/scenario',
      body: '{"scenario":null}',
      type,
      status: 415,
      says: ['application/json'],
    })),
    ...[
      { path: 'scenario', body: '{"scenario":', says: ['body'] },
      { path: 'scenario', body: '', says: ['body'] },
      { path: 'scenario', body: '[]', says: ['body must be an object'] },
      { path: 'scenario', body: 'null', says: ['body must be an object'] },
      { path: 'scenario', body: {}, says: ['body.scenario is required'] },
      { path: 'scenario', body: { scenario: 1 }, says: ['body.scenario', 'string', '1'] },
      { path: 'scenario', body: { scenario: ['flaky'] }, says: ['body.scenario'] },
      { path: 'scenario', body: { scenario: 'flakey' }, says: ['"flakey"', 'flaky'] },
      { path: 'scenario', body: { scenario: 'slow, flakey' }, says: ['"flakey"', 'flaky'] },
      { path: 'scenario', body: { scenario: 'flaky', on: true }, says: ['body.on'] },
      { path: 'scenario', body: '{"__proto__":"flaky"}', says: ['body.__proto__'] },
      { path: 'clock', body: {}, says: ['now', 'frozen'] },
      { path: 'clock', body: { now: 'tomorrow' }, says: ['body.now', '"tomorrow"'] },
      { path: 'clock', body: { now: 1_900_000_000 }, says: ['body.now', 'string'] },
      { path: 'clock', body: { now: '2030-13-01T00:00:00Z' }, says: ['body.now'] },
      { path: 'clock', body: { now: '6 December 2030' }, says: ['body.now', '"6 December 2030"'] },
      { path: 'clock', body: { now: '1' }, says: ['body.now', '"1"'] },
      { path: 'clock', body: { frozen: 'yes' }, says: ['body.frozen', 'true or false', '"yes"'] },
      { path: 'clock', body: { now: '2030-12-06T00:00:00Z', speed: 2 }, says: ['body.speed'] },
      { path: 'clock/advance', body: {}, says: ['body.by'] },
      { path: 'clock/advance', body: { by: '1 day' }, says: ['body.by', '"1 day"'] },
      { path: 'clock/advance', body: { by: 1 }, says: ['body.by', 'string'] },
      { path: 'clock/advance', body: { by: '--1d' }, says: ['body.by'] },
      { path: 'clock/advance', body: { by: '999999999d' }, says: ['body.by'] },
    ].map(({ path, body, says }) => ({
      name: `a body ${JSON.stringify(body)}`,
      method: path === 'clock/advance' ? 'POST' : 'PUT',
      path: `/sandboxes/ann/${path}`,
      body,
      status: 400,
      says,
    })),
    {
      name: 'a body that is too large',
      method: 'PUT',
      path: '/sandboxes/ann/scenario',
      body: JSON.stringify({ scenario: 'x'.repeat(2 ** 20) }),
      status: 413,
    },
  ]

  for (const { name, method = 'GET', path, body, type, status, says = [] } of rows)
    it(`${method} ${path}: ${name} is ${status}, and changes nothing`, async () => {
      await using server = await start()
      const headers = type === undefined ? {} : { 'content-type': type }
      const answer = await askControl(server, path, { method, headers, ...(body === undefined ? {} : { body }) })
      expectProblem(answer, status, says)
      if (status === 405) expect(answer.headers.allow).toMatch(/[A-Z]/)
      expect((await askControl(server, '/sandboxes')).json).toEqual([
        expect.objectContaining({ id: 'default', scenario: null, clock: untouched }),
        expect.objectContaining({ id: 'ann', scenario: null, clock: untouched }),
      ])
    })

  it('a body without a type is 415', async () => {
    await using server = await start()
    const answer = await askControl(server, '/sandboxes/ann/scenario', {
      method: 'PUT',
      body: '{"scenario":null}',
      headers: { 'content-type': undefined },
    })
    expectProblem(answer, 415)
  })

  it('accepts a media type with a charset', async () => {
    await using server = await start()
    const answer = await askControl(server, '/sandboxes/ann/scenario', {
      method: 'PUT',
      body: '{"scenario":null}',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    expect(answer.status, answer.text).toBe(200)
  })
})

describe('a sandbox that is created by a request with its name', () => {
  const rows: readonly { readonly name: string; readonly id: string; readonly status: number }[] = [
    { name: 'a simple name', id: 'checkout', status: 200 },
    { name: 'a percent-encoded name', id: 'b%C3%A4r', status: 200 },
    { name: '200 bytes', id: 'x'.repeat(200), status: 200 },
    { name: '201 bytes', id: 'x'.repeat(201), status: 400 },
    { name: 'an empty name', id: '', status: 400 },
    { name: 'a control character', id: 'a%0Ab', status: 400 },
    { name: 'an invalid escape', id: '%ff', status: 400 },
    { name: 'a name that is a property of every object', id: '__proto__', status: 200 },
  ]
  for (const { name, id, status } of rows)
    it(`${name}: ${status}`, async () => {
      await using server = await serveScenarios()
      for (const path of [undefined, `/v1/pets?__sandbox=${encodeURIComponent(id)}`]) {
        const answer = await server.call(path ?? '/v1/pets', path === undefined ? { sandbox: id } : {})
        expect(answer.status, answer.text).toBe(status)
      }
      const { json } = await server.control('GET', '/sandboxes')
      expect(json).toHaveLength(status === 200 ? 2 : 1)
    })

  it('is created only by an authenticated request', async () => {
    await using server = await serveScenarios()
    expectError(await server.call('/v1/pets', { sandbox: 'ann', key: 'nobody' }), 401)
    expectError(await server.call('/v1/pets', { sandbox: 'ann', key: null }), 401)
    expect((await server.control('GET', '/sandboxes')).json).toHaveLength(1)
  })

  it('beyond --max-sandboxes is 503 with the name of the option; the others still work', async () => {
    await using server = await serveScenarios({}, { maxSandboxes: 2 })
    for (const sandbox of ['a', 'b']) expectList(await server.call('/v1/pets', { sandbox }))
    const { message } = expectError(await server.call('/v1/pets', { sandbox: 'c' }), 503, 'unavailable')
    expect(message).toContain('--max-sandboxes')
    expectList(await server.call('/v1/pets', { sandbox: 'a' }))
    expectList(await server.call('/v1/pets'))
  })
})

describe('the guard', () => {
  const token = 'open-sesame'
  interface GuardRow {
    readonly name: string
    readonly options?: StandinOptions
    readonly path?: string
    readonly headers?: Readonly<Record<string, string>>
    /** Whether to send the server's own origin. */
    readonly ownOrigin?: boolean
    readonly status: number
  }
  const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })
  const rows: readonly GuardRow[] = [
    ...['127.0.0.1', '127.1.2.3:4010', 'localhost', 'LOCALHOST:80', 'standin.localhost', '[::1]:4010'].map((host) => ({
      name: `Host ${host}`,
      headers: { host },
      status: 200,
    })),
    ...[
      'example.com',
      'localhost.example.com',
      '127.0.0.1.example.com',
      'notlocalhost',
      '10.0.0.1:4010',
      '[::2]',
      '0.0.0.0',
    ].map((host) => ({ name: `Host ${host}`, headers: { host }, status: 403 })),
    {
      name: 'a Host that is allowed',
      options: { allowedHosts: ['standin.test'] },
      headers: { host: 'standin.test:4010' },
      status: 200,
    },
    {
      name: 'a Host that is allowed, in another case',
      options: { allowedHosts: ['standin.test'] },
      headers: { host: 'Standin.TEST' },
      status: 200,
    },
    {
      name: 'a Host whose allowed name has capitals',
      options: { allowedHosts: ['Standin.TEST'] },
      headers: { host: 'standin.test' },
      status: 200,
    },
    ...['https://tools.example', 'https://Tools.example/', 'https://tools.example:443'].map((origin) => ({
      name: `an Origin that ${origin} allows`,
      options: { controlOrigins: [origin] },
      headers: { origin: 'https://tools.example', 'sec-fetch-site': 'cross-site' },
      status: 200,
    })),
    {
      name: 'a Host that is not allowed',
      options: { allowedHosts: ['standin.test'] },
      headers: { host: 'other.test' },
      status: 403,
    },
    { name: 'a loopback Host, although others are allowed', options: { allowedHosts: ['standin.test'] }, status: 200 },
    ...(['same-origin', 'none'] as const).map((site) => ({
      name: `Sec-Fetch-Site ${site}`,
      headers: { 'sec-fetch-site': site },
      status: 200,
    })),
    ...(['cross-site', 'same-site'] as const).map((site) => ({
      name: `Sec-Fetch-Site ${site}`,
      headers: { 'sec-fetch-site': site },
      status: 403,
    })),
    { name: 'its own Origin', ownOrigin: true, status: 200 },
    ...['http://example.com', 'null', 'http://localhost:1', 'https://127.0.0.1'].map((origin) => ({
      name: `Origin ${origin}`,
      headers: { origin },
      status: 403,
    })),
    {
      name: 'another site, even with the token',
      options: { adminToken: token },
      headers: { ...bearer(token), 'sec-fetch-site': 'cross-site' },
      status: 403,
    },
    {
      name: 'another Origin, even with the token',
      options: { adminToken: token },
      headers: { ...bearer(token), origin: 'http://example.com' },
      status: 403,
    },
    { name: 'the token', options: { adminToken: token }, headers: bearer(token), status: 200 },
    {
      name: 'the token, under any Host',
      options: { adminToken: token },
      headers: { ...bearer(token), host: 'example.com' },
      status: 200,
    },
    { name: 'no token', options: { adminToken: token }, status: 401 },
    { name: 'a wrong token', options: { adminToken: token }, headers: bearer('open-sesamf'), status: 401 },
    { name: 'a longer token', options: { adminToken: token }, headers: bearer(`${token}x`), status: 401 },
    { name: 'the token in the query', options: { adminToken: token }, path: `/sandboxes?token=${token}`, status: 401 },
    { name: 'a key of the mocked API', options: { adminToken: token }, headers: bearer('sandbox-key'), status: 401 },
    {
      name: 'basic authentication',
      options: { adminToken: token },
      headers: { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` },
      status: 401,
    },
    { name: 'health without the token', options: { adminToken: token }, path: '/health', status: 200 },
    { name: 'health under any Host', path: '/health', headers: { host: 'example.com' }, status: 200 },
    { name: 'health to another site', path: '/health', headers: { 'sec-fetch-site': 'cross-site' }, status: 200 },
    { name: 'an unknown route without the token', options: { adminToken: token }, path: '/nothing', status: 401 },
  ]
  for (const { name, options = {}, path = '/sandboxes', headers = {}, ownOrigin = false, status } of rows)
    it(`${name}${path === '/sandboxes' ? '' : ` (${path})`}: ${status}`, async () => {
      await using server = await serveScenarios({}, options)
      const origin = ownOrigin ? { origin: server.standin.url } : {}
      const answer = await askControl(server, path, { headers: { ...headers, ...origin } })
      if (status === 200) expect(answer.status, answer.text).toBe(200)
      else expectProblem(answer, status)
      if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
      expect(answer.headers, 'no CORS').not.toHaveProperty('access-control-allow-origin')
    })

  it('rejects a preflight request', async () => {
    await using server = await serveScenarios()
    const answer = await askControl(server, '/sandboxes', {
      method: 'OPTIONS',
      headers: { origin: 'http://example.com', 'access-control-request-method': 'PUT' },
    })
    expect(answer.status).toBe(403)
    expect(answer.headers).not.toHaveProperty('access-control-allow-methods')
  })

  it('does not apply to the mocked API', async () => {
    await using server = await serveScenarios({}, { adminToken: token })
    const headers = { host: 'example.com', origin: 'http://example.com', 'sec-fetch-site': 'cross-site' }
    expectList(await server.call('/v1/pets', { headers }))
  })
})
