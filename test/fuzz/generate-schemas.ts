/**
 * Schemas that refer to each other, with variants, patterns and formats, and values that are made for them, valid and not.
 */
import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/ports.ts'
import type { Random } from './random.ts'

/** Three schemas that may refer to each other and to themselves. */
export interface SchemaGroup {
  readonly schemas: Readonly<Record<Name, Json>>
  /** One of them applies itself to the same value: no value can be validated. */
  readonly isEndless: boolean
}

export const names = ['A', 'B', 'C'] as const
export type Name = (typeof names)[number]

const patterns = ['^(a+)+$', '^[a-z]{2,5}$', '(a|aa)*b', '^\\d{3}-\\d{4}$', '\\p{L}+', '^(?:x|y|xy)+z?$']
const formats = ['date-time', 'date', 'uuid', 'email', 'uri', 'ipv4', 'hostname', 'regex']
const properties = ['a', 'b', 'c', 'kind', 'items']

const { schema: anySchema } = fc.letrec<{ schema: JsonObject }>((tie) => {
  const many = fc.array(tie('schema'), { minLength: 1, maxLength: 4 })
  return {
    schema: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom(...names).map((name) => ({ $ref: name })),
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
          rest: fc.constantFrom({}, {}, {}, { additionalProperties: false }, { unevaluatedProperties: false }),
        })
        .map(({ parts, required, rest }) => ({ type: 'object', properties: parts, required, ...rest })),
    ),
  }
})

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A copy with other references. `isSame`: whether the reference applies to the same value as the schema around it, and not to
 * a property or an item.
 */
const mapReferences = (schema: Json, map: (name: Name, isSame: boolean) => Json, isSame = true): Json => {
  if (Array.isArray(schema)) return schema.map((part) => mapReferences(part, map, isSame))
  if (!isObject(schema)) return schema
  if (schema.$ref !== undefined) return map(schema.$ref as Name, isSame)
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => {
      if (key === 'items') return [key, mapReferences(part, map, false)]
      if (key !== 'properties' || !isObject(part)) return [key, mapReferences(part, map, isSame)]
      const inner = Object.entries(part).map(([name, each]) => [name, mapReferences(each, map, false)])
      return [key, Object.fromEntries(inner)]
    }),
  )
}

const hasCycle = (schemas: Readonly<Record<Name, Json>>): boolean => {
  const next = new Map<Name, Set<Name>>(names.map((name) => [name, new Set()]))
  for (const name of names)
    mapReferences(schemas[name], (other, isSame) => {
      if (isSame) next.get(name)?.add(other)
      return null
    })
  const reaches = (from: Name, goal: Name, left: number): boolean =>
    left > 0 && [...(next.get(from) ?? [])].some((name) => name === goal || reaches(name, goal, left - 1))
  return names.some((name) => reaches(name, name, names.length))
}

/** Only later schemas are applied to the same value, which leaves no cycle. */
const withoutCycles = (schemas: Readonly<Record<Name, Json>>): Readonly<Record<Name, Json>> => {
  const rewrite = (name: Name): Json =>
    mapReferences(schemas[name], (other, isSame) => {
      if (!isSame || other > name) return { $ref: other }
      const later = names[names.indexOf(name) + 1]
      return later === undefined ? { type: 'boolean' } : { $ref: later }
    })
  return { A: rewrite('A'), B: rewrite('B'), C: rewrite('C') }
}

/** One group of twenty may be endless. */
export const schemaGroups: fc.Arbitrary<SchemaGroup> = fc
  .record({ schemas: fc.record({ A: anySchema, B: anySchema, C: anySchema }), mayBeEndless: fc.nat(19) })
  .map(({ schemas, mayBeEndless }) =>
    mayBeEndless === 0
      ? { schemas, isEndless: hasCycle(schemas) }
      : { schemas: withoutCycles(schemas), isEndless: false },
  )

/** The components of a group in a document with several. */
export const componentsOf = ({ schemas }: SchemaGroup, prefix: string): JsonObject =>
  Object.fromEntries(
    names.map((name) => [
      prefix + name,
      mapReferences(schemas[name], (other) => ({ $ref: `#/components/schemas/${prefix}${other}` })),
    ]),
  )

const scalars: readonly Json[] = [null, true, 0, -1, 1.5, 1e300, '', 'x', 'ab', 'b', '123-4567', '2030-01-01', 'é']

/** A value that follows a schema at most places, so that validators go deep. */
export const createValue = ({ schemas }: SchemaGroup, name: Name, random: Random): Json => {
  const budget = { left: 400 }
  const follow = (schema: Json | undefined): Json => {
    if (--budget.left < 0 || !isObject(schema) || random.oneIn(15)) return random.pick(scalars)
    const { $ref, pattern, items, const: fixed, enum: values } = schema
    if (typeof $ref === 'string') return follow(schemas[$ref as Name])
    for (const key of ['oneOf', 'anyOf', 'allOf'] as const) {
      const parts = schema[key]
      if (Array.isArray(parts)) return follow(random.pick(parts))
    }
    if (fixed !== undefined) return fixed
    if (Array.isArray(values)) return random.pick(values)
    if (typeof pattern === 'string') return random.oneIn(2) ? `${'a'.repeat(random.below(60))}!` : random.pick(scalars)
    if (items !== undefined) return Array.from({ length: random.below(5) }, () => follow(items))
    if (isObject(schema.properties))
      return Object.fromEntries(Object.entries(schema.properties).map(([key, part]) => [key, follow(part)]))
    return random.pick(scalars)
  }
  return follow(schemas[name])
}
