/**
 * Each operation of a document is requested as Standin suggests, then with other bodies, and once more from the
 * last to the first. The responses are equal to stored files; `npx vitest run test/conversations --update` writes them.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createStandin } from '../../src/index.ts'
import { type Answer, type CallOptions, call, parseJson } from '../support/client.ts'
import { hideRandom, now, show } from './show.ts'

const documents: readonly string[] = [
  ...['names', 'parameters', 'bodies', 'untyped', 'styles', 'schemas', 'lists'].map(
    (name) => `test/conversations/walks/${name}.yaml`,
  ),
  'test/documents/workshop.yaml',
  'test/documents/oracle.yaml',
  'test/documents/prism-project.yaml',
  'test/documents/gadgets-3.2.yaml',
]

/** Lists with their parameters, by document. They are requested in the end. */
const lists: Readonly<Record<string, readonly string[]>> = {
  lists: [
    ...[
      'size=1&page=1',
      'size=1&page=0',
      'page=-1',
      'size=101',
      'size=2&page=99',
      'filter[genre]=novel',
      'filter[page]=1',
    ],
    ...['published_from=2000-01-01&published_to=2030-01-01', 'published_to=1990-01-01', 'published_from=soon'],
    ...[
      'updated_since=2026-01-01T00:00:00Z',
      'min_pages=100',
      'pages_max=100',
      'price[gte]=20',
      'genre__in=novel&genre__in=poetry',
    ],
    ...[
      'author_id=1&author_id=2',
      'title_contains=a',
      'query=a',
      'available=true',
      'not_genre=novel',
      'fields=title',
      'include=author',
    ],
    ...['order_by=title', 'order_by=-title', 'order_by=pages&size=1', 'order_by=price'],
  ]
    .map((query) => `/books?${query}`)
    .concat(
      ['limit=1&offset=1', 'limit=1&page=2', 'offset=99', 'name=nobody', 'limit=0'].map((query) => `/authors?${query}`),
      [
        '/authors/1/books',
        '/authors/99/books',
        '/authors/1/awards',
        '/shelves/x/books?max=1',
        '/readers/1/loans?returned=false',
      ],
    ),
  styles: [
    ...[
      'pageNumber=2&pageLength=1',
      'pageLength=21',
      'nameContains=a',
      'minMembers=3',
      'foundedAfter=2000-01-01',
      'ids=1&ids=2',
    ],
    ...['sortBy=name&sortOrder=desc', 'sortBy=founded', 'sortOrder=up'],
  ]
    .map((query) => `/api/v3/teams?${query}`)
    .concat(
      ['status=scheduled,over', 'status=late', 'homeTeamId=1', 'first=1'].map((query) => `/api/v3/games?${query}`),
      [
        '/api/v3/tickets?page=2&per_page=1',
        '/api/v3/tickets?page=3&per_page=2',
        '/api/v3/search?q=a',
        '/api/v3/search?q=a&type=team',
      ],
    ),
}

interface Suggested {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string | null
}

const isSuggested = (json: unknown): json is Suggested => typeof json === 'object' && json !== null && 'path' in json

interface Covered {
  readonly operations: readonly { readonly operation: string }[]
}

const isCovered = (json: unknown): json is Covered => typeof json === 'object' && json !== null && 'operations' in json

/** The same request with other bodies, if it has one: without each of its members, and with members of another type. */
const variantsOf = (text: string | null): readonly (string | null)[] => {
  if (text === null) return [null]
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [text, null, '{}', '[]']
  const members = Object.entries(body)
  const without = members.map(([left]) => JSON.stringify(Object.fromEntries(members.filter(([name]) => name !== left))))
  const changed = members.map(([name, value]) =>
    JSON.stringify({ ...body, [name]: typeof value === 'string' ? 0 : 'x' }),
  )
  return [...new Set([text, null, '{}', '[]', ...without, ...changed, JSON.stringify({ ...body, unknown: null })])]
}

const walk = async (document: string): Promise<string> => {
  await using standin = await createStandin({
    documents: [document],
    folder: 'test/conversations/walks',
    port: 0,
    generate: 3,
    seed: 5,
    anyKey: true,
  })
  const request = (path: string, options: CallOptions = {}): Promise<Answer> => call(standin.url + path, options)
  const set = { method: 'PUT', body: { now, frozen: true } }
  expect((await request('/_sandbox/sandboxes/default/clock', set)).status).toBe(200)
  const { json: coverage } = await request('/_sandbox/coverage')
  const names = isCovered(coverage) ? coverage.operations.map(({ operation }) => operation) : []
  expect(names.length).toBeGreaterThan(0)
  let shown = ''
  const tryOperation = async (name: string): Promise<void> => {
    const { json } = await request(`/_sandbox/sandboxes/default/requests?operation=${encodeURIComponent(name)}`)
    if (!isSuggested(json)) {
      shown += `${name}: no suggestion\n\n`
      return
    }
    const { method, path, headers } = json
    for (const text of variantsOf(json.text)) {
      const answer = await request(path, { method, headers, ...(text === null ? {} : { body: text }) })
      shown += `${method} ${path}${text === null ? '' : ` ${text}`}\n${show(answer)}\n\n`
    }
  }
  for (const name of [...names, ...names.toReversed()]) await tryOperation(name)
  for (const path of lists[nameOf(document)] ?? []) shown += `GET ${path}\n${show(await request(path))}\n\n`
  return hideRandom(shown)
}

const nameOf = (document: string): string => document.replace(/^.*\//, '').replace('.yaml', '')

describe('the responses to the suggested requests of', () => {
  for (const document of documents)
    it(`${document} are equal to the stored ones`, async () => {
      expect(readFileSync(document, 'utf8').length).toBeGreaterThan(0)
      await expect(await walk(document)).toMatchFileSnapshot(`walks/${nameOf(document)}.txt`)
    })
})
