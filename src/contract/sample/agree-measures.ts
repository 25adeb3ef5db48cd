/**
 * Makes the measures of one object agree: an age fits a date of birth, a mean is between the lowest and the highest value.
 */
import { lengthOfTime } from './agree-spans.ts'
import { type Agreeable, type AgreeingStep, findName, findText, hasName, type Names } from './agreeable.ts'

/** The value of the first property whose name matches. */
const findNumber = ({ values }: Agreeable, names: Names, pattern: RegExp): readonly [string, number] | undefined => {
  for (const { name, snake } of names.values()) {
    const value = values.get(name)
    if (typeof value === 'number' && pattern.test(snake)) return [name, value]
  }
  return undefined
}

/** Values are of this year. */
const thisYear = 2025

/** `year_of_birth` is the year of `date_of_birth`. */
export const agreeBirthYear: AgreeingStep = ({ values, isFree }, names) => {
  const born = findName(
    names,
    (name, { snake }) =>
      /^(birth_?(day|date)|date_of_birth|dob)$/.test(snake) && /^\d{4}-/.test(String(values.get(name))),
  )
  if (born === undefined) return
  const year = String(values.get(born)).slice(0, 4)
  for (const { name, snake } of names.values()) {
    const value = values.get(name)
    if (!/^(birth_?year|year_of_birth)$/.test(snake) || !isFree(name)) continue
    if (typeof value === 'string' || typeof value === 'number')
      values.set(name, typeof value === 'string' ? year : Number(year))
  }
}

export const agreeAge: AgreeingStep = (object, names) => {
  const age = findNumber(object, names, /^age$/)
  if (!age || !object.isFree(age[0])) return
  for (const { name, snake } of names.values()) {
    const born = object.values.get(name)
    if (typeof born === 'string' && /birth|dob|born/.test(snake) && /^\d{4}-/.test(born))
      object.values.set(age[0], thisYear - Number(born.slice(0, 4)))
  }
}

export const orderedName = /^(high|low|max|maximum|p9\d)(_price)?$|_price(_per_unit)?$|^(msrp|rrp)$/

/** Prices of a thing and of a day, and percentiles, from low to high. */
const ascending: readonly (readonly RegExp[])[] = [
  [
    /^(cost|unit_cost|(cost|purchase|buying|wholesale)_price)$/,
    /^(sale|special|discount|discounted|promo|promotional|promotion|offer|reduced)_price$/,
    /^(unit_)?price$|^(price|amount)_per_unit$/,
    /^(regular|original|list|retail|compare_at|full|old|recommended)_price(_per_unit)?$|^(msrp|rrp)$/,
  ],
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

const unitPrice = /^(unit_)?price$|^(price|amount)_per_unit$/

/** The price that the quantity is multiplied with stays, and the others are put below or above it. */
const keepUnit = (
  { values, isFree }: Agreeable,
  found: readonly (readonly [string, number])[],
  unit: readonly [string, number],
): void => {
  const at = found.indexOf(unit)
  for (const [index, [name, value]] of found.entries()) {
    const isPossible = index < at ? value <= unit[1] : value >= unit[1]
    if (!isPossible && isFree(name)) values.set(name, unit[1])
  }
}

export const orderValues: AgreeingStep = (object, names) => {
  for (const patterns of ascending) {
    const all = patterns.flatMap((pattern) => {
      const one = findNumber(object, names, pattern)
      return one ? [one] : []
    })
    const unit = all.find(([name]) => unitPrice.test(names.get(name)?.snake ?? ''))
    if (unit && hasName(names, (_, { snake }) => /^(quantity|qty)$/.test(snake))) {
      keepUnit(object, all, unit)
      continue
    }
    const found = all.filter(([name]) => object.isFree(name))
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
  const [, ratio] = findText(object, names, aspectName, /^\d{1,3}:\d{1,3}$/) ?? []
  if (ratio !== undefined) return keepRatio(object, ratio, aspect?.[0], [width, height])
  if (width && height && aspect && height[1] > 0 && object.isFree(aspect[0]))
    object.values.set(aspect[0], Math.round((width[1] / height[1]) * 100) / 100)
}

/** `16:9` */
const keepRatio = (
  { values, isFree }: Agreeable,
  ratio: string,
  aspect: string | undefined,
  [width, height]: readonly (readonly [string, number] | undefined)[],
): void => {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  if (across === 0 || down === 0) return
  if (aspect !== undefined && isFree(aspect)) values.set(aspect, Math.round((across / down) * 100) / 100)
  if (width && height && isFree(height[0])) values.set(height[0], Math.max(1, Math.round((width[1] * down) / across)))
}

export const pixelsName =
  /(^|_)(pixels?_in_(image|picture)|total_pixels|pixel_count|num_pixels|number_of_pixels?_in_\w+)$/

/** Of a picture: its width times its height. */
export const countPixels: AgreeingStep = (object, names) => {
  const [width, height] = [findNumber(object, names, /^width$/), findNumber(object, names, /^height$/)]
  const pixels = findNumber(object, names, pixelsName)
  if (width && height && pixels && object.isFree(pixels[0])) object.values.set(pixels[0], width[1] * height[1])
}

const reactions =
  /^((user_)?(likes?|repl(y|ies)|retweets?|quotes?|comments?|shares?|reactions?|saves?|bookmarks?|reposts?)(_count)?|(num|number_of)_(likes|replies|comments|shares))$/
const shown = /^(impressions?|views?|reach|plays?|playbacks?|page_?views?)(_count)?$/

/** More have seen a post than answered it. */
export const showToMore: AgreeingStep = ({ values, isFree }, names) => {
  const counts = [...names].flatMap(([name, { snake }]) => {
    const value = values.get(name)
    return reactions.test(snake) && typeof value === 'number' ? [value] : []
  })
  const most = Math.max(0, ...counts)
  for (const { name, snake } of names.values()) {
    const seen = values.get(name)
    if (shown.test(snake) && typeof seen === 'number' && seen <= most && isFree(name))
      values.set(name, most * 13 + seen)
  }
}

export const roomsName = /^((num|number_of|no_of)_)?rooms(_count)?$|^room_count$/

/** Nobody books a room for no one. */
export const fillRooms: AgreeingStep = (object, names) => {
  const [people] = [
    findNumber(object, names, /^(adults|guests|persons|pax|occupants|number_of_(adults|guests|persons))$/),
  ]
  const rooms = findNumber(object, names, roomsName)
  if (people && rooms && rooms[1] > people[1] && object.isFree(rooms[0])) object.values.set(rooms[0], 1)
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
  for (const { name, snake } of names.values()) {
    const measure = textMeasures.find(([pattern]) => pattern.test(snake))
    const isLength = /^(avg|average|mean)_(sentence_length|words_per_sentence)$/.test(snake)
    if ((!measure && !isLength) || typeof object.values.get(name) !== 'number' || !object.isFree(name)) continue
    object.values.set(name, measure ? Math.max(1, Math.round(words * measure[1])) : 16)
  }
}
