/**
 * Makes the flags of one object agree: with their opposites, with its state, and with the lists that they are about.
 */
import { isJsonArray } from '../values/json-object.ts'
import { stateOf } from './agree-states.ts'
import { type AgreeingStep, findName, hasName, type Names } from './agreeable.ts'
import { snakeCase } from './record-subject.ts'
import { isInitialState, isOffState, isOfStem, isOnState, isOpenState, stemOf } from './states.ts'

/** Words of a name without `is`, `was` and `has`. */
const plainOf = (snake: string): string => snake.replace(/^(is|was|has|has_been)_/, '')

const opposites: readonly (readonly [string, string])[] = [
  ['public', 'private'],
  ['enabled', 'disabled'],
  ['open', 'closed'],
  ['online', 'offline'],
  ['visible', 'hidden'],
  ['active', 'inactive'],
  ['unlocked', 'locked'],
  ['read', 'unread'],
  ['valid', 'invalid'],
  ['internal', 'external'],
  ['free', 'paid'],
  ['income', 'expense'],
  ['credit', 'debit'],
  ['incoming', 'outgoing'],
  ['inbound', 'outbound'],
  ['buy', 'sell'],
  ['new', 'used'],
  ['manual', 'automatic'],
  ['writable', 'read_only'],
  ['required', 'optional'],
  ['male', 'female'],
]
const opposing = new RegExp(`(^|_)(${opposites.map(([, other]) => other).join('|')}|visibility|privacy|access)$`)

/** `unverified`, `not_started` and `disconnected`. */
const negated = /^(?:un|in|dis|non_?|not_?)(?=[a-z]{4})/

export const mayOppose = (snake: string): boolean => opposing.test(snake) || negated.test(plainOf(snake))

export const opposeFlags: AgreeingStep = ({ values, isFree }, names) => {
  const flags = new Map<string, string>()
  for (const [name, { snake }] of names) {
    const plain = typeof values.get(name) === 'boolean' ? plainOf(snake) : undefined
    if (plain !== undefined && !flags.has(plain)) flags.set(plain, name)
  }
  const seen = findName(names, ([, { snake }]) => /^(visibility|privacy|access)$/.test(snake))
  for (const [one, other] of opposites) {
    const [first, second] = [flags.get(one), flags.get(other)]
    const shown = one === 'public' && seen !== undefined ? values.get(seen) : undefined
    if (shown === 'public' || shown === 'private') {
      if (first !== undefined && isFree(first)) values.set(first, shown === 'public')
      if (second !== undefined && isFree(second)) values.set(second, shown === 'private')
    } else if (first !== undefined && second !== undefined && isFree(second)) values.set(second, !values.get(first))
  }
  for (const [name, { snake }] of names) {
    if (typeof values.get(name) !== 'boolean') continue
    const plain = plainOf(snake)
    const opposed = negated.test(plain) ? flags.get(plain.replace(negated, '')) : undefined
    if (opposed !== undefined && isFree(name)) values.set(name, !values.get(opposed))
  }
}

/** `is_admin` beside `type: user`, which may also be `admin`. */
export const agreeFlagsWithKind: AgreeingStep = ({ values, isFree, membersOf }, names) => {
  for (const [kind, { snake, stateRank }] of names) {
    const own = values.get(kind)
    if ((!kindOf.test(snake) && stateRank === undefined) || typeof own !== 'string') continue
    const members = membersOf(kind).flatMap((member) => (typeof member === 'string' ? [snakeCase(member)] : []))
    for (const [name, facts] of names) {
      const flag = plainOf(facts.snake)
      if (typeof values.get(name) === 'boolean' && isFree(name) && members.includes(flag))
        values.set(name, flag === snakeCase(own))
    }
  }
}
export const kindOf = /(^|_)(type|kind|role|mode|direction|side|visibility|privacy|access|level)$/

/** A day that opens at nine and closes at five is not closed. */
export const openName = /^(is_)?open$/
export const openWithHours: AgreeingStep = ({ values, isFree }, names) => {
  const hasTime = (pattern: RegExp): boolean =>
    hasName(names, ([name, { snake }]) => pattern.test(snake) && typeof values.get(name) !== 'boolean')
  if (!hasTime(/^(start|opens?|opening)(_time|_hour)?$/) || !hasTime(/^(end|closes?|closing)(_time|_hour)?$/)) return
  for (const [name, { snake }] of names)
    if (openName.test(snake) && values.get(name) === false && isFree(name)) values.set(name, true)
}

/** What is not open is not open around the clock. */
export const closeAlways: AgreeingStep = ({ values, isFree }, names) => {
  const isClosed = hasName(names, ([name, { snake }]) => plainOf(snake) === 'open' && values.get(name) === false)
  // Neither does what closes at five.
  const hasHours = hasName(
    names,
    ([name, { snake }]) => /^(end|closes?|closing)(_time|_hour)?$/.test(snake) && values.has(name),
  )
  if (!isClosed && !hasHours) return
  for (const [name, { snake }] of names)
    if (alwaysOpenName.test(snake) && values.get(name) === true && isFree(name)) values.set(name, false)
}

export const alwaysOpenName = /^(is_?|open_?)?(24_?(hours?|h|7|x7)|always_?open|all_?day)$/

/** Flags that are on or off as the state is: `enabled` beside `status: active`. */
export const onName =
  /^(is_|was_|currently_)?(active|enabled|online|running|live|connected|operational|working|up|alive|activated)$/

const troubled = /^(cancel|fail|archiv|delet|expir|suspend|reject|revok|disabl|block|ban|inactiv)$/
const ended = /^(complet|finish|clos|deliver|resolv|cancel|fail|reject)$/

/** What a record is only after it has begun. */
const later = /^(publish|approv|accept|confirm|paid|sent|ship|process|verif|liv|activ|start|sign|releas)$/

/** The members of `/collaborators/inactive` are inactive. */
const stateInOwner = (owner: string): string | undefined => {
  const last = owner.split(/[^A-Za-z]+/).at(-1) ?? ''
  return /^(in)?active$|^(disabled|archived|deleted|expired|suspended|terminated)$/i.test(last) ? last : undefined
}

/** `cancelled` is false beside `status: active`, and true beside `status: canceled`. */
export const agreeFlagsWithState: AgreeingStep = (object, names) => {
  const { values, isFree, owner } = object
  const state = stateOf(object, names) ?? stateInOwner(owner)
  if (state === undefined) return
  const own = stemOf(state)
  for (const [name, { flag, snake }] of names) {
    if (typeof values.get(name) !== 'boolean' || !isFree(name)) continue
    if (flag === own) values.set(name, true)
    else if (onName.test(snake) && (isOnState(state) || isOffState(state))) values.set(name, isOnState(state))
    else if (troubled.test(flag) || (ended.test(flag) && isOpenState(state))) values.set(name, false)
    else if (later.test(flag) && isInitialState(state)) values.set(name, false)
    else if (/^(activ|enabl)$/.test(flag) && (troubled.test(own) || /^(clos|terminat)/.test(own)))
      values.set(name, false)
  }
}

/** `has_attachments` beside `attachments`, and `repeats` beside `repeat`. */
export const agreeFlagsWithParts: AgreeingStep = ({ values, isFree, readName }, names: Names) => {
  const parts = [...names].flatMap(([name, { snake, listed }]) => {
    const held = values.get(name)
    return typeof held === 'object' ? [{ held, listed, stem: stemOf(snake) }] : []
  })
  if (parts.length === 0) return
  for (const [name, { snake, flag }] of names) {
    if (typeof values.get(name) !== 'boolean' || !isFree(name)) continue
    const [, part] = /^has_(\w+)$/.exec(snake) ?? []
    const wanted = part === undefined ? undefined : readName(part).listed
    const found = parts.find(({ held, listed, stem }) =>
      wanted === undefined ? held !== null && isOfStem(flag, stem) : listed === wanted,
    )
    if (found) values.set(name, isJsonArray(found.held) ? found.held.length > 0 : found.held !== null)
  }
}

/** `has_more` beside `next_cursor`. */
export const moreName = /^has_(more|next)(_|$)/
export const agreeMore: AgreeingStep = ({ values, isFree }, names) => {
  const hasNext = hasName(names, ([name, { snake }]) => /^next(_|$)/.test(snake) && Boolean(values.get(name)))
  for (const [name, { snake }] of names)
    if (moreName.test(snake) && typeof values.get(name) === 'boolean' && isFree(name)) values.set(name, hasNext)
}
