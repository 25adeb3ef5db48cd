/**
 * Error messages of invalid values: choices, duplicates and missing properties.
 */

import { describe, expect, it } from 'vitest'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import { describeErrors, maxViolations } from '../../../src/contract/schema/violations.ts'
import { parseJsonText } from '../../../src/contract/values/json-text.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { ref } from '../../support/write-document.ts'

const file = '/shop.yaml'
const text = { type: 'string' }
const integer = { type: 'integer' }
const object = (properties: JsonObject, required: readonly string[] = []) => ({ type: 'object', required, properties })
const card = object({ card: object({ number: text }, ['number']) }, ['card'])
const bank = object({ account: text, code: text }, ['account', 'code'])
const schemas = { Card: card, Bank: bank, Size: { enum: ['s', 'm'] }, Owner: object({ name: text }) }

const named = { ...object({ id: integer, name: text }), additionalProperties: false }

const rows: readonly (readonly [name: string, schema: JsonObject, json: string, says: readonly string[]])[] = [
  [
    'the only form of its type',
    object({ created: { anyOf: [object({ gte: integer }), integer] } }),
    '{"created":{"gte":"x"}}',
    ['body.created.gte must be an integer, got "x"'],
  ],
  [
    'a property that resembles another one',
    named,
    '{"idd":1,"nmae":"a","colour":"red"}',
    [
      'body.idd is not allowed here. Did you mean id?',
      'body.nmae is not allowed here. Did you mean name?',
      'body.colour is not allowed here',
    ],
  ],
  [
    'one item that must be there once',
    { type: 'array', contains: { const: 1 }, maxContains: 1 },
    '[1,1]',
    ['body must hold exactly 1 item such as 1, got an array of 2'],
  ],
  ['a property that resembles one that is there', named, '{"id":1,"idd":1}', ['body.idd is not allowed here']],
  [
    'an unevaluated property',
    { ...object({ frozen: text }), unevaluatedProperties: false },
    '{"frozn":"a"}',
    ['body.frozn is not allowed here. Did you mean frozen?'],
  ],
  [
    'the form whose properties came, wrong inside',
    { oneOf: [ref('Card'), ref('Bank')] },
    '{"card":1}',
    ['body.card must be an object, got 1'],
  ],
  [
    'the form that names more of what came',
    { anyOf: [ref('Card'), ref('Bank')] },
    '{"account":"a"}',
    ['body.code is required: a string'],
  ],
  [
    'a form in a form',
    { anyOf: [object({ pay: { oneOf: [ref('Card'), ref('Bank')] } }, ['pay']), text] },
    '{"pay":{"card":{}}}',
    ['body.pay.card.number is required: a string'],
  ],
  [
    'no form is nearer',
    { anyOf: [ref('Card'), ref('Bank')] },
    '{}',
    ['body must match one variant (an object with card; an object with account, code), got an empty object'],
  ],
  [
    'a value of another type than all',
    { oneOf: [integer, { type: 'boolean' }] },
    '"x"',
    ['body must match exactly one variant (an integer; true or false), got "x"'],
  ],
  [
    'a schema without a type is described by the keyword that is broken',
    {
      properties: {
        code: { pattern: '^[a-z]+$' },
        size: { minimum: 2 },
        mail: { allOf: [{ format: 'email' }] },
        tags: { minItems: 2 },
        count: { format: 'int32' },
      },
    },
    '{"code":"A","size":1,"mail":"x","tags":[1],"count":3000000000}',
    [
      'body.code must be a string that matches ^[a-z]+$, got "A"',
      'body.size must be a number of at least 2, got 1',
      'body.mail must be a string in the format email, got "x"',
      'body.tags must be an array of at least 2 items, got an array of 1',
      'body.count must be a 32-bit integer, got 3000000000',
    ],
  ],
  [
    'members of an enum that look like another value are quoted',
    object({ size: { type: 'string', enum: ['1', '2.5', 'm', ''] }, sold: { enum: ['true', 'null', 'nullable'] } }),
    '{"size":1,"sold":true}',
    [
      'body.size must be one of "1", "2.5", m, "", got 1',
      'body.sold must be one of "true", "null", nullable, got true',
    ],
  ],
  [
    'forms that say nothing of themselves',
    { anyOf: [{ not: {} }, integer] },
    '"x"',
    ['body must match one variant, got "x"'],
  ],
  [
    'two forms of what may be only one',
    { oneOf: [integer, { type: 'number', minimum: 5 }] },
    '7',
    ['body must match only one variant, got 7, which matches both an integer and a number of at least 5'],
  ],
  [
    'items beyond the last one',
    { type: 'array', prefixItems: [integer, integer], items: false },
    '[1,2,3]',
    ['body must have at most 2 items, got an array of 3'],
  ],
  [
    'items that no part of a schema allows',
    { type: 'array', prefixItems: [integer], unevaluatedItems: false },
    '[1,2]',
    ['body must have at most 1 item, got an array of 2'],
  ],
  [
    'a name that is not allowed',
    { propertyNames: { pattern: '^[a-z]+$' } },
    '{"A":1}',
    ['body.A has a name that is not allowed'],
  ],
  [
    'items that are there twice',
    { type: 'array', uniqueItems: true },
    '[1,"a",2,"a"]',
    ['body must have no two equal items, got "a" at [1] and [3]'],
  ],
  [
    'long integers that are there twice',
    { type: 'array', uniqueItems: true },
    '[9007199254740993,9007199254740993]',
    ['body must have no two equal items, got 9007199254740993 at [0] and [1]'],
  ],
  [
    'what is missing, behind a reference',
    object({ owner: ref('Owner'), size: ref('Size') }, ['owner', 'size']),
    '{}',
    ['body.owner is required: an object', 'body.size is required: one of s, m'],
  ],
]

describe('the message about a value', () => {
  for (const [name, schema, json, says] of rows)
    it(`${name}: ${json}`, () => {
      const files = new Map([[file, { components: { schemas }, schema }]])
      const compiler = createSchemaCompiler(files, '3.1')
      const value = parseJsonText(json)
      const errors = compiler.compile({ file, pointer: '/schema', value: schema }, 'request')(value)
      expect(describeErrors(errors ?? [], value, 'body').map(({ message }) => message)).toEqual(says)
    })
})

describe('a value with more violations than a person reads', () => {
  const schema = { type: 'array', items: integer }
  const violationsOf = (count: number) => {
    const compiler = createSchemaCompiler(new Map([[file, { schema }]]), '3.1')
    const value = parseJsonText(JSON.stringify(Array.from({ length: count }, (_, index) => `x${index}`)))
    const errors = compiler.compile({ file, pointer: '/schema', value: schema }, 'request')(value)
    return describeErrors(errors ?? [], value, 'body').map(({ message }) => message)
  }
  const rows: readonly (readonly [violations: number, listed: number])[] = [
    [maxViolations - 1, maxViolations - 1],
    [maxViolations, maxViolations],
    [maxViolations + 1, maxViolations],
    [20 * maxViolations, maxViolations],
  ]
  for (const [count, listed] of rows)
    it(`lists the first ${listed} of ${count}`, () => {
      const messages = violationsOf(count)
      expect(messages).toHaveLength(listed)
      expect(messages.at(-1)).toBe(`body[${listed - 1}] must be an integer, got "x${listed - 1}"`)
    })
})
