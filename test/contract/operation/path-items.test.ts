/**
 * Path items with a `$ref`: what is beside it is served together with the target (OpenAPI, Path Item Object).
 */
import { expect, it } from 'vitest'
import { queryParameter } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi } from '../../support/write-document.ts'

const done = { responses: { 204: { description: 'Done.' } } }
const count = { name: 'count', in: 'query', schema: { $ref: '#/components/schemas/Count' } }

/** The names of components are the same in both files, but not what they mean. */
const components = (type: string) => ({ schemas: { Count: { type } }, parameters: { count } })

const shared = {
  components: components('integer'),
  item: { get: done, parameters: [{ $ref: '#/components/parameters/count' }] },
  chain: { $ref: '#/item', put: done },
}

const statusesOf = async (calls: readonly (readonly [method: string, path: string])[]) => {
  const document = openApi({
    components: { ...components('boolean'), pathItems: { Item: { get: done } } },
    paths: {
      '/near': { $ref: '#/components/pathItems/Item', post: done, parameters: [count] },
      '/far': {
        $ref: 'parts/shared.json#/item',
        post: done,
        parameters: [{ ...queryParameter('mode'), required: true }],
      },
      '/chain': { $ref: 'parts/shared.json#/chain', delete: done },
      '/other': {
        $ref: 'parts/shared.json#/item',
        patch: done,
        parameters: [{ ...queryParameter('size'), required: true }],
      },
      '/own': {
        $ref: 'parts/shared.json#/item',
        get: { ...done, parameters: [{ ...queryParameter('own'), required: true }] },
      },
    },
  })
  await using served = await serveFiles({ 'main.json': document, 'parts/shared.json': shared })
  expect((await served.standin.describe()).warnings).toEqual([])
  const statuses: number[] = []
  for (const [method, path] of calls) statuses.push((await served.call(path, { method })).status)
  return statuses
}

it('operations beside a $ref are served with those of its target', async () => {
  const calls = [
    ['GET', '/near'],
    ['POST', '/near'],
    ['GET', '/chain'],
    ['PUT', '/chain'],
    ['DELETE', '/chain'],
    ['PUT', '/near'],
  ] as const
  expect(await statusesOf(calls)).toEqual([204, 204, 204, 204, 204, 405])
})

it('parameters beside a $ref apply to all operations, and each $ref keeps its file', async () => {
  const calls = [
    ['GET', '/near?count=true'],
    ['GET', '/near?count=7'],
    ['POST', '/far?mode=a&count=7'],
    ['GET', '/far?mode=a&count=true'],
    ['GET', '/far?count=7'],
    ['PATCH', '/other?size=a&count=7'],
    ['PATCH', '/other?mode=a&count=7'],
    ['PUT', '/chain?count=7'],
    ['PUT', '/chain?count=true'],
  ] as const
  expect(await statusesOf(calls)).toEqual([204, 422, 204, 422, 422, 204, 422, 204, 422])
})

it('an operation beside a $ref replaces that of the target', async () => {
  const calls = [
    ['GET', '/own?count=7'],
    ['GET', '/own?count=7&own=1'],
  ] as const
  expect(await statusesOf(calls)).toEqual([422, 204])
})
