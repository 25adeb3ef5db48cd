/**
 * Generated records belong to existing parents, and every parent gets some.
 */
import { describe, expect, it } from 'vitest'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, response } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const recordOf = (properties: object) => ({
  type: 'object',
  required: ['id', ...Object.keys(properties)],
  properties: { id: integer, ...properties },
})
const collection = (path: string, id: string, record: object, idSchema: object = integer) => {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: integer,
  }))
  return {
    [path]: {
      parameters,
      get: { responses: { 200: response({ type: 'array', items: record }) } },
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 201: response(record) },
      },
    },
    [`${path}/{${id}}`]: {
      parameters: [...parameters, { name: id, in: 'path', required: true, schema: idSchema }],
      get: { responses: { 200: response(record) } },
    },
  }
}
const document = openApi({
  paths: {
    // The dependent collection is before its owners in the document.
    ...collection('/orders/{orderId}/lines/{lineId}/notes', 'noteId', recordOf({ orderId: integer, lineId: integer })),
    ...collection('/orders/{orderId}/lines', 'lineId', recordOf({ orderId: integer, label: text })),
    ...collection('/orders', 'orderId', recordOf({ label: text })),
  },
})

type Numbered = Readonly<Record<'id' | 'orderId' | 'lineId', number>>

describe('generated records belong to parents', () => {
  const rows: readonly { readonly name: string; readonly files: object; readonly orders: readonly number[] }[] = [
    { name: 'that are generated too', files: {}, orders: [1, 2, 3, 4] },
    {
      name: 'from the fixtures',
      files: { 'fixtures/default/orders.json': [7, 9].map((id) => ({ id, label: 'a' })) },
      orders: [7, 9],
    },
  ]
  for (const { name, files, orders } of rows)
    it(name, async () => {
      await using served = await serveFiles({ 'shop.json': document, ...files }, { generate: 4 })
      const listOf = async (path: string) => (await served.call(path)).json as readonly Numbered[]
      expect((await listOf('/orders')).map(({ id }) => id)).toEqual(orders)
      for (const orderId of orders) {
        const lines = await listOf(`/orders/${orderId}/lines`)
        expect(lines).toHaveLength(4 / orders.length)
        for (const line of lines) {
          expect(line.orderId).toBe(orderId)
          const notes = await listOf(`/orders/${orderId}/lines/${line.id}/notes`)
          expect(notes).toEqual([expect.objectContaining({ orderId, lineId: line.id })])
        }
      }
    })
})

describe('records whose ids can have no number', () => {
  const rows: readonly { readonly name: string; readonly id: string; readonly schema: object }[] = [
    { name: 'of three capitals', id: 'branchCode', schema: { type: 'string', pattern: '^[A-Z]{3}$' } },
    { name: 'of eight digits', id: 'barcode', schema: { type: 'string', pattern: '^[0-9]{8}$' } },
  ]
  it.each(rows)('are as many as requested: $name', async ({ id, schema }) => {
    const record = { type: 'object', required: [id], properties: { [id]: schema, label: text } }
    const things = collection('/things', id, record, schema)
    await using served = await serveFiles({ 'shop.json': openApi({ paths: things }) }, { generate: 40 })
    const { json } = await served.call('/things')
    const ids = (json as readonly Readonly<Record<string, string>>[]).map((one) => one[id])
    expect(new Set(ids).size).toBe(40)
  })
})
