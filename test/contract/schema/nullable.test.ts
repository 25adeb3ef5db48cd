import { describe, expect, it } from 'vitest'
import type { Node } from '../../../src/contract/document/references.ts'
import { findContradictions } from '../../../src/contract/lint/find-contradictions.ts'
import { isNull, isNullable } from '../../../src/contract/schema/nullable.ts'
import { allowsNull, typesOf } from '../../../src/contract/schema/schema-view.ts'
import { findVariants } from '../../../src/contract/schema/variants.ts'
import { walkSchema } from '../../../src/contract/schema/walk-schema.ts'
import type { Json, JsonObject } from '../../../src/ports.ts'

const file = '/gadgets.yaml'

/** The files and the node of a schema; `definitions` are at #/definitions/NAME. */
const place = (schema: Json, definitions: JsonObject = {}) => {
  const node: Node = { file, pointer: '/schema', value: schema }
  return { files: new Map<string, Json>([[file, { schema, definitions }]]), node }
}

const rows: readonly (readonly [name: string, schema: JsonObject, nullable: boolean, onlyNull: boolean])[] = [
  ['nullable', { type: 'string', nullable: true }, true, false],
  ['x-nullable', { type: 'string', 'x-nullable': true }, true, false],
  ['a list of types with null', { type: ['string', 'null'] }, true, false],
  ['an enum with null', { enum: ['a', null] }, true, false],
  ['an enum with null and a type without it', { type: 'string', enum: ['a', null] }, false, false],
  ['the type null', { type: 'null' }, true, true],
  ['an enum of null', { enum: [null] }, true, true],
  ['the constant null', { const: null }, true, true],
  ['a type', { type: 'string' }, false, false],
  ['nullable: false', { type: 'string', nullable: false }, false, false],
]

describe('a schema allows null', () => {
  for (const [name, schema, nullable, onlyNull] of rows)
    it(`${name}: ${nullable ? 'yes' : 'no'}`, () => {
      expect(isNullable(schema)).toBe(nullable)
      expect(isNull(schema)).toBe(onlyNull)
      const { files, node } = place(schema)
      expect(allowsNull(files, node)).toBe(nullable)
    })

  const untyped: readonly (readonly [schema: JsonObject, nullable: boolean])[] = [
    [{}, true],
    [{ type: [] }, true],
    [{ items: false }, true],
    [{ items: { type: 'string' } }, false],
    [{ properties: {} }, false],
    [{ enum: ['a'] }, false],
  ]
  for (const [schema, nullable] of untyped)
    it(`without a type: ${JSON.stringify(schema)}: ${nullable ? 'yes' : 'no'}`, () => {
      const { files, node } = place(schema)
      expect(allowsNull(files, node)).toBe(nullable)
    })
})

describe('x-nullable counts like nullable', () => {
  for (const keyword of ['nullable', 'x-nullable']) {
    it(`${keyword}: in the types of a schema`, () => {
      const { files, node } = place({ allOf: [{ type: 'string' }], [keyword]: true })
      expect([...typesOf(files, node)].sort()).toEqual(['null', 'string'])
    })

    it(`${keyword}: in the variants of a discriminator`, () => {
      const variant = { type: 'object', properties: { kind: { enum: ['bolt'] } }, [keyword]: true }
      const { files, node } = place({ oneOf: [variant], discriminator: { propertyName: 'kind' } })
      expect(findVariants(files, node)?.allowsNull).toBe(true)
    })

    it(`${keyword}: in contradictions`, () => {
      const part = (type: string) => ({ type, [keyword]: true })
      const { files, node } = place({ allOf: [part('string'), part('integer')] })
      expect(findContradictions(files, node)).toEqual([])
    })
  }
})

describe('the walk over a schema', () => {
  const to = (name: string) => ({ $ref: `#/definitions/${name}` })

  it('follows $ref and allOf, each once', () => {
    const definitions = { A: { title: 'A', allOf: [to('B')] }, B: { title: 'B', allOf: [to('A')] } }
    const { files, node } = place({ allOf: [to('A'), to('B')] }, definitions)
    const titles = walkSchema(files, node).flatMap(({ schema }) => (schema.title === undefined ? [] : [schema.title]))
    expect(titles).toEqual(['A', 'B'])
  })

  it('ends in a very deep schema', () => {
    let schema: JsonObject = { title: 'innermost' }
    for (let depth = 0; depth < 5_000; depth++) schema = { allOf: [schema] }
    const { files, node } = place(schema)
    expect(walkSchema(files, node).length).toBeLessThan(5_000)
  })
})
