/**
 * `standin save` and `--fixtures`: a server that starts from what another one had responds as that one does.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, describe, expect, it } from 'vitest'
import { createStandin, type Standin, type StandinOptions } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { arrayOf, integer, object, pathParameter, text } from '../support/gadget-schemas.ts'
import { runStandin } from '../support/run-standin.ts'
import { type Files, writeFiles } from '../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../support/write-document.ts'

const key = 'sandbox-key'

const ask = async (standin: Standin, target: string, body?: string): Promise<string> => {
  const [method = 'GET', path = ''] = target.split(' ')
  const { status, text } = await call(standin.url + path, {
    key,
    method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  })
  return `${status} ${text}`
}

interface Step {
  readonly target: string
  readonly body?: string
}

interface Row {
  readonly name: string
  /** The first is the document; none: the built-in ones. */
  readonly files: Files
  /** What happens before the sandbox is saved. */
  readonly before: readonly Step[]
  /** Requests that both servers must answer alike, those that change something too. */
  readonly after: readonly Step[]
  /** The files of the set. */
  readonly writes: readonly string[]
}

const noon = Date.parse('2026-11-20T12:00:00Z')
const nextDay = noon + 86_400_000

const start = (row: Row, folder: string, options: StandinOptions): Promise<Standin> =>
  createStandin({
    ...options,
    port: 0,
    folder: join(folder, 'empty'),
    ...(Object.keys(row.files).length === 0
      ? {}
      : {
          documents: Object.keys(row.files)
            .slice(0, 1)
            .map((name) => join(folder, name)),
        }),
  })

/** `now`: the time of the server, which is in new records. */
const answersOf = async (standin: Standin, steps: readonly Step[], now: number): Promise<readonly string[]> => {
  const answers: string[] = []
  for (const { target, body } of steps) answers.push(`${target}: ${await ask(standin, target, body)}`)
  return answers.map((answer) => answer.replaceAll(new Date(now).toISOString(), '(now)'))
}

const saveTo = async (standin: Standin, folder: string): Promise<void> => {
  const { code, stderr } = await runStandin('save', folder, '--url', standin.url)
  expect(stderr).toBe('')
  expect(code).toBe(0)
}

const readSet = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const names = (await readdir(folder)).sort()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
}

const shelf = object({ id: text, name: text }, ['name'])
const book = object({ isbn: text, title: text }, ['title'])
const page = object({ id: integer, note: text })
const crud = (schema: object, created: object = schema) => ({
  get: { responses: { 200: response(arrayOf(schema)) } },
  post: { requestBody: requestBody(created), responses: { 201: response(schema), 409: { description: 'In use.' } } },
})
const item = (schema: object) => ({
  get: { responses: { 200: response(schema), 404: { description: 'None.' } } },
  put: { requestBody: requestBody(schema), responses: { 200: response(schema), 201: response(schema) } },
  delete: { responses: { 204: { description: 'Deleted.' }, 404: { description: 'None.' } } },
})

const library = openApi({
  components: { schemas: { Shelf: shelf, Book: book, Page: page } },
  paths: {
    '/shelves': crud(ref('Shelf')),
    '/shelves/{shelf}': { parameters: [pathParameter('shelf', text)], ...item(ref('Shelf')) },
    '/shelves/{shelf}/books': { parameters: [pathParameter('shelf', text)], ...crud(ref('Book')) },
    '/shelves/{shelf}/books/{isbn}': {
      parameters: [pathParameter('shelf', text), pathParameter('isbn', text)],
      ...item(ref('Book')),
    },
    '/shelves/{shelf}/books/{isbn}/pages': {
      parameters: [pathParameter('shelf', text), pathParameter('isbn', text)],
      ...crud(ref('Page')),
    },
    '/shelves/{shelf}/books/{isbn}/pages/{id}': {
      parameters: [pathParameter('shelf', text), pathParameter('isbn', text), pathParameter('id')],
      ...item(ref('Page')),
    },
  },
})

const int64 = { type: 'integer', format: 'int64' }
const order = object({
  id: { ...int64, readOnly: true },
  customerId: int64,
  total: { type: 'number' },
  state: {
    ...text,
    enum: ['open', 'paid', 'sent'],
    'x-standin-lifecycle': { states: ['open', 'paid', 'sent'], after: '1h' },
  },
})
const shop = openApi({
  components: { schemas: { Order: order, Settings: object({ theme: text, limit: int64 }), Blob: { type: 'object' } } },
  paths: {
    '/orders': crud(ref('Order')),
    '/orders/{id}': { parameters: [pathParameter('id', int64)], ...item(ref('Order')) },
    '/settings': item(ref('Settings')),
    '/users/{user}/settings': { parameters: [pathParameter('user', text)], ...item(ref('Settings')) },
    '/blobs': crud(ref('Blob')),
    '/blobs/{id}': { parameters: [pathParameter('id', text)], ...item(ref('Blob')) },
  },
})

const post = (path: string, body: string): Step => ({ target: `POST ${path}`, body })
const put = (path: string, body: string): Step => ({ target: `PUT ${path}`, body })
const get = (...paths: readonly string[]): readonly Step[] => paths.map((path) => ({ target: `GET ${path}` }))
const remove = (path: string): Step => ({ target: `DELETE ${path}` })

const rows: readonly Row[] = [
  {
    name: 'the Animal Store: a deleted highest id is not given out again, and keys keep their state',
    files: {},
    before: [
      post('/v1/pets', '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}'),
      post('/v1/pets', '{"categoryId":2,"name":"Äpfelchen \\u2028"}'),
      remove('/_sandbox/sandboxes/default/records/pets/32'),
      remove('/_sandbox/sandboxes/default/records/pets/4'),
      post('/messages', '{"message":"Hello"}'),
      { target: 'PATCH /_sandbox/sandboxes/default/keys/sandbox-key-expired', body: '{"state":"active"}' },
      post('/_sandbox/sandboxes/default/keys', '{}'),
    ],
    after: [
      ...get('/v1/pets?limit=100', '/v1/pets/31', '/v1/pets/32', '/v1/pets/4', '/v1/pets?status=sold&limit=100'),
      ...get('/_sandbox/sandboxes/default/records/messages'),
      post('/v1/pets', '{"name":"Next","categoryId":1}'),
      post('/messages', '{"message":"Again"}'),
    ],
    writes: ['keys.json', 'messages.json', 'next-ids.json', 'pets.json'],
  },
  {
    name: 'string ids below string ids, and the same id below two parents',
    files: { 'library.json': library },
    before: [
      put('/shelves/b', '{"name":"Second"}'),
      put('/shelves/a%2Fx', '{"name":"First"}'),
      put('/shelves/b/books/1', '{"isbn":"1","title":"B1"}'),
      put('/shelves/a%2Fx/books/1', '{"title":"A1","isbn":"1"}'),
      post('/shelves/b/books', '{"title":"generated"}'),
      post('/shelves/b/books/1/pages', '{"note":"b 1"}'),
      post('/shelves/a%2Fx/books/1/pages', '{"note":"a 2"}'),
      post('/shelves/a%2Fx/books/1/pages', '{"note":"deleted"}'),
      remove('/shelves/a%2Fx/books/1/pages/3'),
    ],
    after: [
      ...get('/shelves', '/shelves/b', '/shelves/a%2Fx/books', '/shelves/b/books', '/shelves/c/books'),
      ...get(
        '/shelves/a%2Fx/books/1',
        '/shelves/b/books/1',
        '/shelves/b/books/1/pages',
        '/shelves/a%2Fx/books/1/pages',
      ),
      post('/shelves/b/books', '{"title":"the next generated id"}'),
      post('/shelves/a%2Fx/books/1/pages', '{"note":"the next integer"}'),
      put('/shelves/b/books/1', '{"isbn":"1","title":"changed"}'),
      ...get('/shelves/b/books', '/shelves/a%2Fx/books'),
      remove('/shelves/b'),
      ...get('/shelves/b/books', '/shelves/a%2Fx/books', '/shelves/a%2Fx/books/1/pages'),
    ],
    writes: ['books.json', 'next-ids.json', 'pages.json', 'shelves.json'],
  },
  {
    name: 'integers of 64 bits, lifecycles, single records and records without a schema',
    files: { 'shop.json': shop },
    before: [
      post('/orders', '{"total":1.5,"customerId":9223372036854775807,"state":"open"}'),
      put('/settings', '{"theme":"dark","limit":9007199254740993}'),
      put('/users/ann/settings', '{"theme":"light","limit":1}'),
      put('/users/bob/settings', '{"theme":"light"}'),
      remove('/users/bob/settings'),
      post('/blobs', '{"z":1,"a":{"x-standin":true},"x-standin":"own","10":2,"n":[9007199254740993]}'),
      post('/blobs', '{}'),
    ],
    after: [
      ...get('/orders', '/orders/1', '/settings', '/users/ann/settings', '/users/bob/settings', '/users/eve/settings'),
      ...get('/blobs'),
      post('/orders', '{"customerId":1,"total":2,"state":"paid"}'),
      post('/blobs', '{"b":1}'),
      ...get('/blobs', '/orders'),
    ],
    writes: ['blobs.json', 'next-ids.json', 'orders.json', 'settings.json', 'users.settings.json'],
  },
]

describe('what was saved and is started from', () => {
  for (const row of rows)
    it(row.name, async () => {
      await using folder = await writeFiles(row.files)
      let now = noon
      await using first = await start(row, folder.path, { now: () => now })
      for (const { target, body } of row.before) expect(await ask(first, target, body), target).toMatch(/^2/)
      now += 90_000
      const set = join(folder.path, 'saved')
      await saveTo(first, set)
      expect(await readdir(set)).toEqual(row.writes)
      await using second = await start(row, folder.path, { now: () => nextDay, fixtures: set })
      const again = join(folder.path, 'again')
      await saveTo(second, again)
      expect(await readSet(again)).toEqual(await readSet(set))
      const expected = await answersOf(first, row.after, now)
      expect(await answersOf(second, row.after, nextDay)).toEqual(expected)
      for (const [index, { target }] of row.after.entries())
        if (target.startsWith('POST')) expect(expected[index]).toMatch(/: 20[01] /)
    })
})

it('a lifecycle continues where it was', async () => {
  const row = { name: '', files: { 'shop.json': shop }, before: [], after: [], writes: [] }
  await using folder = await writeFiles(row.files)
  let now = noon
  await using first = await start(row, folder.path, { now: () => now })
  await ask(first, 'POST /orders', '{"state":"open"}')
  now += 70 * 60_000
  const set = join(folder.path, 'saved')
  await saveTo(first, set)
  expect(JSON.parse((await readSet(set))['orders.json'] ?? '')).toMatchObject([
    { id: 1, state: 'paid', 'x-standin': { age: '600000ms' } },
  ])
  let later = nextDay
  await using second = await start(row, folder.path, { now: () => later, fixtures: set })
  const stateAt = async (minutes: number): Promise<unknown> => {
    later = nextDay + minutes * 60_000
    const { json } = await call(`${second.url}/orders/1`, {})
    assert(typeof json === 'object' && json !== null && 'state' in json)
    return json.state
  }
  expect(await stateAt(0)).toBe('paid')
  expect(await stateAt(49)).toBe('paid')
  expect(await stateAt(50)).toBe('sent')
})

it('a save while records are written and deleted has one moment', async () => {
  const row = { name: '', files: { 'library.json': library }, before: [], after: [], writes: [] }
  await using folder = await writeFiles(row.files)
  await using standin = await start(row, folder.path, {})
  let isWriting = true
  const writing = (async () => {
    for (let count = 0; isWriting; count++) {
      await ask(standin, `PUT /shelves/s${count}`, `{"name":"${count}"}`)
      await ask(standin, `PUT /shelves/s${count}/books/1`, '{"isbn":"1","title":"One"}')
      // The books of a shelf are deleted with it.
      if (count % 2 === 1) await ask(standin, `DELETE /shelves/s${count}`)
    }
  })()
  for (let run = 0; run < 20; run++) {
    const { json } = await call(`${standin.url}/_sandbox/sandboxes/default/export`)
    const { shelves, books } = Object(Object(json).records)
    // Each shelf has its book, except the last one.
    expect(shelves.length - books.length).toBeGreaterThanOrEqual(0)
    expect(shelves.length - books.length).toBeLessThanOrEqual(1)
  }
  isWriting = false
  await writing
})
