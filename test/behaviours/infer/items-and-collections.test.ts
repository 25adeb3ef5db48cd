/**
 * A path that is both an item and a collection: a PUT changes the step, a POST creates a rule below it.
 */
import { expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const step = object({ index: integer, wait: integer })
const rule = object({ index: integer, channel: text })
const one = (record: object) => ({ 200: response(record) })

const document = openApi({
  paths: {
    '/steps': {
      get: { responses: one(arrayOf(step)) },
      post: { requestBody: requestBody(object({ wait: integer })), responses: one(step) },
    },
    '/steps/{step}': {
      parameters: [pathParameter('step')],
      get: { responses: one(step) },
      put: { requestBody: requestBody(object({ wait: integer })), responses: one(step) },
      post: { requestBody: requestBody(object({ channel: text })), responses: one(rule) },
    },
    '/steps/{step}/{rule}': {
      parameters: [pathParameter('step'), pathParameter('rule')],
      get: { responses: one(rule) },
      delete: { responses: { 204: { description: 'Deleted.' } } },
    },
  },
})

it('creates records below the item, and leaves the item as it is', async () => {
  await using served = await serveFiles({ 'steps.json': document })
  await served.call('/steps', { body: { wait: 5 } })
  expect((await served.call('/steps/1', { body: { channel: 'phone' } })).json).toEqual({ index: 1, channel: 'phone' })
  expect((await served.call('/steps/1/1')).json).toEqual({ index: 1, channel: 'phone' })
  expect((await served.call('/steps/1', { method: 'PUT', body: { wait: 9 } })).json).toEqual({ index: 1, wait: 9 })
  expect((await served.call('/steps')).json).toEqual([{ index: 1, wait: 9 }])
  await served.call('/steps/1/1', { method: 'DELETE' })
  expect((await served.call('/steps/1/1')).status).toBe(404)
  expect((await served.call('/steps/2', { body: { channel: 'phone' } })).status).toBe(404)
})
