/**
 * Which schema is the record where responses and requests wrap it differently, or show one of several variants.
 */
import { expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

it('a record in several variants is stored as sent, although the creation answers only its id', async () => {
  const either = { oneOf: [ref('Letter'), ref('Parcel')] }
  const receipt = object({ shipmentId: text, phase: text }, ['shipmentId', 'phase'])
  const document = openApi({
    paths: {
      '/shipments': { post: { requestBody: requestBody(either), responses: { 201: response(receipt) } } },
      '/shipments/{shipmentId}': {
        parameters: [pathParameter('shipmentId', text)],
        get: { responses: { 200: response(either) } },
      },
    },
    components: {
      schemas: {
        Letter: object({ sheets: integer, to: text }, ['sheets']),
        Parcel: object({ grams: integer, to: text }, ['grams']),
      },
    },
  })
  await using served = await serveFiles({ 'shipments.json': document })
  const sent = { grams: 700, to: 'Oslo' }
  const created = await served.call('/shipments', { body: sent })
  expect(created.json).toEqual({ shipmentId: expect.any(String), phase: expect.any(String) })
  const { shipmentId } = created.json as { readonly shipmentId: string }
  expect((await served.call(`/shipments/${shipmentId}`)).json).toEqual(sent)
  expect((await served.call('/shipments/unknown')).status).toBe(404)
})

const tool = object({ id: text, name: text, weight: integer })

it('the property of a request with the schema of the record is the record', async () => {
  const sent = object({ dryRun: { type: 'boolean' }, draft: ref('Tool'), source: object({ app: text }) })
  const document = openApi({
    paths: {
      '/tools': {
        post: { requestBody: requestBody(sent), responses: { 201: response(object({ saved: ref('Tool') })) } },
      },
      '/tools/{id}': {
        parameters: [pathParameter('id', text)],
        get: { responses: { 200: response(ref('Tool')) } },
      },
    },
    components: { schemas: { Tool: tool } },
  })
  await using served = await serveFiles({ 'tools.json': document })
  const body = { dryRun: false, draft: { name: 'Saw', weight: 2 }, source: { app: 'web' } }
  const { json } = await served.call('/tools', { body })
  expect(json).toEqual({ saved: { id: expect.any(String), name: 'Saw', weight: 2 } })
  const { saved } = json as { readonly saved: { readonly id: string } }
  expect((await served.call(`/tools/${saved.id}`)).json).toEqual(saved)
})

it('what the creation and the list show is the record, also inside a read that shows more', async () => {
  const page = object({ post: ref('Post'), replies: arrayOf(ref('Page')) })
  const document = openApi({
    paths: {
      '/posts': {
        get: { responses: { 200: response(object({ items: arrayOf(ref('Post')) })) } },
        post: {
          requestBody: requestBody(object({ words: text }, ['words'])),
          responses: { 201: response(object({ post: ref('Post') })) },
        },
      },
      '/posts/{postId}': {
        parameters: [pathParameter('postId')],
        get: { responses: { 200: response(ref('Page')) } },
      },
    },
    components: { schemas: { Post: object({ postId: integer, words: text }), Page: page } },
  })
  await using served = await serveFiles({ 'posts.json': document }, { generate: 0 })
  const { json } = await served.call('/posts', { body: { words: 'Rain again' } })
  const post = { postId: 1, words: 'Rain again' }
  expect(json).toEqual({ post })
  expect((await served.call('/posts/1')).json).toMatchObject({ post })
  expect((await served.call('/posts')).json).toEqual({ items: [post] })
})

it('a receipt for a creation that has nothing in common with the list is not the record, however much it shows', async () => {
  const receipt = object({ ticket: text, poll: text, queue: text, position: integer, hint: text, region: text })
  const print = object({ id: text, title: text })
  const document = openApi({
    paths: {
      '/prints': {
        get: { responses: { 200: response(arrayOf(print)) } },
        post: { requestBody: requestBody(object({ title: text })), responses: { 201: response(receipt) } },
      },
      '/prints/{id}': {
        parameters: [pathParameter('id', text)],
        delete: { responses: { 204: { description: 'Gone.' } } },
      },
    },
  })
  await using served = await serveFiles({ 'prints.json': document })
  expect((await served.call('/prints', { body: { title: 'Map' } })).status).toBe(201)
  expect((await served.call('/prints')).json).toEqual([{ id: expect.any(String), title: 'Map' }])
})

it('a path with items below it is an item itself, if it can be deleted', async () => {
  const shelf = object({ id: integer, label: text }, ['id', 'label'])
  const book = object({ id: integer, title: text }, ['id', 'title'])
  const itemAt = (names: readonly string[], schema: object) => ({
    parameters: names.map((name) => pathParameter(name, integer)),
    get: { responses: { 200: response(schema) } },
    delete: { responses: { 204: { description: 'Gone.' } } },
  })
  const document = openApi({
    paths: {
      '/shelves': {
        get: { responses: { 200: response(arrayOf(shelf)) } },
        post: { requestBody: requestBody(object({ label: text })), responses: { 201: response(shelf) } },
      },
      '/shelves/{shelfId}': itemAt(['shelfId'], shelf),
      '/shelves/{shelfId}/{bookId}': itemAt(['shelfId', 'bookId'], book),
    },
  })
  await using served = await serveFiles({ 'shelves.json': document })
  await served.call('/shelves', { body: { label: 'Maps' } })
  expect((await served.call('/shelves/1')).json).toEqual({ id: 1, label: 'Maps' })
  expect((await served.call('/shelves/1', { method: 'DELETE' })).status).toBe(204)
  expect((await served.call('/shelves/1')).status).toBe(404)
  expect((await served.call('/shelves')).json).toEqual([])
})
