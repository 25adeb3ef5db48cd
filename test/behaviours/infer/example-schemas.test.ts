/**
 * Responses that have examples and no schema: the examples show what a record is.
 */
import { expect, it } from 'vitest'
import { pathParameter } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi } from '../../support/write-document.ts'

const shows = (example: object): object => ({
  responses: { 200: { description: 'What comes back.', content: { 'application/json': { example } } } },
})

const body = { content: { 'application/json': { schema: { type: 'object' } } } }

it('show the records', async () => {
  const shelf = { shelf_id: 4, label: 'Maps', note: null }
  const document = openApi({
    paths: {
      '/shelves': {
        get: shows({ status: 'success', data: [shelf] }),
        post: { requestBody: body, ...shows({ status: 'success', data: shelf }) },
      },
      '/shelves/{shelf_id}': {
        parameters: [pathParameter('shelf_id')],
        get: shows({ status: 'success', data: shelf }),
        delete: { responses: { 204: { description: 'Removed.' } } },
      },
    },
  })
  await using served = await serveFiles({ 'shelves.json': document })
  const { json } = await served.call('/shelves', { body: { label: 'Poems', note: 'top' } })
  expect(json).toEqual({ status: 'success', data: { shelf_id: 1, label: 'Poems', note: 'top' } })
  expect((await served.call('/shelves')).json).toEqual({
    status: 'success',
    data: [{ ...shelf, shelf_id: 1, label: 'Poems', note: 'top' }],
  })
  expect((await served.call('/shelves/1', { method: 'DELETE' })).status).toBe(204)
  expect((await served.call('/shelves/1')).status).toBe(404)
})
