/**
 * The first generated records are those that the document's responses show, as a whole and with ids of their own.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generateMissing } from '../../src/loading/base-store.ts'
import type { JsonObject } from '../../src/ports.ts'
import { arrayOf, object, pathParameter, text } from '../support/gadget-schemas.ts'
import { loadReplicaSetup } from '../support/replica.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, response } from '../support/write-document.ts'

const boat = object({ id: text, name: text, city: text, self: text }, ['id', 'name'])
const own = { id: 'b-100', name: 'Heron', city: 'Kiel', self: 'https://boats.example/boats/b-100?full=1' }

const generateFor = async (read: object, list: object = {}, record: object = boat): Promise<readonly JsonObject[]> => {
  const document = openApi({
    paths: {
      '/boats': { get: { responses: { 200: response(object({ data: arrayOf(record) }), list) } } },
      '/boats/{boatId}': {
        parameters: [pathParameter('boatId', text)],
        get: { responses: { 200: response(record, read) } },
      },
    },
  })
  await using folder = await createTemporaryFolder({ 'boats.json': JSON.stringify(document) })
  const { service } = await loadReplicaSetup({ documents: [join(folder.path, 'boats.json')], folder: folder.path })
  const later = await generateMissing(service, undefined, { generate: 3, seed: 1, now: () => 0 })
  return (
    later
      ?.find('boats')
      ?.generate()
      .map(({ value }) => value) ?? []
  )
}

describe('a record is like an example', () => {
  it('of the response that reads it, with another id, also in its address', async () => {
    const [first, second] = await generateFor({ example: own })
    expect(first).toEqual({ ...own, id: first?.id, self: `https://boats.example/boats/${first?.id}?full=1` })
    expect(first?.id).not.toBe(own.id)
    expect(second?.name).not.toBe(own.name)
  })

  it('of each item of a list', async () => {
    const items = ['Heron', 'Tern', 'Gull', 'Coot'].map((name, index) => ({ id: `b-10${index}`, name }))
    const records = await generateFor({}, { examples: { some: { value: { data: items } } } })
    expect(records.map(({ name }) => name)).toEqual(['Heron', 'Tern', 'Gull'])
  })

  it('once, if two responses show the same one', async () => {
    const [first, second] = await generateFor({ example: own }, { example: { data: [own] } })
    expect(first?.name).toBe(own.name)
    expect(second?.name).not.toBe(own.name)
  })
})

describe('an example is not used', () => {
  const rows: readonly (readonly [why: string, example: JsonObject])[] = [
    ['a tool wrote it', { ...own, name: 'string' }],
    ['its values are only the names of properties', { ...own, name: 'name', city: 'city' }],
    ['it is not valid', { id: 'b-1', city: 'Kiel' }],
    ['it is only an id', { id: 'b-1' }],
  ]
  for (const [why, example] of rows)
    it(`if ${why}`, async () => {
      const [first] = await generateFor({ example })
      expect(first?.city).not.toBe('Kiel')
      expect(first?.name).not.toMatch(/^(string|name)$/)
    })
})

describe('an id that is not called an id is', () => {
  const idOf = async (name: string): Promise<unknown> => {
    const document = openApi({
      paths: {
        '/boats': { get: { responses: { 200: response(arrayOf(object({ [name]: text }, [name]))) } } },
        [`/boats/{${name}}`]: {
          parameters: [pathParameter(name, text)],
          get: { responses: { 200: response(object({ [name]: text }, [name])) } },
        },
      },
    })
    await using folder = await createTemporaryFolder({ 'boats.json': JSON.stringify(document) })
    const { service } = await loadReplicaSetup({ documents: [join(folder.path, 'boats.json')], folder: folder.path })
    const later = await generateMissing(service, undefined, { generate: 3, seed: 1, now: () => 0 })
    return later?.find('boats')?.generate()[0]?.id
  }
  it('words', async () => expect(await idOf('range')).toMatch(/^[a-z]+-[a-z]+$/))
  it('opaque otherwise', async () => expect(await idOf('boatKey')).toMatch(/^[0-9a-f]{16}$/))
})
