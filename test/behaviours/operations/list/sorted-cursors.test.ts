/**
 * Cursors of sorted lists: the next page begins where the last one ended, even if records were deleted or changed meanwhile.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, queryParameter, text } from '../../../support/gadget-schemas.ts'
import { type Served, serveFiles } from '../../../support/serve-files.ts'
import { openApi, response } from '../../../support/write-document.ts'

type Plant = Readonly<Record<string, unknown>> & { readonly id: string | number }

interface Page {
  readonly items: readonly Plant[]
  readonly next_cursor: string | null
  readonly previous_cursor: string | null
}

const cursorField = { type: ['string', 'null'] }

const documentOf = (id: object, after: object): object => {
  const plant = object({ id, name: text, height: { type: ['integer', 'null'] }, tags: arrayOf({}), more: {} }, ['id'])
  const page = object({ items: arrayOf(plant), next_cursor: cursorField, previous_cursor: cursorField }, ['items'])
  const ends = { 204: { description: 'Done.' }, 400: { description: 'Invalid.' } }
  return openApi({
    paths: {
      '/plants': {
        get: {
          parameters: [queryParameter('sort'), queryParameter('limit', integer), after, queryParameter('before')],
          responses: { 200: response(page), ...ends },
        },
      },
      '/plants/{id}': {
        parameters: [pathParameter('id', id)],
        put: {
          requestBody: { content: { 'application/json': { schema: plant } } },
          responses: { 200: response(plant) },
        },
        delete: { responses: ends },
      },
      '/trees': { get: { parameters: [queryParameter('after')], responses: { 200: response(page), ...ends } } },
      '/trees/{id}': { parameters: [pathParameter('id', id)], get: { responses: { 200: response(plant) } } },
    },
  })
}

const serve = (plants: readonly Plant[], after = queryParameter('after')): Promise<Served> =>
  serveFiles({
    'plants.json': documentOf(typeof plants[0]?.id === 'number' ? integer : text, after),
    'fixtures/default/plants.json': plants,
  })

const list = async (api: Served, query: string): Promise<Page> => {
  const answer = await api.call(`/plants?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json as Page
}

const idsOf = ({ items }: Page): string => items.map(({ id }) => id).join(' ')

const remove = async (api: Served, id: string | number) =>
  expect((await api.call(`/plants/${id}`, { method: 'DELETE' })).status).toBe(204)

const named: readonly Plant[] = [
  { id: 'k', name: 'Moss', height: 3, tags: ['low'] },
  { id: 'c', name: 'Fern', height: 40 },
  { id: 'x', name: 'Ivy', height: null },
  { id: 'a', name: 'Oak', height: 900, tags: ['high', 'old'] },
  { id: 'm', name: 'Ash', height: 40 },
  { id: 'b', name: `${'Long '.repeat(100)}one`, height: 40 },
]
const numbered = named.map((plant, index) => ({ ...plant, id: [40, 7, 12, -3, 900, 41][index] ?? 0 }))

const orders = [
  'name',
  '-name',
  'height',
  '-height',
  'height,-name',
  'tags',
  '-tags,height',
  'name,height,tags,id,name',
]

describe.each([
  ['strings', named],
  ['integers', numbered],
] as const)('where ids are %s,', (_, plants) => {
  it.each(orders)('in the order %s, pages go on after the last record of each was deleted', async (order) => {
    await using api = await serve(plants)
    const all = idsOf(await list(api, `sort=${order}`)).split(' ')
    let seen = ''
    let cursor: string | null | undefined
    for (let count = 0; count < plants.length && cursor !== null; count++) {
      const page = await list(api, `sort=${order}&limit=2${cursor === undefined ? '' : `&after=${cursor}`}`)
      seen += ` ${idsOf(page)}`
      cursor = page.next_cursor
      const last = page.items.at(-1)
      if (last) await remove(api, last.id)
    }
    expect(seen.trim().split(' ')).toEqual(all)
  })

  it('a page before a record that was deleted ends there', async () => {
    await using api = await serve(plants)
    const whole = await list(api, 'sort=name')
    const third = whole.items[2]
    const { next_cursor: cursor } = await list(api, 'sort=name&limit=3')
    if (third) await remove(api, third.id)
    expect(idsOf(await list(api, `sort=name&before=${cursor}`))).toBe(
      whole.items
        .slice(0, 2)
        .map(({ id }) => id)
        .join(' '),
    )
  })

  it('pages go on where they were after a record got another place', async () => {
    await using api = await serve(plants)
    const whole = idsOf(await list(api, 'sort=name')).split(' ')
    const { next_cursor: cursor, items } = await list(api, 'sort=name&limit=2')
    const last = items.at(-1)
    const body = { ...last, name: 'Zinnia' }
    expect((await api.call(`/plants/${last?.id}`, { method: 'PUT', body })).status).toBe(200)
    const rest = idsOf(await list(api, `sort=name&after=${cursor}`))
    expect(rest.split(' ')).toEqual([...whole.slice(2), String(last?.id)])
  })

  it('a cursor of another order continues after its record, and is rejected once that was deleted', async () => {
    await using api = await serve(plants)
    const { next_cursor: cursor, items } = await list(api, 'sort=name&limit=1')
    const whole = idsOf(await list(api, 'sort=-name')).split(' ')
    const [own] = items
    const after = whole.slice(whole.indexOf(String(own?.id)) + 1).join(' ')
    expect(idsOf(await list(api, `sort=-name&after=${cursor}`))).toBe(after)
    if (own) await remove(api, own.id)
    expect((await api.call(`/plants?sort=-name&after=${cursor}`)).status).toBe(400)
    // Without an order, records are in order of creation, or of integer id.
    expect((await api.call(`/plants?after=${cursor}`)).status).toBe(200)
  })

  it('a cursor is short, however long the values are, and no cursor of another list', async () => {
    await using api = await serve(plants)
    const sort = Array.from({ length: 20 }, () => 'name').join(',')
    const { next_cursor: cursor } = await list(api, `sort=${sort}&limit=5`)
    expect(cursor?.length).toBeLessThan(500)
    expect((await api.call(`/trees?after=${cursor}`)).status).toBe(400)
  })
})

it.each([
  ['an integer', { ...integer, format: 'int64' }],
  ['digits', { ...text, pattern: '^-?\\d+$' }],
])('a cursor is an id where the parameter is %s', async (_, schema) => {
  await using api = await serve(numbered, Object.assign(queryParameter('after', schema), { 'x-standin-page': 'after' }))
  const { next_cursor: cursor } = await list(api, 'sort=name&limit=2')
  expect(cursor).toBe('7')
  expect(idsOf(await list(api, `sort=name&after=${cursor}`))).toBe('12 41 40 -3')
  expect(idsOf(await list(api, 'after=40'))).toBe('41 900')
})

it('an integer id is a cursor of a list that is sorted by it, also once the record was deleted', async () => {
  await using api = await serve(numbered)
  expect((await list(api, 'sort=-id&limit=3')).next_cursor).toBe('40')
  await remove(api, 40)
  expect(idsOf(await list(api, 'sort=-id&after=40'))).toBe('12 7 -3')
  expect(idsOf(await list(api, 'sort=-id&before=40'))).toBe('900 41')
})

it('objects are equal, whatever their properties are called', async () => {
  const unusual = { toString: 'x', valueOf: 1 }
  const plants = [
    { id: 'k', tags: [unusual], more: unusual },
    { id: 'c', tags: [[unusual], 'a'], more: { toString: null } },
    { id: 'a', more: 'text' },
  ]
  await using api = await serve(plants)
  expect(idsOf(await list(api, 'sort=more'))).toBe('k c a')
  expect(idsOf(await list(api, 'sort=tags'))).toBe('k c a')
})

it('a cursor that has an object for a value is that of its record', async () => {
  await using api = await serve(named)
  const { next_cursor: cursor } = await list(api, 'sort=name&limit=2')
  const [mark, order, position] = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString()) as readonly unknown[]
  const forged = Buffer.from(JSON.stringify([mark, order, position, { toString: 1, valueOf: 1 }])).toString('base64url')
  expect(idsOf(await list(api, `sort=name&after=${forged}`))).toBe(idsOf(await list(api, `sort=name&after=${cursor}`)))
  await remove(api, 'c')
  expect((await api.call(`/plants?sort=name&after=${forged}`)).status).toBe(400)
})

it.each(['W10', 'WyJhIl0', 'bnVsbA'])('the cursor %s, which no page has, is 400', async (cursor) => {
  await using api = await serve(named)
  expect((await api.call(`/plants?sort=name&after=${cursor}`)).status).toBe(400)
})

it('a list is not sorted by a write-only property, whose value a cursor would show', async () => {
  const plant = object({ id: text, name: text, secret: { ...text, writeOnly: true } }, ['id'])
  const page = object({ items: arrayOf(plant), next_cursor: cursorField }, ['items'])
  await using api = await serveFiles({
    'plants.json': openApi({
      paths: {
        '/plants': {
          get: {
            parameters: [queryParameter('sort'), queryParameter('limit', integer), queryParameter('after')],
            responses: { 200: response(page) },
          },
        },
        '/plants/{id}': { parameters: [pathParameter('id', text)], get: { responses: { 200: response(plant) } } },
      },
    }),
    'fixtures/default/plants.json': [
      { id: 'a', name: 'Fern', secret: 'zebra' },
      { id: 'b', name: 'Moss', secret: 'apple' },
    ],
  })
  for (const sort of ['secret', 'SECRET', '-secret']) {
    const { headers, json } = await api.call(`/plants?sort=${sort}&limit=1`)
    expect(headers['sandbox-notice']).toContain('sort=')
    const { items, next_cursor: cursor } = json as Page
    expect(items).toEqual([{ id: 'a', name: 'Fern' }])
    expect(Buffer.from(cursor ?? '', 'base64url').toString()).not.toContain('zebra')
  }
})
