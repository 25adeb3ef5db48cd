/**
 * Which media types an operation on records accepts: all that it documents, also those whose bodies have no properties.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { useFiles } from '../../support/serve-files.ts'
import { openApi, response } from '../../support/write-document.ts'

const text = { type: 'string' }
const note = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    remark: text,
    updatedAt: { ...text, format: 'date-time', readOnly: true },
  },
}
const input = { type: 'object', required: ['title'], properties: { title: text, remark: text } }
const bytes = { schema: { ...text, format: 'binary' } }
const markdown = { 'application/json': { schema: input }, 'text/markdown': { schema: text } }

const at = (name: string, content: object) => {
  const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
  const requestBody = { required: true, content }
  return {
    [`/${name}`]: {
      get: { responses: { 200: response({ type: 'array', items: note }) } },
      post: { requestBody, responses: { 201: response(note) } },
    },
    [`/${name}/{id}`]: {
      get: { ...id, responses: { 200: response(note) } },
      put: { ...id, requestBody, responses: { 200: response(note) } },
      patch: { ...id, requestBody, responses: { 200: response(note) } },
    },
  }
}

const record = { id: 'a', title: 'One', remark: 'kept', updatedAt: '2020-01-01T00:00:00Z' }
const names = ['blobs', 'strings', 'images', 'anythings', 'pages', 'empties']
const api = useFiles({
  'notes.json': openApi({
    paths: {
      ...at('blobs', { 'application/octet-stream': bytes }),
      ...at('strings', { 'text/plain': {} }),
      ...at('images', { 'image/*': bytes }),
      ...at('anythings', { '*/*': bytes }),
      ...at('pages', markdown),
      ...at('empties', {}),
    },
  }),
  ...Object.fromEntries(names.map((name) => [`fixtures/default/${name}.json`, [record]])),
})
beforeEach(() => api.call('/_sandbox/sandboxes/default/reset', { method: 'POST' }))

interface Row {
  readonly name: string
  readonly type: string
}

const taken: readonly Row[] = [
  { name: 'blobs', type: 'application/octet-stream' },
  { name: 'strings', type: 'text/plain; charset=utf-8' },
  { name: 'images', type: 'image/png' },
  { name: 'anythings', type: 'video/mp4' },
  { name: 'pages', type: 'text/markdown' },
  { name: 'empties', type: 'text/plain' },
]

describe('a body without properties', () => {
  for (const { name, type } of taken) {
    const body = { headers: { 'content-type': type }, body: '# Title' }
    it(`of ${type} creates a record that is stored`, async () => {
      const made = await api.call(`/${name}`, { method: 'POST', ...body })
      expect(made).toMatchObject({ status: 201, json: { id: expect.any(String), title: expect.any(String) } })
      const { id } = made.json as { id: string }
      expect((await api.call(`/${name}/${id}`)).json).toEqual(made.json)
    })

    if (name === 'empties') continue
    for (const method of ['PUT', 'PATCH'])
      it(`of ${type} changes nothing but the times of the change, by ${method}`, async () => {
        const { status, json } = await api.call(`/${name}/a`, { method, ...body })
        expect({ status, json }).toEqual({ status: 200, json: { ...record, updatedAt: expect.any(String) } })
        expect(json).not.toHaveProperty('updatedAt', record.updatedAt)
      })
  }

  it('does not affect JSON of the same operation', async () => {
    const put = await api.call('/pages/a', { method: 'PUT', body: { title: 'Two' } })
    expect(put.json).toMatchObject({ id: 'a', title: 'Two' })
    expect(put.json).not.toHaveProperty('remark')
  })
})

it('JSON may name each charset that is a part of UTF-8', async () => {
  const create = (charset: string) =>
    api.call('/pages', {
      method: 'POST',
      headers: { 'content-type': `application/json; charset=${charset}` },
      body: '{"title":"Two"}',
    })
  expect((await create('US-ASCII')).status).toBe(201)
  expect((await create('utf-16')).status).toBe(422)
})

describe('another media type is rejected with the documented ones', () => {
  const rows: readonly (Row & { readonly says: string })[] = [
    { name: 'blobs', type: 'application/json', says: 'must be application/octet-stream, got "application/json"' },
    { name: 'images', type: 'text/plain', says: 'must be image/*, got "text/plain"' },
    { name: 'pages', type: 'text/plain', says: 'must be application/json or text/markdown, got "text/plain"' },
  ]
  for (const { name, type, says } of rows)
    it(`${type} of ${name}`, async () => {
      const { status, text: answer } = await api.call(`/${name}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{}',
      })
      expect(status).toBe(422)
      expect(JSON.parse(answer)).toMatchObject({ detail: expect.stringContaining(says) })
    })
})

describe('a media type of a response that Standin cannot generate from records', () => {
  const csv = { 'text/csv': { schema: text, example: 'id,title' } }
  const both = { description: '', content: { 'application/json': { schema: { type: 'array', items: note } }, ...csv } }
  const reports = useFiles({
    'notes.json': openApi({
      paths: {
        ...at('notes', { 'application/json': { schema: input } }),
        '/notes': { get: { responses: { 200: both } } },
        '/table': { get: { responses: { 200: { description: '', content: csv } } } },
      },
    }),
  })
  const rows: readonly (readonly [path: string, accept: string, status: number])[] = [
    ['/notes', 'application/json', 200],
    ['/notes', 'text/csv', 406],
    ['/notes', 'text/csv, application/json;q=0.1', 200],
    // Without records, the response is the documented example.
    ['/table', 'text/csv', 200],
  ]
  for (const [path, accept, status] of rows)
    it(`${path} with Accept: ${accept} is ${status}`, async () => {
      const answer = await reports.call(path, { headers: { accept } })
      expect(answer.status, answer.text).toBe(status)
      if (status === 406)
        expect(answer.json).toMatchObject({
          detail: expect.stringContaining('must accept application/json, got "text/csv"'),
        })
      else expect(answer.headers['content-type']).toBe(path === '/table' ? 'text/csv' : 'application/json')
    })
})
