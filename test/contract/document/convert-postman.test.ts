/**
 * Postman collections as documents: what is read from them, and what is served.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { convertPostman, isPostman } from '../../../src/contract/document/convert-postman.ts'
import { readPostmanAddress } from '../../../src/contract/document/postman-address.ts'
import { schemaOfExamples } from '../../../src/contract/document/schema-of-examples.ts'
import { useFiles } from '../../support/serve-files.ts'

const text = readFileSync(new URL('../../documents/collection.json', import.meta.url), 'utf8')

describe('addresses', () => {
  const variables = new Map([
    ['baseUrl', 'https://a.test/v1/'],
    ['host', 'a.test'],
  ])
  const rows: readonly { readonly url: unknown; readonly is: object | undefined }[] = [
    { url: 'https://a.test/gadgets', is: { basePath: '', path: '/gadgets' } },
    { url: 'a.test/gadgets/', is: { basePath: '', path: '/gadgets' } },
    { url: 'http://localhost:8080/gadgets', is: { basePath: '', path: '/gadgets' } },
    { url: 'https://a.test', is: { basePath: '', path: '/' } },
    { url: '{{baseUrl}}', is: { basePath: '/v1', path: '/' } },
    { url: '{{baseUrl}}/gadgets', is: { basePath: '/v1', path: '/gadgets' } },
    { url: '{{ baseUrl }}/gadgets', is: { basePath: '/v1', path: '/gadgets' } },
    { url: '{{host}}:8080/gadgets', is: { basePath: '', path: '/gadgets' } },
    { url: '{{unknown}}/gadgets', is: { basePath: '', path: '/gadgets' } },
    { url: 'https://{{host}}/gadgets/{{id}}', is: { path: '/gadgets/{id}', names: ['id'] } },
    { url: '{{baseUrl}}/gadgets/:id/parts/:id', is: { path: '/gadgets/{id}/parts/{id}', names: ['id'] } },
    { url: '{{baseUrl}}/files/{{name}}.json', is: { path: '/files/{name}.json', names: ['name'] } },
    { url: '{{baseUrl}}/gadgets?limit=1&limit=2&{{more}}#top', is: { path: '/gadgets', query: ['limit'] } },
    { url: { host: ['a', 'test'], path: ['gadgets', ':id'] }, is: { path: '/gadgets/{id}' } },
    { url: { host: 'a.test', path: 'gadgets', query: [{ key: 'limit' }] }, is: { path: '/gadgets', query: ['limit'] } },
    { url: {}, is: undefined },
    { url: undefined, is: undefined },
  ]
  for (const { url, is } of rows)
    it(JSON.stringify(url) ?? 'none', () => {
      const address = readPostmanAddress(url, variables)
      if (is === undefined) expect(address).toBeUndefined()
      else expect(address).toEqual(expect.objectContaining(is))
    })
})

describe('schemas of examples', () => {
  const rows: readonly { readonly values: readonly unknown[]; readonly is: unknown }[] = [
    { values: [], is: {} },
    { values: ['a', 'b'], is: { type: 'string' } },
    { values: [1], is: { type: 'integer' } },
    { values: [1, 2.5], is: { type: 'number' } },
    { values: [1, null], is: { type: ['integer', 'null'] } },
    { values: [[]], is: { type: 'array', items: {} } },
    { values: [[1], ['a']], is: { type: 'array', items: { type: ['integer', 'string'] } } },
    {
      values: [{ id: 1, name: 'Lamp' }, { id: 2 }],
      is: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } }, required: ['id'] },
    },
    { values: [1, '{{price}}'], is: {} },
    { values: [{}], is: { type: 'object', properties: {} } },
  ]
  for (const { values, is } of rows) it(JSON.stringify(values), () => expect(schemaOfExamples(values)).toEqual(is))
})

describe('recognizes a collection', () => {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  const rows: readonly { readonly name: string; readonly data: unknown; readonly is: boolean }[] = [
    { name: '2.1', data: { info: { schema }, item: [] }, is: true },
    { name: '2.0', data: { info: { schema: schema.replace('v2.1', 'v2.0') }, item: [] }, is: true },
    { name: '1.0', data: { info: { schema: schema.replace('v2.1', 'v1.0') }, item: [] }, is: false },
    { name: 'no schema, but requests', data: { info: { name: 'a' }, item: [{ request: 'http://a.test' }] }, is: true },
    { name: 'no schema, but folders', data: { info: { name: 'a' }, item: [{ name: 'b', item: [] }] }, is: true },
    { name: 'no schema, other items', data: { info: { name: 'a' }, item: [{ name: 'b' }] }, is: false },
    { name: 'without items', data: { info: { schema } }, is: false },
    { name: 'OpenAPI', data: { openapi: '3.1.0', info: {}, item: [] }, is: false },
    { name: 'a string', data: 'collection', is: false },
  ]
  for (const { name, data, is } of rows) it(`${name}: ${is}`, () => expect(isPostman(data)).toBe(is))
})

describe('authorization', () => {
  const convertAuth = (auth: unknown) => convertPostman({ info: {}, auth, item: [] })
  const rows: readonly { readonly auth: unknown; readonly is: unknown }[] = [
    { auth: { type: 'bearer' }, is: { type: 'http', scheme: 'bearer' } },
    { auth: { type: 'basic' }, is: { type: 'http', scheme: 'basic' } },
    { auth: { type: 'oauth2' }, is: { type: 'http', scheme: 'bearer' } },
    {
      auth: {
        type: 'apikey',
        apikey: [
          { key: 'key', value: 'X-Key' },
          { key: 'in', value: 'query' },
        ],
      },
      is: { type: 'apiKey', in: 'query', name: 'X-Key' },
    },
    {
      auth: { type: 'apikey', apikey: { key: 'X-Key', value: 'secret', in: 'query' } },
      is: { type: 'apiKey', in: 'query', name: 'X-Key' },
    },
  ]
  for (const { auth, is } of rows)
    it(JSON.stringify(auth), () =>
      expect(convertAuth(auth)).toMatchObject({
        components: { securitySchemes: { auth: is } },
        security: [{ auth: [] }],
      }),
    )

  it('of an unknown kind is not required', () => expect(convertAuth({ type: 'hawk' })).not.toHaveProperty('security'))
})

describe('a request with a method that OpenAPI has no field for', () => {
  const request = (method: string) => ({ name: method, request: { method, url: 'http://a.test/pages/:id' } })
  const { call } = useFiles({
    'cache.json': { info: { name: 'Cache' }, item: [request('PURGE'), request('GET'), request('{{method}}')] },
  })

  it('is served', async () => {
    expect((await call('/pages/1', { method: 'PURGE' })).status).toBe(200)
    const { status, headers } = await call('/pages/1', { method: 'LINK' })
    expect([status, headers.allow]).toEqual([405, 'GET, PURGE, HEAD, OPTIONS'])
  })
})

describe('a served collection', () => {
  const { call, standin } = useFiles({ 'collection.json': text }, { anyKey: true })

  it('has its title, its address and its operations', async () => {
    const { documents, warnings } = await standin().describe()
    expect(documents).toMatchObject([{ title: 'Gadgets', url: `${standin().url}/v1`, operations: 5 }])
    expect(warnings).toEqual([])
  })

  it('creates and reads', async () => {
    const made = await call('/v1/gadgets', { key: 'any', body: { name: 'Lamp', price: 3 } })
    expect([made.status, made.json]).toEqual([201, { id: 1, name: 'Lamp', price: 3 }])
    expect((await call('/v1/gadgets/1', { key: 'any' })).json).toEqual(made.json)
    expect((await call('/v1/gadgets', { key: 'any' })).json).toEqual([made.json])
  })

  it('rejects a body that contradicts the example, and a request without a key', async () => {
    expect((await call('/v1/gadgets', { key: 'any', body: { name: 1, price: 3 } })).status).toBe(422)
    expect((await call('/v1/gadgets')).status).toBe(401)
    expect((await call('/v1/health')).status).toBe(200)
  })
})
