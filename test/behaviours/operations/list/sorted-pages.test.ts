/**
 * Pages of sorted and reversed lists, and what a page reports about the rest.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, queryParameter, text } from '../../../support/gadget-schemas.ts'
import { useFiles } from '../../../support/serve-files.ts'
import { openApi, response } from '../../../support/write-document.ts'

const color = { type: ['string', 'null'] }
const plant = object({ id: text, name: text, height: integer, color }, ['id'])
const parameters = [
  ...['sort', 'direction', 'after', 'before'].map((name) => queryParameter(name)),
  queryParameter('limit', integer),
]
const document = openApi({
  paths: {
    '/plants': {
      get: {
        parameters,
        responses: {
          200: response(object({ items: arrayOf(plant), has_more: { type: 'boolean' } }, ['items', 'has_more'])),
          400: { description: 'Invalid.' },
        },
      },
    },
    '/plants/{id}': { parameters: [pathParameter('id', text)], get: { responses: { 200: response(plant) } } },
  },
})
const plants = [
  { id: 'k', name: 'Moss', height: 3 },
  { id: 'c', name: 'Fern', height: 40, color: null },
  { id: 'x', name: 'Ivy', color: 'green' },
  { id: 'a', name: 'Oak', height: 900 },
  { id: 'm', name: 'Ash', height: 40, color: null },
]

describe('a list', () => {
  const api = useFiles({ 'plants.json': document, 'fixtures/default/plants.json': plants })
  const rows: readonly (readonly [query: string, ids: string, hasMore: boolean])[] = [
    ['', 'kcxam', false],
    ['limit=4', 'kcxa', true],
    // A page that ends with the last record is the last one.
    ['limit=5', 'kcxam', false],
    ['limit=9', 'kcxam', false],
    ['limit=2&after=x', 'am', false],
    ['limit=1&after=x', 'a', true],
    ['after=m', '', false],
    ['before=a', 'kcx', false],
    ['limit=2&before=a', 'cx', true],
    ['limit=3&before=a', 'kcx', false],
    ['before=k', '', false],
    ['sort=name', 'mcxka', false],
    ['sort=-name', 'akxcm', false],
    // Equal values keep their order, and a missing value comes last.
    ['sort=height', 'kcmax', false],
    ['sort=height,-name', 'kcmax', false],
    ['sort=height,name', 'kmcax', false],
    ['sort=-height', 'acmkx', false],
    ['sort=-height,name', 'amckx', false],
    // Records without a value are equal, also where it is null in some of them.
    ['sort=color', 'xkcam', false],
    ['sort=-color', 'xkcam', false],
    ['sort=color,name', 'xmcka', false],
    ['sort=-color,-name', 'xakcm', false],
    ['sort=name&limit=5', 'mcxka', false],
    ['sort=name&limit=4', 'mcxk', true],
    ['sort=name&limit=2&after=c', 'xk', true],
    ['sort=name&limit=3&after=c', 'xka', false],
    ['sort=name&after=m', 'cxka', false],
    ['sort=name&limit=2&before=k', 'cx', true],
    ['sort=name&limit=3&before=k', 'mcx', false],
    ['sort=name&before=m', '', false],
    ['direction=desc', 'maxck', false],
    ['direction=asc', 'kcxam', false],
    ['direction=desc&limit=2&after=x', 'ck', false],
    ['direction=desc&limit=1&after=x', 'c', true],
    ['direction=desc&before=x', 'ma', false],
    ['direction=desc&after=k', '', false],
  ]
  for (const [query, ids, hasMore] of rows)
    it(`?${query} shows ${ids || 'nothing'}${hasMore ? ', and reports more' : ''}`, async () => {
      const answer = await api.call(`/plants?${query}`)
      expect(answer.status, answer.text).toBe(200)
      const page = answer.json as { readonly items: readonly { readonly id: string }[]; readonly has_more: boolean }
      expect([page.items.map(({ id }) => id).join(''), page.has_more]).toEqual([ids, hasMore])
    })

  for (const query of ['after=none', 'sort=name&after=none', 'before=none'])
    it(`?${query} is rejected: no such record`, async () =>
      expect((await api.call(`/plants?${query}`)).status).toBe(400))
})
