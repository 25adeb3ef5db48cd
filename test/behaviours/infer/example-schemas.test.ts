/**
 * Responses that have examples and no schema: the examples show what a record is.
 */
import { describe, expect, it } from 'vitest'
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

describe('a list with an example', () => {
  const shelves = [{ shelf_id: 4, label: 'Maps' }]
  const serve = (schema: object) =>
    serveFiles({
      'shelves.json': openApi({
        paths: {
          '/shelves': {
            get: {
              responses: {
                200: { description: 'All.', content: { 'application/json': { schema, example: shelves } } },
              },
            },
            post: { requestBody: body, responses: { 201: { description: 'Created.' } } },
          },
          '/shelves/{shelf_id}': {
            parameters: [pathParameter('shelf_id')],
            delete: { responses: { 204: { description: 'Removed.' } } },
          },
        },
      }),
    })

  it.each([
    ['says only that it is a list', { type: 'array' }],
    ['says only that it has objects', { type: 'array', items: { type: 'object' } }],
    ['says nothing of its items', { type: 'array', items: {} }],
  ])('has records like the example where its schema %s', async (_, schema) => {
    await using served = await serve(schema)
    await served.call('/shelves', { body: { label: 'Poems' } })
    expect((await served.call('/shelves')).json).toEqual([{ shelf_id: 1, label: 'Poems' }])
  })

  it.each([
    ['an object', { type: 'object' }],
    ['a list of strings', { type: 'array', items: { type: 'string', minLength: 1, pattern: '^[A-Z]' } }],
  ])('is the example where its schema says that it is %s', async (_, schema) => {
    await using served = await serve(schema)
    await served.call('/shelves', { body: { label: 'Poems' } })
    expect((await served.call('/shelves')).json).not.toEqual([{ shelf_id: 1, label: 'Poems' }])
  })
})
