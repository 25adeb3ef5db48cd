/**
 * Makes the two sides of a conversion agree: a rate and its inverse, an amount before and after an exchange, a weight in two units.
 */
import type { Json } from '../../ports.ts'
import { isJsonObject } from '../values/json-object.ts'
import { type Agreeable, type AgreeingStep, findName, type Names } from './agreeable.ts'

const roundTo = (value: number, places: number): number => Number(value.toFixed(places))

const numberAt = ({ values }: Agreeable, name: string | undefined): number | undefined => {
  const value = name === undefined ? undefined : values.get(name)
  return typeof value === 'number' ? value : undefined
}

export const inverseName = /^(invert(ed)?|inverse|reciprocal)_(\w+)$|^(\w+)_(inverted|inverse)$/

export const exchangeRateName = /^((fx|exchange|conversion|currency)_?)?rate$/

const sides = [
  ['source', 'target'],
  ['source', 'payment'],
  ['source', 'destination'],
  ['from', 'to'],
  ['base', 'quote'],
  ['sell', 'buy'],
  ['sold', 'bought'],
  ['original', 'converted'],
] as const

/** `source_currency` and `payment_currency`, and the amounts in them. */
const sideNames = (names: Names, about: RegExp): readonly (readonly [from: string, to: string])[] =>
  sides.flatMap(([one, other]) => {
    const find = (side: string): string | undefined =>
      findName(names, (_, { snake }) => about.test(snake) && snake.split('_').includes(side) && !/rate|id$/.test(snake))
    const [from, to] = [find(one), find(other)]
    return from === undefined || to === undefined ? [] : [[from, to] as const]
  })

/** The rate of one currency to itself is 1, an inverted rate is its inverse, and the amount after the exchange follows it. */
export const exchange: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const rateName = findName(
    names,
    (name, { snake }) => exchangeRateName.test(snake) && numberAt(object, name) !== undefined,
  )
  const [currencies] = sideNames(names, /(^|_)currency(_code)?$/)
  const isSame = currencies !== undefined && values.get(currencies[0]) === values.get(currencies[1])
  if (rateName !== undefined && isSame && isFree(rateName)) values.set(rateName, 1)
  for (const { name, snake } of names.values()) {
    const about = inverseName.exec(snake)
    const plain = about?.[3] ?? about?.[4]
    const own = plain === undefined ? undefined : findName(names, (_, facts) => facts.snake === plain)
    const rate = numberAt(object, own)
    if (rate === undefined || rate === 0 || numberAt(object, name) === undefined) {
      // Without a rate beside it.
      if (plain !== undefined && isSame && exchangeRateName.test(plain) && numberAt(object, name) !== undefined)
        if (isFree(name)) values.set(name, 1)
      continue
    }
    // Of a rate in whole numbers, the inverse may have to be one, too.
    if (isFree(name) && !Number.isInteger(values.get(name))) values.set(name, roundTo(1 / rate, 4))
  }
  const rate = numberAt(object, rateName)
  const [amounts] = sideNames(names, /(^|_)(amount|value|total)$|^amount_/)
  const source = numberAt(object, amounts?.[0])
  // From one amount to another, a rate may be that of a tax.
  const isBracket = currencies === undefined && /(^|_)from(_|$)/.test(names.get(amounts?.[0] ?? '')?.snake ?? '')
  if (rate === undefined || amounts === undefined || source === undefined || isBracket) return
  const target = numberAt(object, amounts[1])
  if (target === undefined || !isFree(amounts[1])) return
  const converted = source * rate
  values.set(amounts[1], Number.isInteger(target) ? Math.round(converted) : roundTo(converted, 2))
}

/** How many of the base unit. */
const units: Readonly<Record<string, readonly [kind: 'mass' | 'length', size: number]>> = {
  mg: ['mass', 0.001],
  g: ['mass', 1],
  gram: ['mass', 1],
  kg: ['mass', 1000],
  kilogram: ['mass', 1000],
  oz: ['mass', 28.3495],
  ounce: ['mass', 28.3495],
  lb: ['mass', 453.592],
  pound: ['mass', 453.592],
  mm: ['length', 0.1],
  millimeter: ['length', 0.1],
  cm: ['length', 1],
  centimeter: ['length', 1],
  m: ['length', 100],
  meter: ['length', 100],
  km: ['length', 100_000],
  kilometer: ['length', 100_000],
  in: ['length', 2.54],
  inch: ['length', 2.54],
  ft: ['length', 30.48],
  foot: ['length', 30.48],
  feet: ['length', 30.48],
  mi: ['length', 160_934],
  mile: ['length', 160_934],
}

const unitOf = (text: string): (typeof units)[string] | undefined => {
  const own = text.toLowerCase().replace('metre', 'meter')
  return units[own] ?? units[own.replace(/s$/, '')] ?? units[own.replace(/es$/, '')]
}

/** `weight_in_grams`, `distance_km`. */
export const inUnitName = /^(\w*?(?:weight|mass|length|width|height|depth|distance|size))_(?:in_)?([a-z]+)$/

/** Of 5 feet and 9 inches, the inches are what is left. */
const restOf: Readonly<Record<string, RegExp>> = {
  in: /_(ft|feet|foot)$/,
  inch: /_(ft|feet|foot)$/,
  inches: /_(ft|feet|foot)$/,
  oz: /_(lbs?|pounds?)$/,
  ounces: /_(lbs?|pounds?)$/,
}

/** `weight: { value, unit }`. */
const measureIn = (held: Json | undefined, about: string, object: Agreeable): number | undefined => {
  if (!isJsonObject(held)) return undefined
  let size: number | undefined
  let amount: number | undefined
  for (const [name, value] of Object.entries(held)) {
    const { snake } = object.readName(name)
    if (/(^|_)(unit|uom|units)$/.test(snake) && typeof value === 'string') size = unitOf(value)?.[1]
    if (/^(value|amount|quantity)$/.test(snake) || snake === about) amount = typeof value === 'number' ? value : amount
  }
  return size === undefined || amount === undefined ? undefined : size * amount
}

/** `weight_in_grams` is `weight: { value, unit }`, and `distance_km` is `distance_miles`, in another unit. */
export const convertUnits: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const known = new Map<string, number>()
  for (const { name, snake } of names.values()) {
    const [, about = '', word = ''] = inUnitName.exec(snake) ?? []
    const unit = about === '' ? undefined : unitOf(word)
    const held = numberAt(object, name)
    if (!unit || held === undefined) continue
    const isRest =
      restOf[word] !== undefined && findName(names, (_, { snake: other }) => restOf[word]?.test(other) === true)
    if (isRest) continue
    const whole = findName(names, (_, facts) => facts.snake === about)
    const measure = known.get(about) ?? measureIn(whole === undefined ? undefined : values.get(whole), about, object)
    if (measure === undefined) known.set(about, held * unit[1])
    else if (isFree(name)) {
      const converted = measure / unit[1]
      values.set(name, Number.isInteger(held) ? Math.max(1, Math.round(converted)) : roundTo(converted, 2))
    }
  }
}
