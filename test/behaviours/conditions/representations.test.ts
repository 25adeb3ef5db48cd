/**
 * JSON and XML of one record are two representations: each has its own entity tag, and Vary says that Accept selects one.
 */
import { describe, expect, it } from 'vitest'
import type { Answer, CallOptions } from '../../support/client.ts'
import { useFiles } from '../../support/serve-files.ts'
import { closed, content, openApi, ref, requestBody } from '../../support/write-document.ts'

const [json, xml] = ['application/json', 'application/xml']
const tagged = { ETag: { schema: { type: 'string' } } }
const both = (schema: object, headers: object = tagged): object => ({
  description: 'In JSON or XML.',
  headers,
  content: { [json]: { schema }, [xml]: { schema } },
})
const only = { description: 'In JSON.', ...content(ref('Gadget')) }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }

const document = openApi({
  paths: {
    '/gadgets': {
      get: { responses: { 200: both({ type: 'array', items: ref('Gadget') }) } },
      post: { requestBody: requestBody(ref('NewGadget')), responses: { 201: both(ref('Gadget')) } },
    },
    '/gadgets/{id}': {
      parameters: [id],
      get: { responses: { 200: both(ref('Gadget')), 304: { description: 'The same.' } } },
      put: {
        parameters: [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }],
        requestBody: requestBody(ref('NewGadget')),
        responses: { 200: both(ref('Gadget')) },
      },
    },
    '/parts': { get: { responses: { 200: only } } },
  },
  components: {
    schemas: {
      Gadget: closed({ id: { type: 'integer' }, label: { type: 'string' } }),
      NewGadget: closed({ label: { type: 'string' } }),
    },
  },
})

const server = useFiles({ 'gadgets.json': document })

const call = (path: string, accept: string, options: CallOptions = {}): Promise<Answer> =>
  server.call(path, { ...options, headers: { accept, ...options.headers } })

const tagOf = ({ headers }: Answer): string => headers.etag ?? ''

describe('JSON and XML of a record', () => {
  it.each(['/gadgets/1', '/gadgets'])('have tags of their own: %s', async (path) => {
    await call('/gadgets', json, { body: { label: 'a' } })
    const [inJson, inXml] = [await call(path, json), await call(path, xml)]
    expect([inJson.headers['content-type'], inXml.headers['content-type']]).toEqual([json, xml])
    expect(tagOf(inJson)).not.toBe(tagOf(inXml))
    for (const [accept, known, status] of [
      [json, tagOf(inJson), 304],
      [json, tagOf(inXml), 200],
      [xml, tagOf(inXml), 304],
      [xml, `W/${tagOf(inXml)}`, 304],
      [xml, tagOf(inXml).replaceAll('"', ''), 304],
      [xml, `"other", ${tagOf(inXml)}`, 304],
      [xml, tagOf(inJson), 200],
      [xml, '*', 304],
    ] as const) {
      const answer = await call(path, accept, { headers: { 'if-none-match': known } })
      expect(answer.status, `${accept} ${known}`).toBe(status)
      expect(tagOf(answer)).toBe(tagOf(accept === json ? inJson : inXml))
      expect(answer.headers.vary).toBe('Accept, Origin')
    }
  })

  it('can both be the condition of a change', async () => {
    await call('/gadgets', json, { body: { label: 'a' } })
    const change = async (tag: string, accept = json): Promise<Answer> =>
      call('/gadgets/1', accept, { method: 'PUT', body: { label: 'a' }, headers: { 'if-match': tag } })
    const [ofJson, ofXml] = [tagOf(await call('/gadgets/1', json)), tagOf(await call('/gadgets/1', xml))]
    for (const tag of [ofJson, ofXml, `"other", ${ofXml}`, '*']) expect((await change(tag)).status, tag).toBe(200)
    for (const tag of [`W/${ofXml}`, '"other-xml"']) expect((await change(tag)).status, tag).toBe(412)
    expect(tagOf(await change('*', xml))).toBe(ofXml)
  })
})

describe('Vary', () => {
  it('names Accept only where the client has a choice', async () => {
    expect((await call('/parts', json)).headers.vary).toBe('Origin')
    expect((await call('/gadgets/999', json)).headers.vary).toBe('Origin')
    expect((await call('/gadgets', json, { body: { label: 'a' } })).headers.vary).toBe('Accept, Origin')
  })
})
