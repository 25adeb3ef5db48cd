/**
 * Schemas of OpenAPI 2.0, 3.0 and 3.1, translated for the validator: which values each dialect accepts.
 */

import { describe, expect, it } from 'vitest'
import type { Dialect } from '../../../src/contract/document/dialect.ts'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import { type Direction, translateSchema } from '../../../src/contract/schema/schema-dialect.ts'
import { parseJsonText } from '../../../src/contract/values/json-text.ts'
import type { Json, JsonObject } from '../../../src/ports.ts'

const file = '/gadgets.yaml'

/** Whether a JSON text is valid against a schema of a document with `definitions`. */
const isValid = (
  schema: Json,
  text: string,
  { dialect, direction = 'response', definitions = {} }: Omit<Group, 'schema'>,
): boolean => {
  const compiler = createSchemaCompiler(new Map([[file, { schema, definitions }]]), dialect)
  return compiler.compile({ file, pointer: '/schema', value: schema }, direction)(parseJsonText(text)) === undefined
}

interface Group {
  readonly dialect: Dialect
  readonly schema: Json
  /** Default: response. */
  readonly direction?: Direction
  /** Referenced as #/definitions/NAME. */
  readonly definitions?: JsonObject
}

interface Row extends Group {
  readonly name: string
  readonly takes?: readonly string[]
  readonly rejects?: readonly string[]
}

const itValidates = (rows: readonly Row[]): void => {
  for (const { name, takes = [], rejects = [], schema, ...group } of rows)
    describe(name, () => {
      for (const text of takes) it(`accepts ${text}`, () => expect(isValid(schema, text, group)).toBe(true))
      for (const text of rejects) it(`rejects ${text}`, () => expect(isValid(schema, text, group)).toBe(false))
    })
}

const dialects: readonly Dialect[] = ['2.0', '3.0', '3.1']
const old: readonly Dialect[] = ['2.0', '3.0']

describe('null', () => {
  const text = { type: 'string' }
  itValidates([
    {
      name: '3.0: nullable',
      dialect: '3.0',
      schema: { type: 'string', minLength: 2, nullable: true },
      takes: ['null', '"ab"'],
      rejects: ['"a"', '1', '{}'],
    },
    { name: '3.0: not nullable', dialect: '3.0', schema: text, takes: ['"a"'], rejects: ['null'] },
    {
      name: '3.0: nullable: false',
      dialect: '3.0',
      schema: { ...text, nullable: false },
      takes: ['"a"'],
      rejects: ['null'],
    },
    {
      name: '3.0: nullable in a property',
      dialect: '3.0',
      schema: { type: 'object', required: ['a'], properties: { a: { ...text, nullable: true }, b: text } },
      takes: ['{"a":null}', '{"a":"x","b":"y"}'],
      rejects: ['{"a":"x","b":null}', '{}'],
    },
    {
      name: '3.0: nullable items',
      dialect: '3.0',
      schema: { type: 'array', items: { type: 'integer', nullable: true } },
      takes: ['[1,null]', '[]'],
      rejects: ['["a"]', 'null'],
    },
    {
      name: '3.0: nullable behind a $ref',
      dialect: '3.0',
      definitions: { Text: { ...text, nullable: true } },
      schema: { type: 'object', properties: { a: { $ref: '#/definitions/Text' } } },
      takes: ['{"a":null}', '{"a":"x"}'],
      rejects: ['{"a":1}'],
    },
    {
      name: '3.0: nullable next to a $ref is ignored, like every other keyword there',
      dialect: '3.0',
      definitions: { Text: text },
      schema: { $ref: '#/definitions/Text', nullable: true, maxLength: 1 },
      takes: ['"ab"'],
      rejects: ['null'],
    },
    {
      name: '3.0: nullable next to allOf',
      dialect: '3.0',
      definitions: { Part: { type: 'object', required: ['a'] } },
      schema: { nullable: true, allOf: [{ $ref: '#/definitions/Part' }] },
      takes: ['null', '{"a":1}'],
      rejects: ['{}', '1'],
    },
    {
      name: '3.0: nullable with an enum that has null',
      dialect: '3.0',
      schema: { ...text, nullable: true, enum: ['a', null] },
      takes: ['null', '"a"'],
      rejects: ['"b"'],
    },
    {
      name: '2.0: x-nullable',
      dialect: '2.0',
      schema: { ...text, 'x-nullable': true },
      takes: ['null', '"a"'],
      rejects: ['1'],
    },
    {
      name: '3.1: a list of types',
      dialect: '3.1',
      schema: { type: ['string', 'null'] },
      takes: ['null', '"a"'],
      rejects: ['1'],
    },
    {
      name: 'a schema for other properties in a part of an allOf does not apply to those of its other parts',
      dialect: '3.0',
      definitions: {
        Base: { type: 'object', properties: { id: text }, additionalProperties: { type: 'object' } },
        Middle: { allOf: [{ $ref: '#/definitions/Base' }], properties: { size: { type: 'integer' } } },
      },
      schema: { allOf: [{ $ref: '#/definitions/Middle' }], type: 'object', properties: { label: text } },
      takes: ['{"id":"a","size":1,"label":"b","other":{}}'],
      rejects: ['{"other":"c"}', '{"label":1}', '{"size":"1"}', '{"id":1}'],
    },
    {
      name: 'a schema for other properties beside an allOf applies to those of its parts, as in JSON Schema',
      dialect: '3.1',
      schema: { allOf: [{ properties: { label: text } }], additionalProperties: { type: 'integer' } },
      takes: ['{"other":1}'],
      rejects: ['{"other":"c"}', '{"label":1}', '{"label":"b"}'],
    },
    {
      name: 'a closed part of an allOf, or a closed schema around it, forbids only what no part has',
      dialect: '3.0',
      definitions: {
        Base: { type: 'object', properties: { id: text }, additionalProperties: false },
        Named: { type: 'object', properties: { label: text }, additionalProperties: false },
      },
      schema: {
        allOf: [{ $ref: '#/definitions/Base' }, { $ref: '#/definitions/Named' }],
        required: ['id'],
        additionalProperties: false,
      },
      takes: ['{"id":"a"}', '{"id":"a","label":"b"}'],
      rejects: ['{"id":"a","other":"c"}', '{"label":"b"}', '{"id":"a","label":1}'],
    },
    {
      name: 'a closed component that contains itself in an allOf forbids other properties',
      dialect: '3.0',
      definitions: {
        Base: {
          type: 'object',
          additionalProperties: false,
          properties: { id: text, next: { allOf: [{ $ref: '#/definitions/Base' }, { properties: { label: text } }] } },
        },
      },
      schema: { $ref: '#/definitions/Base' },
      takes: ['{"id":"a","next":{"id":"b","label":"c"}}'],
      rejects: ['{"other":1}', '{"next":{"other":1}}'],
    },
    {
      name: 'an enum beside an array is meant for its items',
      dialect: '3.0',
      schema: { type: 'array', enum: ['a', 'b'], items: { type: 'string', enum: ['a', 'b'] } },
      takes: ['[]', '["a","b"]'],
      rejects: ['["c"]', '"a"'],
    },
    {
      name: 'an enum of lists is one',
      dialect: '3.0',
      schema: { type: 'array', enum: [['a'], ['b']], items: text },
      takes: ['["a"]'],
      rejects: ['["a","b"]'],
    },
    ...(['request', 'response'] as const).flatMap((direction): Row[] => {
      const id = { type: 'object', properties: { id: text } }
      const labelled = (label: JsonObject): JsonObject => ({
        type: 'object',
        required: ['id', 'label'],
        properties: { id: text, label },
      })
      const state = (...states: string[]) => ({ type: 'string', enum: states })
      return [
        {
          name: `a oneOf of indistinct variants, in a ${direction}`,
          dialect: '3.0',
          direction,
          schema: { oneOf: [id, { type: 'object', properties: { id: text, label: text } }] },
          takes: ['{"id":"a","label":"b"}'],
          rejects: ['{"id":1}'],
        },
        {
          name: `a oneOf with a variant that contains another one, in a ${direction}`,
          dialect: '3.0',
          direction,
          schema: { oneOf: [labelled(state('new', 'old')), labelled(state('old')), id] },
          takes: ['{"id":"a","label":"old"}', '{"id":"a","label":"new"}', '{"id":"a"}'],
          rejects: ['{"id":1}'],
        },
        {
          name: `a oneOf with a variant that contains another one with a list, in a ${direction}`,
          dialect: '3.0',
          direction,
          definitions: { Code: { type: 'string', pattern: '^[a-z]$' } },
          schema: {
            oneOf: [
              labelled({ type: 'array', items: { $ref: '#/definitions/Code' } }),
              {
                type: 'object',
                required: ['id', 'label', 'more'],
                properties: { id: text, label: { type: 'array', items: { type: 'string', pattern: '^[a-z]$' } } },
              },
            ],
          },
          takes: ['{"id":"a","label":["b"],"more":1}', '{"id":"a","label":["b"]}'],
          rejects: ['{"id":"a","label":["B"],"more":1}'],
        },
        {
          name: `a oneOf with variants that have other values, in a ${direction}`,
          dialect: '3.0',
          direction,
          schema: { oneOf: [labelled(state('new', 'old')), labelled(state('old', 'gone'))] },
          takes: ['{"id":"a","label":"new"}', '{"id":"a","label":"gone"}'],
          rejects: ['{"id":"a","label":"old"}'],
        },
      ]
    }),
    {
      name: 'a closed schema that requires a property which it does not have',
      dialect: '3.0',
      direction: 'response',
      definitions: { Base: { type: 'object', additionalProperties: false, properties: { id: text } } },
      schema: { allOf: [{ $ref: '#/definitions/Base' }], additionalProperties: false, required: ['id', 'has_errors'] },
      takes: ['{"id":"a","has_errors":false}'],
      rejects: ['{"id":"a"}', '{"id":"a","has_errors":false,"other":1}'],
    },
    {
      name: 'a oneOf with a variant that requires nothing, in a request',
      dialect: '3.0',
      direction: 'request',
      schema: {
        oneOf: [
          { type: 'object', properties: { id: text } },
          { type: 'object', required: ['label'], properties: { label: text } },
        ],
      },
      takes: ['{"id":"a"}', '{"label":"b"}'],
      rejects: ['{"id":1}'],
    },
    {
      name: 'a oneOf of distinct variants, in a request',
      dialect: '3.0',
      direction: 'request',
      schema: {
        oneOf: [
          { type: 'object', required: ['id'], properties: { id: text } },
          { type: 'object', required: ['label'], properties: { label: text } },
        ],
      },
      takes: ['{"id":"a"}'],
      rejects: ['{"id":"a","label":"b"}'],
    },
    {
      name: 'a schema for other properties applies to all of them if its component is used alone',
      dialect: '3.0',
      definitions: { Base: { type: 'object', properties: { id: text }, additionalProperties: { type: 'object' } } },
      schema: { $ref: '#/definitions/Base' },
      takes: ['{"id":"a","label":{}}'],
      rejects: ['{"label":"b"}'],
    },
    {
      name: '3.1: nullable, which documents keep when they are converted from 3.0',
      dialect: '3.1',
      schema: { ...text, nullable: true },
      takes: ['null', '"a"'],
      rejects: ['1'],
    },
    {
      name: '3.1: nullable next to a $ref',
      dialect: '3.1',
      definitions: { Text: text },
      schema: { $ref: '#/definitions/Text', nullable: true },
      takes: ['null', '"a"'],
      rejects: ['1'],
    },
    { name: '3.1: the type null', dialect: '3.1', schema: { type: 'null' }, takes: ['null'], rejects: ['0', '""'] },
  ])
})

describe('exclusive bounds', () => {
  itValidates([
    ...old.flatMap((dialect): readonly Row[] => [
      {
        name: `${dialect}: exclusiveMinimum: true`,
        dialect,
        schema: { type: 'number', minimum: 5, exclusiveMinimum: true },
        takes: ['5.1', '6'],
        rejects: ['5', '4'],
      },
      {
        name: `${dialect}: exclusiveMaximum: true`,
        dialect,
        schema: { type: 'number', maximum: 5, exclusiveMaximum: true },
        takes: ['4.9'],
        rejects: ['5', '6'],
      },
      {
        name: `${dialect}: false`,
        dialect,
        schema: { type: 'number', minimum: 5, exclusiveMinimum: false, maximum: 6, exclusiveMaximum: false },
        takes: ['5', '6'],
        rejects: ['4', '7'],
      },
      {
        name: `${dialect}: true without a bound`,
        dialect,
        schema: { type: 'number', exclusiveMinimum: true, exclusiveMaximum: true },
        takes: ['-1', '0', '1'],
      },
      {
        name: `${dialect}: in items, with null`,
        dialect,
        schema: {
          items: { type: 'integer', minimum: 0, exclusiveMinimum: true, nullable: true, 'x-nullable': true },
        },
        takes: ['[1,null]'],
        rejects: ['[0]'],
      },
    ]),
    {
      name: '3.1: numbers',
      dialect: '3.1',
      schema: { type: 'number', exclusiveMinimum: 5, exclusiveMaximum: 6 },
      takes: ['5.5'],
      rejects: ['5', '6'],
    },
  ])
})

describe('readOnly and writeOnly', () => {
  const gadget = {
    type: 'object',
    required: ['id', 'name', 'secret'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string' },
      secret: { type: 'string', writeOnly: true },
    },
  }
  const base = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } } }
  itValidates([
    ...dialects.flatMap((dialect): readonly Row[] => [
      {
        name: `${dialect}: a request may omit readOnly properties`,
        dialect,
        direction: 'request',
        schema: gadget,
        takes: ['{"name":"a","secret":"b"}', '{"id":1,"name":"a","secret":"b"}'],
        rejects: ['{"id":1,"name":"a"}', '{"secret":"b"}'],
      },
      {
        name: `${dialect}: a response must have them`,
        dialect,
        direction: 'response',
        schema: gadget,
        takes: ['{"id":1,"name":"a"}', '{"id":1,"name":"a","secret":"b"}'],
        rejects: ['{"name":"a","secret":"b"}', '{"id":1}'],
      },
      {
        name: `${dialect}: a readOnly property in a request must have the right type`,
        dialect,
        direction: 'request',
        schema: gadget,
        rejects: ['{"id":"x","name":"a","secret":"b"}'],
      },
      {
        name: `${dialect}: in nested objects`,
        dialect,
        direction: 'request',
        schema: { type: 'object', properties: { parts: { type: 'array', items: gadget } } },
        takes: ['{"parts":[{"name":"a","secret":"b"}]}'],
        rejects: ['{"parts":[{"name":"a"}]}'],
      },
      {
        name: `${dialect}: a property whose schema is a $ref`,
        dialect,
        direction: 'request',
        definitions: { Id: { type: 'integer', readOnly: true } },
        schema: { type: 'object', required: ['id'], properties: { id: { $ref: '#/definitions/Id' } } },
        takes: ['{}', '{"id":1}'],
      },
      {
        name: `${dialect}: a property that is required next to the allOf that defines it`,
        dialect,
        direction: 'request',
        definitions: { Base: base },
        schema: { type: 'object', required: ['id', 'name'], allOf: [{ $ref: '#/definitions/Base' }] },
        takes: ['{"name":"a"}'],
        rejects: ['{"id":1}'],
      },
      {
        name: `${dialect}: a property that one part of allOf defines and another requires`,
        dialect,
        direction: 'request',
        definitions: { Base: base },
        schema: { allOf: [{ $ref: '#/definitions/Base' }, { type: 'object', required: ['id', 'name'] }] },
        takes: ['{"name":"a"}'],
        rejects: ['{"id":1}'],
      },
    ]),
    {
      name: '3.1: readOnly next to a $ref',
      dialect: '3.1',
      direction: 'request',
      definitions: { Id: { type: 'integer' } },
      schema: { type: 'object', required: ['id'], properties: { id: { $ref: '#/definitions/Id', readOnly: true } } },
      takes: ['{}'],
    },
    {
      name: '3.0: readOnly next to allOf in the property',
      dialect: '3.0',
      direction: 'request',
      definitions: { Id: { type: 'integer' } },
      schema: {
        type: 'object',
        required: ['id'],
        properties: { id: { allOf: [{ $ref: '#/definitions/Id' }], readOnly: true } },
      },
      takes: ['{}', '{"id":1}'],
      rejects: ['{"id":"x"}'],
    },
    {
      name: '3.1: a required name that is not a property, and a name of the prototype',
      dialect: '3.1',
      direction: 'request',
      schema: { type: 'object', required: ['other', 'constructor'], properties: {} },
      takes: ['{"other":1,"constructor":2}'],
      rejects: ['{"other":1}', '{"constructor":2}'],
    },
  ])
})

describe('integers', () => {
  const long = '9223372036854775807'
  itValidates([
    ...dialects.flatMap((dialect): readonly Row[] => [
      {
        name: `${dialect}: integer`,
        dialect,
        schema: { type: 'integer' },
        takes: ['0', '-1', '1.0', '1e2', long, '9223372036854775808', '-0'],
        rejects: ['1.5', '"1"', 'null', 'true', '9007199254740993.5', '1.00000000000000000001', '90071992547409935e-1'],
      },
      {
        name: `${dialect}: int64`,
        dialect,
        schema: { type: 'integer', format: 'int64' },
        takes: ['0', long, '-9223372036854775808', '9007199254740993', '9223372036854775807.0', '1e18'],
        rejects: ['9223372036854775808', '-9223372036854775809', '1e19', '1e400', '1.5', '"1"'],
      },
      {
        name: `${dialect}: int32`,
        dialect,
        schema: { type: 'integer', format: 'int32' },
        takes: ['2147483647', '-2147483648'],
        rejects: ['2147483648', '-2147483649', long, '0.5'],
      },
      {
        name: `${dialect}: int64 in items`,
        dialect,
        schema: { type: 'array', items: { type: 'integer', format: 'int64' } },
        takes: [`[1,${long}]`],
        rejects: ['[1,9223372036854775808]'],
      },
      {
        name: `${dialect}: int64 behind a $ref, under a name with a slash`,
        dialect,
        definitions: { Long: { type: 'integer', format: 'int64' } },
        schema: { type: 'object', properties: { 'a/b~c': { $ref: '#/definitions/Long' } } },
        takes: [`{"a/b~c":${long}}`],
        rejects: ['{"a/b~c":9223372036854775808}'],
      },
      {
        name: `${dialect}: a string with the format of a number`,
        dialect,
        schema: { type: 'string', format: 'int64' },
        takes: ['"9223372036854775808"', '"x"'],
        rejects: ['1'],
      },
      {
        name: `${dialect}: double and float`,
        dialect,
        schema: {
          type: 'object',
          properties: { a: { type: 'number', format: 'double' }, b: { type: 'number', format: 'float' } },
        },
        takes: ['{"a":1.5,"b":0.1}', '{"a":1,"b":-3}'],
        rejects: ['{"a":"1.5"}'],
      },
    ]),
    {
      name: '3.1: int64 or null',
      dialect: '3.1',
      schema: { type: ['integer', 'null'], format: 'int64' },
      takes: ['null', long],
      rejects: ['9223372036854775808', '0.5'],
    },
    {
      name: '3.1: integer or string',
      dialect: '3.1',
      schema: { type: ['integer', 'string'] },
      takes: ['1', '"a"'],
      rejects: ['0.5', '9007199254740993.5'],
    },
    {
      name: '3.0: int64 or null, in a range',
      dialect: '3.0',
      schema: { type: 'integer', format: 'int64', nullable: true, minimum: 0 },
      takes: ['null', long],
      rejects: ['-1', '9223372036854775808'],
    },
    {
      name: '3.1: an enum of short integers',
      dialect: '3.1',
      schema: { type: 'integer', enum: [1, 2] },
      takes: ['1', '2.0'],
      rejects: ['3'],
    },
  ])
})

describe('formats', () => {
  const rows: readonly { readonly format: string; readonly takes: string; readonly rejects?: string }[] = [
    { format: 'date-time', takes: '2026-11-20T12:00:00Z', rejects: '2026-11-20 noon' },
    { format: 'date', takes: '2026-11-20', rejects: '2026-02-30' },
    { format: 'uuid', takes: '0f8fad5b-d9cb-469f-a165-70867728950e', rejects: 'gadget' },
    { format: 'email', takes: 'ann@gadgets.test', rejects: 'ann' },
    { format: 'email', takes: 'ann@localhost', rejects: 'ann@' },
    { format: 'email', takes: "o'ann+b@a-b.gadgets.test", rejects: 'ann@gadgets..test' },
    { format: 'uri', takes: 'https://gadgets.test/a', rejects: 'not a uri' },
    { format: 'ipv4', takes: '127.0.0.1', rejects: '127.0.0.256' },
    { format: 'password', takes: 'anything' },
    { format: 'binary', takes: 'anything' },
    { format: 'gadget-serial', takes: 'anything' },
  ]
  itValidates(
    dialects.flatMap((dialect) =>
      rows.map(
        ({ format, takes, rejects }): Row => ({
          name: `${dialect}: ${format}`,
          dialect,
          schema: { type: 'string', format },
          takes: [JSON.stringify(takes)],
          rejects: rejects === undefined ? [] : [JSON.stringify(rejects)],
        }),
      ),
    ),
  )
})

describe('features of 3.1 only', () => {
  const part = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }
  itValidates([
    { name: 'const', dialect: '3.1', schema: { const: { a: [1] } }, takes: ['{"a":[1]}'], rejects: ['{"a":[2]}'] },
    { name: 'a schema that is true', dialect: '3.1', schema: true, takes: ['1', 'null'] },
    {
      name: 'a schema that is false',
      dialect: '3.1',
      schema: { properties: { a: false } },
      takes: ['{}'],
      rejects: ['{"a":1}'],
    },
    {
      name: 'keywords next to a $ref',
      dialect: '3.1',
      definitions: { Part: part },
      schema: { $ref: '#/definitions/Part', maxProperties: 1 },
      takes: ['{"a":1}'],
      rejects: ['{"a":1,"b":2}', '{}'],
    },
    {
      name: 'unevaluatedProperties',
      dialect: '3.1',
      definitions: { Part: part },
      schema: {
        allOf: [{ $ref: '#/definitions/Part' }],
        properties: { b: { type: 'integer' } },
        unevaluatedProperties: false,
      },
      takes: ['{"a":1,"b":2}'],
      rejects: ['{"a":1,"c":3}'],
    },
    {
      name: 'if, then and else',
      dialect: '3.1',
      schema: {
        if: { properties: { kind: { const: 'part' } } },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: { required: ['of'] },
        else: { required: ['name'] },
      },
      takes: ['{"kind":"part","of":1}', '{"kind":"whole","name":1}'],
      rejects: ['{"kind":"part","name":1}', '{"kind":"whole"}'],
    },
    {
      name: 'prefixItems',
      dialect: '3.1',
      schema: { prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false },
      takes: ['[1,"a"]', '[1]'],
      rejects: ['["a"]', '[1,"a",2]'],
    },
    {
      name: 'contains',
      dialect: '3.1',
      schema: { contains: { const: 1 }, maxContains: 1 },
      takes: ['[0,1]'],
      rejects: ['[0]', '[1,1]'],
    },
    {
      name: 'dependentRequired',
      dialect: '3.1',
      schema: { dependentRequired: { a: ['b'] } },
      takes: ['{}', '{"a":1,"b":2}'],
      rejects: ['{"a":1}'],
    },
    {
      name: 'propertyNames',
      dialect: '3.1',
      schema: { propertyNames: { pattern: '^[a-z]+$' } },
      takes: ['{"a":1}'],
      rejects: ['{"A":1}'],
    },
    {
      name: '$defs in the schema',
      dialect: '3.1',
      schema: { $defs: { Id: { type: 'integer' } }, properties: { id: { $ref: '#/schema/$defs/Id' } } },
      takes: ['{"id":1}'],
      rejects: ['{"id":"x"}'],
    },
  ])
})

describe('features of 3.0 and 2.0', () => {
  itValidates([
    ...old.flatMap((dialect): readonly Row[] => [
      {
        name: `${dialect}: allOf, with a discriminator`,
        dialect,
        definitions: {
          Base: { type: 'object', required: ['kind'], discriminator: 'kind', properties: { kind: { type: 'string' } } },
        },
        schema: { allOf: [{ $ref: '#/definitions/Base' }, { properties: { size: { type: 'integer' } } }] },
        takes: ['{"kind":"a","size":1}'],
        rejects: ['{"size":1}', '{"kind":"a","size":"x"}'],
      },
      {
        name: `${dialect}: additionalProperties`,
        dialect,
        schema: { type: 'object', additionalProperties: { type: 'integer' } },
        takes: ['{"a":1}'],
        rejects: ['{"a":"x"}'],
      },
      {
        name: `${dialect}: an example, a description and an extension that look like keywords of other kinds`,
        dialect,
        schema: {
          type: 'string',
          example: { type: 'integer' },
          description: 'enum',
          'x-enum': ['b'],
          title: 'a',
          xml: {},
        },
        takes: ['"a"'],
        rejects: ['1'],
      },
      {
        name: `${dialect}: properties named like keywords`,
        dialect,
        schema: {
          type: 'object',
          properties: {
            type: { type: 'string' },
            required: { type: 'boolean' },
            nullable: { type: 'integer' },
            $ref: { type: 'string' },
          },
        },
        takes: ['{"type":"a","required":true,"nullable":1,"$ref":"#/a"}'],
        rejects: ['{"type":1}', '{"required":"a"}', '{"nullable":null}', '{"$ref":1}'],
      },
    ]),
    { name: '2.0: the type file', dialect: '2.0', schema: { type: 'file' }, takes: ['"bytes"'] },
    {
      name: '3.0: oneOf and anyOf and not',
      dialect: '3.0',
      schema: { oneOf: [{ type: 'integer' }, { type: 'string' }], not: { enum: [7] } },
      takes: ['1', '"a"'],
      rejects: ['true', '7'],
    },
  ])
})

describe('schemas that reference each other', () => {
  for (const dialect of dialects)
    it(`${dialect}: a recursive tree`, () => {
      const definitions = {
        Tree: { type: 'object', required: ['name'], properties: { leaves: { items: { $ref: '#/definitions/Tree' } } } },
      }
      const group = { dialect, definitions }
      const schema = { $ref: '#/definitions/Tree' }
      expect(isValid(schema, '{"name":1,"leaves":[{"name":2,"leaves":[]}]}', group)).toBe(true)
      expect(isValid(schema, '{"name":1,"leaves":[{"leaves":[]}]}', group)).toBe(false)
    })
})

describe('patterns', () => {
  itValidates([
    {
      name: 'with a Unicode class',
      dialect: '3.1',
      schema: { pattern: '^\\p{L}+$' },
      takes: ['"名前"'],
      rejects: ['"1"'],
    },
    {
      name: 'that compile only without the flag u',
      dialect: '3.1',
      schema: { pattern: '^[\\w-.]+\\-x$' },
      takes: ['"a.b-x"'],
      rejects: ['"a b-x"'],
    },
  ])
})

describe('the translation', () => {
  const translation = {
    direction: 'response',
    rename: (ref: string) => ref,
    files: new Map(),
    file: '/document.yaml',
  } as const

  const collect = (value: unknown, found: Set<unknown> = new Set()): ReadonlySet<unknown> => {
    if (typeof value !== 'object' || value === null) return found
    found.add(value)
    for (const item of Object.values(value)) collect(item, found)
    return found
  }

  for (const dialect of dialects)
    it(`${dialect}: is a copy, so that changing it cannot change the document`, () => {
      const schema = {
        type: ['object', 'null'],
        required: ['a'],
        enum: [{ a: 1 }],
        const: { a: [1] },
        properties: { a: { enum: ['x', 'y'], type: 'string' } },
        dependentRequired: { a: ['b'] },
        allOf: [{ required: ['a'] }],
      }
      const before = JSON.stringify(schema)
      const own = collect(schema)
      const shared = [...collect(translateSchema(schema, { ...translation, dialect }))].filter((held) => own.has(held))
      expect(shared).toEqual([])
      expect(JSON.stringify(schema)).toBe(before)
    })

  it('omits annotations and extensions', () => {
    const schema = { type: 'string', title: 'A', description: 'B', example: 'c', 'x-note': 'd', deprecated: true }
    expect(translateSchema(schema, { ...translation, dialect: '3.1' })).toEqual({ type: 'string' })
  })

  it('renames references', () => {
    const schema = { items: { $ref: '#/a' } }
    const rename = (ref: string) => `c:${ref}`
    expect(translateSchema(schema, { ...translation, dialect: '3.1', rename })).toEqual({ items: { $ref: 'c:#/a' } })
  })
})
