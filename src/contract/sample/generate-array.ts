/**
 * The items of a list: how many there are, and that no two of them are the same.
 */
import type { Json } from '../../ports.ts'
import type { Node } from '../document/references.ts'
import { type MergedSchema, mergeSchema } from '../schema/merge-schema.ts'
import { isJsonObject } from '../values/json-object.ts'
import { createRandom, type Random } from '../values/random.ts'
import { singularName } from './property-names.ts'
import { depths, leastOf, maxShown, type Run } from './realistic-run.ts'
import { isObjectSchema, isRecursive, isScalarSchema } from './schema-facts.ts'
import type { Place } from './value-place.ts'

export const generateArray = (run: Run, merged: MergedSchema, place: Place, random: Random): Json | undefined => {
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
  const values: Json[] = prefixItems
    .slice(0, most)
    .map((item, index) => run.generateAt(run, [item], inside(index)) ?? null)
  if (merged.contains && values.length < most)
    values.push(run.generateAt(run, [...items, merged.contains], inside(values.length)) ?? null)
  const isPoint =
    /^(coordinates|coords|lng_?lat|lat_?lng)$/i.test(place.name) &&
    items.some((item) => isScalarSchema(run.options.files, item))
  const usual = isPoint ? 2 : undefined
  const length = Math.min(
    most,
    Math.max(least, usual ?? chooseLength(run, items, place, around, hasObjects ? random : lengthsOf(run, place))),
  )
  for (let index = values.length; index < length; index++) {
    const value =
      keywords.uniqueItems === true
        ? generateUnique(run, items, inside(index), values)
        : run.generateAt(run, items, inside(index))
    if (value === undefined) continue
    // The same string or thing twice in a list looks like a mistake.
    if (values.length >= least && (place.depth > 0 || typeof value === 'string') && isAmong(value, values)) continue
    values.push(value)
  }
  return values
}

/** Whether a list has the same string, or an object with the same id or without any difference. */
const isAmong = (value: Json, others: readonly Json[]): boolean => {
  if (typeof value === 'string') return others.includes(value)
  if (!isJsonObject(value)) return false
  const own = JSON.stringify(value)
  return others.some(
    (other) => isJsonObject(other) && (JSON.stringify(other) === own || (isId(value.id) && other.id === value.id)),
  )
}

const isId = (id: Json | undefined): boolean => typeof id === 'string' || typeof id === 'number'

/** Lists of plain values beside each other are as long: the names of columns, and their values. */
const lengthsOf = ({ options }: Run, { ownerPointer }: Place): Random =>
  createRandom(options.seed, ownerPointer, 'length')

const maxUniqueTurns = 30

/** An item that differs from all others; undefined if none is found. */
const generateUnique = (run: Run, items: readonly Node[], place: Place, others: readonly Json[]): Json | undefined => {
  const known = new Set(others.map((item) => JSON.stringify(item)))
  for (let turn = 0; turn < maxUniqueTurns; turn++) {
    const pointer = turn === 0 ? place.pointer : `${place.pointer}~${turn}`
    const value = run.generateAt(run, items, { ...place, pointer })
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
