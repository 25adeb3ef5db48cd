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

/** Without known results, depth doubles the steps with each level. */
describe('fault 2: variants that contain each other', () => {
  it.each([3, 21, 60])('of an invalid value %i deep are decided', (depth) => {
    const violations = check(nest(depth, { field: 1 })) ?? []
    expect(violations.map(({ keyword }) => keyword)).toContain('oneOf')
    expect(violations.map(({ keyword }) => keyword)).not.toContain('complexity')
    const place = `body${'.operands[0]'.repeat(depth)}`
    expect(violations.map(({ at }) => at)).toContain(place)
  })

  it.each([3, 21, 60, 100])('of a valid value %i deep are decided', (depth) => {
    expect(check(nest(depth, { field: 'name' }))).toBeUndefined()
  })

  it('of a wide and deep value with many mistakes are decided', () => {
    const tree = (depth: number): Json =>
      depth === 0 ? { field: 1 } : { op: 'or', operands: [tree(depth - 1), tree(depth - 1)] }
    expect(check(tree(9))?.length).toBeGreaterThan(10)
  })

  it('decide alike for each of two equal values at different places', () => {
    const pair = { op: 'and', operands: [nest(20, { field: 1 }), nest(20, { field: 'name' }), nest(20, { field: 1 })] }
    const places = (check(pair) ?? []).map(({ at }) => at)
    expect(places.some((place) => place.startsWith('body.operands[0].'))).toBe(true)
    expect(places.some((place) => place.startsWith('body.operands[1].'))).toBe(false)
  })

  it('apply to names of properties too, which have the place of their object', () => {
    const names = { propertyNames: ref('Word'), additionalProperties: ref('Words') }
    const root = {
      components: {
        schemas: {
          Words: { oneOf: [{ ...names, type: 'object' }, { const: 1 }, ref('Words2')] },
          Words2: { allOf: [names], type: 'array' },
          Word: { anyOf: [{ const: 'a' }, { const: 'b' }] },
        },
      },
    }
    const deep = (depth: number, name: string): Json =>
      depth === 0 ? 1 : { a: deep(depth - 1, name), [name]: deep(depth - 1, name) }
    expect(check(deep(12, 'b'), 'Words', root)).toBeUndefined()
    expect(check(deep(12, 'c'), 'Words', root)).toBeDefined()
  })

  it('with unevaluatedProperties are given up, with the reason', () => {
    const tracked = { ...schemas, And: { ...group('and'), unevaluatedProperties: false } }
    expect(check(nest(30, { field: 1 }), 'Expression', { components: { schemas: tracked } })).toEqual([
      {
        at: 'body',
        keyword: 'complexity',
        message: expect.stringMatching(/^body takes too long to validate: more than \d+ steps/),
      },
    ])
  })

  it('are decided by the server, which goes on serving', async () => {
    const operation = { requestBody: requestBody(ref('Expression')), responses: { 201: response(ref('Expression')) } }
    const document = openApi({ paths: { '/searches': { post: operation } }, components: { schemas } })
    await using server = await serveFiles({ 'api.json': document })
    const answer = await server.call('/searches', { body: JSON.stringify(nest(21, { field: 1 })) })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('must match exactly one variant')
    expect((await server.call('/_sandbox/health')).status).toBe(200)
  })
})

it('a large value of a schema with very many choices is given up', () => {
  const choices = Array.from({ length: 300 }, (_, index) => ({ type: 'object', required: [`a${index}`] }))
  const root = { components: { schemas: { List: { type: 'array', items: { anyOf: choices } } } } }
  expect(
    check(
      Array.from({ length: 20_000 }, () => ({ b: 1 })),
      'List',
      root,
    ),
  ).toMatchObject([{ keyword: 'complexity' }])
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
