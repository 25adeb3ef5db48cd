/**
 * A JSON Schema (2020-12, as the control API gives it) as a form needs it: references followed, `allOf` merged, null as a
 * flag, and the variants of `oneOf` and `anyOf`. What a form cannot show is left to the JSON editor; the server validates.
 */
import type { JsonObject, JsonValue } from '../../../api/json.ts'
import { followPointer, getOwn, isArray, isObject } from '../../../api/json-pointer.ts'

export interface SchemaView {
  /** Without null; empty: any type. */
  readonly types: ReadonlySet<string>
  readonly isNullable: boolean
  readonly title: string | undefined
  readonly description: string | undefined
  readonly format: string | undefined
  /** The allowed values without null, or the single value of `const`. */
  readonly values: readonly JsonValue[] | undefined
  readonly fallback: JsonValue | undefined
  readonly example: JsonValue | undefined
  readonly isReadOnly: boolean
  readonly isDeprecated: boolean
  readonly maxLength: number | undefined
  readonly properties: ReadonlyMap<string, JsonValue>
  readonly required: ReadonlySet<string>
  /** The schema of other properties; false if there may be none. */
  readonly additional: JsonValue
  readonly items: JsonValue
  readonly firstItems: readonly JsonValue[]
  /** Of oneOf and anyOf, without the one for null. */
  readonly variants: readonly Variant[]
}

export interface Variant {
  readonly label: string
  readonly schema: JsonValue
}

/** References that are followed, and schemas that are merged, for one view. */
const maxSteps = 200

interface Merging {
  readonly root: JsonValue
  steps: number
}

export const viewSchema = (root: JsonValue, schema: JsonValue): SchemaView => {
  const merged = flatten({ root, steps: 0 }, schema)
  const choices = [...list(merged.oneOf), ...list(merged.anyOf)].filter((choice) => hasShape(root, choice))
  const real = choices.filter((choice) => !isNullSchema(root, choice))
  const allowsNull = choices.length > real.length
  const [only] = real
  // `oneOf: [Pet, null]` is a Pet that may be null.
  if (choices.length > 0 && real.length === 1 && only !== undefined) {
    const { oneOf: _, anyOf: __, ...rest } = merged
    const view = viewSchema(root, { allOf: [rest, only] })
    return { ...view, isNullable: view.isNullable || allowsNull }
  }
  return { ...viewMerged(merged, allowsNull), variants: real.map((choice, at) => nameVariant(root, choice, at)) }
}

const viewMerged = (merged: JsonObject, allowsNull: boolean): Omit<SchemaView, 'variants'> => {
  const types = new Set(textsOf(merged.type))
  const values = merged.const === undefined ? (isArray(merged.enum) ? merged.enum : undefined) : [merged.const]
  const isNullable = types.delete('null') || allowsNull || values?.includes(null) === true || merged.nullable === true
  const [example] = list(merged.examples)
  return {
    types: types.size > 0 ? types : impliedTypes(merged),
    isNullable,
    title: textOf(merged.title),
    description: textOf(merged.description),
    format: textOf(merged.format),
    values: values?.filter((value) => value !== null),
    fallback: merged.const ?? merged.default,
    example: example ?? merged.example,
    isReadOnly: merged.readOnly === true,
    isDeprecated: merged.deprecated === true,
    maxLength: typeof merged.maxLength === 'number' ? merged.maxLength : undefined,
    properties: new Map(isObject(merged.properties) ? Object.entries(merged.properties) : []),
    required: new Set(textsOf(merged.required)),
    additional: merged.additionalProperties ?? merged.unevaluatedProperties ?? true,
    items: merged.items ?? true,
    firstItems: list(merged.prefixItems),
  }
}

const impliedTypes = (merged: JsonObject): ReadonlySet<string> => {
  if (isObject(merged.properties) || isObject(merged.additionalProperties)) return new Set(['object'])
  return new Set(merged.items === undefined && merged.prefixItems === undefined ? [] : ['array'])
}

/** A schema with its references and its `allOf` merged into one object. */
const flatten = (merging: Merging, schema: JsonValue): JsonObject => {
  if (!isObject(schema) || ++merging.steps > maxSteps) return {}
  const { $ref, allOf, ...own } = schema
  const referred = typeof $ref === 'string' ? flatten(merging, resolve(merging.root, $ref)) : {}
  const parts = list(allOf).map((part) => flatten(merging, part))
  return [referred, ...parts, own].reduce<JsonObject>(merge, {})
}

const resolve = (root: JsonValue, reference: string): JsonValue =>
  reference.startsWith('#') ? (followPointer(root, decodeFragment(reference.slice(1))) ?? true) : true

const decodeFragment = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Later schemas add to earlier ones; where both say something else, the later one counts. */
const merge = (one: JsonObject, other: JsonObject): JsonObject => {
  const result = new Map<string, JsonValue>(Object.entries(one))
  for (const [name, value] of Object.entries(other)) {
    const held = result.get(name)
    result.set(name, held === undefined ? value : mergeKeyword(name, held, value))
  }
  return Object.fromEntries(result)
}

const mergeKeyword = (name: string, held: JsonValue, value: JsonValue): JsonValue => {
  if (name === 'properties' && isObject(held) && isObject(value)) return mergeProperties(held, value)
  if (name === 'required') return [...new Set([...list(held), ...list(value)])]
  if (name === 'enum') return list(held).filter((item) => list(value).includes(item))
  if (name === 'type') {
    const types = textsOf(value)
    const both = textsOf(held).filter((type) => types.includes(type))
    return both.length > 0 ? both : value
  }
  if (name === 'readOnly' || name === 'deprecated') return held === true || value === true
  if (name === 'additionalProperties') return held === false ? false : value
  return value
}

const mergeProperties = (one: JsonObject, other: JsonObject): JsonObject => {
  const result = new Map<string, JsonValue>(Object.entries(one))
  for (const [name, schema] of Object.entries(other)) {
    const held = result.get(name)
    result.set(name, held === undefined || held === true ? schema : { allOf: [held, schema] })
  }
  return Object.fromEntries(result)
}

const isNullSchema = (root: JsonValue, schema: JsonValue): boolean => {
  const { type, const: only, enum: values } = flatten({ root, steps: 0 }, schema)
  if (only === null || type === 'null') return true
  return isArray(values) && values.length === 1 && values[0] === null
}

/** Variants that only require properties need no choice in a form. */
const hasShape = (root: JsonValue, schema: JsonValue): boolean => {
  const { type, properties, items, const: only, enum: values, oneOf, anyOf } = flatten({ root, steps: 0 }, schema)
  return [type, properties, items, only, values, oneOf, anyOf].some((keyword) => keyword !== undefined)
}

const nameVariant = (root: JsonValue, schema: JsonValue, index: number): Variant => {
  const merged = flatten({ root, steps: 0 }, schema)
  const reference = isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  const [type] = textsOf(merged.type)
  const label = textOf(merged.title) ?? reference ?? (type === undefined || type === 'object' ? undefined : type)
  return { label: label ?? `Variant ${index + 1}`, schema }
}

/** Which variant a value belongs to: the first one with its type, its required properties and its fixed values. */
export const findVariant = (root: JsonValue, variants: readonly Variant[], value: JsonValue | undefined): number => {
  const found = variants.findIndex(({ schema }) => fits(viewSchema(root, schema), value, root))
  return Math.max(found, 0)
}

const fits = (view: SchemaView, value: JsonValue | undefined, root: JsonValue): boolean => {
  if (value === undefined || !hasType(view, value)) return false
  if (view.values) return view.values.includes(value)
  if (!isObject(value)) return true
  if (![...view.required].every((name) => Object.hasOwn(value, name))) return false
  return [...view.properties].every(([name, schema]) => {
    const held = getOwn(value, name)
    const { values } = viewSchema(root, schema)
    return held === undefined || !values || values.includes(held)
  })
}

export const typeOf = (value: JsonValue): string => {
  if (value === null) return 'null'
  if (isArray(value)) return 'array'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** Whether the schema allows values of this type. */
export const hasType = ({ types, isNullable }: SchemaView, value: JsonValue): boolean => {
  const type = typeOf(value)
  if (type === 'null') return isNullable || types.size === 0
  return types.size === 0 || types.has(type) || (type === 'integer' && types.has('number'))
}

/** What a new value begins with: defaults, fixed values and the objects that are required. */
export const startValue = (root: JsonValue, schema: JsonValue, depth = 0): JsonValue | undefined => {
  const view = viewSchema(root, schema)
  if (view.fallback !== undefined) return view.fallback
  const [variant] = view.variants
  if (variant && depth < 8) return startValue(root, chooseVariant(root, schema, variant), depth + 1)
  if (view.types.has('array')) return []
  if (!view.types.has('object')) return undefined
  const entries = [...view.properties].flatMap(([name, inner]): [string, JsonValue][] => {
    if (!view.required.has(name) || depth >= 8) return []
    const value = startValue(root, inner, depth + 1)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

/** A schema with one of its variants. */
export const chooseVariant = (root: JsonValue, schema: JsonValue, variant: Variant): JsonValue => {
  const { oneOf: _, anyOf: __, ...shared } = flatten({ root, steps: 0 }, schema)
  return { allOf: [shared, variant.schema] }
}

const list = (value: JsonValue | undefined): readonly JsonValue[] => (isArray(value) ? value : [])

const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const textsOf = (value: JsonValue | undefined): readonly string[] =>
  (isArray(value) ? value : [value]).filter((item) => typeof item === 'string')
