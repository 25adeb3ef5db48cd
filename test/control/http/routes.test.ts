/**
 * Each route of the control API's document with good input, with every kind of bad input, and before those who may not use
 * it. Each answer is held against the document. A route without a case in the table fails, and so does a case without one.
 */
import { Agent, type ClientRequest, request } from 'node:http'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import type { StandinOptions } from '../../../src/index.ts'
import { type Answer, type CallOptions, call } from '../../support/client.ts'
import { type ControlRoute, controlRoutes, expectDocumented, expectProblem } from '../../support/control-document.ts'
import { type ScenarioServer, serveScenarios } from '../../support/serve-scenarios.ts'
import { type BadRequest, badRequestsOf, type ControlRequest, maxBody, optionsOf, targetOf } from '../bad-requests.ts'
import { type RouteCase, routeCases } from '../route-cases.ts'

const token = 'open-sesame'

interface Scene extends AsyncDisposable {
  readonly server: ScenarioServer
  readonly params: Readonly<Record<string, string>>
  readonly ask: (target: string, options?: CallOptions) => Promise<Answer>
}

/** A server with the sandbox that the table speaks of. */
const start = async (options: StandinOptions = {}): Promise<Scene> => {
  const server = await serveScenarios({}, { maxBody, ...options })
  const ann = await server.standin.sandbox({ id: 'ann' })
  await ann.snapshot('before')
  const { key } = await ann.keys.generate()
  await server.call('/v1/pets', { sandbox: 'ann', body: { name: 'Waffles', categoryId: 1 } })
  await server.call('/v1/pets?limit=1', { sandbox: 'ann' })
  const [first] = await ann.exchanges.list()
  assert(first)
  const authorization = options.adminToken === undefined ? undefined : `Bearer ${options.adminToken}`
  return {
    server,
    params: { id: 'ann', name: 'before', resource: 'pets', recordId: '1', key, requestId: first.id },
    ask: (target, { headers, ...rest } = {}) =>
      askControl(`${server.standin.url}/_sandbox${target}`, { ...rest, headers: { authorization, ...headers } }),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}

/** As `call`, but that a stream is read up to its first line only. */
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

/** All that a request could have changed. */
const look = async ({ ask }: Scene): Promise<unknown> => {
  const ann = '/sandboxes/ann'
  const targets = ['/sandboxes', ...['records/pets', 'keys', 'snapshots', 'exchanges'].map((part) => `${ann}/${part}`)]
  return Promise.all(targets.map(async (target) => (await ask(target, { agent: keepAlive })).json))
}

const caseOf = ({ name }: ControlRoute): RouteCase => {
  const found = routeCases[name]
  return found ?? assert.fail(`${name} has no case`)
}

it('the table has a case for each route of the document, and no other', () =>
  expect(Object.keys(routeCases)).toEqual(controlRoutes.map(({ name }) => name)))

const tabled = controlRoutes.filter(({ name }) => routeCases[name])

describe('good input', () => {
  for (const route of tabled)
    for (const { name, status = 200, is, after, params, ...rest } of caseOf(route).good)
      it(`${route.name}: ${name} is ${status}`, async () => {
        await using scene = await start()
        const sent: ControlRequest = { ...rest, params: { ...scene.params, ...params } }
        const answer = await scene.ask(targetOf(route, sent), optionsOf(route, sent))
        expect(answer.status, answer.text).toBe(status)
        expectDocumented(route, answer)
        if (is !== undefined) expect(answer.json ?? answer.text).toEqual(is)
        if (status === 204) expect(answer.text).toBe('')
        if (!after) return
        const seen = await scene.ask(after.target)
        expect(seen.status, seen.text).toBe(after.status ?? 200)
        if (after.is !== undefined) expect(seen.json).toEqual(after.is)
      })
})

it('HEAD has what GET has, without a body', async () => {
  await using scene = await start()
  for (const route of tabled.filter(({ method }) => method === 'GET')) {
    const answer = await scene.ask(targetOf(route, { params: scene.params }), { method: 'HEAD' })
    expect({ route: route.name, status: answer.status, text: answer.text }).toEqual({
      route: route.name,
      status: 200,
      text: '',
    })
  }
})

/** A good request of a route, to make bad ones of. */
const goodRequest = (route: ControlRoute, { params }: Scene): ControlRequest => {
  const [{ query, body, params: own }] = caseOf(route).good
  return { params: { ...params, ...own }, ...(query ? { query } : {}), ...(body === undefined ? {} : { body }) }
}

describe('bad input changes nothing', () => {
  let scene: Scene
  let before: unknown
  beforeAll(async () => {
    scene = await start()
    before = await look(scene)
  })
  afterAll(() => scene[Symbol.asyncDispose]())

  const ask = async (route: ControlRoute, { target, options, status, says }: Omit<BadRequest, 'name'>) => {
    const answer = await scene.ask(target, options)
    expectProblem(answer, status, says)
    expectDocumented(route, answer)
    if (status === 405) expect(answer.headers.allow).toContain(route.method)
    expect(await look(scene)).toEqual(before)
  }

  for (const route of tabled) {
    const placeholders = Object.fromEntries(route.parameters.map(({ name }) => [name, name]))
    const [{ query, body }] = caseOf(route).good
    // The requests are made once for their names, and again when the names of the scene are known.
    const made = badRequestsOf(route, { params: placeholders, ...(query ? { query } : {}), body })
    for (const [index, { name, status }] of made.entries())
      it(`${route.name}: ${name} is ${status}`, async () => {
        const bad = badRequestsOf(route, goodRequest(route, scene))[index]
        assert(bad)
        await ask(route, bad)
      })

    for (const { name, params, query: asked, body: sent, status, says } of caseOf(route).bad ?? [])
      it(`${route.name}: ${name} is ${status}`, async () => {
        const bad = { params: { ...scene.params, ...params }, ...(asked ? { query: asked } : {}), body: sent }
        await ask(route, { target: targetOf(route, bad), options: optionsOf(route, bad), status, says })
      })
  }

  it('a sandbox more than there may be is 503', async () => {
    await using full = await start({ maxSandboxes: 1 })
    const answer = await full.ask('/sandboxes', { method: 'POST' })
    expectProblem(answer, 503, ['--max-sandboxes'])
    const route = tabled.find(({ name }) => name === 'POST /sandboxes')
    assert(route)
    expectDocumented(route, answer)
  })
})

interface Stranger {
  readonly name: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Whether the server asks for the token. */
  readonly guarded: boolean
  readonly status: number
}

const withToken = { authorization: `Bearer ${token}` }
const strangers: readonly Stranger[] = [
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

describe('whoever may not use it changes nothing and learns nothing', () => {
  let open: Scene
  let guarded: Scene
  beforeAll(async () => {
    open = await start()
    guarded = await start({ adminToken: token })
  })
  afterAll(async () => {
    await open[Symbol.asyncDispose]()
    await guarded[Symbol.asyncDispose]()
  })

  for (const stranger of strangers)
    for (const route of tabled.filter(({ isOpen }) => !isOpen))
      it(`${route.name} ${stranger.name} is ${stranger.status}`, async () => {
        const scene = stranger.guarded ? guarded : open
        const before = await look(scene)
        const sent = goodRequest(route, scene)
        const target = targetOf(route, sent)
        const answer = await scene.ask(target, { ...optionsOf(route, sent), headers: stranger.headers })
        expectProblem(answer, stranger.status)
        expectDocumented(route, answer)
        const nowhere = await scene.ask('/nothing', { method: route.method, headers: stranger.headers })
        // What is there is told apart from what is not by nothing in the answer.
        expect(nowhere.json).toEqual(answer.json)
        expect(await look(scene)).toEqual(before)
      })

  it('health alone is open to all', async () => {
    expect(tabled.filter(({ isOpen }) => isOpen).map(({ name }) => name)).toEqual(['GET /health'])
    for (const { headers, guarded: isGuarded } of strangers)
      expect((await (isGuarded ? guarded : open).ask('/health', { headers })).status).toBe(200)
  })
})
