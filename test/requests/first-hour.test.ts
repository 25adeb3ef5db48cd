/**
 * The first hour with a document: the request of the start message exists, and every list has generated records, also where a
 * filter is required or has a default.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { tryFirstHour } from '../../scripts/first-hour/try-first-hour.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { closed, openApi, ref, response } from '../support/write-document.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('every list has records, and there is a request to copy:', () => {
  for (const file of ['spec/animal-store.yaml', 'test/documents/workshop.yaml', 'test/documents/gadgets-3.0.yaml'])
    it(file, async () => {
      await using folder = await createTemporaryFolder()
      const { sample, status, lists, empty } = await tryFirstHour(join(root, file), folder.path)
      expect(sample).toContain('curl')
      // Windows has no sh.
      if (process.platform !== 'win32') expect(status).toBe(200)
      expect(lists).toBeGreaterThan(0)
      expect(empty).toEqual([])
    })
})

const items = (parameters: readonly object[]): object => ({
  '/items': {
    get: { parameters, responses: { '200': response({ type: 'array', items: ref('Item') }) } },
    post: {
      requestBody: { content: { 'application/json': { schema: ref('Item') } } },
      responses: { '201': response(ref('Item')) },
    },
  },
  '/items/{itemId}': {
    get: {
      parameters: [{ name: 'itemId', in: 'path', required: true, schema: { type: 'integer' } }],
      responses: { '200': response(ref('Item')) },
    },
  },
})

const schemas = {
  Item: closed({
    id: { type: 'integer' },
    charge: { type: 'string', pattern: '^ch_[a-z]{8}$' },
    state: { type: 'string', enum: ['open', 'held'] },
    tags: { type: 'array', minItems: 1, items: closed({ id: { type: 'integer' }, name: { type: 'string' } }) },
  }),
}

it('a record in place of a list is found, at the top or in an envelope', async () => {
  const report = closed({ id: { type: 'string' }, state: { type: 'string', enum: ['open', 'done'] } })
  for (const body of [ref('Report'), { type: 'object', properties: { report: ref('Report') }, required: ['report'] }]) {
    await using folder = await createTemporaryFolder()
    const file = join(folder.path, 'reports.json')
    const paths = {
      '/report': {
        get: { responses: { '200': response(body) } },
        post: { responses: { '201': response(ref('Report')) } },
      },
      '/report/{id}': {
        delete: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { '204': { description: 'Deleted' } },
        },
      },
    }
    await writeFile(file, JSON.stringify(openApi({ paths, components: { schemas: { Report: report } } })))
    expect(await tryFirstHour(file, folder.path)).toMatchObject({ lists: 1, empty: [] })
  }
})

it('a list has records if its ids may be null', async () => {
  const nullable = {
    ...schemas.Item,
    properties: { id: { type: 'string', nullable: true, pattern: '^AD[0-9a-f]{8}$' } },
    required: ['id'],
  }
  const others = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `/kind${index}`,
      { get: { responses: { '200': response({ type: 'array', items: ref('Item') }) } } },
    ]),
  )
  const gets = Object.fromEntries(
    Object.keys(others).map((path) => [
      `${path}/{id}`,
      {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { '200': response(ref('Item')) },
        },
      },
    ]),
  )
  const document = openApi({ paths: { ...others, ...gets }, components: { schemas: { Item: nullable } } }, '3.0.3')
  await using folder = await createTemporaryFolder({ 'a.json': JSON.stringify(document) })
  expect(await tryFirstHour(join(folder.path, 'a.json'), folder.path)).toMatchObject({ lists: 12, empty: [] })
})

describe('a list has records if', () => {
  const filters: Readonly<Record<string, object>> = {
    'a filter is required': { name: 'charge', in: 'query', required: true, schema: { type: 'string' } },
    'a required filter finds objects by their name': {
      name: 'tags',
      in: 'query',
      required: true,
      schema: { type: 'array', items: { type: 'string' } },
    },
    'the default of a filter is a list that is written as a string': {
      name: 'state',
      in: 'query',
      explode: false,
      schema: { type: 'array', default: 'open,held', items: { type: 'string', enum: ['open', 'held'] } },
    },
  }
  for (const [name, filter] of Object.entries(filters))
    it(name, async () => {
      const document = openApi({ paths: items([filter]), components: { schemas } }, '3.0.3')
      await using folder = await createTemporaryFolder({ 'a.json': JSON.stringify(document) })
      const { lists, empty } = await tryFirstHour(join(folder.path, 'a.json'), folder.path)
      expect([lists, empty]).toEqual([1, []])
    })
})

it('a list below a record has records if only its path limits the id', async () => {
  const volume = ref('Volume')
  const inPath = (format?: string) => ({
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', ...(format && { format }) } }],
  })
  const document = openApi(
    {
      paths: {
        '/volumes': {
          get: { responses: { '200': response({ type: 'array', items: volume }) } },
          post: {
            requestBody: { content: { 'application/json': { schema: volume } } },
            responses: { '201': response(volume) },
          },
        },
        '/volumes/{id}': { ...inPath(), get: { responses: { '200': response(volume) } } },
        '/volumes/{id}/snapshots': {
          ...inPath('uuid'),
          get: { responses: { '200': response({ type: 'array', items: ref('Snapshot') }) } },
        },
      },
      components: {
        schemas: {
          Volume: closed({ id: { type: 'string' }, name: { type: 'string' } }),
          Snapshot: closed({ id: { type: 'string' }, size: { type: 'integer' } }),
        },
      },
    },
    '3.0.3',
  )
  await using folder = await createTemporaryFolder({ 'a.json': JSON.stringify(document) })
  const { empty } = await tryFirstHour(join(folder.path, 'a.json'), folder.path)
  expect(empty).toEqual([])
})

it('the request to copy has the length of its body where the document requires one', async () => {
  const length = { name: 'Content-Length', in: 'header', required: true, schema: { type: 'integer' } }
  const upload = {
    parameters: [length],
    requestBody: { required: true, content: { 'application/json': { schema: ref('Item') } } },
    responses: { '200': response({ type: 'object' }) },
  }
  await using folder = await createTemporaryFolder()
  const file = join(folder.path, 'openapi.json')
  await writeFile(file, JSON.stringify(openApi({ paths: { '/import': { put: upload } }, components: { schemas } })))
  const { sample, status } = await tryFirstHour(file, folder.path)
  const [, sent, body = ''] = /-H 'Content-Length: (\d+)'.*--data-raw '([^']*)'/s.exec(sample ?? '') ?? []
  expect(Number(sent)).toBe(Buffer.byteLength(body))
  if (process.platform !== 'win32') expect(status).toBe(200)
})
