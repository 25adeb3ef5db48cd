/**
 * A number for a schema: in the range that people expect under the name of its property, within the bounds of the schema.
 */

import { createEan } from './check-digits.ts'
import { epochUnit, isEpochName } from './dates.ts'
import { placeOf, type ScalarContext, snakeCase } from './record-subject.ts'
import { fillDigits } from './text-by-format.ts'
import { datePartFor, momentFor } from './timeline.ts'

type Keywords = ScalarContext['keywords']

type Range = readonly [least: number, most: number]

/** Usual ranges by the name of the property in snake case. The first row whose pattern matches is used. */
const ranges: readonly (readonly [RegExp, ...Range])[] = [
  [/^(is|has|can|allows?)_/, 0, 1],
  [/(^|_)population$/, 200_000, 5_000_000],
  [
    /^(enabled|disabled|active|archived|hidden|visible|public|approved|verified|confirmed|published|blocked|locked)$/,
    0,
    1,
  ],
  [/(^|_)interval_?count$|^(repeat|recurrence)_?interval$/, 1, 2],
  [/(^|_)(exp|expiry|expiration)_?year$/, 2031, 2034],
  [/birth_?year|year_?of_?birth/, 1956, 2004],
  [/^year_of_|^founded(_in)?$|(^|_)year_?(built|founded|established|opened)|(^|_)built_?(in|year)?$/, 1985, 2015],
  [/(^|_)year(_|$)(?!s)/, 2021, 2025],
  [/year$/, 2021, 2025],
  [/month$/, 1, 12],
  [/day_?of_?week|week_?day$/, 0, 6],
  [/(^|_)week$/, 1, 52],
  [/(^|_)day$/, 1, 28],
  [/(^|_)hour$/, 8, 18],
  [/(^|_)minute$|(^|_)second$/, 0, 59],
  [/(pension|retirement)_?age$/, 60, 68],
  [/(^|_)age$/, 18, 80],
  [/(^|_)bpm$/, 70, 180],
  [/(^|_)(fps|frame_?rate)$/, 24, 60],
  [/(^|_)(sample|sampling)_?(rate|frequency)$/, 44_100, 48_000],
  [/(^|_)bit_?rate$/, 96_000, 320_000],
  [/(^|_)asn$|(^|_)as_?number$/, 64_512, 65_534],
  [/(^|_)mtu$/, 1280, 1500],
  [/(^|_)(calories|kcal|energy_?kcal)$/, 50, 800],
  [/(^|_)zoom(_?level)?$/, 1, 18],
  [/(sea_?level|atmospheric|barometric|air)_?pressure$/, 980, 1030],
  [/altitude|elevation/, 5, 400],
  [/(heading|bearing|azimuth|angle|rotation)$/, 0, 359],
  [/(^|_)percent(age)?(_value|_amount)?$|(^|_)(value|amount)_percent(age)?$/, 1, 40],
  [/(^|_)aspect(_ratio)?$/, 1.3, 1.8],
  [/(^|_)words?_?count$/, 200, 2000],
  [/(^|_)(char|character)s?_?count$/, 1000, 9000],
  [/power_?factor/, 0.85, 0.99],
  [/(^|_)voltage(_|$)|(^|_)volts$/, 220, 240],
  [/cvss/, 1, 9.8],
  [/(^|_)font_?size$/, 10, 24],
  [/(^|_)u_?height$|rack_units?$/, 1, 4],
  [/(^|_)mask$/, 24, 30],
  [
    /(^|_)(contribution|tax|vat|interest|discount|commission|fee|increase|decrease|margin|bonus|growth|change|bounce|error)_?(in_)?(percent|percentage|pct|ratio|rate)$/,
    1,
    15,
  ],
  [/(^|_)(max|maximum)_?(number_of_)?(attempts|retries|tries|depth|levels?)$/, 3, 10],
  [/(^|_)(goal|target|quota)(_?(amount|value|total))?$|annual_?(max|maximum|limit)/, 2_000, 9_000],
  [/(percent|percentage|ratio|progress|completion|pct|share|humidity|battery_?level)$/, 1, 100],
  [/(rating|stars)$/, 1, 5],
  [/(fx|exchange|conversion)_?rate$/, 0.8, 1.3],
  [/(tax|vat|interest|discount|commission)_?rate$/, 1, 20],
  [/rate$/, 1, 100],
  [/(^|_)(score|confidence|probability)$/, 1, 100],
  [/temperature/, 5, 30],
  [/(^|_)port$/, 8000, 9000],
  [/(prefix|mask|cidr)_?len(gth)?$/, 24, 30],
  [/(status_?code|http_?(status|code)|response_?code)$/, 200, 200],
  [/pixels?_in_|total_pixels?/, 500_000, 2_000_000],
  [/^(num|number_of|n|count)_pixels?/, 10_000, 100_000],
  [/(^|_)(dpi)$/, 72, 300],
  [/(^|_)(pixel|image|screen|video|thumbnail|photo)?_?(width|height)$|(^|_)[wh]$/, 200, 1600],
  [/(^|_)(bytes|file_?size|content_?length|byte_?count|size_?in_?bytes|filesize)$/, 2_000, 900_000],
  [/_(ms|millis|milliseconds)$/, 20, 900],
  [/_(kb|mb|mib|kib|gb|gib|tb)$/, 1, 64],
  [/(^|_)(speed|velocity)(_(kmh|kph|mph|km_h))?$/, 20, 90],
  [/(^|_)size$/, 1, 500],
  [
    /(duration|elapsed|timeout|interval|ttl|seconds|expires_?in|latency|runtime|wait_?time|_time)(_(s|ms|sec|seconds|in_seconds))?$/,
    10,
    600,
  ],
  [/(^|_)(minutes|mins)$/, 5, 90],
  [/(^|_)hours$/, 1, 24],
  [/(^|_)(days|weeks|months)$/, 1, 30],
  [/(^|_)years$/, 1, 10],
  [/(^|_)(adults|children|infants|(max_?)?occupancy|beds|bedrooms|bathrooms)$/, 1, 4],
  [/(max|maximum|limit|capacity|quota|cap)(_|$)/, 50, 500],
  [/(min|minimum)(_|$)/, 1, 10],
  [
    /(quantity|qty|counts?|pages?|num|nb|items|members|users|replies|comments|views|likes|followers|attempts|retries|stock|seats|guests|adults)$|^(num|number_of|n|count|cnt|no_of)_(?!pixel)/,
    1,
    20,
  ],
  [
    /(order|position|index|rank|ordinal|sequence|sort|priority|level|step|line|row|column|version|revision|attempt)(_?(number|no|index))?$/,
    1,
    9,
  ],
  [/(^|_)(id|ids|pk)$|[a-z]{3}id$/, 1, 999_999],
  [/(annual|yearly|gross|base)_?(income|salary|pay)$|(^|_)salary$/, 30_000, 120_000],
  [/(annual|yearly)_?(revenue|turnover|sales)$|market_?cap(italization)?$/, 200_000, 5_000_000],
  [/(unit_?price|price|fee|cost)$/, 5, 200],
  [/(tax|vat|discount|shipping|tip|surcharge|commission)(_?(amount|total|cost|fee))?$/, 1, 20],
  [/(amount|total|subtotal|balance|value|payment|paid|due|revenue|salary|income|budget|spend|spent|charge)$/, 50, 500],
  [/(^|_)status$/, 1, 3],
  [/(weight|mass)/, 1, 40],
  [/(distance|length|depth|radius|area|volume)/, 1, 100],
  [/(latency|delay)/, 1, 100],
  [/(hits|bandwidth|requests|impressions|clicks|visits|visitors|downloads|plays)/, 10, 5_000],
]

const isNumber = (value: unknown): value is number => typeof value === 'number'

export const generateNumber = (context: ScalarContext, isInteger: boolean): number => {
  const { keywords, random } = context
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

const fractional =
  /(price|amount|cost|fees?|total|sum|balance|rate|ratio|percent|percentage|weight|mass|distance|length|depth|temperature|score|probability|confidence|tax|vat|discount|revenue|salary|budget|value|average|avg|mean|median|speed|latitude|longitude|lat|lng|lon|area|volume|opacity|factor|multiplier|gross|net|paid|due|credit|debit|charge|share|change|open|high|low|close)$/

/** Documents often declare a whole number as a number. */
const isUsuallyWhole = ({ name, example, keywords }: ScalarContext): boolean => {
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
  const dated = datePartFor(context, snake)
  if (dated !== undefined) return dated
  const hour = hourOf(context, snake)
  if (hour !== undefined) return hour
  const isHttp = /\bhttp\b|response/i.test(`${owner} ${textOf(keywords.description)}`)
  if (snake === 'status' && isHttp) return 200
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

/** 123, 12345, 123123. */
const isCountedUp = (example: unknown): boolean =>
  isNumber(example) && (/^(123)+$/.test(String(example)) || /^1234(5(6(7(89?)?)?)?)?$/.test(String(example)))

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
  const size = example === undefined ? sizeFor(context, snake) : undefined
  if (size) return size
  const found = ranges.find(([pattern]) => pattern.test(snake))
  const isMinorUnit =
    isInteger &&
    typeof description === 'string' &&
    /\bcents?\b|smallest (currency )?unit|minor units?/i.test(description)
  if (isMinorUnit) return [500, 50_000]
  if (isNumber(example) && example > 0 && (!found || example > found[2] * 20))
    return [Math.max(isInteger ? 1 : 0.01, example / 2), Math.max(1, example * 1.5)]
  if (found) return [found[1], found[2]]
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
