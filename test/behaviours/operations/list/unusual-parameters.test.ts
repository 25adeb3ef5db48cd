/**
 * Lists whose parameters and envelopes have unusual names and types, as in published documents.
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
  const parameters = [
    query('id', text),
    query('open', text),
    query('price[gte]', { type: 'number' }),
    query('price[lt]', text),
    query('state', { ...text, default: 'live' }),
    query('count', { ...integer, default: 10 }),
    query('offset', integer),
  ]
  const api = useFiles({ 'parts.json': parts(parameters, { type: 'array', items: ref('Part') }) })
  beforeAll(() => fill(api))
  const rows: readonly (readonly [string, string, readonly number[]])[] = [
    ['the default of a filter matches records without the property', '', [1, 3]],
    ['another value than the default matches only records that have it', '?state=closed', [2]],
    ['a string parameter filters an integer property', '?id=3', [3]],
    ['a filter can match no record', '?id=2', []],
    ['a string parameter filters a boolean property', '?open=true', [1, 3]],
    ['a name with brackets is a range', '?price[gte]=20', [3]],
    ['a range can be a string', '?price[lt]=20', [1]],
    ['count is the page size if there is an offset, even if records have a count', '?count=1', [1]],
    ['count and offset select a page', '?count=1&offset=1', [3]],
  ]
  for (const [name, asking, ids] of rows)
    it(`${name}: ${query || 'no query'}`, async () => {
      const { json, text: body, headers } = await api.call(`/part-lots${asking}`)
      expect(json, body).toEqual(ids.map((id) => expect.objectContaining({ id })))
      expect(headers['sandbox-notice']).toBe(undefined)
    })
})

it('the notice for a parameter without effect contains its whole name, with brackets', async () => {
  await using served = await serveFiles({
    'parts.json': parts([query('weight[gte]', integer)], { type: 'array', items: ref('Part') }),
  })
  const { headers } = await served.call('/part-lots?weight[gte]=3')
  expect(headers['sandbox-notice']).toContain('weight[gte]')
})

describe('a limit that is declared as a string', () => {
  const api = useFiles({ 'parts.json': parts([query('maxResults', text)], { type: 'array', items: ref('Part') }) })
  beforeAll(() => fill(api))
  it('limits the page', async () => expect((await api.call('/part-lots?maxResults=2')).json).toHaveLength(2))
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
  it('has its records in the list of objects, not in the list of links', async () =>
    expect((await api.call('/part-lots')).json).toMatchObject({ lots: [{ id: 1 }, { id: 2 }, { id: 3 }] }))
  it('has the required page numbers and totals', async () =>
    expect((await api.call('/part-lots?page=2&per_page=1')).json).toMatchObject({
      lots: [{ id: 2 }],
      meta: { page: 2, previous_page: 1, next_page: 3, total_entries: 3 },
    }))
})
