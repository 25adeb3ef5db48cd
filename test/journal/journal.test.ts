/**
 * The journal over HTTP: what it records, its filters, waiting for exchanges, and the explanation of a response.
 */
import { describe, expect, it } from 'vitest'
import { type Answer, call } from '../support/client.ts'
import { type ScenarioServer, serveScenarios } from '../support/serve-scenarios.ts'

const rex = { name: 'Rex', categoryId: 1 }

const journal = (server: ScenarioServer, path = '', body?: object): Promise<Answer> =>
  call(`${server.standin.url}/_sandbox/sandboxes/default/exchanges${path}`, body === undefined ? {} : { body })

const listOf = (answer: Answer): readonly Readonly<Record<string, unknown>>[] =>
  answer.json as readonly Readonly<Record<string, unknown>>[]

describe('the recorded exchanges', () => {
  it('contain request, response and operation, without secrets', async () => {
    await using server = await serveScenarios()
    await server.call('/v1/pets?trace=1&access_token=hidden', {
      method: 'POST',
      body: { ...rex, id: 3 },
      headers: { cookie: 'session=hidden', 'x-api-key': 'hidden', 'x-tenant': 'acme' },
    })
    const answer = await journal(server)
    expect(answer.text).not.toMatch(/hidden|sandbox-key/)
    expect(listOf(answer)).toEqual([
      expect.objectContaining({
        sandbox: 'default',
        at: '2026-11-20T12:00:00.000Z',
        operation: 'createPet',
        document: 'animal-store',
        request: {
          method: 'POST',
          path: '/v1/pets',
          query: { trace: '1', access_token: '[redacted]' },
          headers: expect.objectContaining({
            authorization: 'Bearer [redacted]',
            cookie: '[redacted]',
            'x-api-key': '[redacted]',
            'x-tenant': 'acme',
          }),
          body: { ...rex, id: 3 },
        },
        response: expect.objectContaining({ status: 201, body: expect.objectContaining(rex) }),
        violations: [],
        notices: [
          { kind: 'undocumented-query', names: ['trace', 'access_token'] },
          { kind: 'ignored-properties', names: ['body.id'] },
        ],
        unmatched: false,
      }),
    ])
  })

  it('preserve every digit of a long integer', async () => {
    await using server = await serveScenarios()
    await server.call('/v1/pets', { method: 'POST', body: '{"name":"Rex","categoryId":9223372036854775807}' })
    expect((await journal(server)).text.match(/"categoryId":9223372036854775807/g)).toHaveLength(2)
  })

  it('are the latest, at most as many as --journal allows', async () => {
    await using server = await serveScenarios({}, { journal: 3 })
    for (const id of [1, 2, 3, 4, 5]) await server.call(`/v1/pets/${id}`)
    const paths = listOf(await journal(server)).map(({ request }) => Object(request).path)
    expect(paths).toEqual(['/v1/pets/3', '/v1/pets/4', '/v1/pets/5'])
  })

  it('are filtered by operation, status, violations, unmatched, since and limit', async () => {
    await using server = await serveScenarios()
    await server.call('/v1/pets')
    const second = await server.call('/v1/pets', { method: 'POST', body: { name: 1 } })
    await server.call('/v1/pets/999999')
    await server.call('/v1/nothing')
    await server.call('/v1/pets', { method: 'PUT', body: {} })
    const count = async (query: string) => listOf(await journal(server, `?${query}`)).length
    const id = second.headers['sandbox-request-id'] ?? ''
    expect(await count('operation=listPets')).toBe(1)
    expect(await count('status=400')).toBe(1)
    expect(await count('status=404')).toBe(2)
    expect(await count('violations=true')).toBe(1)
    expect(await count('unmatched=true')).toBe(2)
    expect(await count('unmatched=false&method=get')).toBe(2)
    expect(await count(`since=${id}`)).toBe(3)
    expect(await count('since=2030-01-01T00:00:00Z')).toBe(0)
    expect(await count('limit=2')).toBe(2)
    expect((await journal(server, '?since=yesterday')).status).toBe(400)
    expect((await journal(server, '?opration=listPets')).text).toContain('query.opration')
    const [invalid] = listOf(await journal(server, '?violations=true'))
    expect(invalid?.violations).toEqual([
      expect.objectContaining({ at: 'body.categoryId' }),
      expect.objectContaining({ at: 'body.name' }),
    ])
  })
})

describe('await', () => {
  it('responds to the expected call, not at its timeout', async () => {
    await using server = await serveScenarios()
    await journal(server)
    for (let run = 0; run < 5; run++) {
      const where = { request: { body: { name: `Rex ${run}` } } }
      // Longer than a test may take.
      const waiting = journal(server, '/await', { operation: 'createPet', where, timeout: '10m' })
      await new Promise((resolve) => setTimeout(resolve, 30))
      await server.call('/v1/pets', { method: 'POST', body: { ...rex, name: `Rex ${run}` } })
      const answer = await waiting
      expect(answer.json).toMatchObject({ met: true, count: 1, exchanges: [{ operation: 'createPet' }], near: [] })
    }
  })

  it('lists the other exchanges at its timeout, nearest first', async () => {
    await using server = await serveScenarios()
    await server.call('/v1/pets')
    await server.call('/v1/pets', { method: 'POST', body: { ...rex, name: 'Max' } })
    const answer = await journal(server, '/await', {
      operation: 'createPet',
      where: { request: { body: { name: { matches: '^Rex' } } } },
      timeout: '50ms',
    })
    const { met, count, near } = answer.json as { met: boolean; count: number; near: { differs: string[] }[] }
    expect([met, count]).toEqual([false, 0])
    expect(near.map(({ differs }) => differs)).toEqual([
      ['request.body.name must be a string that matches ^Rex, got "Max"'],
      [
        'operation must be createPet, got listPets',
        expect.stringMatching(/^request\.body must be an object, got null|^request\.body/),
      ],
    ])
  })

  it('decides exactly and atMost at the timeout, or as soon as there are more exchanges', async () => {
    await using server = await serveScenarios()
    await server.call('/v1/pets')
    const ask = async (bound: object) =>
      (await journal(server, '/await', { operation: 'listPets', timeout: '40ms', ...bound })).json
    expect(await ask({ exactly: 1 })).toMatchObject({ met: true, count: 1 })
    expect(await ask({ exactly: 0 })).toMatchObject({ met: false, count: 1 })
    expect(await ask({ atMost: 1 })).toMatchObject({ met: true })
    expect(await ask({ atMost: 0, timeout: '1m' })).toMatchObject({ met: false })
    expect(await ask({ count: 2 })).toMatchObject({ met: false, count: 1 })
    expect((await journal(server, '/await', { count: 1, atMost: 2 })).status).toBe(400)
    expect((await journal(server, '/await', { timeout: '1h' })).text).toContain('10m')
    expect((await journal(server, '/await', { where: { request: { path: { matches: '(' } } } })).status).toBe(400)
  })
})

describe('the explanation of a response', () => {
  it('contains the matched operation, the steps that were tried and what decided', async () => {
    await using server = await serveScenarios()
    const explain = async (answer: Answer) =>
      (await call(`${server.standin.url}/_sandbox/exchanges/${answer.headers['sandbox-request-id']}`)).json
    const normal = await server.call('/v1/pets/7', { scenario: 'flaky' })
    expect(await explain(normal)).toMatchObject({
      operation: 'getPet',
      why: {
        matched: { method: 'GET', path: '/v1/pets/{petId}', parameters: { petId: '7' } },
        behaviour: { kind: 'read', resource: 'pets' },
        tried: [{ step: 'flaky/1', outcome: expect.stringContaining('another call') }],
        decided: expect.stringContaining('records of the sandbox'),
      },
    })
    const scripted = await server.call('/v1/pets', { scenario: 'unauthorized' })
    expect(await explain(scripted)).toMatchObject({ why: { tried: [{ outcome: 'applied' }] } })
    const unmatched = await server.call('/v1/pest')
    expect(await explain(unmatched)).toMatchObject({ unmatched: true, why: { matched: null } })
    expect((await call(`${server.standin.url}/_sandbox/exchanges/req-0`)).status).toBe(404)
  })
})

it('the event stream reports each exchange immediately', async () => {
  await using server = await serveScenarios()
  const controller = new AbortController()
  const response = await fetch(`${server.standin.url}/_sandbox/events`, { signal: controller.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  await server.call('/v1/pets/7')
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.includes('event: exchange')) break
  }
  controller.abort()
  expect(text).toContain('"operation":"getPet"')
})

it('metrics count requests by operation and status', async () => {
  await using server = await serveScenarios()
  await server.call('/v1/pets/7')
  await server.call('/v1/pets/7')
  await server.call('/v1/pets/999999')
  const answer = await call(`${server.standin.url}/_sandbox/metrics`)
  expect(answer.text).toContain('standin_requests_total{operation="animal-store GET /pets/{petId}",status="200"} 2\n')
  expect(answer.text).toContain('status="404"} 1\n')
  expect(answer.text).toMatch(/\nstandin_sandboxes 1\n/)
})

it('coverage counts statuses, parameters, values, media types and scenarios', async () => {
  await using server = await serveScenarios()
  await server.call('/v1/pets?status=sold&limit=3')
  await server.call('/v1/pets', { scenario: 'unauthorized' })
  await server.call('/v1/pets', { method: 'POST', body: { ...rex, status: 'sold' }, sandbox: 'ann' })
  const read = async (path: string) => (await call(`${server.standin.url}/_sandbox${path}`)).json
  const own = await read('/sandboxes/default/coverage')
  const all = (await read('/coverage')) as { operations: { operation: string; count: number }[]; summary: object }
  expect(own).toMatchObject({ version: 1, summary: { covered: 2 } })
  expect(all.summary).toMatchObject({ covered: 3 })
  expect(all.operations.find(({ operation }) => operation === 'listPets')).toMatchObject({
    count: 2,
    statuses: [
      { name: '200', documented: true, count: 1 },
      { name: '401', documented: true, count: 1 },
    ],
    parameters: [
      { name: 'query.limit', count: 1 },
      { name: 'query.status', count: 1 },
    ],
    values: expect.arrayContaining([{ name: 'query.status=sold', count: 1 }]),
    scenarios: [{ name: 'unauthorized', count: 1 }],
  })
  expect(all.operations.find(({ operation }) => operation === 'createPet')).toMatchObject({
    values: expect.arrayContaining([{ name: 'body.status=sold', count: 1 }]),
    requestTypes: [{ name: 'application/json', count: 1 }],
  })
})
