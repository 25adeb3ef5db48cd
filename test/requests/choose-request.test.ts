/**
 * The request to try: complete for documents that require something, and it succeeds when a shell runs it.
 */
import { spawn } from 'node:child_process'
import { text as readAll } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { call } from '../support/client.ts'
import { pathParameter, queryParameter, text } from '../support/gadget-schemas.ts'
import { type Files, serveFiles } from '../support/serve-files.ts'
import { openApi, requestBody, response } from '../support/write-document.ts'

const gadget = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string', readOnly: true }, name: text },
}
const list = response({ type: 'array', items: gadget })

/** Runs a command in a shell. Returns the status of the response. */
const run = async (command: string): Promise<string> => {
  const child = spawn('sh', ['-c', command.replace(/^curl/, 'curl -s -o /dev/null -w "%{http_code}"')])
  return readAll(child.stdout)
}

interface Row {
  readonly name: string
  readonly paths: object
  readonly more?: object
  readonly files?: Files
  /** The command without the address of the server. */
  readonly shows: RegExp
}

const rows: readonly Row[] = [
  {
    name: 'a list without input before one with a required parameter',
    paths: {
      '/found': { get: { parameters: [{ ...queryParameter('q'), required: true }], responses: { 200: list } } },
      '/gadgets': { get: { responses: { 200: list } } },
    },
    shows: /^curl \/gadgets$/,
  },
  {
    name: 'a required parameter with its example',
    paths: {
      '/found': {
        get: {
          parameters: [{ ...queryParameter('q'), required: true, example: 'a red one & "new"' }],
          responses: { 200: list },
        },
      },
    },
    shows: /^curl '\/found\?q=a%20red%20one%20%26%20%22new%22'$/,
  },
  {
    name: 'a required header and a required cookie',
    paths: {
      '/found': {
        get: {
          parameters: [
            { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string', enum: ['north'] } },
            { name: 'theme', in: 'cookie', required: true, schema: { type: 'string', enum: ['dark mode'] } },
          ],
          responses: { 200: list },
        },
      },
    },
    shows: /^curl -H 'X-Tenant: north' -H 'Cookie: theme=dark%20mode' \/found$/,
  },
  {
    name: 'a path parameter with the id of a record',
    paths: {
      '/gadgets': { post: { requestBody: requestBody(gadget), responses: { 201: response(gadget) } } },
      '/gadgets/{gadgetId}': {
        get: { parameters: [pathParameter('gadgetId', text)], responses: { 200: response(gadget) } },
      },
    },
    files: { 'fixtures/default/gadgets.json': [{ id: 'red/one', name: 'Lamp' }] },
    shows: /^curl \/gadgets\/red%2Fone$/,
  },
  {
    name: 'a body, if there is nothing but POST',
    paths: { '/gadgets': { post: { requestBody: requestBody(gadget), responses: { 201: response(gadget) } } } },
    shows: /^curl -H 'Content-Type: application\/json' --data-raw '\{"name":"[^"]+"\}' \/gadgets$/,
  },
  {
    name: 'a required property that only requests have',
    paths: {
      '/gadgets': {
        post: {
          requestBody: requestBody({
            type: 'object',
            required: ['secret', 'made'],
            properties: {
              secret: { type: 'string', enum: ['s'], writeOnly: true },
              made: { type: 'string', readOnly: true },
            },
          }),
          responses: { 201: response(gadget) },
        },
      },
    },
    shows: /^curl -H 'Content-Type: application\/json' --data-raw '\{"secret":"s"\}' \/gadgets$/,
  },
  {
    name: 'a multipart form',
    paths: {
      '/gadgets': {
        post: {
          requestBody: requestBody(
            { type: 'object', required: ['note'], properties: { note: { type: 'string', enum: ["it's"] } } },
            'multipart/form-data',
          ),
          responses: { 200: response(gadget) },
        },
      },
    },
    shows: /^curl --form-string 'note=it'\\''s' \/gadgets$/,
  },
  {
    name: 'a key in the query',
    paths: { '/gadgets': { get: { responses: { 200: list } } } },
    more: {
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api key' } } },
    },
    shows: /^curl '\/gadgets\?api%20key=any-key'$|^curl \/gadgets\?api%20key=any-key$/,
  },
  {
    name: 'another operation if the first one fails',
    paths: {
      '/broken': { get: { responses: { 200: response({ type: 'string', pattern: '(' }) } } },
      '/gadgets': { post: { requestBody: requestBody(gadget), responses: { 201: response(gadget) } } },
    },
    shows: /--data-raw/,
  },
]

describe('the request to try', () => {
  for (const { name, paths, more = {}, files = {}, shows } of rows)
    it(`has ${name}`, async () => {
      await using api = await serveFiles({ 'gadgets.json': openApi({ paths, ...more }), ...files })
      const { sample = '' } = await api.standin.describe()
      expect(sample.replace(api.standin.url, '')).toMatch(shows)
      expect(await run(sample), sample).toMatch(/^2\d\d$/)
    })

  it('is missing if none succeeds', async () => {
    const paths = { '/gadgets': { get: { responses: { 200: list } } } }
    const components = { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }
    const document = openApi({ paths, security: [{ bearer: [] }], components })
    const files = { 'fixtures/default/keys.yaml': '- { key: old, state: revoked }' }
    await using api = await serveFiles({ 'gadgets.json': document, ...files })
    expect((await api.standin.describe()).sample).toBeUndefined()
  })

  it('leaves no trace: no record, no exchange, no coverage', async () => {
    const paths = { '/gadgets': { post: { requestBody: requestBody(gadget), responses: { 201: response(gadget) } } } }
    await using api = await serveFiles({ 'gadgets.json': openApi({ paths }) })
    expect((await api.standin.describe()).sample).toMatch(/^curl/)
    expect(await api.standin.defaultSandbox.store.count('gadgets')).toBe(0)
    expect(api.standin.defaultSandbox.journal.size).toBe(0)
    expect(api.standin.coverage().summary.covered).toBe(0)
  })
})

describe('GET /_sandbox/documents', () => {
  it('has addresses and a request for each document, also in another sandbox', async () => {
    const paths = { '/gadgets': { get: { responses: { 200: list } } } }
    const servers = [{ url: 'http://gadgets.test/v1' }, { url: 'http://gadgets.test/v2' }]
    await using api = await serveFiles({ 'gadgets.json': openApi({ paths, servers }) })
    const { url } = api.standin
    await using _ = await api.standin.sandbox({ id: 'ann' })
    expect((await call(`${url}/_sandbox/documents`)).json).toMatchObject([
      {
        addresses: expect.arrayContaining([`${url}/v1`]),
        request: { method: 'GET', url: `${url}/v1/gadgets`, curl: `curl ${url}/v1/gadgets` },
      },
    ])
    expect((await call(`${url}/_sandbox/documents?sandbox=ann`)).json).toMatchObject([
      { url: `${url}/~ann/v1`, request: { url: `${url}/~ann/v1/gadgets` } },
    ])
    expect((await call(`${url}/_sandbox/documents?sandbox=nobody`)).status).toBe(404)
  })
})
