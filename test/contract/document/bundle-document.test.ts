/**
 * A document as one file for other tools: references to other files, servers, and what is left as it is.
 */
import { describe, expect, it } from 'vitest'
import { bundleDocument } from '../../../src/contract/document/bundle-document.ts'
import { type LoadOptions, loadDocument } from '../../../src/contract/document/document.ts'
import { followPointer } from '../../../src/contract/values/pointer.ts'
import type { Json } from '../../../src/ports.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'

const address = 'http://127.0.0.1:4010/~ann'

const bundle = async (files: Readonly<Record<string, string>>, options?: LoadOptions): Promise<Json> => {
  await using folder = await createTemporaryFolder(files)
  return JSON.parse(bundleDocument(await loadDocument(`${folder.path}/pets.yaml`, options), address))
}

const head = `openapi: 3.1.0
info: { title: Pets, version: '1' }
`
const ok = `{ '200': { description: OK } }`

/** The value at a JSON pointer that a reference of the bundle has. */
const targetOf = (root: Json, ref: unknown): Json | undefined =>
  followPointer(root, decodeURIComponent(String(ref).slice(1)))

describe('servers', () => {
  interface Row {
    readonly name: string
    readonly document: string
    readonly options?: LoadOptions
    readonly has: Readonly<Record<string, unknown>>
  }

  const rows: readonly Row[] = [
    {
      name: 'without servers, the address itself',
      document: `${head}paths: {}`,
      has: { '/servers': [{ url: address }] },
    },
    {
      name: 'the base path of each server',
      document: `${head}servers: [{ url: https://api.test/v1 }, { url: /v2/ }]\npaths: {}`,
      has: { '/servers': [{ url: `${address}/v1` }, { url: `${address}/v2` }] },
    },
    {
      name: 'servers of a path and of an operation',
      document: `${head}paths: { /pets: { servers: [{ url: /a }], get: { servers: [{ url: 'https://other.test/b' }], responses: ${ok} } } }`,
      has: {
        '/paths/~1pets/servers': [{ url: `${address}/a` }],
        '/paths/~1pets/get/servers': [{ url: `${address}/b` }],
      },
    },
    {
      name: 'with a base path, only that',
      document: `${head}servers: [{ url: /v1 }]\npaths: { /pets: { servers: [{ url: /a }], get: { responses: ${ok} } } }`,
      options: { basePath: '/moved' },
      has: { '/servers': [{ url: `${address}/moved` }], '/paths/~1pets/servers': undefined },
    },
    {
      name: 'the servers of a callback are those of the client',
      document: `${head}paths: { /pets: { post: { callbacks: { added: { '{$request.body#/url}': { servers: [{ url: 'https://client.test' }], post: { responses: ${ok} } } } }, responses: ${ok} } } }`,
      has: {
        '/paths/~1pets/post/callbacks/added/{$request.body#~1url}/servers': [{ url: 'https://client.test' }],
      },
    },
    {
      name: 'a property called servers is a property',
      document: `${head}paths: {}\ncomponents: { schemas: { Cluster: { properties: { servers: { type: array } }, example: { servers: [{ url: a }] } } } }`,
      has: {
        '/components/schemas/Cluster/properties/servers': { type: 'array' },
        '/components/schemas/Cluster/example': { servers: [{ url: 'a' }] },
      },
    },
    {
      name: 'in 2.0, host, basePath and schemes',
      document: `swagger: '2.0'\ninfo: { title: Pets, version: '1' }\nhost: api.test\nbasePath: /v1\nschemes: [https]\npaths: { /pets: { get: { schemes: [wss], responses: ${ok} } } }`,
      has: {
        '/host': '127.0.0.1:4010',
        '/basePath': '/~ann/v1',
        '/schemes': ['http'],
        '/paths/~1pets/get/schemes': undefined,
        '/servers': undefined,
      },
    },
  ]

  for (const { name, document, options, has } of rows)
    it(name, async () => {
      const root = await bundle({ 'pets.yaml': document }, options)
      expect(Object.fromEntries(Object.keys(has).map((pointer) => [pointer, followPointer(root, pointer)]))).toEqual(
        has,
      )
    })
})

describe('references', () => {
  it('within the document stay as they are', async () => {
    const text = `${head}paths: {}\ncomponents: { schemas: { Pet: {}, Pets: { items: { $ref: '#/components/schemas/Pet' } } } }`
    const root = await bundle({ 'pets.yaml': text })
    expect(followPointer(root, '/components/schemas/Pets/items')).toEqual({ $ref: '#/components/schemas/Pet' })
    expect(followPointer(root, '/x-standin-files')).toBeUndefined()
  })

  it('to other files lead to their content, and from there back', async () => {
    const root = await bundle({
      'pets.yaml': `${head}paths: { '/pets/{id}': { $ref: 'paths/pet.yaml' } }\ncomponents: { schemas: { Name: { type: string } } }`,
      'paths/pet.yaml': `get: { parameters: [{ name: id, in: path, required: true, schema: {} }], responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '../schemas.yaml#/a~1b' } } } } } }`,
      'schemas.yaml': `a/b: { properties: { name: { $ref: 'pets.yaml#/components/schemas/Name' }, next: { $ref: '#/a~1b' } } }`,
    })
    const ref = followPointer(root, '/paths/~1pets~1{id}/$ref')
    const path = targetOf(root, ref) ?? null
    const pet = targetOf(root, followPointer(path, '/get/responses/200/content/application~1json/schema/$ref')) ?? null
    expect(targetOf(root, followPointer(pet, '/properties/name/$ref'))).toEqual({ type: 'string' })
    expect(targetOf(root, followPointer(pet, '/properties/next/$ref'))).toBe(pet)
  })

  it('of a discriminator, too; names stay', async () => {
    const root = await bundle({
      'pets.yaml': `${head}paths: {}\ncomponents: { schemas: { Cat: {}, Pet: { oneOf: [{ $ref: 'dog.yaml' }], discriminator: { propertyName: kind, mapping: { dog: dog.yaml, cat: Cat, bird: '#/components/schemas/Cat' } } } } }`,
      'dog.yaml': `type: object`,
    })
    expect(followPointer(root, '/components/schemas/Pet/discriminator/mapping')).toEqual({
      dog: '#/x-standin-files/0',
      cat: 'Cat',
      bird: '#/components/schemas/Cat',
    })
    expect(followPointer(root, '/x-standin-files/0')).toEqual({ type: 'object' })
  })

  it('of a discriminator in another file: names are those of its own components, or of the document', async () => {
    const root = await bundle({
      'pets.yaml': `${head}paths: {}\ncomponents: { schemas: { Cat: {}, Dog: {}, Pet: { $ref: 'more.yaml#/components/schemas/Pet' } } }`,
      'more.yaml': `components: { schemas: { Cat: {}, Pet: { discriminator: { propertyName: kind, mapping: { c: Cat, d: Dog } } } } }`,
    })
    expect(followPointer(root, '/x-standin-files/0/components/schemas/Pet/discriminator/mapping')).toEqual({
      c: '#/x-standin-files/0/components/schemas/Cat',
      d: 'Dog',
    })
  })

  it('without a target are renamed, so that no tool fetches them', async () => {
    const text = `${head}paths: {}\ncomponents: { schemas: { Pet: { properties: { tag: { $ref: 'https://schemas.test/tag.json' } } } } }`
    const root = await bundle({ 'pets.yaml': text })
    expect(followPointer(root, '/components/schemas/Pet/properties/tag')).toEqual({
      'x-standin-unresolved': 'https://schemas.test/tag.json',
    })
  })

  it('in examples are data', async () => {
    const text = `${head}paths: {}\ncomponents: { schemas: { Pet: { example: { $ref: nowhere.yaml } } } }`
    const root = await bundle({ 'pets.yaml': text })
    expect(followPointer(root, '/components/schemas/Pet/example')).toEqual({ $ref: 'nowhere.yaml' })
  })
})

it('the overlay is applied', async () => {
  const root = await bundle({
    'pets.yaml': `${head}paths: {}`,
    'pets.overlay.yaml': `overlay: 1.0.0\ninfo: { title: x, version: '1' }\nactions: [{ target: $.info, update: { description: Changed } }]`,
  })
  expect(followPointer(root, '/info/description')).toBe('Changed')
})
