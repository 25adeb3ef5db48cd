/**
 * A body that its schema rejects only with errors that are not shown is still rejected.
 */
import { assert, expect, it } from 'vitest'
import { readPaths } from '../../../src/contract/operation/read-paths.ts'
import { validateRequest } from '../../../src/contract/operation/validate-request.ts'
import type { SchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import type { SchemaError } from '../../../src/contract/schema/validator.ts'
import { loadService } from '../../../src/loading/service.ts'
import { writeFiles } from '../../support/serve-files.ts'
import { openApi, requestBody } from '../../support/write-document.ts'

/** A failed `if` is reported by its `then` or `else`. */
const echo: SchemaError = { keyword: 'if', instancePath: '', schemaPath: '#/if', params: { failingKeyword: 'then' } }
const compiler: Pick<SchemaCompiler, 'compile'> = { compile: () => () => [echo] }

it('a body whose errors are all hidden is rejected', async () => {
  const document = openApi({
    paths: { '/notes': { post: { requestBody: requestBody({}), responses: { 201: { description: 'Made.' } } } } },
  })
  await using folder = await writeFiles({ 'notes.json': document })
  const service = await loadService([`${folder.path}/notes.json`])
  const [loaded] = service.documents
  assert(loaded)
  const [entry] = readPaths(loaded.document, { ...loaded.compiler, ...compiler })
  const operation = entry?.operations.get('POST')
  assert(operation)
  const request = {
    id: '1',
    method: 'POST',
    path: '/notes',
    query: '',
    headers: { 'content-type': 'application/json' },
    readBody: async () => ({ kind: 'bytes' as const, bytes: Buffer.from('{}') }),
    bodySoFar: () => undefined,
  }
  const outcome = await validateRequest({ request, operation, pathParams: {}, query: { pairs: [], broken: undefined } })
  expect(outcome).toMatchObject({
    kind: 'rejected',
    rejection: {
      code: 'invalid_request',
      violations: [{ at: 'body', message: 'body does not match the schema of the request' }],
    },
  })
})
