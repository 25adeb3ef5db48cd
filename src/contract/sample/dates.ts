/**
 * How documents write times: the shapes of strings, and the units and names of numbers. The moments are those of timeline.ts.
 */
import { lazy, memoizeNames } from '../values/memoize.ts'
import { snakeCase } from './record-subject.ts'

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
    `${year}${month}${day}${hour}${minute}`,
    at.toUTCString(),
    `${year}${month}`,
    year,
    String(moment / 1000),
    String(moment),
  ]
}

/** How a description writes a form: YYYY-MM-DD, yyyy-MM-dd'T'hh:mm:ss, '00:00'. */
export const dateForm =
  /\b(?:yyyy(?!y)|mm|dd)(?:[-/.]?(?:yy(?:yy)?|mm|dd)){1,2}(?:'?[T ]?'?hh:?mm(?::?ss)?(?:'?Z\b)?)?|\bhh:mm(?::ss)?\b|'00:00'/i

/** The moment in the form that a description names; undefined if it names none. */
export const likeDescription = (moment: number, description: unknown): string | undefined => {
  const [form] = typeof description === 'string' ? (dateForm.exec(description) ?? []) : []
  if (form === undefined) return undefined
  const outline = form
    .replaceAll("'", '')
    .toLowerCase()
    .replace(/[a-z]/g, (letter) => (letter === 't' || letter === 'z' ? letter.toUpperCase() : '0'))
  const same = timeShapes(moment).filter((shape) => shape.replace(/\d/g, '0') === outline)
  // Of `mm/dd/yyyy` and `dd/mm/yyyy`, the one that begins with the month.
  return /^dd/i.test(form) ? same.at(-1) : same[0]
}

/** The shape without its digits: 0000-00-00. */
const outlineOf = (text: string): string => text.replace(/\d/g, '0').replace(/[A-Z][a-z]{2}\b/g, 'Aaa')

const months = 'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const readable =
  /^([A-Z][a-z]+,? )?([A-Z][a-z]+\.? \d{1,2}(st|nd|rd|th)?|\d{1,2}(st|nd|rd|th|\.)? [A-Z][a-z]+)(,? \d{4})?$/

/** `Apr 7`, `7 April 2024` and `Sunday, April 7`. Undefined if the example is written otherwise. */
const likeReadable = (moment: number, example: string): string | undefined => {
  const isKnown = (names: readonly string[], word: string): boolean =>
    word.length > 2 && names.some((name) => name.startsWith(word))
  if (!readable.test(example) || !example.split(/\W+/).some((word) => isKnown(months, word))) return undefined
  const at = new Date(moment)
  const nameLike = (word: string, name = ''): string => (word.length === 3 ? name.slice(0, 3) : name)
  return example
    .replace(/\d{1,2}(?!\d)(st|nd|rd|th)?/, String(at.getUTCDate()))
    .replace(/\d{4}/, String(at.getUTCFullYear()))
    .replace(/[A-Z][a-z]+/g, (word) => {
      if (isKnown(months, word)) return nameLike(word, months[at.getUTCMonth()])
      return isKnown(weekdays, word) ? nameLike(word, weekdays[at.getUTCDay()]) : word
    })
}

/** The outlines of `timeShapes`, which are those of any moment of this century. */
const outlines = lazy(() => timeShapes(Date.UTC(2024, 9, 22)).map(outlineOf))

/** Which of `timeShapes` an example has; -1 if it has none. */
const shapeOf = memoizeNames((example: string): number => outlines().indexOf(outlineOf(example)))

/** Whether an example is written as a time. */
export const isLikeTime = (example: string): boolean =>
  /\d/.test(example) && (shapeOf(example) !== -1 || likeReadable(0, example) !== undefined)

/** The moment as the example is written; undefined if the example is not a time. */
export const likeExample = (moment: number, example: unknown): string | undefined => {
  if (typeof example !== 'string' || !/\d/.test(example)) return undefined
  const shape = shapeOf(example)
  return shape === -1 ? likeReadable(moment, example) : timeShapes(moment)[shape]
}

/** How many milliseconds the unit of an epoch time has, by its name, description, example and bounds. Default: seconds. */
export const epochUnit = (name: string, keywords: Readonly<Record<string, unknown>>, example?: unknown): 1 | 1000 => {
  const { description, format, maximum, minimum } = keywords
  const text = typeof description === 'string' ? description : ''
  const known = [example, minimum, maximum].find((value) => typeof value === 'number' && value > 100_000_000)
  if (typeof known === 'number') return known > 20_000_000_000 ? 1 : 1000
  if (/milli|(^|_)(ms|millis)$/i.test(snakeCase(name)) || /\bmilli(?:s|sec\w*)?\b|\bms\b/i.test(text)) return 1
  if (format === 'unix-time' || /second|unix/i.test(text)) return 1000
  // In Java and JavaScript times are milliseconds, and names are in camel case.
  return format === 'int64' && /[a-z](At|On|Time|Date|Timestamp)$/.test(name) ? 1 : 1000
}

/** Whether a number of this name is a point in time. */
export const isEpochName = (name: string): boolean => {
  const snake = snakeCase(name)
  if (
    /(^|_)(relative|offset)(_|$)|^default_\w*(expir|ttl)|^(days|hours|minutes|seconds|weeks|months|years|ttl|max|min)_|(^|_)(number|num|count|total)_/.test(
      snake,
    )
  )
    return false
  // How a date is written.
  if (/_(format|style|mask|pattern|layout|separator|order|type|mode)$/.test(snake)) return false
  if (/^ts$|_ts$|^block_?time(stamp)?$/.test(snake)) return true
  if (/^last_[a-z]+ed$|^(iat|nbf)$/.test(snake)) return true
  if (
    /(response|processing|execution|run|wait|elapsed|duration|lead|total|spent|idle|up|estimated|cpu|load|cook|prep)_?time$/.test(
      snake,
    )
  )
    return false
  return (
    /^(access|upload|visit|view|receiv|expos|record|captur|check|approv|reject|paid)(ed)?_time$|^last_?(login|seen|visit|activity|used|run)$|^valid_?(from|to|until|thru|till)$|(^|_)(date|timestamp|epoch|datetime|created|updated|modified|expires|expiry|expiration)(_ms)?$|(^|_)(timestamp|epoch|created|updated|modified)_(millis(econds)?|secs?|seconds)$|_(at|on)$|^date_(?!format|style|pattern|mask|type|mode|range|order|separator|precision|unit|interval|display|filter|field|zone|preset|dimension|count)/.test(
      snake,
    ) ||
    /(creat|updat|modif|start|end|expir|publish|delet|issu|last|begin|finish|clos|complet|register|event)\w*_?(time|date|timestamp)(_(ms|millis))?$/.test(
      snake,
    )
  )
}
