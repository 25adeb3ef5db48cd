/**
 * Makes the measures of one object agree: a duration is the time between its beginning and its end, an age fits a date of birth, a
 * mean is between the lowest and the highest value, and the total of the only list is its length.
 */
import { isJsonArray } from '../values/json-object.ts'
import { memoizeNames } from '../values/memoize.ts'
import type { Agreeable, AgreeingStep, Names } from './agreeable.ts'

/** The value of the first property whose name matches. */
const findNumber = ({ values }: Agreeable, names: Names, pattern: RegExp): readonly [string, number] | undefined => {
  for (const [name, { snake }] of names) {
    const value = values.get(name)
    if (typeof value === 'number' && pattern.test(snake)) return [name, value]
  }
  return undefined
}

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
  /** Seconds of its unit. */
  readonly unit: number
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
  return rest.every((word) => partOfTime.test(word)) ? { unit: unit ?? 1, isWhole: rest.length === 0 } : undefined
})

const beginning = /^(start|begin|began|from|check_?in|depart|activat|join|valid_?from|issue)/
const ending = /^(end|finish|complet|stop|to(_|$)|check_?out|arriv|leav|left|expir|valid_?(to|until))/

/** Seconds since 1970; undefined if the value is not a moment. */
const momentOf = (value: unknown): number | undefined => {
  if (typeof value === 'number' && value > 1e9) return value > 1e11 ? value / 1000 : value
  const moment = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) / 1000 : Number.NaN
  return Number.isFinite(moment) ? moment : undefined
}

const findMoment = ({ values }: Agreeable, names: Names, pattern: RegExp): number | undefined => {
  for (const [name, { snake }] of names) {
    const moment = pattern.test(snake) ? momentOf(values.get(name)) : undefined
    if (moment !== undefined) return moment
  }
  return undefined
}

export const measureSpans: AgreeingStep = (object, names) => {
  const [start, end] = [findMoment(object, names, beginning), findMoment(object, names, ending)]
  if (start === undefined || end === undefined || end < start) return
  for (const [name, { snake }] of names) {
    const value = object.values.get(name)
    const isText = typeof value === 'string' && /^\d+$/.test(value)
    const measured = isText || typeof value === 'number' ? lengthOfTime(snake) : undefined
    if (!measured || !object.isFree(name)) continue
    const length = Math.round(((end - start) * (measured.isWhole ? 1 : 0.6)) / measured.unit)
    object.values.set(name, isText ? String(length) : length)
  }
}

/** Values are of this year. */
const thisYear = 2025

/** `year_of_birth` is the year of `date_of_birth`. */
export const agreeBirthYear: AgreeingStep = ({ values, isFree }, names) => {
  const born = [...names].find(
    ([name, { snake }]) =>
      /^(birth_?(day|date)|date_of_birth|dob)$/.test(snake) && /^\d{4}-/.test(String(values.get(name))),
  )
  if (!born) return
  const year = String(values.get(born[0])).slice(0, 4)
  for (const [name, { snake }] of names) {
    const value = values.get(name)
    if (!/^(birth_?year|year_of_birth)$/.test(snake) || !isFree(name)) continue
    if (typeof value === 'string' || typeof value === 'number')
      values.set(name, typeof value === 'string' ? year : Number(year))
  }
}

export const agreeAge: AgreeingStep = (object, names) => {
  const age = findNumber(object, names, /^age$/)
  if (!age || !object.isFree(age[0])) return
  for (const [name, { snake }] of names) {
    const born = object.values.get(name)
    if (typeof born === 'string' && /birth|dob|born/.test(snake) && /^\d{4}-/.test(born))
      object.values.set(age[0], thisYear - Number(born.slice(0, 4)))
  }
}

/** Prices of a day, and percentiles, from low to high. */
const ascending: readonly (readonly RegExp[])[] = [
  [/^low(_price)?$/, /^open(_price)?$/, /^close(_price)?$/, /^high(_price)?$/],
  [
    /^(min|minimum|lowest)$/,
    /^(p50|median|avg|average|mean)$/,
    /^p75$/,
    /^p90$/,
    /^p95$/,
    /^p99$/,
    /^(max|maximum|highest)$/,
  ],
]

export const orderValues: AgreeingStep = (object, names) => {
  for (const patterns of ascending) {
    const found = patterns.flatMap((pattern) => {
      const one = findNumber(object, names, pattern)
      return one && object.isFree(one[0]) ? [one] : []
    })
    if (found.length < 2) continue
    const sorted = found.map(([, value]) => value).sort((one, other) => one - other)
    for (const [index, [name]] of found.entries()) object.values.set(name, sorted[index] ?? 0)
  }
}

/** Metres of one unit, by the end of a name. */
const lengths: readonly (readonly [RegExp, number])[] = [
  [/_(mi|miles?)$/, 1609],
  [/_(km|kilomet(er|re)s?)$/, 1000],
  [/_(m|met(er|re)s?)$/, 1],
]

export const distanceName = /^(trip_|total_|travel_|route_)?distance_/

/** A way takes as long as by car: 12 metres a second. */
export const measureTrip: AgreeingStep = (object, names) => {
  const [distanceOf, distance] = findNumber(object, names, distanceName) ?? []
  if (distanceOf === undefined || distance === undefined) return
  const [, metres] = lengths.find(([pattern]) => pattern.test(names.get(distanceOf)?.snake ?? '')) ?? []
  const [name] = findNumber(object, names, /^(trip_|total_|travel_|route_)?duration_/) ?? []
  if (metres === undefined || name === undefined || !object.isFree(name)) return
  const seconds = (distance * metres) / 12
  object.values.set(name, Math.max(1, Math.round(seconds / (lengthOfTime(names.get(name)?.snake ?? '')?.unit ?? 1))))
}

export const aspectName = /^aspect(_ratio)?$/

/** Of a picture: its width by its height. */
export const measureAspect: AgreeingStep = (object, names) => {
  const [width, height] = [findNumber(object, names, /^width$/), findNumber(object, names, /^height$/)]
  const aspect = findNumber(object, names, aspectName)
  if (width && height && aspect && height[1] > 0 && object.isFree(aspect[0]))
    object.values.set(aspect[0], Math.round((width[1] / height[1]) * 100) / 100)
}

export const pixelsName =
  /(^|_)(pixels?_in_(image|picture)|total_pixels|pixel_count|num_pixels|number_of_pixels?_in_\w+)$/

/** Of a picture: its width times its height. */
export const countPixels: AgreeingStep = (object, names) => {
  const [width, height] = [findNumber(object, names, /^width$/), findNumber(object, names, /^height$/)]
  const pixels = findNumber(object, names, pixelsName)
  if (width && height && pixels && object.isFree(pixels[0])) object.values.set(pixels[0], width[1] * height[1])
}

/** From those who could see something to those who acted on it. */
const funnel: readonly RegExp[] = [
  /^(sent|sends|sent_count|send_count|recipients|recipients?_count)$/,
  /^(delivered|deliveries|delivered_count|delivery_count)$/,
  /^(impressions?|impressions?_count)$/,
  /^(views?|opens?|reads?|opened|viewed|(views?|opens?|reads?)_count)$/,
  /^(clicks?|clicked|clicks?_count)$/,
  /^(conversions?|converted|purchases|conversions?_count)$/,
]

/** Nobody clicks on what was not seen. */
export const narrowFunnel: AgreeingStep = (object, names) => {
  let most = Number.POSITIVE_INFINITY
  for (const pattern of funnel) {
    const [name, value] = findNumber(object, names, pattern) ?? []
    if (name === undefined || value === undefined) continue
    if (value > most && object.isFree(name)) object.values.set(name, Math.floor(most * 0.4))
    most = Math.min(most, findNumber(object, names, pattern)?.[1] ?? most)
  }
}

export const wordCountName = /^((total_)?words?_?count|(num|number_of)_words)$/

/** How many of it a text of one word has, as prose usually has. */
const textMeasures: readonly (readonly [RegExp, number])[] = [
  [/^((total_)?sentences?_?count|(num|number_of)_sentences)$/, 1 / 16],
  [/^((total_)?paragraphs?_?count|(num|number_of)_paragraphs)$/, 1 / 80],
  [/^((total_)?(char|character|letter)s?_?count|(num|number_of)_(chars|characters|letters))$/, 6],
]

/** The sentences of a text are fewer than its words, and its letters are more. */
export const measureText: AgreeingStep = (object, names) => {
  const [, words] = findNumber(object, names, wordCountName) ?? []
  if (words === undefined) return
  for (const [name, { snake }] of names) {
    const measure = textMeasures.find(([pattern]) => pattern.test(snake))
    const isLength = /^(avg|average|mean)_(sentence_length|words_per_sentence)$/.test(snake)
    if ((!measure && !isLength) || typeof object.values.get(name) !== 'number' || !object.isFree(name)) continue
    object.values.set(name, measure ? Math.max(1, Math.round(words * measure[1])) : 16)
  }
}

export const totalName = /^(total|total_?(items|results|records|elements|hits|entries)|num_?results|results?_?count)$/

/** `page` is not after the last one. */
export const limitPages: AgreeingStep = (object, names) => {
  const [page, pages] = [
    findNumber(object, names, /^(page|page_number|current_page)$/),
    findNumber(object, names, /^(pages|total_pages|page_count|last_page)$/),
  ]
  if (page && pages && page[1] > pages[1] && object.isFree(page[0])) object.values.set(page[0], 1)
}

/** `total` beside the only list, if it is not an amount. */
export const countOnlyList: AgreeingStep = ({ values, isFree }, names) => {
  const lists = [...values.values()].filter(isJsonArray)
  const [only] = lists
  if (!only || lists.length > 1) return
  if ([...names.values()].some(({ isMoney, snake }) => isMoney && !totalName.test(snake))) return
  for (const [name, { snake }] of names)
    if (totalName.test(snake) && Number.isInteger(values.get(name)) && isFree(name)) values.set(name, only.length)
}
