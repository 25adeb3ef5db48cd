/**
 * Responses in XML, with and without state: if the client prefers XML, or if the document has nothing else.
 */
import { describe, expect, it } from 'vitest'
import { useFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

const bolt = {
  type: 'object',
  required: ['size'],
  xml: { name: 'bolt' },
  properties: {
    id: { type: 'integer', readOnly: true, xml: { attribute: true } },
    size: { type: 'integer' },
  },
}

const types = { json: ['application/json'], xml: ['application/xml'], both: ['application/xml', 'application/json'] }
const contentOf = (mediaTypes: readonly string[], schema: object) => ({
  content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }])),
})

const collection = (name: keyof typeof types) => ({
  [`/${name}`]: {
    get: {
      responses: { 200: { description: 'All.', ...contentOf(types[name], { type: 'array', items: ref('Bolt') }) } },
    },
    post: {
      requestBody: { required: true, ...contentOf(['application/json', 'application/xml'], ref('Bolt')) },
      responses: { 201: { description: 'It.', ...contentOf(types[name], ref('Bolt')) } },
    },
  },
  [`/${name}/{id}`]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { responses: { 200: { description: 'It.', ...contentOf(types[name], ref('Bolt')) } } },
  },
})

const word = { type: 'object', required: ['word'], properties: { word: { const: 'a & b' } } }

const api = useFiles({
  'bolts.json': openApi({
    components: { schemas: { Bolt: bolt } },
    paths: {
      ...collection('json'),
      ...collection('xml'),
      ...collection('both'),
      '/status': { get: { responses: { 200: { description: 'It.', ...contentOf(types.xml, word) } } } },
      '/choice': { get: { responses: { 200: { description: 'It.', ...contentOf(types.both, word) } } } },
      '/example': {
        get: { responses: { 200: response(word, { example: '<root><word>a</word></root>' }, 'text/xml') } },
      },
      '/object-example': { get: { responses: { 200: response(word, { example: { word: 'a & b' } }, 'text/xml') } } },
      '/act': {
        post: { requestBody: requestBody(word), responses: { 200: response(word, {}, 'application/atom+xml') } },
      },
    },
  }),
})

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const json = { 'Content-Type': 'application/json' }

describe('records', () => {
  const rows = [
    { path: '/json', accept: undefined, is: 'application/json' },
    { path: '/json', accept: 'application/xml', is: 406 },
    { path: '/xml', accept: undefined, is: 'application/xml' },
    { path: '/xml', accept: 'text/*, application/xml;q=0.1', is: 'application/xml' },
    { path: '/xml', accept: 'application/json', is: 406 },
    { path: '/both', accept: undefined, is: 'application/json' },
    { path: '/both', accept: '*/*', is: 'application/json' },
    { path: '/both', accept: 'application/*', is: 'application/json' },
    { path: '/both', accept: 'application/xml', is: 'application/xml' },
    { path: '/both', accept: 'application/xml, application/json', is: 'application/json' },
    { path: '/both', accept: 'application/xml, application/json;q=0.5', is: 'application/xml' },
    { path: '/both', accept: 'application/xml;q=0.5, */*;q=0.9', is: 'application/json' },
  ] as const
  for (const { path, accept, is } of rows)
    it(`${path} with Accept: ${accept} is ${is}`, async () => {
      const headers = accept === undefined ? {} : { Accept: accept }
      const created = await api.call(path, { method: 'POST', headers: { ...json, ...headers }, body: { size: 7 } })
      if (is === 406) return expect(created.status).toBe(406)
      expect(created.status).toBe(201)
      expect(created.headers['content-type']).toBe(is)
      const id = /"?id"?[:=]"?(\d+)/.exec(created.text)?.[1]
      const element = `<bolt id="${id}"><size>7</size></bolt>`
      const isXml = is === 'application/xml'
      const read = await api.call(`${path}/${id}`, { headers })
      expect(read.text).toBe(isXml ? declaration + element : JSON.stringify({ id: Number(id), size: 7 }))
      expect(created.text).toBe(read.text)
      const { text } = await api.call(path, { headers })
      expect(text).toContain(isXml ? element : read.text)
      if (isXml) expect(text.startsWith(`${declaration}<root><bolt `)).toBe(true)
    })

  it('a body that was sent as XML is returned as XML', async () => {
    const body = '<bolt><size>3</size></bolt>'
    const made = await api.call('/xml', { method: 'POST', headers: { 'Content-Type': 'application/xml' }, body })
    expect(made.text).toMatch(/<bolt id="\d+"><size>3<\/size><\/bolt>$/)
  })
})

describe('without state', () => {
  const element = '<root><word>a &amp; b</word></root>'
  const rows = [
    { path: '/status', accept: undefined, type: 'application/xml', is: declaration + element },
    { path: '/choice', accept: undefined, type: 'application/json', is: '{"word":"a & b"}' },
    { path: '/choice', accept: 'application/xml', type: 'application/xml', is: declaration + element },
    { path: '/example', accept: undefined, type: 'text/xml', is: '<root><word>a</word></root>' },
    { path: '/object-example', accept: undefined, type: 'text/xml', is: declaration + element },
    { path: '/act', method: 'POST', body: { word: 'a & b' }, type: 'application/atom+xml', is: declaration + element },
  ]
  for (const { path, accept, type, is, method = 'GET', body } of rows)
    it(`${path} with Accept: ${accept} is ${type}`, async () => {
      const headers = { ...(body ? json : {}), ...(accept === undefined ? {} : { Accept: accept }) }
      const answer = await api.call(path, { method, headers, ...(body ? { body } : {}) })
      expect(answer).toMatchObject({ status: 200, text: is, headers: { 'content-type': type } })
    })
})
