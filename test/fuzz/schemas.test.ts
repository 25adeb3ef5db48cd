/**
 * A fuzzer of validators: recursive schemas with variants, patterns and formats, and values that are made for them, valid and
 * not. Every value is decided, or given up after a bounded number of steps. `FUZZ=100000 npx vitest run test/fuzz/schemas`
 * validates more pairs.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSchemaCompiler } from '../../src/contract/schema/schema-compiler.ts'
import { describeErrors } from '../../src/contract/schema/violations.ts'
import type { Json, JsonObject } from '../../src/ports.ts'
import { createRandom, type Random } from './random.ts'

const total = Number(process.env.FUZZ ?? 1_000)
const firstSeed = Number(process.env.FUZZ_SEED ?? 1)
const valuesOfSchema = 20

const names = ['A', 'B', 'C'] as const
const patterns = ['^(a+)+$', '^[a-z]{2,5}$', '(a|aa)*b', '^\\d{3}-\\d{4}$', '\\p{L}+', '^(?:x|y|xy)+z?$']
const formats = ['date-time', 'date', 'uuid', 'email', 'uri', 'ipv4', 'hostname', 'regex']
const properties = ['a', 'b', 'c', 'kind', 'items']

const { schema: schemas } = fc.letrec<{ schema: JsonObject }>((tie) => {
  const many = fc.array(tie('schema'), { minLength: 1, maxLength: 4 })
  return {
    schema: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom(...names).map((name) => ({ $ref: `#/components/schemas/${name}` })),
      fc.constantFrom(...patterns).map((pattern) => ({ type: 'string', pattern })),
      fc.constantFrom(...formats).map((format) => ({ type: 'string', format })),
      fc.constantFrom({ type: 'integer', minimum: 0 }, { type: 'boolean' }, { const: 'x' }, { enum: ['a', 1, null] }),
      many.map((oneOf) => ({ oneOf })),
      many.map((anyOf) => ({ anyOf })),
      many.map((allOf) => ({ allOf })),
      tie('schema').map((not) => ({ not })),
      tie('schema').map((items) => ({ type: 'array', items, uniqueItems: true, maxItems: 50 })),
      fc
        .record({
          parts: fc.dictionary(fc.constantFrom(...properties), tie('schema'), { maxKeys: 4 }),
          required: fc.uniqueArray(fc.constantFrom(...properties), { maxLength: 2 }),
          isClosed: fc.boolean(),
        })
        .map(({ parts, required, isClosed }) => ({
          type: 'object',
          properties: parts,
          required,
          ...(isClosed ? { additionalProperties: false } : {}),
        })),
    ),
  }
})
const documents = fc.record({ A: schemas, B: schemas, C: schemas })

const scalars: readonly Json[] = [null, true, 0, -1, 1.5, 1e300, '', 'x', 'ab', 'b', '123-4567', '2030-01-01', 'é']

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value that follows a schema at most places, so that validators go deep. */
const createValue = (
  components: JsonObject,
  schema: Json | undefined,
  random: Random,
  left: { nodes: number },
): Json => {
  if (--left.nodes < 0 || !isObject(schema) || random.oneIn(15)) return random.pick(scalars)
  const follow = (part: Json | undefined): Json => createValue(components, part, random, left)
  const { $ref, pattern, items, const: fixed, enum: values } = schema
  if (typeof $ref === 'string') return follow(components[$ref.slice($ref.lastIndexOf('/') + 1)])
  for (const key of ['oneOf', 'anyOf', 'allOf'] as const) {
    const parts = schema[key]
    if (Array.isArray(parts)) return follow(random.pick(parts))
  }
  if (fixed !== undefined) return fixed
  if (Array.isArray(values)) return random.pick(values)
  if (typeof pattern === 'string') return random.oneIn(2) ? `${'a'.repeat(random.below(60))}!` : random.pick(scalars)
  if (items !== undefined) return Array.from({ length: random.below(5) }, () => follow(items))
  if (isObject(schema.properties))
    return Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, follow(part)]))
  return random.pick(scalars)
}

it(
  `${total} pairs of a schema and a value are decided`,
  () => {
    const counts = { valid: 0, invalid: 0, givenUp: 0 }
    let slowest = 0
    const all = fc.sample(documents, { numRuns: Math.ceil(total / valuesOfSchema), seed: firstSeed })
    for (const [index, components] of all.entries()) {
      const random = createRandom(firstSeed + index)
      const root = { components: { schemas: components } }
      const compiler = createSchemaCompiler(new Map([['api.json', root]]), '3.1')
      for (let turn = 0; turn < valuesOfSchema; turn++) {
        const name = random.pick(names)
        const value = createValue(components, components[name], random, { nodes: 400 })
        const start = performance.now()
        const place = { file: 'api.json', pointer: '/start', value: { $ref: `#/components/schemas/${name}` } }
        const errors = compiler.compile(place, 'request')({ rounded: value, exact: value })
        const described = errors && describeErrors(errors, { rounded: value, exact: value }, 'body')
        slowest = Math.max(slowest, performance.now() - start)
        if (described === undefined) counts.valid++
        else if (described.some(({ keyword }) => keyword === 'complexity')) counts.givenUp++
        else counts.invalid++
      }
    }
    console.log(`${JSON.stringify(counts)}; slowest ${Math.round(slowest)} ms`)
    expect(counts.valid).toBeGreaterThan(total / 20)
    expect(counts.invalid).toBeGreaterThan(total / 20)
  },
  process.env.FUZZ === undefined ? 120_000 : 7_200_000,
)
