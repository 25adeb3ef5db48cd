/**
 * Payloads with the id of a record beside it, where the id is unique below a parent only: they have the id of its path.
 */
import { expect, it } from 'vitest'
import { converse } from '../../support/converse.ts'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { startReceiver } from '../../support/webhook-receiver.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

const deskId = pathParameter('deskId')
const event = object({ type: text, objectId: { type: ['string', 'integer'] }, data: ref('Drawer') }, [
  'type',
  'objectId',
  'data',
])
const describeDrawers = (id: object) => ({
  ...openApi({
    paths: {
      '/desks': {
        get: { responses: { 200: response(arrayOf(ref('Desk'))) } },
        post: { requestBody: requestBody(ref('Desk')), responses: { 201: response(ref('Desk')) } },
      },
      '/desks/{deskId}': { parameters: [deskId], get: { responses: { 200: response(ref('Desk')) } } },
      '/desks/{deskId}/drawers': {
        parameters: [deskId],
        get: { responses: { 200: response(arrayOf(ref('Drawer'))) } },
        post: { requestBody: requestBody(ref('Drawer')), responses: { 201: response(ref('Drawer')) } },
      },
      '/desks/{deskId}/drawers/{id}': {
        parameters: [deskId, pathParameter('id', id)],
        get: { responses: { 200: response(ref('Drawer')) } },
      },
    },
    components: { schemas: { Desk: object({ id: integer }), Drawer: object({ id, name: text }, ['id']) } },
  }),
  webhooks: {
    'drawer.created': {
      post: { requestBody: requestBody(event), responses: { 204: { description: 'Thanks.' } } },
    },
  },
})

for (const [schema, id] of [
  [text, 'top'],
  [integer, 7],
] as const)
  it(`a payload has the id as the record does: ${id}`, async () => {
    const receiver = await startReceiver()
    await using api = await serveFiles({ 'desks.json': describeDrawers(schema) })
    await api.call('/_sandbox/sandboxes/default/webhooks', { body: { url: receiver.url } })
    await converse(api.call, [
      { ask: 'POST /desks', body: {}, status: 201 },
      { ask: 'POST /desks', body: {}, status: 201 },
      { ask: 'POST /desks/1/drawers', body: { id }, status: 201 },
      { ask: 'POST /desks/2/drawers', body: { id }, status: 201 },
    ])
    await expect.poll(() => receiver.received.length).toBe(2)
    const bodies = receiver.bodies as readonly { readonly objectId: unknown; readonly data: unknown }[]
    expect(bodies.map(({ objectId, data }) => [String(objectId), data])).toEqual([1, 2].map(() => [String(id), { id }]))
    await receiver.leave()
  })
