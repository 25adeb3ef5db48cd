/**
 * A given value completed to what its schema requires, and nothing more; values of another type are converted where the
 * conversion is obvious. Recursive schemas are followed only as deep as necessary. Scalars are realistic.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { dereference, type Files, type Node } from '../document/references.ts'
import { allowsNull, findKeyword, itemsNode, typesOf, viewObject } from '../schema/schema-view.ts'
import { findVariants, namedVariant, ownName, type Variants } from '../schema/variants.ts'
import { namesOf } from '../values/conventions.ts'
import { isJsonArray, isJsonObject, itemsOf } from '../values/json-object.ts'
import { seedOf } from '../values/random.ts'
import { addressOf, chooseBranch, chooseVariant } from './choose-branch.ts'
import { convertScalar, isScalar, type Scalar } from './convert-scalar.ts'
import type { RandomGenerator } from './generate-random.ts'
import { generateRealistic } from './generate-realistic.ts'
import { newValue } from './new-value.ts'
import { isUniqueValue, outcomeFlag } from './property-names.ts'
import { EndlessSchemaError } from './realistic-run.ts'
import { forProperty, type ValueContext, type ValueSource } from './value-options.ts'

export interface MinimalOptions extends ValueSource, ValueContext {
  readonly schema: Node
  readonly seed: number
  /** Whether examples and defaults of scalars are used; if not, scalars follow their schema alone, not their name. */
  readonly examples: boolean
  readonly generateRandom: RandomGenerator
}

/** Not necessarily valid. Undefined if nothing was given and nothing can be generated. */
export const generateMinimal = (options: MinimalOptions, given: Json | undefined): Json | undefined =>
  complete({ ...options, open: [] }, options.schema, given)

interface Walk extends Omit<MinimalOptions, 'schema'> {
  /** Addresses of the object schemas around the value, outermost first. */
  readonly open: readonly string[]
}

const complete = (walk: Walk, schema: Node, given: Json | undefined): Json | undefined => {
  const { files } = walk
  if (given === undefined) return generateRequired(walk, schema)
  if (given === null) return allowsNull(files, schema) ? null : generateRequired(walk, schema)
  const variants = isJsonObject(given) ? findVariants(files, schema) : undefined
  if (variants && isJsonObject(given)) return completeVariant(walk, schema, variants, given)
  const branch = chooseBranch(walk, schema, given, walk.open)
  if (branch) return complete(walk, branch, given)
  if (!isAllowed(files, schema, given)) return generateRequired(walk, schema)
  const types = typesOf(files, schema)
  if (isJsonObject(given)) return completeObject(walk, schema, types, given)
  if (isJsonArray(given)) return completeArray(walk, schema, types, given)
  return isScalar(given) ? completeScalar(walk, schema, types, given) : undefined
}

/** As the variant that the value names, otherwise as one that accepts it; with the name of that variant. */
const completeVariant = (walk: Walk, schema: Node, variants: Variants, given: JsonObject): Json | undefined => {
  const named = namedVariant(variants, given)
  const variant = named ?? chooseVariant(walk, variants, given, walk.open)
  const [name] = variant?.names ?? []
  if (!variant || name === undefined) return undefined
  const start = named ? given : { ...given, [variants.property]: name }
  if (variant.isBase) return completeObject(walk, schema, typesOf(walk.files, schema), start)
  const completed = complete(walk, variant.node, start)
  return isJsonObject(completed) ? addRequired(walk, schema, completed) : completed
}

const isAllowed = (files: Files, schema: Node, given: Json): boolean => {
  const constant = findKeyword(files, schema, 'const')
  if (constant !== undefined) return constant === given
  const members = findKeyword(files, schema, 'enum')
  return !isJsonArray(members) || members.includes(given) || typeof given === 'object'
}

const completeObject = (walk: Walk, schema: Node, types: ReadonlySet<string>, given: JsonObject): Json | undefined => {
  if (types.size > 0 && !types.has('object')) {
    const id = [...namesOf('record-id')].map((name) => given[name]).find((value) => typeof value === 'string')
    return id !== undefined && types.has('string') ? id : generateRequired(walk, schema)
  }
  const { properties } = viewObject(walk.files, schema)
  const entries = Object.entries(given).flatMap(([name, value]): readonly [string, Json][] => {
    const property = properties.get(name)
    const completed = property ? complete(inProperty(walk, name), property.node, value) : value
    return completed === undefined ? [] : [[name, completed]]
  })
  return addRequired(walk, schema, Object.fromEntries(entries))
}

const completeArray = (
  walk: Walk,
  schema: Node,
  types: ReadonlySet<string>,
  given: readonly Json[],
): Json | undefined => {
  if (types.size > 0 && !types.has('array')) return generateRequired(walk, schema)
  const items = itemsNode(walk.files, schema)
  return items ? given.map((item) => complete(walk, items, item) ?? item) : given
}

const completeScalar = (walk: Walk, schema: Node, types: ReadonlySet<string>, given: Scalar): Json | undefined => {
  const converted = convertScalar(given, types)
  if (converted !== undefined) return converted
  return types.has('object') ? expandReference(walk, schema, given) : generateRequired(walk, schema)
}

/** An object with the id that was given where the schema has a record. */
const expandReference = (walk: Walk, schema: Node, given: Scalar): Json | undefined => {
  const { properties } = viewObject(walk.files, schema)
  const id = [...namesOf('reference-id')].map((name) => properties.get(name)).find((view) => view !== undefined)
  const record = generateRequired(walk, schema)
  const value = id && complete(walk, id.node, given)
  return id && value !== undefined && isJsonObject(record) ? { ...record, [id.name]: value } : record
}

/** What the schema requires. */
const generateRequired = (walk: Walk, schema: Node): Json | undefined => {
  const { files } = walk
  const fixed = findFixedValue(walk, schema)
  if (fixed !== undefined) return fixed
  if (allowsNull(files, schema)) return null
  const target = dereference(files, schema) ?? schema
  const address = addressOf(target)
  // A schema that requires itself has no value. What required it is invalid then.
  const isRecursive = walk.open.includes(address)
  const inner = { ...walk, open: [...walk.open, address] }
  const variants = findVariants(files, target)
  if (variants) return isRecursive ? undefined : completeVariant(inner, schema, variants, {})
  const branch = chooseBranch(walk, schema, undefined, walk.open)
  if (branch) return generateRequired(walk, branch)
  const types = typesOf(files, schema)
  if (types.has('object') || types.size === 0) return isRecursive ? undefined : addRequired(inner, schema, {})
  if (types.has('array')) return generateItems(walk, schema)
  if (types.has('boolean') && types.size === 1) return outcomeFlag(walk.name, walk.outcome) ?? false
  return generateScalar(walk, schema)
}

/** A constant, a documented value, or the first member of an enum. */
const findFixedValue = ({ files, examples, name, isNew }: Walk, schema: Node): Json | undefined => {
  const constant = findKeyword(files, schema, 'const')
  if (constant !== undefined) return constant
  const own = isNew && examples && name !== undefined ? newValue(files, schema, name) : undefined
  if (own !== undefined) return own
  const documented = examples ? findDocumentedScalar(files, schema, name) : undefined
  const members = itemsOf(findKeyword(files, schema, 'enum'))
  if (members.length > 0) {
    const isMember = documented !== undefined && members.includes(documented)
    return isMember ? documented : (members.find((value) => value !== null) ?? members[0])
  }
  const types = typesOf(files, schema)
  const type = typeof documented === 'number' && Number.isInteger(documented) ? 'integer' : typeof documented
  return types.has(type) || (type === 'integer' && types.has('number')) ? documented : undefined
}

const findDocumentedScalar = (files: Files, schema: Node, name: string | undefined): Scalar | undefined => {
  const isUnique = isUniqueValue(name, findKeyword(files, schema, 'format'))
  const documented = [
    findKeyword(files, schema, 'x-standin-default'),
    findKeyword(files, schema, 'default'),
    ...(isUnique ? [] : [findKeyword(files, schema, 'example'), ...itemsOf(findKeyword(files, schema, 'examples'))]),
  ]
  return documented.find(isScalar)
}

/** No array becomes longer than this, whatever minItems says. */
const maxItems = 20

const generateItems = (walk: Walk, schema: Node): Json => {
  const count = Math.min(Number(findKeyword(walk.files, schema, 'minItems') ?? 0), maxItems)
  const items = itemsNode(walk.files, schema)
  const values: Json[] = []
  for (let index = 0; index < count; index++) {
    const item = { ...walk, seed: seedOf(walk.seed, index), examples: walk.examples && index === 0 }
    values.push((items && generateRequired(item, items)) ?? null)
  }
  return values
}

const inProperty = (walk: Walk, name: string): Walk => forProperty(walk, walk.seed, name)

const addRequired = (walk: Walk, schema: Node, value: JsonObject): JsonObject => {
  const { files } = walk
  const { properties } = viewObject(files, schema)
  const omitted = walk.isRequest ? 'readOnly' : 'writeOnly'
  const entries: [string, Json][] = []
  const names = requiredNames(files, schema)
  const variant = ownName(files, schema)
  for (const name of names) {
    const node = properties.get(name)?.node
    if (Object.hasOwn(value, name) || (node && findKeyword(files, node, omitted) === true)) continue
    const discriminator = name === variant?.property ? variant.name : undefined
    const unknown = outcomeFlag(name, walk.outcome) ?? ''
    const added = discriminator ?? (node ? generateRequired(inProperty(walk, name), node) : unknown)
    if (added !== undefined) entries.push([name, added])
  }
  const fewest = Number(findKeyword(files, schema, 'minProperties') ?? 0)
  for (const { name, node } of properties.values()) {
    if (entries.length >= fewest) break
    if (names.has(name) || Object.hasOwn(value, name)) continue
    const added = generateRequired(inProperty(walk, name), node)
    if (added !== undefined) entries.push([name, added])
  }
  return { ...value, ...Object.fromEntries(entries) }
}

/** Includes names that have no schema. */
const requiredNames = (files: Files, schema: Node): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const { name, required } of viewObject(files, schema).properties.values()) if (required) names.add(name)
  for (const name of itemsOf(findKeyword(files, schema, 'required'))) if (typeof name === 'string') names.add(name)
  return names
}

/** A string or a number. Undefined where the generator gives up. */
const generateScalar = (walk: Walk, schema: Node): Json | undefined => {
  const { files, seed, name = '', owner = { name: '', seed }, examples, generateRandom } = walk
  if (!examples) return generateRandom(schema, seed, 'sparse')
  const options = { files, schema, seed: owner.seed, name, owner, examples: false, isSparse: true }
  try {
    return generateRealistic({ ...options, generateRandom, isValidExample: () => true, faults: noFaults }).value
  } catch (error) {
    if (error instanceof EndlessSchemaError) return undefined
    throw error
  }
}

const noFaults: ReadonlyMap<string, number> = new Map()
