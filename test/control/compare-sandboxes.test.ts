/**
 * Listing and comparing many sandboxes.
 */
import { expect, it } from 'vitest'
import { getOwn, itemsOf } from '../../src/contract/values/json-object.ts'
import { noon, serveScenarios } from '../support/serve-scenarios.ts'

it('a fork differs from its origin by what was added, changed and deleted', async () => {
  await using server = await serveScenarios()
  const { standin } = server
  await standin.sandbox({ id: 'ann' })
  const bob = await standin.sandbox({ id: 'bob', from: 'ann' })
  await bob.records('pets').put([
    ...itemsOf((await server.control('GET', '/sandboxes/ann/records/pets?limit=1000')).json)
      .slice(2)
      .map((pet) => Object(pet)),
    { id: 2, name: 'Changed', categoryId: 2 },
    { id: 99, name: 'Added', categoryId: 1 },
  ])
  const { json } = await server.control('GET', '/sandboxes/ann/differences/bob?limit=2')
  expect(json).toEqual([
    {
      resource: 'pets',
      added: 1,
      changed: 1,
      deleted: 1,
      records: [
        { id: '1', before: expect.objectContaining({ name: 'Whiskers' }), after: null },
        {
          id: '2',
          before: expect.objectContaining({ name: 'Bramble' }),
          after: { id: 2, name: 'Changed', categoryId: 2 },
        },
      ],
    },
  ])
  await bob.reset()
  expect((await server.control('GET', '/sandboxes/bob/differences/ann')).json).toEqual([])
})

it('records that are the same by now do not differ, whatever their lifecycles started with', async () => {
  await using server = await serveScenarios()
  await server.standin.sandbox({ id: 'ann' })
  const { json } = await server.call('/messages', { sandbox: 'ann', method: 'POST', body: { message: 'Hello' } })
  const bob = await server.standin.sandbox({ id: 'bob', from: 'ann' })
  const compare = async () => itemsOf((await server.control('GET', '/sandboxes/ann/differences/bob')).json)
  await bob.records('messages').put([{ ...Object(json), status: 'delivered' }])
  expect(await compare()).toMatchObject([
    { records: [{ before: { status: 'queued' }, after: { status: 'delivered' } }] },
  ])
  await server.control('POST', '/sandboxes/ann/clock/advance', { by: '1h' })
  expect(await compare()).toEqual([])
})

it('records that both have differ where the clock of one has moved their lifecycles on', async () => {
  await using server = await serveScenarios()
  await server.standin.sandbox({ id: 'ann' })
  await server.call('/messages', { sandbox: 'ann', method: 'POST', body: { message: 'Hello' } })
  await server.standin.sandbox({ id: 'bob', from: 'ann' })
  const compare = async (ids: string) => itemsOf((await server.control('GET', `/sandboxes/${ids}`)).json)
  expect(await compare('ann/differences/bob')).toEqual([])
  await server.control('POST', '/sandboxes/bob/clock/advance', { by: '1h' })
  const [queued, delivered] = [{ status: 'queued' }, { status: 'delivered' }]
  expect(await compare('ann/differences/bob')).toMatchObject([
    { resource: 'messages', added: 0, changed: 1, deleted: 0, records: [{ before: queued, after: delivered }] },
  ])
  expect(await compare('bob/differences/ann')).toMatchObject([{ records: [{ before: delivered, after: queued }] }])
})

it('listing sandboxes does not keep them from being deleted', async () => {
  let now = noon
  await using server = await serveScenarios({}, { now: () => now })
  await server.standin.sandbox({ id: 'ann', ttl: '2m' })
  now += 90_000
  const before = await server.control('GET', '/sandboxes?q=ann')
  expect(before.json).toMatchObject([{ id: 'ann', lastUsed: new Date(noon).toISOString(), ttl: 120_000 }])
  now += 60_000
  expect((await server.control('GET', '/sandboxes?q=ann')).json).toEqual([])
})

it('pages through many, with the number of all', async () => {
  await using server = await serveScenarios()
  for (let index = 0; index < 1_200; index++) await server.standin.sandbox({ id: `s-${index}` })
  const first = await server.control('GET', '/sandboxes')
  expect(first.json).toHaveLength(1000)
  expect(first.headers['x-total-count']).toBe('1201')
  const second = await server.control('GET', '/sandboxes?sort=id&offset=1000')
  expect(itemsOf(second.json).map((one) => getOwn(one, 'id'))).toContain('s-999')
  const found = await server.control('GET', '/sandboxes?q=S-119&limit=5')
  expect(found.json).toHaveLength(5)
  expect(found.headers['x-total-count']).toBe('11')
})
