/**
 * Parts of an allOf that contradict each other: which contradictions are found, and which schemas are fine.
 */

import { describe, expect, it } from 'vitest'
import { checkOperation } from '../../../src/contract/lint/check-operation.ts'
import { findContradictions } from '../../../src/contract/lint/find-contradictions.ts'
import { loadService } from '../../../src/loading/service.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { writeFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody } from '../../support/write-document.ts'

const withProperty = (name: string, schema: JsonObject, beside: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { [name]: schema },
  ...beside,
})

const found: readonly (readonly [name: string, schema: JsonObject, says: string])[] = [
  [
    'types',
    { allOf: [{ type: 'object' }, { type: 'string' }] },
    'no value matches all parts of its allOf: one part requires object, another requires string',
  ],
  [
    'types as they are written',
    { allOf: [{ type: 'number' }, { type: 'string' }] },
    'one part requires number, another requires string',
  ],
  ['types next to it', { type: 'array', allOf: [{ type: ['object', 'null'] }] }, 'one part requires array'],
  [
    'enums',
    { allOf: [{ enum: ['a', 'b'] }, { enum: ['c'] }] },
    'no value matches all parts of its allOf: their enums have no value in common',
  ],
  [
    'types of a property',
    { allOf: [withProperty('id', { type: 'integer' }), withProperty('id', { type: 'string' })] },
    'no value of id matches all parts of its allOf: one part requires integer, another requires string',
  ],
  [
    'enums of a property',
    { allOf: [withProperty('kind', { enum: ['a'] }), withProperty('kind', { enum: ['b'] })] },
    'no value of kind matches all parts of its allOf: their enums have no value in common',
  ],
  [
    'a closed part and one that requires more',
    { allOf: [withProperty('a', {}, { additionalProperties: false }), withProperty('b', {}, { required: ['b'] })] },
    'one part requires b, another allows only its own properties',
  ],
]

const fine: readonly (readonly [name: string, schema: JsonObject])[] = [
  ['an integer is a number', { allOf: [{ type: 'number' }, { type: 'integer' }] }],
  ['one type of two', { allOf: [{ type: ['string', 'null'] }, { type: 'string' }] }],
  [
    'a property of one part',
    { allOf: [withProperty('a', { type: 'string' }), withProperty('b', { type: 'integer' })] },
  ],
  ['enums that share a value', { allOf: [{ enum: ['a', 'b'] }, { enum: ['b'] }] }],
  ['enums that share an object', { allOf: [{ enum: [{ a: 1, b: 2 }] }, { enum: [{ b: 2, a: 1 }] }] }],
  [
    'enums that share null',
    {
      allOf: [
        { nullable: true, enum: ['a'] },
        { nullable: true, enum: ['b'] },
      ],
    },
  ],
  [
    'a closed part with all that is required',
    { allOf: [withProperty('a', {}, { additionalProperties: false, required: ['a'] })] },
  ],
]

describe('allOf', () => {
  for (const [name, schema, says] of found)
    it(`finds ${name}`, () =>
      expect(findContradictions(new Map(), { file: '/a', pointer: '', value: schema })).toEqual([
        expect.stringContaining(says),
      ]))
  for (const [name, schema] of fine)
    it(`finds nothing: ${name}`, () =>
      expect(findContradictions(new Map(), { file: '/a', pointer: '', value: schema })).toEqual([]))

  it('is a finding at its place, through $refs, once', async () => {
    const document = openApi({
      paths: {
        '/a': { post: { requestBody: requestBody(ref('Both')), responses: { 204: { description: 'Done.' } } } },
        '/b': { post: { requestBody: requestBody(ref('Both')), responses: { 204: { description: 'Done.' } } } },
      },
      components: {
        schemas: {
          One: withProperty('id', { type: 'integer' }),
          Both: { allOf: [ref('One'), withProperty('id', { type: 'string' })] },
        },
      },
    })
    const folder = await writeFiles({ 'gadgets.json': JSON.stringify(document, undefined, 2) })
    const { first } = await loadService([`${folder.path}/gadgets.json`])
    const operations = first.entries.flatMap((entry) => [...entry.operations.values()])
    const findings = await Promise.all(operations.map((operation) => checkOperation(operation, first.compiler)))
    await folder.remove()
    const line =
      JSON.stringify(document, undefined, 2)
        .split('\n')
        .findIndex((text) => text.includes('"Both": {')) + 1
    expect(findings.flat()).toEqual([expect.objectContaining({ code: 'schema-contradiction', line })])
  })
})
