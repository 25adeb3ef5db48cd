/**
 * Each route of the control API with valid input, with every kind of invalid input, and without access. Each response is
 * validated against the document. Each route must have a case in the table, and each case a route.
 */
import { Agent, type ClientRequest, request } from 'node:http'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import type { StandinOptions } from '../../../src/index.ts'
import type { Outbox } from '../../../src/webhooks/outbox/outbox.ts'
import { type Answer, type CallOptions, call } from '../../support/client.ts'
import { type ControlRoute, controlRoutes, expectDocumented, expectProblem } from '../../support/control-document.ts'
import { type ScenarioServer, serveScenarios } from '../../support/serve-scenarios.ts'
import { type BadRequest, badRequestsOf, type ControlRequest, maxBody, optionsOf, targetOf } from '../bad-requests.ts'
import { mineSource, type RouteCase, routeCases } from '../route-cases.ts'

const token = 'open-sesame'

interface TestServer extends AsyncDisposable {
  readonly server: ScenarioServer
  readonly params: Readonly<Record<string, string>>
  readonly ask: (target: string, options?: CallOptions) => Promise<Answer>
}

/** A server with the sandbox that the cases use. */
const start = async (options: StandinOptions = {}): Promise<TestServer> => {
  const server = await serveScenarios({}, { maxBody, rewind: true, ...options })
  const ann = await server.standin.sandbox({ id: 'ann' })
  await ann.snapshot('before')
  const { key } = await ann.keys.generate()
  await server.call('/v1/pets', { sandbox: 'ann', body: { name: 'Waffles', categoryId: 1 } })
  await server.call('/v1/pets?limit=1', { sandbox: 'ann' })
  addDelivery(server.standin.defaultSandbox.outbox)
  const [first, second] = await ann.exchanges.list()
  assert(first && second)
  const authorization = options.adminToken === undefined ? undefined : `Bearer ${options.adminToken}`
  const defined = await call(`${server.standin.url}/_sandbox/scenarios/mine`, {
    method: 'PUT',
    body: { source: mineSource },
    headers: { authorization },
  })
  assert(defined.status === 200, defined.text)
  return {
    server,
    params: {
      id: 'ann',
      document: 'animal-store',
      scenario: 'mine',
      name: 'before',
      resource: 'pets',
      recordId: '1',
      key,
      requestId: first.id,
      otherId: second.id,
      other: 'default',
      webhook: 'webhook-1',
      delivery: 'msg_1',
    },
    ask: (target, { headers, ...rest } = {}) =>
      askControl(`${server.standin.url}/_sandbox${target}`, { ...rest, headers: { authorization, ...headers } }),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}

/** The documents have no webhooks, so the default sandbox gets one that was dropped. */
const addDelivery = (outbox: Outbox): void => {
  const [id, url, at] = ['msg_1', 'http://127.0.0.1:9/hooks', Date.UTC(2026, 0, 1)] as const
  const target = { id: 'webhook-1', url, events: [], secret: `whsec_${'QUJD'.repeat(8)}` }
  outbox.change({ kind: 'target', target })
  const facts = { kind: 'webhook', name: 'petCreated', document: 'animal-store', cause: 'a', createdAt: at } as const
  const ended = { state: 'dropped', owner: undefined, dueAt: at, attempts: [], isSigned: true } as const
  const request = { method: 'POST', headers: {}, body: '{}' }
  const delivery = { ...facts, ...ended, id, messageId: id, url, target: target.id, request }
  outbox.change({ kind: 'delivery', delivery })
}

/** Like `call`, but reads only the first line of a stream. */
const askControl = (url: string, options: CallOptions): Promise<Answer> =>
  new URL(url).pathname === '/_sandbox/events' && (options.method ?? 'GET') === 'GET'
    ? readStart(url, options)
    : call(url, options)

const readStart = (url: string, { headers = {} }: CallOptions): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const outgoing: ClientRequest = request(url, { headers: Object.fromEntries(given), agent: false })
    outgoing.on('error', reject)
    outgoing.on('response', (message) => {
      message.once('data', (chunk: Buffer) => {
        const text = chunk.toString()
        const type = message.headers['content-type'] ?? ''
        resolve({
          status: message.statusCode ?? 0,
          headers: { 'content-type': type, allow: message.headers.allow ?? '' },
          text,
          length: chunk.length,
          json: type.includes('json') ? JSON.parse(text) : undefined,
        })
        outgoing.off('error', reject).on('error', () => undefined)
        outgoing.destroy()
      })
    })
    outgoing.end()
  })

const keepAlive = new Agent({ keepAlive: true })

/** All state that a request could change. */
const readState = async ({ ask }: TestServer): Promise<unknown> => {
  const ann = '/sandboxes/ann'
  const targets = [
    '/sandboxes',
    '/scenarios',
    '/scenarios/mine',
    ...['records/pets', 'keys', 'snapshots', 'exchanges'].map((part) => `${ann}/${part}`),
  ]
  return Promise.all(targets.map(async (target) => (await ask(target, { agent: keepAlive })).json))
}

const caseOf = ({ name }: ControlRoute): RouteCase => {
  const found = routeCases[name]
  return found ?? assert.fail(`${name} has no case`)
}

it('the table has a case for each route of the document and no unknown routes', () =>
  expect(Object.keys(routeCases)).toEqual(controlRoutes.map(({ name }) => name)))

const testedRoutes = controlRoutes.filter(({ name }) => routeCases[name])

describe('valid input', () => {
  /** For requests that change nothing. */
  let shared: TestServer
  beforeAll(async () => {
    shared = await start()
  })
  afterAll(() => shared[Symbol.asyncDispose]())

  for (const route of testedRoutes)
    for (const { name, status = 200, is, after, params, ...rest } of caseOf(route).good)
      it(`${route.name}: ${name} is ${status}`, async () => {
        await using own = route.method === 'GET' ? undefined : await start()
        const server = own ?? shared
        const sent: ControlRequest = { ...rest, params: { ...server.params, ...params } }
        const answer = await server.ask(targetOf(route, sent), optionsOf(route, sent))
        expect(answer.status, answer.text).toBe(status)
        expectDocumented(route, answer)
        if (is !== undefined) expect(answer.json ?? answer.text).toEqual(is)
        if (status === 204) expect(answer.text).toBe('')
        if (!after) return
        const seen = await server.ask(after.target)
        expect(seen.status, seen.text).toBe(after.status ?? 200)
        if (after.is !== undefined) expect(seen.json).toEqual(after.is)
      })
})

it('HEAD returns what GET returns, without the body', async () => {
  await using server = await start()
  for (const route of testedRoutes.filter(({ method }) => method === 'GET')) {
    const answer = await server.ask(targetOf(route, { params: server.params }), { method: 'HEAD' })
    expect({ route: route.name, status: answer.status, text: answer.text }).toEqual({
      route: route.name,
      status: 200,
      text: '',
    })
  }
})

/** A valid request to a route, from which invalid ones are derived. */
const validRequest = (route: ControlRoute, { params }: TestServer): ControlRequest => {
  const [{ query, body, params: own }] = caseOf(route).good
  return { params: { ...params, ...own }, ...(query ? { query } : {}), ...(body === undefined ? {} : { body }) }
}

describe('invalid input changes nothing', () => {
  let server: TestServer
  let before: unknown
  beforeAll(async () => {
    server = await start()
    before = await readState(server)
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const ask = async (route: ControlRoute, { target, options, status, says }: Omit<BadRequest, 'name'>) => {
    const answer = await server.ask(target, options)
    expectProblem(answer, status, says)
    expectDocumented(route, answer)
    if (status === 405) expect(answer.headers.allow).toContain(route.method)
  }

  for (const route of testedRoutes) {
    const placeholders = Object.fromEntries(route.parameters.map(({ name }) => [name, name]))
    const [{ query, body }] = caseOf(route).good
    // The requests are created once for the names of the tests, and again with the ids of the running server.
    const invalid = badRequestsOf(route, { params: placeholders, ...(query ? { query } : {}), body })
    for (const [index, { name, status }] of invalid.entries())
      it(`${route.name}: ${name} is ${status}`, async () => {
        const bad = badRequestsOf(route, validRequest(route, server))[index]
        assert(bad)
        await ask(route, bad)
      })

    for (const { name, params, query: sentQuery, body: sent, status, says } of caseOf(route).bad ?? [])
      it(`${route.name}: ${name} is ${status}`, async () => {
        const bad = { params: { ...server.params, ...params }, ...(sentQuery ? { query: sentQuery } : {}), body: sent }
        await ask(route, { target: targetOf(route, bad), options: optionsOf(route, bad), status, says })
      })

    it(`${route.name}: all is as it was before these requests`, async () =>
      expect(await readState(server)).toEqual(before))
  }

  it('a sandbox beyond --max-sandboxes is 503', async () => {
    await using full = await start({ maxSandboxes: 1 })
    const answer = await full.ask('/sandboxes', { method: 'POST' })
    expectProblem(answer, 503, ['--max-sandboxes'])
    const route = testedRoutes.find(({ name }) => name === 'POST /sandboxes')
    assert(route)
    expectDocumented(route, answer)
  })
})

interface Intruder {
  readonly name: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Whether the server requires the token. */
  readonly guarded: boolean
  readonly status: number
}

const withToken = { authorization: `Bearer ${token}` }
const intruders: readonly Intruder[] = [
  { name: 'without the token', headers: { authorization: undefined }, guarded: true, status: 401 },
  { name: 'with another token', headers: { authorization: 'Bearer open-sesamE' }, guarded: true, status: 401 },
  { name: 'under another Host', headers: { host: 'rebound.example' }, guarded: false, status: 403 },
  { name: 'from another site', headers: { 'sec-fetch-site': 'cross-site' }, guarded: false, status: 403 },
  { name: 'from another origin', headers: { origin: 'http://evil.example' }, guarded: false, status: 403 },
  { name: 'from an origin without a name', headers: { origin: 'null' }, guarded: false, status: 403 },
  {
    name: 'from another site, with the token',
    headers: { ...withToken, origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
    guarded: true,
    status: 403,
  },
]

describe('a client without access changes nothing and learns nothing', () => {
  let open: TestServer
  let guarded: TestServer
  beforeAll(async () => {
    open = await start()
    guarded = await start({ adminToken: token })
  })
  afterAll(async () => {
    await open[Symbol.asyncDispose]()
    await guarded[Symbol.asyncDispose]()
  })

  for (const intruder of intruders)
    describe(intruder.name, () => {
      let server: TestServer
      let before: unknown
      beforeAll(async () => {
        server = intruder.guarded ? guarded : open
        before = await readState(server)
      })

      for (const route of testedRoutes.filter(({ isOpen }) => !isOpen))
        it(`${route.name} is ${intruder.status}`, async () => {
          const sent = validRequest(route, server)
          const target = targetOf(route, sent)
          const answer = await server.ask(target, { ...optionsOf(route, sent), headers: intruder.headers })
          expectProblem(answer, intruder.status)
          expectDocumented(route, answer)
          const unknownRoute = await server.ask('/nothing', { method: route.method, headers: intruder.headers })
          // The response does not reveal whether the route exists.
          expect(unknownRoute.json).toEqual(answer.json)
        })

      it('all is as it was before', async () => expect(await readState(server)).toEqual(before))
    })

  it('only the health and the ready route need no access', async () => {
    expect(testedRoutes.filter(({ isOpen }) => isOpen).map(({ name }) => name)).toEqual(['GET /health', 'GET /ready'])
    for (const { headers, guarded: isGuarded } of intruders)
      for (const path of ['/health', '/ready'])
        expect((await (isGuarded ? guarded : open).ask(path, { headers })).status).toBe(200)
  })
})
