/**
 * Ids satisfy the schemas of the record, of every response that shows them and of the path parameter, even if these differ.
 */
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../support/client.ts'
import { arrayOf, pathParameter } from '../../support/gadget-schemas.ts'
import { type Served, serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const uuid = { type: 'string', format: 'uuid' }
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties })

interface Parts {
  /** The schema of the path parameter, and its name (default: ownerId). */
  readonly address: object
  readonly parameter?: string
  readonly record: object
  /** What the response to a creation contains; false: only a Location. Default: the record. */
  readonly created?: object | false
  readonly sent?: object
}

const describeOwners = ({ address, parameter = 'ownerId', record, created = record, sent }: Parts): object => {
  const body = requestBody(sent ?? object({ name: text }))
  const located = { description: 'Made.', headers: { Location: { schema: text } } }
  return openApi({
    paths: {
      '/owners': {
        get: { responses: { 200: response({ type: 'array', items: record }) } },
        post: { requestBody: body, responses: { 201: created === false ? located : response(created) } },
      },
      [`/owners/{${parameter}}`]: {
        parameters: [{ name: parameter, in: 'path', required: true, schema: address }],
        get: { responses: { 200: response(record) } },
        patch: { requestBody: body, responses: { 200: response(record) } },
        put: { requestBody: body, responses: { 200: response(record) } },
        delete: { responses: { 204: { description: 'Gone.' } } },
      },
    },
  })
}

const idPattern = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

interface Row {
  readonly name: string
  readonly parts: Parts
  /** Where the id of the record is found: in the Location, or in a property of the response. */
  readonly by: 'location' | 'id' | 'name'
  /** What the id in the address looks like. */
  readonly like: RegExp
  /** The record as a read returns it. */
  readonly reads: object
}

const named = object({ name: text }, ['name'])
const pattern = '^it_[0-9a-f]{8}$'

const rows: readonly Row[] = [
  {
    name: 'a name is not the id if the path has an integer',
    parts: { address: integer, record: named, created: false },
    by: 'location',
    like: /^\d+$/,
    reads: { name: 'John' },
  },
  {
    name: 'a name is not the id if the path has an integer, even if the response shows no other id',
    parts: { address: integer, record: named },
    by: 'location',
    like: /^\d+$/,
    reads: { name: 'John' },
  },
  {
    name: 'a name is not the id if the path has a UUID',
    parts: { address: uuid, record: named, created: false },
    by: 'location',
    like: idPattern,
    reads: { name: 'John' },
  },
  {
    name: 'the id in the Location is preferred to a name',
    parts: { address: text, record: named, created: false },
    by: 'location',
    like: /^[0-9a-f]{16}$/,
    reads: { name: 'John' },
  },
  {
    name: 'a name is the id if the path parameter is a name',
    parts: { address: text, parameter: 'ownerName', record: named, created: false },
    by: 'location',
    like: /^John$/,
    reads: { name: 'John' },
  },
  {
    name: 'a name is the id if nothing else is',
    parts: { address: text, record: named },
    by: 'name',
    like: /^John$/,
    reads: { name: 'John' },
  },
  {
    name: 'a record has an integer id in addition to the UUID in its path',
    parts: { address: uuid, record: object({ id: integer, name: text }) },
    by: 'location',
    like: idPattern,
    reads: { id: expect.any(Number), name: 'John' },
  },
  {
    name: 'a record has a UUID in addition to the integer in its path',
    parts: { address: integer, record: object({ id: uuid, name: text }) },
    by: 'location',
    like: /^\d+$/,
    reads: { id: expect.stringMatching(idPattern), name: 'John' },
  },
  {
    name: 'a string id consists of digits if the path has an integer',
    parts: { address: integer, record: object({ id: text, name: text }) },
    by: 'id',
    like: /^\d+$/,
    reads: { id: expect.stringMatching(/^\d+$/), name: 'John' },
  },
  {
    name: 'an id satisfies the pattern of a response and the length of the path parameter',
    parts: {
      address: { ...text, minLength: 11, maxLength: 11 },
      record: object({ id: text, name: text }),
      created: object({ id: { ...text, pattern }, name: text }),
    },
    by: 'id',
    like: /^it_[0-9a-f]{8}$/,
    reads: { id: expect.stringMatching(/^it_/), name: 'John' },
  },
]

const addressOf = ({ json, headers }: Answer, by: Row['by']): string =>
  by === 'location' ? (headers.location?.split('/').at(-1) ?? '') : String((json as Record<string, unknown>)[by])

const add = (served: Served, body: object): Promise<Answer> => served.call('/owners', { body })

describe('ids and addresses', () => {
  for (const { name, parts, by, like, reads } of rows)
    it(name, async () => {
      await using served = await serveFiles({ 'owners.json': describeOwners(parts) })
      const made = await add(served, { name: 'John' })
      expect(made.status, made.text).toBe(201)
      const id = addressOf(made, by)
      expect(id).toMatch(like)
      expect(await served.call(`/owners/${id}`)).toMatchObject({ status: 200, json: reads })
      expect((await served.call('/owners')).json).toMatchObject([reads])
      const other = addressOf(await add(served, { name: 'Jane' }), by)
      expect(other).not.toBe(id)
      expect(await served.call(`/owners/${id}`, { method: 'DELETE' })).toMatchObject({ status: 204 })
      expect(await served.call(`/owners/${id}`)).toMatchObject({ status: 404 })
      expect(await served.call(`/owners/${other}`)).toMatchObject({ status: 200 })
    })

  it('an id that the path of the record does not accept is rejected', async () => {
    const record = object({ id: text, name: text })
    await using served = await serveFiles({ 'owners.json': describeOwners({ address: integer, record, sent: record }) })
    const rejected = await add(served, { id: 'zed' })
    expect(rejected.status).toBe(422)
    expect(rejected.text).toContain(
      'body.id must be an id that the path of the record accepts: path.ownerId must be an integer',
    )
    expect((await served.call('/owners')).json).toEqual([])
    expect(await add(served, { id: '7' })).toMatchObject({ status: 201, json: { id: '7' } })
    expect(await served.call('/owners/7')).toMatchObject({ status: 200 })
  })
})

describe('the id of a record does not change', () => {
  const parts: Parts = { address: text, record: named }
  const changes: readonly (readonly [string, object, string | undefined])[] = [
    ['PATCH', { name: 'Jim' }, 'ignored-properties;names="body.name"'],
    ['PUT', { name: 'Jim' }, 'ignored-properties;names="body.name"'],
    ['PATCH', { name: 'John' }, undefined],
    ['PUT', { name: 'John' }, undefined],
  ]
  for (const [method, body, notice] of changes)
    it(`${method} of ${JSON.stringify(body)} ${notice ? 'is reported' : 'needs no notice'}`, async () => {
      await using served = await serveFiles({ 'owners.json': describeOwners(parts) })
      await add(served, { name: 'John' })
      const changed = await served.call('/owners/John', { method, body })
      expect(changed).toMatchObject({ status: 200, json: { name: 'John' } })
      expect(changed.headers['sandbox-notice']).toBe(notice)
      expect(await served.call('/owners/Jim')).toMatchObject({ status: 404 })
    })
})

describe('a record that is identified by a code has a generated id too', () => {
  const ids: readonly (readonly [string, object, object, unknown])[] = [
    ['an integer', integer, object({ code: text }), expect.any(Number)],
    ['a UUID', uuid, object({ code: text }), expect.stringMatching(idPattern)],
    ['read only', { ...integer, readOnly: true }, object({ code: text, id: integer }), expect.any(Number)],
    ['that the client could have sent', integer, object({ code: text, id: integer }), expect.any(Number)],
  ]
  for (const [name, id, sent, is] of ids)
    it(name, async () => {
      const record = object({ code: text, id })
      const document = describeOwners({ address: text, parameter: 'code', record, sent })
      await using served = await serveFiles({ 'owners.json': document })
      const made = [await add(served, { code: 'a' }), await add(served, { code: 'b' })].map(({ json }) => json)
      expect(made).toMatchObject([
        { code: 'a', id: is },
        { code: 'b', id: is },
      ])
      const [one, other] = made.map((json) => (json as { id: unknown }).id)
      expect(one).not.toBe(other)
      expect((await served.call('/owners/a')).json).toEqual(made[0])
    })
})

it('a list shows the id of records that do not have it themselves', async () => {
  const shown = object({ hullId: text, since: integer }, ['hullId'])
  const document = openApi({
    paths: {
      '/hulls': {
        get: { responses: { 200: response(object({ hulls: arrayOf(shown) })) } },
        post: { requestBody: requestBody(object({ depth: integer })), responses: { 201: response(shown) } },
      },
      '/hulls/{hullId}': {
        parameters: [pathParameter('hullId', text)],
        get: { responses: { 200: response(object({ depth: integer, crew: arrayOf(text) })) } },
      },
    },
  })
  await using served = await serveFiles({ 'hulls.json': document })
  const { hullId } = (await served.call('/hulls', { body: { depth: 3 } })).json as { readonly hullId: string }
  expect((await served.call(`/hulls/${hullId}`)).json).toEqual({ depth: 3 })
  expect((await served.call('/hulls')).json).toMatchObject({ hulls: [{ hullId }] })
})

describe('a path that accepts no id at all', () => {
  it('does not keep records from being created', async () => {
    const record = object({ id: uuid, name: text })
    const address = { ...uuid, minLength: 64, maxLength: 64 }
    await using served = await serveFiles({ 'owners.json': describeOwners({ address, record }) })
    const made = await served.call('/owners', { body: { name: 'a' } })
    expect(made.status, made.text).toBe(201)
    expect(made.json).toMatchObject({ id: expect.stringMatching(idPattern), name: 'a' })
    expect((await served.call('/owners')).json).toEqual([made.json])
  })
})
