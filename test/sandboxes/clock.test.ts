/**
 * The clock of a sandbox: as a class, over the control API, and everything that depends on it.
 */
import { describe, expect, it } from 'vitest'
import { SandboxClock } from '../../src/sandboxes/clock.ts'
import { expectError, expectList, expectMessage, expectOne } from '../interface/expect-shape.ts'
import type { Answer } from '../support/client.ts'
import { noon, type ScenarioServer, serveScenarios } from '../support/serve-scenarios.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const second = 1_000
const day = 86_400 * second

describe('a clock', () => {
  const start = () => {
    let real = noon
    const clock = new SandboxClock(() => real)
    return {
      clock,
      pass: (milliseconds: number) => {
        real += milliseconds
      },
    }
  }
  const at = Date.parse('2030-12-06T00:00:00Z')

  it('follows real time until it is set', () => {
    const { clock, pass } = start()
    expect(clock.describe()).toEqual({ now: noon, frozen: false, set: false })
    pass(5 * second)
    expect(clock.now()).toBe(noon + 5 * second)
  })

  it('continues from the time that was set', () => {
    const { clock, pass } = start()
    clock.set(at, false)
    expect(clock.describe()).toEqual({ now: at, frozen: false, set: true })
    pass(5 * second)
    expect(clock.now()).toBe(at + 5 * second)
  })

  it('stops when it is frozen', () => {
    const { clock, pass } = start()
    clock.set(at, true)
    pass(5 * second)
    expect(clock.describe()).toEqual({ now: at, frozen: true, set: true })
  })

  it('continues when it is set again without freezing', () => {
    const { clock, pass } = start()
    clock.set(at, true)
    clock.set(at, false)
    pass(second)
    expect(clock.describe()).toEqual({ now: at + second, frozen: false, set: true })
  })

  it('on real time can be advanced, and continues from there', () => {
    const { clock, pass } = start()
    clock.advance(day)
    expect(clock.describe()).toEqual({ now: noon + day, frozen: false, set: true })
    pass(second)
    clock.advance(day)
    expect(clock.now()).toBe(noon + 2 * day + second)
  })

  it('stays frozen when it is advanced', () => {
    const { clock, pass } = start()
    clock.set(at, true)
    clock.advance(day)
    pass(second)
    expect(clock.describe()).toEqual({ now: at + day, frozen: true, set: true })
  })

  it('can be set back', () => {
    const { clock, pass } = start()
    clock.set(at, false)
    clock.advance(-day)
    expect(clock.now()).toBe(at - day)
    clock.set(0, false)
    pass(second)
    expect(clock.now()).toBe(second)
  })

  it('returns to real time', () => {
    const { clock, pass } = start()
    clock.set(at, true)
    pass(second)
    clock.clear()
    expect(clock.describe()).toEqual({ now: noon + second, frozen: false, set: false })
  })
})

describe('over the control API', () => {
  const address = '/sandboxes/default/clock'

  it('is read, set, frozen, moved forward and backward, and cleared', async () => {
    let real = noon
    await using server = await serveScenarios({}, { now: () => real })
    const rows: readonly {
      readonly method: string
      readonly path?: string
      readonly body?: object
      readonly is: { readonly now: string; readonly frozen: boolean; readonly set: boolean }
    }[] = [
      { method: 'GET', is: { now: '2026-11-20T12:00:00.000Z', frozen: false, set: false } },
      {
        method: 'PUT',
        body: { now: '2030-12-06T00:00:00Z' },
        is: { now: '2030-12-06T00:00:00.000Z', frozen: false, set: true },
      },
      { method: 'GET', is: { now: '2030-12-06T00:00:01.000Z', frozen: false, set: true } },
      {
        method: 'PUT',
        body: { now: '2030-12-06T00:00:00+01:00', frozen: true },
        is: { now: '2030-12-05T23:00:00.000Z', frozen: true, set: true },
      },
      { method: 'GET', is: { now: '2030-12-05T23:00:00.000Z', frozen: true, set: true } },
      {
        method: 'POST',
        path: '/advance',
        body: { by: '2h' },
        is: { now: '2030-12-06T01:00:00.000Z', frozen: true, set: true },
      },
      {
        method: 'POST',
        path: '/advance',
        body: { by: '-1d' },
        is: { now: '2030-12-05T01:00:00.000Z', frozen: true, set: true },
      },
      { method: 'PUT', body: { frozen: false }, is: { now: '2030-12-05T01:00:00.000Z', frozen: false, set: true } },
      { method: 'GET', is: { now: '2030-12-05T01:00:01.000Z', frozen: false, set: true } },
      {
        method: 'PUT',
        body: { now: '1999-12-31T23:59:59Z' },
        is: { now: '1999-12-31T23:59:59.000Z', frozen: false, set: true },
      },
      { method: 'GET', is: { now: '2000-01-01T00:00:00.000Z', frozen: false, set: true } },
      { method: 'DELETE', is: { now: '2026-11-20T12:00:10.000Z', frozen: false, set: false } },
    ]
    for (const [index, { method, path = '', body, is }] of rows.entries()) {
      // Real time advances by a second before each read, ten seconds in all, and does not advance before other requests.
      if (method === 'GET' && index > 0) real += second
      if (method === 'DELETE') real = noon + 10 * second
      const answer = await server.control(method, address + path, body)
      expect(answer.json, `${index}: ${method} ${path} ${JSON.stringify(body)}`).toEqual(is)
    }
  })

  it('belongs to one sandbox', async () => {
    await using server = await serveScenarios()
    expectList(await server.call('/v1/pets', { sandbox: 'ann' }))
    await server.control('PUT', '/sandboxes/ann/clock', { now: '2030-12-06T00:00:00Z' })
    expectError(await server.call('/v1/pets/1', { sandbox: 'ann' }), 404, 'operation_removed')
    expectOne(await server.call('/v1/pets/1', { sandbox: 'bob' }))
    expectOne(await server.call('/v1/pets/1'))
  })

  it('follows real time after a reset', async () => {
    await using server = await serveScenarios()
    await server.control('PUT', address, { now: '2030-12-06T00:00:00Z', frozen: true })
    await server.control('POST', '/sandboxes/default/reset')
    const { json } = await server.control('GET', address)
    expect(json).toEqual({ now: new Date(noon).toISOString(), frozen: false, set: false })
  })
})

const setClock = (server: ScenarioServer, now: string, frozen = false) =>
  server.control('PUT', '/sandboxes/default/clock', { now, frozen })
const advance = (server: ScenarioServer, by: string) =>
  server.control('POST', '/sandboxes/default/clock/advance', { by })

describe('what depends on the clock', () => {
  it('createdAt', async () => {
    await using server = await serveScenarios()
    const send = async () => expectMessage(await server.call('/messages', { body: { message: 'Hello' } })).createdAt
    await setClock(server, '2027-05-01T08:00:00Z', true)
    expect(await send()).toBe('2027-05-01T08:00:00.000Z')
    await advance(server, '90m')
    expect(await send()).toBe('2027-05-01T09:30:00.000Z')
    await advance(server, '-1d')
    expect(await send()).toBe('2027-04-30T09:30:00.000Z')
    await server.control('DELETE', '/sandboxes/default/clock')
    expect(await send()).toBe(new Date(noon).toISOString())
  })

  it('lifecycles, backwards too', async () => {
    await using server = await serveScenarios()
    expectMessage(await server.call('/messages', { body: { message: 'Hello' } }))
    const state = async (by: string) => {
      await advance(server, by)
      return Object((await server.control('GET', '/sandboxes/default/records/messages')).json)[0].status
    }
    expect([await state('0s'), await state('2s'), await state('2s'), await state('-2s'), await state('-1d')]).toEqual([
      'queued',
      'sent',
      'delivered',
      'sent',
      'queued',
    ])
  })

  it('the expiry of keys', async () => {
    await using fixtures = await createTemporaryFolder({
      'keys.yaml': '- { key: lasting }\n- { key: brief, expires: 2026-11-21T12:00:00Z }\n',
      'pets.yaml': '[]\n',
    })
    await using server = await serveScenarios({}, { fixtures: fixtures.path })
    const ask = (key: string) => server.call('/v1/pets', { key })
    expectList(await ask('brief'))
    await setClock(server, '2026-11-21T11:59:59.999Z', true)
    expectList(await ask('brief'))
    await advance(server, '1ms')
    expect(expectError(await ask('brief'), 401).message).toMatch(/expired/)
    expectList(await ask('lasting'))
    await advance(server, '-1s')
    expectList(await ask('brief'))
  })

  it('the expiry of keys, in the sandbox that the request names', async () => {
    await using fixtures = await createTemporaryFolder({
      'keys.yaml': '- { key: brief, expires: "2026-11-21T12:00:00Z" }\n',
      'pets.yaml': '[]\n',
    })
    await using server = await serveScenarios({}, { fixtures: fixtures.path })
    const ask = (sandbox?: string) => server.call('/v1/pets', { key: 'brief', sandbox })
    expectList(await ask('ann'))
    await server.control('PUT', '/sandboxes/ann/clock', { now: '2027-01-01T00:00:00Z' })
    expectError(await ask('ann'), 401)
    expectList(await ask())
  })

  it('the windows of limits', async () => {
    await using server = await serveScenarios()
    const ask = async () => (await server.call('/v1/pets', { scenario: 'rate-limited' })).status
    for (let index = 0; index < 10; index++) expect(await ask()).toBe(200)
    expect(await ask()).toBe(429)
    await advance(server, '59s')
    expect(await ask()).toBe(429)
    await advance(server, '1s')
    expect(await ask()).toBe(200)
  })
})

const isDeprecated = ({ headers }: Answer): void => {
  expect(headers.deprecation).toBe(`@${Date.parse('2026-01-01T00:00:00Z') / 1000}`)
  expect(headers.sunset).toBe('Thu, 05 Dec 2030 00:00:00 GMT')
  expect(headers.link).toMatch(/<[^>]*\/v1\/pets>; *rel="?successor-version"?/)
}

describe('the sunset of getPet', () => {
  const rows: readonly { readonly at: string; readonly there: boolean }[] = [
    { at: '2026-11-20T12:00:00Z', there: true },
    { at: '2030-12-05T00:00:00Z', there: true },
    { at: '2030-12-05T23:59:59.999Z', there: true },
    { at: '2030-12-06T00:00:00Z', there: false },
    { at: '2031-06-01T00:00:00Z', there: false },
  ]
  for (const { at, there } of rows)
    it(`on a clock set to ${at}: getPet ${there ? 'has Deprecation, Sunset and Link' : 'is removed'}, and the other operations work`, async () => {
      await using server = await serveScenarios()
      await setClock(server, at, true)
      const answer = await server.call('/v1/pets/1')
      if (there) {
        expectOne(answer)
        isDeprecated(answer)
      } else expect(expectError(answer, 404, 'operation_removed').message).toContain('/v1/pets')
      expectList(await server.call('/v1/pets'))
      expectOne(await server.call('/v1/pets', { body: { name: 'Rex', categoryId: 1 } }), 201)
      expect(expectMessage(await server.call('/messages', { body: { message: 'Hello' } })).createdAt).toBe(
        new Date(at).toISOString(),
      )
    })

  it('takes effect when the clock reaches it, and is undone when the clock is set back', async () => {
    let real = noon
    await using server = await serveScenarios({}, { now: () => real })
    await setClock(server, '2030-12-05T23:59:59Z')
    expectOne(await server.call('/v1/pets/1'))
    real += second
    expectError(await server.call('/v1/pets/1'), 404, 'operation_removed')
    await advance(server, '-1d')
    isDeprecated(await server.call('/v1/pets/1'))
  })

  it('takes effect in a request with the scenario after-sunset, but not in the next one', async () => {
    await using server = await serveScenarios()
    for (let index = 0; index < 3; index++) {
      expectError(await server.call('/v1/pets/1', { scenario: 'after-sunset' }), 404, 'operation_removed')
      expectList(await server.call('/v1/pets', { scenario: 'after-sunset' }))
      const next = await server.call('/v1/pets/1')
      expectOne(next)
      isDeprecated(next)
      const { json } = await server.control('GET', '/sandboxes/default/clock')
      expect(json).toEqual({ now: new Date(noon).toISOString(), frozen: false, set: false })
    }
  })

  it('after-sunset does not accept a key that is invalid today', async () => {
    await using server = await serveScenarios()
    expectError(await server.call('/v1/pets/1', { scenario: 'after-sunset', key: 'sandbox-key-expired' }), 401)
  })
})
