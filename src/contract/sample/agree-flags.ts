/**
 * Makes the flags of one object agree: with their opposites, with its state, and with the lists that they are about.
 */
import { isJsonArray } from '../values/json-object.ts'
import { stateOf } from './agree-states.ts'
import type { AgreeingStep, Names } from './agreeable.ts'
import { isInitialState, isOpenState, stemOf } from './states.ts'

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
]

/** Words of a name without `is`, `was` and `has`. */
const plainOf = (snake: string): string => snake.replace(/^(is|was|has|has_been)_/, '')

export const opposeFlags: AgreeingStep = ({ values, isFree }, names) => {
  const find = (wanted: string): string | undefined =>
    [...names].find(([name, { snake }]) => typeof values.get(name) === 'boolean' && plainOf(snake) === wanted)?.[0]
  const seen = [...names].find(([, { snake }]) => /^(visibility|privacy|access)$/.test(snake))?.[0]
  for (const [one, other] of opposites) {
    const [first, second] = [find(one), find(other)]
    const shown = one === 'public' && seen !== undefined ? values.get(seen) : undefined
    if (shown === 'public' || shown === 'private') {
      if (first !== undefined && isFree(first)) values.set(first, shown === 'public')
      if (second !== undefined && isFree(second)) values.set(second, shown === 'private')
    } else if (first !== undefined && second !== undefined && isFree(second)) values.set(second, !values.get(first))
  }
}

/** What is not open is not open around the clock. */
export const closeAlways: AgreeingStep = ({ values, isFree }, names) => {
  const isClosed = [...names].some(([name, { snake }]) => plainOf(snake) === 'open' && values.get(name) === false)
  // Neither does what closes at five.
  const hasHours = [...names].some(
    ([name, { snake }]) => /^(end|closes?|closing)(_time|_hour)?$/.test(snake) && values.has(name),
  )
  if (!isClosed && !hasHours) return
  for (const [name, { snake }] of names)
    if (alwaysOpenName.test(snake) && values.get(name) === true && isFree(name)) values.set(name, false)
}

export const alwaysOpenName = /^(is_?|open_?)?(24_?(hours?|h|7|x7)|always_?open|all_?day)$/

const troubled = /^(cancel|fail|archiv|delet|expir|suspend|reject|revok|disabl|block|ban|inactiv)$/
const ended = /^(complet|finish|clos|deliver|resolv|cancel|fail|reject)$/

/** What a record is only after it has begun. */
const later = /^(publish|approv|accept|confirm|paid|sent|ship|process|verif|liv|activ|start|sign|releas)$/

/** `cancelled` is false beside `status: active`, and true beside `status: canceled`. */
export const agreeFlagsWithState: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const state = stateOf(object, names)
  if (state === undefined) return
  const own = stemOf(state)
  for (const [name, { flag }] of names) {
    if (typeof values.get(name) !== 'boolean' || !isFree(name)) continue
    if (flag === own) values.set(name, true)
    else if (troubled.test(flag) || (ended.test(flag) && isOpenState(state))) values.set(name, false)
    else if (later.test(flag) && isInitialState(state)) values.set(name, false)
    else if (/^(activ|enabl)$/.test(flag) && (troubled.test(own) || /^(clos|terminat)/.test(own)))
      values.set(name, false)
  }
}

/** `has_attachments` beside `attachments`, and `repeats` beside `repeat`. */
export const agreeFlagsWithParts: AgreeingStep = ({ values, isFree, readName }, names: Names) => {
  for (const [name, { snake, flag }] of names) {
    if (typeof values.get(name) !== 'boolean' || !isFree(name)) continue
    const [, part] = /^has_(\w+)$/.exec(snake) ?? []
    const wanted = part === undefined ? undefined : readName(part).listed
    const [found] =
      [...names].find(([other, facts]) => {
        const held = values.get(other)
        if (other === name || typeof held !== 'object') return false
        return wanted === undefined ? held !== null && isOfStem(flag, stemOf(facts.snake)) : facts.listed === wanted
      }) ?? []
    const held = found === undefined ? undefined : values.get(found)
    if (held !== undefined) values.set(name, isJsonArray(held) ? held.length > 0 : held !== null)
  }
}

/** `recurr` of `recurring` and of `recurrence`. */
const isOfStem = (flag: string, stem: string): boolean =>
  flag.length > 4 && (flag === stem || (stem.startsWith(flag) && stem.length <= flag.length + 3))
