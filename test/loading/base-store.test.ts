/**
 * Records that a fixture set lacks are generated later. The ids that are predicted are those that they have then.
 */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { generateMissing } from '../../src/loading/base-store.ts'
import { arrayOf, integer, object, pathParameter, text } from '../support/gadget-schemas.ts'
import { loadReplicaSetup } from '../support/replica.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, requestBody, response } from '../support/write-document.ts'

const collection = (path: string, id: string, record: object, parents: readonly object[] = []) => ({
  [path]: {
    parameters: parents,
    get: { responses: { 200: response(arrayOf(record)) } },
    post: { requestBody: requestBody(record), responses: { 201: response(record) } },
  },
  [`${path}/{${id}}`]: {
    parameters: [...parents, pathParameter(id, text)],
    get: { responses: { 200: response(record) } },
  },
})

const numbered = object({ id: integer, name: text }, ['id', 'name'])
const spar = object({ id: text, boatId: text, label: text }, ['id', 'boatId', 'label'])
const flag = { ...object({ id: integer }, ['id']), example: { id: 9 } }

it('the ids of generated records are known before, except those of examples', async () => {
  const document = openApi({
    paths: {
      ...collection('/boats', 'boatId', numbered),
      ...collection('/boats/{boatId}/spars', 'sparId', spar, [pathParameter('boatId', text)]),
      ...collection('/flags', 'flagId', flag),
    },
  })
  await using folder = await createTemporaryFolder({ 'boats.json': JSON.stringify(document) })
  const { service } = await loadReplicaSetup({ documents: [join(folder.path, 'boats.json')], folder: folder.path })
  const later = await generateMissing(service, undefined, { generate: 3, seed: 1, now: () => 0 })
  const known = (name: string) => {
    const { key } = service.resources.find((resource) => resource.name === name) ?? { key: '' }
    const found = later?.find(key)
    return { predicted: found?.predicted()?.map(({ id }) => id), generated: found?.generate().map(({ id }) => id) }
  }
  expect(known('boats')).toEqual({ predicted: [1, 2, 3], generated: [1, 2, 3] })
  const spars = known('spars')
  expect(spars).toEqual({ predicted: spars.generated, generated: expect.any(Array) })
  expect(spars.generated).toHaveLength(3)
  expect(known('flags')).toMatchObject({ predicted: undefined, generated: expect.arrayContaining([9]) })
})
