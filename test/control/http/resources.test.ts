/**
 * GET /_sandbox/sandboxes/{id}/resources and …/resources/{resource}: what a console needs to show the records of any document.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { assert, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/ports.ts'
import { call } from '../../support/client.ts'
import { type ControlRoute, controlRoutes, expectDocumented } from '../../support/control-document.ts'
import { type Files, serveFiles } from '../../support/serve-files.ts'
import { startStandin } from '../../support/start-standin.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'
import { closed, content, openApi, ref, requestBody, response } from '../../support/write-document.ts'

interface Described {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly pointer: string }[]
  readonly schema: JsonObject
  readonly truncated: boolean
  readonly [field: string]: unknown
}

const routes = new Map(controlRoutes.map((route) => [route.name, route]))

const describeFiles = async (files: Files): Promise<readonly Described[]> => {
  await using served = await serveFiles(files)
  const get = async (path: string, route: string): Promise<unknown> => {
    const answer = await served.call(`/_sandbox/sandboxes/default/resources${path}`)
    expect(answer.status, answer.text).toBe(200)
    expectDocumented(routes.get(route) as ControlRoute, answer)
    return answer.json
  }
  const all = (await get('', 'GET /sandboxes/{id}/resources')) as readonly Described[]
  return await Promise.all(
    all.map(async (listed) => {
      const path = `/${encodeURIComponent(listed.name)}`
      const described = (await get(path, 'GET /sandboxes/{id}/resources/{resource}')) as Described
      expect(described).toMatchObject(listed)
      return described
    }),
  )
}

const createdBy = (schema: object): object => ({
  requestBody: requestBody(schema),
  responses: { 201: response(schema) },
})

const listing = (name: string): object => ({ responses: { 200: response({ type: 'array', items: ref(name) }) } })

const item = (name: string, type = 'integer'): object => ({
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type } }],
  get: { operationId: `get${name}`, responses: { 200: response(ref(name)) } },
  delete: { operationId: `remove${name}`, responses: { 204: { description: 'Removed.' } } },
})

const shop = openApi({
  paths: {
    '/categories': { get: listing('Category'), post: createdBy(ref('Category')) },
    '/categories/{id}': item('Category'),
    '/products': { get: listing('Product'), post: { operationId: 'addProduct', ...createdBy(ref('Product')) } },
    '/products/{id}': item('Product'),
    '/settings': {
      get: { operationId: 'getSettings', responses: { 200: response(ref('Settings')) } },
      put: { operationId: 'putSettings', ...createdBy(ref('Settings')) },
    },
  },
  components: {
    schemas: {
      Category: closed({ id: { type: 'integer' }, label: { type: 'string' } }),
      Product: {
        title: 'Goods',
        allOf: [ref('Named'), { type: 'object', properties: { parent: ref('Product'), maker: ref('Maker') } }],
        required: ['name', 'categoryId'],
        properties: {
          price: { type: 'number', minimum: 0, default: 5, description: 'In euros.' },
          categoryId: { type: 'integer' },
          relatedProductIds: { type: 'array', items: { type: 'integer' } },
          warehouseId: { type: 'integer' },
          state: { enum: ['new', 'used'] },
          secret: { type: 'string', writeOnly: true },
        },
      },
      Named: {
        type: 'object',
        properties: { id: { type: 'integer', format: 'int64', readOnly: true }, name: { type: ['string', 'null'] } },
      },
      Maker: { type: 'object', properties: { products: { type: 'array', items: ref('Product') } } },
      Settings: { type: 'object', properties: { theme: { type: 'string' } } },
    },
  },
})

describe('the resources of a document', () => {
  it('are described with id, count, operations, links and form', async () => {
    const [categories, products, settings] = await describeFiles({
      'shop.json': shop,
      'fixtures/default/categories.json': [{ id: 1, label: 'Tools' }],
    })
    expect(categories).toMatchObject({
      name: 'categories',
      title: 'Categories',
      document: 'shop',
      form: 'collection',
      path: '/categories',
      id: { property: 'id', parts: ['id'], type: 'integer', generated: true },
      count: 1,
      links: [],
    })
    expect(products).toMatchObject({
      title: 'Goods',
      count: 0,
      links: [
        { property: 'categoryId', resource: 'categories', list: false },
        { property: 'relatedProductIds', resource: 'products', list: true },
      ],
    })
    expect(products?.operations).toEqual([
      { operation: 'GET /products', method: 'GET', path: '/products', behaviour: 'list' },
      { operation: 'addProduct', method: 'POST', path: '/products', behaviour: 'create' },
      { operation: 'getProduct', method: 'GET', path: '/products/{id}', behaviour: 'read' },
      { operation: 'removeProduct', method: 'DELETE', path: '/products/{id}', behaviour: 'remove' },
    ])
    expect(settings).toMatchObject({ name: 'settings', form: 'single', id: { property: null, generated: false } })
  })

  it('have columns: the id first, then names, then other scalars', async () => {
    const [, products] = await describeFiles({ 'shop.json': shop })
    expect(products?.columns.map(({ name }) => name)).toEqual([
      'id',
      'name',
      'price',
      'categoryId',
      'warehouseId',
      'state',
      'secret',
    ])
    expect(products?.columns[0]).toEqual({ name: 'id', pointer: '/id', type: 'integer', format: 'int64' })
  })

  it('have a schema that is complete in itself and keeps its annotations', async () => {
    const [, products] = await describeFiles({ 'shop.json': shop })
    assert(products)
    expect(products.truncated).toBe(false)
    expect(products.schema).toMatchObject({
      properties: { price: { default: 5, description: 'In euros.' }, secret: { writeOnly: true } },
      allOf: [{ $ref: '#/$defs/Named' }, { properties: { parent: { $ref: '#' }, maker: { $ref: '#/$defs/Maker' } } }],
      $defs: {
        Named: { properties: { id: { readOnly: true, format: 'int64' } } },
        Maker: { properties: { products: { items: { $ref: '#' } } } },
      },
    })
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(products.schema)
    expect(validate({ name: null, categoryId: 1, parent: { name: 'x', categoryId: 2 } })).toBe(true)
    expect(validate({ name: 'x', categoryId: 1, maker: { products: [{ name: 'x' }] } })).toBe(false)
  })

  it('have columns at most 8, and one for an id inside another property', async () => {
    const properties = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`p${index}`, { type: 'string' }]))
    const metadata = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    const schema = { type: 'object', required: ['metadata'], properties: { ...properties, metadata } }
    const [things] = await describeFiles({
      'things.json': openApi({
        paths: {
          '/things': {
            get: { responses: { 200: response({ type: 'array', items: schema }) } },
            post: createdBy(schema),
          },
          '/things/{name}': {
            parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
            get: { responses: { 200: response(schema) } },
          },
        },
      }),
    })
    expect(things).toMatchObject({ id: { property: 'metadata.name', parts: ['metadata', 'name'], generated: false } })
    expect(things?.columns).toHaveLength(8)
    expect(things?.columns[0]).toMatchObject({ name: 'metadata.name', pointer: '/metadata/name' })
  })

  it('of OpenAPI 3.0 have a schema of today', async () => {
    const Thing = {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'integer', minimum: 0, exclusiveMinimum: true },
        note: { type: 'string', nullable: true, enum: ['a', 'b'], example: 'a' },
        kind: { $ref: '#/components/schemas/Kind', description: 'ignored beside a $ref' },
      },
      discriminator: { propertyName: 'kind', mapping: { x: '#/components/schemas/Kind', y: 'Kind' } },
    }
    const [things] = await describeFiles({
      'things.json': openApi(
        {
          paths: {
            '/things': { get: listing('Thing'), post: createdBy(ref('Thing')) },
            '/things/{id}': item('Thing'),
          },
          components: { schemas: { Thing, Kind: { type: 'string' } } },
        },
        '3.0.3',
      ),
    })
    expect(things?.schema).toMatchObject({
      properties: {
        id: { type: 'integer', exclusiveMinimum: 0 },
        note: { type: ['string', 'null'], enum: ['a', 'b', null], examples: ['a'] },
        kind: { $ref: '#/$defs/Kind' },
      },
      discriminator: { mapping: { x: '#/$defs/Kind', y: '#/$defs/Kind' } },
    })
    expect(things?.schema.properties).not.toHaveProperty('id.minimum')
  })

  it('with a schema that is too large are truncated', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 6_000 }, (_, index) => [`p${index}`, { minLength: index }]),
    )
    const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, ...properties } }
    const [things] = await describeFiles({
      'things.json': openApi({
        paths: {
          '/things': {
            post: createdBy(schema),
            get: { responses: { 200: response({ type: 'array', items: schema }) } },
          },
          '/things/{id}': {
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
            get: { responses: { 200: { description: 'One.', ...content(schema) } } },
          },
        },
      }),
    })
    expect(things?.truncated).toBe(true)
    expect(things?.columns).toHaveLength(1)
  })
})

it('the resources of the Animal Store, with counts of one sandbox', async () => {
  await using standin = await startStandin()
  const ann = await standin.sandbox({ id: 'ann' })
  await ann.records('pets').put([])
  const counts = async (id: string) =>
    ((await call(`${standin.url}/_sandbox/sandboxes/${id}/resources`)).json as readonly Described[]).map(
      ({ name, count }) => [name, count],
    )
  expect(await counts('ann')).toEqual([
    ['pets', 0],
    ['messages', 0],
  ])
  expect(await counts('default')).toEqual([
    ['pets', 30],
    ['messages', 0],
  ])
})

it('records that are not generated yet are not generated to be counted', async () => {
  await using folder = await createTemporaryFolder({ 'shop.json': JSON.stringify(shop) })
  await using standin = await startStandin({ documents: [`${folder.path}/shop.json`], generate: 3 })
  const path = `${standin.url}/_sandbox/sandboxes/default/resources`
  const counts = async () => ((await call(path)).json as readonly Described[]).map(({ name, count }) => [name, count])
  expect(await counts()).toContainEqual(['categories', null])
  expect((await call(`${path}/categories`)).json).toMatchObject({ count: 3 })
  expect(await counts()).toContainEqual(['categories', 3])
  expect((await call(`${path}/pets`)).status).toBe(404)
})

describe('the links of a record', () => {
  const linksIn = async (paths: object) =>
    Object.fromEntries(
      (await describeFiles({ 'api.json': openApi({ paths }) })).map(({ name, links }) => [name, links]),
    )
  const string = { type: 'string' }
  const parameters = (...names: readonly string[]) =>
    names.map((name) => ({ name, in: 'path', required: true, schema: string }))
  const paths = (path: string, id: string, record: object, ...others: readonly string[]) => ({
    [path]: {
      parameters: parameters(...others),
      get: { responses: { 200: response({ type: 'array', items: record }) } },
    },
    [`${path}/{${id}}`]: {
      parameters: parameters(...others, id),
      get: { responses: { 200: response(record) } },
      delete: { responses: { 204: { description: 'Removed.' } } },
    },
  })

  it('are not its own id, although that has the name of another resource', async () =>
    expect(
      await linksIn({
        ...paths('/users', 'id', closed({ id: string, name: string })),
        ...paths('/profiles', 'userId', closed({ userId: string, label: string })),
        ...paths('/notes', 'id', closed({ id: string, userId: string })),
      }),
    ).toEqual({ users: [], profiles: [], notes: [{ property: 'userId', resource: 'users', list: false }] }))

  it('are the parents in its path, under the names of their parameters', async () =>
    expect(
      await linksIn({
        ...paths('/shops', 'shop', closed({ shop: string, name: string })),
        ...paths('/shops/{shop}/parts', 'id', closed({ id: string, shop: string, label: string }), 'shop'),
      }),
    ).toMatchObject({ parts: [{ property: 'shop', resource: 'shops', list: false }] }))
})
