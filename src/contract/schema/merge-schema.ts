/**
 * The requirements of all parts of a schema together: $ref followed, allOf merged, one branch of each oneOf and anyOf
 * chosen. An approximation for value generation; whether a value matches is the validator's decision.
 */

import type { Json, JsonObject } from '../../ports.ts'
import { childNode, childNodes, type Files, type Node, resolveReference } from '../document/references.ts'
import { entriesOf, getString, isJsonObject, itemsOf } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { isMeantForItems } from './misplaced-enum.ts'
import { isMarkedNullable, isNeverNull, isNull } from './nullable.ts'
import { isPlainWithin, type Variant, type Variants, variantsOf, variantWithin } from './variants.ts'
import { type NextSchema, type SchemaPart, walkSchema } from './walk-schema.ts'

export interface MergedSchema {
  /** The types that all parts allow; undefined if no part names one. */
  readonly types: readonly string[] | undefined
  /** Whether null is allowed, because a part is nullable or a branch is null, and all other parts allow it. */
  readonly isNullable: boolean
  /** Each property with its schemas in all parts. */
  readonly properties: ReadonlyMap<string, readonly Node[]>
  readonly required: ReadonlySet<string>
  readonly items: readonly Node[]
  readonly prefixItems: readonly Node[]
  /** The schema that at least one item must match. */
  readonly contains: Node | undefined
  /** The schema for property names. */
  readonly propertyNames: Node | undefined
  /** Schemas for other properties; `false` if none are allowed. */
  readonly additional: readonly Node[] | false
  /** The only property names that closed parts allow; undefined if all parts are open. */
  readonly allowed: ReadonlySet<string> | undefined
  /** Other keywords; of two values the stricter one. */
  readonly keywords: JsonObject
  /** Addresses of every $ref and its target. */
  readonly addresses: ReadonlySet<string>
  /** The name of the last schema that a $ref led to: what the value is called. */
  readonly name: string | undefined
  /** Values that discriminators require, by property. */
  readonly discriminators: ReadonlyMap<string, string>
  /** How many ways there are to choose branches. */
  readonly choices: number
  /** Whether a part has a keyword that is not merged: not, if, contains and the like. */
  readonly isIntricate: boolean
  readonly examples: readonly Json[]
}

interface Sketch {
  types: readonly string[] | undefined
  isNullable: boolean
  properties: Map<string, Node[]>
  required: Set<string>
  items: Node[]
  prefixItems: readonly Node[]
  contains: Node | undefined
  propertyNames: Node | undefined
  additional: Node[] | false
  allowed: ReadonlySet<string> | undefined
  keywords: Record<string, Json>
  addresses: Set<string>
  name: string | undefined
  discriminators: Map<string, string>
  choices: number
  isIntricate: boolean
  examples: Json[]
}

/** Whether a branch with this address comes after the others. */
type Avoid = (address: string) => boolean

/** For a merge that avoids nothing. */
export const avoidNothing: Avoid = () => false

/**
 * `choice` selects the branches by number; those for which `avoid` holds come last. A schema without a choice is merged once:
 * values of large documents have thousands of parts, most of them of the same schemas.
 */
export const mergeSchema = (files: Files, nodes: readonly Node[], choice: number, avoid: Avoid): MergedSchema => {
  const [only, ...others] = nodes
  if (!only || others.length > 0) return mergeNodes(files, nodes, choice, avoid)
  const first = mergeFirst(files, only)
  const isSame = first.choices === 1 || (choice === 0 && avoid === avoidNothing)
  return isSame ? first : mergeNodes(files, nodes, choice, avoid)
}

interface KnownMerge {
  readonly node: Node
  readonly merged: MergedSchema
}

const mergesIn = memoize((_: Files): WeakMap<object, KnownMerge> => new WeakMap())

/** The schema with the first of its branches. */
const mergeFirst = (files: Files, node: Node): MergedSchema => {
  const { value, file, pointer } = node
  if (typeof value !== 'object' || value === null) return mergeNodes(files, [node], 0, avoidNothing)
  const merges = mergesIn(files)
  const known = merges.get(value)
  if (known && known.node.file === file && known.node.pointer === pointer) return known.merged
  const merged = mergeNodes(files, [node], 0, avoidNothing)
  merges.set(value, { node, merged })
  return merged
}

const mergeNodes = (files: Files, nodes: readonly Node[], choice: number, avoid: Avoid): MergedSchema => {
  const sketch = createSketch()
  const seen = new Set<unknown>()
  let isRejected = false
  const chooseBranches = (part: SchemaPart): readonly NextSchema[] => {
    const { node, path } = part
    const variants = variantsOf(files, node)
    if (variants && isPlainWithin(variants, path)) {
      nameVariant(sketch, variants, variantWithin(files, variants, path))
      return []
    }
    return branchesOf(node, variants).flatMap((branches) => {
      const isNever = branches.length > 0 && branches.every((branch) => isNeverNull(targetOf(branch)?.value))
      if (isNever && mayRejectNull(part)) isRejected = true
      return chooseBranch(branches, variants)
    })
  }
  const targetOf = (branch: Node): Node | undefined => {
    const ref = getString(branch.value, '$ref')
    return ref === undefined ? branch : resolveReference(files, branch.file, ref)
  }
  const chooseBranch = (all: readonly Node[], variants: Variants | undefined): readonly NextSchema[] => {
    const branches = all.filter(({ value }) => !isNull(value))
    if (branches.length < all.length) sketch.isNullable = true
    const ordered = [
      ...branches.filter((branch) => !leadsTo(branch, avoid)),
      ...branches.filter((branch) => leadsTo(branch, avoid)),
    ]
    const branch = ordered[choice % Math.max(1, ordered.length)]
    if (!branch) return []
    sketch.choices = Math.max(sketch.choices, ordered.length)
    const variant = variants?.variants.find(({ node }) => isSameNode(node, branch))
    if (variants) nameVariant(sketch, variants, variant)
    return [{ node: branch, isOptional: true }]
  }
  /** Whether a branch leads back to a schema that the value is a part of. */
  const leadsTo = (branch: Node, isAvoided: Avoid): boolean => {
    const target = targetOf(branch)
    return target !== undefined && isAvoided(`${target.file}#${target.pointer}`)
  }
  const enter = ({ node, schema }: SchemaPart): void => {
    const ref = getString(schema, '$ref')
    if (ref !== undefined) addReference(sketch, node, resolveReference(files, node.file, ref))
  }
  for (const start of nodes) {
    const parts = walkSchema(files, start, { branchesOf: chooseBranches, enter, seen, targetFirst: true })
    for (const part of parts) {
      merge(sketch, part.node, part.schema)
      if (isNeverNull(part.schema) && mayRejectNull(part)) isRejected = true
    }
  }
  if (isRejected) sketch.isNullable = false
  return sketch
}

/** Each value has to match the part, and neither it nor what is around it is marked: the validator allows null there, too. */
const mayRejectNull = ({ schema, path, isOptional }: SchemaPart): boolean =>
  !isOptional && ![schema, ...path].some(isMarkedNullable)

const addReference = (sketch: Sketch, node: Node, target: Node | undefined): void => {
  sketch.addresses.add(`${node.file}#${node.pointer}`)
  if (!target) return
  sketch.addresses.add(`${target.file}#${target.pointer}`)
  sketch.name = target.pointer.slice(target.pointer.lastIndexOf('/') + 1)
}

type Schema = JsonObject

const createSketch = (): Sketch => ({
  types: undefined,
  isNullable: false,
  properties: new Map(),
  required: new Set(),
  items: [],
  prefixItems: [],
  contains: undefined,
  propertyNames: undefined,
  additional: [],
  allowed: undefined,
  keywords: {},
  addresses: new Set(),
  name: undefined,
  discriminators: new Map(),
  choices: 1,
  isIntricate: false,
  examples: [],
})

const intricate = [
  ...['not', 'if', 'contains', 'patternProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
  ...['dependencies', 'unevaluatedProperties', 'unevaluatedItems'],
]

const merge = (sketch: Sketch, node: Node, schema: Schema): void => {
  mergeTypes(sketch, schema)
  if (isMarkedNullable(schema)) sketch.isNullable = true
  for (const [name, child] of childNodes(childNode(node, 'properties')))
    sketch.properties.set(name, [...(sketch.properties.get(name) ?? []), child])
  for (const name of itemsOf(schema.required)) if (typeof name === 'string') sketch.required.add(name)
  const items = childNode(node, 'items')
  if (items && isJsonObject(items.value)) sketch.items.push(items)
  const prefix = childNodes(childNode(node, 'prefixItems')).map(([, item]) => item)
  if (prefix.length > 0) sketch.prefixItems = prefix
  sketch.contains ??= childNode(node, 'contains')
  sketch.propertyNames ??= childNode(node, 'propertyNames')
  mergeAdditional(sketch, node, schema)
  for (const [name, value] of Object.entries(schema)) tighten(sketch.keywords, name, value, schema)
  if (intricate.some((keyword) => schema[keyword] !== undefined)) sketch.isIntricate = true
  if (schema.example !== undefined) sketch.examples.push(schema.example)
  sketch.examples.push(...itemsOf(schema.examples))
}

const mergeTypes = (sketch: Sketch, schema: Schema): void => {
  const given = typeof schema.type === 'string' ? [schema.type] : itemsOf(schema.type).map(String)
  if (given.length === 0) return
  if (given.includes('null') && given.length > 1) sketch.isNullable = true
  const named = given.length > 1 ? given.filter((type) => type !== 'null') : given
  const { types } = sketch
  sketch.types = types
    ? named.filter((type) => types.includes(type) || (type === 'integer' && types.includes('number')))
    : named
}

const mergeAdditional = (sketch: Sketch, node: Node, schema: Schema): void => {
  const additional = childNode(node, 'additionalProperties')
  if (additional && isJsonObject(additional.value) && sketch.additional) sketch.additional.push(additional)
  if (schema.additionalProperties !== false) return
  sketch.additional = false
  if (schema.patternProperties !== undefined) return
  const own = new Set(entriesOf(schema.properties).map(([name]) => name))
  const { allowed } = sketch
  sketch.allowed = allowed ? new Set([...own].filter((name) => allowed.has(name))) : own
}

const upper = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
const lower = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
const others = new Set([
  ...[
    'format',
    'pattern',
    'multipleOf',
    'const',
    'default',
    'uniqueItems',
    'readOnly',
    'writeOnly',
    'title',
    'description',
  ],
  // Lists of values that a document does not want to be validated.
  ...['x-enum', 'x-namespaced-enum', 'x-extensible-enum', 'x-possible-values', 'x-allowed-values', 'x-ms-enum'],
])

/** The stricter of two bounds, the common values of two enums, and the first of anything else. */
const tighten = (keywords: Record<string, Json>, name: string, value: Json, schema: Schema): void => {
  const known = keywords[name]
  if (name === 'enum' && isMeantForItems(schema)) return
  if (name === 'enum' && Array.isArray(value))
    keywords.enum = Array.isArray(known) ? known.filter((item) => value.includes(item)) : value
  else if (upper.has(name) && typeof value === 'number')
    keywords[name] = typeof known === 'number' ? Math.min(known, value) : value
  else if (lower.has(name) && typeof value === 'number')
    keywords[name] = typeof known === 'number' ? Math.max(known, value) : value
  else if (name === 'exclusiveMinimum' && value === true) keywords.exclusiveMinimum = schema.minimum ?? true
  else if (name === 'exclusiveMaximum' && value === true) keywords.exclusiveMaximum = schema.maximum ?? true
  else if (others.has(name) && known === undefined) keywords[name] = value
}

/** The outermost name wins: an inner one names a variant of the variant. */
const nameVariant = ({ discriminators }: Sketch, { property }: Variants, variant: Variant | undefined): void => {
  const [name] = variant?.names ?? []
  if (name !== undefined && !discriminators.has(property)) discriminators.set(property, name)
}

/** The branches of each choice; for a schema with variants that extend it, the variants. */
const branchesOf = (node: Node, variants: Variants | undefined): readonly (readonly Node[])[] =>
  variants && !variants.isListed
    ? [variants.variants.filter(({ isBase }) => !isBase).map((variant) => variant.node)]
    : ['oneOf', 'anyOf'].map((keyword) => childNodes(childNode(node, keyword)).map(([, branch]) => branch))

const isSameNode = (one: Node, other: Node): boolean => one.file === other.file && one.pointer === other.pointer
