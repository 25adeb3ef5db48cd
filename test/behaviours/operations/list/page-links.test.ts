/**
 * The addresses of other pages: each leads to the page that it names, with the query as the client sent it.
 */
import { describe, expect, it } from 'vitest'
import { callSecurely, startSecureStandin } from '../../../support/secure-standin.ts'
import { type Files, serveFiles, useFiles, writeFiles } from '../../../support/serve-files.ts'
import { closed, openApi, ref, requestBody, response } from '../../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const uri = { type: 'string', format: 'uri' }

const describeGadgets = (...parameters: readonly string[]): Files => ({
  'gadgets.json': openApi({
    paths: {
      '/gadgets': {
        get: {
          parameters: [
            { name: 'colour', in: 'query', schema: { type: 'array', items: text } },
            { name: 'label', in: 'query', explode: false, schema: { type: 'array', items: text } },
            { name: 'sort', in: 'query', schema: text },
            ...['limit', 'page', 'offset'].map((name) => ({ name, in: 'query', schema: integer })),
            ...['after', 'before'].map((name) => ({ name, in: 'query', schema: text })),
          ].filter(({ name }) => ['colour', 'label', 'sort', 'limit', ...parameters].includes(name)),
          responses: {
            200: {
              ...response({ type: 'array', items: ref('Gadget') }),
              headers: { Link: { schema: text } },
            },
          },
        },
        post: {
          requestBody: requestBody(ref('Gadget')),
          responses: { 201: { ...response(ref('Gadget')), headers: { Location: { schema: uri } } } },
        },
      },
      '/gadgets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: { responses: { 200: response(ref('Gadget')) } },
      },
    },
    components: { schemas: { Gadget: closed({ id: integer, label: text, colour: text }) } },
  }),
  'fixtures/default/gadgets.json': [1, 2, 3, 4, 5, 6, 7].map((id) => ({
    id,
    label: id === 7 ? 'a,b' : 'c',
    colour: id % 2 ? 'red' : 'blue',
  })),
})

/** The addresses of a Link header by relation, without their origin. */
const linksIn = (header = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...header.matchAll(/<http:\/\/[^/]+([^>]*)>; rel="(\w+)"/g)].map(([, address = '', relation = '']) => [
      relation,
      address,
    ]),
  )

interface Row {
  readonly request: string
  readonly ids: readonly number[]
  readonly next?: string
  readonly previous?: string
}

const pages: readonly { readonly by: readonly string[]; readonly rows: readonly Row[] }[] = [
  {
    by: ['after'],
    rows: [
      { request: '?limit=2&sort=-id', ids: [7, 6], next: '?limit=2&sort=-id&after=6' },
      // The first page has an address, the second one has none without its cursor.
      {
        request: '?limit=2&sort=-id&after=6',
        ids: [5, 4],
        next: '?limit=2&sort=-id&after=4',
        previous: '?limit=2&sort=-id',
      },
      { request: '?limit=2&sort=-id&after=4', ids: [3, 2], next: '?limit=2&sort=-id&after=2' },
      { request: '?limit=0', ids: [] },
      { request: '?limit=-1&sort=-id', ids: [] },
    ],
  },
  {
    by: ['after', 'before'],
    rows: [
      { request: '?limit=2&after=4', ids: [5, 6], next: '?limit=2&after=6', previous: '?limit=2&before=5' },
      { request: '?limit=2&before=5', ids: [3, 4], next: '?limit=2&after=4', previous: '?limit=2&before=3' },
      { request: '?limit=2&before=3', ids: [1, 2], next: '?limit=2&after=2' },
    ],
  },
  {
    by: ['page'],
    rows: [
      // A repeated parameter, and an item with a comma that is not a delimiter.
      {
        request: '?colour=red&colour=blue&page=2&limit=3',
        ids: [4, 5, 6],
        next: '?colour=red&colour=blue&page=3&limit=3',
        previous: '?colour=red&colour=blue&page=1&limit=3',
      },
      { request: '?label=a%2Cb,c&limit=6&page=1', ids: [1, 2, 3, 4, 5, 6], next: '?label=a%2Cb,c&limit=6&page=2' },
      // Brackets are for hosts (RFC 3986, section 3.2.2).
      { request: '?x[]=1&limit=7&page=2', ids: [], previous: '?x%5B%5D=1&limit=7&page=1' },
      { request: '?limit=3&page=9000', ids: [], previous: '?limit=3&page=3' },
      { request: '?label=a%2Cb,c&limit=6&page=2', ids: [7], previous: '?label=a%2Cb,c&limit=6&page=1' },
    ],
  },
  {
    by: ['offset'],
    rows: [
      // Offsets need not be multiples of the limit.
      { request: '?limit=2&offset=3', ids: [4, 5], next: '?limit=2&offset=5', previous: '?limit=2&offset=1' },
      // Beyond the end, the page before is the last one.
      { request: '?limit=2&offset=9000', ids: [], previous: '?limit=2&offset=6' },
      { request: '?limit=2&offset=8', ids: [], previous: '?limit=2&offset=6' },
      { request: '?limit=2&offset=1', ids: [2, 3], next: '?limit=2&offset=3', previous: '?limit=2&offset=0' },
    ],
  },
]

for (const { by, rows } of pages)
  describe(`pages by ${by.join(' and ')}`, () => {
    const api = useFiles(describeGadgets(...by))
    for (const { request, ids, next, previous } of rows)
      it(request, async () => {
        const { headers, json } = await api.call(`/gadgets${request}`)
        expect(json).toEqual(ids.map((id) => expect.objectContaining({ id })))
        const links = linksIn(headers.link)
        expect([links.next, links.prev]).toEqual([next, previous].map((query) => query && `/gadgets${query}`))
      })
  })

describe('over TLS', () => {
  const api = useFiles(describeGadgets('page'))
  it('addresses begin with https if the URL that is fetched does', async () => {
    const { headers } = await api.standin().fetch('https://api.example.com/gadgets?limit=6')
    expect(headers.get('link')).toContain('<https://api.example.com/gadgets?limit=6&page=2>; rel="next"')
  })

  it('addresses begin with https', async () => {
    await using files = await writeFiles(describeGadgets('page'))
    await using secure = await startSecureStandin({ documents: [`${files.path}/gadgets.json`] })
    const headers = { 'content-type': 'application/json' }
    const send = (method: string, body?: string) =>
      callSecurely(`${secure.standin.url}/gadgets?limit=1`, secure.authority, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      })
    for (const id of [1, 2]) {
      const created = await send('POST', JSON.stringify({ id, label: 'a', colour: 'red' }))
      expect(created.headers.location).toBe(`${secure.standin.url}/gadgets/${id}`)
    }
    expect((await send('GET')).headers.link).toContain(`<${secure.standin.url}/gadgets?limit=1&page=2>; rel="next"`)
  })
})

it('a page without room for a record has no next page: it would be the same', async () => {
  const page = closed({ items: { type: 'array', items: ref('Gadget') }, has_more: { type: 'boolean' } })
  const parameters = ['limit', 'page'].map((name) => ({ name, in: 'query', schema: integer }))
  await using api = await serveFiles({
    'gadgets.json': openApi({
      paths: {
        '/gadgets': { get: { parameters, responses: { 200: response(page) } } },
        '/gadgets/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
          get: { responses: { 200: response(ref('Gadget')) } },
        },
      },
      components: { schemas: { Gadget: closed({ id: integer }) } },
    }),
    'fixtures/default/gadgets.json': [{ id: 1 }, { id: 2 }],
  })
  expect((await api.call('/gadgets?page=2&limit=0')).json).toEqual({ items: [], has_more: false })
  expect((await api.call('/gadgets?limit=1')).json).toEqual({ items: [{ id: 1 }], has_more: true })
})
