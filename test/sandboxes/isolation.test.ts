/**
 * Isolation between sandboxes, and each way in which a request can name a sandbox.
 */
import { Agent } from 'node:http'
import { describe, expect, it } from 'vitest'
import { call } from '../support/client.ts'
import { noon, type ScenarioServer, scenarioOf, serveScenarios } from '../support/serve-scenarios.ts'

const rex = { name: 'Rex', categoryId: 1 }

const make = async (server: ScenarioServer, order: object = {}) => {
  const answer = await call(`${server.standin.url}/_sandbox/sandboxes`, { method: 'POST', body: order })
  expect(answer.status, answer.text).toBe(201)
  return answer.json as { readonly id: string; readonly key: string; readonly url: string }
}

const control = (server: ScenarioServer, method: string, path: string, body?: unknown) =>
  call(`${server.standin.url}/_sandbox${path}`, { method, ...(body === undefined ? {} : { body: body as object }) })

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('the ways to name a sandbox', () => {
  it('are its key, its address and its name, with the same records', async () => {
    await using server = await serveScenarios()
    const { key, url } = await make(server, { id: 'checkout' })
    const made = await call(`${url}/v1/pets`, { method: 'POST', body: rex, headers: bearer('sandbox-key') })
    expect(made.status, made.text).toBe(201)
    const { id } = made.json as { id: number }
    const byKey = await call(`${server.standin.url}/v1/pets/${id}`, { headers: bearer(key) })
    const byName = await server.call(`/v1/pets/${id}`, { sandbox: 'checkout' })
    const byQuery = await server.call(`/v1/pets/${id}?__sandbox=checkout`)
    const elsewhere = await server.call(`/v1/pets/${id}`)
    expect([byKey.status, byName.status, byQuery.status, elsewhere.status]).toEqual([200, 200, 200, 404])
    expect(byKey.json).toEqual(made.json)
    expect(byKey.headers['sandbox-id']).toBe('checkout')
  })

  it('are rejected if they contradict each other', async () => {
    await using server = await serveScenarios()
    const { key, url } = await make(server, { id: 'checkout' })
    await make(server, { id: 'other' })
    const byHeader = await call(`${server.standin.url}/v1/pets`, { headers: { ...bearer(key), 'sandbox-id': 'other' } })
    const byAddress = await call(`${server.standin.url}/~other/v1/pets`, { headers: bearer(key) })
    const both = await call(`${url}/v1/pets`, { headers: { ...bearer('sandbox-key'), 'sandbox-id': 'other' } })
    for (const answer of [byHeader, byAddress, both]) {
      expect(answer.status, answer.text).toBe(400)
      expect(Object(answer.json).message).toMatch(/"checkout".*"other"|"other".*"checkout"/)
    }
  })

  it('do not create a sandbox with an invalid key or an unknown path', async () => {
    await using server = await serveScenarios()
    await call(`${server.standin.url}/v1/pets`, { headers: { ...bearer('nonsense'), 'sandbox-id': 'made-by-nobody' } })
    await server.call('/v1/nothing', { sandbox: 'made-by-nobody' })
    const { json } = await control(server, 'GET', '/sandboxes')
    expect((json as { id: string }[]).map(({ id }) => id)).toEqual(['default'])
  })

  it('do not include paths of the control API', async () => {
    await using server = await serveScenarios()
    const { url } = await make(server)
    expect((await call(`${url}/_sandbox/sandboxes`, { headers: bearer('sandbox-key') })).status).toBe(404)
    expect((await call(`${server.standin.url}/v1/_sandbox/sandboxes`, { headers: bearer('sandbox-key') })).status).toBe(
      404,
    )
  })
})

describe('keys', () => {
  it('change their state in one sandbox only', async () => {
    await using server = await serveScenarios()
    await server.call('/v1/pets', { sandbox: 'ann' })
    expect((await control(server, 'PATCH', '/sandboxes/ann/keys/sandbox-key', { state: 'revoked' })).status).toBe(200)
    const rejected = await server.call('/v1/pets', { sandbox: 'ann' })
    expect(rejected.status).toBe(401)
    expect(rejected.text).toContain('revoked')
    expect((await server.call('/v1/pets')).status).toBe(200)
    await control(server, 'POST', '/sandboxes/ann/reset')
    expect((await server.call('/v1/pets', { sandbox: 'ann' })).status).toBe(200)
  })

  it('expire on the clock of their sandbox', async () => {
    await using server = await serveScenarios()
    const { id } = await make(server)
    const made = await control(server, 'POST', `/sandboxes/${id}/keys`, { expires: '2026-12-01T00:00:00Z' })
    expect(made.status, made.text).toBe(201)
    const { key } = made.json as { key: string }
    const get = () => call(`${server.standin.url}/v1/pets`, { headers: bearer(key) })
    expect((await get()).status).toBe(200)
    await control(server, 'PUT', `/sandboxes/${id}/clock`, { now: '2026-12-01T00:00:00Z' })
    const late = await get()
    expect([late.status, late.text]).toEqual([401, expect.stringContaining('expired')])
    expect((await control(server, 'DELETE', `/sandboxes/${id}/keys/${key}`)).status).toBe(204)
    expect((await get()).text).toContain('unknown')
    expect((await control(server, 'DELETE', `/sandboxes/${id}/keys/${key}`)).status).toBe(404)
  })
})

describe('snapshots and forks', () => {
  it('restore records, clock and scenario', async () => {
    await using server = await serveScenarios()
    const { id, key } = await make(server, { clock: '2030-01-01T00:00:00Z', scenario: 'slow' })
    const pets = () => call(`${server.standin.url}/v1/pets?limit=100`, { headers: bearer(key) })
    const before = await control(server, 'GET', `/sandboxes/${id}/records/pets`)
    expect((await control(server, 'POST', `/sandboxes/${id}/snapshots`, { name: 'before' })).status).toBe(201)
    await control(server, 'PUT', `/sandboxes/${id}/scenario`, { scenario: null })
    await control(server, 'PUT', `/sandboxes/${id}/records/pets`, [])
    await control(server, 'PUT', `/sandboxes/${id}/clock`, { now: '2031-01-01T00:00:00Z', frozen: true })
    expect((await pets()).json).toEqual([])
    const restored = await control(server, 'POST', `/sandboxes/${id}/snapshots/before/restore`)
    expect(restored.json).toMatchObject({ scenario: 'slow', clock: { frozen: false, set: true } })
    expect((await control(server, 'GET', `/sandboxes/${id}/records/pets`)).json).toEqual(before.json)
    const fork = await make(server, { id: 'fork', from: `${id}/before` })
    expect(fork).toMatchObject({ scenario: 'slow' })
    await control(server, 'PUT', '/sandboxes/fork/records/pets', [])
    expect((await control(server, 'GET', `/sandboxes/${id}/records/pets`)).json).toEqual(before.json)
    expect((await control(server, 'DELETE', `/sandboxes/${id}/snapshots/before`)).status).toBe(204)
    expect((await control(server, 'POST', `/sandboxes/${id}/snapshots/before/restore`)).status).toBe(404)
    await control(server, 'POST', '/sandboxes/fork/reset')
    expect((await control(server, 'GET', '/sandboxes/fork/records/pets')).json).toEqual(before.json)
  })

  it('restore how much of a limit and how many calls were used, as often as they are restored', async () => {
    const mine = scenarioOf(
      { when: { operation: 'listPets' }, limit: { requests: 2, per: '1m' } },
      { when: { operation: 'getPet', call: 2 }, respond: { status: 401 } },
    )
    await using server = await serveScenarios({ mine })
    const { id } = await make(server, { id: 'used', scenario: 'mine' })
    const statuses = async (sandbox: string, ...paths: readonly string[]) => {
      const found: number[] = []
      for (const path of paths) found.push((await server.call(path, { sandbox })).status)
      return found
    }
    const rest = ['/v1/pets', '/v1/pets', '/v1/pets/1', '/v1/pets/1'] as const
    expect(await statuses(id, '/v1/pets', '/v1/pets/1')).toEqual([200, 200])
    expect((await control(server, 'POST', `/sandboxes/${id}/snapshots`, { name: 'once' })).status).toBe(201)
    await make(server, { id: 'fork', from: `${id}/once` })
    for (let time = 0; time < 2; time++) {
      expect(await statuses(id, ...rest)).toEqual([200, 429, 401, 200])
      expect((await control(server, 'POST', `/sandboxes/${id}/snapshots/once/restore`)).status).toBe(200)
    }
    expect(await statuses('fork', ...rest)).toEqual([200, 429, 401, 200])
  })

  it('can start from other fixtures', async () => {
    await using server = await serveScenarios()
    await make(server, { id: 'demo', fixtures: 'demo' })
    const [demo, first] = await Promise.all(
      ['demo', 'default'].map(async (id) => (await control(server, 'GET', `/sandboxes/${id}/records/pets`)).json),
    )
    expect(demo).not.toEqual(first)
    expect((await control(server, 'POST', '/sandboxes', { fixtures: 'nothing' })).status).toBe(404)
  })
})

describe('records', () => {
  it('are added, replaced, changed and deleted, and validated against their schema', async () => {
    await using server = await serveScenarios()
    const path = '/sandboxes/default/records/pets'
    const added = await control(server, 'POST', path, rex)
    expect(added.status, added.text).toBe(201)
    const { id } = added.json as { id: number }
    expect((await control(server, 'GET', `${path}/${id}`)).json).toEqual({ id, ...rex })
    expect((await server.call(`/v1/pets/${id}`)).json).toEqual({ id, ...rex })
    const patched = await control(server, 'PATCH', `${path}/${id}`, { status: 'sold' })
    expect(patched.json).toEqual({ id, ...rex, status: 'sold' })
    expect((await server.call('/v1/pets?status=sold&limit=100')).text).toContain(`"id":${id},`)
    const put = await control(server, 'PUT', `${path}/${id}`, { name: 'Max', categoryId: 2 })
    expect(put.json).toEqual({ id, name: 'Max', categoryId: 2 })
    expect((await server.call('/v1/pets?status=sold&limit=100')).text).not.toContain(`"id":${id},`)
    const bad = await control(server, 'PATCH', `${path}/${id}`, { status: 'lost', categoryId: null })
    expect(bad.status).toBe(400)
    expect(Object(bad.json).violations).toEqual([
      expect.objectContaining({ at: 'body.categoryId' }),
      expect.objectContaining({ at: 'body.status' }),
    ])
    expect((await control(server, 'POST', path, { id, ...rex })).status).toBe(409)
    expect((await control(server, 'PUT', `${path}/${id}`, { id: 1, ...rex })).status).toBe(400)
    expect((await control(server, 'DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await control(server, 'DELETE', `${path}/${id}`)).status).toBe(404)
    expect((await server.call(`/v1/pets/${id}`)).status).toBe(404)
    const next = await control(server, 'POST', path, rex)
    expect(next.json).toMatchObject({ id: id + 1 })
  })

  it('are replaced together, or not at all', async () => {
    await using server = await serveScenarios()
    const path = '/sandboxes/default/records/pets'
    const before = (await control(server, 'GET', path)).json
    const bad = await control(server, 'PUT', path, [{ id: 1, ...rex }, { id: 1, ...rex }, { id: 3 }])
    expect(bad.status).toBe(400)
    expect(Object(bad.json).detail).toMatch(/body\[1\].*ids must be unique.*body\[2\]\.name/)
    expect((await control(server, 'GET', path)).json).toEqual(before)
    expect((await control(server, 'PUT', path, [{ id: 5, ...rex }])).json).toEqual([{ id: 5, ...rex }])
    expect((await control(server, 'GET', `${path}?after=4&limit=1`)).json).toEqual([{ id: 5, ...rex }])
    expect((await control(server, 'GET', `${path}?after=5`)).json).toEqual([])
  })
})

it('two hundred concurrent sandboxes with twenty writes each, own scenarios and own clocks, are isolated', async () => {
  await using server = await serveScenarios({}, { journal: 200 })
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const base = ((await control(server, 'GET', '/sandboxes/default/records/pets?limit=1000')).json as unknown[]).length
  const sandboxes = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      make(server, {
        id: `test-${index}`,
        clock: `20${30 + (index % 50)}-01-01T00:00:00Z`,
        ...(index % 2 === 0 ? { scenario: 'flaky' } : {}),
      }),
    ),
  )
  await Promise.all(
    sandboxes.map(async ({ key }, index) => {
      for (let write = 0; write < 20; write++) {
        const answer = await call(`${server.standin.url}/v1/pets`, {
          agent,
          headers: bearer(key),
          body: { name: `${index}-${write}`, categoryId: index },
        })
        const isRejected = index % 2 === 0 && (write + 1) % 3 === 0
        expect(answer.status, answer.text).toBe(isRejected ? 503 : 201)
      }
    }),
  )
  agent.destroy()
  for (const [index, { id, key }] of sandboxes.entries()) {
    const expected = Array.from({ length: 20 }, (_, write) => write).filter(
      (write) => index % 2 === 1 || (write + 1) % 3 !== 0,
    )
    const records = (await control(server, 'GET', `/sandboxes/${id}/records/pets?limit=1000`)).json as {
      readonly name: string
    }[]
    expect(records.slice(base).map(({ name }) => name)).toEqual(expected.map((write) => `${index}-${write}`))
    const exchanges = (await control(server, 'GET', `/sandboxes/${id}/exchanges`)).json as {
      readonly sandbox: string
      readonly request: { readonly body: { readonly name: string } }
    }[]
    expect(exchanges.map(({ request }) => request.body.name)).toEqual(
      Array.from({ length: 20 }, (_, write) => `${index}-${write}`),
    )
    const clock = (await control(server, 'GET', `/sandboxes/${id}/clock`)).json
    expect(Object(clock).now).toMatch(new RegExp(`^20${30 + (index % 50)}-01-01`))
    const keys = (await control(server, 'GET', `/sandboxes/${id}/keys`)).json as { readonly key: string }[]
    expect(keys.filter(({ key: own }) => own.startsWith('sk_')).map(({ key: own }) => own)).toEqual([key])
  }
  const own = (await control(server, 'GET', '/sandboxes/default/exchanges')).json
  expect(own).toEqual([])
})

describe('a new record', () => {
  const nextId = async (server: ScenarioServer): Promise<unknown> =>
    Object((await server.call('/v1/pets', { body: rex })).json).id

  it('has no id that a record had before all records were replaced', async () => {
    await using server = await serveScenarios()
    expect(await nextId(server)).toBe(31)
    expect((await control(server, 'PUT', '/sandboxes/default/records/pets', [])).status).toBe(200)
    expect(await nextId(server)).toBe(32)
  })
})

describe('a sandbox with an await', () => {
  it('is not met by a request in another sandbox', async () => {
    await using server = await serveScenarios()
    const { standin } = server
    const own = await standin.sandbox({ id: 'own' })
    await standin.sandbox({ id: 'other' })
    const waiting = own.exchanges.await({ operation: 'getPet', timeout: '1m' })
    await server.call('/v1/pets/1', { sandbox: 'other' })
    await server.call('/v1/pets/2', { sandbox: 'own' })
    expect((await waiting).map(({ request }) => request.path)).toEqual(['/v1/pets/2'])
  })

  it('does not expire before the await ends', async () => {
    let now = noon
    await using server = await serveScenarios({}, { now: () => now })
    const { standin } = server
    const ids = async (): Promise<readonly string[]> =>
      ((await control(server, 'GET', '/sandboxes')).json as { id: string }[]).map(({ id }) => id).sort()
    const waited = await standin.sandbox({ id: 'waited', ttl: '1m' })
    await standin.sandbox({ id: 'unused', ttl: '1m' })
    const waiting = waited.exchanges.await({ operation: 'getPet', timeout: '1m' })
    now += 5 * 60_000
    expect(await ids()).toEqual(['default', 'waited'])
    await server.call('/v1/pets/1', { sandbox: 'waited' })
    expect(await waiting).toHaveLength(1)
    now += 5 * 60_000
    expect(await ids()).toEqual(['default'])
  })
})

describe('unused sandboxes', () => {
  it('make room for a new one as soon as they expire, at the limit of sandboxes', async () => {
    let now = noon
    await using server = await serveScenarios({}, { now: () => now, maxSandboxes: 1 })
    await make(server, { id: 'short', ttl: '10s' })
    expect((await control(server, 'POST', '/sandboxes', { id: 'next' })).status).toBe(503)
    // Long before the next regular search for unused sandboxes.
    now += 11_000
    await make(server, { id: 'next', ttl: '10s' })
    now += 11_000
    expect((await server.call('/v1/pets', { sandbox: 'by-a-request' })).status).toBe(200)
  })

  it('expire: those created by a request after an hour, those with a ttl after it, others never', async () => {
    let now = noon
    await using server = await serveScenarios({}, { now: () => now, maxSandboxes: 3 })
    await server.call('/v1/pets', { sandbox: 'first-use' })
    await make(server, { id: 'short', ttl: '10m' })
    await make(server, { id: 'kept' })
    const full = await server.call('/v1/pets', { sandbox: 'one-more' })
    expect([full.status, full.text]).toEqual([503, expect.stringContaining('--max-sandboxes')])
    expect((await control(server, 'POST', '/sandboxes', {})).status).toBe(503)
    const ids = async () =>
      ((await control(server, 'GET', '/sandboxes')).json as { id: string }[]).map(({ id }) => id).sort()
    now += 11 * 60_000
    expect(await ids()).toEqual(['default', 'first-use', 'kept'])
    now += 61 * 60_000
    expect(await ids()).toEqual(['default', 'kept'])
    const again = await server.call('/v1/pets', { sandbox: 'first-use' })
    expect(again.headers['sandbox-notice']).toContain('sandbox-evicted')
    expect((await server.call('/v1/pets', { sandbox: 'first-use' })).headers['sandbox-notice']).toBeUndefined()
  })

  it('are deleted, the default one is reset, and a name in use is 409', async () => {
    await using server = await serveScenarios()
    const { key } = await make(server, { id: 'checkout' })
    expect((await control(server, 'POST', '/sandboxes', { id: 'checkout' })).status).toBe(409)
    expect((await control(server, 'DELETE', '/sandboxes/checkout')).status).toBe(204)
    expect((await call(`${server.standin.url}/v1/pets`, { headers: bearer(key) })).status).toBe(401)
    expect((await control(server, 'DELETE', '/sandboxes/checkout')).status).toBe(404)
    await server.call('/v1/pets', { method: 'POST', body: rex })
    expect((await control(server, 'DELETE', '/sandboxes/default')).status).toBe(204)
    expect((await control(server, 'GET', '/sandboxes/default/exchanges')).json).toEqual([])
  })
})
