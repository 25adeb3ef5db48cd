/**
 * What time will change next in a sandbox: in order, by the sandbox's clock, with what scenarios hold.
 */
import { assert, describe, expect, it } from 'vitest'
import { getOwn, itemsOf } from '../../src/contract/values/json-object.ts'
import { noon, type ScenarioServer, serveScenarios } from '../support/serve-scenarios.ts'

const upcoming = async (server: ScenarioServer, id = 'default', query = '') => {
  const answer = await server.control('GET', `/sandboxes/${id}/clock/upcoming${query}`)
  return { changes: itemsOf(answer.json), total: Number(answer.headers['x-total-count']) }
}

const sendMessage = async (server: ScenarioServer, scenario?: string): Promise<string> => {
  const answer = await server.call('/messages', { scenario, body: { to: '+15550100', message: 'Hello' } })
  expect(answer.status, answer.text).toBe(200)
  const id = getOwn(answer.json, 'id')
  assert(typeof id === 'string')
  return id
}

const iso = (time: number): string => new Date(time).toISOString()
const move = (record: string, from: string, to: string, wait: number) => ({
  kind: 'lifecycle',
  clock: 'sandbox',
  resource: 'messages',
  record,
  property: 'status',
  what: `status of messages ${record} changes from ${from} to ${to}.`,
  from,
  to,
  at: iso(noon + wait),
  in: wait,
  held: null,
})

describe('lifecycles', () => {
  it('has every move of every record in order, and those that happened are gone', async () => {
    await using server = await serveScenarios({}, { now: () => noon })
    const first = await sendMessage(server)
    await server.control('POST', '/sandboxes/default/clock/advance', { by: '500ms' })
    const second = await sendMessage(server)
    const { changes, total } = await upcoming(server)
    const after = Number(getOwn(changes[0], 'in')) + 500
    const later = (wait: number) => wait - 500
    const first1 = { ...move(first, 'queued', 'sent', after), in: later(after) }
    const first2 = { ...move(first, 'sent', 'delivered', 2 * after), in: later(2 * after) }
    const second1 = { ...move(second, 'queued', 'sent', after + 500), in: after }
    const second2 = { ...move(second, 'sent', 'delivered', 2 * after + 500), in: 2 * after }
    expect(changes).toEqual([first1, second1, first2, second2, expect.objectContaining({ kind: 'sunset' })])
    expect(total).toBe(5)
    expect((await upcoming(server, 'default', '?limit=2')).changes).toEqual([first1, second1])
    await server.control('POST', '/sandboxes/default/clock/advance', { by: `${later(after)}ms` })
    expect((await upcoming(server)).changes[0]).toMatchObject({ record: second, from: 'queued', in: 500 })
    await server.control('POST', '/sandboxes/default/clock/advance', { by: '1d' })
    expect((await upcoming(server)).changes).toEqual([expect.objectContaining({ kind: 'sunset' })])
  })

  it('what a scenario holds comes last, without a time, until the scenario is off', async () => {
    await using server = await serveScenarios()
    await server.control('PUT', '/sandboxes/default/scenario', { scenario: 'slow, messages-left-queued' })
    const held = await sendMessage(server)
    const change = { ...move(held, 'queued', 'sent', 0), at: null, in: null }
    expect((await upcoming(server)).changes).toEqual([
      expect.objectContaining({ kind: 'sunset' }),
      { ...change, held: { scenarios: ['messages-left-queued'], until: 'scenario' } },
    ])
    await server.control('PUT', '/sandboxes/default/scenario', { scenario: null })
    const { changes } = await upcoming(server)
    expect(changes).toMatchObject([
      { record: held, from: 'queued', to: 'sent', held: null },
      { record: held, from: 'sent', to: 'delivered', held: null },
      { kind: 'sunset' },
    ])
  })

  it('what a request holds is held until a reset', async () => {
    await using server = await serveScenarios()
    const held = await sendMessage(server, 'messages-left-queued')
    expect((await upcoming(server)).changes[1]).toMatchObject({ record: held, held: { scenarios: [], until: 'reset' } })
    await server.control('POST', '/sandboxes/default/reset')
    expect((await upcoming(server)).total).toBe(1)
  })
})

describe('keys, sunsets and the end of a sandbox', () => {
  it('lists an active key that will expire, and not one that has', async () => {
    await using server = await serveScenarios()
    const ann = await server.standin.sandbox({ id: 'ann' })
    const { key } = await ann.keys.generate({ expires: '2026-11-20T13:00:00Z' })
    await ann.keys.generate({ expires: '2026-11-20T11:00:00Z' })
    await ann.keys.generate({ expires: '2026-11-20T13:00:00Z', state: 'revoked' })
    expect((await upcoming(server, 'ann')).changes).toEqual([
      {
        kind: 'key',
        clock: 'sandbox',
        key,
        what: `The key ${key} expires.`,
        from: 'active',
        to: 'expired',
        at: '2026-11-20T13:00:00.000Z',
        in: 3_600_000,
        held: null,
      },
      expect.objectContaining({ kind: 'sunset' }),
    ])
  })

  it('the end of a sandbox follows real time, whatever its clock shows', async () => {
    await using server = await serveScenarios()
    await server.standin.sandbox({ id: 'ann', ttl: '30s', clock: '2030-12-05T23:59:00Z' })
    expect((await upcoming(server, 'ann')).changes).toMatchObject([
      { kind: 'ttl', clock: 'real', at: iso(noon + 30_000), in: 30_000 },
      { kind: 'sunset', clock: 'sandbox', at: '2030-12-06T00:00:00.000Z', in: 60_000 },
    ])
  })

  it('an operation that is removed is not listed any more', async () => {
    await using server = await serveScenarios()
    await server.control('PUT', '/sandboxes/default/clock', { now: '2030-12-06T00:00:00Z' })
    expect(await upcoming(server)).toEqual({ changes: [], total: 0 })
  })
})

it('lists a hundred of many changes', async () => {
  await using server = await serveScenarios()
  const messages = Array.from({ length: 20_000 }, (_, index) => ({
    id: `m-${index}`,
    to: '+15550100',
    message: 'Hello',
    status: 'queued',
    createdAt: '2026-11-20T12:00:00Z',
    'x-standin': { age: `${index % 1000}ms` },
  }))
  const sandbox = await server.standin.sandbox({ id: 'ann' })
  await sandbox.records('messages').put(messages)
  const { changes, total } = await upcoming(server, 'ann')
  expect(total).toBe(40_001)
  expect(changes).toHaveLength(100)
  const waits = changes.map((change) => Number(getOwn(change, 'in')))
  expect(waits).toEqual([...waits].sort((one, other) => one - other))
  expect(changes.map((change) => getOwn(change, 'record'))).toContain('m-999')
})
