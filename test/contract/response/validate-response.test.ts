/**
 * Whether a response of a real service conforms to its operation, without a proxy. test/proxy/violations.test.ts has one.
 */
import { describe, expect, it } from 'vitest'
import { checkResponseHead } from '../../../src/contract/response/validate-response.ts'
import { loadService } from '../../../src/loading/service.ts'
import { writeFiles } from '../../support/serve-files.ts'
import { openApi } from '../../support/write-document.ts'

const text = { type: 'string' }
const integers = { type: 'array', items: { type: 'integer' } }

const ofThree = openApi({
  paths: {
    '/pets': {
      get: {
        responses: {
          200: {
            description: '',
            headers: { 'X-Ids': { required: true, schema: integers }, 'X-Note': { schema: text } },
            content: { 'application/json': { schema: integers }, 'text/plain': { schema: text } },
          },
          204: { description: '' },
          '4XX': { description: '', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  },
})

const ofTwo = {
  swagger: '2.0',
  info: { title: 'Pets', version: '1' },
  produces: ['application/json'],
  paths: {
    '/pets': {
      get: {
        responses: {
          200: {
            description: '',
            headers: {
              'X-Comma': integers,
              'X-Space': { ...integers, collectionFormat: 'ssv' },
              'X-Pipe': { ...integers, collectionFormat: 'pipes' },
              'X-One': { type: 'integer' },
            },
          },
        },
      },
    },
  },
}

const check = async (
  document: object,
  {
    status = 200,
    headers = [],
    body = '',
    method = 'GET',
  }: { status?: number; headers?: readonly string[]; body?: string; method?: string },
) => {
  await using folder = await writeFiles({ 'api.json': document })
  const service = await loadService([`${folder.path}/api.json`])
  const operation = service.documents[0]?.entries[0]?.operations.get('GET')
  if (!operation) return expect.unreachable('the document has an operation')
  const { compiler } = service.of(operation.document)
  const { violations, checkBody } = checkResponseHead(operation, compiler, method, { status, headers })
  const inBody = checkBody ? await checkBody(Buffer.from(body)) : []
  return [...violations, ...inBody].map(({ at, keyword }) => `${at} ${keyword}`)
}

describe('a response', () => {
  const json = ['Content-Type', 'application/json']
  const valid = ['X-Ids', '1,2', ...json]
  const rows: readonly (readonly [name: string, parts: Parameters<typeof check>[1], violations: readonly string[]])[] =
    [
      ['that conforms', { headers: valid, body: '[1]' }, []],
      ['of another documented type', { headers: ['X-Ids', '1', 'Content-Type', 'text/plain'], body: 'a' }, []],
      ['without a header that is required', { headers: json, body: '[]' }, ['response.header.X-Ids required']],
      ['with an invalid header', { headers: ['X-Ids', '1,a', ...json], body: '[]' }, ['response.header.X-Ids[1] type']],
      [
        'with a list in several headers',
        { headers: ['X-Ids', 'a', 'x-ids', '1', 'X-Ids', 'b', ...json], body: '[]' },
        ['response.header.X-Ids[0] type', 'response.header.X-Ids[2] type'],
      ],
      ['with an invalid body', { headers: valid, body: '[1,"a"]' }, ['response.body[1] type']],
      ['without a type', { headers: ['X-Ids', '1'], body: '[]' }, ['response.header.Content-Type required']],
      ['without a type and a body', { headers: ['X-Ids', '1'] }, ['response.body required']],
      [
        'of a type that is not documented',
        { headers: ['X-Ids', '1', 'Content-Type', 'text/html'], body: 'a' },
        ['response.header.Content-Type mediaType'],
      ],
      ['to HEAD, which has no body', { headers: ['X-Ids', '1'], method: 'HEAD' }, []],
      ['without content', { status: 204 }, []],
      ['of a class of statuses', { status: 404, headers: json, body: '{}' }, []],
      ['of a class of statuses that is invalid', { status: 404, headers: json, body: '[]' }, ['response.body type']],
    ]
  for (const [name, parts, violations] of rows)
    it(`${name} has ${violations.join(', ') || 'no violations'}`, async () =>
      expect(await check(ofThree, parts)).toEqual(violations))

  it('of a status that is not documented has that violation alone', async () => {
    const found = await check(ofThree, { status: 500 })
    expect(found).toHaveLength(1)
  })
})

describe('a header of Swagger 2.0', () => {
  const rows: readonly (readonly [name: string, value: string, isValid: boolean])[] = [
    ['X-Comma', '1,2', true],
    ['X-Comma', '1|2', false],
    ['X-Space', '1 2', true],
    ['X-Space', '1,2', false],
    ['X-Pipe', '1|2', true],
    ['X-Pipe', '1,2', false],
    ['X-One', '1', true],
    ['X-One', 'a', false],
  ]
  for (const [name, value, isValid] of rows)
    it(`${name}: ${value} is ${isValid ? 'valid' : 'invalid'}`, async () => {
      const found = await check(ofTwo, { headers: [name, value] })
      expect(found.some((violation) => violation.includes(name))).toBe(!isValid)
    })
})
