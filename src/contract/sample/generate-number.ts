/**
 * A number for a schema: in the range that people expect under the name of its property, within the bounds of the schema.
 */

import { createRandom, type Random } from '../values/random.ts'
import { httpStatusOf } from './about.ts'
import { createEan } from './check-digits.ts'
import { epochUnit, isEpochName } from './dates.ts'
import { type Range, ranges } from './number-ranges.ts'
import { readQuantity } from './quantities.ts'
import { placeOf, type ScalarContext, snakeCase } from './record-subject.ts'
import { fillDigits } from './text-by-format.ts'
import { datePartFor, momentFor } from './timeline.ts'

type Keywords = ScalarContext['keywords']

const isNumber = (value: unknown): value is number => typeof value === 'number'

export const generateNumber = (context: ScalarContext, isInteger: boolean): number => {
  const { keywords } = context
  const random = sharesMagnitude(context) ? magnitudeOf(context) : context.random
  const isWhole = isInteger || isUsuallyWhole(context)
  const step = isNumber(keywords.multipleOf) && keywords.multipleOf > 0 ? keywords.multipleOf : isWhole ? 1 : 0.01
  const above = isNumber(keywords.exclusiveMinimum) ? keywords.exclusiveMinimum : undefined
  const below = isNumber(keywords.exclusiveMaximum) ? keywords.exclusiveMaximum : undefined
  const minimum = isNumber(keywords.minimum) ? keywords.minimum : undefined
  const maximum = isNumber(keywords.maximum) ? keywords.maximum : undefined
  const least = Math.max(minimum ?? Number.NEGATIVE_INFINITY, above ?? Number.NEGATIVE_INFINITY)
  const most = Math.min(maximum ?? Number.POSITIVE_INFINITY, below ?? Number.POSITIVE_INFINITY)
  const known = knownNumber(context, isInteger)
  const isWithin = known !== undefined && known > least && known < most && keywords.multipleOf === undefined
  if (known !== undefined && isWithin) return known
  const [low, high] = narrow(rangeFor(context, isWhole), least, most)
  const first = Math.ceil(low / step) + (Math.ceil(low / step) * step === above ? 1 : 0)
  const last = Math.floor(high / step) - (Math.floor(high / step) * step === below ? 1 : 0)
  // The range is narrower than a step.
  if (first > last) return isInteger ? Math.ceil(low) : (low + high) / 2
  return round(random.integer(first, last) * step)
}

/** What nobody compares with the other numbers of a record. */
const independent =
  /(follower|following|friend|like|comment|view|post|photo|repl(y|ies)|share|star|fork|favorite|favourite|watcher|vote|rating|review|play|width|height)s?(_count)?$/

/**
 * Whether a number is at the same place within its range as the others of its record, so that no part is above its whole, whatever
 * they are called: counts, and numbers like documented ones, which were of one magnitude in the mind of their author.
 */
const sharesMagnitude = ({ name, example, isItem }: ScalarContext): boolean => {
  if (isItem === true) return false
  const snake = snakeCase(name)
  const quantity = readQuantity(snake)
  const isMoney = quantity?.isMeasure === true && /(^|_)(amount|price|cost|value|salary)s?(_|$)/.test(snake)
  return quantity && !isMoney
    ? !independent.test(snake)
    : isNumber(example) && !/(^|_)(id|code|year|port|lat|lng|version)$/.test(snake)
}

const magnitudeOf = ({ seed, recordPointer }: ScalarContext): Random => createRandom(seed, recordPointer, 'magnitude')

const fractional =
  /(price|amount|cost|fees?|total|sum|balance|rate|ratio|percent|percentage|weight|mass|distance|length|depth|temperature|score|probability|confidence|tax|vat|discount|revenue|salary|budget|value|average|avg|mean|median|speed|latitude|longitude|lat|lng|lon|area|volume|opacity|factor|multiplier|gross|net|paid|due|credit|debit|charge|share|change|open|high|low|close)$/

/** Documents often declare a whole number as a number. */
const isUsuallyWhole = ({ name, owner, example, keywords }: ScalarContext): boolean => {
  // `issueCountsBySeverity: { high, low }`
  if (/(^|_)(counts?|tally|histogram)(_|$)/.test(snakeCase(owner.split(' ')[0] ?? ''))) return true
  if (
    /(count|bytes|content_length|(max|min|maximum|minimum)_?length|file_?size|(^|_)(width|height)|_id|(^|_)(id|year|page|index|quantity|port|age|adults|seats))$/.test(
      snakeCase(name),
    )
  )
    return true
  if (isNumber(example)) return Number.isInteger(example)
  if (keywords.format === 'float' || keywords.format === 'double' || name === '') return false
  const { minimum, maximum } = keywords
  return (
    ![minimum, maximum].some((bound) => isNumber(bound) && !Number.isInteger(bound)) &&
    !fractional.test(snakeCase(name))
  )
}

/** A point in time or a coordinate of the record's place. Undefined for any other number. */
const knownNumber = (context: ScalarContext, isInteger: boolean): number | undefined => {
  const { name, owner, keywords, example } = context
  const snake = snakeCase(name)
  if (/(^|_)(lat|latitude)$/.test(snake)) return isInteger ? undefined : placeOf(context).latitude
  if (/(^|_)(lng|lon|long|longitude)$/.test(snake)) return isInteger ? undefined : placeOf(context).longitude
  // GeoJSON has the longitude first.
  if (/^(coordinate|coord)$/.test(snake) && context.isItem === true && !isInteger)
    return context.index === 1 ? placeOf(context).latitude : placeOf(context).longitude
  // `ip.version` and `ip.family` are not the versions of a record.
  const isOfAddress =
    /^(version|family)$/.test(snake) && /(^|_)(ip|ips|prefix|prefixes|subnets?)(_|$)/.test(snakeCase(owner))
  if (isOfAddress || /^ip_?(version|family)$/.test(snake)) return 4
  // Every week, not every 331 weeks.
  if (snake === 'interval' && /recur|repeat|frequenc|plan|price|billing/i.test(owner)) return 1
  // The first page exists, whatever the total is.
  if (/^(page|page_?(number|no|num)|current_?page)$/.test(snake)) return 1
  if (/^(offset|skip|start_?index|page_?offset)$/.test(snake)) return 0
  const dated = datePartFor(context, snake)
  if (dated !== undefined) return dated
  const hour = hourOf(context, snake)
  if (hour !== undefined) return hour
  const isHttp = /\bhttp\b|response/i.test(`${owner} ${textOf(keywords.description)}`)
  if ((snake === 'status' && isHttp) || isHttpStatus.test(snake)) return httpStatusOf(context)
  const page = example === undefined ? pageOf(snake) : undefined
  if (page !== undefined) return page
  const code = isInteger ? numberOfDigits(context, snake) : undefined
  if (code !== undefined) return code
  const offset = /(^|_)(utc|gmt|time_?zone|tz)_?offset(_|$)|offset_from_utc/.test(snake) ? offsetIn(context) : undefined
  if (offset !== undefined) return offset
  const isCount =
    /(^|[_ ])(counts?|counters?)([_ ]|$)|stats?([_ ]|$)|statistic|metric|total|summary|insight/.test(
      snakeCase(owner),
    ) && !/_(at|on|date|time)$/.test(snake)
  const isEpoch =
    keywords.format === 'unix-time' ||
    isEpochExample(example) ||
    (isEpochName(name) && !isCount) ||
    (snake === 'time' && /creat|modif|updat/i.test(owner)) ||
    (snake === 'issued' && /token|key|certificate|session/i.test(owner))
  // An amount of 32 bits has no milliseconds.
  if (!isEpoch || (keywords.format === 'int32' && epochUnit(name, keywords, example) === 1)) return undefined
  return momentFor(context) / epochUnit(name, keywords, example)
}

const isHttpStatus =
  /(status_?code|http_?(status|code)|(?<!(avs|cvv|cvc|gateway|auth|issuer|processor)_)response_?code)$/

/** The first page, so that it is not after the last one. */
const pageOf = (snake: string): number | undefined => {
  if (/^(current_?)?page(_?(number|no|num|nr))?$/.test(snake)) return 1
  return /^(page_?index|offset|skip|start_?(at|index))$/.test(snake) ? 0 : undefined
}

const textOf = (description: unknown): string => (typeof description === 'string' ? description : '')

/** When something opens or closes on each day: hours, or minutes or seconds of the day if the description names that unit. */
const hourOf = ({ owner, keywords, example }: ScalarContext, snake: string): number | undefined => {
  const [, opens, closes] =
    /^(?:(opens?|opening|start|from)|(closes?|closing|end|to))(?:_(?:at|time|hour))?$/.exec(snake) ?? []
  if (!(opens ?? closes) || !/(^|_)hours?(_|$)|opening|^(mon|tue|wed|thu|fri|sat|sun)/.test(snakeCase(owner)))
    return undefined
  if (isNumber(example)) return undefined
  const said = textOf(keywords.description)
  return (opens ? 9 : 17) * (/second/i.test(said) ? 3600 : /minute/i.test(said) ? 60 : 1)
}

/** A number that is a code: of a telephone, a post office, an account, an article. */
const numberOfDigits = (context: ScalarContext, snake: string): number | undefined => {
  const { random, keywords } = context
  const fits = (value: number): number | undefined =>
    keywords.format === 'int32' && value > 2_147_483_647 ? undefined : value
  if (/(^|_)(phone|mobile|telephone|fax|cell|msisdn)(_?(number|no|nr))?$/.test(snake))
    return fits(Number(fillDigits(random, placeOf(context).phone)))
  if (/(^|_)(postal_?code|post_?code|zip(_?code)?|plz)$/.test(snake)) return random.integer(10_001, 99_950)
  if (/(^|_)(ean|upc|gtin|barcode)(_?1[234])?$/.test(snake)) return fits(Number(createEan(random)))
  if (/(^|_)(bank_)?account_?(number|no)$/.test(snake)) return fits(random.integer(1_000_000_000, 9_999_999_999))
  return undefined
}

/** In the unit that the description or the bounds suggest. */
const offsetIn = (context: ScalarContext): number => {
  const { keywords, example, name } = context
  const said = `${snakeCase(name)} ${textOf(keywords.description)}`
  const hours = placeOf(context).utcOffset
  if (/second/i.test(said) || (isNumber(example) && Math.abs(example) > 840)) return hours * 3600
  return /minute/i.test(said) || (isNumber(example) && Math.abs(example) > 14) ? hours * 60 : hours
}

/** Between 2001 and 2065, in seconds or milliseconds. */
const isEpochExample = (example: unknown): boolean =>
  isNumber(example) && ((example > 1e9 && example < 3e9) || (example > 1e12 && example < 3e12))

/** Of persons in centimetres and kilograms, of things that have a weight or a length in any unit: not in pixels. */
const sizeFor = ({ isPerson, isThing }: ScalarContext, snake: string): Range | undefined => {
  if (isPerson && /^(body_?)?height(_?cm)?$/.test(snake)) return [155, 195]
  if (isPerson && /^(body_?)?weight(_?kg)?$/.test(snake)) return [50, 95]
  return isThing === true && /^((package|box|product|item|shipping)_)?(width|height|depth|length)(_cm)?$/.test(snake)
    ? [5, 60]
    : undefined
}

/** In the unit that the description names. */
const sizeUnit = (snake: string, description: string): Range | undefined => {
  if (!/size|bytes|limit|memory|storage|quota|disk|space|usage|ram|volume/.test(snake)) return undefined
  if (/\bin (mb|mib|gb|gib|mega-?bytes?|giga-?bytes?|mebibytes?|gibibytes?)\b/i.test(description)) return [1, 64]
  return /\bin (kb|kib|kilo-?bytes?)\b/i.test(description) ? [10, 900] : undefined
}

/** A picture is as large as its name says. */
const sideFor = (owner: string): Range | undefined => {
  const [own = ''] = owner.split(' ')
  // `watermark_1500`
  const side = Number(/_(\d{2,4})(px|w|h|p)?$/.exec(own)?.[1] ?? 0)
  if (side >= 16) return [Math.round(side * 0.6), side]
  return [
    [/(^|_)(thumb\w*|icon|tiny|mini|small_thumb\w*)(_|$)/, [80, 160]] as const,
    [/(^|_)(small|low\w*|preview|downsampled)(_|$)/, [240, 320]] as const,
    [/(^|_)(medium|standard\w*|normal)(_|$)/, [600, 800]] as const,
    [/(^|_)(large|high\w*|original|full\w*|max\w*)(_|$)/, [1200, 1600]] as const,
  ].find(([pattern]) => pattern.test(snakeCase(own)))?.[1]
}

/** 123, 12345, 123123. */
const isCountedUp = (example: unknown): boolean =>
  isNumber(example) && (/^(123)+$/.test(String(example)) || /^1234(5(6(7(89?)?)?)?)?$/.test(String(example)))

/** An example of a count that was thought of beside others: not 1, 10, 100 or 99. */
const isTellingCount = (example: unknown): boolean =>
  isNumber(example) && example > 11 && Number.isInteger(example) && !/^(10+|(\d)\2+|123\d*)$/.test(String(example))

const rangeFor = (context: ScalarContext, isInteger: boolean): Range => {
  const { name, keywords } = context
  // Tools write such numbers.
  const example = isCountedUp(context.example) ? undefined : context.example
  const { description } = keywords
  const snake = snakeCase(name)
  const isFraction =
    !isInteger &&
    (/(confidence|probability|ratio|alpha|opacity|similarity|power_?factor|fraction|(scale|scaling|decay|discount|damping)\w*_factor)$/.test(
      snake,
    ) ||
      (isNumber(example) && example > 0 && example < 1))
  if (isFraction) return [0.05, 0.95]
  const side = /(^|_)(width|height)$/.test(snake)
    ? (sideFor(snake.replace(/_?(max|min)_?/, '')) ?? sideFor(context.owner))
    : undefined
  if (side) return side
  const size = example === undefined ? sizeFor(context, snake) : undefined
  if (size) return size
  const found = ranges.find(([pattern]) => pattern.test(snake))
  const unit = example === undefined ? sizeUnit(snake, textOf(description)) : undefined
  if (unit) return unit
  const isMinorUnit =
    isInteger &&
    typeof description === 'string' &&
    /\bcents?\b|smallest (currency )?unit|minor units?/i.test(description)
  if (isMinorUnit && !(isNumber(example) && example > 11)) return [500, 50_000]
  if (isNumber(example) && example > 100 && /percent|(^|_)pct(_|$)/.test(snake)) return [1, 40]
  if (/^(value|amount)$/.test(snake) && /accelerat/i.test(context.owner)) return [4, 12]
  const isCounted = found !== undefined && readQuantity(snake)?.isMeasure === false && isTellingCount(example)
  if (isNumber(example) && example > 0 && (!found || isCounted || example > found[2] * 20))
    return [Math.max(isInteger ? 1 : 0.01, example / 2), Math.max(1, example * 1.5)]
  if (/^(rate|percent|percentage)$/.test(snake) && /(^|_)(tax(es)?|vat)(_|$)/.test(snakeCase(context.owner)))
    return [5, 25]
  if (found) return [found[1], found[2]]
  if (isInteger && !hasBounds(keywords) && readQuantity(snake)?.isMeasure === false) return [1, 20]
  // A small number contradicts few others.
  return isInteger && !hasBounds(keywords) ? [1, 9] : [1, 100]
}

/** Whether the schema says itself how large a number is. */
const hasBounds = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Keywords): boolean =>
  [maximum, exclusiveMinimum, exclusiveMaximum, multipleOf].some(isNumber) || (isNumber(minimum) && minimum > 1)

/** The usual range within the bounds; if they exclude it, a range of the same length at the nearer bound. */
const narrow = ([from, to]: Range, least: number, most: number): Range => {
  if (least <= to && most >= from) return [Math.max(from, least), Math.min(to, most)]
  return most < from ? [Math.max(least, most - (to - from)), most] : [least, Math.min(most, least + (to - from))]
}

/** Without the error of floating-point arithmetic: 0.30000000000000004 becomes 0.3. */
const round = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(12)))
