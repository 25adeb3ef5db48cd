/**
 * Other requests to a collection than the creation of one record: of several, and the change of the one that the body names.
 */
import { describe, expect, it } from 'vitest'
import { serveFiles } from '../../support/serve-files.ts'
import { closed, openApi, ref, requestBody, response } from '../../support/write-document.ts'

const integer = { type: 'integer' }
const text = { type: 'string' }
const list = { type: 'array', items: ref('Gadget') }
const errors = { 400: response(closed({ message: text })) }

const describeGadgets = (made: object): object =>
  openApi({
    paths: {
      '/gadgets': {
        get: { responses: { 200: response(list) } },
        post: { requestBody: requestBody(list), responses: { 201: made, ...errors } },
        put: { requestBody: requestBody(ref('Gadget')), responses: { 200: response(ref('Gadget')), ...errors } },
        delete: { responses: { 204: { description: 'Gone.' } } },
      },
      '/gadgets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: { responses: { 200: response(ref('Gadget')) } },
      },
    },
    components: {
      schemas: { Gadget: { type: 'object', required: ['label'], properties: { id: integer, label: text, sku: text } } },
    },
  })

const answers: readonly (readonly [string, object, unknown])[] = [
  [
    'a list of the records',
    response(list),
    [
      { id: 1, label: 'a' },
      { id: 2, label: 'b' },
    ],
  ],
  [
    'a list in an envelope',
    response({ type: 'object', required: ['data', 'ok'], properties: { data: list, ok: { type: 'boolean' } } }),
    {
      data: [
        { id: 1, label: 'a' },
        { id: 2, label: 'b' },
      ],
      ok: true,
    },
  ],
  ['nothing', { description: 'Made.', headers: { Location: { schema: { type: 'string' } } } }, undefined],
]

describe('a POST of a list to a collection', () => {
  for (const [name, made, shows] of answers)
    it(`stores each record, and responds with ${name}`, async () => {
      await using served = await serveFiles({ 'gadgets.json': describeGadgets(made) })
      const answer = await served.call('/gadgets', { body: [{ label: 'a' }, { label: 'b' }] })
      expect(answer.status, answer.text).toBe(201)
      expect(answer.json).toEqual(shows)
      expect(await served.call('/gadgets/2')).toMatchObject({ status: 200, json: { id: 2, label: 'b' } })
      expect((await served.call('/gadgets')).json).toHaveLength(2)
    })

  it('accepts an empty list', async () => {
    await using served = await serveFiles({ 'gadgets.json': describeGadgets(response(list)) })
    expect(await served.call('/gadgets', { body: [] })).toMatchObject({ status: 201, json: [] })
  })

  it('stores all records or none', async () => {
    await using served = await serveFiles({ 'gadgets.json': describeGadgets(response(list)) })
    const rejected = await served.call('/gadgets', {
      body: [
        { id: 5, label: 'a' },
        { id: 5, label: 'b' },
      ],
    })
    expect(rejected.status).toBe(400)
    expect(rejected.text).toContain('body[1].id must be an unused id')
    expect((await served.call('/gadgets')).json).toEqual([])
  })
})

describe('a PUT to a collection', () => {
  it('changes the record that its body names', async () => {
    await using served = await serveFiles({ 'gadgets.json': describeGadgets(response(list)) })
    await served.call('/gadgets', { body: [{ label: 'a' }] })
    const put = (body: object) => served.call('/gadgets', { method: 'PUT', body })
    expect(await put({ id: 1, label: 'c' })).toMatchObject({ status: 200, json: { id: 1, label: 'c' } })
    expect(await put({ id: 9, label: 'c' })).toMatchObject({ status: 404 })
    const unnamed = await put({ label: 'c' })
    expect(unnamed.status).toBe(400)
    expect(unnamed.text).toContain('body.id is required: it identifies the record of gadgets')
  })
})

describe('a DELETE of a collection', () => {
  it('has no behaviour, because the document does not say which records it removes', async () => {
    await using served = await serveFiles({ 'gadgets.json': describeGadgets(response(list)) })
    await served.call('/gadgets', { body: [{ label: 'a' }] })
    expect(await served.call('/gadgets', { method: 'DELETE' })).toMatchObject({ status: 204 })
    expect((await served.call('/gadgets')).json).toHaveLength(1)
  })
})
