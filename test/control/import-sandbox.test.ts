/**
 * Importing a fixture set: what an export returns comes back complete, and all of it or nothing.
 */
import { assert, describe, expect, it } from 'vitest'
import { call } from '../support/client.ts'
import { expectProblem } from '../support/control-document.ts'
import { type ScenarioServer, serveScenarios } from '../support/serve-scenarios.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

interface Exported {
  readonly records: Readonly<Record<string, readonly object[]>>
  readonly nextIds: Readonly<Record<string, number>>
  readonly keys?: readonly { readonly key: string; readonly state: string }[]
}

const exportOf = async ({ control }: ScenarioServer, id: string): Promise<Exported> => {
  const { sandbox: _, ...rest } = (await control('GET', `/sandboxes/${id}/export`)).json as Exported & {
    readonly sandbox: string
  }
  return rest
}

const tryImport = ({ standin }: ScenarioServer, id: string, body: object, query = '') =>
  call(`${standin.url}/_sandbox/sandboxes/${id}/import${query}`, { method: 'PUT', body })

const pet = (id: number, name = 'Rex') => ({ id, name, categoryId: 1 })

describe('an exported set', () => {
  it('comes back complete in another sandbox', async () => {
    await using server = await serveScenarios()
    await server.standin.sandbox({ id: 'ann' })
    await server.standin.sandbox({ id: 'bob' })
    await server.call('/v1/pets', { sandbox: 'ann', body: { name: 'Waffles', categoryId: 1 } })
    // A deleted record, a changed key and a deleted one.
    await server.call('/v1/pets/31', { sandbox: 'ann', method: 'DELETE' })
    await server.control('PATCH', '/sandboxes/ann/keys/sandbox-key', { state: 'expired' })
    await call(`${server.standin.url}/_sandbox/sandboxes/ann/keys/sandbox-key-revoked`, { method: 'DELETE' })
    const exported = await exportOf(server, 'ann')
    expect(await exportOf(server, 'bob')).not.toEqual(exported)
    assert((await tryImport(server, 'bob', exported)).status === 200)
    expect(await exportOf(server, 'bob')).toEqual(exported)
    expect((await server.call('/v1/pets', { sandbox: 'bob' })).status).toBe(401)
    expect((await server.call('/v1/pets')).status).toBe(200)
  })

  it('can be larger than other bodies', async () => {
    await using server = await serveScenarios({}, { maxBody: 2_000 })
    const records = { pets: Array.from({ length: 500 }, (_, index) => pet(index + 1)) }
    const answer = await tryImport(server, 'default', { records })
    expect(answer.json).toMatchObject({ records: 500 })
    expectProblem(await tryImport(server, 'default', { records, sandbox: 'x'.repeat(128_000) }), 413, ['128000 bytes'])
  })

  it('is still there after a restart', async () => {
    const folder = await createTemporaryFolder({})
    const data = { data: folder.path }
    const set = { records: { pets: [pet(4)] }, nextIds: { pets: 9 }, keys: [{ key: 'mine', state: 'active' }] }
    {
      await using server = await serveScenarios({}, data)
      assert((await tryImport(server, 'default', set)).status === 200)
    }
    await using server = await serveScenarios({}, data)
    expect(await exportOf(server, 'default')).toMatchObject({ records: set.records, nextIds: { pets: 9 }, keys: [] })
    expect((await server.call('/v1/pets', { key: 'mine' })).status).toBe(200)
    await folder.remove()
  })
})

it('new records get ids after those of the set, whatever came before', async () => {
  await using server = await serveScenarios()
  const create = async () => (await server.call('/v1/pets', { body: { name: 'New', categoryId: 1 } })).json
  await tryImport(server, 'default', { records: { pets: [pet(7)] } })
  expect(await create()).toMatchObject({ id: 8 })
  await tryImport(server, 'default', { records: { pets: [pet(7)] }, nextIds: { pets: 3 } })
  expect(await create()).toMatchObject({ id: 8 })
  await tryImport(server, 'default', { records: {}, nextIds: { pets: 20 } })
  expect(await create()).toMatchObject({ id: 20 })
})

it('a snapshot undoes it', async () => {
  await using server = await serveScenarios()
  const before = await exportOf(server, 'default')
  const set = { records: { pets: [pet(7)], messages: [] }, nextIds: { pets: 90 } }
  assert((await tryImport(server, 'default', set, '?snapshot=undo')).status === 200)
  await server.control('POST', '/sandboxes/default/snapshots/undo/restore')
  expect(await exportOf(server, 'default')).toEqual(before)
})

it('a request sees all of it or nothing', async () => {
  await using server = await serveScenarios()
  const message = { id: 'm-1', to: '+1', text: 'x' }
  const sets = ['One', 'Two'].map((name) => ({
    records: {
      pets: Array.from({ length: 2_000 }, (_, index) => pet(index + 1, name)),
      messages: [{ ...message, text: name }],
    },
  }))
  const [one, two] = sets
  assert(one && two)
  const first = await tryImport(server, 'default', one, '?contract=ignore')
  assert(first.status === 200, first.text)
  let isDone = false
  const importing = tryImport(server, 'default', two, '?contract=ignore').finally(() => {
    isDone = true
  })
  const seen = new Set<string>()
  do {
    const { records } = await exportOf(server, 'default')
    seen.add([...(records.pets ?? []), ...(records.messages ?? [])].map(nameOf).filter(isFirst).join(' and '))
  } while (!isDone)
  expect((await importing).status).toBe(200)
  for (const names of seen) expect(['One', 'Two']).toContain(names)
})

const nameOf = (record: object): string => String(Object(record).name ?? Object(record).text)
const isFirst = (name: string, index: number, all: readonly string[]): boolean => all.indexOf(name) === index

it('a key of another sandbox is rejected, and is not in the message', async () => {
  await using server = await serveScenarios()
  const ann = await server.standin.sandbox({ id: 'ann' })
  const { key } = await ann.keys.generate()
  const before = await exportOf(server, 'default')
  const answer = await tryImport(server, 'default', { records: { pets: [] }, keys: [{ key: 'a' }, { key }] })
  expectProblem(answer, 400, ['body.keys[1].key is a key of the sandbox "ann"'])
  expect(answer.json).toMatchObject({ violations: [{ pointer: '/keys/1/key' }] })
  expect(answer.text).not.toContain(key)
  expect(await exportOf(server, 'default')).toEqual(before)
})

it('a set that is imported again needs no room for its keys', async () => {
  await using server = await serveScenarios({}, { maxKeys: 10 })
  const keys = Array.from({ length: 6 }, (_, index) => ({ key: `k-${index}` }))
  const set = { records: {}, keys }
  expect((await tryImport(server, 'default', set)).status).toBe(200)
  expect((await tryImport(server, 'default', set)).status).toBe(200)
  const others = Array.from({ length: 6 }, (_, index) => ({ key: `other-${index}` }))
  expectProblem(await tryImport(server, 'default', { records: {}, keys: others }), 507, ['10 keys'])
})

it('a position of string ids that cannot be counted is rejected', async () => {
  await using server = await serveScenarios()
  const importAt = (next: number) => tryImport(server, 'default', { records: {}, nextIds: { messages: next } })
  const send = async () => (await server.call('/messages', { method: 'POST', body: { message: 'Hello' } })).status
  expectProblem(await importAt(2 ** 53), 400, ['body.nextIds.messages must be a position', '9007199254740991'])
  expect((await importAt(2 ** 53 - 1)).status).toBe(200)
  expect(await send()).toBe(200)
})
