/**
 * A string for a schema: realistic by its format or by the name of its property, of the length that the schema allows.
 * Where nothing realistic matches the pattern, or was invalid before, json-schema-faker generates it.
 */
import type { Json } from '../../ports.ts'
import { portablePattern } from '../patterns/pattern.ts'
import type { Random } from '../values/random.ts'
import { says } from './about.ts'
import { timeShapes } from './dates.ts'
import { readNumber } from './described-numbers.ts'
import { createTextTest } from './fits-text.ts'
import type { RandomGenerator } from './generate-random.ts'
import { plainWords, writeRealisticText } from './realistic-text.ts'
import { placeOf, type ScalarContext, snakeCase } from './record-subject.ts'
import { hex, ipv4, ipv6, macAddress, uuid } from './text-by-format.ts'
import { writePattern } from './text-by-pattern.ts'
import type { FindText } from './text-writers.ts'
import { momentFor } from './timeline.ts'
import { canGenerate, maxText } from './value-limits.ts'
import { words } from './words.ts'

export interface TextOptions {
  /** How often a string was invalid before. */
  readonly fault: number
  readonly findText: FindText
  readonly generateRandom: RandomGenerator
}

/** Undefined where json-schema-faker gives up. */
export const generateText = (
  context: ScalarContext,
  { fault, findText, generateRandom }: TextOptions,
): Json | undefined => {
  const keywords = withPortablePattern(context.keywords)
  if (fault < 2) {
    const fitted = chooseText({ ...context, keywords }, findText)
    if (fitted !== undefined) return fitted
  }
  // A text that is too long to be generated is invalid in any case.
  if (typeof keywords.pattern === 'string' && !canGenerate(keywords.pattern)) return ''
  return generateRandom(stringSchema(keywords), context.random.integer(0, 2 ** 31), 'sparse')
}

/** Undefined if nothing realistic matches the pattern. */
const chooseText = (context: ScalarContext, findText: FindText): string | undefined => {
  const { keywords } = context
  const { candidates, isWords } = writeRealisticText(context, findText)
  const fits = createTextTest(keywords)
  const [first = ''] = candidates
  const found = candidates.find(fits) ?? respellings(first).find(fits)
  if (found !== undefined) return found
  const short = shortCode(context)
  if (short !== undefined && fits(short)) return short
  // Better than a few letters with many zeros.
  const least = typeof keywords.minLength === 'number' ? keywords.minLength : 0
  const code = !isWords && least > first.length + 3 && least <= 64 ? hex(context.random, least) : undefined
  if (code !== undefined && fits(code)) return code
  const longer = least > first.length ? plainWords(context).find(fits) : undefined
  if (longer !== undefined) return longer
  const cut = fitLength(context, first, isWords)
  if (fits(cut)) return cut
  // Patterns with separators are often those of times.
  const shapes = isTime(context) ? timeShapes(momentFor(context)) : []
  const time = shapes.find((shape) => /[-:/]/.test(shape) && fits(shape))
  if (time !== undefined || typeof keywords.pattern !== 'string') return time
  const known =
    wellKnown.flatMap((write) => write(context)).find(fits) ??
    // Two letters on both sides are a locale, digits on both sides a size, unless other text has this form as well.
    (fits('abcde') || fits('12345') ? undefined : [...localesOf(context), '1920x1080', '1280x720'].find(fits))
  if (known !== undefined) return known
  const number = numberText(context).find(fits)
  if (number !== undefined) return number
  const written = writePattern(keywords.pattern, context.random, least)
  return (keywords.format === 'uri' ? [...inAddress(written, first), ...written] : written).find(fits)
}

/** A number in the range that the description names: the bit rate, between 64 and 320. */
const numberText = ({ keywords, random }: ScalarContext): readonly string[] => {
  const { least = 1, most } = readNumber(keywords)
  return most === undefined || least > most ? [] : [String(random.integer(Math.ceil(least), Math.floor(most)))]
}

/** A pattern may describe a part of an address: `/avatars/[a-z]+`. */
const inAddress = (written: readonly string[], address: string): readonly string[] => {
  const [origin] = /^https?:\/\/[^/]+/.exec(address) ?? []
  const parts = written.filter((text) => !/^[a-z][a-z\d+.-]*:/i.test(text))
  return origin === undefined ? [] : parts.map((text) => origin + (text.startsWith('/') ? text : `/${text}`))
}

/** Whether the name or the description has a word for a time; a pattern alone may be that of an id. */
const isTime = (context: ScalarContext): boolean =>
  timeWords.test(snakeCase(context.name)) || says(context, /\b(dates?|times?|timestamp|hours?|day|month|year)\b/i)

const timeWords =
  /(^|_)(dates?|times?|\w*timestamp|datetime|day|days|month|year|hours?|at|on|when|since|until|from|to|start\w*|end\w*|begin\w*|finish\w*|expir\w*|schedule\w*|period|birth\w*|dob|deadline|due|created|updated|modified|opens?|closes?|window|eta|etd|arrival|departure)(_|$)/

/** What patterns often describe more loosely than it is: `841.291.352.893` matches the pattern of many an address. */
const wellKnown: readonly ((context: ScalarContext) => readonly string[])[] = [
  (context) => {
    const address = ipv4(context)
    return [address, `${address}/24`, '192.0.2.0/24', `${address}:${context.random.integer(8000, 9000)}`]
  },
  (context) => [ipv6(context), `${ipv6(context)}/64`, macAddress(context), uuid(context)],
]

const localesOf = (context: ScalarContext): readonly string[] => {
  const { language, codes } = placeOf(context)
  return ['_', '-'].flatMap((between) => [
    language + between + codes[0],
    language + between + codes[0].toLowerCase(),
    codes[0] + between + language,
  ])
}

/** The same words as a code without spaces and punctuation. */
const respellings = (text: string): readonly string[] => {
  if (!/[a-z]/i.test(text) || text.length > 60) return []
  const parts = text.split(/[^A-Za-z0-9]+/).filter((part) => part !== '')
  const joined = parts.join('')
  const [first = ''] = parts
  return [
    parts.join(' '),
    text.toLowerCase(),
    parts.join('-').toLowerCase(),
    parts.join('_').toLowerCase(),
    joined,
    joined.toLowerCase(),
    text.toUpperCase(),
    parts.join('_').toUpperCase(),
    parts.join('-').toUpperCase(),
    joined.toUpperCase(),
    ...(first.length > 2 ? [first, first.toUpperCase()] : []),
  ]
}

/** Capital letters where a schema allows at most four. */
const shortCode = ({ keywords: { maxLength }, random }: ScalarContext): string | undefined =>
  typeof maxLength === 'number' && maxLength > 0 && maxLength < 5
    ? Array.from({ length: maxLength }, () => String.fromCharCode(random.integer(65, 90))).join('')
    : undefined

type Keywords = ScalarContext['keywords']

const withPortablePattern = (keywords: Keywords): Keywords =>
  typeof keywords.pattern === 'string' ? { ...keywords, pattern: portablePattern(keywords.pattern) } : keywords

/** The longest text beyond the minimal length, where a pattern has no end of its own. */
const maxExtra = 16

/**
 * The schema for json-schema-faker, which ignores lengths where there is a pattern: an open repetition at the end of the
 * pattern gets them.
 */
const stringSchema = ({ format, pattern, minLength, maxLength }: Keywords): object => {
  const least = typeof minLength === 'number' ? Math.min(minLength, maxText) : undefined
  if (typeof pattern !== 'string') return defined({ type: 'string', format, minLength: least, maxLength })
  const most = typeof maxLength === 'number' ? maxLength : least === undefined ? undefined : least + 8
  const isBounded = least !== undefined || most !== undefined
  const first = least ?? 1
  const bounded = isBounded
    ? pattern.replace(/\](\+|\*)(\$?)$/, `]{${first},${Math.min(most ?? maxExtra, first + maxExtra)}}$2`)
    : pattern
  return defined({ type: 'string', pattern: decodeEscapes(bounded), minLength, maxLength })
}

/** A class of characters, an escaped code of a character, or another escape. */
const escapes = /\[(?:\\.|[^\]\\])*\]|\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))|\\./gi

/** `\u002F` as the character that it means: json-schema-faker would write `u002F`. In a class, that is only one more choice. */
const decodeEscapes = (pattern: string): string =>
  pattern.replace(escapes, (found: string, long: string | undefined, short: string | undefined) => {
    const code = long ?? short
    return code === undefined ? found : String.fromCharCode(Number.parseInt(code, 16)).replace(/[^\w\s]/, '\\$&')
  })

const defined = (keywords: Keywords): object =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined))

/** Sentences of at least this length. */
const continueProse = (random: Random, least: number): string => {
  const first = random.integer(0, words.sentences.length - 1)
  const sentences = [...words.sentences.slice(first), ...words.sentences.slice(0, first)]
  const once = ` ${sentences.join(' ')}`
  const all = once.repeat(Math.ceil(least / once.length))
  // Up to the end of a word.
  const end = all.slice(least).search(/\s|$/)
  return all.slice(0, least + end)
}

/** The text cut or extended to the length that the schema allows. */
const fitLength = ({ keywords, random }: ScalarContext, text: string, isWords: boolean): string => {
  const { minLength, maxLength } = keywords
  const least = typeof minLength === 'number' ? Math.min(minLength, maxText) : 0
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
  const missing = least - text.length
  const filler = missing <= 0 ? '' : isWords ? continueProse(random, missing) : '0'.repeat(Math.ceil(missing))
  const long = text + filler
  return long.length > most ? long.slice(0, most).trimEnd().padEnd(Math.min(least, most), 'x') : long
}
