/**
 * Records that depend on a parent: they exist only if the parent exists, and are removed together with it.
 */
import { describe, expect, it } from 'vitest'
import { converse, type Step } from '../../support/converse.ts'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { type Files, serveFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

const named = object({ id: { ...integer, readOnly: true }, name: text })
const keyed = object({ name: text, note: text }, ['name'])
const none = { description: 'Done.' }

const collection = (parameters: readonly object[], schema = 'Named') => ({
  parameters,
  get: { responses: { 200: response(arrayOf(ref(schema))) } },
  post: { requestBody: requestBody(ref(schema)), responses: { 201: response(ref(schema)) } },
})
const item = (parameters: readonly object[], schema = 'Named') => ({
  parameters,
  get: { responses: { 200: response(ref(schema)) } },
  put: { requestBody: requestBody(ref(schema)), responses: { 200: response(ref(schema)), 201: response(ref(schema)) } },
  delete: { responses: { 204: none } },
})
const owner = pathParameter('owner', text)
const gadget = pathParameter('gadget')
const part = pathParameter('part')

const write = (paths: object): object => openApi({ paths, components: { schemas: { Named: named, Keyed: keyed } } })

/** Owners are identified by their names, so that one can be created again. */
const owners = { '/owners': collection([], 'Keyed'), '/owners/{owner}': item([owner], 'Keyed') }
const gadgets = {
  '/owners/{owner}/gadgets': collection([owner]),
  '/owners/{owner}/gadgets/{gadget}': item([owner, gadget]),
}
const parts = {
  '/owners/{owner}/gadgets/{gadget}/parts': collection([owner, gadget]),
  '/owners/{owner}/gadgets/{gadget}/parts/{part}': item([owner, gadget, part]),
}

const make = (name: string): Step => ({ ask: 'POST /owners', body: { name }, status: 201 })
const add = (ask: string): Step => ({ ask: `POST ${ask}`, body: { name: 'x' }, status: 201 })

interface Row {
  readonly name: string
  readonly document: object
  readonly otherFiles?: Files
  readonly steps: readonly Step[]
}

const play = (rows: readonly Row[]): void => {
  for (const { name, document, otherFiles = {}, steps } of rows)
    it(name, async () => {
      await using api = await serveFiles({ 'gadgets.json': document, ...otherFiles })
      await converse(api.call, steps)
    })
}

describe('the removal of a record removes', () => {
  play([
    {
      name: 'the records below it, at any depth, and none below others',
      document: write({ ...owners, ...gadgets, ...parts }),
      steps: [
        make('a'),
        make('a0'),
        make('b'),
        ...['a', 'a0', 'b'].map((name) => add(`/owners/${name}/gadgets`)),
        ...['a/gadgets/1', 'a0/gadgets/2', 'b/gadgets/3'].map((path) => add(`/owners/${path}/parts`)),
        { ask: 'DELETE /owners/a', status: 204 },
        { ask: 'GET /owners/a/gadgets/1', status: 404 },
        { ask: 'GET /owners/a/gadgets/1/parts/1', status: 404 },
        { ask: 'PUT /owners/a/gadgets/1', body: { name: 'x' }, status: 404 },
        { ask: 'PUT /owners/a', body: { name: 'a' }, status: 201 },
        { ask: 'GET /owners/a/gadgets', status: 200, is: [] },
        { ask: 'GET /owners/a/gadgets/1', status: 404 },
        add('/owners/a/gadgets'),
        { ask: 'GET /owners/a/gadgets/4/parts', status: 200, is: [] },
        { ask: 'GET /owners/a0/gadgets', status: 200, is: [{ id: 2, name: 'x' }] },
        { ask: 'GET /owners/b/gadgets/3/parts/3', status: 200 },
        { ask: 'DELETE /owners/b/gadgets/3', status: 204 },
        { ask: 'GET /owners/b/gadgets/3/parts/3', status: 404 },
      ],
    },
    {
      name: 'records at other paths that can be created only below it, and the records below those',
      document: write({
        ...owners,
        '/owners/{owner}/gadgets': collection([owner]),
        '/gadgets/{gadget}': item([gadget]),
        '/gadgets/{gadget}/parts': collection([gadget]),
        '/gadgets/{gadget}/parts/{part}': item([gadget, part]),
      }),
      steps: [
        make('a'),
        make('b'),
        add('/owners/a/gadgets'),
        add('/owners/b/gadgets'),
        add('/gadgets/1/parts'),
        add('/gadgets/2/parts'),
        { ask: 'DELETE /owners/a', status: 204 },
        { ask: 'GET /gadgets/1', status: 404 },
        { ask: 'GET /gadgets/1/parts/1', status: 404 },
        { ask: 'PUT /gadgets/1', body: { name: 'again' }, status: 201 },
        { ask: 'GET /gadgets/1/parts', status: 200, is: [] },
        { ask: 'GET /gadgets/2/parts/2', status: 200 },
      ],
    },
    {
      name: 'no records that can be created without it',
      document: write({
        ...owners,
        '/owners/{owner}/gadgets': collection([owner]),
        '/gadgets': collection([]),
        '/gadgets/{gadget}': item([gadget]),
      }),
      steps: [
        make('a'),
        add('/owners/a/gadgets'),
        { ask: 'DELETE /owners/a', status: 204 },
        { ask: 'GET /gadgets/1', status: 200 },
        { ask: 'GET /owners/a/gadgets', status: 404 },
      ],
    },
    {
      name: 'a single record below it, with its changes',
      document: write({
        ...owners,
        '/owners/{owner}/profile': {
          parameters: [owner],
          get: { responses: { 200: response(object({ bio: { ...text, example: 'none yet' } }, ['bio'])) } },
          put: { requestBody: requestBody(object({ bio: text })), responses: { 200: response(object({ bio: text })) } },
        },
      }),
      steps: [
        { ask: 'GET /owners/a/profile', status: 404 },
        { ask: 'PUT /owners/a/profile', body: { bio: 'x' }, status: 404 },
        make('a'),
        { ask: 'GET /owners/a/profile', status: 200, is: { bio: 'none yet' } },
        { ask: 'PUT /owners/a/profile', body: { bio: 'x' }, status: 200 },
        { ask: 'GET /owners/a/profile', status: 200, is: { bio: 'x' } },
        { ask: 'DELETE /owners/a', status: 204 },
        { ask: 'GET /owners/a/profile', status: 404 },
        make('a'),
        { ask: 'GET /owners/a/profile', status: 200, is: { bio: 'none yet' } },
      ],
    },
    {
      name: 'nothing for an operation without a behaviour',
      document: write({
        ...owners,
        '/owners/{owner}/slips/{slip}': {
          parameters: [owner, pathParameter('slip')],
          patch: { responses: { 200: response(ref('Named')) } },
          post: { responses: { 200: response(ref('Named')) } },
        },
      }),
      steps: [make('a'), { ask: 'DELETE /owners/a', status: 204 }, { ask: 'PATCH /owners/a/slips/1', status: 404 }],
    },
    {
      name: 'the records below a fixture',
      document: write({ ...owners, ...gadgets }),
      otherFiles: {
        'fixtures/default/owners.yaml': '[{ name: a }, { name: b }]',
        'fixtures/default/gadgets.yaml': '[{ id: 1, name: x }]',
      },
      steps: [
        { ask: 'GET /owners/a/gadgets/1', status: 200 },
        add('/owners/a/gadgets'),
        { ask: 'DELETE /owners/a', status: 204 },
        { ask: 'GET /owners/a/gadgets/1', status: 404 },
        { ask: 'GET /owners/a/gadgets/2', status: 404 },
        { ask: 'GET /owners/b/gadgets', status: 200, is: [{ id: 1, name: 'x' }] },
      ],
    },
  ])
})

describe('an operation without a behaviour below an item that can be created', () => {
  const id = pathParameter('id')
  const receipt = { get: { parameters: [id], responses: { 200: response(object({ text }, ['text'])) } } }
  const ship = { post: { parameters: [id], responses: { 202: { description: 'Accepted.' } } } }
  const orders = { '/orders': collection([]), '/orders/{id}': item([id]) }
  play([
    {
      name: 'requires the item',
      document: write({ ...orders, '/orders/{id}/receipt': receipt, '/orders/{id}/ship': ship }),
      steps: [
        { ask: 'GET /orders/1/receipt', status: 404 },
        { ask: 'POST /orders/1/ship', status: 404 },
        { ask: 'POST /orders', body: { name: 'x' }, status: 201 },
        { ask: 'GET /orders/1/receipt', status: 200 },
        { ask: 'POST /orders/1/ship', status: 202 },
        { ask: 'GET /orders/2/receipt', status: 404 },
        { ask: 'DELETE /orders/1', status: 204 },
        { ask: 'GET /orders/1/receipt', status: 404 },
      ],
    },
    {
      name: 'does not require the item if the overlay removes the behaviours',
      document: write({
        ...orders,
        '/orders/{id}/receipt': { get: { ...receipt.get, 'x-standin-parent': 'none' } },
        '/orders/{id}/ship': { post: { ...ship.post, 'x-standin-behaviour': 'none' } },
      }),
      steps: [
        { ask: 'GET /orders/1/receipt', status: 200 },
        { ask: 'POST /orders/1/ship', status: 202 },
      ],
    },
    {
      name: 'does not require the item if no operation creates items',
      document: write({
        '/orders': { get: { responses: { 200: response(arrayOf(ref('Named'))) } } },
        '/orders/{id}': { parameters: [id], get: { responses: { 200: response(ref('Named')) } } },
        '/orders/{id}/receipt': receipt,
      }),
      steps: [{ ask: 'GET /orders/1/receipt', status: 200 }],
    },
  ])

  it('names the item that it requires', async () => {
    await using api = await serveFiles({ 'gadgets.json': write({ ...orders, '/orders/{id}/ship': ship }) })
    expect((await api.call('/orders/9/ship', { method: 'POST' })).text).toContain('orders has no record with id 9')
  })
})

it('the UUID of a parent may be written in capitals, as that of a record', async () => {
  const uuid = { type: 'string', format: 'uuid' }
  const plant = { type: 'object', properties: { id: uuid, name: { type: 'string' } }, required: ['name'] }
  const pathOf = (...names: readonly string[]) =>
    names.map((name) => ({ name, in: 'path', required: true, schema: uuid }))
  const create = { requestBody: requestBody(plant), responses: { 201: response(plant) } }
  const list = { responses: { 200: response({ type: 'array', items: plant }) } }
  const read = { responses: { 200: response(plant) } }
  await using api = await serveFiles({
    'plants.json': openApi({
      paths: {
        '/beds': { get: list, post: create },
        '/beds/{bedId}': {
          parameters: pathOf('bedId'),
          get: read,
          delete: { responses: { 204: { description: '' } } },
        },
        '/beds/{bedId}/plants': { parameters: pathOf('bedId'), get: list, post: create },
        '/beds/{bedId}/plants/{plantId}': { parameters: pathOf('bedId', 'plantId'), get: read },
        '/beds/{bedId}/water': { parameters: pathOf('bedId'), get: { responses: { 204: { description: '' } } } },
      },
    }),
  })
  const post = async (path: string) => (await api.call(path, { method: 'POST', body: { name: 'Fern' } })).json
  const { id: bed } = (await post('/beds')) as { readonly id: string }
  const capitals = bed.toUpperCase()
  const { id: first } = (await post(`/beds/${bed}/plants`)) as { readonly id: string }
  const { id: second } = (await post(`/beds/${capitals}/plants`)) as { readonly id: string }
  for (const path of [bed, capitals]) {
    const { json } = await api.call(`/beds/${path}/plants`)
    expect(json).toEqual([
      { id: first, name: 'Fern' },
      { id: second, name: 'Fern' },
    ])
    expect((await api.call(`/beds/${path}/plants/${second.toUpperCase()}`)).status).toBe(200)
    expect((await api.call(`/beds/${path}/water`)).status).toBe(204)
  }
  expect((await api.call(`/beds/${first}/plants`)).status).toBe(404)
  await api.call(`/beds/${capitals}`, { method: 'DELETE' })
  expect((await api.call(`/beds/${capitals}/plants/${second}`)).status).toBe(404)
})
