/**
 * Filters, sorting, pages and envelopes of lists.
 */

import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/ports.ts'
import { expectFindings, type Files, findingsOf, useFiles } from '../../../support/serve-files.ts'
import { closed, openApi, response } from '../../../support/write-document.ts'

const text = { type: 'string' }
const gadget = closed({ serial: text, role: text, archived: { type: 'boolean' } }, ['archived'])
const form = (schema: object) => ({ required: true, content: { 'application/x-www-form-urlencoded': { schema } } })
const envelope = (url: JsonObject): JsonObject => closed({ items: { type: 'array', items: gadget }, url })

const document = (list: object, parameters: readonly object[] = []): object =>
  openApi({
    servers: [{ url: '/v1' }],
    paths: {
      '/gadgets': {
        get: { parameters, responses: { 200: response(list) } },
        post: {
          requestBody: form({ type: 'object', properties: { role: text, archived: { type: 'boolean' } } }),
          responses: { 201: response(gadget) },
        },
      },
      '/gadgets/{serial}': {
        get: {
          parameters: [{ name: 'serial', in: 'path', required: true, schema: text }],
          responses: { 200: response(gadget) },
        },
      },
    },
  })

const query = (name: string, schema: object, more: object = {}): object => ({ name, in: 'query', schema, ...more })
const integer = { type: 'integer' }

const wwwForm = { 'content-type': 'application/x-www-form-urlencoded' }

describe('the default of a filter', () => {
  const api = useFiles({
    'gadgets.json': document({ type: 'array', items: gadget }, [
      query('role', { ...text, default: 'all' }),
      query('archived', { type: 'boolean', default: false }),
    ]),
  })
  const rows: readonly (readonly [string, number])[] = [
    ['', 2],
    ['?role=all', 2],
    ['?role=admin', 1],
    ['?role=owner', 0],
    // The default is a value that records can have, so it filters if the parameter is not sent.
    ['?archived=true', 1],
    ['?archived=false', 2],
  ]
  for (const [query, count] of rows)
    it(`GET /gadgets${query} shows ${count} of 3`, async () => {
      const own = { 'sandbox-id': `query-${query.length}` }
      for (const body of ['role=admin&archived=false', 'role=member&archived=false', 'role=guest&archived=true'])
        expect((await api.call('/v1/gadgets', { method: 'POST', headers: { ...wwwForm, ...own }, body })).status).toBe(
          201,
        )
      expect((await api.call(`/v1/gadgets${query}`, { headers: own })).json).toHaveLength(count)
    })
})

describe('the number of a page that an offset selects', () => {
  const numbered = closed({ items: { type: 'array', items: gadget }, page: integer, pages: integer })
  const api = useFiles({
    'gadgets.json': document(numbered, [query('limit', integer), query('offset', integer)]),
    'fixtures/default/gadgets.json': ['a', 'b', 'c', 'd', 'e'].map((serial) => ({ serial, role: 'guest' })),
  })
  const rows: readonly (readonly [search: string, page: number, pages: number])[] = [
    ['', 1, 1],
    ['?limit=1', 1, 5],
    ['?limit=1&offset=1', 2, 5],
    ['?limit=2&offset=3', 2, 3],
    ['?limit=2&offset=4', 3, 3],
  ]
  for (const [search, page, pages] of rows)
    it(`with ${search || 'neither'} is ${page} of ${pages}`, async () => {
      expect((await api.call(`/v1/gadgets${search}`)).json).toMatchObject({ page, pages })
    })
})

describe('the URL of a list in its envelope', () => {
  const rows: readonly { readonly name: string; readonly schema: JsonObject; readonly shown: RegExp }[] = [
    { name: 'is absolute', schema: text, shown: /^http:\/\/127\.0\.0\.1:\d+\/v1\/gadgets\?x=1$/ },
    {
      name: 'is a path if the pattern requires one',
      schema: { ...text, pattern: '^/v1/' },
      shown: /^\/v1\/gadgets\?x=1$/,
    },
    {
      name: 'has no query if the pattern has none',
      schema: { ...text, pattern: '^/v1/[a-z]+$' },
      shown: /^\/v1\/gadgets$/,
    },
  ]
  for (const { name, schema, shown } of rows)
    describe(name, () => {
      const api = useFiles({ 'gadgets.json': document(envelope(schema), [{ name: 'x', in: 'query', schema: text }]) })
      it('and satisfies its schema', async () => {
        const { json } = await api.call('/v1/gadgets?x=1')
        expect(json).toEqual({ items: [], url: expect.stringMatching(shown) })
      })
    })
})

/** Gadgets 1 to 5, created through the API: 1, 3 and 5 are red, 2 and 4 are blue. */
const useFive = (list: object, parameters: readonly object[], headers: object = {}) => {
  const own = { colour: text, size: integer, maker: closed({ city: text }), tags: { type: 'array', items: text } }
  const record = closed({ id: integer, ...own })
  const answer = { ...response(list), headers }
  const api = useFiles({
    'gadgets.json': openApi({
      components: { schemas: { Gadget: record } },
      paths: {
        '/gadgets': {
          get: { parameters, responses: { 200: answer, 400: response(closed({ message: text })) } },
          post: {
            requestBody: { content: { 'application/json': { schema: closed(own) } } },
            responses: { 201: response(record) },
          },
        },
        '/gadgets/{id}': {
          get: {
            parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
            responses: { 200: response(record) },
          },
        },
      },
    }),
  })
  beforeAll(async () => {
    for (const size of [1, 2, 3, 4, 5]) {
      const maker = { city: size === 1 ? 'Oslo' : 'Rome' }
      const body = JSON.stringify({ colour: size % 2 === 0 ? 'blue' : 'red', size, maker, tags: ['new'] })
      await api.call('/gadgets', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    }
  })
  return api
}

const items = { type: 'array', items: { $ref: '#/components/schemas/Gadget' } }
const idsOf = (list: unknown): readonly number[] => (list as readonly { readonly id: number }[]).map(({ id }) => id)

describe('filters inside a parameter', () => {
  const api = useFive(items, [
    query('filter', { type: 'object', properties: { colour: text, size: integer } }, { style: 'deepObject' }),
    query('where[colour]', text),
    query('size', { type: 'object' }, { style: 'deepObject' }),
    query('maker', { type: 'object', properties: { city: text } }, { style: 'deepObject' }),
  ])
  const rows: readonly (readonly [string, readonly number[]])[] = [
    ['', [1, 2, 3, 4, 5]],
    ['?filter[colour]=red', [1, 3, 5]],
    // Inside a filter, size is not the page size.
    ['?filter[size]=2', [2]],
    ['?filter[colour]=blue&filter[size]=4', [4]],
    ['?where[colour]=blue', [2, 4]],
    ['?size[gte]=2&size[lt]=4', [2, 3]],
    ['?size[eq]=2', [2]],
    ['?size[ne]=2', [1, 3, 4, 5]],
    ['?size[in]=2,4', [2, 4]],
    ['?size[nin]=2,4', [1, 3, 5]],
    // A form that was not filled in.
    ['?size[gte]=', [1, 2, 3, 4, 5]],
    ['?size[gte]=&size[lt]=3', [1, 2]],
    ['?maker[city]=Oslo', [1]],
    ['?maker[city]=Rome', [2, 3, 4, 5]],
  ]
  for (const [query, ids] of rows)
    it(`${query || 'none'}: ${ids.join(' ')}`, async () =>
      expect(idsOf((await api.call(`/gadgets${query}`)).json)).toEqual(ids))
})

describe('sorting', () => {
  const api = useFive(items, [query('sort', text), query('order', { type: 'string', enum: ['asc', 'desc'] })])
  const rows: readonly (readonly [string, readonly number[], string | undefined])[] = [
    ['?sort=-size', [5, 4, 3, 2, 1], undefined],
    ['?sort=size,desc', [5, 4, 3, 2, 1], undefined],
    ['?sort=Size:desc', [5, 4, 3, 2, 1], undefined],
    ['?sort=colour,-size', [4, 2, 5, 3, 1], undefined],
    ['?order=desc', [5, 4, 3, 2, 1], undefined],
    ['?sort=weight', [1, 2, 3, 4, 5], 'ignored-query;names="sort=weight"'],
  ]
  for (const [query, ids, notice] of rows)
    it(`${query}: ${ids.join(' ')}`, async () => {
      const answer = await api.call(`/gadgets${query}`)
      expect(idsOf(answer.json)).toEqual(ids)
      expect(answer.headers['sandbox-notice']).toBe(notice)
    })
})

describe('the notice for a query without effect', () => {
  const tags = { ...query('tags', { type: 'object', additionalProperties: text }), style: 'deepObject', explode: true }
  const api = useFive(items, [query('owner', text), query('colour', text), tags])
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['?tags[in]=new,old', undefined],
    ['?tags[about]=new', 'ignored-query;names="tags[about]"'],
    ['', undefined],
    ['?colour=red', undefined],
    ['?owner=ann&colour=red', 'ignored-query;names="owner"'],
    ['?ownr=ann', 'undocumented-query;names="ownr"'],
  ]
  for (const [query, notice] of rows)
    it(`for ${query || 'no query'} is ${notice ?? 'not sent'}`, async () =>
      expect((await api.call(`/gadgets${query}`)).headers['sandbox-notice']).toBe(notice))
})

describe('numbered pages', () => {
  const meta = closed({ page: integer, per_page: integer, total: integer, total_pages: integer })
  const api = useFive(
    closed({ data: items, meta }),
    [query('page', { ...integer, minimum: 1 }), query('per_page', integer)],
    {
      'X-Page': { schema: integer },
      'X-Per-Page': { schema: integer },
      'X-Total-Pages': { schema: integer },
      'X-Next-Page': { schema: integer },
    },
  )
  const rows: readonly {
    readonly page: number
    readonly ids: readonly number[]
    readonly next: string | undefined
  }[] = [
    { page: 1, ids: [1, 2], next: '2' },
    { page: 3, ids: [5], next: undefined },
    // Past the end.
    { page: 4, ids: [], next: undefined },
  ]
  for (const { page, ids, next } of rows)
    it(`page ${page} reports its number, size and totals`, async () => {
      const { json, headers } = await api.call(`/gadgets?page=${page}&per_page=2`)
      expect(json).toEqual({
        data: ids.map((id) => expect.objectContaining({ id })),
        meta: { page, per_page: 2, total: 5, total_pages: 3 },
      })
      expect(headers).toMatchObject({ 'x-page': String(page), 'x-per-page': '2', 'x-total-pages': '3' })
      expect(headers['x-next-page']).toBe(next)
    })
})

describe('the first page', () => {
  const api = useFive(closed({ data: items, has_more: { type: 'boolean' } }), [
    ...['page', 'limit'].map((name) => query(name, integer)),
    ...['ending_before', 'sort'].map((name) => query(name, text)),
  ])
  const rows: readonly (readonly [string, readonly number[], boolean])[] = [
    ['?page=1&limit=2', [1, 2], true],
    // Pages begin at 1, so what comes before is the first page.
    ['?page=0&limit=2', [1, 2], true],
    ['?page=-3&limit=2', [1, 2], true],
    ['?page=0&limit=2&sort=-size', [5, 4], true],
    ['?ending_before=4&limit=2', [2, 3], true],
    ['?ending_before=3&limit=2', [1, 2], false],
    // Fewer records come before the cursor than fit on the page.
    ['?ending_before=2&limit=2', [1], false],
    ['?ending_before=1&limit=2', [], false],
    ['?ending_before=4&limit=2&sort=-size', [5], false],
  ]
  for (const [query, ids, hasMore] of rows)
    it(`${query}: ${ids.join(' ') || 'nothing'}, ${hasMore ? 'and there are more' : 'and that is all'}`, async () => {
      const { json } = await api.call(`/gadgets${query}`)
      expect(json).toEqual({ data: ids.map((id) => expect.objectContaining({ id })), has_more: hasMore })
    })
})

describe('pages with a cursor', () => {
  const links = { Link: { schema: text } }
  const api = useFive(
    items,
    [query('limit', integer), query('cursor', text), query('colour', text), query('sort', text)],
    links,
  )

  it('have a Link to the first and the next page, but not to the last', async () => {
    const { headers } = await api.call('/gadgets?limit=2&cursor=2')
    expect(String(headers.link).replace(/<[^>]*\/gadgets/g, '<')).toBe(
      '<?limit=2&cursor=4>; rel="next", <?limit=2>; rel="first"',
    )
  })

  for (const [query, status] of [
    ['?cursor=garbage', 400],
    ['?cursor=99&sort=size', 400],
    ['?cursor=99&colour=red', 200],
    ['?cursor=5', 200],
  ] as const)
    it(`GET /gadgets${query} is ${status}`, async () => {
      const answer = await api.call(`/gadgets${query}`)
      expect(answer.status, answer.text).toBe(status)
      if (status === 400) expect(answer.text).toContain('query.cursor must be a cursor from a page of this list')
      else expect(answer.json).toEqual([])
    })
})

describe('an empty body', () => {
  const api = useFiles({ 'gadgets.json': document({ type: 'array', items: gadget }) })
  const rows: readonly { readonly name: string; readonly headers: Record<string, string>; readonly status: number }[] =
    [
      { name: 'is a form without fields if the type is that of a form', headers: wwwForm, status: 201 },
      { name: 'is rejected without a type', headers: {}, status: 422 },
      { name: 'is rejected with another type', headers: { 'content-type': 'application/json' }, status: 422 },
    ]
  for (const { name, headers, status } of rows)
    it(name, async () => {
      const answer = await api.call('/v1/gadgets', { method: 'POST', headers, body: '' })
      expect(answer.status, answer.text).toBe(status)
    })
})

describe('the overlay sets what a parameter of a list does', () => {
  const target = (name: string): string => `$.paths['/gadgets'].get.parameters[?@.name=='${name}']`
  const list = { type: 'array', items: gadget }
  const parameters = [query('who', text), query('n', integer), query('role', text), query('limit', integer)]
  const files = (actions: readonly object[]): Files => ({
    'gadgets.json': document(list, parameters),
    'gadgets.overlay.yaml': { overlay: '1.0.0', info: { title: 'Words', version: '1' }, actions },
  })
  const api = useFiles(
    files([
      { target: target('who'), update: { 'x-standin-filter': 'role' } },
      { target: target('n'), update: { 'x-standin-page': 'limit' } },
      { target: target('role'), update: { 'x-standin-filter': false } },
      { target: target('limit'), update: { 'x-standin-page': false } },
    ]),
  )
  beforeAll(async () => {
    for (const role of ['admin', 'guest', 'guest'])
      await api.call('/v1/gadgets', { method: 'POST', headers: wwwForm, body: `role=${role}` })
  })
  const rows: readonly (readonly [string, number])[] = [
    ['?who=guest', 2],
    ['?n=1', 1],
    ['?role=guest', 3],
    ['?limit=1', 3],
  ]
  for (const [query, count] of rows)
    it(`GET /gadgets${query} shows ${count}`, async () =>
      expect((await api.call(`/v1/gadgets${query}`)).json).toHaveLength(count))

  it('and an unknown property or page role is a finding', async () => {
    const found = await findingsOf(
      files([
        { target: target('who'), update: { 'x-standin-filter': 'owner' } },
        { target: target('n'), update: { 'x-standin-page': 'size' } },
      ]),
    )
    expectFindings(found, [
      { code: 'behaviour-unknown', file: 'gadgets.json', says: ['x-standin-filter of who', 'serial, role', '"owner"'] },
      { code: 'behaviour-unknown', file: 'gadgets.json', says: ['x-standin-page of n', 'limit, offset', '"size"'] },
    ])
  })
})
