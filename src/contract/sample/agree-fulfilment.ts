/**
 * Makes flags agree with what was counted and done in parts: what was not sent was not clicked, and what is fulfilled has all of its
 * parts.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { drop, mayDrop } from './agree-events.ts'
import { type AgreeingStep, findName } from './agreeable.ts'
import type { ReadName } from './name-facts.ts'
import { stemOf } from './states.ts'

const sent = /^(is_|was_|has_been_)?(e?mail_)?(sent|mailed|dispatched)$/
/** `commentable`, but not `available`. */
const able = /^(?:is_)?(comment|download|stream|lik|shar|embedd|review|repl[iy])e?able$/
const tracking = /^(?:is_)?(?:track_(\w+?)s?|(\w+?)s?_(?:tracking|tracked)(?:_enabled)?)$/
const eligible = /^(?:is_)?(\w+)_(?:eligible|allowed)$/

/** Whether a flag of this name says that nothing was counted. */
export const mayCountNothing = (snake: string): boolean =>
  sent.test(snake) || able.test(snake) || tracking.test(snake) || eligible.test(snake)

/** What happens to what was sent. */
const afterwards =
  /(^|_)(open(s|ed)?|click(s|ed)?|deliver(ed|ies|y)|views?|viewed|bounce[sd]?|impressions|unsubscribe[sd]?|unsubscriptions|repl(y|ies))(_|$)/

/** Which names count what a flag denies; undefined if it denies nothing of that kind. */
const countsDeniedBy = (snake: string): RegExp | undefined => {
  if (sent.test(snake)) return afterwards
  const [, about] = able.exec(snake) ?? []
  if (about !== undefined)
    return new RegExp(`^(total_|num_|number_of_)?${about.replace(/[iy]$/, '(y|ie)')}e?(back)?(s|_count|s_count)$`)
  const [, one, other] = tracking.exec(snake) ?? []
  const tracked = one ?? other
  if (tracked !== undefined) return new RegExp(`(^|_)${tracked}(e?s|ed)?(_|$)`)
  const [, permitted] = eligible.exec(snake) ?? []
  return permitted === undefined ? undefined : new RegExp(`^(remaining_${permitted}e?s?|${permitted}e?s?_remaining)$`)
}

/** `click_count` beside `is_sent: false`, `comment_count` beside `commentable: false`. A documented count says that it was sent. */
export const clearDeniedCounts: AgreeingStep = ({ values, isFree }, names) => {
  for (const [flag, facts] of names) {
    if (values.get(flag) !== false) continue
    const denied = countsDeniedBy(facts.snake)
    if (!denied) continue
    for (const { name, snake, isCount } of names.values()) {
      const value = values.get(name)
      const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,8}$/.test(value))
      if (!isNumber || !isCount || Number(value) === 0 || !denied.test(snake)) continue
      if (isFree(name)) values.set(name, typeof value === 'string' ? '0' : 0)
      else if (isFree(flag)) values.set(flag, true)
    }
  }
}

const fulfilled = /^(fulfil|complet|finish|deliver|ship|collect)$/
export const isFulfilled = (flag: string): boolean => fulfilled.test(flag)

/** Whether an object in one of these values, or in a list within them, has done less than it has to: `unitsFulfilled` of `unitsRequired`. */
const isIncomplete = (held: Json, stem: string, readName: ReadName, depth: number): boolean => {
  if (depth > maxDepth) return false
  if (isJsonArray(held)) return held.some((item) => isIncomplete(item, stem, readName, depth + 1))
  if (!isJsonObject(held)) return false
  const entries = Object.entries(held)
  return entries.some(([name, value]) => {
    if (typeof value !== 'number') return isIncomplete(value, stem, readName, depth + 1)
    const { snake, restAsPart } = readName(name)
    if (restAsPart === undefined || !snake.split('_').some((word) => stemOf(word) === stem)) return false
    const [, whole] = entries.find(([other]) => other !== name && readName(other).restAsWhole === restAsPart) ?? []
    return typeof whole === 'number' && value < whole
  })
}

/** The parts of a record are not deeper. */
const maxDepth = 4

/** A contract is fulfilled when all of its deliveries are. */
export const fulfilAllParts: AgreeingStep = ({ values, isFree, readName }, names) => {
  for (const { name, flag } of names.values())
    if (values.get(name) === true && fulfilled.test(flag) && isFree(name)) {
      const held = [...values.values()].filter((value) => typeof value === 'object' && value !== null)
      if (held.some((value) => isIncomplete(value, flag, readName, 0))) values.set(name, false)
    }
}

export const completeName = /^(is_)?(complete|completed|done|finished)(_status)?$/

/** What is complete is so by 100 percent. */
export const completeProgress: AgreeingStep = ({ values, isFree }, names) => {
  const flag = findName(names, (name, { snake }) => completeName.test(snake) && typeof values.get(name) === 'boolean')
  const progress = findName(names, (name, { isProgress }) => isProgress && typeof values.get(name) === 'number')
  if (flag === undefined || progress === undefined) return
  const reached = Number(values.get(progress))
  const isAll = reached === 100 || reached === 1
  if (isFree(flag)) values.set(flag, isAll)
  else if (isFree(progress) && isAll !== values.get(flag)) values.set(progress, isAll ? 60 : 100)
}

const gratis = /^(free|gratis|complimentary|no_charge)$/i
export const ownershipName = /^(ownership|pricing|price_type|billing|charge_type|fee_type|cost_type)$/

/** What is free is neither paid nor rented: no `rentalPeriod` beside `ownership: Free`. */
export const clearRent: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const isGratis = [...names].some(
    ([name, { snake }]) => ownershipName.test(snake) && gratis.test(String(values.get(name))),
  )
  if (!isGratis) return
  for (const { name, snake } of names.values()) {
    if (
      /^(rental?|lease|subscription|billing)_(period|duration|days|interval|unit)/.test(snake) &&
      mayDrop(object, name)
    )
      drop(object, name)
    else if (/(^|_)(price|amount|cost|fee)$/.test(snake) && typeof values.get(name) === 'number' && isFree(name))
      values.set(name, 0)
  }
}
