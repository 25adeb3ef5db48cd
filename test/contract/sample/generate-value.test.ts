/**
 * Values generated from schemas: they are valid for any schema, bounded in size and time however deep it is, and realistic
 * by the names of properties. A given part is completed and otherwise unchanged.
 */

import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Dialect } from '../../../src/contract/document/dialect.ts'
import { generateValue } from '../../../src/contract/sample/generate-value.ts'
import type { GeneratedValue } from '../../../src/contract/sample/value-options.ts'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import type { Json, JsonObject } from '../../../src/ports.ts'
import { closed } from '../../support/write-document.ts'

const file = '/gadgets.yaml'

interface Subject {
  readonly schema: JsonObject
  /** Referenced as #/definitions/NAME. */
  readonly definitions?: Readonly<Record<string, JsonObject>>
  readonly dialect?: Dialect
}

const generate = ({ schema, definitions = {}, dialect = '3.1' }: Subject, seed = 1, examples = false) => {
  const files = new Map([[file, { schema, definitions }]])
  const node = { file, pointer: '/schema', value: schema }
  const compiler = createSchemaCompiler(files, dialect)
  return generateValue({ files, dialect, compiler }, node, { mode: 'realistic', seed, examples })
}

const expectGenerated = (generated: GeneratedValue): unknown => {
  expect(generated.kind, JSON.stringify(generated)).toBe('generated')
  return generated.kind === 'generated' ? generated.value : undefined
}

/** A validator that is independent of Standin's. */
const ajv = new Ajv2020({ strict: false })
formatsModule.default(ajv)

const to = (name: string): JsonObject => ({ $ref: `#/definitions/${name}` })
const text = { type: 'string' }
const integer = { type: 'integer' }

/** Schemas that are hard for generators. */
const difficult: readonly (Subject & { readonly name: string })[] = [
  {
    name: 'a pattern with a length',
    schema: { type: 'string', pattern: '^[0-9a-fA-F]+$', minLength: 40, maxLength: 40 },
  },
  { name: 'a pattern of choices', schema: { type: 'string', pattern: '^(in|out)-(\\d{3}|[A-Z]{2})$' } },
  {
    name: 'a pattern with codes of characters',
    schema: { type: 'string', pattern: '^a(\\u002F|\\x2B[\\u0061-\\u0066]+)[a-z]{3}$' },
  },
  { name: 'a pattern without anchors', schema: { type: 'string', pattern: '\\d+px' } },
  { name: 'a long length', schema: { type: 'string', minLength: 300, maxLength: 301 } },
  { name: 'length 1', schema: { type: 'string', minLength: 1, maxLength: 1 } },
  { name: 'length 0', schema: { type: 'string', maxLength: 0 } },
  { name: 'a format with a length', schema: { type: 'string', format: 'email', maxLength: 60 } },
  {
    name: 'exclusive bounds with one integer between them',
    schema: { type: 'integer', exclusiveMinimum: 4, exclusiveMaximum: 6 },
  },
  { name: 'a number between bounds', schema: { type: 'number', exclusiveMinimum: 0, maximum: 0.001 } },
  { name: 'a multiple of a fraction', schema: { type: 'number', multipleOf: 0.25, minimum: 1, maximum: 1.3 } },
  { name: 'a large multiple', schema: { type: 'integer', multipleOf: 5000, minimum: 1 } },
  { name: 'negative bounds', schema: { type: 'integer', minimum: -20, maximum: -10 } },
  { name: 'an enum that starts with null', schema: { enum: [null, 'a'] } },
  { name: 'an enum with a member of another type', schema: { type: 'string', enum: [1, 'b'] } },
  { name: 'an array of many unique items', schema: { type: 'array', items: integer, minItems: 12, uniqueItems: true } },
  { name: 'prefixItems', schema: { type: 'array', prefixItems: [text, integer], items: false, minItems: 2 } },
  { name: 'contains', schema: { type: 'array', items: integer, contains: { minimum: 5000 }, minItems: 1 } },
  { name: 'a map', schema: { type: 'object', additionalProperties: closed({ a: integer }), minProperties: 3 } },
  {
    name: 'patternProperties',
    schema: { type: 'object', patternProperties: { '^x-': integer }, additionalProperties: false },
  },
  {
    name: 'propertyNames',
    schema: { type: 'object', propertyNames: { pattern: '^[A-Z]$' }, minProperties: 1, additionalProperties: integer },
  },
  {
    name: 'at most one property',
    schema: { type: 'object', properties: { a: text, b: text }, required: ['b'], maxProperties: 1 },
  },
  { name: 'a required property without a schema', schema: { type: 'object', required: ['a'] } },
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
  {
    name: 'oneOf whose first branch is impossible',
    schema: { oneOf: [{ type: 'integer', minimum: 5, maximum: 4 }, text] },
  },
  { name: 'anyOf with null first', schema: { anyOf: [{ type: 'null' }, closed({ a: integer })] } },
  {
    name: 'allOf with a closed part',
    schema: {
      allOf: [
        { type: 'object', properties: { a: text, b: text } },
        { properties: { a: true }, additionalProperties: false },
      ],
    },
  },
  {
    name: 'allOf with several bounds',
    schema: { allOf: [{ type: 'integer', minimum: 1 }, { maximum: 3 }, { multipleOf: 2 }] },
  },
  {
    name: 'allOf that describes a property twice',
    schema: { allOf: [closed({ a: text }), { properties: { a: { minLength: 5, pattern: '^x' } } }] },
  },
  { name: 'unevaluatedProperties', schema: { allOf: [{ properties: { a: text } }], unevaluatedProperties: false } },
  {
    name: 'an impossible optional property',
    schema: {
      type: 'object',
      required: ['a'],
      properties: { a: text, b: { allOf: [{ minimum: 5 }, { maximum: 4 }], type: 'integer' } },
    },
  },
  {
    name: 'an optional property with an impossible required property',
    schema: { type: 'object', properties: { b: closed({ c: { type: 'string', minLength: 5, maxLength: 4 } }) } },
  },
  { name: 'an empty schema', schema: {} },
  {
    name: 'property names of Object.prototype',
    schema: {
      type: 'object',
      required: ['constructor', 'toString'],
      properties: { constructor: text, toString: integer },
    },
  },
  {
    name: 'a required array of the schema itself',
    schema: to('Tree'),
    definitions: { Tree: closed({ name: text, leaves: { type: 'array', items: to('Tree') } }) },
  },
  {
    name: 'the schema itself or null',
    schema: to('Link'),
    definitions: { Link: closed({ next: { anyOf: [to('Link'), { type: 'null' }] } }) },
  },
  {
    name: 'the schema itself or null in 3.0',
    schema: to('Link'),
    definitions: { Link: closed({ next: { allOf: [to('Link')], nullable: true } }) },
    dialect: '3.0',
  },
  {
    name: 'the schema itself as one of several branches',
    schema: to('Node'),
    definitions: { Node: { oneOf: [closed({ left: to('Node'), right: to('Node') }), closed({ leaf: integer })] } },
  },
  {
    name: 'two schemas that reference each other',
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

describe('a realistic value is valid for', () => {
  for (const { name, ...subject } of difficult)
    it(name, async () => {
      for (const seed of [1, 2, 3]) {
        const value = expectGenerated(await generate(subject, seed))
        expect(expectGenerated(await generate(subject, seed)), 'same seed, same value').toEqual(value)
        if (subject.dialect !== undefined) continue
        const root = { ...subject.schema, definitions: subject.definitions ?? {} }
        expect(ajv.validate(root, value), `${JSON.stringify(value)} ${ajv.errorsText()}`).toBe(true)
      }
    })

  const impossible: readonly (Subject & { readonly name: string })[] = [
    { name: 'contradictory bounds', schema: { type: 'integer', minimum: 5, maximum: 4 } },
    { name: 'a schema that requires itself', schema: to('A'), definitions: { A: closed({ a: to('A') }) } },
    { name: 'a required property that is never valid', schema: closed({ a: { not: {} } }) },
  ]
  for (const { name, ...subject } of impossible)
    it(`fails for an impossible schema: ${name}`, async () => expect((await generate(subject)).kind).toBe('failed'))
})

/** Satisfiable schemas of all kinds. */
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
        fc.constantFrom(
          ...['name', 'email', 'id', 'price', 'items', 'created_at', 'a b', '__proto__x', 'status', 'completedAt'],
          ...['total', 'subtotal', 'tax', 'amount_due', 'item_count', 'min_size', 'max_size', 'country', 'error'],
        ),
        tie('schema'),
        { maxKeys: 6 },
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

describe('a value of an arbitrary schema', () => {
  it('is generated without an error and is valid', () =>
    fc.assert(
      fc.asyncProperty(schemas, fc.integer({ min: 0, max: 1000 }), async (schema, seed) => {
        const value = expectGenerated(await generate({ schema }, seed))
        expect(ajv.validate(schema, value), `${JSON.stringify(value)} ${ajv.errorsText()}`).toBe(true)
      }),
      { numRuns: 300, seed: 20301205 },
    ))
})

describe('a value is bounded', () => {
  /** Each of many components references many others, as in Stripe's document. */
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

  it('in size and time, if 100 schemas reference each other', async () => {
    const subject = { schema: { type: 'array', items: to('c0') }, definitions: web(100) }
    const files = new Map([[file, subject]])
    const node = { file, pointer: '/schema', value: subject.schema }
    const compiler = createSchemaCompiler(files, '3.1')
    const generateOne = (seed: number) =>
      generateValue({ files, dialect: '3.1', compiler }, node, { mode: 'realistic', examples: false, seed })
    await generateOne(1)
    const before = process.cpuUsage()
    for (let seed = 2; seed < 12; seed++) {
      const value = expectGenerated(await generateOne(seed))
      expect(JSON.stringify(value).length).toBeLessThan(100_000)
    }
    // Time of the processor: other tests run beside this one.
    expect(process.cpuUsage(before).user / 1000 / 10).toBeLessThan(250)
  })

  it('but reaches a required property at depth 30', async () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `d${index}`,
        closed({ next: index === 29 ? integer : to(`d${index + 1}`) }),
      ]),
    )
    expect(JSON.stringify(expectGenerated(await generate({ schema: to('d0'), definitions })))).toMatch(
      /^(\{"next":){30}\d+\}+$/,
    )
  })
})

describe('a value is realistic by the name of its property', () => {
  const rows: readonly (readonly [name: string, schema: JsonObject, looks: RegExp])[] = [
    ['email', text, /^[a-z]+\.[a-z]+@example\.com$/],
    ['firstName', text, /^[A-Z][a-z]+$/],
    ['full_name', text, /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ['city', text, /^[A-Z][a-z]+$/],
    ['country_code', text, /^[A-Z]{2}$/],
    ['website', text, /^https:\/\/example\.com\//],
    ['avatar_url', text, /^https:\/\/example\.com\/images\/.+\.png$/],
    ['phone', text, /^\+\d{11,12}$/],
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
        const value = expectGenerated(await generate({ schema: closed({ [name]: schema }) }, seed))
        expect(String((value as Record<string, unknown>)[name])).toMatch(looks)
      }
    })

  it('the name and the email of one object match', async () => {
    const schema = closed({ first_name: text, last_name: text, email: text })
    const value = expectGenerated(await generate({ schema })) as Record<string, string>
    expect(value.email).toBe(`${value.first_name}.${value.last_name}@example.com`.toLowerCase())
  })

  it('state, region and prefix depend on the object that has them', async () => {
    const cases: readonly (readonly [holder: string, inner: JsonObject, looks: RegExp])[] = [
      ['user', { state: text, email: text }, /"state":"(active|pending)"/],
      ['user', { state: text, city: text }, /"state":"(?!active|pending)[A-Z]/],
      ['address', { state: text }, /"state":"(?!active|pending)[A-Z]/],
      ['company', { region: text }, /"region":"[A-Z]/],
      ['server', { region: text }, /"region":"[a-z]{2}-[a-z]+-[12]"/],
      ['network', { prefix: text }, /"prefix":"10\.\d+\.0\.0\/16"/],
      ['folder', { prefix: text }, /"prefix":"\/[a-z]+"/],
      ['network_interface', { address: text }, /"address":"192\.0\.2\.\d+"/],
      ['foreign_amount', { value: text, currency: text }, /"value":"\d+\.\d\d"/],
      ['card', { number: text }, /"number":"\d{16}"/],
      ['primary_ip6', { address: text }, /"address":"2001:db8::/],
      ['ip', { version: integer, prefixLength: integer }, /"version":4,"prefixLength":(2[4-9]|30)/],
      ['bankAccount', { accountName: text }, /"accountName":"[A-Z][a-z]+ [A-Z][a-z]+"/],
      ['user', { title: text, email: text }, /"title":"[A-Z][a-z]+"/],
      ['wallet', { address: text }, /"address":"0x[0-9a-f]{40}"/],
      ['server', { address: text, city: text }, /"address":"\d+ [A-Z]/],
      ['agent', { machineName: text }, /"machineName":"[A-Z][a-z]+ [a-z]+"/],
      ['company', { legalName: text }, /"legalName":"[A-Z][a-z]+ [A-Z][a-z]+"/],
    ]
    for (const [holder, inner, looks] of cases) {
      const value = expectGenerated(await generate({ schema: closed({ [holder]: closed(inner) }) }))
      expect(JSON.stringify(value), holder).toMatch(looks)
    }
  })

  it('the schema overrides the name', async () => {
    const schema = closed({ email: { ...text, maxLength: 5 }, price: { type: 'integer', minimum: 10_000 } })
    const value = expectGenerated(await generate({ schema })) as Record<string, string>
    expect(value.email?.length).toBeLessThanOrEqual(5)
    expect(Number(value.price)).toBeGreaterThanOrEqual(10_000)
  })

  it('valid examples of properties are used if examples are wanted', async () => {
    const schema = closed({ a: { ...text, examples: ['shown'] }, b: { ...integer, examples: ['no integer'] } })
    expect(expectGenerated(await generate({ schema }, 1, true))).toEqual({ a: 'shown', b: expect.any(Number) })
    expect(expectGenerated(await generate({ schema }, 1, false))).not.toMatchObject({ a: 'shown' })
  })
})

describe('a given part', () => {
  const complete = async (schema: JsonObject, given: JsonObject) => {
    const files = new Map([[file, { schema }]])
    const node = { file, pointer: '/schema', value: schema }
    const compiler = createSchemaCompiler(files, '3.1')
    return generateValue({ files, dialect: '3.1', compiler }, node, {
      mode: 'minimal',
      given,
      seed: 1,
      label: 'record',
    })
  }
  const schema = {
    type: 'object',
    required: ['id', 'label'],
    properties: { id: integer, label: text, note: text, size: { type: 'integer', maximum: 9 } },
  }

  it('is returned unchanged if it is valid', async () => {
    const given = { id: 7, label: 'Anvil' }
    expect(await complete(schema, given)).toEqual({ kind: 'generated', value: given })
  })

  it('gets what is required, and nothing optional', async () =>
    expect(expectGenerated(await complete(schema, { id: 7 }))).toEqual({ id: 7, label: expect.any(String) }))

  it('is converted where the conversion is obvious', async () =>
    expect(expectGenerated(await complete(schema, { id: '7', label: 'Anvil' }))).toEqual({ id: 7, label: 'Anvil' }))

  it('loses an optional property that is invalid', async () =>
    expect(expectGenerated(await complete(schema, { id: 7, label: 'Anvil', size: 10 }))).toEqual({
      id: 7,
      label: 'Anvil',
    }))

  it('is reported with its own violations if it cannot be completed', async () => {
    const impossible = {
      ...schema,
      properties: { ...schema.properties, id: { type: 'integer', minimum: 5, maximum: 4 } },
    }
    const failed = await complete(impossible, { id: 1, label: 'Anvil' })
    expect(failed.kind === 'failed' && failed.violations.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^record\.id must be .*, got 1$/),
    ])
  })
})

/** `tried`: the values that were validated. */
const generateNoting = async (schema: JsonObject, dialect: '3.0' | '3.1') => {
  const files = new Map([[file, { schema }]])
  const node = { file, pointer: '/schema', value: schema }
  const compiler = createSchemaCompiler(files, dialect)
  const tried: Json[] = []
  const generated = await generateValue({ files, dialect, compiler }, node, {
    mode: 'realistic',
    seed: 1,
    validate: (value) => {
      tried.push(value)
      return compiler.compile(node, 'response')({ rounded: value, exact: value })
    },
  })
  return { generated, tried }
}

describe('an example that breaks its own schema', () => {
  const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  const rows: readonly (readonly [example: Json, schema: JsonObject])[] = [
    ['2030-01-01T00:00:00Z', { type: 'string', format: 'date' }],
    ['5b4cf1e9-3a7d-4c0b-9d3e-2f6a8c1b7e55', { type: 'string', format: 'uuid', pattern: '^[0-9A-F-]{36}$' }],
    ['much too long', { type: 'string', maxLength: 4 }],
    [99, { type: 'integer', maximum: 9 }],
    ['harbor-3', named],
    [{ title: 'Harbor' }, named],
    [{ name: 3 }, named],
    ['harbor-3', { type: 'array', items: { type: 'string' } }],
    [['harbor-3'], { type: 'array', items: { type: 'integer' } }],
    [4711, { type: 'string' }],
    ['20', { type: 'integer' }],
    [2.5, { type: 'integer' }],
    [null, { allOf: [{ nullable: true }, { type: 'string' }] }],
    ['Closed', { type: 'string', enum: ['open', 'closed'] }],
  ]
  for (const [example, schema] of rows)
    it(`is not tried: ${JSON.stringify(example)} for ${JSON.stringify(schema)}`, async () => {
      const whole = { type: 'object', properties: { at: { ...schema, example } }, required: ['at'] }
      const { generated, tried } = await generateNoting(whole, '3.0')
      expect([generated.kind, tried.length]).toEqual(['generated', 1])
    })

  const valid: readonly (readonly [example: Json, schema: JsonObject])[] = [
    [{ name: 'Harbor' }, named],
    [null, { type: 'string', nullable: true }],
    [null, { nullable: true, allOf: [{ type: 'string' }] }],
    [null, { nullable: true, oneOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['harbor-3', { oneOf: [{ type: 'integer' }, { type: 'string' }] }],
    [3, { type: 'number' }],
  ]
  for (const [example, schema] of valid)
    it(`is used if it keeps it: ${JSON.stringify(example)} for ${JSON.stringify(schema)}`, async () => {
      const whole = { type: 'object', properties: { at: { ...schema, example } }, required: ['at'] }
      const { generated } = await generateNoting(whole, '3.0')
      expect(generated).toMatchObject({ kind: 'generated', value: { at: example } })
    })
})

it('an optional string that can never be valid is left out after two tries', async () => {
  const at = { type: 'string', format: 'uri', pattern: '^/never$' }
  const whole = { type: 'object', properties: { at, name: { type: 'string' } } }
  const { generated, tried } = await generateNoting(whole, '3.1')
  expect(tried.map((value) => Object.hasOwn(value as JsonObject, 'at'))).toEqual([true, true, false])
  expect(generated).toMatchObject({ kind: 'generated', value: { name: expect.any(String) } })
})

describe('an address of which a pattern describes a part is valid at once', () => {
  const rows: readonly (readonly [pattern: string, address: RegExp])[] = [
    ['/magnet:\\?xt=urn:btih:[a-z0-9]*/i', /^https:\/\/[a-z.-]+\/magnet:\?xt=urn:btih:[a-z0-9]*\/i$/],
    ['avatars/[a-z]{3}', /^https:\/\/[a-z.-]+\/avatars\/[a-z]{3}$/],
    ['^magnet:[a-z]+$', /^magnet:[a-z]+$/],
  ]
  for (const [pattern, address] of rows)
    it(pattern, async () => {
      const whole = { type: 'object', properties: { at: { type: 'string', format: 'uri', pattern } }, required: ['at'] }
      const { generated, tried } = await generateNoting(whole, '3.1')
      expect(generated).toMatchObject({ kind: 'generated', value: { at: expect.stringMatching(address) } })
      expect(tried).toHaveLength(1)
    })
})

describe('a value that agrees with others stays within its bounds', () => {
  const rows: readonly (readonly [schema: JsonObject, winner: unknown])[] = [
    [{ type: 'integer' }, 0],
    [{ type: 'integer', minimum: 1 }, expect.not.closeTo(0)],
    [{ type: 'integer', exclusiveMinimum: 0 }, expect.not.closeTo(0)],
  ]
  for (const [schema, winner] of rows)
    it(`the winner of a match that is not over: ${JSON.stringify(schema)}`, async () => {
      const status = { type: 'string', enum: ['not_started'] }
      const whole = { type: 'object', properties: { status, winner_id: schema }, required: ['status', 'winner_id'] }
      const { generated, tried } = await generateNoting(whole, '3.1')
      expect(generated).toMatchObject({ kind: 'generated', value: { winner_id: winner } })
      expect(tried).toHaveLength(1)
    })
})
