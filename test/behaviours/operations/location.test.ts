/**
 * The Location of a new record is its path, whatever base path, sandbox or path style the request used.
 */
import { describe, expect, it } from 'vitest'
import type { Answer, CallOptions } from '../../support/client.ts'
import { call as callUrl } from '../../support/client.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { closed, openApi, requestBody, response, swagger } from '../../support/write-document.ts'

const text = { type: 'string' }
const gadget = closed({ serial: text, label: text })
const sent = closed({ serial: text, label: text }, ['serial'])
const located = (header: object = { schema: text }): object => ({ ...response(gadget), headers: { Location: header } })

interface Case {
  readonly name: string
  readonly document: object
  /** The path of the request. */
  readonly path: string
  readonly method?: string
  readonly body?: object
  readonly is: RegExp
}

interface Paths {
  readonly collection?: string
  readonly item?: string
  readonly created?: object
  readonly parameter?: object
}

const describePaths = ({
  collection = '/gadgets',
  item = '/gadgets/{serial}',
  created = located(),
  parameter = {},
}: Paths = {}): object => ({
  [collection]: { post: { requestBody: requestBody(sent), responses: { 201: created } } },
  [item]: {
    parameters: [{ name: 'serial', in: 'path', required: true, schema: text, ...parameter }],
    get: { responses: { 200: response(gadget) } },
    put: {
      requestBody: requestBody(closed({ label: text })),
      responses: { 200: response(gadget), 201: located() },
    },
  },
})

const servers = (url: string): object => ({ servers: [{ url }] })
const body = { serial: 'a b/c', label: 'Anvil' }

const rows: readonly Case[] = [
  {
    name: 'at the root',
    document: openApi({ paths: describePaths() }),
    path: '/gadgets',
    is: /^\/gadgets\/a%20b%2Fc$/,
  },
  {
    name: 'with a generated id',
    document: openApi({ paths: describePaths() }),
    path: '/gadgets',
    body: { label: 'Anvil' },
    is: /^\/gadgets\/\w+$/,
  },
  {
    name: 'below a base path',
    document: openApi({ paths: describePaths(), ...servers('https://api.example.com/v1/shop') }),
    path: '/v1/shop/gadgets',
    is: /^\/v1\/shop\/gadgets\/a%20b%2Fc$/,
  },
  {
    name: 'in a sandbox with its own path',
    document: openApi({ paths: describePaths(), ...servers('/v1') }),
    path: '/~mine/v1/gadgets',
    is: /^\/~mine\/v1\/gadgets\/a%20b%2Fc$/,
  },
  {
    name: 'of a collection with a trailing slash',
    document: openApi({ paths: describePaths({ collection: '/gadgets/' }) }),
    path: '/gadgets/',
    is: /^\/gadgets\/a%20b%2Fc$/,
  },
  {
    name: 'if both paths end in .json',
    document: openApi({ paths: describePaths({ collection: '/gadgets.json', item: '/gadgets/{serial}.json' }) }),
    path: '/gadgets.json',
    is: /^\/gadgets\/a%20b%2Fc\.json$/,
  },
  {
    name: 'in the style of the parameter',
    document: openApi({ paths: describePaths({ parameter: { style: 'label' } }) }),
    path: '/gadgets',
    is: /^\/gadgets\/\.a%20b%2Fc$/,
  },
  {
    name: 'if the document has an absolute URI',
    document: openApi({ paths: describePaths({ created: located({ schema: { ...text, format: 'uri' } }) }) }),
    path: '/~mine/gadgets',
    is: /^http:\/\/127\.0\.0\.1:\d+\/~mine\/gadgets\/a%20b%2Fc$/,
  },
  {
    name: 'in OpenAPI 2.0',
    document: swagger({
      basePath: '/v2',
      paths: {
        '/gadgets': {
          post: {
            parameters: [{ name: 'gadget', in: 'body', required: true, schema: sent }],
            responses: { 201: { description: 'Made.', headers: { location: { ...text, format: 'url' } } } },
          },
        },
        '/gadgets/{serial}': {
          get: {
            parameters: [{ name: 'serial', in: 'path', required: true, type: 'string' }],
            responses: { 200: { description: 'It.', schema: gadget } },
          },
        },
      },
    }),
    path: '/v2/gadgets',
    is: /^http:\/\/127\.0\.0\.1:\d+\/v2\/gadgets\/a%20b%2Fc$/,
  },
  {
    name: 'of a record that a PUT creates',
    document: openApi({ paths: describePaths(), ...servers('/v1') }),
    path: '/~mine/v1/gadgets/a%20b',
    method: 'PUT',
    body: { label: 'Anvil' },
    is: /^\/~mine\/v1\/gadgets\/a%20b$/,
  },
]

const follow = (answer: Answer, base: string): Promise<Answer> =>
  callUrl(new URL(answer.headers.location ?? '', base).href)

describe('the Location', () => {
  for (const { name, document, path, method = 'POST', body: given = body, is } of rows)
    it(`${name} is the path of the record`, async () => {
      await using served = await serveFiles({ 'gadgets.json': document })
      const answer = await served.call(path, { method, body: given })
      expect(answer.status, answer.text).toBe(201)
      expect(answer.headers.location).toMatch(is)
      expect(await follow(answer, served.standin.url)).toMatchObject({ status: 200, json: { label: 'Anvil' } })
    })

  it('is sent only if it is documented, or if the response has no other id', async () => {
    const document = openApi({ paths: describePaths({ created: response(gadget) }) })
    await using served = await serveFiles({ 'gadgets.json': document })
    const options: CallOptions = { body }
    expect((await served.call('/gadgets', options)).headers).not.toHaveProperty('location')
  })

  it('is not sent if a PUT changes a record', async () => {
    await using served = await serveFiles({ 'gadgets.json': openApi({ paths: describePaths() }) })
    const put = () => served.call('/gadgets/a', { method: 'PUT', body: { label: 'Anvil' } })
    expect(await put()).toMatchObject({ status: 201, headers: { location: '/gadgets/a' } })
    const again = await put()
    expect(again.status).toBe(200)
    expect(again.headers).not.toHaveProperty('location')
  })
})
