/**
 * Values of a record that has just been created, by the names of its properties.
 */
import { expect, it } from 'vitest'
import { newValue } from '../../../src/contract/sample/new-value.ts'
import type { Json, JsonObject } from '../../../src/ports.ts'

const rows: readonly (readonly [name: string, schema: JsonObject, value: Json | undefined])[] = [
  ['status', { enum: ['active', 'draft'] }, 'active'],
  ['orderState', { type: 'string', enum: ['shipped', 'pending'] }, 'pending'],
  ['status', { enum: [1, 'closed', 2, 'open'] }, 'open'],
  ['status', { enum: [1, 2] }, undefined],
  ['colour', { enum: ['active', 'draft'] }, undefined],
  ['replies_count', { type: 'integer' }, 0],
  ['likes', { type: 'number' }, 0],
  ['num_items', { type: 'integer' }, 0],
  ['amount_paid', { type: 'integer' }, 0],
  ['likes', { type: 'integer', minimum: 0 }, 0],
  ['likes', { type: 'integer', minimum: 1 }, undefined],
  ['likes', { type: 'integer', exclusiveMinimum: 1 }, undefined],
  ['likes', { type: 'string' }, undefined],
  ['price', { type: 'number' }, undefined],
  ['is_deleted', { type: 'boolean' }, false],
  ['colourful', { type: 'boolean' }, undefined],
]
for (const [name, schema, value] of rows)
  it(`${name} of ${JSON.stringify(schema)} is ${value ?? 'not known'}`, () => {
    const file = '/gadgets.yaml'
    const node = { file, pointer: '/schema', value: schema }
    expect(newValue(new Map([[file, { schema }]]), node, name)).toBe(value)
  })
