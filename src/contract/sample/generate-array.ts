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
import { snakeCase } from './record-subject.ts'
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
    recordPointer: hasObjects && !isOfRecord(place.name, index) ? `${place.pointer}/${index}` : place.recordPointer,
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
  const isCalledOnce = calledOnce.test(snakeCase(`${place.name} ${place.owner}`))
  for (let index = values.length; index < length; index++) {
    const value = run.generateAt(run, items, inside(index))
    const isUnique = keywords.uniqueItems === true
    const isRepeated = (one: Json | undefined): boolean =>
      (isUnique && isEqualToOne(one, values)) || (!isPoint && isAmong(one, values, place.depth > 0, isCalledOnce))
    // The same value or thing twice in a list looks like a mistake. Another thing is not worth its cost.
    const turns = isUnique ? maxUniqueTurns : isJsonObject(value) ? 0 : maxOtherTurns
    const item = isRepeated(value) ? findOther(run, items, inside(index), isRepeated, turns) : value
    if (item !== undefined) values.push(item)
    // The schema requires more of them than there are.
    else if (value !== undefined && !isUnique && values.length < least) values.push(value)
  }
  return values
}

/** The numbers and the first address of a person are where the person is. */
const isOfRecord = (name: string, index: number): boolean => {
  const snake = snakeCase(name)
  return (
    /(^|_)(phones?|phone_?numbers|telephones?|mobiles)$/.test(snake) ||
    (index === 0 && /(^|_)address(es)?$/.test(snake))
  )
}

/** What tells the things of a list from each other: an id, otherwise a name. */
const ids = /^(id|uuid|guid|key|code|email|sku|slug|symbol|isbn|user_?name|host_?name|(line|row)_?(number|no))$/i
const names =
  /^(name|label|language|locale|lang|language_?code|locale_?code|rel|question|(kvp|attribute|field|property|meta|setting|option)_?(key|name))$/i

/** What is not there twice under one name, whatever its ids are. */
const calledOnce = /(^|_)(roles?|tags?|categor(y|ies)|labels?|permissions?)(_|$)/

/**
 * Whether a list has the same string, or within a body the same number, or an object that differs in nothing or is called the same.
 */
const isAmong = (
  value: Json | undefined,
  others: readonly Json[],
  isWithin: boolean,
  isCalledOnce: boolean,
): boolean => {
  if (typeof value === 'string') return others.includes(value)
  if (!isWithin) return false
  if (typeof value === 'number') return others.includes(value)
  if (!isJsonObject(value)) return false
  const own = JSON.stringify(value)
  const entries = Object.entries(value).filter(([, one]) => typeof one === 'string' || typeof one === 'number')
  const byId = entries.filter(([name]) => ids.test(name))
  const byName = byId.length > 0 && !isCalledOnce ? [] : entries.filter(([name]) => names.test(name))
  const called = [...byId, ...byName]
  return others.some(
    (other) =>
      isJsonObject(other) && (JSON.stringify(other) === own || called.some(([name, one]) => other[name] === one)),
  )
}

const isEqualToOne = (value: Json | undefined, others: readonly Json[]): boolean => {
  const own = JSON.stringify(value)
  return others.some((other) => JSON.stringify(other) === own)
}

/** Lists of plain values beside each other are as long: the names of columns, and their values. */
const lengthsOf = ({ options }: Run, { ownerPointer }: Place): Random =>
  createRandom(options.seed, ownerPointer, 'length')

const maxUniqueTurns = 30
/** Where a list may have a value twice. */
const maxOtherTurns = 5

/** An item that is not repeated; undefined if none is found. */
const findOther = (
  run: Run,
  items: readonly Node[],
  place: Place,
  isRepeated: (value: Json | undefined) => boolean,
  turns: number,
): Json | undefined => {
  for (let turn = 1; turn <= turns; turn++) {
    const value = run.generateAt(run, items, { ...place, pointer: `${place.pointer}~${turn}` })
    if (!isRepeated(value)) return value
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
