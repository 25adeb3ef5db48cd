/**
 * Changes of records. A merge patch need not be a complete record. If the request has no schema, the record's schema decides.
 * A change that would leave an invalid record is rejected.
 */
import { describe, expect, it } from 'vitest'
import type { Served } from '../../../support/serve-files.ts'
import { serveFiles } from '../../../support/serve-files.ts'
import { closed, openApi, ref, requestBody, response } from '../../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const free = { type: 'object' }
const problem = closed({ error: closed({ type: text, detail: text }) })
const errors = { 400: response(problem), 404: response(problem) }
const size = { type: 'object', required: ['width', 'height'], properties: { width: integer, height: integer } }
const gadget = {
  type: 'object',
  required: ['label'],
  properties: {
    id: { ...integer, readOnly: true },
    label: text,
    note: { type: ['string', 'null'] },
    count: integer,
    size,
    tags: { type: 'array', items: text },
    from: {
      type: 'object',
      required: ['state'],
      properties: {
        street: { type: ['string', 'null'] },
        zip: text,
        state: { type: ['string', 'null'] },
        place: { type: 'object', properties: { floor: { type: ['integer', 'null'] } } },
      },
    },
  },
}

const merge = 'application/merge-patch+json'
const steps = 'application/json-patch+json'

interface Parts {
  readonly record?: object
  /** The request bodies of PATCH, by media type. */
  readonly patches: Readonly<Record<string, object>>
  readonly post?: object
}

const describeGadgets = ({ record = gadget, patches, post = ref('Gadget') }: Parts): object =>
  openApi({
    paths: {
      '/gadgets': { post: { requestBody: requestBody(post), responses: { 201: response(ref('Gadget')), ...errors } } },
      '/gadgets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: { responses: { 200: response(ref('Gadget')), ...errors } },
        patch: {
          requestBody: {
            required: true,
            content: Object.fromEntries(Object.entries(patches).map(([type, schema]) => [type, { schema }])),
          },
          responses: { 200: response(ref('Gadget')), ...errors },
        },
      },
    },
    components: { schemas: { Gadget: record } },
  })

const first = { label: 'Anvil', note: 'n', count: 1, size: { width: 1, height: 2 }, tags: ['a', 'b'] }

const change = async (served: Served, type: string, body: unknown) => {
  const changed = await served.call('/gadgets/1', {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { 'content-type': type },
  })
  return { changed, read: await served.call('/gadgets/1') }
}

const plain = 'application/json'
const own: Parts = { patches: { [merge]: ref('Gadget') } }
const open: Parts = { patches: { [merge]: free, [steps]: {}, [plain]: free } }
const bothWays: Parts = { patches: { [steps]: { type: 'array' }, [merge]: ref('Gadget') } }

interface Row {
  readonly name: string
  readonly parts: Parts
  readonly type?: string
  /** The record before the change. Default: `first`. */
  readonly start?: object
  readonly body: unknown
  /** The record after the change. */
  readonly is: object
}

const { tags: _, ...untagged } = first
const { note: __, ...unnoted } = first

const from = { street: 'Main', zip: '1', state: 'X', place: { floor: 2 } }
const nulls = { from: { street: null, zip: null, state: null, place: { floor: null }, other: null } }

/** Of the properties of an object within the record, as of its own. */
const nullsWithin: readonly Row[] = [
  {
    name: 'null within an object removes what need not be there',
    parts: own,
    start: { ...first, from },
    body: nulls,
    is: { ...first, from: { state: null, place: {} } },
  },
  {
    name: 'null within an object is a value, in a JSON body, where the schema allows it',
    parts: { patches: { [plain]: free } },
    type: plain,
    start: { ...first, from },
    body: nulls,
    is: { ...first, from: { street: null, state: null, place: { floor: null } } },
  },
]

const taken: readonly Row[] = [
  { name: 'a merge patch need not contain every property', parts: own, body: { count: 2 }, is: { ...first, count: 2 } },
  { name: 'null removes a property', parts: own, body: { tags: null }, is: untagged },
  ...nullsWithin,
  { name: 'null removes a nullable property', parts: own, body: { note: null }, is: unnoted },
  {
    name: 'an object is merged',
    parts: own,
    body: { size: { width: 7 } },
    is: { ...first, size: { width: 7, height: 2 } },
  },
  { name: 'a list is replaced', parts: own, body: { tags: ['c'] }, is: { ...first, tags: ['c'] } },
  {
    name: 'a merge patch if JSON Patch is documented too',
    parts: bothWays,
    body: { count: 3 },
    is: { ...first, count: 3 },
  },
  {
    name: 'a merge patch without a schema',
    parts: open,
    body: { count: 2, tags: null },
    is: { ...untagged, count: 2 },
  },
  { name: 'a JSON body without a schema', parts: open, type: plain, body: { count: 2 }, is: { ...first, count: 2 } },
  {
    name: 'a property that the document does not have',
    parts: open,
    type: plain,
    body: { other: true },
    is: { ...first, other: true },
  },
  {
    name: 'a JSON patch',
    parts: open,
    type: steps,
    body: [{ op: 'replace', path: '/size/width', value: 9 }],
    is: { ...first, size: { width: 9, height: 2 } },
  },
]

describe('a change', () => {
  for (const { name, parts, type = merge, start = first, body, is } of taken)
    it(`${name}: ${JSON.stringify(body)}`, async () => {
      await using served = await serveFiles({ 'gadgets.json': describeGadgets(parts) })
      await served.call('/gadgets', { body: start })
      const { changed, read } = await change(served, type, body)
      expect(changed.status, changed.text).toBe(200)
      expect(changed.json).toEqual({ id: 1, ...is })
      expect(read.json).toEqual({ id: 1, ...is })
    })
})

const rejected: readonly (Omit<Row, 'is'> & { readonly says: string })[] = [
  {
    name: 'with a value of another type',
    parts: open,
    body: { count: 'x' },
    says: 'body.count must be an integer, got "x"',
  },
  {
    name: 'with a value of another type, in plain JSON',
    parts: open,
    type: plain,
    body: { label: 7 },
    says: 'body.label must be a string',
  },
  { name: 'that removes a required property', parts: own, body: { label: null }, says: 'body.label is required' },
  {
    name: 'that removes a required property of an object',
    parts: own,
    body: { size: { height: null } },
    says: 'body.size.height is required',
  },
  { name: 'with null in a list', parts: own, body: { tags: [null] }, says: 'body.tags[0] must be a string, got null' },
  {
    name: 'that the schema of the request rejects',
    parts: own,
    body: { count: 'x' },
    says: 'body.count must be an integer',
  },
  { name: 'that is null', parts: own, body: null, says: 'body must be an object, got null' },
  {
    name: 'by JSON Patch',
    parts: open,
    type: steps,
    body: [
      { op: 'replace', path: '/count', value: 2 },
      { op: 'remove', path: '/label' },
    ],
    says: 'body.label is required',
  },
]

describe('a change is rejected, and nothing is stored:', () => {
  for (const { name, parts, type = merge, body, says } of rejected)
    it(`${name}: ${JSON.stringify(body)}`, async () => {
      await using served = await serveFiles({ 'gadgets.json': describeGadgets(parts) })
      await served.call('/gadgets', { body: first })
      const { changed, read } = await change(served, type, body)
      expect(changed.status, changed.text).toBe(400)
      expect(changed.json).toEqual({ error: { type: 'invalid_request', detail: expect.stringContaining(says) } })
      expect(read.json).toEqual({ id: 1, ...first })
    })

  it('one after which the record would match no variant', async () => {
    const kind = (name: string, properties: object): object =>
      closed({ id: integer, kind: { const: name }, ...properties })
    const record = { oneOf: [kind('Cow', { milk: { type: 'boolean' } }), kind('Hen', { wings: { type: 'boolean' } })] }
    const patch = { type: 'object', properties: { wings: { type: 'boolean' }, milk: { type: 'boolean' } } }
    const post = { type: 'object', properties: { kind: text, milk: { type: 'boolean' } } }
    await using served = await serveFiles({
      'gadgets.json': describeGadgets({ record, patches: { [plain]: patch }, post }),
    })
    expect(await served.call('/gadgets', { body: { kind: 'Cow', milk: true } })).toMatchObject({ status: 201 })
    const { changed, read } = await change(served, plain, { wings: true })
    expect(changed.status, changed.text).toBe(400)
    expect(changed.text).toContain('body.wings cannot have this value')
    expect(read.json).toEqual({ id: 1, kind: 'Cow', milk: true })
    expect((await change(served, plain, { milk: false })).changed).toMatchObject({ status: 200 })
  })
})

describe('a creation without a schema for the request', () => {
  it('is validated by the schema of the record', async () => {
    await using served = await serveFiles({ 'gadgets.json': describeGadgets({ ...open, post: free }) })
    const answer = await served.call('/gadgets', { body: { label: 'Anvil', count: 'x' } })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.text).toContain('body.count must be an integer')
    expect(await served.call('/gadgets', { body: { label: 'Anvil' } })).toMatchObject({ status: 201, json: { id: 1 } })
  })
})
