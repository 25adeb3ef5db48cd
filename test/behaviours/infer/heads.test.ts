/**
 * HEAD where a document describes it: the response to GET without its body (RFC 9110, section 9.3.2).
 */
import { describe, expect, it } from 'vitest'
import { useFiles } from '../../support/serve-files.ts'
import { closed, openApi, ref, response } from '../../support/write-document.ts'

const text = { type: 'string' }
const filter = { parameters: [{ name: 'label', in: 'query', schema: text }] }
const heads = (status: number, headers: object): object => ({
  responses: { [status]: { description: 'There.', headers } },
})
const tagged = { ETag: { schema: text } }

const api = useFiles({
  'gadgets.json': openApi({
    paths: {
      '/gadgets': {
        get: { ...filter, responses: { 200: response({ type: 'array', items: ref('Gadget') }) } },
        head: { ...filter, ...heads(204, { 'X-Total-Count': { schema: { type: 'integer' } } }) },
      },
      '/gadgets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: { 200: { ...response(ref('Gadget')), headers: tagged } } },
        head: heads(200, tagged),
      },
      '/parts': { get: { responses: { 200: response({ type: 'array', items: ref('Gadget') }) } } },
      '/parts/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: { 200: response(ref('Gadget')) } },
        head: { ...heads(200, {}), 'x-standin-behaviour': 'none' },
      },
    },
    components: { schemas: { Gadget: closed({ id: text, label: text }) } },
  }),
  'fixtures/default/gadgets.json': ['a', 'b', 'c'].map((id) => ({ id, label: id === 'c' ? 'rare' : 'usual' })),
  'fixtures/default/parts.json': [{ id: 'a', label: 'x' }],
})
const head = (path: string, headers = {}) => api.call(path, { method: 'HEAD', headers })

describe('HEAD', () => {
  it('of a record has the headers of GET, which conditions use', async () => {
    const [own, got] = [await head('/gadgets/a'), await api.call('/gadgets/a')]
    expect([own.status, own.text]).toEqual([200, ''])
    for (const name of ['etag', 'content-type', 'content-length']) expect(own.headers[name]).toBe(got.headers[name])
    expect((await head('/gadgets/a', { 'if-none-match': got.headers.etag })).status).toBe(304)
    expect(own.headers['sandbox-trace']).toContain('operation="HEAD /gadgets/{id}", behaviour=read')
  })

  it('of a record that does not exist is 404', async () => expect((await head('/gadgets/none')).status).toBe(404))

  it.each([
    ['', '3'],
    ['?label=usual', '2'],
  ])('of a list%s counts its records, with the status that HEAD documents', async (query, total) => {
    const { status, headers } = await head(`/gadgets${query}`)
    expect({ status, total: headers['x-total-count'] }).toEqual({ status: 204, total })
    expect(headers).not.toHaveProperty('content-length')
  })

  it('has no behaviour if the overlay sets none', async () =>
    expect((await head('/parts/a')).headers['sandbox-trace']).toContain('behaviour=none'))
})
