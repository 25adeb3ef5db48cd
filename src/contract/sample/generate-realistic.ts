/**
 * A value as a person would write it for documentation: realistic by the names of properties, as deep and as wide as
 * people read, and bounded whatever the schema is. What was invalid before (`faults`) is generated in another way.
 */

import type { Json } from '../../ports.ts'
import type { Files, Node } from '../document/references.ts'
import { avoidNothing, type MergedSchema, mergeSchema } from '../schema/merge-schema.ts'
import { integerRanges } from '../schema/schema-dialect.ts'
import { isJsonArray, itemsOf } from '../values/json-object.ts'
import { appendPointer } from '../values/pointer.ts'
import { createRandom, type Random } from '../values/random.ts'
import { agreeValues, stepsFor } from './agree-values.ts'
import { type Vocabulary, vocabularyOf } from './document-vocabulary.ts'
import { generateNumber } from './generate-number.ts'
import type { RandomGenerator } from './generate-random.ts'
import { generateText } from './generate-text.ts'
import { nameReaderOf } from './name-facts.ts'
import { pickMember } from './pick-member.ts'
import { outcomeFlag, outcomeText, singularName, usualFlag } from './property-names.ts'
import { isSamePerson, namesPerson, type ScalarContext } from './record-subject.ts'
import { chooseType, findExample, isNumberSchema, isObjectSchema, isRecursive } from './schema-facts.ts'
import { type FindText, textFinderOf } from './text-by-name.ts'
import { usesJwt } from './tokens.ts'
import { maxItems, maxValues } from './value-limits.ts'
import type { ValueContext } from './value-options.ts'
import { firstPlace, type Place, subjectOf } from './value-place.ts'

export interface RealisticOptions extends ValueContext {
  readonly files: Files
  readonly schema: Node
  readonly seed: number
  /** Whether examples and defaults inside the schema are used. */
  readonly examples: boolean
  /** Whether values may be like the documented examples. Default: as `examples`. */
  readonly imitate?: boolean
  /** Whether optional properties are left out. */
  readonly isSparse: boolean
  /** For patterns and intricate keywords. */
  readonly generateRandom: RandomGenerator
  /** How often the value at a pointer was invalid. */
  readonly faults: ReadonlyMap<string, number>
}

export interface RealisticValue {
  readonly value: Json | undefined
  /** Pointers of values that may be left out. */
  readonly optional: ReadonlySet<string>
}

/** A schema that requires an endless value within itself. */
export class EndlessSchemaError extends Error {
  override readonly name = 'EndlessSchemaError'
}

/** Optional objects and scalars are shown to these depths; required values may be deeper, up to `most`. */
const depths = { objects: 3, scalars: 5, most: 40 } as const

/** After this number of values only required ones follow. */
const maxShown = 400

/** How often an optional value is generated again before it is left out. */
const maxFaults = 4

/** The state of one generation. */
interface Run {
  readonly options: RealisticOptions
  readonly optional: Set<string>
  readonly findText: FindText
  readonly vocabulary: Vocabulary
  /** Values generated so far. */
  count: number
}

/** Throws EndlessSchemaError. */
export const generateRealistic = (options: RealisticOptions): RealisticValue => {
  const run: Run = {
    options,
    optional: new Set(),
    findText: textFinderOf(options.files),
    vocabulary: vocabularyOf(options.files),
    count: 0,
  }
  return { value: generateAt(run, [options.schema], firstPlace(options)), optional: run.optional }
}

const generateAt = (run: Run, nodes: readonly Node[], place: Place): Json | undefined => {
  const { files, faults, seed, examples, generateRandom } = run.options
  if (++run.count > maxValues) throw new EndlessSchemaError(`the schema requires more than ${maxValues} values`)
  if (place.depth > depths.most) throw new EndlessSchemaError('the schema requires an endless value within itself')
  const fault = faults.get(place.pointer) ?? 0
  const merged = mergeSchema(files, nodes, Math.max(0, fault - 1), (address) => place.around.has(address))
  if (merged.isNullable && isRecursive(merged, place.around)) return null
  const random = createRandom(seed, place.pointer, fault)
  if (merged.isIntricate && fault % 2 === 1) {
    const [only] = nodes
    const value = only && nodes.length === 1 ? generateRandom(only, random.integer(0, 2 ** 31), 'sparse') : undefined
    if (value !== undefined) return value
  }
  const example = fault === 0 && examples ? findExample(merged) : undefined
  return example === undefined ? generateType(run, merged, place, random, fault) : example
}

const generateType = (
  run: Run,
  merged: MergedSchema,
  place: Place,
  random: Random,
  fault: number,
): Json | undefined => {
  const { keywords } = merged
  const { seed, outcome, examples, imitate = examples } = run.options
  if (keywords.const !== undefined) return keywords.const
  if (isJsonArray(keywords.enum) && keywords.enum.length > 0)
    return pickMember(
      merged,
      { seed, recordPointer: place.recordPointer, personPointer: place.personPointer, name: place.name },
      random,
    )
  const { name } = place
  const type = chooseType(merged, fault)
  const isText = type === 'string'
  const own = imitate ? findExample(merged) : undefined
  const example = own ?? (imitate && fault === 0 && isText ? exampleElsewhere(run, merged, name) : undefined)
  const scalar = { ...place, keywords, random, seed, example }
  switch (type) {
    case 'object':
      return generateObject(run, merged, place)
    case 'array':
      return generateArray(run, merged, place, random)
    case 'integer':
      return generateNumber(scalar, true)
    case 'number':
      // A number with an integer format is an integer, as the Format Registry of OpenAPI defines it.
      return generateNumber(scalar, integerRanges.has(String(keywords.format)))
    case 'boolean':
      return (fault === 0 ? (outcomeFlag(name, outcome) ?? usualFlag(name)) : undefined) ?? random.integer(0, 1) === 1
    case 'null':
      return null
    default:
      return writeString(run, scalar, fault)
  }
}

/** An example of another property of this name, if the name alone does not say what the value is. */
const exampleElsewhere = (
  { vocabulary, findText }: Run,
  { keywords }: MergedSchema,
  name: string,
): Json | undefined => {
  const named = findText(name)
  return typeof keywords.format === 'string' || (named && !named.isVague) ? undefined : vocabulary.exampleOf(name)
}

const writeString = ({ options, findText }: Run, scalar: ScalarContext, fault: number): Json | undefined => {
  const { files, outcome, generateRandom } = options
  const reported = fault === 0 && scalar.example === undefined ? outcomeText(scalar.name, outcome) : undefined
  return reported ?? generateText({ ...scalar, hasJwt: usesJwt(files) }, { fault, findText, generateRandom })
}

const generateObject = (run: Run, merged: MergedSchema, place: Place): Json | undefined => {
  // A resource is called by its own name, an object within it by both.
  const owner = place.depth === 0 && place.name !== '' ? place.name : `${place.name} ${merged.name ?? ''}`.trim()
  const around = new Set([...place.around, ...merged.addresses])
  const values = new Map<string, Json>()
  const fixed = new Set<string>()
  const subject = subjectOf(merged.properties)
  const nullable = new Set<string>()
  const members = new Map<string, readonly Json[]>()
  for (const name of chooseNames(run, merged, place)) {
    const nodes = merged.properties.get(name) ?? (merged.additional || [])
    const pointer = appendPointer(place.pointer, name)
    const isSame = isSamePerson(place.name) || (place.isPerson && !namesPerson(place.name))
    const personPointer = place.name !== '' && isSame ? place.personPointer : place.pointer
    const inside = { pointer, depth: place.depth + 1, name, owner, ownerPointer: place.pointer, personPointer, around }
    const partPointer = subject.isRecord && place.depth > 0 && !place.isItem ? place.pointer : place.partPointer
    const inner: Place = { ...inside, recordPointer: place.recordPointer, ...subject, partPointer, isItem: false }
    const property = mergeSchema(run.options.files, nodes, 0, avoidNothing)
    if (property.keywords[run.options.isRequest ? 'readOnly' : 'writeOnly'] === true) continue
    const isOptional = !merged.required.has(name)
    if (isOptional && !isShown(run, property, inner)) continue
    if (isOptional) run.optional.add(pointer)
    const value = merged.discriminators.get(name) ?? generateAt(run, nodes, inner)
    if (value === undefined) continue
    values.set(name, value)
    if (isFixed(run, property, pointer)) fixed.add(name)
    if (property.isNullable || !property.types) nullable.add(name)
    if (!run.options.faults.has(pointer)) members.set(name, itemsOf(property.keywords.enum))
  }
  agreeValues({
    values,
    isFree: (name) => !fixed.has(name),
    membersOf: (name) => members.get(name) ?? [],
    steps: stepsFor(merged.properties, nameReaderOf(run.options.files)),
    readName: nameReaderOf(run.options.files),
    emptiness: (name) => (nullable.has(name) ? 'null' : merged.required.has(name) ? 'never' : 'absent'),
  })
  return Object.fromEntries(values)
}

/** Whether a value is documented, or was invalid before, so that it must not be adapted to others. */
const isFixed = ({ options: { examples, faults } }: Run, property: MergedSchema, pointer: string): boolean =>
  faults.has(pointer) ||
  property.keywords.const !== undefined ||
  property.keywords.enum !== undefined ||
  (examples && findExample(property) !== undefined)

/** Whether an optional property is shown: not too deep, not recursive, not invalid too often. */
const isShown = ({ options, count }: Run, property: MergedSchema, { pointer, depth, around }: Place): boolean => {
  if (options.isSparse || count > maxShown || (options.faults.get(pointer) ?? 0) >= maxFaults) return false
  if (isRecursive(property, around)) return false
  const isNested = property.properties.size > 0 || property.items.length > 0
  return depth <= (isNested ? depths.objects : depths.scalars)
}

const chooseNames = (
  run: Run,
  { properties, required, allowed, keywords, additional, propertyNames }: MergedSchema,
  place: Place,
): readonly string[] => {
  const most = typeof keywords.maxProperties === 'number' ? keywords.maxProperties : Number.POSITIVE_INFINITY
  const known = [...properties.keys()].filter((name) => required.has(name) || !allowed || allowed.has(name))
  const all = [...new Set([...required].filter((name) => !properties.has(name)).concat(known))]
  const shown = all.length > most ? [...all].sort((a, b) => Number(required.has(b)) - Number(required.has(a))) : all
  const least = leastOf(keywords.minProperties, 'properties')
  const isMap = properties.size === 0 && additional !== false && additional.length > 0 && !run.options.isSparse
  const count = Math.min(most, Math.max(least, isMap && place.depth <= depths.objects ? 1 : 0))
  const names = propertyNames ? generateNames(run, propertyNames, place, count) : mapKeys
  const extra = additional === false ? [] : names.filter((name) => !shown.includes(name))
  return [...shown.slice(0, most), ...extra.slice(0, Math.max(0, count - shown.length))]
}

/** Names that a schema allows, each once; fewer if no more can be found. */
const generateNames = (run: Run, schema: Node, place: Place, count: number): readonly string[] => {
  const names = new Set<string>()
  for (let turn = 0; names.size < count && turn < count * 10; turn++) {
    const inner = { ...place, pointer: `${place.pointer}~name${turn}`, depth: place.depth + 1 }
    names.add(String(generateAt(run, [schema], inner)))
  }
  return [...names]
}

/** A minimum, if this many can be generated. Nothing else would be valid. Throws EndlessSchemaError. */
const leastOf = (minimum: Json | undefined, what: string): number => {
  if (typeof minimum !== 'number') return 0
  if (minimum > maxItems) throw new EndlessSchemaError(`the schema requires at least ${minimum} ${what}`)
  return minimum
}

const generateArray = (run: Run, merged: MergedSchema, place: Place, random: Random): Json | undefined => {
  const { keywords, items, prefixItems } = merged
  const least = leastOf(keywords.minItems, 'items')
  const most = typeof keywords.maxItems === 'number' ? keywords.maxItems : Number.POSITIVE_INFINITY
  const around = new Set([...place.around, ...merged.addresses])
  const hasObjects = items.some((item) => isObjectSchema(run.options.files, item))
  const inside = (index: number): Place => ({
    ...place,
    name: singularName(place.name),
    isItem: true,
    index,
    pointer: `${place.pointer}/${index}`,
    recordPointer: hasObjects ? `${place.pointer}/${index}` : place.recordPointer,
    depth: place.depth + 1,
    around,
  })
  const values: Json[] = prefixItems.slice(0, most).map((item, index) => generateAt(run, [item], inside(index)) ?? null)
  if (merged.contains && values.length < most)
    values.push(generateAt(run, [...items, merged.contains], inside(values.length)) ?? null)
  const isPoint =
    /^(coordinates|coords|lng_?lat|lat_?lng)$/i.test(place.name) &&
    items.some((item) => isNumberSchema(run.options.files, item))
  const usual = isPoint ? 2 : undefined
  const length = Math.min(most, Math.max(least, usual ?? chooseLength(run, items, place, around, random)))
  for (let index = values.length; index < length; index++) {
    const value =
      keywords.uniqueItems === true
        ? generateUnique(run, items, inside(index), values)
        : generateAt(run, items, inside(index))
    if (value === undefined) continue
    // The same string twice in a list looks like a mistake.
    if (typeof value === 'string' && values.length >= least && values.includes(value)) continue
    values.push(value)
  }
  return values
}

const maxUniqueTurns = 30

/** An item that differs from all others; undefined if none is found. */
const generateUnique = (run: Run, items: readonly Node[], place: Place, others: readonly Json[]): Json | undefined => {
  const known = new Set(others.map((item) => JSON.stringify(item)))
  for (let turn = 0; turn < maxUniqueTurns; turn++) {
    const pointer = turn === 0 ? place.pointer : `${place.pointer}~${turn}`
    const value = generateAt(run, items, { ...place, pointer })
    if (!known.has(JSON.stringify(value))) return value
  }
  return undefined
}

/** The length of an array that may have any length. */
const chooseLength = (
  { options, count }: Run,
  items: readonly Node[],
  { depth }: Place,
  around: ReadonlySet<string>,
  random: Random,
): number => {
  if (options.isSparse || count > maxShown || items.length === 0 || depth > depths.objects) return 0
  const merged = mergeSchema(options.files, items, 0, (address) => around.has(address))
  if (isRecursive(merged, around)) return 0
  return depth === 0 ? 2 : random.integer(1, 2)
}

/** Names of the entries of a map. */
const mapKeys = Array.from({ length: 50 }, (_, index) => (index === 0 ? 'key' : `key${index + 1}`))
