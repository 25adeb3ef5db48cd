/**
 * Creations, reads and lists that document a success without a body: they respond with the record as JSON.
 */
import { describe, expect, it } from 'vitest'
import { integer, object, pathParameter, queryParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response, swagger } from '../../support/write-document.ts'

const silent = (status = 200) => ({ responses: { [status]: { description: 'Done.' } } })
const uuid = { type: 'string', format: 'uuid' }

interface Parts {
  readonly parameter?: string
  readonly address?: object
  readonly list?: object
  readonly create: object
  readonly read: object
}

const describeMemos = ({ parameter = 'memoId', address = integer, list = silent(), create, read }: Parts) => ({
  'memos.json': openApi({
    paths: {
      '/memos': { get: list, post: create },
      [`/memos/{${parameter}}`]: {
        parameters: [pathParameter(parameter, address)],
        get: read,
        put: { requestBody: requestBody(object({ title: text })), ...silent() },
        delete: silent(204),
      },
    },
  }),
})

interface Row {
  readonly name: string
  readonly parts: Parts
  readonly sent?: object
  readonly shows: object
  readonly at: string
}

const memo = object({ title: text, pages: integer }, ['title'])
const stored = object({ id: integer, title: text, pages: integer }, ['id', 'title'])

const rows: readonly Row[] = [
  {
    name: 'with nothing but paths',
    parts: { create: silent(), read: silent() },
    shows: { id: 1 },
    at: '/memos/1',
  },
  {
    name: 'with the request body, and an id that the path accepts',
    parts: { create: { requestBody: requestBody(memo), ...silent(201) }, read: silent(), parameter: 'idMemo' },
    sent: { title: 'a' },
    shows: { id: 1, title: 'a' },
    at: '/memos/1',
  },
  {
    name: 'with the id in the request body',
    parts: {
      parameter: 'slug',
      address: text,
      create: { requestBody: requestBody(object({ slug: text, title: text })), ...silent(201) },
      read: silent(),
    },
    sent: { slug: 'first', title: 'a' },
    shows: { slug: 'first', title: 'a' },
    at: '/memos/first',
  },
  {
    name: 'with the schema of the read, and its envelope',
    parts: {
      create: { requestBody: requestBody(memo), ...silent(201) },
      read: { responses: { 200: response(object({ memo: stored, ok: { const: true } }, ['memo', 'ok'])) } },
    },
    sent: { title: 'a' },
    shows: { memo: { id: 1, title: 'a' }, ok: true },
    at: '/memos/1',
  },
  {
    name: 'with the schema of the creation',
    parts: { create: { requestBody: requestBody(memo), responses: { 201: response(stored) } }, read: silent() },
    sent: { title: 'a' },
    shows: { id: 1, title: 'a' },
    at: '/memos/1',
  },
  {
    name: 'with the schema of the list',
    parts: {
      list: { responses: { 200: response({ type: 'array', items: stored }) } },
      create: { requestBody: requestBody(memo), ...silent(201) },
      read: silent(),
    },
    sent: { title: 'a' },
    shows: { id: 1, title: 'a' },
    at: '/memos/1',
  },
]

describe('a response without a described body is the record', () => {
  for (const { name, parts, sent, shows, at } of rows)
    it(name, async () => {
      await using served = await serveFiles(describeMemos(parts))
      const created = await served.call('/memos', { method: 'POST', ...(sent ? { body: sent } : {}) })
      expect(created.json).toEqual(shows)
      expect(await served.call(at)).toMatchObject({ status: 200, json: shows })
      expect((await served.call('/memos')).json).toHaveLength(1)
      expect(await served.call(at, { method: 'PUT', body: { title: 'b' } })).toMatchObject({ status: 200, text: '' })
      expect((await served.call(at)).text).toContain('"title":"b"')
      expect(await served.call(at, { method: 'DELETE' })).toMatchObject({ status: 204 })
      expect(await served.call(at)).toMatchObject({ status: 404 })
      expect((await served.call('/memos')).json).toEqual([])
    })

  it('in OpenAPI 2.0', async () => {
    const paths = {
      '/memos': { post: { parameters: [{ name: 'memo', in: 'body', schema: memo }], ...silent(201) } },
      '/memos/{id}': {
        get: { parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }], ...silent() },
      },
    }
    await using served = await serveFiles({ 'memos.json': swagger({ paths, produces: ['application/xml'] }) })
    const created = await served.call('/memos', { body: { title: 'a' } })
    expect(created).toMatchObject({ status: 201, json: { id: 1, title: 'a' }, headers: { location: '/memos/1' } })
    expect(await served.call('/memos/1')).toMatchObject({ status: 200, json: { id: 1, title: 'a' } })
  })
})

describe('a creation keeps its empty body', () => {
  const read = { responses: { 200: response(stored) } }
  const located = { description: 'Made.', headers: { Location: { schema: text } } }
  const answers = [
    ['with the status 204', silent(204)],
    ['with a documented Location', { responses: { 201: located } }],
  ] as const
  for (const [name, answer] of answers)
    it(name, async () => {
      await using served = await serveFiles(
        describeMemos({ create: { requestBody: requestBody(memo), ...answer }, read }),
      )
      const created = await served.call('/memos', { body: { title: 'a' } })
      expect(created).toMatchObject({ text: '', headers: { location: '/memos/1' } })
      expect(await served.call('/memos/1')).toMatchObject({ status: 200, json: { id: 1, title: 'a' } })
    })
})

describe('records that never show an id', () => {
  const task = object({ image: text, answer: { ...integer, readOnly: true } }, ['image'])

  it('are at the Location of their creation', async () => {
    const create = { requestBody: requestBody(object({ image: text }, ['image'])), responses: { 201: response(task) } }
    const read = { responses: { 200: response(task) } }
    await using served = await serveFiles(describeMemos({ address: uuid, create, read }))
    const { headers, json } = await served.call('/memos', { body: { image: 'a' } })
    expect(headers.location).toMatch(/^\/memos\/[0-9a-f-]{36}$/)
    expect(await served.call(String(headers.location))).toMatchObject({ status: 200, json: json as object })
  })
})

it('a cursor that is always required is something else', async () => {
  const token = { ...queryParameter('token'), required: true }
  await using served = await serveFiles(
    describeMemos({ list: { parameters: [token], ...silent() }, create: silent(), read: silent() }),
  )
  expect(await served.call('/memos?token=secret')).toMatchObject({ status: 200, json: [] })
})
