/**
 * A JSON Patch changes only what a client may change, even if it replaces the whole record. If an operation cannot be
 * applied, the error states its position, the expected and the actual value.
 */
import { describe, expect, it } from 'vitest'
import { serveFiles } from '../../../support/serve-files.ts'
import { closed, openApi, ref, requestBody, response } from '../../../support/write-document.ts'

const text = { type: 'string' }
const steps = { type: 'array', items: { type: 'object' } }
const person = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: text,
    state: { type: 'string', readOnly: true, enum: ['new', 'done'], default: 'new' },
    pin: { ...text, writeOnly: true },
    addr: {
      type: 'object',
      properties: {
        city: text,
        code: { ...text, writeOnly: true },
        verified: { type: 'boolean', readOnly: true },
      },
    },
    tags: { type: 'array', items: text },
  },
}

const bodies: Readonly<Record<string, object>> = {
  'in addition to a merge patch': {
    'application/json-patch+json': { schema: steps },
    'application/merge-patch+json': { schema: ref('Person') },
  },
  'as the only media type': { 'application/json-patch+json': { schema: steps } },
}

const describePeople = (content: object): object =>
  openApi({
    paths: {
      '/people': {
        get: { responses: { 200: response({ type: 'array', items: ref('Person') }) } },
        post: { requestBody: requestBody(ref('Person')), responses: { 201: response(ref('Person')) } },
      },
      '/people/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: response(ref('Person')) } },
        patch: {
          requestBody: { content },
          responses: { 200: response(ref('Person')), 400: response(closed({ detail: text })) },
        },
      },
    },
    components: { schemas: { Person: person } },
  })

const first = { name: 'Ann', addr: { city: 'X' }, tags: ['a', 'b'] }
const stored = { id: 1, ...first, state: 'new' }

const patchWith = async (content: object, type: string, body: unknown) => {
  await using served = await serveFiles({ 'people.json': describePeople(content) })
  await served.call('/people', { body: first })
  const changed = await served.call('/people/1', {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { 'content-type': `application/${type}-patch+json` },
  })
  const read = await served.call('/people/1')
  return { changed, read, list: await served.call('/people') }
}

interface Row {
  readonly patch: readonly object[]
  readonly is: object
  /** The ignored properties in the notice; undefined: there is no notice. */
  readonly ignored?: string
}

const taken: readonly Row[] = [
  { patch: [{ op: 'add', path: '/pin', value: '9' }], is: stored },
  { patch: [{ op: 'add', path: '/addr/code', value: '9' }], is: stored },
  { patch: [{ op: 'add', path: '/state', value: 'done' }], is: stored, ignored: 'body.state' },
  { patch: [{ op: 'remove', path: '/state' }], is: stored, ignored: 'body.state' },
  { patch: [{ op: 'add', path: '/addr/verified', value: true }], is: stored, ignored: 'body.addr.verified' },
  { patch: [{ op: 'add', path: '/foo', value: true }], is: stored, ignored: 'body.foo' },
  { patch: [{ op: 'replace', path: '/id', value: 77 }], is: stored, ignored: 'body.id' },
  {
    patch: [
      { op: 'replace', path: '/name', value: 'Bea' },
      { op: 'add', path: '/state', value: 'done' },
    ],
    is: { ...stored, name: 'Bea' },
    ignored: 'body.state',
  },
  {
    patch: [{ op: 'replace', path: '/addr', value: { city: 'Y', verified: true } }],
    is: { ...stored, addr: { city: 'Y' } },
    ignored: 'body.addr.verified',
  },
  { patch: [{ op: 'add', path: '/tags/-', value: 'c' }], is: { ...stored, tags: ['a', 'b', 'c'] } },
  // The index after the last item adds one, like -.
  { patch: [{ op: 'add', path: '/tags/2', value: 'c' }], is: { ...stored, tags: ['a', 'b', 'c'] } },
  { patch: [{ op: 'move', from: '/addr/city', path: '/name' }], is: { ...stored, name: 'X', addr: {} } },
  {
    patch: [
      { op: 'test', path: '/addr', value: { city: 'X' } },
      { op: 'copy', from: '/tags/1', path: '/tags/0' },
    ],
    is: { ...stored, tags: ['b', 'a', 'b'] },
  },
  { patch: [{ op: 'replace', path: '', value: { name: 'Bea' } }], is: { id: 1, name: 'Bea', state: 'new' } },
  {
    patch: [{ op: 'add', path: '', value: { name: 'Bea', state: 'done', foo: 1 } }],
    is: { id: 1, name: 'Bea', state: 'new' },
    ignored: 'body.state body.foo',
  },
  { patch: [{ op: 'test', path: '', value: stored }], is: stored },
]

for (const [way, content] of Object.entries(bodies))
  describe(`a JSON patch ${way}`, () => {
    for (const { patch, is, ignored } of taken)
      it(`${JSON.stringify(patch)} ignores ${ignored ?? 'nothing'}`, async () => {
        const { changed, read, list } = await patchWith(content, 'json', patch)
        expect(changed, changed.text).toMatchObject({ status: 200 })
        expect([changed.json, read.json, list.json]).toEqual([is, is, [is]])
        if (ignored === undefined) expect(changed.headers).not.toHaveProperty('sandbox-notice')
        else expect(changed.headers['sandbox-notice']).toBe(`ignored-properties;names="${ignored}"`)
      })
  })

describe('a merge patch', () => {
  it('does not return writeOnly properties, at any depth', async () => {
    const { changed, read, list } = await patchWith(bodies['in addition to a merge patch'] ?? {}, 'merge', {
      pin: '9',
      addr: { code: '9' },
    })
    expect([changed.json, read.json, list.json]).toEqual([stored, stored, [stored]])
  })
})

const rejected: readonly { readonly patch: unknown; readonly says: string }[] = [
  { patch: { name: 'x' }, says: 'body must be an array, got an object' },
  {
    patch: [{ op: 'bad', path: '/x' }],
    says: 'body[0].op must be one of add, remove, replace, move, copy, test, got "bad"',
  },
  {
    patch: [{ op: 'remove', path: 'name' }],
    says: 'body[0].path must be a JSON Pointer (RFC 6901) such as /name, or empty for the whole record, got "name"',
  },
  { patch: [{ op: 'copy', path: '/name' }], says: 'body[0].from must be a JSON Pointer' },
  { patch: [{ op: 'add', path: '/name' }], says: 'body[0].value is required for add' },
  {
    patch: [{ op: 'replace', path: '/nope/x', value: 'y' }],
    says: 'body[0] cannot replace "/nope/x": the record has no "nope"',
  },
  {
    patch: [{ op: 'remove', path: '/addr/street' }],
    says: 'body[0] cannot remove "/addr/street": "/addr" has no "street"',
  },
  {
    patch: [{ op: 'move', from: '/tags/0', path: '/tags/2' }],
    says: 'body[0] cannot move to "/tags/2": "/tags" is an array of 1 and takes an index from 0 to 1, or -, got "2"',
  },
  {
    patch: [{ op: 'copy', from: '/toString', path: '/name' }],
    says: 'body[0] cannot copy from "/toString": the record has no "toString"',
  },
  {
    patch: [
      { op: 'add', path: '/name', value: 'Bea' },
      { op: 'add', path: '/tags/9', value: 'c' },
    ],
    says: 'body[1] cannot add "/tags/9": "/tags" is an array of 2 and takes an index from 0 to 2, or -, got "9"',
  },
  {
    patch: [{ op: 'remove', path: '/tags/-' }],
    says: '"/tags" is an array of 2 and takes an index from 0 to 1, got "-"',
  },
  {
    patch: [
      { op: 'replace', path: '/tags', value: [] },
      { op: 'remove', path: '/tags/0' },
    ],
    says: 'body[1] cannot remove "/tags/0": "/tags" is an empty array, got "0"',
  },
  {
    patch: [
      { op: 'replace', path: '/tags', value: [] },
      { op: 'add', path: '/tags/1', value: 'c' },
    ],
    says: '"/tags" is an array of 0 and takes an index from 0 to 0, or -, got "1"',
  },
  {
    patch: [
      { op: 'replace', path: '/tags', value: ['a'] },
      { op: 'remove', path: '/tags/1' },
    ],
    says: '"/tags" is an array of 1 and takes an index from 0 to 0, got "1"',
  },
  {
    patch: [{ op: 'add', path: '/name/first', value: 'c' }],
    says: 'body[0] cannot add "/name/first": "/name" is "Ann", expected an object or an array',
  },
  {
    patch: [{ op: 'move', from: '/addr', path: '/addr/city' }],
    says: 'body[0] cannot move "/addr" to "/addr/city", which is inside it',
  },
  { patch: [{ op: 'test', path: '/name', value: 'X' }], says: 'body[0] tests "/name": expected "X", got "Ann"' },
  {
    patch: [{ op: 'test', path: '/addr', value: { city: 'Y' } }],
    says: 'body[0] tests "/addr": expected "Y" at "/addr/city", got "X"',
  },
  {
    patch: [{ op: 'test', path: '/tags', value: ['a'] }],
    says: 'body[0] tests "/tags": expected ["a"], got ["a","b"]',
  },
  {
    patch: [{ op: 'test', path: '/nope', value: 1 }],
    says: 'body[0] tests "/nope": expected 1, but the record has no "nope"',
  },
  { patch: [{ op: 'remove', path: '' }], says: 'body must leave an object, got nothing' },
  { patch: [{ op: 'replace', path: '', value: 5 }], says: 'body must leave an object, got 5' },
  { patch: [{ op: 'replace', path: '', value: {} }], says: 'body.name is required' },
]

describe('a JSON patch that cannot be applied gets an error, and changes nothing', () => {
  for (const { patch, says } of rejected)
    it(JSON.stringify(patch), async () => {
      const { changed, read } = await patchWith(bodies['in addition to a merge patch'] ?? {}, 'json', patch)
      expect(changed.status, changed.text).toBe(400)
      expect(changed.json).toEqual({ detail: expect.stringContaining(says) })
      expect(read.json).toEqual(stored)
    })
})

describe('a path', () => {
  for (const name of ['constructor', 'prototype', '__proto__'])
    it(`through constructor, prototype or __proto__ leads to no other property: ${name}`, async () => {
      const { changed, read } = await patchWith(bodies['as the only media type'] ?? {}, 'json', [
        { op: 'add', path: `/${name}`, value: { name: 'x' } },
        { op: 'replace', path: `/${name}/name`, value: 'y' },
        { op: 'test', path: `/${name}/name`, value: 'y' },
        { op: 'remove', path: `/${name}` },
      ])
      expect([changed.status, changed.json, read.json]).toEqual([200, stored, stored])
    })
})
