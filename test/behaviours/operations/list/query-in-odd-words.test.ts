/**
 * Lists whose parameters and envelopes are declared in ways that published documents have, and that look like something
 * else.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { serveFiles, useFiles } from '../../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const query = (name: string, schema: object): object => ({ name, in: 'query', schema })

const properties = { id: integer, count: integer, price: { type: 'number' }, open: { type: 'boolean' }, state: text }

const parts = (parameters: readonly object[], list: object): object =>
  openApi({
    paths: {
      '/part-lots': {
        get: { parameters, responses: { 200: response(list) } },
        post: { requestBody: requestBody(ref('Part')), responses: { 201: response(ref('Part')) } },
      },
      '/part-lots/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
          responses: { 200: response(ref('Part')) },
        },
      },
    },
    components: { schemas: { Part: { type: 'object', properties } } },
  })

const records = [
  { count: 3, price: 1.5, open: true },
  { count: 7, price: 20, open: false, state: 'closed' },
  { count: 9, price: 30, open: true, state: 'live' },
]

const fill = async ({ call }: Pick<ReturnType<typeof useFiles>, 'call'>): Promise<void> => {
  for (const body of records) expect((await call('/part-lots', { body })).status).toBe(201)
}

describe('a parameter', () => {
  const asked = [
    query('id', text),
    query('open', text),
    query('price[gte]', { type: 'number' }),
    query('price[lt]', text),
    query('state', { ...text, default: 'live' }),
    query('count', { ...integer, default: 10 }),
    query('offset', integer),
  ]
  const api = useFiles({ 'parts.json': parts(asked, { type: 'array', items: ref('Part') }) })
  beforeAll(() => fill(api))
  const rows: readonly (readonly [string, string, readonly number[]])[] = [
    ['what the default asks of a property is had by a record without it', '', [1, 3]],
    ['and not by one that has another value', '?state=closed', [2]],
    ['an integer is found by a text', '?id=3', [3]],
    ['and only that', '?id=2', []],
    ['a boolean is found by a text', '?open=true', [1, 3]],
    ['a range stands in the name', '?price[gte]=20', [3]],
    ['as a text, too', '?price[lt]=20', [1]],
    ['count beside offset is the size of the page, although records have one', '?count=1', [1]],
    ['with its offset', '?count=1&offset=1', [3]],
  ]
  for (const [name, asking, ids] of rows)
    it(`${name}: ${asking || 'nothing is asked'}`, async () => {
      const { json, text: body, headers } = await api.call(`/part-lots${asking}`)
      expect(json, body).toEqual(ids.map((id) => expect.objectContaining({ id })))
      expect(headers['sandbox-notice']).toBe(undefined)
    })
})

it('that is known by a name with brackets and does nothing is told by that name', async () => {
  await using served = await serveFiles({
    'parts.json': parts([query('weight[gte]', integer)], { type: 'array', items: ref('Part') }),
  })
  const { headers } = await served.call('/part-lots?weight[gte]=3')
  expect(headers['sandbox-notice']).toContain('weight[gte]')
})

describe('a limit that is declared as a text', () => {
  const api = useFiles({ 'parts.json': parts([query('maxResults', text)], { type: 'array', items: ref('Part') }) })
  beforeAll(() => fill(api))
  it('bounds the page', async () => expect((await api.call('/part-lots?maxResults=2')).json).toHaveLength(2))
})

describe('an envelope', () => {
  const link = { type: 'object', properties: { href: text, rel: text } }
  const paging = ['previous_page', 'next_page', 'total_entries', 'page']
  const list = {
    type: 'object',
    required: ['meta'],
    properties: {
      _links: { type: 'array', items: link },
      lots: { type: 'array', items: ref('Part') },
      meta: {
        type: 'object',
        required: paging,
        properties: {
          page: integer,
          previous_page: { type: ['integer', 'null'] },
          next_page: { type: ['integer', 'null'] },
          total_entries: integer,
        },
      },
    },
  }
  const api = useFiles({ 'parts.json': parts([query('page', integer), query('per_page', integer)], list) })
  beforeAll(() => fill(api))
  it('holds its records in the list that is not one of links', async () =>
    expect((await api.call('/part-lots')).json).toMatchObject({ lots: [{ id: 1 }, { id: 2 }, { id: 3 }] }))
  it('says of the page what it has to', async () =>
    expect((await api.call('/part-lots?page=2&per_page=1')).json).toMatchObject({
      lots: [{ id: 2 }],
      meta: { page: 2, previous_page: 1, next_page: 3, total_entries: 3 },
    }))
})
