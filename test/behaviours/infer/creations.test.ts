/**
 * What a creation stores: each record of a list in a property, values that only some responses require, and records that
 * are created by a word below the collection.
 */
import { expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

it('a request with a list of records in a property creates each of them', async () => {
  const document = openApi({
    paths: {
      '/seats': {
        get: { responses: { 200: response(object({ seats: arrayOf(ref('Seat')) })) } },
        post: {
          requestBody: requestBody(object({ batch: arrayOf(ref('Seat')), dryRun: { type: 'boolean' } })),
          responses: { 201: response(object({ batch: arrayOf(object({ seatId: text, row: integer })) })) },
        },
      },
      '/seats/{seatId}': {
        parameters: [pathParameter('seatId', text)],
        get: { responses: { 200: response(ref('Seat')) } },
      },
    },
    components: { schemas: { Seat: object({ seatId: text, row: integer, note: text }) } },
  })
  await using served = await serveFiles({ 'seats.json': document })
  const created = await served.call('/seats', { body: { batch: [{ row: 4, note: 'aisle' }, { row: 9 }] } })
  const { batch } = created.json as { readonly batch: readonly { readonly seatId: string }[] }
  expect(batch).toEqual([
    { seatId: expect.any(String), row: 4 },
    { seatId: expect.any(String), row: 9 },
  ])
  const first = { seatId: batch[0]?.seatId, row: 4, note: 'aisle' }
  expect((await served.call(`/seats/${batch[0]?.seatId}`)).json).toEqual(first)
  const { seats } = (await served.call('/seats')).json as { readonly seats: readonly unknown[] }
  expect(seats).toHaveLength(2)
})

it('a property that one response requires has the same value in all of them', async () => {
  const phase = { type: 'string', enum: ['planned', 'running'] }
  const shown = object({ id: integer, name: text, phase }, ['phase'])
  const document = openApi({
    paths: {
      '/tours': {
        get: { responses: { 200: response(arrayOf(shown)) } },
        post: { requestBody: requestBody(object({ name: text })), responses: { 201: response(shown) } },
      },
      '/tours/{id}': {
        parameters: [pathParameter('id')],
        get: { responses: { 200: response(object({ id: integer, name: text, phase })) } },
      },
    },
  })
  await using served = await serveFiles({ 'tours.json': document })
  const tour = { id: 1, name: 'Fjords', phase: expect.stringMatching(/^(planned|running)$/) }
  const created = (await served.call('/tours', { body: { name: 'Fjords' } })).json
  expect(created).toEqual(tour)
  expect((await served.call('/tours/1')).json).toEqual(created)
  expect((await served.call('/tours')).json).toEqual([created])
})

const describePhotos = (answer: object): object =>
  openApi({
    paths: {
      '/photos': { get: { responses: { 200: response(arrayOf(ref('Photo'))) } } },
      '/photos/scan': {
        post: { requestBody: requestBody(object({ title: text }, ['title'])), responses: { 200: response(answer) } },
      },
      '/photos/{id}': { parameters: [pathParameter('id')], get: { responses: { 200: response(ref('Photo')) } } },
    },
    components: { schemas: { Photo: object({ id: integer, title: text, width: integer }, ['id']) } },
  })

it('a word creates a record if its response has the id under the name of the resource', async () => {
  await using served = await serveFiles({ 'photos.json': describePhotos(object({ photo: object({ id: integer }) })) })
  expect((await served.call('/photos/scan', { body: { title: 'Pier' } })).json).toEqual({ photo: { id: 1 } })
  expect((await served.call('/photos')).json).toEqual([{ id: 1, title: 'Pier' }])
})

it('a word whose response shows another object creates no record', async () => {
  await using served = await serveFiles({ 'photos.json': describePhotos(object({ task: object({ id: integer }) })) })
  await served.call('/photos/scan', { body: { title: 'Pier' } })
  expect((await served.call('/photos')).json).toEqual([])
})
