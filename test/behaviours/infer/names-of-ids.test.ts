/**
 * Ids are found by name: after the resource, in singular or plural or by its last words, and after the end of the path
 * parameter.
 */
import { describe, expect, it } from 'vitest'
import { integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const rows: readonly {
  readonly collection: string
  readonly parameter: string
  readonly id: string
  readonly others?: readonly string[]
}[] = [
  { collection: 'warehouses', parameter: 'id', id: 'warehouseId', others: ['ownerId'] },
  { collection: 'analytics', parameter: 'id', id: 'analytics_id', others: ['ownerId'] },
  { collection: 'spare-part-leases', parameter: 'id', id: 'lease_id', others: ['partnerId'] },
  { collection: 'sparePartLeases', parameter: 'id', id: 'partLeaseId', others: ['leaseHolderId'] },
  { collection: 'gadgets', parameter: 'gadgetBatchNumber', id: 'batchNumber', others: ['ownerId'] },
  { collection: 'gadgets', parameter: 'gadgetBatchId', id: 'batchId', others: ['ownerId'] },
  { collection: 'gadgets', parameter: 'gadget_batch_id', id: 'id', others: ['batch_id'] },
]

describe('the id of a record', () => {
  for (const { collection, parameter, id, others = [] } of rows)
    it(`of /${collection}/{${parameter}} is ${id}`, async () => {
      const properties = Object.fromEntries([...others, id].map((name) => [name, integer]))
      const record = object({ ...properties, label: text })
      await using served = await serveFiles({
        'records.json': openApi({
          paths: {
            [`/${collection}`]: {
              post: { requestBody: requestBody(object({ label: text })), responses: { 201: response(record) } },
            },
            [`/${collection}/{${parameter}}`]: {
              parameters: [pathParameter(parameter)],
              get: { responses: { 200: response(record) } },
            },
          },
        }),
      })
      const created = await served.call(`/${collection}`, { body: { label: 'a' } })
      expect(created.status, created.text).toBe(201)
      expect(created.json).toMatchObject({ [id]: 1, label: 'a' })
      const read = await served.call(`/${collection}/1`)
      expect(read.json).toEqual(created.json)
    })
})

describe('the name that identifies a record', () => {
  const named = [
    { path: '/depots/{depotName}/gates', parameter: 'name', id: 'gate_name', others: ['depot_name', 'owner_name'] },
    { path: '/depots/{depotName}/relays', parameter: 'name', id: 'target_name', others: ['depot_name'] },
    { path: '/hosts', parameter: 'host_name', id: 'host', others: ['owner'] },
    { path: '/linked-shops', parameter: 'linked_shop_id', id: 'foreign_id', others: ['domain', 'store_id'] },
  ] as const
  for (const { path, parameter, id, others } of named)
    it(`at ${path}/{${parameter}} is ${id}`, async () => {
      const record = object(Object.fromEntries([...others, id].map((name) => [name, text])))
      const parents = path.includes('{depotName}') ? [pathParameter('depotName', text)] : []
      await using served = await serveFiles({
        'records.json': openApi({
          paths: {
            [path]: {
              parameters: parents,
              post: { requestBody: requestBody(record), responses: { 201: response(record) } },
            },
            [`${path}/{${parameter}}`]: {
              parameters: [...parents, pathParameter(parameter, text)],
              get: { responses: { 200: response(record) } },
            },
          },
        }),
      })
      const at = path.replace('{depotName}', 'north')
      await served.call(at, { body: { [id]: 'first' } })
      expect(await served.call(`${at}/first`)).toMatchObject({ status: 200, json: { [id]: 'first' } })
    })
})
