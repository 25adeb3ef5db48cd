/**
 * Which operation the steps of a recorded scenario are for.
 */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadService, operationsOf } from '../../../src/loading/service.ts'
import type { RecordedAnswer } from '../../../src/proxy/recording/recorded-answers.ts'
import { writeScenarios } from '../../../src/proxy/recording/write-scenarios.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'
import { openApi, response } from '../../support/write-document.ts'

const documentWith = (path: string): string =>
  JSON.stringify(
    openApi({
      paths: { [path]: { get: { operationId: 'getStatus', responses: { 200: response({ type: 'object' }) } } } },
    }),
  )

const answerOf = (operation: RecordedAnswer['operation']): RecordedAnswer => ({
  operation,
  method: 'GET',
  path: operation.path,
  query: '',
  pathParams: {},
  queryPairs: [],
  requestType: undefined,
  request: undefined,
  sent: {},
  hasCredentials: true,
  status: 200,
  responseType: 'application/json',
  response: {},
  isJson: true,
  headers: {},
  isInvalid: false,
  isOfRecords: false,
  resource: undefined,
  changes: 0,
})

it('an operationId that several documents have is completed with the method and path', async () => {
  await using folder = await createTemporaryFolder({ 'a.json': documentWith('/a'), 'b.json': documentWith('/b') })
  const operations = operationsOf(await loadService(['a.json', 'b.json'].map((file) => join(folder.path, file))))
  const all = operations.map(answerOf)
  const conditionsAmong = async (known: typeof operations) => {
    const written = await writeScenarios(all, { all, operations: known, pause: async () => {} })
    return written.map(({ scenario: { steps } }) => (Array.isArray(steps) ? steps[0].when : undefined))
  }
  expect(await conditionsAmong(operations)).toEqual([
    { operation: 'getStatus', method: 'GET', path: '/a' },
    { operation: 'getStatus', method: 'GET', path: '/b' },
  ])
  expect(await conditionsAmong(operations.slice(0, 1))).toEqual([
    { operation: 'getStatus' },
    { operation: 'getStatus' },
  ])
})
