/**
 * What a list shows and says of itself, where its document has something special to say of it.
 */
import { describe, expect, it } from 'vitest'
import { useFiles } from '../support/serve-files.ts'
import { closed, openApi, response } from '../support/write-document.ts'

const text = { type: 'string' }
const gadget = closed({ serial: text, role: text, archived: { type: 'boolean' } }, ['archived'])
const form = (schema: object) => ({ required: true, content: { 'application/x-www-form-urlencoded': { schema } } })
const envelope = (url: object): object => closed({ items: { type: 'array', items: gadget }, url })

const document = (list: object, parameters: readonly object[] = []): object =>
  openApi({
    servers: [{ url: '/v1' }],
    paths: {
      '/gadgets': {
        get: { parameters, responses: { 200: response(list) } },
        post: {
          requestBody: form({ type: 'object', properties: { role: text, archived: { type: 'boolean' } } }),
          responses: { 201: response(gadget) },
        },
      },
      '/gadgets/{serial}': {
        get: {
          parameters: [{ name: 'serial', in: 'path', required: true, schema: text }],
          responses: { 200: response(gadget) },
        },
      },
    },
  })

const wwwForm = { 'content-type': 'application/x-www-form-urlencoded' }

describe('the default of a filter', () => {
  const query = (name: string, schema: object): object => ({ name, in: 'query', schema })
  const api = useFiles({
    'gadgets.json': document({ type: 'array', items: gadget }, [
      query('role', { ...text, default: 'all' }),
      query('archived', { type: 'boolean', default: false }),
    ]),
  })
  const rows: readonly (readonly [string, number])[] = [
    ['', 2],
    ['?role=all', 2],
    ['?role=admin', 1],
    ['?role=owner', 0],
    // One that a record can have filters, also unasked.
    ['?archived=true', 1],
    ['?archived=false', 2],
  ]
  for (const [asked, count] of rows)
    it(`GET /gadgets${asked} shows ${count} of 3`, async () => {
      const own = { 'sandbox-id': `asked-${asked.length}` }
      for (const body of ['role=admin&archived=false', 'role=member&archived=false', 'role=guest&archived=true'])
        expect((await api.call('/v1/gadgets', { method: 'POST', headers: { ...wwwForm, ...own }, body })).status).toBe(
          201,
        )
      expect((await api.call(`/v1/gadgets${asked}`, { headers: own })).json).toHaveLength(count)
    })
})

describe('the address of a list in its envelope', () => {
  const rows: readonly { readonly name: string; readonly schema: object; readonly shown: RegExp }[] = [
    { name: 'is whole', schema: text, shown: /^http:\/\/127\.0\.0\.1:\d+\/v1\/gadgets\?x=1$/ },
    {
      name: 'is a path where the pattern says so',
      schema: { ...text, pattern: '^/v1/' },
      shown: /^\/v1\/gadgets\?x=1$/,
    },
    { name: 'is without its query', schema: { ...text, pattern: '^/v1/[a-z]+$' }, shown: /^\/v1\/gadgets$/ },
  ]
  for (const { name, schema, shown } of rows)
    describe(name, () => {
      const api = useFiles({ 'gadgets.json': document(envelope(schema), [{ name: 'x', in: 'query', schema: text }]) })
      it('and fits', async () => {
        const { json } = await api.call('/v1/gadgets?x=1')
        expect(json).toEqual({ items: [], url: expect.stringMatching(shown) })
      })
    })
})

describe('a form without fields', () => {
  const api = useFiles({ 'gadgets.json': document({ type: 'array', items: gadget }) })
  const rows: readonly { readonly name: string; readonly headers: Record<string, string>; readonly status: number }[] =
    [
      { name: 'is a body of no bytes', headers: wwwForm, status: 201 },
      { name: 'is none without its type', headers: {}, status: 422 },
      { name: 'is none of another type', headers: { 'content-type': 'application/json' }, status: 422 },
    ]
  for (const { name, headers, status } of rows)
    it(name, async () => {
      const answer = await api.call('/v1/gadgets', { method: 'POST', headers, body: '' })
      expect(answer.status, answer.text).toBe(status)
    })
})
