/**
 * How many steps the application of a schema counts as, for it and for all schemas in it.
 */
import { expect, it } from 'vitest'
import { countSteps, stepsKeyword } from '../../../src/contract/schema/count-steps.ts'
import type { JsonObject } from '../../../src/ports.ts'

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `p${index}`)

const stepsIn = (schema: JsonObject): unknown => {
  countSteps(schema)
  return schema
}

const rows: readonly (readonly [name: string, schema: JsonObject, steps: number | undefined])[] = [
  ['without keywords', {}, undefined],
  ['with a keyword', { type: 'string' }, 1],
  ['that is a reference', { $ref: '#/a' }, undefined],
  ['with a reference beside others', { $ref: '#/a', type: 'string' }, 1],
  ['with one required name', { required: names(1) }, 2],
  ['with eight members', { enum: names(8) }, 2],
  ['with nine members', { enum: names(9) }, 3],
  ['with three lists', { enum: names(4), required: names(3), properties: { a: true } }, 2],
  ['with three longer lists', { enum: names(4), required: names(3), properties: { a: true, b: true } }, 3],
]
for (const [name, schema, steps] of rows)
  it(`a schema ${name} has ${steps ?? 'no'} steps`, () => {
    countSteps(schema)
    expect(Reflect.get(schema, stepsKeyword)).toBe(steps)
  })

it('schemas have steps wherever they are', () => {
  const part = () => ({ type: 'string' })
  const counted = { type: 'string', [stepsKeyword]: 1 }
  expect(
    stepsIn({
      type: 'object',
      properties: { a: part(), b: { items: part() } },
      allOf: [part()],
      oneOf: [part(), true],
      not: part(),
      additionalProperties: part(),
      enum: [part()],
      default: part(),
    }),
  ).toEqual({
    type: 'object',
    properties: { a: counted, b: { items: counted, [stepsKeyword]: 1 } },
    allOf: [counted],
    oneOf: [counted, true],
    not: counted,
    additionalProperties: counted,
    enum: [part()],
    default: part(),
    [stepsKeyword]: 2,
  })
})

it('a schema that allows or forbids everything has none', () => {
  expect(() => countSteps(true)).not.toThrow()
  expect(stepsIn({ items: false })).toEqual({ items: false, [stepsKeyword]: 1 })
})
