/**
 * Warm-up compiles all operations while the server is idle, until it is stopped, and some records are generated before that.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, describe, expect, it, vi } from 'vitest'
import type { Operation } from '../../src/contract/operation/operation.ts'
import { SchemaCompileError } from '../../src/contract/schema/schema-compiler.ts'
import { loadService, operationsOf } from '../../src/loading/service.ts'
import { generateAhead, warmUp } from '../../src/loading/warm-up.ts'
import { createEmbeddedStore } from '../../src/store/embedded-store.ts'
import { integer, pathParameter, text } from '../support/gadget-schemas.ts'
import { writeFiles } from '../support/serve-files.ts'
import { openApi, requestBody, response } from '../support/write-document.ts'

const responses = { 204: { description: 'Done.' } }
const paths = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [
    `/gadgets${index}`,
    {
      post: {
        // A default is validated at once.
        parameters: [
          { name: 'size', in: 'query', schema: { type: index === 3 ? 'nonsense' : 'string', default: 'S' } },
        ],
        requestBody: requestBody({ type: 'string' }),
        responses,
      },
    },
  ]),
)

/** The operations of a document, and the paths of those that have been compiled. */
const watchOperations = async () => {
  await using folder = await writeFiles({ 'gadgets.json': openApi({ paths }) })
  const compiled = new Set<string>()
  const operations = operationsOf(await loadService([`${folder.path}/gadgets.json`])).map(
    (operation): Operation => ({
      ...operation,
      compile: () => {
        compiled.add(operation.path)
        return operation.compile()
      },
    }),
  )
  return { operations, compiled }
}

it('compiles every operation, although one is broken', async () => {
  const { operations, compiled } = await watchOperations()
  const broken = operations[3]
  assert(broken)
  expect(() => broken.compile()).toThrow(SchemaCompileError)
  warmUp(operations)
  expect(compiled.size, 'nothing at once').toBe(1)
  // Looking must cost little: it makes the process busy.
  for (const end = Date.now() + 60_000; compiled.size < 30 && Date.now() < end; ) await sleep(100)
  expect(compiled.size).toBe(30)
})

it('compiles nothing after it is stopped', async () => {
  const { operations, compiled } = await watchOperations()
  const stop = warmUp(operations)
  stop()
  // No event can be awaited here. Without the stop, compiling would begin after 300 ms.
  await sleep(600)
  expect(compiled.size).toBe(0)
})

describe('records that are generated ahead', () => {
  const withProperties = (count: number) => ({
    type: 'object',
    required: ['id'],
    properties: Object.fromEntries([['id', text], ...Array.from({ length: count }, (_, at) => [`size${at}`, integer])]),
  })
  const collectionOf = (schema: object) => ({ get: { responses: { 200: response({ type: 'array', items: schema }) } } })
  const itemOf = (schema: object) => ({
    parameters: [pathParameter('id', text)],
    get: { responses: { 200: response(schema) } },
  })
  /** The keys of the resources of which a record is generated; `sizes`: their properties, in the order of the document. */
  const aheadOf = async (sizes: Readonly<Record<string, number>>) => {
    const described = Object.entries(sizes).flatMap(([name, count]) => {
      const schema = withProperties(count)
      return [
        [`/${name}`, collectionOf(schema)],
        [`/${name}/{id}`, itemOf(schema)],
      ]
    })
    await using folder = await writeFiles({ 'wood.json': openApi({ paths: Object.fromEntries(described) }) })
    const { resources } = await loadService([`${folder.path}/wood.json`])
    const later = { find: () => ({ predicted: () => [], generate: () => [] }), digest: () => 'later' }
    const schemas = resources.map(({ key, filterable }) => ({ name: key, filterable }))
    const store = createEmbeddedStore(schemas, {}, new Map(), later)
    const generate = vi.spyOn(store, 'generateOne')
    generateAhead(store, resources)
    return generate.mock.calls.map(([key]) => key)
  }

  it('are one of the first resource, and one of that with the most properties', async () => {
    expect(await aheadOf({ stones: 1, leaves: 2, trees: 3 })).toEqual(['stones', 'trees'])
  })

  it('leave out those with very many properties', async () => {
    expect(await aheadOf({ stones: 1, leaves: 2, trees: 200 })).toEqual(['stones', 'leaves'])
  })
})
