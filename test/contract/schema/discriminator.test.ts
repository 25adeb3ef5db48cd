/**
 * Variants that a discriminator selects: which values are valid, the errors of the others, and that generated values
 * name their variant.
 */
import { describe, expect, it } from 'vitest'
import type { Dialect } from '../../../src/contract/document/dialect.ts'
import { generateValue } from '../../../src/contract/sample/generate-value.ts'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import { viewObject } from '../../../src/contract/schema/schema-view.ts'
import { ownName } from '../../../src/contract/schema/variants.ts'
import { describeErrors } from '../../../src/contract/schema/violations.ts'
import { parseJsonText, separateDigits } from '../../../src/contract/values/json-text.ts'
import type { Json, JsonObject } from '../../../src/ports.ts'
import { ref } from '../../support/write-document.ts'

const file = '/machines.yaml'

interface Row {
  readonly name: string
  /** Default: 3.1. */
  readonly dialect?: Dialect
  readonly schema: JsonObject
  readonly schemas: Readonly<Record<string, JsonObject>>
  readonly files?: ReadonlyMap<string, Json>
  readonly takes: readonly string[]
  /** With all its errors. */
  readonly rejects: Readonly<Record<string, readonly string[]>>
  /** No generated value names a variant. */
  readonly isNameless?: true
}

const text = { type: 'string' }
const integer = { type: 'integer' }
const object = (properties: JsonObject, required: readonly string[] = []) => ({ type: 'object', required, properties })
const kind = (...values: string[]) => ({ type: 'string', ...(values.length > 0 ? { enum: values } : {}) })
const discriminator = (mapping?: JsonObject) => ({ propertyName: 'kind', ...(mapping ? { mapping } : {}) })

const bolt = object({ kind: kind(), size: integer }, ['kind'])
const lamp = object({ kind: kind(), watts: integer }, ['kind'])
const either = { oneOf: [ref('Bolt'), ref('Lamp')], discriminator: discriminator() }
const extend = (base: JsonObject, properties: JsonObject, required: readonly string[] = []) => ({
  allOf: [base, object(properties, required)],
})
const base = object({ kind: kind() }, ['kind'])

const rows: readonly Row[] = [
  {
    name: 'oneOf, by the names of components',
    schema: either,
    schemas: { Bolt: bolt, Lamp: lamp },
    takes: ['{"kind":"Bolt"}', '{"kind":"Lamp","watts":4}', '{"kind":"Bolt","watts":"any"}'],
    rejects: {
      '{"kind":"Bolt","size":"x"}': ['body.size must be an integer, got "x"'],
      '{"kind":"Nut"}': ['body.kind must be one of Bolt, Lamp, got "Nut"'],
      '{"kind":7}': ['body.kind must be one of Bolt, Lamp, got 7'],
      '{"size":1}': ['body.kind is required: one of Bolt, Lamp'],
      '"Bolt"': ['body must be an object, got "Bolt"'],
      null: ['body must be an object, got null'],
    },
  },
  {
    name: 'anyOf',
    schema: { anyOf: either.oneOf, discriminator: discriminator() },
    schemas: { Bolt: bolt, Lamp: lamp },
    takes: ['{"kind":"Bolt"}'],
    rejects: { '{"kind":"Lamp","watts":"x","size":"x"}': ['body.watts must be an integer, got "x"'] },
  },
  {
    name: 'a mapping by references and by names; names of components also work',
    schema: {
      ...either,
      discriminator: discriminator({ b: '#/components/schemas/Bolt', screw: 'Bolt', l: 'Lamp' }),
    },
    schemas: { Bolt: bolt, Lamp: lamp },
    takes: ['{"kind":"b"}', '{"kind":"screw"}', '{"kind":"l"}', '{"kind":"Lamp"}'],
    rejects: {
      '{"kind":"screw","size":"x"}': ['body.size must be an integer, got "x"'],
      '{"kind":"Nut"}': ['body.kind must be one of b, screw, l, got "Nut"'],
    },
  },
  {
    name: 'names from the values that the variants allow, if they are not component names',
    schema: either,
    schemas: {
      Bolt: object({ kind: kind('m4', 'm5'), size: integer }, ['kind']),
      Lamp: object({ kind: { const: 'led' } }, ['kind']),
    },
    takes: ['{"kind":"m4"}', '{"kind":"m5"}', '{"kind":"led"}'],
    rejects: {
      '{"kind":"m5","size":"x"}': ['body.size must be an integer, got "x"'],
      '{"kind":"Bolt"}': ['body.kind must be one of m4, led, got "Bolt"'],
    },
  },
  {
    name: 'an enum that all variants share, spelled differently from the components',
    schema: either,
    schemas: {
      Part: object({ kind: kind('bolt', 'lamp') }, ['kind']),
      Bolt: extend(ref('Part'), { size: integer }),
      Lamp: extend(ref('Part'), { watts: integer }),
    },
    takes: ['{"kind":"bolt"}', '{"kind":"lamp","size":"any"}'],
    rejects: { '{"kind":"bolt","size":"x"}': ['body.size must be an integer, got "x"'] },
  },
  {
    name: 'variants without names are distinguished by what matches',
    schema: either,
    schemas: {
      Bolt: object({ kind: kind('x', 'y'), size: integer }, ['size']),
      Lamp: object({ kind: kind('x', 'y'), watts: integer }, ['watts']),
    },
    takes: ['{"kind":"x","size":1}', '{"kind":"x","watts":1}'],
    rejects: {
      '{"kind":"x"}': [
        'body must match exactly one variant (an object with size; an object with watts), got an object with kind',
      ],
    },
    isNameless: true,
  },
  {
    name: '3.0: nullable',
    dialect: '3.0',
    schema: { ...either, nullable: true },
    schemas: { Bolt: bolt, Lamp: lamp },
    takes: ['null', '{"kind":"Bolt"}'],
    rejects: { '{"kind":"Bolt","size":"x"}': ['body.size must be an integer, got "x"'] },
  },
  {
    name: '3.1: a variant that is null',
    schema: { oneOf: [...either.oneOf, { type: 'null' }], discriminator: discriminator() },
    schemas: { Bolt: bolt, Lamp: lamp },
    takes: ['null', '{"kind":"Bolt"}'],
    rejects: {
      '{"kind":"Bolt","size":"x"}': ['body.size must be an integer, got "x"'],
      '1': ['body must be an object or null, got 1'],
    },
  },
  {
    name: 'a property that no variant requires',
    schema: either,
    schemas: {
      Bolt: object({ kind: kind(), size: integer }, ['size']),
      Lamp: object({ kind: kind(), watts: integer }, ['watts']),
    },
    takes: ['{"size":1}', '{"kind":"Bolt","size":1}'],
    rejects: {
      '{"kind":"Bolt","watts":1}': ['body.size is required: an integer'],
      '{"kind":"Nut","size":1}': ['body.kind must be one of Bolt, Lamp, got "Nut"'],
    },
  },
  {
    name: '3.2: a default',
    schema: { ...either, discriminator: { propertyName: 'kind', defaultMapping: 'Other' } },
    schemas: { Bolt: bolt, Lamp: lamp, Other: object({ note: text }, ['note']) },
    takes: ['{"kind":"Bolt"}', '{"note":"a"}', '{"kind":"Nut","note":"a"}'],
    rejects: {
      '{"kind":"Nut"}': ['body.note is required: a string'],
      '{"kind":"Bolt","size":"x"}': ['body.size must be an integer, got "x"'],
    },
  },
  {
    name: 'in a list, and variants with properties next to them',
    schema: { type: 'array', minItems: 1, items: { ...object({ id: integer }, ['id']), ...either } },
    schemas: { Bolt: bolt, Lamp: lamp },
    takes: ['[{"kind":"Bolt","id":1}]', '[]'].slice(0, 1),
    rejects: {
      '[{"kind":"Lamp"}]': ['body[0].id is required: an integer'],
      '[{"kind":"Bolt","id":1},{"kind":"Nut","id":1}]': ['body[1].kind must be one of Bolt, Lamp, got "Nut"'],
    },
    isNameless: true,
  },
  {
    name: 'closed variants, by unevaluatedProperties',
    schema: { ...either, unevaluatedProperties: false },
    schemas: { Bolt: bolt, Lamp: lamp },
    takes: ['{"kind":"Bolt","size":1}'],
    rejects: { '{"kind":"Bolt","watts":1}': ['body.watts is not allowed here'] },
  },
  {
    name: 'a base with a mapping',
    dialect: '3.0',
    schema: ref('Part'),
    schemas: {
      Part: { ...base, discriminator: discriminator({ bolt: 'Bolt', lamp: '#/components/schemas/Lamp' }) },
      Bolt: extend(ref('Part'), { size: integer }, ['size']),
      Lamp: extend(ref('Part'), { watts: integer }),
    },
    takes: ['{"kind":"bolt","size":1}', '{"kind":"lamp"}', '{"kind":"Part"}'],
    rejects: {
      '{"kind":"bolt"}': ['body.size is required: an integer'],
      '{"kind":"lamp","watts":"x"}': ['body.watts must be an integer, got "x"'],
      '{"kind":"nut"}': ['body.kind must be one of bolt, lamp, got "nut"'],
      '{}': ['body.kind is required: one of bolt, lamp'],
    },
  },
  {
    name: 'a base without a mapping, and variants that extend it indirectly',
    schema: ref('Part'),
    schemas: {
      Part: { ...base, discriminator: discriminator() },
      Bolt: extend(ref('Part'), { size: integer }, ['size']),
      LongBolt: extend(ref('Bolt'), { length: integer }, ['length']),
    },
    takes: ['{"kind":"Bolt","size":1}', '{"kind":"LongBolt","size":1,"length":2}', '{"kind":"Part"}'],
    rejects: {
      '{"kind":"LongBolt","length":1}': ['body.size is required: an integer'],
      '{"kind":"LongBolt","size":1}': ['body.length is required: an integer'],
      '{"kind":"Nut"}': ['body.kind must be one of Bolt, LongBolt, Part, got "Nut"'],
    },
  },
  {
    name: 'a base whose own values name no variant',
    schema: ref('Part'),
    schemas: {
      Part: { ...object({ kind: kind('bolt', 'other') }, ['kind']), discriminator: discriminator({ bolt: 'Bolt' }) },
      Bolt: extend(ref('Part'), { size: integer }, ['size']),
    },
    takes: ['{"kind":"other"}', '{"kind":"bolt","size":1}'],
    rejects: { '{"kind":"bolt"}': ['body.size is required: an integer'] },
  },
  {
    name: 'a base that lists its variants, which refer to it',
    schema: ref('Part'),
    schemas: {
      Part: { ...base, oneOf: [ref('Bolt'), ref('Lamp')], discriminator: discriminator() },
      Bolt: extend(ref('Part'), { size: integer }, ['size']),
      Lamp: extend(ref('Part'), { watts: integer }),
    },
    takes: ['{"kind":"Bolt","size":1}', '{"kind":"Lamp"}'],
    rejects: { '{"kind":"Bolt"}': ['body.size is required: an integer'] },
  },
  {
    name: 'a base inside one of its variants',
    schema: ref('Part'),
    schemas: {
      Part: { ...object({ kind: kind(), inside: ref('Part') }, ['kind']), discriminator: discriminator() },
      Bolt: extend(ref('Part'), { size: integer, around: { type: 'array', items: ref('Part') } }, ['size']),
    },
    takes: ['{"kind":"Bolt","size":1,"inside":{"kind":"Part"},"around":[{"kind":"Bolt","size":1}]}'],
    rejects: {
      '{"kind":"Bolt","size":1,"inside":{"kind":"Bolt"}}': ['body.inside.size is required: an integer'],
      '{"kind":"Bolt","size":1,"around":[{"kind":"Bolt"}]}': ['body.around[0].size is required: an integer'],
    },
  },
  {
    name: 'a base in an allOf that is not one of its variants',
    dialect: '3.0',
    schema: { allOf: [ref('Part')], nullable: true },
    schemas: {
      Part: { ...base, discriminator: discriminator() },
      Bolt: extend(ref('Part'), { size: integer }, ['size']),
    },
    takes: ['{"kind":"Bolt","size":1}', 'null'],
    rejects: { '{"kind":"Bolt"}': ['body.size is required: an integer'] },
  },
  {
    name: 'a single variant: its base represents itself',
    schema: ref('Bolt'),
    schemas: {
      Part: { ...base, discriminator: discriminator({ bolt: 'Bolt' }) },
      Bolt: extend(ref('Part'), { size: integer }, ['size']),
      Lamp: extend(ref('Part'), { watts: integer }, ['watts']),
    },
    takes: ['{"kind":"bolt","size":1}'],
    rejects: { '{"kind":"bolt"}': ['body.size is required: an integer'] },
  },
  {
    name: '2.0: the name of a definition',
    dialect: '2.0',
    schema: { $ref: '#/definitions/Part' },
    schemas: {
      Part: { ...base, discriminator: 'kind' },
      Bolt: extend({ $ref: '#/definitions/Part' }, { size: integer }, ['size']),
      Lamp: { ...extend({ $ref: '#/definitions/Part' }, { watts: integer }), 'x-ms-discriminator-value': 'light' },
    },
    takes: ['{"kind":"Bolt","size":1}', '{"kind":"light"}'],
    rejects: {
      '{"kind":"Bolt"}': ['body.size is required: an integer'],
      '{"kind":"light","watts":"x"}': ['body.watts must be an integer, got "x"'],
      '{"kind":"Nut"}': ['body.kind must be one of Bolt, light, Part, got "Nut"'],
    },
  },
  {
    name: 'variants in separate files',
    schema: {
      oneOf: [{ $ref: 'bolt.yaml' }, { $ref: 'more.yaml#/Lamp' }],
      discriminator: discriminator({ light: 'more.yaml#/Lamp' }),
    },
    schemas: {},
    files: new Map<string, Json>([
      ['/bolt.yaml', bolt],
      ['/more.yaml', { Lamp: lamp }],
    ]),
    takes: ['{"kind":"bolt"}', '{"kind":"light"}'],
    rejects: { '{"kind":"light","watts":"x"}': ['body.watts must be an integer, got "x"'] },
  },
  {
    name: 'a mapping in another file, by the names of components of the document and of its own',
    schema: { $ref: 'part.yaml' },
    schemas: { 'com.example.Bolt': bolt, Lamp: object({ kind: kind() }) },
    files: new Map<string, Json>([
      [
        '/part.yaml',
        {
          oneOf: [
            { $ref: 'machines.yaml#/components/schemas/com.example.Bolt' },
            { $ref: 'part.yaml#/components/schemas/Lamp' },
          ],
          discriminator: discriminator({ round: 'com.example.Bolt', light: 'Lamp' }),
          components: { schemas: { Lamp: lamp } },
        },
      ],
    ]),
    takes: ['{"kind":"round"}', '{"kind":"light"}'],
    rejects: {
      '{"kind":"round","size":"x"}': ['body.size must be an integer, got "x"'],
      '{"kind":"light","watts":"x"}': ['body.watts must be an integer, got "x"'],
    },
  },
]

const open = ({ dialect = '3.1', schema, schemas, files = new Map() }: Row) => {
  const held = dialect === '2.0' ? { definitions: schemas } : { components: { schemas } }
  const all = new Map<string, Json>([[file, { schema, ...held }], ...files])
  const node = { file, pointer: '/schema', value: schema }
  const compiler = createSchemaCompiler(all, dialect)
  return { files: all, dialect, node, compiler }
}

describe('a discriminator selects the variant that is validated', () => {
  for (const row of rows) {
    const { compiler, node } = open(row)
    const findProblems = (json: string): readonly string[] => {
      const value = parseJsonText(json)
      const errors = compiler.compile(node, 'request')(value)
      return errors ? describeErrors(errors, value, 'body').map(({ message }) => message) : []
    }
    describe(row.name, () => {
      for (const json of row.takes) it(`accepts ${json}`, () => expect(findProblems(json)).toEqual([]))
      for (const [json, says] of Object.entries(row.rejects))
        it(`rejects ${json}`, () => expect(findProblems(json)).toEqual(says))
    })
  }
})

describe('a generated value names its variant', () => {
  for (const row of rows)
    it(row.name, async () => {
      const { compiler, node, files, dialect } = open(row)
      const validate = (value: unknown) => compiler.compile(node, 'response')(separateDigits(value as Json))
      // A given object stays an object.
      const start = 'type' in row.schema && row.schema.type === 'array' ? {} : { given: {} }
      for (const seed of [1, 2, 3]) {
        const source = { files, dialect, compiler }
        const results = [
          await generateValue(source, node, { mode: 'realistic', seed, examples: false }),
          await generateValue(source, node, { mode: 'minimal', seed, ...start, validate: false }),
        ]
        for (const result of results) {
          const value = result.kind === 'generated' ? result.value : null
          expect(validate(value), JSON.stringify(value)).toBeUndefined()
          if (!row.isNameless) expect(value).toHaveProperty('kind', expect.any(String))
        }
      }
    })

  it('is completed as the variant that it names', async () => {
    const row = rows.find(({ name }) => name === 'a base with a mapping')
    if (!row) throw new Error('the row is gone')
    const { compiler, node, files, dialect } = open(row)
    const complete = async (given: JsonObject) => {
      const options = { mode: 'minimal', seed: 1, given, validate: false } as const
      const result = await generateValue({ files, dialect, compiler }, node, options)
      return result.kind === 'generated' ? result.value : undefined
    }
    expect(await complete({ kind: 'lamp', watts: 3 })).toEqual({ kind: 'lamp', watts: 3 })
    expect(await complete({ kind: 'bolt' })).toEqual({ kind: 'bolt', size: expect.any(Number) })
    expect(await complete({ size: 4 })).toEqual({ kind: 'bolt', size: 4 })
  })
})

it('a base has the properties of all its variants, and a variant none of the others', () => {
  const row = rows.find(({ name }) => name === 'a base with a mapping')
  if (!row) throw new Error('the row is gone')
  const { files } = open(row)
  const propertiesOf = (name: string) => [
    ...viewObject(files, { file, pointer: '/x', value: ref(name) }).properties.keys(),
  ]
  expect(propertiesOf('Part')).toEqual(['kind', 'size', 'watts'])
  expect(propertiesOf('Bolt').sort()).toEqual(['kind', 'size'])
})

describe('the name of a schema among the variants of its base', () => {
  const schemas: Readonly<Record<string, JsonObject>> = {
    Part: {
      ...object({ kind: kind() }, ['kind']),
      discriminator: discriminator({ round: '#/components/schemas/Nut' }),
    },
    Nut: extend(ref('Part'), { size: integer }),
    Pin: extend(ref('Part'), { length: integer }),
    Box: object({ kind: kind() }),
  }
  const files = new Map([[file, { components: { schemas } }]])
  const nameOf = (name: string) =>
    ownName(files, { file, pointer: `/components/schemas/${name}`, value: schemas[name] ?? {} })

  it('is its key in the mapping', () => expect(nameOf('Nut')).toEqual({ property: 'kind', name: 'round' }))
  it('is its own name without one', () => expect(nameOf('Pin')).toEqual({ property: 'kind', name: 'Pin' }))
  for (const name of ['Part', 'Box'])
    it(`does not exist for ${name}, which has no base`, () => expect(nameOf(name)).toBeUndefined())
})
