/**
 * `standin mock` beyond single responses: large documents, documents of several files, scenarios, the journal.
 */
import { describe, expect, it } from 'vitest'
import { callPrism, loadOperations } from '../../src/mock/prism-engine.ts'
import { readRequest } from '../../src/mock/prism-request.ts'
import { cpuTimeOf } from '../support/cpu-time.ts'
import { serveFiles, useFiles } from '../support/serve-files.ts'
import { openApi, response } from '../support/write-document.ts'

const tea = {
  type: 'object',
  required: ['name', 'maker'],
  properties: {
    name: { type: 'string', nullable: true, example: 'Green' },
    grams: { type: 'number', minimum: 0, exclusiveMinimum: true },
    maker: { $ref: '#/components/schemas/Maker' },
  },
}
const maker = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
}

const teaPaths = {
  '/teas/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { responses: { 200: response({ $ref: '#/components/schemas/Tea' }) } },
    put: {
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tea' } } } },
      responses: {
        200: response({ $ref: '#/components/schemas/Tea' }, { example: { name: 'kept', maker: { name: 'a' } } }),
      },
    },
  },
}

/** Enough paths that Prism does not load the document whole. */
const manyPaths = Object.fromEntries(
  Array.from({ length: 1_500 }, (_, index) => [
    `/cups/${index}`,
    {
      get: {
        operationId: `cup${index}`,
        responses: { 200: response({ type: 'object', properties: { size: { type: 'integer' } } }) },
      },
    },
  ]),
)

/** Enough properties that Prism's loader does not copy the schemas of the path. */
const manyProperties = Object.fromEntries(
  Array.from({ length: 1_500 }, (_, index) => [`p${index}`, { type: 'string', nullable: true, maxLength: 5 }]),
)

const sending = (body: unknown) => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const documents = {
  small: openApi({ paths: teaPaths, components: { schemas: { Tea: tea, Maker: maker } } }),
  'with many paths': openApi({
    paths: { ...manyPaths, ...teaPaths },
    components: { schemas: { Tea: tea, Maker: maker } },
  }),
  'with large schemas': openApi({
    paths: { ...manyPaths, ...teaPaths },
    components: { schemas: { Tea: tea, Maker: { ...maker, properties: { ...maker.properties, ...manyProperties } } } },
  }),
}

for (const [name, document] of Object.entries(documents))
  describe(`a document ${name}`, () => {
    const { call } = useFiles({ 'teas.json': document }, { stateless: true, basePath: '/' })

    it('has bodies from its schemas', async () => {
      const { status, json } = await call('/teas/1')
      expect(status).toBe(200)
      expect(json).toMatchObject({ name: 'Green', maker: { name: 'string' } })
    })

    it('has bodies from its examples', async () =>
      expect((await call('/teas/1', sending({ name: 'b', maker: { name: 'c' } }))).json).toEqual({
        name: 'kept',
        maker: { name: 'a' },
      }))

    it('validates parameters', async () => {
      const { status, json } = await call('/teas/first')
      expect(status).toBe(422)
      expect(json).toMatchObject({ validation: [{ location: ['path', 'id'] }] })
    })

    it('validates bodies, also behind references', async () => {
      expect((await call('/teas/1', sending({ name: null, maker: { name: 5 } }))).status).toBe(422)
      expect((await call('/teas/1', sending({ name: null, grams: 0, maker: { name: 'c' } }))).status).toBe(422)
      expect((await call('/teas/1', sending({ name: null, grams: 1, maker: { name: 'c' } }))).status).toBe(200)
    })

    it('has generated bodies, the same each time', async () => {
      const first = await call('/teas/1?__dynamic=true')
      expect(first.status).toBe(200)
      expect(first.json).toHaveProperty('maker.name')
      expect((await call('/teas/1?__dynamic=true')).text).toBe(first.text)
    })

    it('has other responses elsewhere', async () => {
      expect((await call('/coffees')).status).toBe(404)
      expect((await call('/teas/1', { method: 'DELETE' })).status).toBe(405)
    })
  })

describe('a document of several files', () => {
  const { call } = useFiles(
    {
      'teas.json': openApi({ paths: { '/tea': { $ref: 'parts/paths.json#/tea' } } }),
      'parts/paths.json': { tea: { get: { responses: { 200: response({ $ref: 'schemas.json#/Tea' }) } } } },
      'parts/schemas.json': {
        Tea: { type: 'object', properties: { name: { $ref: '#/Name' } } },
        Name: { type: 'string', example: 'from another file' },
      },
    },
    { stateless: true, basePath: '/', documents: ['teas.json'] },
  )

  it('is one document', async () => expect((await call('/tea')).json).toEqual({ name: 'from another file' }))
})

describe('an overlay', () => {
  const { call } = useFiles(
    {
      'teas.json': openApi({ paths: { '/tea': { get: { responses: { 200: response({ type: 'string' }) } } } } }),
      'teas.overlay.json': {
        overlay: '1.0.0',
        info: { title: 'Examples', version: '1' },
        actions: [
          {
            target: "$.paths['/tea'].get.responses['200'].content['application/json']",
            update: { example: 'from the overlay' },
          },
        ],
      },
    },
    { stateless: true, basePath: '/', documents: ['teas.json'] },
  )

  it('applies', async () => expect((await call('/tea')).json).toBe('from the overlay'))
})

describe('what Standin adds', () => {
  const { call, standin } = useFiles(
    { 'teas.json': openApi({ paths: { '/tea': { get: { responses: { 200: response({ type: 'string' }) } } } } }) },
    { stateless: true, basePath: '/' },
  )

  it('is scenarios, by request', async () => {
    const { status } = await call('/tea', { headers: { 'sandbox-scenario': 'server-error' } })
    expect(status).toBe(500)
  })

  it('is sandboxes with their journals, in which mistakes have their reasons', async () => {
    await using sandbox = await standin().sandbox()
    const issues: string[] = []
    const stop = standin().watchIssues(({ kind, reason }) => issues.push(`${kind}: ${reason}`))
    await call('/tea?size=1', { method: 'POST', headers: sandbox.headers })
    await call('/coffee', { headers: sandbox.headers })
    stop()
    expect(issues).toEqual([
      expect.stringContaining('it does not have "post" method defined'),
      expect.stringContaining("/coffee hasn't been found"),
    ])
  })

  it('does not include records: what is created is not kept', async () => {
    await using served = await serveFiles(
      {
        'teas.json': openApi({
          paths: {
            '/teas': {
              get: { responses: { 200: response({ type: 'array', items: tea }, { example: [] }) } },
              post: { responses: { 201: response({ type: 'object' }, { example: { name: 'Green' } }) } },
            },
          },
          components: { schemas: { Tea: tea, Maker: maker } },
        }),
      },
      { stateless: true, basePath: '/' },
    )
    expect((await served.call('/teas', { method: 'POST' })).status).toBe(201)
    expect((await served.call('/teas')).json).toEqual([])
    expect((await served.standin.describe()).resources).toEqual([])
  })
})

it('responds where the generator of Prism fails on an empty object in an unnamed list', async () => {
  const empty = { type: 'object', required: ['meta'], properties: { meta: { type: 'object', maxProperties: 0 } } }
  const list = { type: 'array', minItems: 1, items: empty }
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, parts: { anyOf: [list] } } }
  await using served = await serveFiles(
    { 'teas.json': openApi({ paths: { '/teas': { get: { responses: { 200: response(schema) } } } } }) },
    { stateless: true, basePath: '/' },
  )
  const answer = await served.call('/teas?__dynamic=true')
  expect(answer.status, answer.text).toBe(200)
  expect(answer.json).toMatchObject({ id: expect.any(Number) })
})

describe('generated bodies', () => {
  it('are those of their seed, also while others are generated', async () => {
    const properties = { name: { type: 'string', 'x-faker': 'name.findName' }, size: { type: 'integer' } }
    const schema = { type: 'object', required: ['name', 'size'], properties }
    const operations = await loadOperations({
      openapi: '3.1.0',
      info: { title: 'Cups', version: '1.0.0' },
      paths: {
        '/cup': {
          get: { responses: { 200: { description: 'A cup.', content: { 'application/json': { schema } } } } },
        },
      },
    })
    const generate = (seed: string) =>
      callPrism(
        operations,
        { method: 'get', url: { path: '/cup' }, headers: {} },
        {
          dynamic: true,
          ignoreExamples: false,
          seed,
          code: undefined,
          example: undefined,
          errors: false,
          generator: {},
          validates: true,
        },
      )
    const seeds = ['a', 'b', 'c', 'd', 'e']
    const alone: unknown[] = []
    for (const seed of seeds) alone.push(await generate(seed))
    expect(await Promise.all(seeds.map(generate))).toEqual(alone)
  })
})

describe('a query', () => {
  it('of thousands of names is read in linear time', async () => {
    const read = (count: number) =>
      readRequest({
        id: '',
        method: 'GET',
        path: '/',
        query: Array.from({ length: count }, (_, index) => `name${index}=1`).join('&'),
        headers: {},
        readBody: async () => ({ kind: 'bytes', bytes: Buffer.from('') }),
        bodySoFar: () => undefined,
      })
    await read(1_000)
    expect(await cpuTimeOf(() => read(20_000))).toBeLessThan(1_000)
  })

  it('has each name as it is sent', async () => {
    const read = await readRequest({
      id: '',
      method: 'GET',
      path: '/',
      query: '__proto__=a&__proto__=b&c=1&d=2&d=3',
      headers: {},
      readBody: async () => ({ kind: 'bytes', bytes: Buffer.from('') }),
      bodySoFar: () => undefined,
    })
    const query = read.kind === 'request' ? read.request.url.query : undefined
    expect(Object.entries(query ?? {})).toEqual([
      ['__proto__', ['a', 'b']],
      ['c', '1'],
      ['d', ['2', '3']],
    ])
  })
})
