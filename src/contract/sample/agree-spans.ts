/**
 * Makes the spans of time of one object agree: a duration is the time between its beginning and its end, and the spans of its parts
 * are within it.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { memoizeNames } from '../values/memoize.ts'
import { type Agreeable, type AgreeingStep, findName, type Names } from './agreeable.ts'
import { isAppointment } from './generate-number.ts'
import { momentOf, writeMoment } from './moments.ts'

/** Seconds of the units that names end with. */
const units: readonly (readonly [RegExp, number])[] = [
  [/^(ms|msecs?|millis|milliseconds)$/, 0.001],
  [/^(s|secs?|seconds)$/, 1],
  [/^(mins|minutes)$/, 60],
  [/^(hours|hrs)$/, 3600],
  [/^(days|nights)$/, 86_400],
]

/** Words that leave it the whole time. */
const wholeTime =
  /^(total|in|of|number|time|duration|elapsed|length|run|runtime|call|talk|session|watch|attendance|processing|execution|wall|clock|video|media|recording|event|meeting|appointment|booking|shift|stay|view|visit|job|build|task|test)$/

/** Words of a part of it. */
const partOfTime =
  /^(active|idle|working|worked|watched|played|hold|held|billable|billed|break|paused|talking|net|effective|busy|moving|stopped)$/

interface TimeLength {
  /** Seconds of its unit, and whether the name says that. */
  readonly unit: number
  readonly isSure: boolean
  /** The whole time, or only a part of it: `active_ms`. */
  readonly isWhole: boolean
}

/** Undefined if the name is not that of a length of time. */
export const lengthOfTime = memoizeNames((snake: string): TimeLength | undefined => {
  const words = snake.split('_')
  const unit = words.flatMap((word) => units.find(([pattern]) => pattern.test(word))?.[1] ?? [])[0]
  const isLength =
    words.some((word) => /^(duration|elapsed|length|runtime)$/.test(word)) ||
    /^(run|execution|processing|attendance|call|talk|session|watch)_time$/.test(snake)
  if (unit === undefined && !isLength) return undefined
  const rest = words.filter((word) => !wholeTime.test(word) && !units.some(([pattern]) => pattern.test(word)))
  // A timeout or an interval is another length.
  return rest.every((word) => partOfTime.test(word))
    ? { unit: unit ?? 1, isSure: unit !== undefined, isWhole: rest.length === 0 }
    : undefined
})

const beginning = /^(start|begin|began|from|check_?in|depart|activat|join|valid_?from|issue)/
const ending = /^(end|finish|complet|stop|to(_|$)|check_?out|arriv|leav|left|expir|valid_?(to|until))/

const findMoment = ({ values }: Agreeable, names: Names, pattern: RegExp): number | undefined => {
  for (const { name, snake } of names.values()) {
    const moment = pattern.test(snake) ? momentOf(values.get(name)) : undefined
    if (moment !== undefined) return moment
  }
  return undefined
}

/** `PT1H30M`, `P4D`. */
const isoDuration = (seconds: number): string => {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes >= 2880) return `P${Math.round(minutes / 1440)}D`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 || hours === 0 ? `${rest}M` : ''}`
}

/** A length of time in the form of the value; undefined if it is not one of these forms. */
const writeLength = (value: Json, seconds: number, unit: number): Json | undefined => {
  const length = Math.round(seconds / unit)
  if (typeof value === 'number') return length
  if (/^\d+$/.test(String(value))) return String(length)
  if (/^P(\d|T)/.test(String(value))) return isoDuration(seconds)
  if (/^\d\d:\d\d:\d\d$/.test(String(value)) && seconds < 86_400)
    return new Date(seconds * 1000).toISOString().slice(11, 19)
  return undefined
}

export const measureSpans: AgreeingStep = (object, names) => {
  const [start, end] = [findMoment(object, names, beginning), findMoment(object, names, ending)]
  if (start === undefined || end === undefined || end < start) return addUpSpans(object, names)
  for (const { name, snake } of names.values()) {
    const value = object.values.get(name)
    const measured = typeof value === 'string' || typeof value === 'number' ? lengthOfTime(snake) : undefined
    if (value === undefined || !measured || !object.isFree(name)) continue
    // The duration of what is shown for weeks is another one.
    if (!measured.isSure && end - start > 86_400 && !/^P/.test(String(value))) continue
    const unit = !measured.isSure && isAppointment(object.owner) ? 60 : measured.unit
    const length = writeLength(value, (end - start) * (measured.isWhole ? 1 : 0.6), unit)
    if (length !== undefined) object.values.set(name, length)
  }
}

/** `attendance_time_in_seconds` beside a list of spans is all of their time. */
const addUpSpans: AgreeingStep = (object, names) => {
  for (const { name, snake } of names.values()) {
    const measured = lengthOfTime(snake)
    const value = object.values.get(name)
    if (!measured?.isSure || !measured.isWhole || value === undefined || !object.isFree(name)) continue
    const spans = [...object.values.values()].filter(isJsonArray).flatMap((list) => spansIn(object, list))
    const [all] = spans.length === 1 ? spans : []
    const length = all === undefined ? undefined : writeLength(value, all, measured.unit)
    if (length !== undefined) object.values.set(name, length)
  }
}

/** The seconds of all spans in a list, if each item has one. */
const spansIn = ({ readName }: Agreeable, list: readonly Json[]): readonly number[] => {
  let sum = 0
  for (const item of list) {
    const entries = isJsonObject(item) ? Object.entries(item) : []
    const find = (pattern: RegExp): number | undefined =>
      entries.flatMap(([name, value]) => (pattern.test(readName(name).snake) ? (momentOf(value) ?? []) : []))[0]
    const [start, end] = [find(beginning), find(ending)]
    if (start === undefined || end === undefined || end < start) return []
    sum += end - start
  }
  return sum > 0 ? [sum] : []
}

/** Numbers of one object are all seconds or all milliseconds, if no name says which. */
export const unifyEpochs: AgreeingStep = ({ values, isFree }, names) => {
  const moments = [...names].flatMap(([name, { snake }]) => {
    const value = values.get(name)
    return typeof value === 'number' && value > 1e9 && momentName.test(snake) ? [{ name, snake, value }] : []
  })
  const inSeconds = moments.filter(({ value }) => value < 1e11)
  if (inSeconds.length === 0 || inSeconds.length === moments.length) return
  for (const { name, snake, value } of moments)
    if (value > 1e11 && value < 1e13 && isFree(name) && !/(^|_)(ms|millis\w*)(_|$)/.test(snake))
      values.set(name, Math.floor(value / 1000))
}

export const momentName = /(^|_)(date|time|timestamp|at|on|created|updated|modified|expires|expiration)$/

/** Whether an object may have begun and ended. */
export const endsName = (snake: string): boolean => ending.test(snake)

/** How long something is valid: `expires_in`, `ttl_seconds`. */
export const lifetimeName =
  /^(\w+_)?(expir(es|y|ation)(_in|_after)?|ttl|time_to_live|lifetime|max_age|valid(ity)?(_for|_period)?)(_in)?_?(seconds|secs?|s|minutes|mins|hours|hrs|days|ms)?$/
const expiry = /(^|_)(expir|valid_?(to|until|thru|till)|not_?after)/
const issue = /^(creat|issu|insert|generat|start|request|process|authenticat|valid_?from|not_?before|iat$|nbf$)/

/** What lives for six minutes expires six minutes after it was created; without that time, it has expired. */
export const endLifetimes: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const lifetimes = [...names].flatMap(([name, { snake }]) => {
    const value = values.get(name)
    // Google writes `600s`.
    const [, digits = '0'] = lifetimeName.test(snake) ? (/^(\d{1,8})s?$/.exec(String(value)) ?? []) : []
    const length = Number(digits)
    const unit = snake.split('_').flatMap((word) => units.find(([pattern]) => pattern.test(word))?.[1] ?? [])[0]
    const isSure = unit !== undefined || /(_in|ttl|time_to_live|lifetime|max_age)$/.test(snake)
    return length > 0 && isSure ? [length * (unit ?? 1)] : []
  })
  const [lifetime] = lifetimes
  // A year is as good as any time of expiry.
  if (lifetime === undefined || lifetime > 300 * 86_400) return
  const starts = [...names].flatMap(([name, { snake }]) =>
    issue.test(snake) || (ending.test(snake) && !expiry.test(snake)) ? (momentOf(values.get(name)) ?? []) : [],
  )
  const start = starts.length === 0 ? undefined : Math.max(...starts)
  for (const { name, snake } of names.values()) {
    const value = values.get(name)
    const moment = expiry.test(snake) && isFree(name) ? momentOf(value) : undefined
    if (value === undefined || moment === undefined) continue
    const expired = start === undefined ? moment - 8 * 365.25 * 86_400 : start + lifetime
    const end = writeMoment(value, expired)
    if (end === undefined) continue
    values.set(name, end)
    const flag = findName(
      names,
      (other, facts) => /^(is_|has_)?expired$/.test(facts.snake) && values.get(other) === false,
    )
    if (flag !== undefined && isFree(flag) && expired < lastPast) values.set(flag, true)
  }
}

/** What is over ended before this. */
const lastPast = Date.UTC(2025, 11) / 1000

type Path = readonly (string | number)[]

/** What is within a span happens within it: the attempts of a delivery, the rooms of a stay. */
export const keepSpansWithin: AgreeingStep = (object, names) => {
  const { values } = object
  const [start, end] = [findMoment(object, names, beginning), findMoment(object, names, ending)]
  if (start === undefined || end === undefined || end <= start) return
  for (const name of names.keys()) {
    const held = values.get(name)
    if (isJsonObject(held)) values.set(name, moveWithin(object, held, [name], start, end))
    if (!isJsonArray(held)) continue
    const step = (end - start) / held.length
    const moved = held.map((item, index) =>
      isJsonObject(item)
        ? moveWithin(object, item, [name, index], start + index * step, start + (index + 1) * step)
        : item,
    )
    values.set(name, moved)
  }
}

/** What may be outside: when a part was created, changed, or expires. */
const outside =
  /creat|updat|modif|chang|expir|valid|until|next|due|birth|deadline|last|regist|add|publish|book|order|issue|paid|plan|schedul/

/** The moments of a part, moved between two others as far as they are not there. */
const moveWithin = (object: Agreeable, part: JsonObject, path: Path, from: number, to: number): JsonObject => {
  const moments = Object.entries(part).flatMap(([name, value]) => {
    const { snake } = object.readName(name)
    const moment = outside.test(snake) ? undefined : momentOf(value)
    const isEdge = beginning.test(snake) || ending.test(snake)
    return moment === undefined || !isEdge ? [] : [{ name, value, moment }]
  })
  // Both or none.
  if (moments.some(({ name }) => !object.isFreeIn(...path, name))) return part
  const [first, last] = [
    Math.min(...moments.map(({ moment }) => moment)),
    Math.max(...moments.map(({ moment }) => moment)),
  ]
  if (moments.length === 0 || (first >= from && last <= to)) return part
  const scale = last - first <= to - from ? 1 : (to - from) / (last - first)
  const moved = { ...part }
  for (const { name, value, moment } of moments)
    moved[name] = writeMoment(value, from + (moment - first) * scale) ?? value
  if (scale === 1) return moved
  for (const [name, value] of Object.entries(part)) {
    const measured = object.isFreeIn(...path, name) ? lengthOfTime(object.readName(name).snake) : undefined
    const length = measured && writeLength(value, to - from, measured.unit)
    if (length !== undefined) moved[name] = length
  }
  return moved
}

const issued = /^(creat|issu|insert|generat|request|issued)\w*(_(at|on|date|time|timestamp))*$/
const expires = /^expir\w*(_(at|on|date|time|timestamp))*$/
export const expiresName = (snake: string): boolean => expires.test(snake)

/** What expires does so after it was created, also if the examples of both are one moment: after its lifetime, or 30 days. */
export const expireLater: AgreeingStep = ({ values }, names) => {
  const start = Math.max(
    0,
    ...[...names].flatMap(([name, { snake }]) => (issued.test(snake) ? (momentOf(values.get(name)) ?? []) : [])),
  )
  if (start === 0) return
  const [lifetime = 30 * 86_400] = [...names].flatMap(([name, { snake }]) => {
    const value = values.get(name)
    return typeof value === 'number' &&
      value > 0 &&
      /^(ttl|time_to_live|expires_in|max_age|lifetime)(_seconds)?$/.test(snake)
      ? [value]
      : []
  })
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    const moment = expires.test(snake) ? momentOf(own) : undefined
    if (own !== undefined && moment !== undefined && Math.abs(moment - start) < 1)
      values.set(name, writeMoment(own, start + lifetime) ?? own)
  }
}

export const monthsName =
  /^(number_of_|nb_|nbr_|total_)?months?(_(number|count|duration))?$|^(duration|term|length)_(in_)?months$/

/** As many months as there are between the start and the end. */
export const countMonths: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const [start, end] = [findMoment(object, names, beginning), findMoment(object, names, ending)]
  if (start === undefined || end === undefined || end - start < 14 * 86_400) return
  for (const { name, snake } of names.values())
    if (monthsName.test(snake) && typeof values.get(name) === 'number' && isFree(name))
      values.set(name, Math.max(1, Math.round((end - start) / (30.44 * 86_400))))
}
