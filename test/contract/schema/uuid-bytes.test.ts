/**
 * A UUID that is described as a list of bytes is a string in requests, in responses and in generated records.
 */
import { expect, it } from 'vitest'
import { arrayOf, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

const bytes = { type: 'array', items: { type: 'integer', format: 'uint8' } }
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const describeMasts = (schemas: object) =>
  openApi({
    paths: {
      '/masts': {
        get: { responses: { 200: response(arrayOf(ref('Mast'))) } },
        post: { requestBody: requestBody(ref('Mast')), responses: { 201: response(ref('Mast')) } },
      },
      '/masts/{id}': {
        parameters: [pathParameter('id', { type: 'string', format: 'uuid' })],
        get: { responses: { 200: response(ref('Mast')) } },
      },
    },
    components: { schemas },
  })

it('a UUID of bytes is a string', async () => {
  const document = describeMasts({
    Mast: object({ id: ref('UUID'), harbour: ref('UUID'), name: text }),
    UUID: { ...bytes, title: 'UUID as defined in RFC 4122.' },
  })
  await using served = await serveFiles({ 'masts.json': document })
  const harbour = '7d1c8a8e-0f2b-4c58-9c1d-6d3f1a2b3c4d'
  const created = await served.call('/masts', { body: { name: 'Tall', harbour } })
  expect(created).toMatchObject({ status: 201, json: { id: expect.stringMatching(uuidPattern), harbour } })
  const { id } = created.json as { readonly id: string }
  expect((await served.call(`/masts/${id}`)).json).toEqual(created.json)
  expect((await served.call('/masts')).json).toEqual([created.json])
  expect((await served.call('/masts', { body: { harbour: [1, 2] } })).status).toBe(422)
})

it('other lists of bytes are lists', async () => {
  const document = describeMasts({ Mast: object({ id: text, colour: { ...bytes, title: 'RGB' } }) })
  await using served = await serveFiles({ 'masts.json': document })
  expect((await served.call('/masts', { body: { colour: [1, 2, 3] } })).json).toMatchObject({ colour: [1, 2, 3] })
  expect((await served.call('/masts', { body: { colour: '#010203' } })).status).toBe(422)
})
