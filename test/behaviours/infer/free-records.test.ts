/**
 * Records that the document hardly describes: any object is a record, or only the request body has a schema.
 */
import { describe, expect, it } from 'vitest'
import { type Served, serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties })
const empty = { description: 'Nothing to show.' }

interface Parts {
  readonly sent: object
  readonly shown: object
  readonly parameter?: string
  readonly address?: object
}

const describeNotes = ({ sent, shown, parameter = 'id', address = integer }: Parts): object => {
  const answer = response(shown)
  const list = response({ type: 'array', items: shown })
  return openApi({
    paths: {
      '/notes': {
        get: { responses: { 200: list } },
        post: { requestBody: requestBody(sent), responses: { 201: answer } },
      },
      [`/notes/{${parameter}}`]: {
        parameters: [{ name: parameter, in: 'path', required: true, schema: address }],
        get: { responses: { 200: answer } },
        put: { requestBody: requestBody(sent), responses: { 200: answer } },
        patch: { requestBody: requestBody(sent), responses: { 200: answer } },
        delete: { responses: { 204: empty } },
      },
    },
  })
}

const free = { type: 'object' }

interface Row {
  readonly name: string
  readonly parts: Parts
  /** The path of the first record. */
  readonly at: string
  /** What it has in addition to the request body. */
  readonly has: object
}

const rows: readonly Row[] = [
  { name: 'any objects', parts: { sent: free, shown: free }, at: '/notes/1', has: { id: 1 } },
  {
    name: 'any objects, with additionalProperties: true',
    parts: { sent: { type: 'object', additionalProperties: true }, shown: { ...free, additionalProperties: true } },
    at: '/notes/1',
    has: { id: 1 },
  },
  {
    name: 'any request body, and any objects in responses',
    parts: { sent: {}, shown: free, parameter: 'noteId' },
    at: '/notes/1',
    has: { id: 1 },
  },
  {
    name: 'a request body with a schema, and any objects in responses',
    parts: { sent: object({ name: text, size: integer }), shown: free },
    at: '/notes/1',
    has: { id: 1 },
  },
]

const paths = (served: Served, at: string) => ({
  list: () => served.call('/notes'),
  add: (body: object) => served.call('/notes', { body }),
  read: () => served.call(at),
  change: (method: string, body: object) => served.call(at, { method, body }),
  remove: () => served.call(at, { method: 'DELETE' }),
})

describe('the request body is stored and shown', () => {
  for (const { name, parts, at, has } of rows)
    it(`with ${name}`, async () => {
      await using served = await serveFiles({ 'notes.json': describeNotes(parts) })
      const { list, add, read, change, remove } = paths(served, at)
      const one = { ...has, name: 'x' }
      expect(await add({ name: 'x' })).toMatchObject({ status: 201, json: one })
      expect((await read()).json).toEqual(one)
      expect((await list()).json).toEqual([one])
      expect((await change('PATCH', { size: 2 })).json).toEqual({ ...one, size: 2 })
      expect((await change('PUT', { size: 3 })).json).toEqual({ ...has, size: 3 })
      expect((await read()).json).toEqual({ ...has, size: 3 })
      expect(await remove()).toMatchObject({ status: 204 })
      expect(await read()).toMatchObject({ status: 404 })
      expect((await list()).json).toEqual([])
    })
})

describe('a request body without a schema', () => {
  const record = object({ id: { ...integer, readOnly: true }, name: text, size: integer }, ['name'])

  it('sets the properties of the record, but not read-only ones', async () => {
    const document = openApi({
      paths: {
        '/notes': { post: { requestBody: requestBody(record), responses: { 201: response(record) } } },
        '/notes/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
          get: { responses: { 200: response(record) } },
          put: { requestBody: requestBody(free), responses: { 200: response(record) } },
        },
      },
    })
    await using served = await serveFiles({ 'notes.json': document })
    await served.call('/notes', { body: { name: 'x', size: 1 } })
    const put = await served.call('/notes/1', { method: 'PUT', body: { id: 9, name: 'y', other: true } })
    expect(put).toMatchObject({ status: 200, headers: { 'sandbox-notice': 'ignored-properties;names="body.id"' } })
    expect(put.json).toEqual({ id: 1, name: 'y', other: true })
  })
})
