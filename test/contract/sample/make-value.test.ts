/**
 * Values made of schemas: they fit, whatever the schema; they are small and quick, however deep it is; they look like what
 * their names say.
 */

import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Dialect } from '../../../src/contract/document/dialect.ts'
import { type MadeValue, makeValue } from '../../../src/contract/sample/make-value.ts'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { closed } from '../../support/write-document.ts'

const file = '/gadgets.yaml'

interface Subject {
  readonly schema: JsonObject
  /** Referred to as #/definitions/NAME. */
  readonly definitions?: Readonly<Record<string, JsonObject>>
  readonly dialect?: Dialect
}

const make = ({ schema, definitions = {}, dialect = '3.1' }: Subject, seed = 1, showsExamples = false) => {
  const files = new Map([[file, { schema, definitions }]])
  const node = { file, pointer: '/schema', value: schema }
  const validator = createSchemaCompiler(files, dialect).compile(node, 'response')
  const validate = (value: unknown) => validator({ rounded: value, exact: null })
  return makeValue({ files, dialect, schema: node, seed, showsExamples, validate })
}

const expectMade = (made: MadeValue): unknown => {
  expect(made.kind, JSON.stringify(made)).toBe('made')
  return made.kind === 'made' ? made.value : undefined
}

/** Another validator than ours. */
const ajv = new Ajv2020({ strict: false })
formatsModule.default(ajv)

const to = (name: string): JsonObject => ({ $ref: `#/definitions/${name}` })
const text = { type: 'string' }
const integer = { type: 'integer' }

/** Schemas that make generators stumble. */
const nasty: readonly (Subject & { readonly name: string })[] = [
  {
    name: 'a pattern with a length',
    schema: { type: 'string', pattern: '^[0-9a-fA-F]+$', minLength: 40, maxLength: 40 },
  },
  { name: 'a pattern of choices', schema: { type: 'string', pattern: '^(in|out)-(\\d{3}|[A-Z]{2})$' } },
  { name: 'a pattern without anchors', schema: { type: 'string', pattern: '\\d+px' } },
  { name: 'a length that no word has', schema: { type: 'string', minLength: 300, maxLength: 301 } },
  { name: 'a length of one', schema: { type: 'string', minLength: 1, maxLength: 1 } },
  { name: 'a length of none', schema: { type: 'string', maxLength: 0 } },
  { name: 'a format with a length', schema: { type: 'string', format: 'email', maxLength: 60 } },
  {
    name: 'exclusive bounds next to each other',
    schema: { type: 'integer', exclusiveMinimum: 4, exclusiveMaximum: 6 },
  },
  { name: 'a number between bounds', schema: { type: 'number', exclusiveMinimum: 0, maximum: 0.001 } },
  { name: 'a multiple of a fraction', schema: { type: 'number', multipleOf: 0.25, minimum: 1, maximum: 1.3 } },
  { name: 'a large multiple', schema: { type: 'integer', multipleOf: 5000, minimum: 1 } },
  { name: 'negative bounds', schema: { type: 'integer', minimum: -20, maximum: -10 } },
  { name: 'an enum whose first is null', schema: { enum: [null, 'a'] } },
  { name: 'an enum of another type than its own', schema: { type: 'string', enum: [1, 'b'] } },
  { name: 'a list of many that differ', schema: { type: 'array', items: integer, minItems: 12, uniqueItems: true } },
  { name: 'a list of places', schema: { type: 'array', prefixItems: [text, integer], items: false, minItems: 2 } },
  { name: 'a list that contains', schema: { type: 'array', items: integer, contains: { minimum: 5000 }, minItems: 1 } },
  { name: 'a map', schema: { type: 'object', additionalProperties: closed({ a: integer }), minProperties: 3 } },
  {
    name: 'a map by pattern',
    schema: { type: 'object', patternProperties: { '^x-': integer }, additionalProperties: false },
  },
  {
    name: 'names by pattern',
    schema: { type: 'object', propertyNames: { pattern: '^[A-Z]$' }, minProperties: 1, additionalProperties: integer },
  },
  {
    name: 'at most one property',
    schema: { type: 'object', properties: { a: text, b: text }, required: ['b'], maxProperties: 1 },
  },
  { name: 'a required property that is not described', schema: { type: 'object', required: ['a'] } },
  { name: 'not', schema: { type: 'object', properties: { a: text, b: text }, not: { required: ['a'] } } },
  {
    name: 'dependent properties',
    schema: { type: 'object', properties: { a: text }, dependentRequired: { a: ['z'] } },
  },
  {
    name: 'if and else',
    schema: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { enum: ['a', 'b'] }, size: integer, name: text },
      if: { properties: { kind: { const: 'a' } } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { required: ['size'] },
      else: { required: ['name'] },
    },
  },
  {
    name: 'oneOf whose branches overlap',
    schema: {
      oneOf: [
        { type: 'object', properties: { a: text } },
        { type: 'object', properties: { a: text }, required: ['b'] },
      ],
    },
  },
  { name: 'oneOf whose first cannot be', schema: { oneOf: [{ type: 'integer', minimum: 5, maximum: 4 }, text] } },
  { name: 'anyOf with null first', schema: { anyOf: [{ type: 'null' }, closed({ a: integer })] } },
  {
    name: 'allOf that closes',
    schema: {
      allOf: [
        { type: 'object', properties: { a: text, b: text } },
        { properties: { a: true }, additionalProperties: false },
      ],
    },
  },
  {
    name: 'allOf that tightens',
    schema: { allOf: [{ type: 'integer', minimum: 1 }, { maximum: 3 }, { multipleOf: 2 }] },
  },
  {
    name: 'allOf of one property twice',
    schema: { allOf: [closed({ a: text }), { properties: { a: { minLength: 5, pattern: '^x' } } }] },
  },
  { name: 'unevaluatedProperties', schema: { allOf: [{ properties: { a: text } }], unevaluatedProperties: false } },
  {
    name: 'an optional part that cannot be',
    schema: {
      type: 'object',
      required: ['a'],
      properties: { a: text, b: { allOf: [{ minimum: 5 }, { maximum: 4 }], type: 'integer' } },
    },
  },
  {
    name: 'an optional part with such a part',
    schema: { type: 'object', properties: { b: closed({ c: { type: 'string', minLength: 5, maxLength: 4 } }) } },
  },
  { name: 'nothing at all', schema: {} },
  {
    name: 'a name of the prototype',
    schema: {
      type: 'object',
      required: ['constructor', 'toString'],
      properties: { constructor: text, toString: integer },
    },
  },
  {
    name: 'a list of itself that is required',
    schema: to('Tree'),
    definitions: { Tree: closed({ name: text, leaves: { type: 'array', items: to('Tree') } }) },
  },
  {
    name: 'itself or null',
    schema: to('Link'),
    definitions: { Link: closed({ next: { anyOf: [to('Link'), { type: 'null' }] } }) },
  },
  {
    name: 'itself or null in 3.0',
    schema: to('Link'),
    definitions: { Link: closed({ next: { allOf: [to('Link')], nullable: true } }) },
    dialect: '3.0',
  },
  {
    name: 'itself among others',
    schema: to('Node'),
    definitions: { Node: { oneOf: [closed({ left: to('Node'), right: to('Node') }), closed({ leaf: integer })] } },
  },
  {
    name: 'itself through another',
    schema: to('A'),
    definitions: {
      A: { type: 'object', properties: { b: to('B') } },
      B: { type: 'object', properties: { a: to('A') } },
    },
  },
  {
    name: 'a discriminator',
    schema: { oneOf: [to('Cat'), to('Dog')], discriminator: { propertyName: 'kind' } },
    definitions: {
      Cat: closed({ kind: { const: 'Cat' }, purrs: { type: 'boolean' } }),
      Dog: closed({ kind: { const: 'Dog' }, barks: { type: 'boolean' } }),
    },
  },
]

describe('a value fits its schema', () => {
  for (const { name, ...subject } of nasty)
    it(name, async () => {
      for (const seed of [1, 2, 3]) {
        const value = expectMade(await make(subject, seed))
        expect(expectMade(await make(subject, seed)), 'the same for the same seed').toEqual(value)
        if (subject.dialect !== undefined) continue
        const root = { ...subject.schema, definitions: subject.definitions ?? {} }
        expect(ajv.validate(root, value), `${JSON.stringify(value)} ${ajv.errorsText()}`).toBe(true)
      }
    })

  const impossible: readonly (Subject & { readonly name: string })[] = [
    { name: 'bounds that cross', schema: { type: 'integer', minimum: 5, maximum: 4 } },
    { name: 'itself without end', schema: to('A'), definitions: { A: closed({ a: to('A') }) } },
    { name: 'false', schema: closed({ a: { not: {} } }) },
  ]
  for (const { name, ...subject } of impossible)
    it(`or there is none: ${name}`, async () => expect((await make(subject)).kind).toBe('none'))
})

/** Schemas of all kinds that can be satisfied. */
const schemas = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -50, max: 50 }) }),
    fc.integer({ min: 0, max: 30 }).map((least) => ({ type: 'string', minLength: least, maxLength: least + 3 })),
    fc
      .constantFrom('date-time', 'date', 'uuid', 'email', 'uri', 'ipv4', 'hostname', 'time', 'duration')
      .map((format) => ({ type: 'string', format })),
    fc.constantFrom('^[a-z]{3}$', '^\\d+$', '^(a|b)c?$').map((pattern) => ({ type: 'string', pattern })),
    fc
      .uniqueArray(fc.oneof(fc.integer(), fc.string()), { minLength: 1, maxLength: 4 })
      .map((values) => ({ enum: values })),
    fc.constantFrom({ type: 'boolean' }, { type: 'null' }, { type: ['string', 'null'] }, {}),
    fc
      .dictionary(
        fc.constantFrom('name', 'email', 'id', 'price', 'items', 'created_at', 'a b', '__proto__x'),
        tie('schema'),
        { maxKeys: 4 },
      )
      .chain((properties) =>
        fc
          .subarray(Object.keys(properties))
          .map((required) => ({ type: 'object', properties, required, additionalProperties: false })),
      ),
    fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.tuple(tie('schema')) }),
  ),
})).schema

describe('a value of any schema', () => {
  it('fits it, and is made without an error', () =>
    fc.assert(
      fc.asyncProperty(schemas, fc.integer({ min: 0, max: 1000 }), async (schema, seed) => {
        const value = expectMade(await make({ schema }, seed))
        expect(ajv.validate(schema, value), `${JSON.stringify(value)} ${ajv.errorsText()}`).toBe(true)
      }),
      { numRuns: 300, seed: 20301205 },
    ))
})

describe('a value is bounded', () => {
  /** Each of many components has many others: what Stripe's document is like. */
  const web = (size: number): Readonly<Record<string, JsonObject>> =>
    Object.fromEntries(
      Array.from({ length: size }, (_, index) => [
        `c${index}`,
        {
          type: 'object',
          required: ['id'],
          properties: {
            id: text,
            ...Object.fromEntries(
              Array.from({ length: 12 }, (__, other) => [`p${other}`, to(`c${(index * 7 + other * 13 + 1) % size}`)]),
            ),
          },
        },
      ]),
    )

  it('in size and time, where 100 schemas refer to each other', async () => {
    const subject = { schema: { type: 'array', items: to('c0') }, definitions: web(100) }
    const files = new Map([[file, subject]])
    const node = { file, pointer: '/schema', value: subject.schema }
    const validator = createSchemaCompiler(files, '3.1').compile(node, 'response')
    const validate = (value: unknown) => validator({ rounded: value, exact: null })
    const parts = { files, dialect: '3.1', schema: node, showsExamples: false, validate } as const
    await makeValue({ ...parts, seed: 1 })
    const started = performance.now()
    for (let seed = 2; seed < 12; seed++) {
      const value = expectMade(await makeValue({ ...parts, seed }))
      expect(JSON.stringify(value).length).toBeLessThan(100_000)
    }
    expect((performance.now() - started) / 10).toBeLessThan(250)
  })

  it('where one that is required lies 30 deep', async () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `d${index}`,
        closed({ next: index === 29 ? integer : to(`d${index + 1}`) }),
      ]),
    )
    expect(JSON.stringify(expectMade(await make({ schema: to('d0'), definitions })))).toMatch(/^(\{"next":){30}\d+\}+$/)
  })
})

describe('a value is what its name says', () => {
  const rows: readonly (readonly [name: string, schema: JsonObject, looks: RegExp])[] = [
    ['email', text, /^[a-z]+\.[a-z]+@example\.com$/],
    ['firstName', text, /^[A-Z][a-z]+$/],
    ['full_name', text, /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ['city', text, /^[A-Z][a-z]+$/],
    ['country_code', text, /^[A-Z]{2}$/],
    ['website', text, /^https:\/\/example\.com\//],
    ['avatar_url', text, /^https:\/\/example\.com\/images\/.+\.png$/],
    ['phone', text, /^\+1 202 555 \d{4}$/],
    ['currency', text, /^[A-Z]{3}$/],
    ['created_at', text, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
    ['birth_date', { ...text, format: 'date' }, /^(19|20)\d\d-\d\d-\d\d$/],
    ['expires_at', { ...text, format: 'date-time' }, /^203\d-/],
    ['description', text, / .+\.$/],
    ['price', { type: 'number' }, /^\d+(\.\d{1,2})?$/],
    ['age', integer, /^[1-8]\d$/],
    ['latitude', { type: 'number' }, /^-?\d{1,2}(\.\d+)?$/],
    ['quantity', integer, /^([1-9]|1\d|20)$/],
    ['year', integer, /^20[0-2]\d$/],
    ['anything', integer, /^\d{1,4}$/],
  ]
  for (const [name, schema, looks] of rows)
    it(name, async () => {
      for (const seed of [1, 2, 3]) {
        const value = expectMade(await make({ schema: closed({ [name]: schema }) }, seed))
        expect(String((value as Record<string, unknown>)[name])).toMatch(looks)
      }
    })

  it('names and addresses of one object belong together', async () => {
    const schema = closed({ first_name: text, last_name: text, email: text })
    const value = expectMade(await make({ schema })) as Record<string, string>
    expect(value.email).toBe(`${value.first_name}.${value.last_name}@example.com`.toLowerCase())
  })

  it('but what the schema asks for goes before', async () => {
    const schema = closed({ email: { ...text, maxLength: 5 }, price: { type: 'integer', minimum: 10_000 } })
    const value = expectMade(await make({ schema })) as Record<string, string>
    expect(value.email?.length).toBeLessThanOrEqual(5)
    expect(Number(value.price)).toBeGreaterThanOrEqual(10_000)
  })

  it('examples inside are shown where they fit, and only there', async () => {
    const schema = closed({ a: { ...text, examples: ['shown'] }, b: { ...integer, examples: ['no integer'] } })
    expect(expectMade(await make({ schema }, 1, true))).toEqual({ a: 'shown', b: expect.any(Number) })
    expect(expectMade(await make({ schema }, 1, false))).not.toMatchObject({ a: 'shown' })
  })
})
