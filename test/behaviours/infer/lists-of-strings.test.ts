/**
 * A creation that takes nothing but a list of strings: each string becomes a record.
 */
import { expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

const tags = response(object({ total: integer, tags: arrayOf(ref('Tag')) }, ['total', 'tags']))

const document = openApi({
  paths: {
    '/boats/{boatId}/tags': {
      parameters: [pathParameter('boatId')],
      get: { responses: { 200: tags } },
      post: { requestBody: requestBody(object({ tags: arrayOf(text) }, ['tags'])), responses: { 200: tags } },
    },
    '/boats/{boatId}/tags/{name}': {
      parameters: [pathParameter('boatId'), pathParameter('name', text)],
      delete: { responses: { 204: { description: 'Removed.' } } },
    },
  },
  components: { schemas: { Tag: object({ id: integer, name: text }, ['name']) } },
})

it('each string is the id of a record of its own', async () => {
  await using served = await serveFiles({ 'boats.json': document })
  const both = { total: 2, tags: [{ name: 'fast' }, { name: 'red' }] }
  expect((await served.call('/boats/3/tags', { body: { tags: ['fast', 'red'] } })).json).toMatchObject(both)
  expect((await served.call('/boats/3/tags')).json).toMatchObject(both)
  expect((await served.call('/boats/4/tags')).json).toMatchObject({ total: 0, tags: [] })
  expect((await served.call('/boats/3/tags/fast', { method: 'DELETE' })).status).toBe(204)
  expect((await served.call('/boats/3/tags')).json).toMatchObject({ total: 1, tags: [{ name: 'red' }] })
})

it('a string that is there already is not added again', async () => {
  await using served = await serveFiles({ 'boats.json': document })
  await served.call('/boats/3/tags', { body: { tags: ['fast'] } })
  await served.call('/boats/3/tags', { body: { tags: ['fast', 'red'] } })
  expect((await served.call('/boats/3/tags')).json).toMatchObject({ total: 2 })
})

it('a list of strings beside other properties is a property of one record', async () => {
  const crew = object({ id: integer, name: text, roles: arrayOf(text) })
  const mixed = openApi({
    paths: {
      '/crews': {
        get: { responses: { 200: response(arrayOf(crew)) } },
        post: {
          requestBody: requestBody(object({ name: text, roles: arrayOf(text) })),
          responses: { 201: response(crew) },
        },
      },
      '/crews/{id}': { parameters: [pathParameter('id')], get: { responses: { 200: response(crew) } } },
    },
  })
  await using served = await serveFiles({ 'crews.json': mixed })
  await served.call('/crews', { body: { name: 'Night', roles: ['cook', 'mate'] } })
  expect((await served.call('/crews')).json).toEqual([{ id: 1, name: 'Night', roles: ['cook', 'mate'] }])
})
