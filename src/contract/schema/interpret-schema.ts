/**
 * Validates a value by reading its translated schema, without compiling it. Compiling takes a hundred times longer than one
 * validation, so it is worth it only for schemas that are used again and again. Where reading does not decide, the compiled
 * validator does. It also describes the errors.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Pattern } from '../patterns/pattern.ts'
import { isMultipleOf } from '../values/decimal.ts'
import { isJsonArray, isJsonObject, itemsOf } from '../values/json-object.ts'
import { findEqualItems } from '../values/unique-items.ts'
import { stepsKeyword } from './count-steps.ts'
import { integerRanges, rangeKeyword, type Schema } from './schema-dialect.ts'

export interface Interpretation {
  /** The translated schema of a name. */
  readonly find: (name: string) => unknown
  /** Whether a string has a format; undefined if that cannot be tested here. */
  readonly hasFormat: (format: string, text: string) => boolean | undefined
  /** Throws SyntaxError. */
  readonly compilePattern: (source: string) => Pick<Pattern, 'test'>
}

/** Whether a value is valid. Undefined: only the compiled validator knows. */
export const interpret = (schema: unknown, value: unknown, interpretation: Interpretation): Verdict => {
  try {
    return test({ ...interpretation, steps: 0 }, schema, value, 0)
  } catch (error) {
    // A pattern that cannot be parsed, or a reference to something broken: the compiler reports it.
    if (error instanceof Error) return undefined
    throw error
  }
}

/** Undefined: it cannot be decided here. */
type Verdict = boolean | undefined

interface Run extends Interpretation {
  steps: number
}

/** Beyond these, compiled validators are faster, and bounded in their own way. */
const limits = { steps: 20_000, depth: 300, characters: 10_000 } as const

/** A keyword whose value is a list; what is wrong in the schema is reported by the compiler. */
const ofList =
  (decide: (place: Place, list: readonly unknown[]) => Verdict): TestKeyword =>
  (place, expected) =>
    isJsonArray(expected) ? decide(place, expected) : undefined

/** Keywords that say nothing about a value, or that others read. */
const silent: ReadonlySet<string> = new Set([
  ...[stepsKeyword, '$defs', 'definitions', 'contentSchema', 'then', 'else', 'minContains', 'maxContains'],
])

const test = (run: Run, schema: unknown, value: unknown, depth: number): Verdict => {
  if (typeof schema === 'boolean') return schema
  if (!isJsonObject(schema) || depth > limits.depth || ++run.steps > limits.steps) return undefined
  let verdict: Verdict = true
  for (const name in schema) {
    if (silent.has(name)) continue
    const found = testKeyword({ run, schema, value, depth: depth + 1 }, name)
    if (found === false) return false
    if (found === undefined) verdict = undefined
  }
  return verdict
}

interface Place {
  readonly run: Run
  readonly schema: Schema
  readonly value: unknown
  readonly depth: number
}

type TestKeyword = (place: Place, expected: unknown) => Verdict

const testKeyword = (place: Place, name: string): Verdict => {
  const known = Object.hasOwn(keywords, name) ? keywords[name] : undefined
  return known?.(place, place.schema[name])
}

/** Of several verdicts: false if one is, undefined if one is not certain. */
const all = <Item>(items: Iterable<Item>, decide: (item: Item) => Verdict): Verdict => {
  let verdict: Verdict = true
  for (const item of items) {
    const found = decide(item)
    if (found === false) return false
    if (found === undefined) verdict = undefined
  }
  return verdict
}

/** How many are valid; undefined if that is not certain. */
const countValid = (items: readonly unknown[], decide: (item: unknown) => Verdict): number | undefined => {
  let count = 0
  for (const item of items) {
    const found = decide(item)
    if (found === undefined) return undefined
    if (found) count++
  }
  return count
}

const inner = ({ run, depth }: Place, schema: unknown, value: unknown): Verdict => test(run, schema, value, depth)

const same = (place: Place, schema: unknown): Verdict => inner(place, schema, place.value)

/** `type`: one of JSON Schema (Validation, section 6.1.1). */
export const hasType = (type: unknown, value: unknown): boolean => {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isJsonObject(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return Number.isFinite(value)
    default:
      return typeof value === type
  }
}

const ofNumber =
  (decide: (value: number, expected: number) => boolean): TestKeyword =>
  ({ value }, expected) =>
    typeof value !== 'number' || (typeof expected === 'number' ? decide(value, expected) : undefined)

/** Code points, as JSON Schema counts them. */
const ofLength =
  (decide: (length: number, expected: number) => boolean): TestKeyword =>
  ({ value }, expected) =>
    typeof value !== 'string' || (typeof expected === 'number' ? decide([...value].length, expected) : undefined)

const ofSize =
  (sizeOf: (value: unknown) => number | undefined, decide: (size: number, expected: number) => boolean): TestKeyword =>
  ({ value }, expected) => {
    const size = sizeOf(value)
    if (size === undefined) return true
    return typeof expected === 'number' ? decide(size, expected) : undefined
  }

const itemCount = (value: unknown): number | undefined => (isJsonArray(value) ? value.length : undefined)
const propertyCount = (value: unknown): number | undefined =>
  isJsonObject(value) ? Object.keys(value).length : undefined
const atLeast = (size: number, expected: number): boolean => size >= expected
const atMost = (size: number, expected: number): boolean => size <= expected

const testProperties: TestKeyword = (place, expected) => {
  const { value } = place
  if (!isJsonObject(value)) return true
  if (!isJsonObject(expected)) return undefined
  return all(Object.keys(value), (name) =>
    Object.hasOwn(expected, name) ? inner(place, expected[name], value[name]) : true,
  )
}

const testPatterns: TestKeyword = (place, expected) => {
  const { value } = place
  if (!isJsonObject(value)) return true
  return all(patternsOf(expected), ([pattern, schema]) => {
    const { test: matches } = place.run.compilePattern(pattern)
    return all(Object.keys(value), (name) => (matches(name) ? inner(place, schema, value[name]) : true))
  })
}

const patternsOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isJsonObject(value) ? Object.entries(value) : []

const testAdditional: TestKeyword = (place, expected) => {
  const { value, schema } = place
  if (!isJsonObject(value)) return true
  const { properties } = schema
  const patterns = patternsOf(schema.patternProperties).map(([pattern]) => place.run.compilePattern(pattern))
  return all(Object.keys(value), (name) => {
    const isNamed = isJsonObject(properties) && Object.hasOwn(properties, name)
    return isNamed || patterns.some((pattern) => pattern.test(name)) ? true : inner(place, expected, value[name])
  })
}

const testDependents: TestKeyword = (place, expected) => {
  const { value } = place
  if (!isJsonObject(value)) return true
  return all(patternsOf(expected), ([name, schema]) => (Object.hasOwn(value, name) ? same(place, schema) : true))
}

/** Only the branch that the property names is applied, as Ajv does. */
const testDiscriminator: TestKeyword = (place, expected) => {
  const { value, schema } = place
  const property = isJsonObject(expected) ? expected.propertyName : undefined
  if (!isJsonObject(value) || typeof property !== 'string') return value === null ? true : undefined
  const branch = itemsOf(schema.oneOf).find((one) => {
    const named = isJsonObject(one) && isJsonObject(one.properties) ? one.properties[property] : undefined
    return isJsonObject(named) && itemsOf(named.enum).some((name) => name === value[property])
  })
  return branch === undefined ? undefined : same(place, branch)
}

const keywords: Readonly<Record<string, TestKeyword>> = {
  $ref: (place, name) => same(place, place.run.find(String(name))),
  type: ({ value }, expected) =>
    Array.isArray(expected) ? expected.some((type) => hasType(type, value)) : hasType(expected, value),
  enum: ofList(({ value }, members) => members.some((member) => isDeepStrictEqual(member, value))),
  const: ({ value }, expected) => isDeepStrictEqual(expected, value),
  allOf: ofList((place, parts) => all(parts, (part) => same(place, part))),
  anyOf: ofList((place, branches) => {
    let isUnsure = false
    for (const branch of branches) {
      const found = same(place, branch)
      if (found) return true
      isUnsure ||= found === undefined
    }
    return isUnsure ? undefined : false
  }),
  oneOf: ofList((place, branches) => {
    if (place.schema.discriminator !== undefined) return true
    const count = countValid(branches, (branch) => same(place, branch))
    return count === undefined ? undefined : count === 1
  }),
  discriminator: testDiscriminator,
  not: (place, schema) => {
    const found = same(place, schema)
    return found === undefined ? undefined : !found
  },
  if: (place, condition) => {
    const found = same(place, condition)
    if (found === undefined) return undefined
    const branch = found ? place.schema.then : place.schema.else
    return branch === undefined ? true : same(place, branch)
  },
  properties: testProperties,
  patternProperties: testPatterns,
  additionalProperties: testAdditional,
  propertyNames: (place, schema) =>
    isJsonObject(place.value) ? all(Object.keys(place.value), (name) => inner(place, schema, name)) : true,
  dependentSchemas: testDependents,
  dependentRequired: ({ value }, expected) =>
    !isJsonObject(value) ||
    patternsOf(expected).every(
      ([name, needed]) =>
        !Object.hasOwn(value, name) || itemsOf(needed).every((one) => Object.hasOwn(value, String(one))),
    ),
  required: ofList(
    ({ value }, names) => !isJsonObject(value) || names.every((name) => Object.hasOwn(value, String(name))),
  ),
  minProperties: ofSize(propertyCount, atLeast),
  maxProperties: ofSize(propertyCount, atMost),
  items: (place, schema) => {
    const { value } = place
    if (!isJsonArray(value)) return true
    return all(value.slice(itemsOf(place.schema.prefixItems).length), (item) => inner(place, schema, item))
  },
  prefixItems: ofList((place, schemas) => {
    const { value } = place
    if (!isJsonArray(value)) return true
    return all(schemas.slice(0, value.length).entries(), ([index, schema]) => inner(place, schema, value[index]))
  }),
  minItems: ofSize(itemCount, atLeast),
  maxItems: ofSize(itemCount, atMost),
  uniqueItems: ({ value }, expected) =>
    !isJsonArray(value) || expected !== true || findEqualItems(value, undefined, '') === undefined,
  minimum: ofNumber(atLeast),
  maximum: ofNumber(atMost),
  exclusiveMinimum: ofNumber((value, bound) => value > bound),
  exclusiveMaximum: ofNumber((value, bound) => value < bound),
  multipleOf: ofNumber((value, factor) => isMultipleOf(value, factor, undefined)),
  minLength: ofLength(atLeast),
  maxLength: ofLength(atMost),
  pattern: ({ run, value }, source) => {
    if (typeof source !== 'string') return undefined
    if (typeof value !== 'string') return true
    return value.length > limits.characters ? undefined : run.compilePattern(source).test(value)
  },
  format: ({ run, value }, name) => {
    if (typeof name !== 'string') return undefined
    if (typeof value !== 'string') return typeof value !== 'number' || !integerRanges.has(name) ? true : undefined
    return value.length > limits.characters ? undefined : run.hasFormat(name, value)
  },
  [rangeKeyword]: ({ value }, name) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) return true
    const range = integerRanges.get(String(name))
    return range === undefined || (BigInt(value) >= range[0] && BigInt(value) <= range[1])
  },
}
