/**
 * Moments for the names of properties, in the order of a record's life: it is created, begins, ends, is changed, and expires in
 * the future. What begins and ends in one object lasts as long as such things usually do.
 */
import { createRandom } from '../values/random.ts'
import type { ScalarContext } from './record-subject.ts'
import { snakeCase } from './record-subject.ts'
import { stemOf } from './states.ts'

/** From and to, as dates; the first row whose pattern matches is used. */
const periods: readonly (readonly [pattern: RegExp, from: string, to: string])[] = [
  [/birth|dob|born/, '1956-01-01', '2004-12-28'],
  [/found(ed|ing)|established|incorporat/, '1985-01-01', '2015-12-28'],
  [/expir|valid_?(to|until|thru|till)|not_?after|renew|sunset|(^|_)until/, '2031-01-01', '2034-12-28'],
  [/matur/, '2029-01-01', '2030-12-28'],
  [/due|deadline|next|upcoming|trial_?end|period_?end/, '2025-07-01', '2025-12-28'],
  [/updat|modif|chang|last|seen|latest|recent|sync|edit|refresh|check(?!_?(in|out))/, '2025-01-01', '2025-06-28'],
  [/creat|insert|regist|added|signed_?up|issued|placed|ordered|invit/, '2024-01-01', '2024-06-28'],
  [/commit|author/, '2023-12-01', '2023-12-28'],
  [/effective/, '2024-06-15', '2024-06-28'],
  [/activat|submit|receiv|joined|since/, '2024-07-01', '2024-09-28'],
  [/shipp|dispatch/, '2024-09-24', '2024-09-28'],
  [/deliver/, '2024-10-01', '2024-10-04'],
  [/settl/, '2024-12-29', '2024-12-30'],
  [/(^|_)eta$|estimat|planned|expected|schedul/, '2024-10-01', '2024-12-28'],
  [/clos|cancel|delet|archiv|resolv|paid|refund|leav|destroy|(^|_)left/, '2024-10-01', '2024-12-28'],
]
const usual = ['2024-07-01', '2024-09-28'] as const

const dayLength = 86_400

/** Epoch milliseconds, in whole seconds. Names for the same event in one object have the same moment: `createdAt` and `created_date`. */
export const momentFor = (context: ScalarContext): number => {
  const { name, owner } = context
  const snake = snakeCase(name)
  const said = /^(date|time|datetime|timestamp|at|value)?$/.test(snake) && owner !== '' ? snakeCase(owner) : snake
  const span = spanOf(said)
  if (span) return momentOfSpan(context, span) * 1000
  const row = periods.findIndex(([pattern]) => pattern.test(said))
  const [, from, to] = periods[row] ?? [undefined, ...usual]
  return momentBetween(context, [said === snake ? '' : said, eventOf(said)], from, to) * 1000
}

/** Seconds. */
const momentBetween = (
  { seed, personPointer, recordPointer }: ScalarContext,
  about: readonly string[],
  from: string,
  to: string,
): number => {
  // The events of one person are at different times.
  const at = recordPointer.length > personPointer.length ? recordPointer : personPointer
  const random = createRandom(seed, at, 'moment', ...about)
  const day = random.integer(Date.parse(from) / 1000 / dayLength, Date.parse(to) / 1000 / dayLength)
  // Nobody works at night.
  return day * dayLength + random.integer(7 * 3600, 19 * 3600)
}

/** Words that only say how a time is written. */
const forms = new Set(
  'at on date time datetime timestamp utc gmt local iso unix epoch ms millis seconds str string formatted readable human ts when day iso8601'.split(
    ' ',
  ),
)

/** The event without its form: `creat` of `creation_time` and of `date_created`. */
const eventOf = (snake: string): string =>
  snake
    .split('_')
    .filter((word) => !forms.has(word))
    .map((word) => (word.startsWith('creat') ? 'creat' : stemOf(word)))
    .join('_')

interface Span {
  /** What begins and ends: `period` of `period_start`. */
  readonly about: string
  readonly isEnd: boolean
  readonly isPlanned: boolean
}

const beginning =
  /^(starts?|started|starting|begins?|began|begun|beginning|from|opens?|opening|depart(s|ed|ure|ing)?|checkin|in)$/
const ending =
  /^(ends?|ended|ending|finish(es|ed)?|stop(s|ped)?|complet(es?|ed|ion)|to|arriv(es?|al|ed|ing)|checkout|out)$/
const plans = /^(schedul|plan|expect|estimat|target|propos)/

/** Undefined if the name says neither that something begins nor that it ends. */
const spanOf = (snake: string): Span | undefined => {
  const words = snake.replace(/check_(in|out)/, 'check$1').split('_')
  if (/expir|valid_?(to|until|thru|till)|birth|updat|modif|^last|^next/.test(snake)) return undefined
  const isEnd = words.some((word) => ending.test(word))
  if (!isEnd && !words.some((word) => beginning.test(word))) return undefined
  const about = words.filter(
    (word) => !(ending.test(word) || beginning.test(word) || plans.test(word) || forms.has(word)),
  )
  return { about: about.map(stemOf).join('_'), isEnd, isPlanned: words.some((word) => plans.test(word)) }
}

const long =
  /period|contract|subscri|trial|term|employ|leas|campaign|season|policy|insur|project|plan|member|school|fiscal|financial|semester|academic|coverage|licen|agree|promo|discount|offer|coupon|sale|polic|position|education|experience|tax|budget|sprint|mileston|rental|standing|recurr|statement|billing|invoice|cycle/
const stay =
  /event|conference|festival|visit|race|match|check|stay|reserv|guest|hotel|room|holiday|vacation|leave|absence|trip|travel|tour/

/** An end is as long after its beginning as such things usually last. Seconds. */
const momentOfSpan = (context: ScalarContext, { about, isEnd, isPlanned }: Span): number => {
  const { name, owner, keywords, seed, personPointer } = context
  const start = momentBetween(context, ['span', about], '2024-07-01', '2024-09-20') - (isPlanned ? 300 : 0)
  if (!isEnd) return start
  const snake = snakeCase(`${owner} ${name}`)
  const random = createRandom(seed, personPointer, 'span', about)
  const isDay =
    keywords.format === 'date' || (/(^|_)(date|day)(_|$)/.test(snakeCase(name)) && keywords.format !== 'date-time')
  if (long.test(snake)) return start + random.integer(30, 90) * dayLength
  if (stay.test(snake)) return start + random.integer(1, 7) * dayLength
  if (isDay) return start + random.integer(14, 60) * dayLength
  return start + random.integer(15, 110) * 60
}

const isoOf = (moment: number): string => new Date(moment).toISOString()
export const dateOf = (moment: number): string => isoOf(moment).slice(0, 10)
export const timeOf = (moment: number): string => isoOf(moment).slice(11, 19)
export const dateTimeOf = (moment: number): string => `${isoOf(moment).slice(0, 19)}Z`

const pad = (value: number): string => String(value).padStart(2, '0')

/** How documents write times, the most usual first. */
export const timeShapes = (moment: number): readonly string[] => {
  const at = new Date(moment)
  const [year, month, day] = [String(at.getUTCFullYear()), pad(at.getUTCMonth() + 1), pad(at.getUTCDate())]
  const [hour, minute, second] = [pad(at.getUTCHours()), pad(at.getUTCMinutes()), pad(at.getUTCSeconds())]
  const [date, time] = [`${year}-${month}-${day}`, `${hour}:${minute}:${second}`]
  return [
    `${date}T${time}Z`,
    date,
    `${date}T${time}.000Z`,
    `${date}T${time}`,
    `${date}T${time}+00:00`,
    `${date}T${time}+0000`,
    `${date}T${time}.000+0000`,
    `${date}T${time}.000000Z`,
    `${date}T${time}.000`,
    `${date} ${time}`,
    `${date} ${time}.000000`,
    `${date} ${time} UTC`,
    `${date} ${hour}:${minute}`,
    `${date}T${hour}:${minute}Z`,
    `${date}T${hour}:${minute}`,
    time,
    `${hour}:${minute}`,
    `${time}Z`,
    `${time}.000`,
    `${month}/${day}/${year}`,
    `${day}/${month}/${year}`,
    `${day}.${month}.${year}`,
    `${day}-${month}-${year}`,
    `${year}/${month}/${day}`,
    `${year}-${month}`,
    `${month}/${year}`,
    `${month}/${year.slice(2)}`,
    `${year}${month}${day}`,
    `${year}${month}${day}T${hour}${minute}${second}Z`,
    `${year}${month}${day}${hour}${minute}${second}`,
    at.toUTCString(),
    `${year}${month}`,
    year,
    String(moment / 1000),
    String(moment),
  ]
}

/** The shape without its digits: 0000-00-00. */
const outlineOf = (text: string): string => text.replace(/\d/g, '0').replace(/[A-Z][a-z]{2}\b/g, 'Aaa')

/** The moment as the example is written; undefined if the example is not a time. */
export const likeExample = (moment: number, example: unknown): string | undefined => {
  if (typeof example !== 'string') return undefined
  const outline = outlineOf(example)
  return timeShapes(moment).find((shape) => outlineOf(shape) === outline)
}

/** How many milliseconds the unit of an epoch time has, by its name, description, example and bounds. Default: seconds. */
export const epochUnit = (name: string, keywords: Readonly<Record<string, unknown>>, example?: unknown): 1 | 1000 => {
  const { description, format, maximum, minimum } = keywords
  const text = typeof description === 'string' ? description : ''
  const known = [example, minimum, maximum].find((value) => typeof value === 'number' && value > 100_000_000)
  if (typeof known === 'number') return known > 20_000_000_000 ? 1 : 1000
  if (/milli|(^|_)(ms|millis)$/i.test(snakeCase(name)) || /millisecond|\bms\b/i.test(text)) return 1
  if (format === 'unix-time' || /second|unix/i.test(text)) return 1000
  // In Java and JavaScript times are milliseconds, and names are in camel case.
  return format === 'int64' && /[a-z](At|On|Time|Date|Timestamp)$/.test(name) ? 1 : 1000
}

/** Whether a number of this name is a point in time. */
export const isEpochName = (name: string): boolean => {
  const snake = snakeCase(name)
  if (/(^|_)(relative|offset)(_|$)/.test(snake)) return false
  if (/^last_[a-z]+ed$|^(iat|nbf)$/.test(snake)) return true
  if (
    /(response|processing|execution|run|wait|elapsed|duration|lead|total|spent|idle|up|estimated|cpu|load|cook|prep)_?time$/.test(
      snake,
    )
  )
    return false
  return (
    /^(access|upload|visit|view|receiv|expos|record|captur|check|approv|reject|paid)(ed)?_time$|^last_?(login|seen|visit|activity|used|run)$|^valid_?(from|to|until|thru|till)$|(^|_)(date|timestamp|epoch|datetime|created|updated|modified|expires|expiry|expiration)(_ms)?$|(^|_)(timestamp|epoch|created|updated|modified)_(millis(econds)?|secs?|seconds)$|_(at|on)$|^date_/.test(
      snake,
    ) ||
    /(creat|updat|modif|start|end|expir|publish|delet|issu|last|begin|finish|clos|complet|register|event)\w*_?(time|date|timestamp)(_(ms|millis))?$/.test(
      snake,
    )
  )
}
