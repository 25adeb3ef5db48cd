/**
 * Filters of lists that are recognized by the names of query parameters: bounds, times, text and several values; and how the
 * overlay sets them.
 */
import { describe, expect, it } from 'vitest'
import { expectFindings, findingsOf, serveFiles, useFiles } from '../../../support/serve-files.ts'
import { openApi, response } from '../../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const instant = { type: 'string', format: 'date-time' }
const day = { type: 'string', format: 'date' }
const query = (name: string, schema: object, more: object = {}): object => ({ name, in: 'query', schema, ...more })

const ticket = {
  type: 'object',
  properties: {
    id: text,
    title: text,
    note: text,
    tags: { type: 'array', items: text },
    price: { type: 'number' },
    state: { type: 'string', enum: ['open', 'held', 'closed'] },
    venue_id: integer,
    created_at: instant,
    starts_on: day,
  },
}

const document = (parameters: readonly object[]): object =>
  openApi({
    paths: {
      '/tickets': { get: { parameters, responses: { 200: response({ type: 'array', items: ticket }) } } },
      '/tickets/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          responses: { 200: response(ticket) },
        },
      },
    },
  })

const tickets = [
  {
    id: 'k',
    title: 'Front row',
    note: 'By the stage',
    price: 80,
    state: 'open',
    venue_id: 3,
    created_at: '2026-03-01T09:00:00Z',
    starts_on: '2026-05-01',
  },
  {
    id: 'c',
    title: 'Balcony',
    tags: ['quiet', 'stage left'],
    price: 35,
    state: 'held',
    venue_id: 7,
    created_at: '2026-03-02T23:30:00Z',
    starts_on: '2026-05-02',
  },
  {
    id: 'x',
    title: 'Standing room',
    price: 20.5,
    state: 'closed',
    venue_id: 7,
    created_at: '2026-03-03T01:00:00+02:00',
    starts_on: '2026-06-01',
  },
  { id: 'a', title: 'A gift' },
]
const fixtures = { 'fixtures/default/tickets.json': tickets }

describe('a query parameter', () => {
  const api = useFiles({
    'tickets.json': document([
      ...['min_price', 'priceMax', 'price[gte]', 'price__lt'].map((name) => query(name, { type: 'number' })),
      ...['created_after', 'created_before', 'createdAtFrom'].map((name) => query(name, instant)),
      ...['from', 'until'].map((name) => query(name, day)),
      query('starts_on_to', day),
      ...['q', 'title_contains'].map((name) => query(name, text)),
      query('venue_ids', { type: 'array', items: integer }),
      query('state[]', { type: 'array', items: text }),
      query('state', text),
      query('ids', text),
      query('colour', text),
      query('limit', { type: 'integer', default: 50 }),
      query('sort', { type: 'string', default: 'relevance' }),
    ]),
    ...fixtures,
  })
  const rows: readonly (readonly [query: string, found: string])[] = [
    ['', 'kcxa'],
    ['min_price=35', 'kc'],
    ['priceMax=35', 'cx'],
    ['min_price=21&priceMax=35.0', 'c'],
    ['price[gte]=80', 'k'],
    ['price__lt=35', 'x'],
    ['created_after=2026-03-01T09:00:00Z', 'cx'],
    ['created_before=2026-03-02T23:30:00Z', 'kx'],
    ['createdAtFrom=2026-03-02T23:00:00Z', 'cx'],
    ['from=2026-03-02', 'cx'],
    // The whole day counts, on the clock of UTC.
    ['until=2026-03-02', 'kcx'],
    ['until=2026-03-01', 'k'],
    ['starts_on_to=2026-05-02', 'kc'],
    ['q=STAGE', 'kc'],
    ['q=stage+row', 'k'],
    ['q=nothing', ''],
    // No record has a property of the name.
    ['q=stage+language:go', 'kc'],
    ['q=https://stage', ''],
    ['q=VENUE_ID:7', 'cx'],
    ['q=stage+state:held', 'c'],
    ['title_contains=room', 'x'],
    ['venue_ids=7', 'cx'],
    ['venue_ids=3&venue_ids=7', 'kcx'],
    ['state[]=open&state[]=held', 'kc'],
    ['state=open,held', 'kc'],
    ['state=open', 'k'],
    ['ids=x,k', 'kx'],
  ]
  for (const [search, found] of rows)
    it(`?${search} finds ${found || 'nothing'}`, async () => {
      const answer = await api.call(`/tickets?${search}`)
      expect(answer.status, answer.text).toBe(200)
      expect((answer.json as readonly { id: string }[]).map(({ id }) => id).join('')).toBe(found)
      expect(answer.headers).not.toHaveProperty('sandbox-notice')
    })

  it('that is only an object has bounds in the type of the property', async () => {
    await using api = await serveFiles({
      'tickets.json': document([
        query('price', { type: 'object' }, { style: 'deepObject' }),
        query('created_at', { type: 'object' }, { style: 'deepObject' }),
      ]),
      ...fixtures,
    })
    const find = async (search: string) =>
      ((await api.call(`/tickets?${search}`)).json as readonly { id: string }[]).map(({ id }) => id).join('')
    expect(await find('price[gte]=35')).toBe('kc')
    expect(await find('price[gt]=9&price[lt]=80')).toBe('cx')
    expect(await find('created_at[lt]=2026-03-02')).toBe('k')
  })

  const noticed: readonly (readonly [query: string, names: string | undefined])[] = [
    ['', undefined],
    ['limit=2', undefined],
    ['colour=red', 'colour'],
    ['sort=relevance', 'sort=relevance'],
  ]
  for (const [search, names] of noticed)
    it(`?${search} ${names === undefined ? 'has a meaning' : `is noticed as ${names}`}, and a default is not`, async () => {
      const { headers } = await api.call(`/tickets?${search}`)
      if (names === undefined) expect(headers).not.toHaveProperty('sandbox-notice')
      else expect(headers['sandbox-notice']).toContain(names)
    })
})

it('a parameter with exactly the name of a property compares that property, also if the name looks like a bound', async () => {
  const priced = { type: 'object', properties: { id: text, price: integer, min_price: integer } }
  const paths = {
    '/tickets': {
      get: {
        parameters: [query('min_price', integer)],
        responses: { 200: response({ type: 'array', items: priced }) },
      },
    },
    '/tickets/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        responses: { 200: response(priced) },
      },
    },
  }
  const records = [
    { id: 'a', price: 30, min_price: 20 },
    { id: 'b', price: 20, min_price: 10 },
  ]
  await using api = await serveFiles({ 'tickets.json': openApi({ paths }), 'fixtures/default/tickets.json': records })
  expect((await api.call('/tickets?min_price=10')).json).toEqual([records[1]])
})

describe('names that mean something else', () => {
  const rows: readonly { readonly parameter: object; readonly search: string }[] = [
    { parameter: query('from', text), search: 'from=Oslo' },
    { parameter: query('since', integer), search: 'since=1' },
    { parameter: query('max', text), search: 'max=35' },
    { parameter: query('query', integer), search: 'query=1' },
    { parameter: query('minimum_stay', integer), search: 'minimum_stay=2' },
  ]
  for (const { parameter, search } of rows)
    it(`?${search} filters nothing`, async () => {
      await using api = await serveFiles({ 'tickets.json': document([parameter]), ...fixtures })
      expect((await api.call(`/tickets?${search}`)).json).toHaveLength(tickets.length)
    })
})

describe('x-standin-filter', () => {
  const target = (name: string): string => `$.paths['/tickets'].get.parameters[?@.name == '${name}']`
  const overlay = (words: Readonly<Record<string, unknown>>): object => ({
    overlay: '1.0.0',
    info: { title: 'Filters', version: '1' },
    actions: Object.entries(words).map(([name, word]) => ({
      target: target(name),
      update: { 'x-standin-filter': word },
    })),
  })
  const parameters = ['low', 'high', 'about', 'words', 'one_of', 'min_cost'].map((name) => query(name, text))
  const api = useFiles({
    'tickets.json': document([...parameters, query('q', text)]),
    'tickets.overlay.json': overlay({
      low: { property: 'price', match: 'from' },
      high: { property: 'price', match: 'to' },
      about: { property: 'note', match: 'text' },
      words: { match: 'text' },
      one_of: { property: 'id', match: 'any' },
      min_cost: 'price',
      q: false,
    }),
    ...fixtures,
  })
  const rows: readonly (readonly [query: string, found: string])[] = [
    ['low=35', 'kc'],
    ['high=35', 'cx'],
    ['about=stage', 'k'],
    ['words=stage', 'kc'],
    ['one_of=a,c', 'ca'],
    ['q=stage', 'kcxa'],
  ]
  for (const [search, found] of rows)
    it(`?${search} finds ${found}`, async () => {
      const { json } = await api.call(`/tickets?${search}`)
      expect((json as readonly { id: string }[]).map(({ id }) => id).join('')).toBe(found)
    })

  const mistakes: readonly { readonly word: unknown; readonly says: readonly string[] }[] = [
    { word: { property: 'cost', match: 'from' }, says: ['property must be one of id, title', '"cost"'] },
    {
      word: { property: 'price', match: 'above' },
      says: ['match must be one of equal, from, to, text, any', '"above"'],
    },
    { word: { match: 'from' }, says: ['property must be one of id, title'] },
    { word: { property: 'price', macth: 'from' }, says: ['unknown field macth', 'Did you mean match?'] },
  ]
  for (const { word, says } of mistakes)
    it(`${JSON.stringify(word)} is a finding`, async () => {
      const files = { 'tickets.json': document(parameters), 'tickets.overlay.json': overlay({ low: word }) }
      expectFindings(await findingsOf(files), [
        { code: 'behaviour-unknown', file: 'tickets.json', says: ['x-standin-filter of low', ...says] },
      ])
    })
})
