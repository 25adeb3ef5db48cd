/**
 * Schemas of any OpenAPI version as JSON Schema 2020-12, one component at a time and only when it is first needed.
 * 3.1 is that dialect already (OpenAPI 3.1, section 4.8.24); 3.0 (section 4.7.24) and 2.0 (Schema Object) are translated.
 * Only keywords that a validator uses are copied; annotations and extensions are left out.
 */

import type { Json, JsonObject } from '../../ports.ts'
import type { Dialect } from '../document/dialect.ts'
import { childNode, childNodes, type Files, type Node, resolveReference } from '../document/references.ts'
import { isJsonObject, itemsOf } from '../values/json-object.ts'
import { type DiscriminatedVariants, discriminate } from './discriminate.ts'
import { hasContainedVariant, hasIndistinctVariants } from './indistinct-variants.ts'
import { isMeantForItems } from './misplaced-enum.ts'
import { isMarkedNullable } from './nullable.ts'
import { translateRareKeywords } from './rare-keywords.ts'
import { oneSchema, schemaLists, schemaMaps } from './subschemas.ts'
import { asMeant } from './uuid-bytes.ts'
import { walkSchema } from './walk-schema.ts'

/** Which side sends the value: readOnly properties are not required of a request, writeOnly ones not of a response. */
export type Direction = 'request' | 'response'

export interface Translation {
  readonly dialect: Dialect
  readonly direction: Direction
  readonly files: Files
  /** The file that the schema is in. */
  readonly file: string
  /** Components that are written out around this schema: one that contains itself is written out once. */
  readonly writtenOut?: readonly unknown[]
  /** The name under which the target of a $ref in `file` is registered with the validator; `path` as in Part. */
  readonly rename: (ref: string, path: readonly Schema[], file: string) => string
  /**
   * The variants of a schema with a discriminator; `base` if the schema is meant without them; undefined if it has none.
   * Absent: discriminators are ignored.
   */
  readonly variantsOf?: (
    schema: Schema,
    path: readonly Schema[],
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

/** Standin's keyword for integers and OpenAPI's integer formats: unlike `type` and `format`, it sees the exact digits. */
export const rangeKeyword = 'x-standin-range'

/** The bounds of OpenAPI's integer formats (Format Registry: int32, int64). */
export const integerRanges: ReadonlyMap<string, readonly [bigint, bigint]> = new Map([
  ['int32', [-(2n ** 31n), 2n ** 31n - 1n]],
  ['int64', [-(2n ** 63n), 2n ** 63n - 1n]],
])

/** Of which other schemas a schema is a part. */
export interface Part {
  /** Properties that this direction omits, according to the schemas of the path. */
  readonly omitted: ReadonlySet<string>
  /** Properties of the whole schema, if one of its parts restricts other properties: those are not meant there. */
  readonly named: ReadonlySet<string>
  /** The schemas around it, each a part of the one before by $ref or allOf. */
  readonly path: readonly Schema[]
}

const root: Part = { omitted: new Set(), named: new Set(), path: [] }

/** Translates a schema. The result shares nothing with the document that could be changed through it. */
export const translateSchema = (schema: unknown, translation: Translation, part: Part = root): Schema | boolean => {
  if (typeof schema === 'boolean') return schema
  if (!isJsonObject(schema)) return true
  const old = translation.dialect !== '3.1'
  const ref = schema.$ref
  // Up to 3.0 the keywords beside a $ref are ignored (Reference Object).
  if (typeof ref === 'string' && old) return { $ref: translation.rename(ref, part.path, translation.file) }
  // An empty enum matches nothing (JSON Schema 2020-12). Before 3.1 it is a mistake and ignored.
  if (!old && Array.isArray(schema.enum) && schema.enum.length === 0) return false
  const variants =
    schema.discriminator === undefined ? undefined : translation.variantsOf?.(schema, part.path, translation.file)
  const whole = variants === 'base' ? removeChoices(schema) : schema
  const translated = translateKeywords(whole, translation, { ...part, path: [...part.path, schema] })
  const result =
    typeof variants === 'object'
      ? discriminate(translated, variants, (variant) => translateSchema(variant, translation))
      : translated
  const current = old ? upgrade(result) : result
  // 3.1 has no `nullable`, but documents converted from 3.0 keep it, and mean it.
  return isMarkedNullable(schema) ? { anyOf: [{ type: 'null' }, current] } : current
}

/** Without the list of variants, which refer to the schema themselves. */
const removeChoices = ({ oneOf: _, anyOf: __, ...schema }: Schema): Schema => schema

const translateKeywords = (written: Schema, translation: Translation, part: Part): Record<string, Json> => {
  const schema = asMeant(written)
  const ref = schema.$ref
  const result: Record<string, Json> =
    typeof ref === 'string' ? { $ref: translation.rename(ref, part.path, translation.file) } : {}
  for (const [name, value] of Object.entries(schema)) copyKeyword(result, name, value, translation)
  if (isMeantForItems(schema)) delete result.enum
  acceptIndistinct(result, schema, translation)
  const rare = hasRareKeyword(schema) && translateRareKeywords(schema, (inner) => translateSchema(inner, translation))
  if (rare) Object.assign(result, rare)
  joinParts(result, schema, translation, part)
  if (integerRanges.has(String(schema.format)) && schema.type !== 'string') {
    result[rangeKeyword] = String(schema.format)
    delete result.format
  } else if (isWhole(schema.type)) result[rangeKeyword] = 'integer'
  return result
}

/** Any of the variants will do if nothing distinguishes them. In a response, only if one of them can never be the only one. */
const acceptIndistinct = (
  result: Record<string, Json>,
  value: Schema,
  { direction, files, file }: Translation,
): void => {
  const { oneOf, anyOf } = result
  if (oneOf === undefined || anyOf !== undefined) return
  const node = { file, pointer: '', value }
  if (!(direction === 'request' && hasIndistinctVariants(files, node)) && !hasContainedVariant(files, node)) return
  result.anyOf = oneOf
  delete result.oneOf
}

const hasRareKeyword = (schema: Schema): boolean =>
  'dependencies' in schema || Array.isArray(schema.items) || hasOwnProto(schema.properties)

const hasOwnProto = (properties: unknown): boolean => isJsonObject(properties) && Object.hasOwn(properties, '__proto__')

/** Whether a number must be an integer: `type` is that, or a list with it and without number. */
const isWhole = (type: unknown): boolean =>
  type === 'integer' || (Array.isArray(type) && type.includes('integer') && !type.includes('number'))

/** Nearly all keywords hold scalars, which are not worth the call. */
const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null

const copyKeyword = (result: Record<string, Json>, name: string, value: Json, translation: Translation): void => {
  if (name === 'enum' && itemsOf(value).length === 0) return
  if (plain.has(name)) result[name] = isContainer(value) ? structuredClone(value) : value
  else if (oneSchema.has(name)) result[name] = Array.isArray(value) ? true : translateSchema(value, translation)
  else if (schemaLists.has(name)) {
    if (Array.isArray(value) && value.length > 0) result[name] = value.map((item) => translateSchema(item, translation))
  } else if (schemaMaps.has(name) && isJsonObject(value)) {
    result[name] = Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, translateSchema(item, translation)]),
    )
  }
}

/** `required` and `allOf` depend on each other: one part may require a property that another part marks as omitted. */
const joinParts = (result: Record<string, Json>, schema: Schema, translation: Translation, part: Part): void => {
  const node = { file: translation.file, pointer: '', value: schema }
  const omitted = new Set([...part.omitted, ...omittedProperties(node, translation)])
  const required = requiredNames(schema).filter((name) => !omitted.has(name))
  if (required.length > 0) result.required = required
  const parts = itemsOf(schema.allOf)
  const named = part.named.size > 0 || parts.length === 0 ? part.named : namedInParts(node, translation)
  // A schema for other properties beside the allOf is meant for those of its parts too.
  const isClosed = schema.additionalProperties === false
  exemptNamed(result, schema, isClosed ? new Set([...named, ...requiredNames(schema)]) : part.named)
  if (parts.length === 0) return
  result.allOf = parts.map((inner) => translatePart(inner, translation, { ...part, omitted, named }))
}

/**
 * Unlike in JSON Schema, what a part says about other properties does not apply to those that another part of the allOf has. Taken
 * literally, two closed parts exclude each other's properties: the authors of such documents mean `unevaluatedProperties`. Nor does
 * it apply to what is required: no object would be valid.
 */
const exemptNamed = (result: Record<string, Json>, schema: Schema, named: ReadonlySet<string>): void => {
  if (named.size === 0 || !restrictsOthers(schema)) return
  const own = isJsonObject(result.properties) ? result.properties : {}
  const others = [...named].filter((name) => name !== '__proto__' && !Object.hasOwn(own, name))
  if (others.length > 0) result.properties = { ...Object.fromEntries(others.map((name) => [name, true])), ...own }
}

const restrictsOthers = ({ additionalProperties }: Schema): boolean =>
  additionalProperties === false || isJsonObject(additionalProperties)

/** The names of all properties; empty if no part restricts other properties. */
const namedInParts = (node: Node, { files }: Translation): ReadonlySet<string> => {
  const schemas = walkSchema(files, node).map((part) => part.schema)
  if (!schemas.some(restrictsOthers)) return new Set()
  return new Set(
    schemas.flatMap((schema) => [
      ...(isJsonObject(schema.properties) ? Object.keys(schema.properties) : []),
      ...requiredNames(schema),
    ]),
  )
}

/**
 * A component that requires a property which its siblings omit, or restricts other properties, is written out: as a
 * component it serves other schemas too.
 */
const translatePart = (schema: unknown, translation: Translation, part: Part): Schema | boolean => {
  const ref = isJsonObject(schema) && Object.keys(schema).length === 1 ? schema.$ref : undefined
  if (typeof ref !== 'string') return translateSchema(schema, translation, part)
  const target = resolveReference(translation.files, translation.file, ref)
  const { writtenOut = [] } = translation
  const isWrittenOut =
    target !== undefined &&
    !part.path.some((holder) => holder === target.value) &&
    !writtenOut.includes(target.value) &&
    ((part.omitted.size > 0 && requiresAny(target, translation, part.omitted)) ||
      restrictsAny(target, translation, part.named))
  return isWrittenOut
    ? translateSchema(
        target.value,
        { ...translation, file: target.file, writtenOut: [...writtenOut, target.value] },
        part,
      )
    : translateSchema(schema, translation, { ...root, path: part.path })
}

/** Whether a schema restricts other properties, and one of the names is not its own. */
const restrictsAny = (node: Node, translation: Translation, names: ReadonlySet<string>): boolean => {
  if (names.size === 0) return false
  const own = namedInParts(node, translation)
  return own.size > 0 && [...names].some((name) => !own.has(name))
}

/** Whether a schema requires one of the properties, and does not omit it itself. */
const requiresAny = (node: Node, translation: Translation, names: ReadonlySet<string>): boolean => {
  const required = walkSchema(translation.files, node)
    .flatMap(({ schema }) => requiredNames(schema))
    .filter((name) => names.has(name))
  if (required.length === 0) return false
  const omitted = omittedProperties(node, translation)
  return required.some((name) => !omitted.has(name))
}

const requiredNames = (schema: Schema): readonly string[] =>
  itemsOf(schema.required).filter((name): name is string => typeof name === 'string')

/** Properties that this direction omits: readOnly in a request, writeOnly in a response, in the schema or any part of it. */
const omittedProperties = (node: Node, { files, direction }: Translation): ReadonlySet<string> => {
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly'
  const names = new Set<string>()
  for (const part of walkSchema(files, node))
    for (const [name, property] of childNodes(childNode(part.node, 'properties')))
      if (walkSchema(files, property).some(({ schema }) => schema[flag] === true)) names.add(name)
  return names
}

/** What 3.0 and 2.0 express differently: boolean exclusive bounds, the type `file`. */
const upgrade = (result: Record<string, Json>): Schema => {
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
  return result
}
