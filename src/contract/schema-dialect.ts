/**
 * Schemas of any OpenAPI version as JSON Schema 2020-12, one component at a time and only when it is first needed.
 * 3.1 is that dialect already (OpenAPI 3.1, section 4.8.24); 3.0 (section 4.7.24) and 2.0 (Schema Object) are translated.
 * What is copied is only what a validator reads: annotations and extensions stay behind.
 */
import { isObject, itemsOf } from './is-object.ts'

export type Dialect = '2.0' | '3.0' | '3.1'

/** Which side sends the value: readOnly properties are not required of a request, writeOnly ones not of a response. */
export type Direction = 'request' | 'response'

export interface Translation {
  readonly dialect: Dialect
  readonly direction: Direction
  /** The name under which the target of a $ref is registered with the validator. */
  readonly rename: (ref: string) => string
  /** The value that a $ref leads to, for the flags readOnly and writeOnly. */
  readonly lookUp: (ref: string) => unknown
}

type Schema = Readonly<Record<string, unknown>>

const oneSchema = new Set([
  'additionalProperties',
  'items',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
])
const schemaLists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const schemaMaps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const plain = new Set([
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'dependentRequired',
])

/** Our keyword for integers and their formats in OpenAPI: unlike `type` and `format`, it sees the digits that a double has lost. */
export const rangeKeyword = 'x-standin-range'

/** The bounds of OpenAPI's integer formats (Format Registry: int32, int64). */
export const integerRanges: ReadonlyMap<string, readonly [bigint, bigint]> = new Map([
  ['int32', [-(2n ** 31n), 2n ** 31n - 1n]],
  ['int64', [-(2n ** 63n), 2n ** 63n - 1n]],
])

/** Translates a schema. The result shares nothing with the document that could be changed through it. */
export const translateSchema = (schema: unknown, translation: Translation): Schema | boolean => {
  if (typeof schema === 'boolean') return schema
  if (!isObject(schema)) return true
  const old = translation.dialect !== '3.1'
  const ref = schema.$ref
  // Up to 3.0 a reference stands alone: what is beside it is ignored (Reference Object).
  if (typeof ref === 'string' && old) return { $ref: translation.rename(ref) }
  const result: Record<string, unknown> = typeof ref === 'string' ? { $ref: translation.rename(ref) } : {}
  for (const [name, value] of Object.entries(schema)) copyKeyword(result, name, value, translation)
  result.required = requiredProperties(schema, translation)
  if (!result.required) delete result.required
  if (integerRanges.has(String(schema.format)) && schema.type !== 'string') {
    result[rangeKeyword] = schema.format
    delete result.format
  } else if (schema.type === 'integer') result[rangeKeyword] = 'integer'
  return old ? upgrade(result, schema) : result
}

const copyKeyword = (result: Record<string, unknown>, name: string, value: unknown, translation: Translation): void => {
  if (plain.has(name)) result[name] = value
  else if (oneSchema.has(name)) result[name] = Array.isArray(value) ? true : translateSchema(value, translation)
  else if (schemaLists.has(name)) {
    if (Array.isArray(value) && value.length > 0) result[name] = value.map((item) => translateSchema(item, translation))
  } else if (schemaMaps.has(name) && isObject(value)) {
    result[name] = Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, translateSchema(item, translation)]),
    )
  }
}

/** Without the properties that this direction does not carry; undefined where nothing is required. */
const requiredProperties = (schema: Schema, translation: Translation): readonly string[] | undefined => {
  const flag = translation.direction === 'request' ? 'readOnly' : 'writeOnly'
  const properties = isObject(schema.properties) ? schema.properties : {}
  const isFlagged = (name: string): boolean => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!isObject(property)) return false
    if (property[flag] === true) return true
    const target = typeof property.$ref === 'string' ? translation.lookUp(property.$ref) : undefined
    return isObject(target) && target[flag] === true
  }
  const names = itemsOf(schema.required).filter((name): name is string => typeof name === 'string' && !isFlagged(name))
  return names.length === 0 ? undefined : names
}

/** What 3.0 and 2.0 say otherwise: nullable, boolean exclusive bounds, the type `file`. */
const upgrade = (result: Record<string, unknown>, schema: Schema): Schema => {
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof result[exclusive] !== 'boolean') continue
    if (result[exclusive] && result[bound] !== undefined) {
      result[exclusive] = result[bound]
      delete result[bound]
    } else delete result[exclusive]
  }
  if (result.type === 'file') delete result.type
  const nullable = schema.nullable === true || schema['x-nullable'] === true
  return nullable ? { anyOf: [{ type: 'null' }, result] } : result
}
