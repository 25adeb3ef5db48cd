/**
 * One interface in documents of each version, in one file and in many: the same answers from all, each at its own address,
 * alone and together in one process.
 */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStandin, type Standin } from '../src/index.ts'
import { call } from './support/client.ts'
import { createTemporaryFolder } from './support/temporary-folder.ts'

const pathOf = (name: string): string => fileURLToPath(new URL(`documents/${name}`, import.meta.url))

const versions = {
  '2.0': 'gadgets-2.0.yaml',
  '3.0': 'gadgets-3.0.yaml',
  '3.1, in four files': 'gadgets-3.1/openapi.yaml',
  '3.2': 'gadgets-3.2.yaml',
}

const serve = async (documents: readonly string[]): Promise<Standin> => {
  const folder = await createTemporaryFolder({})
  return createStandin({ documents: documents.map(pathOf), port: 0, anyKey: true, folder: folder.path })
}

for (const [version, file] of Object.entries(versions))
  describe(`OpenAPI ${version}`, () => {
    let standin: Standin
    beforeAll(async () => {
      standin = await serve([file])
    })
    afterAll(() => standin.close())

    it('is served at the path of its server, and without a warning', async () => {
      const { documents, warnings } = await standin.describe()
      expect(documents).toMatchObject([{ title: 'Gadgets', url: `${standin.url}/v1`, operations: 3 }])
      expect(warnings).toEqual([])
    })

    it('creates, lists and reads JSON', async () => {
      const made = await call(`${standin.url}/v1/gadgets`, { body: { name: 'Lamp', note: null } })
      expect([made.status, made.headers['content-type']]).toEqual([201, 'application/json'])
      expect(made.json).toMatchObject({ name: 'Lamp', note: null })
      expect((await call(`${standin.url}/v1/gadgets`)).json).toEqual([made.json])
      expect((await call(`${standin.url}/v1/gadgets/${(made.json as { id: number }).id}`)).json).toEqual(made.json)
      expect((await call(`${standin.url}/v1/gadgets/4711`)).status).toBe(404)
    })

    it('rejects what its schemas do not take', async () => {
      const rejected = async (path: string, options = {}) => (await call(`${standin.url}/v1${path}`, options)).status
      expect(await rejected('/gadgets', { body: { name: 1 } })).toBe(422)
      expect(await rejected('/gadgets', { body: { name: 'Lamp', note: 1 } })).toBe(422)
      expect(await rejected('/gadgets?tags=1%7Cb')).toBe(422)
      expect(await rejected('/gadgets?tags=1%7C2')).toBe(200)
    })
  })

describe('webhooks and nothing else', () => {
  it('load, and no path is there', async () => {
    await using standin = await serve(['webhooks.yaml'])
    expect((await standin.describe()).documents).toMatchObject([{ title: 'Notices', operations: 0 }])
    expect((await call(`${standin.url}/gadgetMade`)).status).toBe(404)
  })
})

describe('several documents in one process', () => {
  it('are each at their own address', async () => {
    await using standin = await serve(['webhooks.yaml', 'gadgets-3.0.yaml', 'collection.json', 'oracle-3.0.yaml'])
    const { documents } = await standin.describe()
    expect(documents.map(({ url }) => url.replace(standin.url, ''))).toEqual(['', '/v1', '/v1', expect.any(String)])
    expect((await call(`${standin.url}/v1/gadgets`)).status).toBe(200)
    expect((await call(`${standin.url}/v1/health`)).status).toBe(200)
  })
})
