/**
 * References of a document whose schemas refer to one another everywhere, followed up to a limit for the API reference.
 */
import { expect, it } from 'vitest'
import { isTooLarge, resolveBounded } from '../../console/src/reference/resolve-bounded.ts'

const path = ['paths', '/things', 'get']
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const documentOf = (schemas: object, schema: object) => ({
  openapi: '3.0.3',
  paths: { '/things': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
  components: { schemas },
})

const schemaIn = (document: object): unknown => {
  const { responses } = resolveBounded(document, path) as {
    readonly responses: {
      readonly 200: { readonly content: { readonly 'application/json': { readonly schema: unknown } } }
    }
  }
  return responses[200].content['application/json'].schema
}

const countNodes = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, one) => sum + countNodes(one), 1)
    : 0

it('gives up on depth where every schema refers to every other one', () => {
  const names = Array.from({ length: 30 }, (_, index) => `S${index}`)
  const properties = Object.fromEntries(names.map((name) => [name.toLowerCase(), ref(name)]))
  const dense = documentOf(
    Object.fromEntries(names.map((name) => [name, { type: 'object', description: name, properties }])),
    ref('S0'),
  )
  expect(isTooLarge(dense)).toBe(true)
  const resolved = resolveBounded(dense, path)
  expect(countNodes(resolved)).toBeLessThan(7_000)
  expect(countNodes(resolved)).toBeGreaterThan(900)
  expect(JSON.stringify(resolved)).toContain('"type":"object","description":"S7","$$ref":"#/components/schemas/S7"')
})

it('follows all references of a small document, once where they are circular', () => {
  const node = { type: 'object', properties: { next: ref('Node'), name: { type: 'string' } } }
  const small = documentOf({ Node: node }, ref('Node'))
  expect(isTooLarge(small)).toBe(false)
  expect(schemaIn(small)).toEqual({
    type: 'object',
    properties: {
      next: { type: 'object', title: undefined, description: undefined, $$ref: '#/components/schemas/Node' },
      name: { type: 'string' },
    },
    $$ref: '#/components/schemas/Node',
  })
})

it('shows allOf as one schema until OpenAPI 3.0, and leaves examples and property names alone', () => {
  const base = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
  const schema = {
    allOf: [ref('Base'), { required: ['example'], properties: { example: ref('Base') } }],
    example: { $ref: 'not a reference' },
  }
  expect(schemaIn(documentOf({ Base: base }, schema))).toMatchObject({
    type: 'object',
    required: expect.arrayContaining(['id', 'example']),
    properties: { id: { type: 'integer' }, example: { type: 'object', properties: { id: { type: 'integer' } } } },
    example: { $ref: 'not a reference' },
  })
  expect(schemaIn({ ...documentOf({ Base: base }, schema), openapi: '3.1.0' })).toHaveProperty('allOf')
})

it('returns nothing for what the document does not have, and keeps a reference that cannot be resolved', () => {
  expect(resolveBounded({}, path)).toBeUndefined()
  expect(resolveBounded(undefined, path)).toBeUndefined()
  expect(schemaIn(documentOf({}, ref('__proto__')))).toEqual(ref('__proto__'))
})
