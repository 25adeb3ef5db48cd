/**
 * Makes a value fit a schema: what is required and missing is put in, and nothing else; what has another type than the
 * schema's is made one where that is plain. Objects and lists are walked here, so that a schema that holds all others is
 * looked at only as deep as is needed; single values are made as their names say, the same for the same seed.
 */
import type { Json, JsonObject } from '../../ports.ts'
import type { Dialect } from '../document/dialect.ts'
import { childNode, childNodes, dereference, type Files, type Node } from '../document/references.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { allowsNull, findKeyword, itemsNode, typesOf, viewObject } from '../schema/schema-view.ts'
import { findVariants, namedVariant, ownName, type Variant, type Variants } from '../schema/variants.ts'
import { isJsonArray, isJsonObject, itemsOf } from '../values/json-object.ts'
import { exactInteger, separateDigits } from '../values/json-text.ts'
import { seedOf } from '../values/random.ts'
import { composeValue, EndlessSchemaError } from './compose-value.ts'
import { loadGenerator } from './generate.ts'
import { isOneOfItsKind, type Meaning, meaningOf } from './meaning.ts'

export interface CompleteSource {
  readonly files: Files
  readonly dialect: Dialect
  readonly compiler: SchemaCompiler
}

export interface CompleteOrder {
  /** What is made for one seed differs from what is made for another, where the schema lets it. */
  readonly seed: number
  /** What the value is called. */
  readonly name?: string
  /** What the object that has it is called, and the seed that this one was completed with. */
  readonly owner?: string
  readonly ownerSeed?: number
  /** Whether documented examples and defaults of single values are left aside, and values are made by their schema alone. Default: they are taken. */
  readonly plain?: boolean
  /** What the body that the value is in has to say. */
  readonly meaning?: Meaning
}

export interface CompleteParts extends CompleteSource, CompleteOrder {}

/** Not certain to be valid: the caller holds it against the schema. Undefined where nothing was given and nothing can be made. */
export type Complete = (schema: Node, given: Json | undefined, order: CompleteOrder) => Json | undefined

/** Once it is loaded it completes at once. */
export const loadComplete = async (source: CompleteSource): Promise<Complete> => {
  const generate = await loadGenerator(source)
  return (schema, given, order) => complete({ ...source, ...order, generate, open: [] }, schema, given)
}

export const completeValue = async (
  parts: CompleteParts,
  schema: Node,
  given: Json | undefined,
): Promise<Json | undefined> => (await loadComplete(parts))(schema, given, parts)

interface Walk extends CompleteParts {
  readonly generate: Awaited<ReturnType<typeof loadGenerator>>
  /** Addresses of the object schemas that are being made, outermost first. */
  readonly open: readonly string[]
}

const complete = (walk: Walk, schema: Node, given: Json | undefined): Json | undefined => {
  const { files } = walk
  if (given === undefined) return least(walk, schema)
  if (given === null) return allowsNull(files, schema) ? null : least(walk, schema)
  const forms = isJsonObject(given) ? findVariants(files, schema) : undefined
  if (forms) return completeForm(walk, schema, forms, given as JsonObject)
  const branch = chooseBranch(walk, schema, given)
  if (branch) return complete(walk, branch, given)
  const types = typesOf(files, schema)
  if (!isOneOf(files, schema, given)) return least(walk, schema)
  if (isJsonObject(given)) return completeObject(walk, schema, types, given)
  if (isJsonArray(given)) return completeArray(walk, schema, types, given)
  return completeScalar(walk, schema, types, given as Scalar)
}

/** As the form that the value names, else as the first that takes it, else as the first; named so that it is taken for that. */
const completeForm = (walk: Walk, schema: Node, forms: Variants, given: JsonObject): Json | undefined => {
  const named = namedVariant(forms, given)
  const form = named ?? chooseForm(walk, forms, given)
  const [name] = form?.names ?? []
  if (!form || name === undefined) return undefined
  const asked = named ? given : { ...given, [forms.property]: name }
  if (form.isBase) return completeObject(walk, schema, typesOf(walk.files, schema), asked)
  const completed = complete(walk, form.node, asked)
  if (!isJsonObject(completed)) return completed
  const has = (key: string): boolean => Object.hasOwn(completed, key)
  return { ...completed, ...missingProperties(walk, schema, has) }
}

const chooseForm = (
  { files, compiler, open }: Walk,
  { property, forms }: Variants,
  given: JsonObject,
): Variant | undefined => {
  const takes = ({ node, names: [name = ''] }: Variant): boolean =>
    compiler.compile(node, 'response')(separateDigits({ ...given, [property]: name })) === undefined
  const isOpen = ({ node }: Variant): boolean => open.includes(addressOf(dereference(files, node) ?? node))
  return forms.find((form) => !form.isBase && takes(form)) ?? forms.find((form) => !isOpen(form)) ?? forms[0]
}

const addressOf = ({ file, pointer }: Node): string => `${file}#${pointer}`

type Scalar = string | number | bigint | boolean

const isOneOf = (files: Files, schema: Node, given: Json): boolean => {
  const constant = findKeyword(files, schema, 'const')
  if (constant !== undefined) return constant === given
  const allowed = findKeyword(files, schema, 'enum')
  return !isJsonArray(allowed) || allowed.includes(given) || typeof given === 'object'
}

const completeObject = (walk: Walk, schema: Node, types: ReadonlySet<string>, given: JsonObject): Json | undefined => {
  if (types.size > 0 && !types.has('object')) {
    const id = ['id', 'gid', 'name', 'value'].map((name) => given[name]).find((value) => typeof value === 'string')
    return id !== undefined && types.has('string') ? id : least(walk, schema)
  }
  const { properties } = viewObject(walk.files, schema)
  const entries: [string, Json][] = []
  for (const [name, value] of Object.entries(given)) {
    const property = properties.get(name)
    const kept = property ? complete(inside(walk, name), property.node, value) : value
    if (kept !== undefined) entries.push([name, kept])
  }
  const held = Object.fromEntries(entries)
  return { ...held, ...missingProperties(walk, schema, (name) => Object.hasOwn(held, name)) }
}

const completeArray = (
  walk: Walk,
  schema: Node,
  types: ReadonlySet<string>,
  given: readonly Json[],
): Json | undefined => {
  if (types.size > 0 && !types.has('array')) return least(walk, schema)
  const items = itemsNode(walk.files, schema)
  if (!items) return given
  const completed: Json[] = []
  for (const item of given) completed.push(complete(walk, items, item) ?? item)
  return completed
}

const completeScalar = (walk: Walk, schema: Node, types: ReadonlySet<string>, given: Scalar): Json | undefined => {
  const isNumber = typeof given === 'number' || typeof given === 'bigint'
  if (types.size === 0 || types.has(typeof given) || (isNumber && (types.has('integer') || types.has('number'))))
    return given
  if (types.has('string')) return String(given)
  if (typeof given === 'string' && types.has('integer') && /^-?\d{1,19}$/.test(given)) return exactInteger(given)
  if (typeof given === 'string' && types.has('number') && given !== '' && Number.isFinite(Number(given)))
    return Number(given)
  if (types.has('boolean') && (given === 'true' || given === 'false')) return given === 'true'
  return types.has('object') ? expandReference(walk, schema, given) : least(walk, schema)
}

/** A record that was named by its id alone, as an object with that id. */
const expandReference = (walk: Walk, schema: Node, given: Scalar): Json | undefined => {
  const { properties } = viewObject(walk.files, schema)
  const id = ['id', 'gid', 'name', 'key', 'value']
    .map((name) => properties.get(name))
    .find((view) => view !== undefined)
  const made = least(walk, schema)
  const value = id && complete(walk, id.node, given)
  return id && value !== undefined && isJsonObject(made) ? { ...made, [id.name]: value } : made
}

/** The least that fits. */
const least = (walk: Walk, schema: Node): Json | undefined => {
  const { files } = walk
  const target = dereference(files, schema) ?? schema
  const fixed = fixedValue(walk, schema)
  if (fixed !== undefined) return fixed
  if (allowsNull(files, schema)) return null
  const address = addressOf(target)
  const inside = { ...walk, open: [...walk.open, address] }
  const forms = findVariants(files, target)
  // A schema that requires itself has no value; the outer one is what is wrong then.
  if (forms) return walk.open.includes(address) ? undefined : completeForm(inside, schema, forms, {})
  const branch = chooseBranch(walk, schema, undefined)
  if (branch) return least(walk, branch)
  const types = typesOf(files, schema)
  if (types.has('object') || types.size === 0)
    return walk.open.includes(address) ? undefined : missingProperties(inside, schema, () => false)
  if (types.has('array')) return leastArray(walk, schema)
  if (types.has('boolean') && types.size === 1) return meaningOf(walk.name, walk.meaning) ?? false
  return generateSingle(walk, schema)
}

const fixedValue = ({ files, plain, name }: Walk, schema: Node): Json | undefined => {
  const constant = findKeyword(files, schema, 'const')
  if (constant !== undefined) return constant
  const examples = [findKeyword(files, schema, 'example'), ...itemsOf(findKeyword(files, schema, 'examples'))]
  const documented = [
    findKeyword(files, schema, 'x-standin-default'),
    findKeyword(files, schema, 'default'),
    ...(isOneOfItsKind(name, findKeyword(files, schema, 'format')) ? [] : examples),
  ].find((value) => value !== undefined && value !== null && typeof value !== 'object')
  const allowed = itemsOf(findKeyword(files, schema, 'enum'))
  if (allowed.length > 0)
    return ((documented !== undefined && allowed.includes(documented) && !plain ? documented : undefined) ??
      allowed.find((value) => value !== null) ??
      allowed[0]) as Json
  const types = typesOf(files, schema)
  const kind = typeof documented === 'number' && Number.isInteger(documented) ? 'integer' : typeof documented
  const fits = types.has(kind) || (kind === 'integer' && types.has('number'))
  return plain || !fits ? undefined : (documented as Json)
}

const leastArray = (walk: Walk, schema: Node): Json => {
  const count = Number(findKeyword(walk.files, schema, 'minItems') ?? 0)
  const items = itemsNode(walk.files, schema)
  const made: Json[] = []
  for (let index = 0; index < Math.min(count, 20); index++) {
    const seed = seedOf(walk.seed, index)
    made.push((items && least({ ...walk, seed, plain: index > 0 }, items)) ?? null)
  }
  return made
}

/** Of a property of what is being completed. */
export const orderInside = (
  { seed, name, plain, meaning }: CompleteOrder,
  property: string,
): CompleteOrder & { readonly name: string } => ({
  seed: seedOf(seed, property),
  name: property,
  ownerSeed: seed,
  ...(name === undefined ? {} : { owner: name }),
  ...(plain === undefined ? {} : { plain }),
  ...(meaning === undefined ? {} : { meaning }),
})

const inside = (walk: Walk, name: string): Walk => ({ ...walk, ...orderInside(walk, name) })

const missingProperties = (walk: Walk, schema: Node, has: (name: string) => boolean): JsonObject => {
  const { files } = walk
  const { properties } = viewObject(files, schema)
  const entries: [string, Json][] = []
  const names = requiredNames(files, schema)
  const own = ownName(files, schema)
  for (const name of names) {
    const node = properties.get(name)?.node
    if (has(name) || (node && findKeyword(files, node, 'writeOnly') === true)) continue
    const fixed = name === own?.property ? own.name : undefined
    const value = fixed ?? (node ? least(inside(walk, name), node) : '')
    if (value !== undefined) entries.push([name, value])
  }
  const fewest = Number(findKeyword(files, schema, 'minProperties') ?? 0)
  for (const { name, node } of properties.values()) {
    if (entries.length >= fewest) break
    const value = names.has(name) || has(name) ? undefined : least(inside(walk, name), node)
    if (value !== undefined) entries.push([name, value])
  }
  return Object.fromEntries(entries)
}

/** Also of names that no property is described for. */
const requiredNames = (files: Files, schema: Node): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const { name, required } of viewObject(files, schema).properties.values()) if (required) names.add(name)
  for (const name of itemsOf(findKeyword(files, schema, 'required'))) if (typeof name === 'string') names.add(name)
  return names
}

/**
 * The branch of oneOf or anyOf to go on with, where the schema is nothing else: the first that takes what was given,
 * else the first of its type; where nothing was given, a single value before an object.
 */
const chooseBranch = (walk: Walk, schema: Node, given: Json | undefined): Node | undefined => {
  const target = dereference(walk.files, schema)
  if (!target || !isJsonObject(target.value)) return undefined
  const branches = ['oneOf', 'anyOf']
    .flatMap((keyword) => childNodes(childNode(target, keyword)).map(([, branch]) => branch))
    .filter((branch) => !isNullOnly(walk.files, branch))
  if (branches.length === 0 || target.value.properties !== undefined) return undefined
  if (given === undefined) {
    const isOpen = (branch: Node): boolean => {
      const end = dereference(walk.files, branch)
      return end !== undefined && walk.open.includes(addressOf(end))
    }
    const rank = (branch: Node): number => (isOpen(branch) ? 3 : isSingle(walk.files, branch) ? 0 : 1)
    return [...branches].sort((a, b) => rank(a) - rank(b))[0]
  }
  const kind = kindOf(given)
  const typed = branches.filter((branch) => {
    const types = typesOf(walk.files, branch)
    return types.size === 0 || types.has(kind) || (kind === 'integer' && types.has('number'))
  })
  if (typed.length < 2) return typed[0] ?? branches[0]
  const value = separateDigits(given)
  return typed.find((branch) => walk.compiler.compile(branch, 'response')(value) === undefined) ?? typed[0]
}

const isNullOnly = (files: Files, branch: Node): boolean => {
  const types = typesOf(files, branch)
  return types.size === 1 && types.has('null')
}

const isSingle = (files: Files, branch: Node): boolean => {
  const types = typesOf(files, branch)
  return types.size > 0 && !types.has('object') && !types.has('array')
}

const kindOf = (value: Json): string => {
  if (isJsonArray(value)) return 'array'
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return 'integer'
  return typeof value
}

/** A text or a number, as its name says; plainly, by its schema alone. Undefined where the generator gives up. */
const generateSingle = (walk: Walk, schema: Node): Json | undefined => {
  const { files, seed, name = '', owner = '', ownerSeed = seed, plain, generate } = walk
  if (plain) return generate(schema, seed) as Json | undefined
  try {
    const order = { files, schema, seed: ownerSeed, name, owner, showsExamples: false, isSparse: true }
    return composeValue({ ...order, generate, faults: noFaults }).value as Json | undefined
  } catch (error) {
    if (error instanceof EndlessSchemaError) return undefined
    throw error
  }
}

const noFaults: ReadonlyMap<string, number> = new Map()
