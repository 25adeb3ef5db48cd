/**
 * Generated values: different for each record, the same for the same seed, and suitable to the name of the property.
 */
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../support/client.ts'
import { type Served, serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const text = { type: 'string' }
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties })
const parameter = (name: string, schema: object = text) => ({ name, in: 'path', required: true, schema })

interface Parts {
  /** The schema of a record. */
  readonly record: object
  /** Default: the record schema. */
  readonly created?: object
  readonly removed?: object
}

/** Users, identified by a name that the client chooses. */
const describeUsers = ({ record, created = record, removed }: Parts): object =>
  openApi({
    paths: {
      '/users': {
        get: { responses: { 200: response({ type: 'array', items: record }) } },
        post: {
          requestBody: requestBody(object({ username: text }, ['username'])),
          responses: { 201: response(created) },
        },
      },
      '/users/{username}': {
        parameters: [parameter('username')],
        get: { responses: { 200: response(record) } },
        put: {
          requestBody: requestBody(object({ label: text })),
          responses: { 200: response(record), 201: response(record) },
        },
        delete: { responses: { 200: response(removed ?? record) } },
      },
    },
  })

const record = object(
  {
    id: { type: 'string', format: 'uuid', example: '1b4e28ba-2fa1-41d2-883f-0016d3cca427' },
    username: text,
    slug: { ...text, readOnly: true },
    email: { ...text, format: 'email', readOnly: true },
    title: { ...text, readOnly: true },
    label: text,
  },
  ['id', 'username', 'slug', 'email', 'title'],
)

const add = (served: Served, username: string): Promise<Answer> => served.call('/users', { body: { username } })

/** The values of these properties. */
const valuesOf = ({ json }: Answer, names: readonly string[]): readonly unknown[] =>
  names.map((name) => (json as Record<string, unknown>)[name])

interface Row {
  readonly name: string
  readonly parts: Parts
  /** Properties that differ from record to record. */
  readonly differ: readonly string[]
  /** Whether reads and lists show them too. */
  readonly isKept: boolean
}

const rows: readonly Row[] = [
  { name: 'of the record', parts: { record }, differ: ['id', 'slug', 'email', 'title'], isKept: true },
  {
    name: 'with a pattern',
    parts: { record: object({ username: text, code: { ...text, pattern: '^[a-z]{12}$' } }, ['code', 'username']) },
    differ: ['code'],
    isKept: true,
  },
  {
    name: 'within an object',
    parts: { record: object({ username: text, owner: object({ login: text, id: text }, ['login', 'id']) }, ['owner']) },
    differ: ['owner'],
    isKept: true,
  },
  {
    name: 'that only the response to the creation shows',
    parts: { record: object({ username: text }), created: object({ username: text, token: text }, ['token']) },
    differ: ['token'],
    isKept: false,
  },
]

describe('generated values differ from record to record', () => {
  for (const { name, parts, differ, isKept } of rows)
    it(name, async () => {
      const document = describeUsers(parts)
      await using served = await serveFiles({ 'users.json': document })
      const answers = [await add(served, 'ann'), await add(served, 'bob')]
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      for (const property of differ) {
        const [one, other] = answers.map((answer) => valuesOf(answer, [property])[0])
        expect(one, property).toBeDefined()
        expect(one, property).not.toEqual(other)
      }
      if (isKept) {
        const [ann] = answers
        expect((await served.call('/users/ann')).json).toEqual(ann?.json)
        const list = (await served.call('/users')).json
        expect(list).toEqual(answers.map(({ json }) => json))
      }
      await using again = await serveFiles({ 'users.json': document })
      expect((await add(again, 'ann')).json, 'the same seed gives the same').toEqual(answers[0]?.json)
      expect((await add(again, 'bob')).json).toEqual(answers[1]?.json)
    })

  it('and do not change when the record is replaced', async () => {
    await using served = await serveFiles({ 'users.json': describeUsers({ record }) })
    const before = valuesOf(await add(served, 'ann'), ['id', 'slug', 'email'])
    const after = await served.call('/users/ann', { method: 'PUT', body: { label: 'Anvil' } })
    expect(valuesOf(after, ['id', 'slug', 'email'])).toEqual(before)
  })

  it('also if a PUT creates the record', async () => {
    await using served = await serveFiles({ 'users.json': describeUsers({ record }) })
    const put = (name: string) => served.call(`/users/${name}`, { method: 'PUT', body: {} })
    const [ann, bob] = [await put('ann'), await put('bob')]
    expect([ann.status, bob.status]).toEqual([201, 201])
    for (const property of ['id', 'slug', 'email'])
      expect(valuesOf(ann, [property])).not.toEqual(valuesOf(bob, [property]))
  })
})

describe('a generated value suits the name of its property', () => {
  const looks: readonly (readonly [string, object, RegExp])[] = [
    ['title', text, /^[A-Z][a-z]+ [a-z]+$/],
    ['login', text, /^[a-z]+\.[a-z]+$/],
    ['email', text, /^[a-z]+\.[a-z]+@example\.com$/],
    ['token', text, /^[0-9a-f]{32}$/],
    ['href', { ...text, format: 'uri' }, /^https:\/\/example\.com\//],
    ['city', text, /^[A-Z]/],
  ]
  for (const [name, schema, pattern] of looks)
    it(name, async () => {
      const shown = object({ username: text, [name]: schema }, [name])
      await using served = await serveFiles({ 'users.json': describeUsers({ record: shown }) })
      expect(valuesOf(await add(served, 'ann'), [name])[0]).toMatch(pattern)
      expect(valuesOf(await served.call('/users/ann'), [name])[0]).toMatch(pattern)
    })
})

describe('a property that reports the result reports success', () => {
  const yes = { type: 'boolean' }
  const rows: readonly (readonly [string, Parts, 'POST' | 'DELETE', object])[] = [
    [
      'in the record',
      { record: object({ username: text }), created: object({ username: text, success: yes }, ['success']) },
      'POST',
      { success: true },
    ],
    [
      'in an envelope',
      {
        record: object({ username: text }),
        created: object({ ok: yes, error: yes, data: object({ username: text }) }, ['ok', 'error', 'data']),
      },
      'POST',
      { ok: true, error: false },
    ],
    [
      'alone',
      {
        record: object({ username: text }),
        removed: object({ ok: yes, deleted: yes, failed: yes }, ['ok', 'deleted']),
      },
      'DELETE',
      { ok: true, deleted: true, failed: false },
    ],
    [
      'with the id of the removed record',
      {
        record: object({ username: text }),
        removed: object({ username: text, deleted: yes }, ['username', 'deleted']),
      },
      'DELETE',
      { username: 'ann', deleted: true },
    ],
  ]
  for (const [name, parts, method, says] of rows)
    it(`${name}, on ${method}`, async () => {
      await using served = await serveFiles({ 'users.json': describeUsers(parts) })
      const made = await add(served, 'ann')
      const answer = method === 'POST' ? made : await served.call('/users/ann', { method })
      expect(answer.json).toMatchObject(says)
    })

  it('but a new record is not reported as deleted', async () => {
    const shown = object({ username: text, deleted: yes }, ['deleted'])
    await using served = await serveFiles({ 'users.json': describeUsers({ record: shown }) })
    expect((await add(served, 'ann')).json).toMatchObject({ deleted: false })
  })
})
