/**
 * Records from fixtures, or set by a test, belong to the parent that they name; those that name no parent belong to every
 * parent. No two records of one parent have the same id.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { serveFiles, useFiles } from '../../support/serve-files.ts'
import { openApi, response } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const order = { type: 'object', required: ['id'], properties: { id: integer } }
const line = {
  type: 'object',
  required: ['id'],
  properties: { id: text, orderId: integer, shelf: text, label: text },
}
const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })
const cursor = [
  { name: 'limit', in: 'query', schema: integer },
  { name: 'after', in: 'query', schema: text },
]
const body = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } })
const records = (path: string, id: readonly object[], parents: readonly object[], record: object) => ({
  [path]: {
    parameters: parents,
    get: { parameters: cursor, responses: { 200: response({ type: 'array', items: record }) } },
    post: { ...body({ ...record, required: [] }), responses: { 201: response(record) } },
  },
  [`${path}/{id}`]: {
    parameters: [...parents, ...id],
    get: { responses: { 200: response(record), 404: { description: '' } } },
    delete: { responses: { 204: { description: '' } } },
  },
})
const id = [inPath('id', text)]
const parent = [inPath('orderId', integer)]
const document = openApi({
  paths: {
    '/orders': records('/orders', [], [], order)['/orders'] ?? {},
    '/orders/{orderId}': {
      parameters: parent,
      get: { responses: { 200: response(order) } },
      delete: { responses: { 204: { description: '' } } },
    },
    ...records('/orders/{orderId}/lines', id, parent, line),
    ...records('/racks/{rack}/shelves/{shelf}/boxes', id, [inPath('rack', text), inPath('shelf', text)], line),
  },
})
const api = useFiles({
  'shop.json': document,
  'fixtures/default/orders.json': [{ id: 1 }, { id: 2 }],
  'fixtures/default/lines.json': [
    { id: 'a', orderId: 1 },
    { id: 'b', orderId: 2 },
    { id: 'c', orderId: 1 },
    { id: 'd', orderId: 99 },
    { id: 'e' },
  ],
  'fixtures/default/boxes.json': [{ id: 'a', shelf: 's' }],
})
beforeEach(() => api.call('/_sandbox/sandboxes/default/reset', { method: 'POST' }))

const kept = '/_sandbox/sandboxes/default/records/lines'

const idsOf = async (path: string): Promise<readonly string[]> =>
  ((await api.call(path)).json as readonly { readonly id: string }[]).map(({ id: own }) => own)

describe('a list has the fixtures of its parent, and those without a parent', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['/orders/1/lines', ['a', 'c', 'e']],
    ['/orders/2/lines', ['b', 'e']],
    ['/orders/1/lines?limit=1&after=a', ['c']],
    ['/racks/r/shelves/s/boxes', ['a']],
    // The fixture does not name its rack.
    ['/racks/r/shelves/t/boxes', ['a']],
  ]
  for (const [path, ids] of rows) it(path, async () => expect(await idsOf(path)).toEqual(ids))

  it('a new parent has only the fixtures without a parent', async () => {
    const { json } = await api.call('/orders', { body: {} })
    expect(await idsOf(`/orders/${(json as { id: number }).id}/lines`)).toEqual(['e'])
  })
})

describe('an item is found only below its parent', () => {
  const rows: readonly (readonly [string, number])[] = [
    ['/orders/1/lines/a', 200],
    ['/orders/2/lines/a', 404],
    ['/orders/2/lines/e', 200],
  ]
  for (const [path, status] of rows) it(path, async () => expect((await api.call(path)).status).toBe(status))

  it('and is removed with it', async () => {
    await api.call('/orders/1', { method: 'DELETE' })
    expect(await idsOf(kept)).toEqual(['b', 'd', 'e'])
  })
})

describe('an id that a client sends', () => {
  const rows: readonly (readonly [string, string, number])[] = [
    ['of a fixture of its parent', 'a', 409],
    ['of a fixture of every parent', 'e', 409],
    ['of a fixture of another parent', 'b', 201],
  ]
  for (const [name, given, status] of rows)
    it(`${name}: ${status}`, async () => {
      const made = await api.call('/orders/1/lines', { body: { id: given, label: 'new' } })
      expect(made.status).toBe(status)
      if (status !== 201) return
      expect((await api.call('/orders/1/lines/b')).json).toMatchObject({ label: 'new', orderId: 1 })
      expect((await api.call('/orders/2/lines/b')).json).toEqual({ id: 'b', orderId: 2 })
    })
})

it('a record that a test sets belongs to the parent that it names', async () => {
  await api.call(kept, { body: { id: 'x', orderId: 2 } })
  expect(await idsOf('/orders/1/lines')).not.toContain('x')
  expect(await idsOf('/orders/2/lines')).toContain('x')
  await api.call(`${kept}/x`, { method: 'PATCH', body: { orderId: 1 } })
  expect(await idsOf('/orders/1/lines')).toContain('x')
  expect(await idsOf('/orders/2/lines')).not.toContain('x')
})

describe('a generated id differs from the ids of fixtures', () => {
  const rows: readonly (readonly [string, object])[] = [
    ['of its parent', { orderId: 1 }],
    ['of every parent', {}],
  ]
  for (const [name, fields] of rows)
    it(name, async () => {
      const orders = { 'shop.json': document, 'fixtures/default/orders.json': [{ id: 1 }] }
      const make = async (files: object): Promise<string> => {
        await using served = await serveFiles({ ...orders, ...files })
        return ((await served.call('/orders/1/lines', { body: {} })).json as { id: string }).id
      }
      const first = await make({})
      expect(await make({ 'fixtures/default/lines.json': [{ id: first, ...fields }] })).not.toBe(first)
    })
})
