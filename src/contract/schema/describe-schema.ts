/** Describes schemas in words, for messages. */
import { isJsonObject, itemsOf } from '../values/json-object.ts'
import { rangeKeyword } from './schema-dialect.ts'

/** What a schema expects: `an integer from 1 to 100`, `one of available, pending, sold`. */
export const describeSchema = (schema: unknown): string => {
  if (!isJsonObject(schema)) return 'another value'
  const known = described.get(schema)
  if (known !== undefined) return known
  const description = writeDescription(schema)
  described.set(schema, description)
  return description
}

/** Descriptions, cached by schema. */
const described = new WeakMap<object, string>()

const writeDescription = (schema: Readonly<Record<string, unknown>>): string => {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map(showMember).join(', ')}`
  if ('const' in schema) return JSON.stringify(schema.const)
  const types = typeof schema.type === 'string' ? [schema.type] : itemsOf(schema.type).map(String)
  return types.length === 0 ? 'another value' : types.map((type) => describeType(type, schema)).join(' or ')
}

/** Plain, unless it would look like a number, true, false, null, or nothing. */
const showMember = (member: unknown): string =>
  typeof member === 'string' && !/^(-?\d.*|true|false|null|)$/.test(member) ? member : JSON.stringify(member)

/** What a schema expects of a value that breaks one of its keywords. A schema without a type has that of the keyword. */
export const describeBroken = (schema: unknown, keyword: string): string => {
  const type = typeByKeyword.get(keyword)
  const hasType = isJsonObject(schema) && ('type' in schema || 'enum' in schema || 'const' in schema)
  return hasType || type === undefined || !isJsonObject(schema) ? describeSchema(schema) : describeType(type, schema)
}

const typeByKeyword: ReadonlyMap<string, string> = new Map([
  ...['minLength', 'maxLength', 'pattern', 'format'].map((keyword) => [keyword, 'string'] as const),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map(
    (keyword) => [keyword, 'number'] as const,
  ),
  [rangeKeyword, 'integer'],
  ...['minItems', 'maxItems'].map((keyword) => [keyword, 'array'] as const),
])

const describeType = (type: string, schema: Readonly<Record<string, unknown>>): string => {
  switch (type) {
    case 'integer':
    case 'number':
      return describeNumber(type, schema)
    case 'string':
      return describeString(schema)
    case 'array':
      return `an array${describeBounds(schema.minItems, schema.maxItems, 'item')}`
    case 'object':
      return 'an object'
    case 'boolean':
      return 'true or false'
    default:
      return type
  }
}

const integerNouns: ReadonlyMap<string, string> = new Map([
  ['int32', 'a 32-bit integer'],
  ['int64', 'a 64-bit integer'],
])

const describeNumber = (type: string, schema: Readonly<Record<string, unknown>>): string => {
  const noun = type === 'integer' ? (integerNouns.get(String(schema[rangeKeyword])) ?? 'an integer') : 'a number'
  const bounds: string[] = []
  if (typeof schema.minimum === 'number' && typeof schema.maximum === 'number')
    bounds.push(`from ${schema.minimum} to ${schema.maximum}`)
  else if (typeof schema.minimum === 'number') bounds.push(`of at least ${schema.minimum}`)
  else if (typeof schema.maximum === 'number') bounds.push(`of at most ${schema.maximum}`)
  if (typeof schema.exclusiveMinimum === 'number') bounds.push(`above ${schema.exclusiveMinimum}`)
  if (typeof schema.exclusiveMaximum === 'number') bounds.push(`below ${schema.exclusiveMaximum}`)
  if (typeof schema.multipleOf === 'number') bounds.push(`that is a multiple of ${schema.multipleOf}`)
  return [noun, ...bounds].join(' ')
}

const describeString = (schema: Readonly<Record<string, unknown>>): string => {
  const format = typeof schema.format === 'string' ? ` in the format ${schema.format}` : ''
  const pattern = typeof schema.pattern === 'string' ? ` that matches ${schema.pattern}` : ''
  return `a string${describeBounds(schema.minLength, schema.maxLength, 'character')}${format}${pattern}`
}

const describeBounds = (minimum: unknown, maximum: unknown, noun: string): string => {
  if (typeof minimum === 'number' && typeof maximum === 'number') return ` of ${minimum} to ${count(maximum, noun)}`
  if (typeof minimum === 'number' && minimum > 0) return ` of at least ${count(minimum, noun)}`
  if (typeof maximum === 'number') return ` of at most ${count(maximum, noun)}`
  return ''
}

export const count = (number: unknown, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`

/** The suffix of "is required": `: an integer`; empty if the schema says nothing. */
export const describeExpected = (schema: unknown): string => {
  const expected = describeSchema(schema)
  return expected === 'another value' ? '' : `: ${expected}`
}

/** A branch of a oneOf or anyOf; an object by its required properties. Undefined if there is nothing to say. */
export const describeBranch = (schema: unknown): string | undefined => {
  const described = describeSchema(schema)
  const required = isJsonObject(schema) ? itemsOf(schema.required).map(String) : []
  if (required.length === 0) return described === 'another value' ? undefined : described
  return `an object with ${joinFirst(required, 4, ', ')}`
}

/** Joins the first few words and counts the rest. */
export const joinFirst = (words: readonly string[], most: number, between: string): string =>
  words.length <= most
    ? words.join(between)
    : `${words.slice(0, most).join(between)}${between}${words.length - most} more`
