/**
 * Makes the counts of one object agree: what is called a total, a limit or a capacity is at least each part of it, a subset is at
 * most what it is a subset of, and what happened on a day is at most what happened in the month.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { type Agreeable, type AgreeingStep, findName, hasName } from './agreeable.ts'
import { type Quantity, readQuantity, restWord, usedWord } from './quantities.ts'

interface Found extends Quantity {
  readonly name: string
}

/** The number of a count, also of one that is written as a string. */
export const readCount = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined

export const writeCount = ({ values, isFree }: Agreeable, name: string, amount: number): void => {
  if (isFree(name)) values.set(name, typeof values.get(name) === 'string' ? String(amount) : amount)
}

/** Whether the words of the whole are among those of the part, which has more of them or is not called a whole. */
const contains = (whole: Found, part: Found): boolean => {
  if (!whole.words.every((word) => part.words.includes(word))) return false
  const isSame = whole.words.length === part.words.length
  if ((whole.isMeasure || part.isMeasure) && !isSame) return false
  if (isSame) {
    if (whole.isWhole !== part.isWhole) return whole.isWhole && (whole.period === 0 || whole.period >= part.period)
    return whole.period > part.period && part.period > 0
  }
  const isNamed =
    whole.words.length > 0 || (whole.isWhole && !part.isWhole) || (/^count$/i.test(whole.name) && part.isPart)
  return isNamed && (!part.isWhole || whole.isWhole) && whole.period === part.period
}

export const boundParts: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const found: Found[] = []
  for (const { name, snake } of names.values()) {
    const value = readCount(values.get(name))
    // A larger number is a time.
    const quantity = value === undefined || value < 0 || value > 1e8 ? undefined : readQuantity(snake)
    if (quantity) found.push({ ...quantity, name })
  }
  if (found.length < 2) return
  const isMoney = hasName(names, (_, { snake }) => /price|cost|(^|_)(tax|amount|currency|subtotal)(_|$)/.test(snake))
  // From the parts with the most words to the wholes with the fewest, so that what was raised is seen by those around it.
  const order = [...found].sort(
    (one, other) =>
      other.words.length - one.words.length || Number(one.isWhole) - Number(other.isWhole) || one.period - other.period,
  )
  for (const part of order)
    for (const whole of order) {
      if (whole === part || !contains(whole, part) || (isMoney && whole.words.length === 0)) continue
      const [most, value] = [readCount(values.get(whole.name)) ?? 0, readCount(values.get(part.name)) ?? 0]
      if (value <= most) continue
      if (isFree(whole.name)) writeCount(object, whole.name, value)
      else writeCount(object, part.name, most)
    }
  subtractUsed(object, found)
}

/** `remaining` is what is left of `limit` without `used`. */
const subtractUsed = (object: Agreeable, found: readonly Found[]): void => {
  const strip = ({ words }: Found): string =>
    words.filter((word) => !usedWord.test(word) && !restWord.test(word)).join(' ')
  const left = found.filter(({ isRest }) => isRest)
  if (left.length !== 1) return
  for (const one of left) {
    const about = strip(one)
    const part = found.find((other) => other.isUsed && strip(other) === about)
    const whole = found.find((other) => other.isWhole && !other.isUsed && !other.isRest && strip(other) === about)
    if (!whole || !part) continue
    const difference = (readCount(object.values.get(whole.name)) ?? 0) - (readCount(object.values.get(part.name)) ?? 0)
    if (difference >= 0) writeCount(object, one.name, difference)
  }
}

const lowest = /(^|_)(min|minimum)(?=_|$)/
const highest = /(^|_)(max|maximum)(?=_|$)/
const present = /(^|_)(current|actual|running)(?=_|$)/
const wanted = /(^|_)desired(?=_|$)/
const within =
  /(^|_)(current|desired|actual|default|initial|preselected|suggested|recommended|average|avg|mean|median)(?=_|$)/

/** The name without what says which of several numbers it is: `instance` for `min_instances` and `current_instance_count`. */
const rangeOf = (snake: string, word: RegExp): string | undefined =>
  word.test(snake)
    ? snake
        .replace(word, '')
        .replace(/(^|_)(size|value|count|number|no)(?=_|$)/g, '')
        .replace(/^_|s$/g, '')
    : undefined

/** `desired` is between `min` and `max`. */
export const keepWithin: AgreeingStep = (object, names) => {
  const { values } = object
  const find = (range: string, word: RegExp): number | undefined => {
    for (const { name, snake } of names.values()) if (rangeOf(snake, word) === range) return readCount(values.get(name))
    return undefined
  }
  const findWithin = (range: string): number | undefined => {
    for (const part of values.values())
      for (const [name, value] of isJsonObject(part) ? Object.entries(part) : [])
        if (rangeOf(object.readName(name).snake, wanted) === range) return readCount(value)
    return undefined
  }
  for (const { name, snake } of names.values()) {
    const range = rangeOf(snake, within)
    const value = range === undefined ? undefined : readCount(values.get(name))
    if (range === undefined || value === undefined) continue
    const [least, most] = [find(range, lowest), find(range, highest)]
    if (most !== undefined && value > most) writeCount(object, name, most)
    else if (least !== undefined && value < least) writeCount(object, name, least)
  }
  // There are as many as desired.
  for (const { name, snake } of names.values()) {
    const range = rangeOf(snake, present)
    const desired = range === undefined ? undefined : (find(range, wanted) ?? findWithin(range))
    if (desired !== undefined && readCount(values.get(name)) !== undefined) writeCount(object, name, desired)
  }
}

export const positionName =
  /^(?:current|this)_(\w+?)(?:_(?:number|no|num|index|position))?$|^(\w+)_(?:number|no|num|index|position)$|^(step|attempt|round|lap|stage|part|chapter|track|episode|disc|volume)$/

/** `step` is at most `total_steps`. */
export const limitPositions: AgreeingStep = (object, names) => {
  for (const { name, snake } of names.values()) {
    const match = positionName.exec(snake)
    const about = match?.[1] ?? match?.[2] ?? match?.[3]
    const value = readCount(object.values.get(name))
    if (about === undefined || value === undefined) continue
    const whole = findName(names, (other, facts) => {
      const quantity = other === name ? undefined : readQuantity(facts.snake)
      const isCount = quantity?.isWhole === true || facts.counted !== undefined || facts.snake === `${about}s`
      return isCount && (quantity?.words.join('_') === about || facts.snake === `${about}s`)
    })
    const most = whole === undefined ? undefined : readCount(object.values.get(whole))
    if (most !== undefined && value > most) writeCount(object, name, Math.min(1, most))
  }
}

export const wholeName = /^total(_count)?$/

/** Numbers that do not belong to a total, beside which it may be that of something else. */
const apart =
  /(^|_)(id|page|pages|per|limit|max|maximum|min|minimum|offset|size|quota|capacity|unique|distinct|new|estimated|expected|previous|last|avg|average|mean|median|rate|percent|percentage|pct|ratio|(?<!in_)progress|completion|score|tax|vat|subtotal|sub|discount|net|gross|shipping|refunded|paid|due|balance|price|amount|quantity|unit|count|total)(_|$)/
const noPart =
  /(^|_)(id|ids|year|month|day|date|time|duration|elapsed|seconds|ms|version|created|updated|modified|timestamp|at|code|status)$/

/** `total` beside at least two counts of one object is their sum: `{ additions, deletions, total }`. */
export const sumAll: AgreeingStep = (object, names) => {
  if ([...object.values.values()].some(isJsonArray)) return
  const whole = findName(names, (_, { snake }) => wholeName.test(snake))
  if (whole === undefined || readCount(object.values.get(whole)) === undefined) return
  let [sum, parts] = [0, 0]
  for (const { name, snake } of names.values()) {
    const value = name === whole || noPart.test(snake) ? undefined : readCount(object.values.get(name))
    if (value === undefined) continue
    if (apart.test(snake) || !Number.isInteger(value) || value < 0 || value > 1e6) return
    sum += value
    parts++
  }
  if (parts > 1) writeCount(object, whole, sum)
}

export const breakdownName = /^by_|_by_[a-z]+$|breakdown|distribution$/

/** `total` beside `by_status` is the sum of its counts. */
export const sumBreakdown: AgreeingStep = ({ values, isFree }, names) => {
  const whole = findName(
    names,
    (name, { snake }) => /^(total|count|total_count|sum)$/.test(snake) && Number.isInteger(values.get(name)),
  )
  if (whole === undefined || !isFree(whole)) return
  for (const { name, snake } of names.values()) {
    const part = values.get(name)
    if (!breakdownName.test(snake) || !isJsonObject(part)) continue
    const counts = Object.values(part)
    const isCounts = counts.length > 0 && counts.every((count) => Number.isInteger(count))
    if (isCounts)
      return void values.set(
        whole,
        counts.reduce<number>((sum, count) => sum + Number(count), 0),
      )
  }
}
