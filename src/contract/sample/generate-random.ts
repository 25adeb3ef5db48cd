/**
 * The one place that knows json-schema-faker. It generates by the keywords of a schema alone, with no regard to names. It
 * is used for patterns, for intricate keywords, and as the last resort.
 */
import type { Json } from '../../ports.ts'
import type { Dialect } from '../document/dialect.ts'
import type { Files, Node } from '../document/references.ts'
import { resolveSchema } from '../document/references.ts'
import { rangeKeyword, translateSchema } from '../schema/schema-dialect.ts'
import { findKeyword, itemsNode, viewObject } from '../schema/schema-view.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { canGenerate, maxItems, maxText } from './value-limits.ts'

/**
 * A value of a schema: a node of the document, or keywords. The same for the same seed, without properties that only a
 * request has, not necessarily valid. Undefined where json-schema-faker gives up.
 */
export type RandomGenerator = (schema: Node | object, seed: number, extent: keyof typeof extents) => Json | undefined

export const createRandomGenerator =
  (
    { generateSync }: Faker,
    { files, dialect }: { readonly files: Files; readonly dialect: Dialect },
  ): RandomGenerator =>
  (schema, seed, extent) => {
    try {
      const bundle = isNode(schema) ? bundleSchema(files, dialect, schema) : { ...schema }
      // json-schema-faker generates nothing but JSON.
      const value = generateSync(bundle, { seed, ...extents[extent] }) as Json | undefined
      return isNode(schema) && value !== undefined ? dropWriteOnly(files, schema, value) : value
    } catch {
      return undefined
    }
  }

/** json-schema-faker, once it is imported. With it, values are generated synchronously. */
export type Faker = Pick<typeof import('json-schema-faker'), 'generateSync'>

export const loadFaker = async (): Promise<Faker> => import('json-schema-faker')

const isNode = (schema: Node | object): schema is Node => 'pointer' in schema && 'value' in schema

/** Properties that a response does not have are generated like any other and removed afterwards. */
const dropWriteOnly = (files: Files, schema: Node, value: Json): Json => {
  if (isJsonArray(value)) {
    const items = itemsNode(files, schema)
    return items ? value.map((item) => dropWriteOnly(files, items, item)) : value
  }
  if (!isJsonObject(value)) return value
  const { properties } = viewObject(files, schema)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const property = properties.get(name)
      if (!property) return [[name, item]]
      const isDropped = findKeyword(files, property.node, 'writeOnly') === true
      return isDropped ? [] : [[name, dropWriteOnly(files, property.node, item)]]
    }),
  )
}

/**
 * How deep and wide values are. Beyond the depth json-schema-faker writes null for what is required. It counts two levels
 * for an object within an object. Recursive schemas grow exponentially with the depth.
 */
const extents = {
  full: { maxDepth: 10, refDepthMax: 20, maxItems: 3, optionalsProbability: 1 },
  sparse: { maxDepth: 40, refDepthMax: 40, maxItems: 1, optionalsProbability: 0 },
} as const

type Bundle = Record<string, unknown>

/** The schema with everything that it refers to under $defs. */
const bundleSchema = (files: Files, dialect: Dialect, root: Node): Bundle => {
  const names = new Map<string, string>()
  const $defs: Bundle = {}
  const add = (node: Node): string => {
    const address = `${node.file}#${node.pointer}`
    const known = names.get(address)
    if (known !== undefined) return known
    const name = `d${names.size}`
    names.set(address, name)
    $defs[name] = translate(node)
    return name
  }
  const translate = (node: Node): unknown =>
    boundNumbers(
      translateSchema(node.value, {
        dialect,
        direction: 'response',
        files,
        file: node.file,
        rename: (ref, _path, file) => {
          const target = resolveSchema(files, file, ref)
          return target ? `#/$defs/${add(target)}` : '#/$defs/missing'
        },
      }),
    )
  const schema = translate(root)
  return { ...(isJsonObject(schema) ? schema : {}), $defs: { ...$defs, missing: {} } }
}

/** The longest distance of a number from its only bound, in steps of multipleOf. */
const span = 10_000

/**
 * The schema with two bounds for every integer and for every number that has one, so that values are small and positive
 * where the schema allows it: json-schema-faker would exceed a single bound. Strings are adapted too.
 */
const boundNumbers = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(boundNumbers)
  if (!isJsonObject(schema)) return schema
  const { [rangeKeyword]: range, ...rest } = limitCounts(schema)
  const bounded = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      name === 'enum' || name === 'const' ? value : boundNumbers(value),
    ]),
  )
  if (schema.type === 'string') return adaptString(bounded)
  // A number with an integer format is an integer.
  const isWhole = schema.type === 'number' && range !== undefined
  const whole = isWhole ? { ...bounded, type: 'integer' } : bounded
  const least = schema.minimum ?? schema.exclusiveMinimum
  const most = schema.maximum ?? schema.exclusiveMaximum
  const reach = span * (typeof schema.multipleOf === 'number' ? schema.multipleOf : 1)
  if (typeof least === 'number' && most === undefined) return { ...whole, maximum: least + reach }
  if (typeof most === 'number' && least === undefined) return { ...whole, minimum: most - reach }
  const isOpen = (schema.type === 'integer' || range !== undefined) && least === undefined && most === undefined
  return isOpen ? { ...whole, minimum: 1, maximum: span } : whole
}

const limits = { minItems: maxItems, minProperties: maxItems, minLength: maxText } as const

/** json-schema-faker generates as much as a schema requires. */
const limitCounts = (schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const cut: Record<string, unknown> = {}
  for (const [name, most] of Object.entries(limits)) {
    const count = schema[name]
    if (typeof count === 'number' && count > most) cut[name] = most
  }
  if (typeof schema.pattern === 'string' && !canGenerate(schema.pattern)) cut.pattern = undefined
  return Object.keys(cut).length === 0 ? schema : { ...schema, ...cut }
}

/** Avoids empty strings. json-schema-faker knows neither `byte`, which is base64 in OpenAPI, nor `url`. */
const adaptString = (schema: Readonly<Record<string, unknown>>): unknown => {
  const { format, ...rest } = schema
  if (format === 'byte') return { ...rest, pattern: '^([A-Za-z0-9+/]{4}){2}$' }
  if (format === 'url') return { ...rest, format: 'uri' }
  const isOpen = format === undefined && schema.pattern === undefined && schema.minLength === undefined
  return isOpen && schema.maxLength !== 0 ? { ...schema, minLength: 1 } : schema
}
