/**
 * Integers that clients choose as ids below several parents: each parent has its own.
 */
import { describe, it } from 'vitest'
import { converse, type Step } from '../../support/converse.ts'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { expectFindings, type Files, findingsOf, serveFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

const line = object({ id: integer, name: text }, ['name'])
const order = object({ id: { ...integer, readOnly: true }, name: text })
const none = { description: 'Done.' }
const conflict = response(object({ error: text }))

const item = (parameters: readonly object[], schema: string) => ({
  parameters,
  get: { responses: { 200: response(ref(schema)) } },
  put: {
    requestBody: requestBody(ref(schema)),
    responses: { 200: response(ref(schema)), 201: response(ref(schema)), 409: conflict },
  },
  patch: { requestBody: requestBody(object({ name: text })), responses: { 200: response(ref(schema)) } },
  delete: { responses: { 204: none } },
})
const collection = (parameters: readonly object[], schema: string) => ({
  parameters,
  get: { responses: { 200: response(arrayOf(ref(schema))) } },
  post: { requestBody: requestBody(ref(schema)), responses: { 201: response(ref(schema)), 409: conflict } },
})

const orderId = pathParameter('orderId')
const orders: Files = {
  'orders.json': openApi({
    paths: {
      '/orders': collection([], 'Order'),
      '/orders/{orderId}': item([orderId], 'Order'),
      '/orders/{orderId}/lines': collection([orderId], 'Line'),
      '/orders/{orderId}/lines/{lineId}': item([orderId, pathParameter('lineId')], 'Line'),
      '/orders/{orderId}/lines/{lineId}/notes': collection([orderId, pathParameter('lineId')], 'Order'),
    },
    components: { schemas: { Line: line, Order: order } },
  }),
}

const twoOrders: readonly Step[] = [
  { ask: 'POST /orders', body: { name: 'one' }, status: 201 },
  { ask: 'POST /orders', body: { name: 'two' }, status: 201 },
]
const bothLines: readonly Step[] = [
  ...twoOrders,
  { ask: 'PUT /orders/1/lines/1', body: { name: 'of one' }, status: 201, is: { id: 1, name: 'of one' } },
  { ask: 'PUT /orders/2/lines/1', body: { name: 'of two' }, status: 201, is: { id: 1, name: 'of two' } },
]

const rows: readonly { readonly name: string; readonly steps: readonly Step[] }[] = [
  {
    name: 'PUT creates a record of each parent, which are listed, changed and removed on their own',
    steps: [
      ...bothLines,
      { ask: 'GET /orders/1/lines', status: 200, is: [{ id: 1, name: 'of one' }] },
      { ask: 'GET /orders/2/lines', status: 200, is: [{ id: 1, name: 'of two' }] },
      { ask: 'PATCH /orders/2/lines/1', body: { name: 'changed' }, status: 200, is: { id: 1, name: 'changed' } },
      { ask: 'PUT /orders/2/lines/1', body: { name: 'again' }, status: 200, is: { id: 1, name: 'again' } },
      { ask: 'GET /orders/1/lines/1', status: 200, is: { id: 1, name: 'of one' } },
      { ask: 'DELETE /orders/1/lines/1', status: 204 },
      { ask: 'GET /orders/1/lines/1', status: 404 },
      { ask: 'GET /orders/2/lines/1', status: 200, is: { id: 1, name: 'again' } },
      { ask: 'PUT /orders/1/lines/1', body: { name: 'new' }, status: 201, is: { id: 1, name: 'new' } },
      { ask: 'GET /orders/2/lines/1', status: 200, is: { id: 1, name: 'again' } },
    ],
  },
  {
    name: 'POST creates a record of each parent, and rejects an id that its parent has',
    steps: [
      ...twoOrders,
      { ask: 'POST /orders/1/lines', body: { id: 7, name: 'a' }, status: 201, is: { id: 7, name: 'a' } },
      { ask: 'POST /orders/2/lines', body: { id: 7, name: 'b' }, status: 201, is: { id: 7, name: 'b' } },
      { ask: 'POST /orders/2/lines', body: { id: 7, name: 'c' }, status: 409 },
      { ask: 'POST /orders/1/lines', body: { id: 7, name: 'c' }, status: 409 },
      { ask: 'POST /orders/2/lines', body: { name: 'd' }, status: 201, is: { id: 8, name: 'd' } },
      { ask: 'GET /orders/2/lines/7', status: 200, is: { id: 7, name: 'b' } },
    ],
  },
  {
    name: 'a record below one of them is below this one only, and is removed with it',
    steps: [
      ...bothLines,
      { ask: 'POST /orders/2/lines/1/notes', body: { name: 'note' }, status: 201 },
      { ask: 'GET /orders/1/lines/1/notes', status: 200, is: [] },
      { ask: 'DELETE /orders/1/lines/1', status: 204 },
      { ask: 'GET /orders/2/lines/1/notes', status: 200, is: [{ id: 1, name: 'note' }] },
      { ask: 'DELETE /orders/2', status: 204 },
      { ask: 'GET /orders/2/lines/1', status: 404 },
    ],
  },
]

describe('integers as ids below two parents:', () => {
  for (const { name, steps } of rows)
    it(name, async () => {
      await using api = await serveFiles(orders)
      await converse(api.call, steps)
    })

  const sandbox = '/_sandbox/sandboxes/default'
  const both = [
    { id: 1, name: 'of one' },
    { id: 1, name: 'of two' },
  ]

  it('the control API shows, changes, removes and adds them', async () => {
    await using api = await serveFiles(orders)
    await converse(api.call, [
      ...bothLines,
      { ask: `GET ${sandbox}/records/lines`, status: 200, is: both },
      { ask: `GET ${sandbox}/records/lines/2%2F1`, status: 200, is: both[1] },
      { ask: `PATCH ${sandbox}/records/lines/2%2F1`, body: { name: 'changed' }, status: 200 },
      { ask: `PATCH ${sandbox}/records/lines/2%2F1`, body: { id: 2 }, status: 400 },
      { ask: 'GET /orders/2/lines/1', status: 200, is: { id: 1, name: 'changed' } },
      { ask: `DELETE ${sandbox}/records/lines/2%2F1`, status: 204 },
      { ask: 'GET /orders/2/lines', status: 200, is: [] },
      { ask: `PUT ${sandbox}/records/lines/2%2F1`, body: { name: 'back', 'x-standin': { parent: '2' } }, status: 200 },
      { ask: 'GET /orders/2/lines/1', status: 200, is: { id: 1, name: 'back' } },
      { ask: `PUT ${sandbox}/records/lines/2%2F1`, body: { id: 3, name: 'x' }, status: 400 },
      { ask: `GET ${sandbox}/records/lines/2%2Fx`, status: 404 },
    ])
  })

  it('an exported sandbox has both, also when it is imported or loaded from files', async () => {
    await using api = await serveFiles(orders)
    await converse(api.call, bothLines)
    const { json: exported } = await api.call(`${sandbox}/export`)
    const { records } = exported as { readonly records: Readonly<Record<string, object>> }
    const files = Object.entries(records).map(([name, held]) => [`fixtures/default/${name}.json`, held] as const)
    await using loaded = await serveFiles({ ...orders, ...Object.fromEntries(files) })
    const steps = ['one', 'two'].map((name, index): Step => {
      return { ask: `GET /orders/${index + 1}/lines/1`, status: 200, is: { id: 1, name: `of ${name}` } }
    })
    await converse(loaded.call, steps)
    await using other = await serveFiles(orders)
    await converse(other.call, [{ ask: `PUT ${sandbox}/import`, body: exported as object, status: 200 }, ...steps])
  })

  it('two records of one parent with the same id are reported', async () => {
    const line = (id: number, parent: string) => ({ id, name: 'x', 'x-standin': { parent } })
    await using api = await serveFiles(orders)
    const put = { ask: `PUT ${sandbox}/records/lines`, body: [line(1, '1'), line(1, '2'), line(1, '1')], status: 400 }
    await converse(api.call, [...twoOrders, put])
    const findings = await findingsOf({
      ...orders,
      'fixtures/default/lines.json': [line(1, '1'), line(1, '2'), line(1, '2')],
    })
    expectFindings(findings, [
      { code: 'fixture-duplicate', file: 'lines.json', says: ['id 1 is already used by record 2'] },
    ])
  })
})

/** Posts have their own path, so their ids are unique among all users. */
const posts: Files = {
  'posts.json': openApi({
    paths: {
      '/users': collection([], 'Order'),
      '/users/{userId}': item([pathParameter('userId')], 'Order'),
      '/posts': collection([], 'Post'),
      '/posts/{postId}': item([pathParameter('postId')], 'Post'),
      '/users/{userId}/posts': collection([pathParameter('userId')], 'Post'),
      '/users/{userId}/posts/{postId}': item([pathParameter('userId'), pathParameter('postId')], 'Post'),
    },
    components: { schemas: { Post: object({ id: integer, userId: integer, name: text }, ['name']), Order: order } },
  }),
}

describe('ids that are unique among all owners:', () => {
  it('one that a record of another owner has is rejected', async () => {
    await using api = await serveFiles(posts)
    await converse(api.call, [
      { ask: 'POST /users', body: { name: 'one' }, status: 201 },
      { ask: 'POST /users', body: { name: 'two' }, status: 201 },
      { ask: 'POST /users/1/posts', body: { id: 1, name: 'a' }, status: 201 },
      { ask: 'GET /posts/1', status: 200, is: { id: 1, userId: 1, name: 'a' } },
      { ask: 'POST /users/2/posts', body: { id: 1, name: 'b' }, status: 409 },
      { ask: 'POST /users/2/posts', body: { name: 'b' }, status: 201 },
    ])
  })
})
