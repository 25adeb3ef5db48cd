/**
 * No value takes long to validate, whatever its schema is.
 */
import { describe, expect, it } from 'vitest'
import { createSchemaCompiler, type SchemaCompiler } from '../../src/contract/schema/schema-compiler.ts'
import { describeErrors } from '../../src/contract/schema/violations.ts'
import type { Json } from '../../src/ports.ts'
import { serveFiles } from '../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../support/write-document.ts'

const group = (op: string) => ({
  type: 'object',
  required: ['op', 'operands'],
  properties: { op: { const: op }, operands: { type: 'array', items: ref('Expression') } },
})

const schemas = {
  Expression: { oneOf: [ref('And'), ref('Or'), ref('Leaf')] },
  And: group('and'),
  Or: group('or'),
  Leaf: { type: 'object', required: ['field'], properties: { field: { type: 'string' } } },
}

const nest = (depth: number, leaf: Json): Json =>
  depth === 0 ? leaf : { op: 'and', operands: [nest(depth - 1, leaf)] }

const compilerOf = (root: Json): SchemaCompiler => createSchemaCompiler(new Map([['api.json', root]]), '3.1')

const validatorOf = (root: Json, name: string) =>
  compilerOf(root).compile(
    { file: 'api.json', pointer: '/start', value: { $ref: `#/components/schemas/${name}` } },
    'request',
  )

const check = (value: Json, name = 'Expression', root: Json = { components: { schemas } }) => {
  const parsed = { rounded: value, exact: value }
  const errors = validatorOf(root, name)(parsed)
  return errors && describeErrors(errors, parsed, 'body')
}

describe('variants that contain each other', () => {
  it.each([21, 30])('of a value %i deep and invalid are given up, with the reason', (depth) => {
    expect(check(nest(depth, { field: 1 }))).toEqual([
      {
        at: 'body',
        keyword: 'complexity',
        message: expect.stringMatching(/^body takes too long to validate: more than \d+ steps/),
      },
    ])
  })

  it('are given up for a valid value too', () => {
    expect(check(nest(100, { field: 'name' }))).toMatchObject([{ keyword: 'complexity' }])
  })

  it('are validated as before where that is quick', () => {
    expect(check(nest(8, { field: 'name' }))).toBeUndefined()
    expect(check(nest(3, { field: 1 }))?.map(({ keyword }) => keyword)).not.toContain('complexity')
  })

  it('are rejected by the server, which goes on serving', async () => {
    const operation = { requestBody: requestBody(ref('Expression')), responses: { 201: response(ref('Expression')) } }
    const document = openApi({ paths: { '/searches': { post: operation } }, components: { schemas } })
    await using server = await serveFiles({ 'api.json': document })
    const answer = await server.call('/searches', { body: JSON.stringify(nest(21, { field: 1 })) })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('takes too long to validate')
    expect((await server.call('/_sandbox/health')).status).toBe(200)
  })
})

it('a schema that refers to itself endlessly rejects every value', () => {
  const root = { components: { schemas: { Endless: { allOf: [ref('Endless')] } } } }
  expect(check({}, 'Endless', root)).toMatchObject([
    { keyword: 'complexity', message: expect.stringMatching('cannot be') },
  ])
})

describe('large values of simple schemas are validated completely', () => {
  const items = Array.from({ length: 60_000 }, (_, index) => ({ id: index, name: `item ${index}` }))
  const root = {
    components: {
      schemas: {
        List: { type: 'array', items: ref('Item'), uniqueItems: true },
        Item: {
          allOf: [{ type: 'object', required: ['id'] }, ref('Named')],
          anyOf: [{ required: ['id'] }, { required: ['name'] }],
          properties: { id: { type: 'integer' } },
        },
        Named: { properties: { name: { type: 'string', minLength: 1, pattern: '^item' } } },
      },
    },
  }

  it('that are valid', () => expect(check(items, 'List', root)).toBeUndefined())

  it('with one mistake', () => {
    const violations = check([...items, { id: 'x' }], 'List', root)
    expect(violations).toMatchObject([{ at: 'body[60000].id', keyword: 'type' }])
  })

  it('with a mistake in every item', () => {
    const violations = check(
      items.map(({ id }) => ({ id: String(id) })),
      'List',
      root,
    )
    expect(violations).toHaveLength(100)
  })
})
