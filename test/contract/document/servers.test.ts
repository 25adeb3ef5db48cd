/**
 * Where documents, paths and operations are served: read from their servers, and requested over HTTP.
 */
import { describe, expect, it } from 'vitest'
import { readBasePaths, trimBasePath } from '../../../src/contract/document/servers.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, swagger } from '../../support/write-document.ts'

const variables = { version: { default: 'v2', enum: ['v1', 'v2'] }, region: { enum: ['eu', 'us'] } }

describe('servers of 3.x', () => {
  const rows: readonly { readonly name: string; readonly servers: unknown; readonly are: unknown }[] = [
    { name: 'none', servers: undefined, are: undefined },
    { name: 'an empty list', servers: [], are: undefined },
    { name: 'no list', servers: { url: '/v1' }, are: undefined },
    { name: 'one without an address', servers: [{}], are: undefined },
    { name: 'an origin', servers: [{ url: 'https://gadgets.test' }], are: [''] },
    { name: 'several', servers: [{ url: '/v1' }, { url: 'https://gadgets.test/beta/v1/' }], are: ['/v1', '/beta/v1'] },
    {
      name: 'several with one path',
      servers: [{ url: 'https://a.test/v1' }, { url: 'http://b.test/v1' }],
      are: ['/v1'],
    },
    { name: 'a host without a scheme', servers: [{ url: '//gadgets.test/v1' }], are: ['/v1'] },
    { name: 'a host without slashes', servers: [{ url: 'gadgets.test/v1' }], are: ['/v1'] },
    { name: 'a port without slashes', servers: [{ url: 'localhost:8080/v1' }], are: ['/v1'] },
    { name: 'a port', servers: [{ url: 'http://localhost:8080/v1' }], are: ['/v1'] },
    { name: 'another scheme', servers: [{ url: 'wss://gadgets.test/v1' }], are: ['/v1'] },
    { name: 'a relative path', servers: [{ url: './v1' }], are: ['/v1'] },
    { name: 'a relative path upwards', servers: [{ url: '../api/v1' }], are: ['/api/v1'] },
    { name: 'a version is not a host', servers: [{ url: 'v1.0' }], are: ['/v1.0'] },
    { name: 'a query', servers: [{ url: 'https://gadgets.test/v1?key=1#top' }], are: ['/v1'] },
    { name: 'white space around it', servers: [{ url: ' https://gadgets.test/v1 ' }], are: ['/v1'] },
    { name: 'a variable, its default first', servers: [{ url: '/{version}', variables }], are: ['/v2', '/v1'] },
    {
      name: 'a variable without a default',
      servers: [{ url: '/{region}/api', variables }],
      are: ['/eu/api', '/us/api'],
    },
    {
      name: 'two variables, the defaults of both first',
      servers: [{ url: 'https://a.test/{region}/{version}', variables }],
      are: ['/eu/v2', '/us/v2', '/eu/v1', '/us/v1'],
    },
    {
      name: 'a variable twice',
      servers: [{ url: '/{version}/a/{version}', variables }],
      are: ['/v2/a/v2', '/v1/a/v1'],
    },
    { name: 'a variable in the host', servers: [{ url: 'https://{region}.a.test/v1', variables }], are: ['/v1'] },
    {
      name: 'a variable for scheme, host and path',
      servers: [{ url: '{at}/x', variables: { at: { enum: ['https://a.test/v1', 'http://b.test/v2'] } } }],
      are: ['/v1/x', '/v2/x'],
    },
    {
      name: 'a variable with a default that is not among its values',
      servers: [{ url: '/{v}', variables: { v: { default: 'c', enum: ['a', 'b'] } } }],
      are: ['/c', '/a', '/b'],
    },
    {
      name: 'more values than can be served: the first ones',
      servers: [{ url: '/{v}', variables: { v: { enum: Array.from({ length: 99 }, (_, index) => `v${index}`) } } }],
      are: Array.from({ length: 32 }, (_, index) => `/v${index}`),
    },
    { name: 'an unknown host', servers: [{ url: 'https://{host}/v1' }], are: ['/v1'] },
    { name: 'an unknown host and port', servers: [{ url: 'https://{host}:{port}/v1' }], are: ['/v1'] },
    { name: 'an unknown part', servers: [{ url: 'https://gadgets.test/{tenant}/v1' }], are: ['/v1'] },
    { name: 'a prototype name', servers: [{ url: '/{constructor}/v1', variables: {} }], are: ['/v1'] },
    { name: 'an invalid address', servers: [{ url: 'http://' }], are: [''] },
  ]
  for (const { name, servers, are } of rows)
    it(`${name}: ${JSON.stringify(are)}`, () => expect(readBasePaths({ servers }, '3.1')).toEqual(are))
})

describe('basePath of 2.0', () => {
  const rows = [
    { name: 'none', document: { host: 'gadgets.test', schemes: ['https'] }, are: undefined },
    { name: 'a path', document: { basePath: '/v1/' }, are: ['/v1'] },
    { name: 'a path without a slash', document: { basePath: 'v1' }, are: ['/v1'] },
    { name: 'a slash', document: { basePath: '/' }, are: [''] },
    { name: 'a whole address', document: { basePath: 'https://gadgets.test/v1' }, are: ['/v1'] },
    { name: 'servers do not matter', document: { basePath: '/v1', servers: [{ url: '/v2' }] }, are: ['/v1'] },
  ]
  for (const { name, document, are } of rows)
    it(`${name}: ${JSON.stringify(are)}`, () => expect(readBasePaths(document, '2.0')).toEqual(are))
})

it('a base path has one slash, at its start', () =>
  expect(['', '/', '//', 'v1', '/v1/', '//a//'].map(trimBasePath)).toEqual(['', '', '', '/v1', '/v1', '/a']))

describe('over HTTP', () => {
  const responses = { 204: { description: 'Done.' } }
  const document = openApi({
    servers: [{ url: 'https://gadgets.test/v1' }, { url: 'https://staging.gadgets.test/staging/v1' }],
    paths: {
      '/gadgets': { get: { responses }, post: { servers: [{ url: 'https://write.gadgets.test/write' }], responses } },
      '/gadgets#all': { delete: { responses }, get: { responses: { 200: { description: 'Never.' } } } },
      '/files': { servers: [{ url: 'https://files.gadgets.test/files/v3' }], get: { responses } },
    },
  })
  const old = { ...swagger({ basePath: '/old', paths: { '/gadgets': { get: { responses } } } }), host: 'gadgets.test' }
  const rows: readonly { readonly basePath?: string; readonly answers: Readonly<Record<string, number>> }[] = [
    {
      answers: {
        'GET /v1/gadgets': 204,
        'GET /staging/v1/gadgets': 204,
        'DELETE /v1/gadgets': 204,
        'POST /write/gadgets': 204,
        'GET /files/v3/files': 204,
        'GET /old/gadgets': 204,
        'POST /v1/gadgets': 405,
        'GET /write/gadgets': 405,
        'GET /v1/files': 404,
        'GET /gadgets': 404,
      },
    },
    {
      basePath: '/',
      answers: { 'GET /gadgets': 204, 'POST /gadgets': 204, 'GET /files': 204, 'GET /v1/gadgets': 404 },
    },
    { basePath: '/api/', answers: { 'GET /api/gadgets': 204, 'GET /api/files': 204, 'GET /old/gadgets': 404 } },
  ]
  for (const { basePath, answers } of rows)
    it(basePath === undefined ? "at the servers' paths" : `at ${basePath}, the requested path`, async () => {
      const files = { 'gadgets.json': document, 'old.json': old }
      const options = basePath === undefined ? {} : { basePath }
      await using served = await serveFiles(files, { ...options, documents: Object.keys(files) })
      for (const [request, status] of Object.entries(answers)) {
        const [method = '', path = ''] = request.split(' ')
        expect((await served.call(path, { method })).status, request).toBe(status)
      }
    })
})
