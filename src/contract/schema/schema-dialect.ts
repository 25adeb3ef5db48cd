/**
 * Schemas of any OpenAPI version as JSON Schema 2020-12, one component at a time and only when it is first needed.
 * 3.1 is that dialect already (OpenAPI 3.1, section 4.8.24); 3.0 (section 4.7.24) and 2.0 (Schema Object) are translated.
 * What is copied is only what a validator reads: annotations and extensions stay behind.
 */

import { posix } from 'node:path'
import type { Json, JsonObject } from '../../ports.ts'
import type { Dialect } from '../document/dialect.ts'
import { entriesOf, isJsonObject, itemsOf } from '../values/json-object.ts'
import { type DiscriminatedVariants, discriminate } from './discriminate.ts'
import { translateRareKeywords } from './rare-keywords.ts'
import { oneSchema, schemaLists, schemaMaps } from './subschemas.ts'

/** Which side sends the value: readOnly properties are not required of a request, writeOnly ones not of a response. */
export type Direction = 'request' | 'response'

export interface Translation {
  readonly dialect: Dialect
  readonly direction: Direction
  /** The name under which the target of a $ref is registered with the validator; `within` as in Part. */
  readonly rename: (ref: string, within: readonly Schema[]) => string
  /** The value that a $ref leads to, to see what other parts of an allOf say. */
  readonly lookUp: (ref: string) => unknown
  /**
   * The forms of a schema that its discriminator tells apart, `base` where the schema stands for itself, undefined where
   * there is nothing to tell apart. `file`: where the schema is, empty for the file that is translated. Absent: a value
   * fits any form that it fits.
   */
  readonly formsOf?: (
    schema: Schema,
    within: readonly Schema[],
    file: string,
  ) => DiscriminatedVariants | 'base' | undefined
}

export type Schema = JsonObject

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

/** What a schema is a part of. */
interface Part {
  /** Properties that the direction does not carry, as an allOf says that the schema is a part of. */
  readonly uncarried: ReadonlySet<string>
  /** The schemas around it, each a part of the one before by $ref or allOf. */
  readonly within: readonly Schema[]
}

const alone: Part = { uncarried: new Set(), within: [] }

/** Translates a schema. The result shares nothing with the document that could be changed through it. */
export const translateSchema = (schema: unknown, translation: Translation, part: Part = alone): Schema | boolean => {
  if (typeof schema === 'boolean') return schema
  if (!isJsonObject(schema)) return true
  const old = translation.dialect !== '3.1'
  const ref = schema.$ref
  // Up to 3.0 a reference stands alone: what is beside it is ignored (Reference Object).
  if (typeof ref === 'string' && old) return { $ref: translation.rename(ref, part.within) }
  // Nothing is one of none (JSON Schema 2020-12); before, an empty list is a mistake, and says nothing.
  if (!old && Array.isArray(schema.enum) && schema.enum.length === 0) return false
  const forms = schema.discriminator === undefined ? undefined : translation.formsOf?.(schema, part.within, '')
  const whole = forms === 'base' ? withoutForms(schema) : schema
  const result = translateKeywords(whole, translation, { ...part, within: [...part.within, schema] })
  const told =
    typeof forms === 'object' ? discriminate(result, forms, (form) => translateSchema(form, translation)) : result
  return old ? upgrade(told, schema) : told
}

/** Without the list of forms, which themselves refer to the schema. */
const withoutForms = ({ oneOf: _, anyOf: __, ...schema }: Schema): Schema => schema

const translateKeywords = (schema: Schema, translation: Translation, part: Part): Record<string, Json> => {
  const ref = schema.$ref
  const result: Record<string, Json> = typeof ref === 'string' ? { $ref: translation.rename(ref, part.within) } : {}
  for (const [name, value] of Object.entries(schema)) copyKeyword(result, name, value, translation)
  const rare = hasRareKeyword(schema) && translateRareKeywords(schema, (inner) => translateSchema(inner, translation))
  if (rare) Object.assign(result, rare)
  joinParts(result, schema, translation, part)
  if (integerRanges.has(String(schema.format)) && schema.type !== 'string') {
    result[rangeKeyword] = String(schema.format)
    delete result.format
  } else if (isWhole(schema.type)) result[rangeKeyword] = 'integer'
  return result
}

const hasRareKeyword = (schema: Schema): boolean =>
  'dependencies' in schema || Array.isArray(schema.items) || hasOwnProto(schema.properties)

const hasOwnProto = (properties: unknown): boolean => isJsonObject(properties) && Object.hasOwn(properties, '__proto__')

/** Whether a number must be an integer: `type` is that, or a list with it and without number. */
const isWhole = (type: unknown): boolean =>
  type === 'integer' || (Array.isArray(type) && type.includes('integer') && !type.includes('number'))

const copyKeyword = (result: Record<string, Json>, name: string, value: Json, translation: Translation): void => {
  if (name === 'enum' && itemsOf(value).length === 0) return
  if (plain.has(name)) result[name] = structuredClone(value)
  else if (oneSchema.has(name)) result[name] = Array.isArray(value) ? true : translateSchema(value, translation)
  else if (schemaLists.has(name)) {
    if (Array.isArray(value) && value.length > 0) result[name] = value.map((item) => translateSchema(item, translation))
  } else if (schemaMaps.has(name) && isJsonObject(value)) {
    result[name] = Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, translateSchema(item, translation)]),
    )
  }
}

/** `required` and `allOf`, which depend on each other: one part may require what another says the direction does not carry. */
const joinParts = (result: Record<string, Json>, schema: Schema, translation: Translation, part: Part): void => {
  const uncarried = new Set([...part.uncarried, ...uncarriedProperties(schema, translation)])
  const required = requiredNames(schema).filter((name) => !uncarried.has(name))
  if (required.length > 0) result.required = required
  const parts = itemsOf(schema.allOf)
  if (parts.length > 0) result.allOf = parts.map((inner) => translatePart(inner, translation, { ...part, uncarried }))
}

/** A component that requires what its siblings say is not carried is written out: as a component it serves others too. */
const translatePart = (schema: unknown, translation: Translation, part: Part): Schema | boolean => {
  const ref = isJsonObject(schema) && Object.keys(schema).length === 1 ? schema.$ref : undefined
  if (typeof ref !== 'string') return translateSchema(schema, translation, part)
  const target = translation.lookUp(ref)
  const there = translationAt(ref, translation)
  return part.uncarried.size > 0 && requiresAny(target, there, part.uncarried)
    ? translateSchema(target, there, part)
    : translateSchema(schema, translation, { ...alone, within: part.within })
}

/** Whether a schema requires one of the names and does not say itself that it is not carried. */
const requiresAny = (schema: unknown, translation: Translation, names: ReadonlySet<string>): boolean => {
  const required = new Set<string>()
  visitParts(schema, translation, (part) => {
    for (const name of requiredNames(part)) if (names.has(name)) required.add(name)
  })
  for (const name of required.size === 0 ? [] : uncarriedProperties(schema, translation)) required.delete(name)
  return required.size > 0
}

const requiredNames = (schema: Schema): readonly string[] =>
  itemsOf(schema.required).filter((name): name is string => typeof name === 'string')

/** Names of the properties that this direction does not carry, wherever in the schema or the parts of its allOf it says so. */
const uncarriedProperties = (schema: unknown, translation: Translation): ReadonlySet<string> => {
  const flag = translation.direction === 'request' ? 'readOnly' : 'writeOnly'
  const names = new Set<string>()
  visitParts(schema, translation, (part, at) => {
    for (const [name, property] of entriesOf(part.properties)) {
      visitParts(property, at, (definition) => {
        if (definition[flag] === true) names.add(name)
      })
    }
  })
  return names
}

/** A schema, what its $ref leads to, and the parts of its allOf, each once. */
const visitParts = (
  start: unknown,
  translation: Translation,
  see: (part: Schema, at: Translation) => void,
  seen: Set<unknown> = new Set(),
): void => {
  if (!isJsonObject(start) || seen.has(start)) return
  seen.add(start)
  see(start, translation)
  const ref = start.$ref
  if (typeof ref === 'string') visitParts(translation.lookUp(ref), translationAt(ref, translation), see, seen)
  for (const part of itemsOf(start.allOf)) visitParts(part, translation, see, seen)
}

/** The same translation for the schema that a $ref leads to, whose own $refs start at its file. */
const translationAt = (ref: string, translation: Translation): Translation => {
  const file = ref.replace(/#.*$/s, '')
  if (file === '') return translation
  const fromHere = (next: string): string =>
    next.startsWith('#') ? file + next : posix.join(posix.dirname(file), next)
  const { formsOf } = translation
  return {
    ...translation,
    rename: (next, within) => translation.rename(fromHere(next), within),
    lookUp: (next) => translation.lookUp(fromHere(next)),
    ...(formsOf
      ? { formsOf: (schema, within, next) => formsOf(schema, within, next === '' ? file : fromHere(next)) }
      : {}),
  }
}

/** What 3.0 and 2.0 say otherwise: nullable, boolean exclusive bounds, the type `file`. */
const upgrade = (result: Record<string, Json>, schema: Schema): Schema => {
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
