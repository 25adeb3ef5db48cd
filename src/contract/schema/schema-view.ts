/**
 * What a schema says without validating anything: its types, properties, items and keywords, through $ref and allOf.
 * Inference, parameter decoding and error rendering use it.
 */

import type { Json } from '../../ports.ts'
import { childNode, childNodes, type Files, type Node } from '../document/references.ts'
import { getOwn, isJsonObject, itemsOf } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { isMeantForItems } from './misplaced-enum.ts'
import { isMarkedNullable, isNull, isNullable } from './nullable.ts'
import { isPlainWithin, variantsOf } from './variants.ts'
import { listedBranches, type NextSchema, type SchemaPart, walkSchema } from './walk-schema.ts'

export interface PropertyView {
  readonly name: string
  /** The property's schema as written, its $ref not followed. */
  readonly node: Node
  /** The schemas that other parts of an allOf have for it. */
  readonly also: readonly Node[]
  readonly required: boolean
}

export interface ObjectView {
  readonly properties: ReadonlyMap<string, PropertyView>
  /** Whether other properties are expected: additionalProperties is true or a schema, or there are patternProperties. */
  readonly open: boolean
}

/** The schema's types; empty if it names none. */
export const typesOf = (files: Files, node: Node): ReadonlySet<string> => readTypes(partsOf(files, node))

const readTypes = memoize((parts: readonly SchemaPart[]): ReadonlySet<string> => {
  const types = new Set<string>()
  for (const { schema } of parts) {
    for (const type of typeof schema.type === 'string' ? [schema.type] : itemsOf(schema.type)) types.add(String(type))
    if (isMarkedNullable(schema)) types.add('null')
    if (types.size === 0 && schema.properties !== undefined) types.add('object')
    if (types.size === 0) for (const item of itemsOf(schema.enum)) types.add(jsonType(item))
    if (types.size === 0 && schema.const !== undefined) types.add(jsonType(schema.const))
  }
  return types
})

/** Whether the schema allows null: a part allows it, or no part restricts the type. */
export const allowsNull = (files: Files, node: Node): boolean => {
  const schemas = partsOf(files, node).map(({ schema }) => schema)
  const hasNullBranch = partsOf(files, node).some((part) =>
    listedBranches(part.node).some(({ value }) => isNull(value)),
  )
  return hasNullBranch || schemas.some(isNullable) || !schemas.some(restrictsType)
}

/** `items: false` restricts arrays, not the type. */
const restrictsType = (schema: SchemaPart['schema']): boolean =>
  typeof schema.type === 'string' ||
  itemsOf(schema.type).length > 0 ||
  schema.const !== undefined ||
  [schema.enum, schema.properties, schema.items].some(Boolean)

/** The properties of an object schema, those of the parts of allOf included; those of oneOf and anyOf are optional. */
export const viewObject = (files: Files, node: Node): ObjectView => readObject(partsOf(files, node))

const readObject = memoize((parts: readonly SchemaPart[]): ObjectView => {
  const properties = new Map<string, PropertyView & { readonly also: Node[] }>()
  const required = new Set<string>()
  for (const { schema, isOptional } of parts)
    if (!isOptional) for (const name of itemsOf(schema.required)) required.add(String(name))
  for (const { node } of parts)
    for (const [name, child] of childNodes(childNode(node, 'properties'))) {
      const known = properties.get(name)
      if (known) known.also.push(child)
      else properties.set(name, { name, node: child, also: [], required: required.has(name) })
    }
  return {
    properties,
    open: properties.size === 0 || parts.some(({ schema }) => expectsOthers(schema)),
  }
})

const expectsOthers = ({ additionalProperties, patternProperties }: SchemaPart['schema']): boolean =>
  additionalProperties === true || isJsonObject(additionalProperties) || isJsonObject(patternProperties)

/** The schema of a property by its path, name by name; undefined if the schema has no such property. */
export const nodeAt = (files: Files, schema: Node, path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>((node, name) => node && viewObject(files, node).properties.get(name)?.node, schema)

/** The schema of an array's items; undefined if the schema is not an array with one kind of item. */
export const itemsNode = (files: Files, node: Node): Node | undefined => {
  for (const part of partsOf(files, node)) {
    const items = childNode(part.node, 'items')
    if (items && isJsonObject(items.value)) return items
  }
  return undefined
}

/** The schema of properties that have no schema of their own; undefined if there is none. */
export const additionalNode = (files: Files, node: Node): Node | undefined => {
  for (const part of partsOf(files, node)) {
    const additional = childNode(part.node, 'additionalProperties')
    if (additional && isJsonObject(additional.value)) return additional
  }
  return undefined
}

/** The first value of a keyword in the schema and its parts. */
export const findKeyword = (files: Files, node: Node, keyword: string): Json | undefined => {
  let found: Json | undefined
  for (const { schema } of partsOf(files, node))
    if (keyword !== 'enum' || !isMeantForItems(schema)) found ??= getOwn(schema, keyword)
  return found
}

/** A keyword if it is a string. */
export const findText = (files: Files, node: Node, keyword: string): string | undefined => {
  const found = findKeyword(files, node, keyword)
  return typeof found === 'string' ? found : undefined
}

interface KnownParts {
  readonly start: Node
  readonly parts: readonly SchemaPart[]
}

const partsIn = memoize((_: Files): WeakMap<object, KnownParts> => new WeakMap())

/** The same list each time for a schema at the same place, so that what is read from it can be memoized. */
const partsOf = (files: Files, start: Node): readonly SchemaPart[] => {
  const { value, file, pointer } = start
  if (typeof value !== 'object' || value === null) return []
  const known = partsIn(files).get(value)
  if (known && known.start.file === file && known.start.pointer === pointer) return known.parts
  const parts = walkSchema(files, start, { branchesOf: (part) => branchesOf(files, part) })
  partsIn(files).set(value, { start, parts })
  return parts
}

/** The branches of oneOf and anyOf except null, and the variants that extend a schema with a discriminator. */
const branchesOf = (files: Files, { node, path }: SchemaPart): readonly NextSchema[] => {
  const found = variantsOf(files, node)
  if (found && isPlainWithin(found, path)) return []
  const variants = found && !found.isListed ? found.variants : []
  return [
    ...variants.map((variant) => ({ node: variant.node, isOptional: true })),
    ...['oneOf', 'anyOf'].flatMap((keyword) => {
      const branches = childNodes(childNode(node, keyword)).filter(
        ([, branch]) => getOwn(branch.value, 'type') !== 'null',
      )
      return branches.map(([, branch]) => ({ node: branch, isOptional: branches.length > 1 }))
    }),
  ]
}

const jsonType = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
