/**
 * Numbers of which the name or the description says exactly what they are: moments, coordinates, codes, the status of a response.
 */
import { httpStatusOf } from './about.ts'
import { createEan } from './check-digits.ts'
import { epochUnit, isEpochName } from './dates.ts'
import { readNumber } from './described-numbers.ts'
import { placeOf, type ScalarContext, snakeCase } from './record-subject.ts'
import { fillDigits } from './text-by-format.ts'
import { datePartFor, momentFor } from './timeline.ts'

export const isNumber = (value: unknown): value is number => typeof value === 'number'

/** A point in time or a coordinate of the record's place. Undefined for any other number. */
export const knownNumber = (context: ScalarContext, isInteger: boolean): number | undefined => {
  const { name, owner, keywords, example } = context
  const snake = snakeCase(name)
  if (/(^|_)(lat|latitude)$/.test(snake)) return isInteger ? undefined : awayFrom(owner, placeOf(context).latitude)
  if (/(^|_)(lng|lon|long|longitude)$/.test(snake))
    return isInteger ? undefined : awayFrom(owner, placeOf(context).longitude)
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
  const place = placeInList(context, snake)
  if (place !== undefined) return place
  const clock = isInteger ? clockFor(context, snake) : undefined
  if (clock !== undefined) return clock
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
  const offset = /(^|_)(utc|gmt|time_?zone|tz)_?offset(_|$)|offset_from_utc|(^|_)time_?zone$/.test(snake)
    ? offsetIn(context)
    : undefined
  if (offset !== undefined) return offset
  const isCount =
    /(^|[_ ])(counts?|counters?)([_ ]|$)|stats?([_ ]|$)|statistic|metric|total|summary|insight/.test(
      snakeCase(owner),
    ) && !/_(at|on|date|time)$/.test(snake)
  const isEpoch =
    keywords.format === 'unix-time' ||
    isEpochExample(example) ||
    (isEpochName(name) && !isCount) ||
    (readNumber(keywords).isMoment && !isNumber(example) && !noMoment.test(snake)) ||
    (snake === 'time' && /creat|modif|updat/i.test(owner)) ||
    // `createTime: { seconds, nanos }`, unlike a time of the day.
    (/^seconds?$/.test(snake) && keywords.format !== 'int32' && isEpochName(owner.split(' ')[0] ?? '')) ||
    (snake === 'issued' && /token|key|certificate|session/i.test(owner))
  // An amount of 32 bits has no milliseconds.
  if (!isEpoch || (keywords.format === 'int32' && epochUnit(name, keywords, example) === 1)) return undefined
  return momentFor(context) / epochUnit(name, keywords, example)
}

/** A way through a city ends some kilometres from where it begins. */
const awayFrom = (owner: string, degrees: number): number =>
  /^(destination|drop_?off|arrival)(_|$)/.test(snakeCase(owner.split(' ')[0] ?? ''))
    ? Number((degrees + 0.03).toFixed(6))
    : degrees

/** `startTime: 930` beside `startDate`: hours and minutes, unless it counts from 1970. What ends does so eight hours later. */
const clockFor = (context: ScalarContext, snake: string): number | undefined => {
  const { keywords, example } = context
  const [, event = ''] = /^(start|end|begin|finish|from|to)_time$/.exec(snake) ?? []
  const isEpoch =
    /^(int64|unix-time)$/.test(String(keywords.format)) || isNumber(example) || readNumber(keywords).isMoment
  if (event === '' || context.isSchedule !== true || isEpoch) return undefined
  const at = new Date(momentFor(context))
  const clock = at.getUTCHours() * 100 + at.getUTCMinutes()
  return /^(end|finish|to)$/.test(event) ? Math.min(2359, clock + 800) : clock
}

/** What a description that is about a moment may also be about. */
const noMoment =
  /(count|duration|elapsed|offset|interval|window|version|zone|status|type|nano\w*|_id|(^|_)(id|code|num|number|ttl|age|size|limit))$/

const isHttpStatus =
  /(status_?code|http_?(status|code)|(?<!(avs|cvv|cvc|gateway|auth|issuer|processor)_)response_?code)$/

const placeNames =
  /^((\w+_)?(position|sequence|ordinal)(_?(number|no))?|(sort_|display_)?order|seq(_?no)?|(line|row|item|step)_?(number|no|index)|step|rank|index|level|number)$/

/** The items of a list are numbered as they follow each other. */
const placeInList = ({ ownerPointer = '', example }: ScalarContext, snake: string): number | undefined => {
  const [, item] = /\/(\d{1,3})$/.exec(ownerPointer) ?? []
  if (item === undefined || !placeNames.test(snake)) return undefined
  const first =
    isNumber(example) && Number.isInteger(example) && example > 9 ? example : snake.endsWith('index') ? 0 : 1
  return first + Number(item)
}

/** The first page, so that it is not after the last one. */
const pageOf = (snake: string): number | undefined => {
  if (/^(current_?)?page(_?(number|no|num|nr))?$/.test(snake)) return 1
  return /^(page_?index|offset|skip|start_?(at|index))$/.test(snake) ? 0 : undefined
}

export const textOf = (description: unknown): string => (typeof description === 'string' ? description : '')

/** When something opens or closes on each day: hours, or minutes or seconds of the day if the description names that unit. */
const hourOf = ({ owner, keywords, example }: ScalarContext, snake: string): number | undefined => {
  const [, opens, closes] =
    /^(?:(opens?|opening|start|from)|(closes?|closing|end|to))(?:_(?:at|time|hour))?$/.exec(snake) ?? []
  if (!(opens ?? closes) || !/(^|_)hours?(_|$)|opening|^(mon|tue|wed|thu|fri|sat|sun)/.test(snakeCase(owner)))
    return undefined
  if (isNumber(example)) return undefined
  const said = textOf(keywords.description)
  // `startTime: 900`, `startHour: 9`
  const hour = /_time$/.test(snake) && !/hour/i.test(said) ? 100 : 1
  return (opens ? 9 : 17) * (/second/i.test(said) ? 3600 : /minute/i.test(said) ? 60 : hour)
}

/** A number that is a code: of a telephone, a post office, an account, an article. */
const numberOfDigits = (context: ScalarContext, snake: string): number | undefined => {
  const { random, keywords } = context
  const fits = (value: number): number | undefined =>
    keywords.format === 'int32' && value > 2_147_483_647 ? undefined : value
  if (/(^|_)(phone|mobile|telephone|fax|cell|msisdn)(_?(number|no|nr))?$/.test(snake))
    return fits(Number(fillDigits(random, placeOf(context).phone)))
  if (/(^|_)(postal_?code|post_?code|zip(_?code)?|plz)$/.test(snake)) return random.integer(10_001, 99_950)
  if (/(^|_)last_?(4|four)?(_?digits)?$/.test(snake) && /digits|4|four/.test(snake)) return random.integer(1001, 9999)
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
