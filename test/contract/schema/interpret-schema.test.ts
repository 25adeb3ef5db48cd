/**
 * Reading a schema instead of compiling it never contradicts the compiled validator, and decides nearly all values. Each row is also decided by the compiled validator.
 */
import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../../src/contract/patterns/pattern.ts'
import { interpret } from '../../../src/contract/schema/interpret-schema.ts'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import { separateDigits } from '../../../src/contract/values/json-text.ts'
import type { Json, JsonObject } from '../../../src/ports.ts'

const interpretation = { find: () => true, hasFormat: () => undefined, compilePattern }

/** Uses up the values that are read, so that the next one is compiled. */
const compiled = (schema: JsonObject) => {
  const compiler = createSchemaCompiler(new Map([['doc.json', schema]]), '3.1')
  const validate = compiler.compile({ file: 'doc.json', pointer: '', value: schema }, 'response')
  for (let turn = 0; turn < 25; turn++) validate(separateDigits(null))
  return (value: Json): boolean => validate(separateDigits(value)) === undefined
}

const person = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, age: { minimum: 0 } } }

/** Schemas with valid values and invalid ones. */
const rows: readonly (readonly [schema: JsonObject, valid: readonly Json[], invalid: readonly Json[]])[] = [
  [{ type: 'integer' }, [1, -3, 1.0], [1.5, '1', null]],
  [{ type: ['string', 'null'] }, ['', null], [1, {}]],
  [{ enum: [1, 'a', { b: [1] }] }, [1, 'a', { b: [1] }], [2, { b: [2] }]],
  [{ const: null }, [null], [0, false]],
  [
    person,
    [{ name: 'Ada' }, { name: 'Ada', age: 3 }, { name: '', more: 1 }],
    [{}, { name: 1 }, { name: 'Ada', age: -1 }],
  ],
  [{ ...person, additionalProperties: false }, [{ name: 'Ada' }], [{ name: 'Ada', more: 1 }]],
  [
    { patternProperties: { '^x-': { type: 'string' } }, additionalProperties: { type: 'number' } },
    [{ 'x-a': 'b', c: 1 }],
    [{ 'x-a': 1 }, { c: 'd' }],
  ],
  [{ propertyNames: { maxLength: 2 } }, [{ ab: 1 }, 'other'], [{ abc: 1 }]],
  [{ minProperties: 1, maxProperties: 2 }, [{ a: 1 }, []], [{}, { a: 1, b: 2, c: 3 }]],
  [{ dependentRequired: { a: ['b'] } }, [{ a: 1, b: 2 }, { c: 1 }], [{ a: 1 }]],
  [{ dependentSchemas: { a: { required: ['b'] } } }, [{ a: 1, b: 2 }, { c: 1 }], [{ a: 1 }]],
  [
    { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 3 },
    [[1], [1, 2, 3]],
    [[], [1, 2, 3, 4], ['a']],
  ],
  [{ prefixItems: [{ type: 'string' }], items: { type: 'integer' } }, [['a', 1], [], ['a']], [[1], ['a', 'b']]],
  [
    { uniqueItems: true },
    [
      [1, 2],
      [{ a: 1 }, { a: 2 }],
    ],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  [{ minimum: 1, exclusiveMaximum: 3 }, [1, 2.9, 'text'], [0.5, 3]],
  [{ maximum: 3, exclusiveMinimum: 1 }, [1.1, 3], [1, 3.1]],
  [{ multipleOf: 0.01 }, [19.99, 1], [0.005]],
  [{ minLength: 2, maxLength: 3 }, ['ab', '🐈🐈🐈'], ['a', 'abcd']],
  [{ pattern: '^a+$' }, ['aa', 1], ['b']],
  [{ anyOf: [{ type: 'string' }, person] }, ['a', { name: 'Ada' }], [1, {}]],
  [{ oneOf: [{ minimum: 5 }, { type: 'integer' }] }, [7.5, 3], [7, 2.5]],
  [{ allOf: [{ minimum: 5 }, { type: 'integer' }] }, [7], [3, 7.5]],
  [{ not: { type: 'string' } }, [1], ['a']],
  // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's.
  [{ if: { type: 'string' }, then: { minLength: 2 }, else: { minimum: 2 } }, ['ab', 2], ['a', 1]],
]

describe('a value', () => {
  for (const [schema, valid, invalid] of rows) {
    for (const value of valid)
      it(`${JSON.stringify(value)} is valid by ${JSON.stringify(schema).slice(0, 80)}`, () => {
        expect(interpret(schema, value, interpretation)).toBe(true)
        expect(compiled(schema)(value)).toBe(true)
      })
    for (const value of invalid)
      it(`${JSON.stringify(value)} is not, by ${JSON.stringify(schema).slice(0, 80)}`, () => {
        expect(interpret(schema, value, interpretation)).toBe(false)
        expect(compiled(schema)(value)).toBe(false)
      })
  }
})

describe('what only the compiled validator knows is not decided', () => {
  const unsure: readonly (readonly [schema: JsonObject, value: Json])[] = [
    [{ contains: { type: 'string' } }, ['a']],
    [{ unevaluatedProperties: false }, {}],
    [{ format: 'unknown' }, 'a'],
    [{ not: { contains: { type: 'string' } } }, [1]],
    [{ oneOf: [{ contains: {} }, { type: 'string' }] }, [1]],
    // Mistakes in a schema are reported by the compiler.
    [{ required: 'name' }, { name: 1 }],
    [{ pattern: '(' }, 'a'],
    [{ maxLength: 'two' }, 'a'],
  ]
  for (const [schema, value] of unsure)
    it(JSON.stringify(schema), () => expect(interpret(schema, value, interpretation)).toBeUndefined())

  it('a schema that refers to itself for the same value', () => {
    const self = { $ref: 'self' }
    expect(interpret(self, 1, { ...interpretation, find: () => self })).toBeUndefined()
  })
})

describe('a value that is', () => {
  const nested = (levels: number): Json => (levels === 0 ? [] : [nested(levels - 1)])
  const list = { items: { $ref: 'list' } }
  const number = { items: { type: 'integer' } }
  const letters = { pattern: '^a*$' }
  const rows: readonly (readonly [name: string, schema: JsonObject, value: Json, isRead: boolean])[] = [
    ['140 levels deep is read', list, nested(140), true],
    ['160 levels deep is left to the compiled validator', list, nested(160), false],
    ['19,999 items long is read', number, Array.from({ length: 19_999 }, () => 1), true],
    ['20,000 items long is left to the compiled validator', number, Array.from({ length: 20_000 }, () => 1), false],
    ['10,000 characters long is matched', letters, 'a'.repeat(10_000), true],
    ['10,001 characters long is left to the compiled validator', letters, 'a'.repeat(10_001), false],
    ['10,000 characters long has a format', { format: 'letters' }, 'a'.repeat(10_000), true],
    ['10,001 characters long has a format that is left', { format: 'letters' }, 'a'.repeat(10_001), false],
    ['10,001 characters long needs no other check', { minLength: 10_001 }, 'a'.repeat(10_001), true],
  ]
  for (const [name, schema, value, isRead] of rows)
    it(name, () =>
      expect(interpret(schema, value, { ...interpretation, find: () => list, hasFormat: () => true })).toBe(
        isRead || undefined,
      ),
    )
})
