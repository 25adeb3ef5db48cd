/**
 * The order of lists whose ids are strings, and cursors in them: in order of creation, also after a reset, in forks and where
 * the record of a cursor was deleted.
 */
import { expect, it } from 'vitest'
import { createStandin } from '../../../../src/index.ts'
import { call } from '../../../support/client.ts'
import { serveFiles, useFiles } from '../../../support/serve-files.ts'
import { createTemporaryFolder } from '../../../support/temporary-folder.ts'
import { closed, openApi, requestBody, response } from '../../../support/write-document.ts'

const text = { type: 'string' }
const guest = closed({ code: text, name: text, table: text }, ['table'])
const page = closed({ items: { type: 'array', items: guest }, next_cursor: { type: ['string', 'null'] } })
const parameters = [
  ...['after', 'table'].map((name) => ({ name, in: 'query', schema: text })),
  { name: 'limit', in: 'query', schema: { type: 'integer' } },
]
const code = { name: 'code', in: 'path', required: true, schema: text }
const document = openApi({
  paths: {
    '/guests': {
      get: { parameters, responses: { 200: response(page), 400: { description: 'Invalid.' } } },
      post: { requestBody: requestBody(guest), responses: { 201: response(guest) } },
    },
    '/guests/{code}': {
      parameters: [code],
      get: { responses: { 200: response(guest) } },
      put: { requestBody: requestBody(guest), responses: { 200: response(guest) } },
      delete: { responses: { 204: { description: 'Deleted.' } } },
    },
  },
})

interface Page {
  readonly items: readonly { readonly code: string }[]
  readonly next_cursor: string | null
}

const served = useFiles({ 'guests.json': document })

/** Creates the guests in a sandbox of their own. */
const seat = async (sandbox: string, codes: readonly string[]) => {
  const headers = { 'sandbox-id': sandbox }
  for (const [index, one] of codes.entries())
    await served.call('/guests', { headers, body: { code: one, name: one, table: index % 2 === 0 ? 'left' : 'right' } })
  const list = async (query = ''): Promise<Page> => (await served.call(`/guests${query}`, { headers })).json as Page
  const remove = (one: string) => served.call(`/guests/${one}`, { method: 'DELETE', headers })
  return { list, remove, headers }
}

const codesOf = ({ items }: Page): string => items.map((item) => item.code).join('')

it('records are listed as they were created, with a filter too', async () => {
  const { list, headers } = await seat('created', ['q', 'b', 'z', 'a'])
  expect(codesOf(await list())).toBe('qbza')
  expect(codesOf(await list('?table=right'))).toBe('ba')
  // A change keeps the place.
  await served.call('/guests/q', { method: 'PUT', headers, body: { code: 'q', name: 'Changed', table: 'right' } })
  expect(codesOf(await list())).toBe('qbza')
  expect(codesOf(await list('?table=right'))).toBe('qba')
})

it('a fork has the same order and continues it', async () => {
  const { list } = await seat('forked', ['q', 'b'])
  await served.call('/_sandbox/sandboxes', { body: { id: 'copy', from: 'forked' } })
  const copy = { headers: { 'sandbox-id': 'copy' } }
  await served.call('/guests', { ...copy, body: { code: 'a', name: 'a' } })
  expect(codesOf((await served.call('/guests', copy)).json as Page)).toBe('qba')
  expect(codesOf(await list())).toBe('qb')
})

it('pages follow each other, also if the records of a page are deleted on the way', async () => {
  const { list, remove } = await seat('pages', ['q', 'b', 'z', 'a', 'm'])
  const first = await list('?limit=2')
  expect(codesOf(first)).toBe('qb')
  await remove('q')
  await remove('b')
  const second = await list(`?limit=2&after=${first.next_cursor}`)
  expect(codesOf(second)).toBe('za')
  const third = await list(`?limit=2&after=${second.next_cursor}`)
  expect([codesOf(third), third.next_cursor]).toEqual(['m', null])
})

it('the id of a record is a cursor, too', async () => {
  const { list } = await seat('ids', ['q', 'b', 'z'])
  expect(codesOf(await list('?after=q'))).toBe('bz')
})

for (const cursor of ['unknown', 'MTIz', 'eHguMQ', '%20'])
  it(`the cursor ${cursor}, which no page has, is 400`, async () => {
    const { headers } = await seat(`foreign-${cursor}`, ['q'])
    const answer = await served.call(`/guests?after=${cursor}`, { headers })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.text).toContain('query.after must be a cursor from a page of this list')
  })

it('the cursor of another list is 400', async () => {
  const vips = {
    ...document,
    paths: Object.fromEntries(
      Object.entries((document as { paths: object }).paths).map(([path, item]) => [
        path.replace('guests', 'vips'),
        item,
      ]),
    ),
  }
  await using other = await serveFiles({ 'vips.json': vips })
  for (const one of ['k', 'c']) await other.call('/vips', { body: { code: one, name: one } })
  const { next_cursor: cursor } = (await other.call('/vips?limit=1')).json as Page
  expect((await other.call(`/vips?after=${cursor}`)).status).toBe(200)
  const { headers } = await seat('another', ['q'])
  expect((await served.call(`/guests?after=${cursor}`, { headers })).status).toBe(400)
})

it('a stored sandbox has the same order after a restart, and a new record comes last', async () => {
  await using folder = await createTemporaryFolder({ 'guests.json': JSON.stringify(document) })
  const options = {
    documents: [`${folder.path}/guests.json`],
    folder: folder.path,
    data: `${folder.path}/data`,
    port: 0,
  }
  const create = (url: string, one: string) => call(`${url}/guests`, { body: { code: one, name: one } })
  const list = async (url: string) => codesOf((await call(`${url}/guests`)).json as Page)
  {
    await using standin = await createStandin(options)
    for (const one of ['q', 'b', 'z']) await create(standin.url, one)
    await call(`${standin.url}/guests/b`, { method: 'DELETE' })
    await create(standin.url, 'b')
  }
  await using again = await createStandin(options)
  expect(await list(again.url)).toBe('qzb')
  await create(again.url, 'a')
  expect(await list(again.url)).toBe('qzba')
})
