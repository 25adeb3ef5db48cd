/**
 * Operations compiled in idle time: all of them, and no more once it is stopped.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, expect, it, vi } from 'vitest'
import type { Operation } from '../../src/contract/operation/operation.ts'
import { SchemaCompileError } from '../../src/contract/schema/schema-compiler.ts'
import { loadService, operationsOf } from '../../src/loading/service.ts'
import { warmUp } from '../../src/loading/warm-up.ts'
import { writeFiles } from '../support/serve-files.ts'
import { openApi, requestBody } from '../support/write-document.ts'

const responses = { 204: { description: 'Done.' } }
const paths = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [
    `/gadgets${index}`,
    { post: { requestBody: requestBody({ type: index === 3 ? 'nonsense' : 'string' }), responses } },
  ]),
)

/** The operations of a document, with the count of those that something asked to be compiled. */
const watchOperations = async () => {
  await using folder = await writeFiles({ 'gadgets.json': openApi({ paths }) })
  const asked = new Set<string>()
  const operations = operationsOf(await loadService([`${folder.path}/gadgets.json`])).map(
    (operation): Operation => ({
      ...operation,
      compile: () => {
        asked.add(operation.path)
        return operation.compile()
      },
    }),
  )
  return { operations, asked }
}

it('compiles each operation, a broken one besides', async () => {
  const { operations, asked } = await watchOperations()
  const broken = operations[3]
  assert(broken)
  expect(() => broken.compile()).toThrow(SchemaCompileError)
  warmUp(operations)
  expect(asked.size, 'nothing at once').toBe(1)
  await vi.waitFor(() => expect(asked.size).toBe(30), { timeout: 20_000, interval: 50 })
})

it('stops when it is told to', async () => {
  const { operations, asked } = await watchOperations()
  const stop = warmUp(operations)
  stop()
  // There is nothing to wait for: what must not happen would begin after 300 ms.
  await sleep(600)
  expect(asked.size).toBe(0)
})
