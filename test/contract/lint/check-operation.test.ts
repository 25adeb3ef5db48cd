/**
 * What a check finds in an operation that can be loaded: responses that nothing fits.
 */
import { describe, expect, it } from 'vitest'
import { checkOperation } from '../../../src/contract/lint/check-operation.ts'
import { loadService } from '../../../src/loading/service.ts'
import { writeFiles } from '../../support/serve-files.ts'
import { openApi, response } from '../../support/write-document.ts'

const impossible = { type: 'string', minLength: 5, maxLength: 2 }
const code = 'response-unsatisfiable'

const rows: readonly { readonly name: string; readonly responses: object; readonly found: readonly string[] }[] = [
  { name: 'a schema that takes something', responses: { 200: response({ type: 'string' }) }, found: [] },
  { name: 'a schema that takes nothing', responses: { 200: response(impossible) }, found: [code] },
  {
    name: 'an example does not fit what nothing fits',
    responses: { 200: response(impossible, { example: 'abcdef' }) },
    found: [code],
  },
  {
    name: 'a required property that takes nothing',
    responses: { 200: response({ type: 'object', required: ['a'], properties: { a: { not: {} } } }) },
    found: [code],
  },
  {
    name: 'an optional property that takes nothing',
    responses: { 200: response({ type: 'object', properties: { a: { not: {} } } }) },
    found: [],
  },
  // Errors are rendered in the shape that fits; where none does, problem details are sent.
  {
    name: 'an error that takes nothing',
    responses: { 204: { description: 'Done.' }, 400: response(impossible) },
    found: [],
  },
  {
    name: 'a string in a media type other than JSON',
    responses: { 200: response(impossible, {}, 'text/plain') },
    found: [],
  },
]

describe('a check of an operation', () => {
  for (const { name, responses, found } of rows)
    it(`${name}: ${found.join() || 'nothing'}`, async () => {
      const text = JSON.stringify(openApi({ paths: { '/gadgets': { get: { responses } } } }), undefined, 2)
      await using folder = await writeFiles({ 'gadgets.json': text })
      const { first } = await loadService([`${folder.path}/gadgets.json`])
      const operations = first.entries.flatMap((entry) => [...entry.operations.values()])
      const findings = await Promise.all(operations.map((operation) => checkOperation(operation, first.compiler)))
      expect(findings.flat().map((finding) => finding.code)).toEqual(found)
      const line = text.split('\n').findIndex((part) => part.includes('"schema"')) + 1
      for (const finding of findings.flat()) expect(finding.line).toBe(line)
    })
})

it('names the place that no value can satisfy, in plain words', async () => {
  const kind = (member: string) => ({ type: 'object', required: ['kind'], properties: { kind: { enum: [member] } } })
  const responses = { 200: response({ allOf: [kind('a'), kind('b')] }) }
  const text = JSON.stringify(openApi({ paths: { '/gadgets': { get: { responses } } } }))
  await using folder = await writeFiles({ 'gadgets.json': text })
  const { first } = await loadService([`${folder.path}/gadgets.json`])
  const operations = first.entries.flatMap((entry) => [...entry.operations.values()])
  const [findings] = await Promise.all(operations.map((operation) => checkOperation(operation, first.compiler)))
  const [, unanswerable] = findings ?? []
  expect(unanswerable).toMatchObject({
    code,
    message: expect.stringMatching(/: body\.kind must be .*; add an example/),
  })
})
