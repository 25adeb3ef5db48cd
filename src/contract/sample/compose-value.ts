/**
 * A value made by walking a schema: realistic by the names of properties, as deep and as wide as a person wants to read,
 * and bounded whatever the schema is. What is at fault in one attempt is made another way in the next.
 */

import type { Files, Node } from '../document/references.ts'
import { type MergedSchema, mergeSchema } from '../schema/merge-schema.ts'
import { isJsonObject } from '../values/json-object.ts'
import { appendPointer } from '../values/pointer.ts'
import { createRandom, type Random } from '../values/random.ts'
import { type Meaning, meaningOf } from './meaning.ts'
import { makeNumber, makeText } from './realistic-value.ts'

export interface ComposeParts {
  readonly files: Files
  readonly schema: Node
  readonly seed: number
  /** What the value is called. */
  readonly name?: string
  /** What the object that has it is called; absent: it stands alone. */
  readonly owner?: string
  /** What the body that it is in has to say. */
  readonly meaning?: Meaning
  /** Whether examples and defaults of inner schemas are taken. */
  readonly showsExamples: boolean
  /** Nothing that is not required. */
  readonly isSparse: boolean
  /** What a value that has a schema of its own (a pattern, an intricate keyword) is made by; undefined where it gives up. */
  readonly generate: (schema: Node | object, seed: number) => unknown
  /** How often the value at a pointer was at fault. */
  readonly faults: ReadonlyMap<string, number>
}

export interface Composed {
  readonly value: unknown
  /** Pointers of values that can be left out. */
  readonly optional: ReadonlySet<string>
}

/** A schema that asks for a value within itself without end. */
export class EndlessSchemaError extends Error {
  override readonly name = 'EndlessSchemaError'
}

/** Where a value is made. */
interface Place {
  readonly pointer: string
  /** Objects and lists around it. */
  readonly depth: number
  /** The name of the property, and what the object that has it is called. */
  readonly name: string
  readonly owner: string
  /** Pointer of that object: names and addresses in it agree. */
  readonly ownerPointer: string
  /** Addresses of the schemas around it. */
  readonly around: ReadonlySet<string>
}

/** Required values may be deeper; the rest ends here. */
const depths = { objects: 3, scalars: 5, most: 40 } as const

/** Values that one body has, but for those that are required. */
const budget = 400

/** Times that a value is made another way before it is left out. */
const attempts = 4

/** One making of one value. */
interface Run {
  readonly parts: ComposeParts
  readonly optional: Set<string>
  /** Values made so far. */
  count: number
}

/** Throws EndlessSchemaError. */
export const composeValue = (parts: ComposeParts): Composed => {
  const run: Run = { parts, optional: new Set(), count: 0 }
  const start = {
    // Of a property, what it would be were the whole object made.
    pointer: parts.owner === undefined ? '' : appendPointer('', parts.name ?? ''),
    depth: 0,
    name: parts.name ?? '',
    owner: parts.owner ?? '',
    ownerPointer: '',
    around: new Set<string>(),
  }
  return { value: compose(run, [parts.schema], start), optional: run.optional }
}

const compose = (run: Run, nodes: readonly Node[], place: Place): unknown => {
  run.count++
  if (place.depth > depths.most) throw new EndlessSchemaError('the schema asks for a value within itself without end')
  const fault = run.parts.faults.get(place.pointer) ?? 0
  const merged = mergeSchema(run.parts.files, nodes, Math.max(0, fault - 1), (address) => place.around.has(address))
  const isWithin = [...merged.addresses].some((address) => place.around.has(address))
  if (isWithin && merged.isNullable) return null
  const random = createRandom(run.parts.seed, place.pointer, fault)
  if (merged.isIntricate && fault % 2 === 1) {
    const [only] = nodes
    const made = only && nodes.length === 1 ? run.parts.generate(only, random.integer(0, 2 ** 31)) : undefined
    if (made !== undefined) return made
  }
  const given = fault === 0 ? givenValue(merged, run.parts.showsExamples) : undefined
  if (given !== undefined) return given
  return composeType(run, merged, place, random, fault)
}

const composeType = (run: Run, merged: MergedSchema, place: Place, random: Random, fault: number): unknown => {
  const { keywords } = merged
  if (keywords.const !== undefined) return keywords.const
  if (Array.isArray(keywords.enum) && keywords.enum.length > 0) return pickValue(merged, keywords.enum, random)
  const facts = { keywords, random, name: place.name, owner: place.owner, seed: run.parts.seed, at: place.ownerPointer }
  switch (typeOf(merged, fault)) {
    case 'object':
      return composeObject(run, merged, place)
    case 'array':
      return composeList(run, merged, place, random)
    case 'integer':
      return makeNumber(facts, true)
    case 'number':
      return makeNumber(facts, false)
    case 'boolean':
      return (fault === 0 ? meaningOf(place.name, run.parts.meaning) : undefined) ?? random.integer(0, 1) === 1
    case 'null':
      return null
    default:
      return makeText(facts, fault, run.parts.generate)
  }
}

const composeObject = (run: Run, merged: MergedSchema, place: Place): unknown => {
  const owner = merged.name ?? place.name
  const around = new Set([...place.around, ...merged.addresses])
  const inside = (name: string): Place => ({
    pointer: appendPointer(place.pointer, name),
    depth: place.depth + 1,
    name,
    owner,
    ownerPointer: place.pointer,
    around,
  })
  const made: [string, unknown][] = []
  for (const name of namesOf(run, merged, place)) {
    const nodes = merged.properties.get(name) ?? (merged.additional || [])
    const at = inside(name)
    const said = mergeSchema(run.parts.files, nodes, 0, () => false)
    if (said.keywords.writeOnly === true) continue
    const isOptional = !merged.required.has(name)
    if (isOptional && !isWanted(run, said, at)) continue
    if (isOptional) run.optional.add(at.pointer)
    const value = merged.discriminators.get(name) ?? compose(run, nodes, at)
    if (value !== undefined) made.push([name, value])
  }
  return Object.fromEntries(made)
}

/** Whether a property that is not required is shown: neither too deep, nor part of itself, nor at fault too often. */
const isWanted = (run: Run, said: MergedSchema, { pointer, depth, around }: Place): boolean => {
  if (run.parts.isSparse || run.count > budget || (run.parts.faults.get(pointer) ?? 0) >= attempts) return false
  if ([...said.addresses].some((address) => around.has(address))) return false
  const isNested = said.properties.size > 0 || said.items.length > 0
  return depth <= (isNested ? depths.objects : depths.scalars)
}

const namesOf = (
  run: Run,
  { properties, required, allowed, keywords, additional, propertyNames }: MergedSchema,
  place: Place,
): readonly string[] => {
  const most = typeof keywords.maxProperties === 'number' ? keywords.maxProperties : Number.POSITIVE_INFINITY
  const known = [...properties.keys()].filter((name) => required.has(name) || !allowed || allowed.has(name))
  const all = [...new Set([...required].filter((name) => !properties.has(name)).concat(known))]
  const shown = all.length > most ? [...all].sort((a, b) => Number(required.has(b)) - Number(required.has(a))) : all
  const least = typeof keywords.minProperties === 'number' ? keywords.minProperties : 0
  const isMap = properties.size === 0 && additional !== false && additional.length > 0 && !run.parts.isSparse
  const wanted = Math.min(most, Math.max(least, isMap && place.depth <= depths.objects ? 1 : 0))
  const names = propertyNames ? composeNames(run, propertyNames, place, wanted) : extraNames
  const extra = additional === false ? [] : names.filter((name) => !shown.includes(name))
  return [...shown.slice(0, most), ...extra.slice(0, Math.max(0, wanted - shown.length))]
}

/** Names that fit a schema, each once; fewer where it lets no more be made. */
const composeNames = (run: Run, schema: Node, place: Place, wanted: number): readonly string[] => {
  const made = new Set<string>()
  for (let turn = 0; made.size < wanted && turn < wanted * 10; turn++)
    made.add(
      String(compose(run, [schema], { ...place, pointer: `${place.pointer}~name${turn}`, depth: place.depth + 1 })),
    )
  return [...made]
}

const composeList = (run: Run, merged: MergedSchema, place: Place, random: Random): unknown => {
  const { keywords, items, prefixItems } = merged
  const least = typeof keywords.minItems === 'number' ? keywords.minItems : 0
  const most = typeof keywords.maxItems === 'number' ? keywords.maxItems : Number.POSITIVE_INFINITY
  const around = new Set([...place.around, ...merged.addresses])
  const inside = (index: number): Place => ({
    ...place,
    pointer: `${place.pointer}/${index}`,
    depth: place.depth + 1,
    around,
  })
  const made: unknown[] = prefixItems.slice(0, most).map((item, index) => compose(run, [item], inside(index)))
  if (merged.contains && made.length < most) made.push(compose(run, [...items, merged.contains], inside(made.length)))
  const length = Math.min(most, Math.max(least, lengthOf(run, items, place, around, random)))
  for (let index = made.length; index < length; index++) {
    const value = composeItem(run, items, inside(index), keywords.uniqueItems === true, made)
    if (value !== undefined) made.push(value)
  }
  return made
}

/** Another one than those that are there, where they must differ; after some tries the same will do. */
const composeItem = (
  run: Run,
  items: readonly Node[],
  place: Place,
  isUnique: boolean,
  made: readonly unknown[],
): unknown => {
  let value = compose(run, items, place)
  if (!isUnique) return value
  const known = new Set(made.map((item) => JSON.stringify(item)))
  for (let turn = 1; known.has(JSON.stringify(value)) && turn < 30; turn++)
    value = compose(run, items, { ...place, pointer: `${place.pointer}~${turn}` })
  return known.has(JSON.stringify(value)) ? undefined : value
}

/** How long a list is that may have any length. */
const lengthOf = (
  run: Run,
  items: readonly Node[],
  { depth }: Place,
  around: ReadonlySet<string>,
  random: Random,
): number => {
  if (run.parts.isSparse || run.count > budget || items.length === 0 || depth > depths.objects) return 0
  const said = mergeSchema(run.parts.files, items, 0, (address) => around.has(address))
  if ([...said.addresses].some((address) => around.has(address))) return 0
  return depth === 0 ? 2 : random.integer(1, 2)
}

/** Names of what a map holds. */
const extraNames = Array.from({ length: 50 }, (_, index) => (index === 0 ? 'key' : `key${index + 1}`))

/** What the author says that a value is like. */
const givenValue = ({ examples, keywords }: MergedSchema, showsExamples: boolean): unknown =>
  showsExamples ? (examples.find((example) => example !== undefined) ?? keywords.default) : undefined

/** One of the values that a schema lists; null only where there is nothing else. */
const pickValue = ({ types }: MergedSchema, values: readonly unknown[], random: Random): unknown => {
  const fitting = values.filter((value) => value !== null && (!types || types.some((type) => isOfType(value, type))))
  return fitting.length === 0 ? values[0] : random.pick(fitting)
}

const isOfType = (value: unknown, type: string): boolean => {
  if (type === 'integer' || type === 'number') return typeof value === 'number'
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isJsonObject(value) : typeof value === type
}

/** The first type that is left; where none is named, the one that the other keywords speak of. */
const typeOf = ({ types, properties, items, keywords, additional, required }: MergedSchema, fault: number): string => {
  if (types && types.length > 0) return types[fault % types.length] ?? 'string'
  if (properties.size > 0 || required.size > 0 || (additional && additional.length > 0)) return 'object'
  if (items.length > 0 || keywords.minItems !== undefined) return 'array'
  if (keywords.minimum !== undefined || keywords.maximum !== undefined || keywords.multipleOf !== undefined)
    return 'number'
  return 'string'
}
