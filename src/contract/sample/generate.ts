/**
 * The one place that knows json-schema-faker: a value that fits a schema, the same for the same seed.
 */

import type { Dialect } from '../document/dialect.ts'
import type { Files, Node } from '../document/references.ts'
import { resolveReference, resolveSchema } from '../document/references.ts'
import { rangeKeyword, translateSchema } from '../schema/schema-dialect.ts'
import { findKeyword, itemsNode, viewObject } from '../schema/schema-view.ts'
import { isJsonObject } from '../values/json-object.ts'

export interface GenerateParts {
  readonly files: Files
  readonly dialect: Dialect
  readonly schema: Node
  readonly seed: number
  /** No more than the schema requires, however deep that is. Default: also what it allows, to a moderate depth. */
  readonly sparse?: boolean
}

/** A generated value, without what only a request carries. Not certain to be valid: the caller holds it against the schema. Rejects where the generator gives up. */
export const generateValue = async ({ files, dialect, schema, seed, sparse }: GenerateParts): Promise<unknown> => {
  const { generate } = await import('json-schema-faker')
  const made = await generate(bundleSchema(files, dialect, schema), {
    seed,
    ...(sparse ? extents.sparse : extents.full),
  })
  return dropWriteOnly(files, schema, made)
}

/** What makes a value of a schema, a node of the document or one written here, at once; undefined where the generator gives up. */
export const loadGenerator = async ({
  files,
  dialect,
}: Pick<GenerateParts, 'files' | 'dialect'>): Promise<(schema: Node | object, seed: number) => unknown> => {
  const { generateSync } = await import('json-schema-faker')
  return (schema, seed) => {
    try {
      const bundle = isNode(schema) ? bundleSchema(files, dialect, schema) : { ...schema }
      const made: unknown = generateSync(bundle, { seed, ...extents.sparse })
      return isNode(schema) ? dropWriteOnly(files, schema, made) : made
    } catch {
      return undefined
    }
  }
}

const isNode = (schema: Node | object): schema is Node => 'pointer' in schema && 'value' in schema

/** Properties that a response does not carry are made like any other and taken out after. */
const dropWriteOnly = (files: Files, schema: Node, made: unknown): unknown => {
  if (Array.isArray(made)) {
    const items = itemsNode(files, schema)
    return items ? made.map((item) => dropWriteOnly(files, items, item)) : made
  }
  if (!isJsonObject(made)) return made
  const { properties } = viewObject(files, schema)
  return Object.fromEntries(
    Object.entries(made).flatMap(([name, value]) => {
      const property = properties.get(name)
      if (!property) return [[name, value]]
      const isDropped = findKeyword(files, property.node, 'writeOnly') === true
      return isDropped ? [] : [[name, dropWriteOnly(files, property.node, value)]]
    }),
  )
}

/**
 * Past a depth the generator puts null for what is required, whatever the schema says. It counts two for an object in an
 * object; a value that may branch grows by a power of it.
 */
const extents = {
  full: { maxDepth: 10, refDepthMax: 20, maxItems: 3, optionalsProbability: 1 },
  sparse: { maxDepth: 40, refDepthMax: 40, maxItems: 1, optionalsProbability: 0 },
} as const

type Bundle = Record<string, unknown>

/** The schema with all that it refers to under $defs. */
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
    soften(
      translateSchema(node.value, {
        dialect,
        direction: 'response',
        rename: (ref) => {
          const target = resolveSchema(files, node.file, ref)
          return target ? `#/$defs/${add(target)}` : '#/$defs/missing'
        },
        lookUp: (ref) => resolveReference(files, node.file, ref)?.value,
      }),
    )
  const schema = translate(root)
  return { ...(isJsonObject(schema) ? schema : {}), $defs: { ...$defs, missing: {} } }
}

/** How far from its one bound a number may lie, in steps of multipleOf. */
const span = 10_000

/**
 * Integers without bounds come out as people expect them: small and positive. A number with one bound gets the other,
 * near by: the generator's own would be this side of it.
 */
const soften = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(soften)
  if (!isJsonObject(schema)) return schema
  const { [rangeKeyword]: range, ...rest } = schema
  const softened = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, name === 'enum' || name === 'const' ? value : soften(value)]),
  )
  if (schema.type === 'string') return softenString(softened)
  const least = schema.minimum ?? schema.exclusiveMinimum
  const most = schema.maximum ?? schema.exclusiveMaximum
  const reach = span * (typeof schema.multipleOf === 'number' ? schema.multipleOf : 1)
  if (typeof least === 'number' && most === undefined) return { ...softened, maximum: least + reach }
  if (typeof most === 'number' && least === undefined) return { ...softened, minimum: most - reach }
  const isOpen = (schema.type === 'integer' || range !== undefined) && least === undefined && most === undefined
  return isOpen ? { ...softened, minimum: 1, maximum: span } : softened
}

/** An empty text says nothing, and the generator knows neither `byte`, which is base64 in OpenAPI, nor `url`. */
const softenString = (schema: Readonly<Record<string, unknown>>): unknown => {
  const { format, ...rest } = schema
  if (format === 'byte') return { ...rest, pattern: '^([A-Za-z0-9+/]{4}){2}$' }
  if (format === 'url') return { ...rest, format: 'uri' }
  const isOpen = format === undefined && schema.pattern === undefined && schema.minLength === undefined
  return isOpen && schema.maxLength !== 0 ? { ...schema, minLength: 1 } : schema
}
