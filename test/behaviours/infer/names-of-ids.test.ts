/**
 * Ids are found by name: after the resource, in singular or plural or by its last words, and after the end of the path
 * parameter.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
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
  { collection: 'gadgets', parameter: 'id_gadget', id: 'id', others: ['gadget'] },
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

describe('a name that clients choose', () => {
  it('identifies a record for {cluster}, also if there is a read-only uid', async () => {
    const record = object({ uid: { ...text, readOnly: true }, name: text, nodes: integer })
    await using served = await serveFiles({
      'records.json': openApi({
        paths: {
          '/clusters': { post: { requestBody: requestBody(record), responses: { 201: response(record) } } },
          '/clusters/{cluster}': {
            parameters: [pathParameter('cluster', text)],
            get: { responses: { 200: response(record) } },
          },
        },
      }),
    })
    await served.call('/clusters', { body: { name: 'north', nodes: 3 } })
    expect(await served.call('/clusters/north')).toMatchObject({ status: 200, json: { name: 'north', nodes: 3 } })
  })
})

describe('an id with another name', () => {
  const named = [
    { why: 'of the address that it is', path: '/uplinks', parameter: 'ip_address', id: 'ip', schema: text },
    { why: 'of keys is the token', path: '/api-keys', parameter: 'key', id: 'token', schema: text },
    { why: 'from another system', path: '/contacts', parameter: 'contactId', id: 'extId', schema: text },
    { why: 'of a step is its position', path: '/steps', parameter: 'step', id: 'index', schema: integer },
  ] as const
  for (const { why, path, parameter, id, schema } of named)
    it(`${why}: ${id} for ${path}/{${parameter}}`, async () => {
      const record = object({ [id]: schema, note: text })
      await using served = await serveFiles({
        'records.json': openApi({
          paths: {
            [path]: {
              get: { responses: { 200: response(arrayOf(record)) } },
              post: { requestBody: requestBody(object({ note: text })), responses: { 201: response(record) } },
            },
            [`${path}/{${parameter}}`]: {
              parameters: [pathParameter(parameter, schema)],
              get: { responses: { 200: response(record) } },
            },
          },
        }),
      })
      const created = await served.call(path, { body: { note: 'a' } })
      const value = (created.json as Record<string, unknown>)[id]
      expect(created.headers.location).toBeUndefined()
      expect(await served.call(`${path}/${value}`)).toMatchObject({ status: 200, json: { [id]: value, note: 'a' } })
      expect((await served.call(path)).json).toEqual([{ [id]: value, note: 'a' }])
    })

  it('a position does not identify a record where the path parameter is called one', async () => {
    const record = object({ index: integer, note: text })
    await using served = await serveFiles({
      'records.json': openApi({
        paths: {
          '/rules': { post: { requestBody: requestBody(record), responses: { 201: response(record) } } },
          '/rules/{ruleId}': { parameters: [pathParameter('ruleId')], get: { responses: { 200: response(record) } } },
        },
      }),
    })
    const created = await served.call('/rules', { body: { index: 7, note: 'a' } })
    expect(created.headers.location).toBe('/rules/1')
  })
})

describe('the only id that a creation does not take', () => {
  it('is that of the record', async () => {
    const refunds = object({ ClubIDFK: integer, SupplierId: integer, RefundID: integer, Amount: integer })
    await using served = await serveFiles({
      'refunds.json': openApi({
        paths: {
          '/entries': {
            get: { responses: { 200: response(arrayOf(refunds)) } },
            post: {
              requestBody: requestBody(object({ SupplierId: integer, Amount: integer })),
              responses: { 200: response(refunds) },
            },
          },
          '/entries/{id}': { parameters: [pathParameter('id')], get: { responses: { 200: response(refunds) } } },
        },
      }),
    })
    const created = await served.call('/entries', { body: { SupplierId: 40, Amount: 2 } })
    expect(created.json).toMatchObject({ RefundID: 1, SupplierId: 40 })
    expect((await served.call('/entries/1')).json).toEqual(created.json)
    expect((await served.call('/entries')).json).toEqual([created.json])
  })

  it('is not guessed if two are left', async () => {
    const two = object({ RefundID: integer, LedgerID: integer, Amount: integer })
    await using served = await serveFiles({
      'refunds.json': openApi({
        paths: {
          '/entries': {
            post: { requestBody: requestBody(object({ Amount: integer })), responses: { 200: response(two) } },
          },
          '/entries/{id}': { parameters: [pathParameter('id')], get: { responses: { 200: response(two) } } },
        },
      }),
    })
    expect((await served.call('/entries', { body: { Amount: 2 } })).headers.location).toBe('/entries/1')
  })
})

describe('an id that only requests show', () => {
  const describeSeats = (
    parameter: ReturnType<typeof pathParameter>,
    record: object,
    sent: object,
    changed?: object,
  ) => ({
    'seats.json': openApi({
      paths: {
        '/halls/{hallId}/seats': {
          parameters: [pathParameter('hallId')],
          get: { responses: { 200: response(arrayOf(record)) } },
          post: { requestBody: requestBody(sent), responses: { 204: { description: 'Taken.' } } },
        },
        [`/halls/{hallId}/seats/{${parameter.name}}`]: {
          parameters: [pathParameter('hallId'), parameter],
          ...(changed
            ? { put: { requestBody: requestBody(changed), responses: { 204: { description: 'Changed.' } } } }
            : {}),
          delete: { responses: { 204: { description: 'Free.' } } },
        },
      },
    }),
  })

  it('is what the creation requires and no change takes', async () => {
    const guest = object({ guest_id: text, row_id: text, film_id: text, team_id: text })
    const sent = object({ guest_id: text, row_id: text }, ['guest_id'])
    await using served = await serveFiles(
      describeSeats(pathParameter('member_id', text), guest, sent, object({ row_id: text })),
    )
    await served.call('/halls/1/seats', { body: { guest_id: 'g5', row_id: 'r2' } })
    await served.call('/halls/1/seats', { body: { guest_id: 'g6', row_id: 'r2' } })
    await served.call('/halls/1/seats/g5', { method: 'PUT', body: { row_id: 'r3' } })
    expect((await served.call('/halls/1/seats/g6', { method: 'DELETE' })).status).toBe(204)
    expect((await served.call('/halls/1/seats')).json).toMatchObject([{ guest_id: 'g5', row_id: 'r3' }])
  })

  it('may be called as in the path, where records have another name for it', async () => {
    const seat = object({ id: text, label: text })
    await using served = await serveFiles(
      describeSeats(pathParameter('seat_id', text), seat, object({ seat_id: text }, ['seat_id'])),
    )
    const created = await served.call('/halls/1/seats', { body: { seat_id: 's5' } })
    expect(created.headers['sandbox-notice']).toBeUndefined()
    expect((await served.call('/halls/1/seats')).json).toMatchObject([{ id: 's5' }])
    expect((await served.call('/halls/1/seats/s5', { method: 'DELETE' })).status).toBe(204)
    expect((await served.call('/halls/1/seats')).json).toEqual([])
  })

  it('ends in the last word of the path parameter, if the creation does not take it', async () => {
    const member = object({ memberKey: text, email: text, ownerKey: text }, ['memberKey'])
    const sent = arrayOf(object({ email: text, ownerKey: text }))
    await using served = await serveFiles(describeSeats(pathParameter('helperKey'), member, sent))
    await served.call('/halls/1/seats', { body: [{ email: 'a@b.test', ownerKey: 'o1' }] })
    const [{ memberKey } = { memberKey: '' }] = (await served.call('/halls/1/seats')).json as { memberKey: string }[]
    expect((await served.call(`/halls/1/seats/${memberKey}`, { method: 'DELETE' })).status).toBe(204)
    expect((await served.call('/halls/1/seats')).json).toEqual([])
  })
})

describe('an id that is named after the parent, too', () => {
  const named = [
    { collection: 'gates', parameter: 'gateLockId', id: 'DepotGateLockId', others: ['OwnerId'] },
    { collection: 'gates', parameter: 'id', id: 'depot_gate_id', others: ['depot_id', 'owner_id'] },
  ] as const
  for (const { collection, parameter, id, others } of named)
    it(`is ${id} at /depots/{depotId}/${collection}/{${parameter}}, also if nothing is sent and the response has no id`, async () => {
      const record = object(Object.fromEntries([...others, id].map((name) => [name, text])))
      const depot = object({ id: text, label: text })
      const [above, own] = [pathParameter('depotId', text), pathParameter(parameter, text)]
      await using served = await serveFiles({
        'records.json': openApi({
          paths: {
            '/depots': { post: { requestBody: requestBody(depot), responses: { 201: response(depot) } } },
            '/depots/{depotId}': { parameters: [above], get: { responses: { 200: response(depot) } } },
            [`/depots/{depotId}/${collection}`]: {
              parameters: [above],
              post: { responses: { 201: response(object({ label: text })) } },
              get: { responses: { 200: response(arrayOf(record)) } },
            },
            [`/depots/{depotId}/${collection}/{${parameter}}`]: {
              parameters: [above, own],
              get: { responses: { 200: response(record) } },
            },
          },
        }),
      })
      const made = await served.call('/depots', { body: { label: 'north' } })
      const at = `/depots/${Object(made.json).id}/${collection}`
      const created = await served.call(at, { method: 'POST' })
      expect(created.status, created.text).toBe(201)
      const key = created.headers.location?.split('/').at(-1)
      const newest = Object(await served.call(at)).json.at(-1)
      expect(newest).toMatchObject({ [id]: key })
      expect(await served.call(`${at}/${key}`)).toMatchObject({ status: 200, json: { [id]: key } })
    })
})

it('of a path that has only parameters, the id is not that of the parent', async () => {
  const record = { type: 'object', properties: { tenantId: text, name: text } }
  const [tenant, gadget] = [pathParameter('tenant', text), pathParameter('gadget', text)]
  await using served = await serveFiles({
    'records.json': openApi({
      paths: {
        '/{tenant}': {
          parameters: [tenant],
          post: { requestBody: requestBody(record), responses: { 201: response(record) } },
          get: { responses: { 200: response(arrayOf(record)) } },
        },
        '/{tenant}/{gadget}': { parameters: [tenant, gadget], get: { responses: { 200: response(record) } } },
      },
    }),
  })
  const created = await served.call('/acme', { body: { name: 'first' } })
  expect(await served.call('/acme/first')).toMatchObject({ status: 200, json: created.json })
})
