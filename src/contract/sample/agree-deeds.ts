/**
 * Makes who did something agree with whether it happened: `completed_by` with `completed_at`, administrators with the members, and the
 * moments of a state with the state.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { drop, mayDrop } from './agree-events.ts'
import { findState } from './agree-states.ts'
import { type AgreeingStep, findName } from './agreeable.ts'
import { momentOf, writeMoment } from './moments.ts'
import { snakeCase } from './record-subject.ts'
import { kindOfState, stemOf } from './states.ts'

const deedName = /(?:^|_)([a-z]{4,}(?:ed|en|nt|wn))_by(?:_|$)/
export const isDeed = (snake: string): boolean => deedName.test(snake)

/** `completed` of `completed_date_time`. */
const timeOfDeed = /(?:^|_)([a-z]{4,})(?:_(?:at|on|date|time|datetime|timestamp|utc))+$/

const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || value === 0

/** What has no time when it was completed was completed by nobody. */
export const dropUndoneDeeds: AgreeingStep = (object, names) => {
  const { values } = object
  for (const { name, snake } of names.values()) {
    const [, deed] = deedName.exec(snake) ?? []
    if (deed === undefined || isNothing(values.get(name)) || !mayDrop(object, name)) continue
    const times = [...names].filter(([, facts]) => {
      const [, event] = timeOfDeed.exec(facts.snake) ?? []
      return event !== undefined && stemOf(event) === stemOf(deed)
    })
    if (times.length > 0 && times.every(([time]) => isNothing(values.get(time)))) drop(object, name)
  }
}

export const stateChangeName = /^(status|state)_(changed?|updated?|modified)_(at|on|date|time)$/

/** The time when a state changed is the one that is called by it: `status: waiting` and `waiting_at`. */
export const repeatStateTime: AgreeingStep = ({ values, isFree }, names) => {
  const state = findState(values, names)?.state
  if (state === undefined) return
  const reached = findName(
    names,
    (_, { snake }) => /_(at|on|date)$/.test(snake) && snake.replace(/_[a-z]+$/, '') === state,
  )
  const moment = reached === undefined ? undefined : momentOf(values.get(reached))
  if (moment === undefined) return
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    if (!stateChangeName.test(snake) || own === undefined || momentOf(own) === undefined || !isFree(name)) continue
    values.set(name, writeMoment(own, moment) ?? own)
  }
}

const isPlanned = /^(scheduled|planned|upcoming)$/
export const plannedStart =
  /^(scheduled_?|planned_?)?(start|starts|begins?|begin|end|ends|for)(_?(at|on|time|date|datetime|timestamp))*$|^scheduled_(start|end|at|for|on|time|date)(_(at|on|time|date))*$/
const pastTime = /^(last_?)?(updat|modif|chang|edit|creat)(?!\w*_(id|by)$)/

/** What is still scheduled begins a week after the record was changed. */
export const moveAhead: AgreeingStep = ({ values, isFree }, names) => {
  if (!isPlanned.test(findState(values, names)?.state ?? '')) return
  const past = Math.max(
    0,
    ...[...names].flatMap(([name, { snake }]) => (pastTime.test(snake) ? (momentOf(values.get(name)) ?? []) : [])),
  )
  const starts = [...names].flatMap(([name, { snake }]) => {
    const value = values.get(name)
    const moment = plannedStart.test(snake) && isFree(name) ? momentOf(value) : undefined
    return moment === undefined || value === undefined ? [] : [{ name, value, moment }]
  })
  const first = Math.min(...starts.map(({ moment }) => moment))
  if (past === 0 || starts.length === 0 || first > past) return
  const shift = Math.ceil((past - first) / 86_400 + 7) * 86_400
  for (const { name, value, moment } of starts) values.set(name, writeMoment(value, moment + shift) ?? value)
}

/** `logged_date` of `logged_date_string`. */
export const writtenTime = /^(\w+)_(string|str|text|formatted|iso|iso8601|readable)$/

/** A moment that is written twice is one, whatever the examples are. */
export const repeatWrittenTime: AgreeingStep = ({ values }, names) => {
  for (const { name, snake } of names.values()) {
    const [, about] = writtenTime.exec(snake) ?? []
    const other = about === undefined ? undefined : findName(names, (_, facts) => facts.snake === about)
    const [own, moment] = [values.get(name), other === undefined ? undefined : momentOf(values.get(other))]
    if (own === undefined || moment === undefined || momentOf(own) === undefined) continue
    values.set(name, writeMoment(own, moment) ?? own)
  }
}

const closing =
  /^(early_)?(close|closing|cut)_?offs?(_(at|on|date|time))*$|^early_(close|closing|end|ending)(_(at|on|date|time))*$/
export const isClosing = (snake: string): boolean => closing.test(snake)

/** What is closed early is closed between the start and the end. */
export const closeWithin: AgreeingStep = ({ values, isFree }, names) => {
  const find = (pattern: RegExp): number | undefined =>
    [...names].flatMap(([name, { snake }]) => (pattern.test(snake) ? (momentOf(values.get(name)) ?? []) : []))[0]
  const [start, end] = [
    find(/^(start|starts|begin|begins|opens?)(_(at|on|date|time))*$/),
    find(/^(end|ends|finish|closes?)(_(at|on|date|time))*$/),
  ]
  if (start === undefined || end === undefined || end <= start) return
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    const moment = momentOf(own)
    if (!isClosing(snake) || own === undefined || moment === undefined || !isFree(name)) continue
    if (moment > start && moment < end) continue
    values.set(name, writeMoment(own, start + Math.round((end - start) * 0.8)) ?? own)
  }
}

export const followingName = /(^|_)(addresses|residences|jobs|positions|employments|employment_history|work_history)$/
const startOfStay = /^(start|starts|from|begin|valid_from|effective_from|move_in)(_(at|on|date|time))*$/
const endOfStay = /^(end|ends|to|until|valid_to|effective_to|move_out)(_(at|on|date|time))*$/

/** Nobody lives in two places at once: each item of the list is before the first one. */
export const followEachOther: AgreeingStep = ({ values, isFree, isFreeIn, readName }, names) => {
  for (const { name: list, snake } of names.values()) {
    const items = values.get(list)
    if (!followingName.test(snake) || !isJsonArray(items) || items.length < 2 || !isFree(list)) continue
    let limit: number | undefined
    const moved = items.map((item, index) => {
      if (!isJsonObject(item)) return item
      const find = (pattern: RegExp): readonly [name: string, value: Json, moment: number] | undefined => {
        for (const [name, value] of Object.entries(item)) {
          const moment = pattern.test(readName(name).snake) ? momentOf(value) : undefined
          if (moment !== undefined) return [name, value, moment]
        }
        return undefined
      }
      const [from, to] = [find(startOfStay), find(endOfStay)]
      if (!from || !to) return item
      const shift = limit !== undefined && to[2] >= limit ? Math.ceil((to[2] - limit) / 86_400 + 1) * 86_400 : 0
      limit = from[2] - shift
      if (shift === 0 || !isFreeIn(list, index, from[0]) || !isFreeIn(list, index, to[0])) return item
      return {
        ...item,
        [from[0]]: writeMoment(from[1], from[2] - shift) ?? from[1],
        [to[0]]: writeMoment(to[1], to[2] - shift) ?? to[1],
      }
    })
    values.set(list, moved)
  }
}

export const leadersName = /^(admins?|administrators|owners|moderators|hosts|leaders|organi[sz]ers)(_ids)?$/
const membersName = /^(participants|members|users|attendees|people|subscribers)(_ids)?$/

/** Administrators are members, and who created a group is the first of them. */
export const chooseLeaders: AgreeingStep = ({ values, isFree }, names) => {
  const all = findName(names, (name, { snake }) => membersName.test(snake) && isJsonArray(values.get(name)))
  const members = all === undefined ? undefined : values.get(all)
  const [first] = isJsonArray(members) ? members : []
  if (first === undefined || typeof first === 'object') return
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    if (!isFree(name)) continue
    if (leadersName.test(snake) && isJsonArray(own) && typeof own[0] === typeof first && own.length > 0)
      values.set(name, [first])
    else if (
      /^(creator|owner)(_id)?$/.test(snake) &&
      typeof own === 'string' &&
      typeof first === 'string' &&
      isSlug(own)
    )
      values.set(name, first)
  }
}

/** What may be the login of anybody. */
const isSlug = (text: string): boolean => /^[a-z]+[._-][a-z]+$/.test(snakeCase(text)) || /^[a-z]+[.-][a-z]+$/.test(text)

const verified = /^([a-z]+)(?:_[a-z]+)?_verified$/
export const isVerifiedName = (snake: string): boolean => verified.test(snake)

/** `dkim_update_status` beside `dkim_verified`: what is verified is not pending. */
export const stateVerified: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name: flag, snake } of names.values()) {
    const [, about] = verified.exec(snake) ?? []
    const own = values.get(flag)
    if (about === undefined || typeof own !== 'boolean') continue
    for (const [name, facts] of names)
      if (
        new RegExp(`^${about}(_[a-z]+)?_status$`).test(facts.snake) &&
        /^(active|pending|completed|verified)$/.test(String(values.get(name))) &&
        isFree(name)
      )
        values.set(name, own ? 'verified' : 'pending')
  }
}

export const attemptsName = /^(delivery_|retry_|payment_)?(attempts|tries|retries)$/

/** Attempts end with the one that succeeded, if the whole did: it is put last, and the times stay where they were. */
export const endAttempts: AgreeingStep = ({ values, isFree, readName }, names) => {
  const state = findState(values, names)?.state
  if (state === undefined || kindOfState(state) !== 'done') return
  for (const { name: list, snake } of names.values()) {
    const attempts = values.get(list)
    if (!attemptsName.test(snake) || !isJsonArray(attempts) || attempts.length < 2) continue
    const hasSucceeded = (item: Json): boolean =>
      isJsonObject(item) &&
      Object.entries(item).some(
        ([name, value]) =>
          readName(name).stateRank !== undefined &&
          typeof value === 'string' &&
          kindOfState(snakeCase(value)) === 'done',
      )
    const at = attempts.findIndex(hasSucceeded)
    if (at === -1 || at === attempts.length - 1) continue
    // Nothing is tried again that has succeeded.
    if (isFree(list) && attempts.slice(at).every(hasSucceeded)) values.set(list, attempts.slice(0, at + 1))
    else {
      const ordered = [...attempts.filter((_, index) => index !== at), attempts[at] ?? null]
      values.set(
        list,
        ordered.map((item, index) => withMomentsOf(item, attempts[index] ?? null)),
      )
    }
  }
}

const withMomentsOf = (item: Json, other: Json): Json =>
  isJsonObject(item) && isJsonObject(other)
    ? Object.fromEntries(
        Object.entries(item).map(([name, value]) => {
          const same = other[name]
          return [
            name,
            same !== undefined && momentOf(value) !== undefined && momentOf(same) !== undefined ? same : value,
          ]
        }),
      )
    : item
