/**
 * Texts and numbers as people expect them under the name of a property: names, addresses, prices, dates. What a format or
 * a bound asks for goes before what the name suggests.
 */
import { portablePattern } from '../patterns/pattern.ts'
import { createRandom, type Random } from '../values/random.ts'
import { words } from './words.ts'

export interface LeafFacts {
  /** Of the schema: format, pattern, bounds. */
  readonly keywords: Readonly<Record<string, unknown>>
  readonly random: Random
  readonly seed: number
  /** The property, and what the object that has it is called. */
  readonly name: string
  readonly owner: string
  /** Pointer of that object; the names, address and user name in it belong to one person. */
  readonly at: string
}

type Make = (random: Random, facts: LeafFacts) => string

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const digits = (random: Random, length: number): string => Array.from({ length }, () => random.integer(0, 9)).join('')
const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.integer(0, 15).toString(16)).join('')
const pad = (value: number): string => String(value).padStart(2, '0')

const person = ({ seed, at }: LeafFacts): { readonly first: string; readonly last: string } => {
  const random = createRandom(seed, at, 'person')
  return { first: random.pick(words.firstNames), last: random.pick(words.lastNames) }
}
const fullName: Make = (_, facts) => `${person(facts).first} ${person(facts).last}`
const userName: Make = (_, facts) => `${person(facts).first}.${person(facts).last}`.toLowerCase()
const email: Make = (random, facts) => `${userName(random, facts)}@example.com`
const company: Make = (random) => `${random.pick(words.companies)} ${random.pick(words.companyForms)}`
const phrase: Make = (random) => `${capital(random.pick(words.adjectives))} ${random.pick(words.nouns)}`
const slug: Make = (random) => `${random.pick(words.adjectives)}-${random.pick(words.nouns)}`
const sentence: Make = (random) =>
  `The ${random.pick(words.adjectives)} ${random.pick(words.nouns)} is near the ${random.pick(words.adjectives)} ${random.pick(words.nouns)}.`
const street: Make = (random) => `${random.integer(1, 199)} ${random.pick(words.streets)}`
const phone: Make = (random) => `+1 202 555 ${digits(random, 4)}`
const url: Make = (random) => `https://example.com/${slug(random, noFacts)}`
const host: Make = (random) => `${random.pick(words.nouns)}.example.com`

const noFacts: LeafFacts = { keywords: {}, random: createRandom(0), seed: 0, name: '', owner: '', at: '' }

/** Years by what the name says: what began lies behind, what ends ahead. */
const yearOf = (name: string): readonly [number, number] => {
  if (/birth|dob/i.test(name)) return [1955, 2004]
  if (/expir|until|end|due|deadline|renew/i.test(name)) return [2031, 2034]
  if (/updat|modif|chang|last/i.test(name)) return [2025, 2025]
  return [2023, 2024]
}
const date: Make = (random, { name }) =>
  `${random.integer(...yearOf(name))}-${pad(random.integer(1, 12))}-${pad(random.integer(1, 28))}`
const time: Make = (random) =>
  `${pad(random.integer(0, 23))}:${pad(random.integer(0, 59))}:${pad(random.integer(0, 59))}Z`
const dateTime: Make = (random, facts) => `${date(random, facts)}T${time(random, facts)}`
const uuid: Make = (random) =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(random, 3)}-${hex(random, 12)}`

const byFormat: Readonly<Record<string, Make>> = {
  date,
  time,
  'date-time': dateTime,
  'iso-date-time': dateTime,
  'iso-time': time,
  duration: (random) => `P${random.integer(1, 9)}D`,
  uuid,
  email,
  'idn-email': email,
  hostname: host,
  'idn-hostname': host,
  ipv4: (random) => `192.0.2.${random.integer(1, 254)}`,
  ipv6: (random) => `2001:db8::${hex(random, 3)}1`,
  uri: (random, facts) =>
    byName.find(([pattern]) => pattern.test(facts.name) && /url|image/i.test(facts.name))?.[1](random, facts) ??
    url(random, facts),
  url,
  iri: url,
  'uri-reference': (random) => `/${slug(random, noFacts)}`,
  'iri-reference': (random) => `/${slug(random, noFacts)}`,
  'uri-template': (random) => `https://example.com/${random.pick(words.nouns)}/{id}`,
  'json-pointer': (random) => `/${random.pick(words.nouns)}`,
  'relative-json-pointer': (random) => `0/${random.pick(words.nouns)}`,
  regex: () => '^[a-z]+$',
  byte: (random) => Buffer.from(slug(random, noFacts)).toString('base64'),
  binary: slug,
  password: (random) => `${slug(random, noFacts)}-${digits(random, 3)}`,
  phone,
}

/** The first that fits the name of the property; words in it are told apart by capitals, `_` and `-`. */
const byName: readonly (readonly [RegExp, Make])[] = [
  [/(^|_)e?mail(_?address)?$/i, email],
  [
    /(image|avatar|photo|picture|logo|icon|thumbnail)(_?ur[il])?$/i,
    (random) => `https://example.com/images/${slug(random, noFacts)}.png`,
  ],
  [/(^|_|[a-z](?=U))(url|uri|href|link|website|homepage)$/i, url],
  [/(^|_)(uu|gu)id$/i, uuid],
  [/(first|given|fore)_?name$/i, (_, facts) => person(facts).first],
  [/(last|family|sur)_?name$/i, (_, facts) => person(facts).last],
  [/(user_?name|login|handle|nick_?name)$/i, userName],
  [/(full|display|contact|customer|owner|author|holder|recipient|passenger|guest)_?name$/i, fullName],
  [/^(author|owner|recipient|sender|assignee|cardholder)$/i, fullName],
  [/(company|organi[sz]ation|employer|vendor|brand|manufacturer|operator|publisher)(_?name)?$/i, company],
  [/(phone|mobile|telephone|fax)(_?number)?$/i, phone],
  [/(street|address|address_?line_?1|line1)$/i, street],
  [/(address_?line_?2|line2)$/i, (random) => `Floor ${random.integer(1, 9)}`],
  [/(city|town|locality)(_?name)?$/i, (random) => random.pick(words.cities)],
  [/(postal_?code|post_?code|zip(_?code)?)$/i, (random) => digits(random, 5)],
  [/country_?code$/i, (random) => random.pick(words.countryCodes)],
  [/country(_?name)?$/i, (random) => random.pick(words.countries)],
  [/^(state|province|region|county)$/i, (random) => random.pick(words.states)],
  [/currency(_?code)?$/i, (random) => random.pick(words.currencies)],
  [/(language|locale|lang)(_?code)?$/i, (random) => random.pick(words.languages)],
  [/time_?zone$/i, (random) => random.pick(words.timeZones)],
  [/(colou?r)$/i, (random) => random.pick(words.colors)],
  [/(price|amount|total|cost|fee|balance)$/i, (random) => `${random.integer(1, 200)}.${digits(random, 2)}`],
  [/(^|_)(ip|ip_?address)$/i, (random) => `192.0.2.${random.integer(1, 254)}`],
  [/(host|domain)(_?name)?$/i, host],
  [/(sha|sha1|commit|hash|checksum|digest|etag)$/i, (random) => hex(random, 40)],
  [/version$/i, (random) => `${random.integer(1, 4)}.${random.integer(0, 9)}.${random.integer(0, 9)}`],
  [
    /_(at|on)$|[a-z](At|On)$|(^|_)(date|time|timestamp)$|[a-z](Date|Time|Timestamp)$/,
    (random, facts) => (/date$/i.test(facts.name) ? date : dateTime)(random, facts),
  ],
  [/(description|summary|bio|comment|message|body|text|content|note|notes|reason|detail|details)$/i, sentence],
  [/(^|_|[a-z](?=[TS]))(token|secret)$/i, (random) => hex(random, 32)],
  [/slug$/i, (random) => `${slug(random, noFacts)}-${digits(random, 4)}`],
  [/(key|code|sku|reference|ref)$/i, slug],
  [/(^id|_id|Id|ID)$/, (random) => `${random.pick(words.nouns)}-${digits(random, 6)}`],
  [/(job|role|occupation|position)(_?title)?$/i, (random) => random.pick(words.jobs)],
  [/(title|subject|headline|label)$/i, phrase],
  [/name$/i, (random, facts) => named(random, facts)],
]

/** What a plain `name` is depends on what has it. */
const named: Make = (random, facts) => {
  const { owner } = facts
  if (
    /(user|person|people|customer|author|contact|member|employee|patient|guest|passenger|owner|student|player)s?$/i.test(
      owner,
    )
  )
    return fullName(random, facts)
  if (/(compan(y|ies)|organi[sz]ation|team|vendor|supplier|publisher)s?$/i.test(owner)) return company(random, facts)
  if (/(city|cities|town|station|location|place)s?$/i.test(owner)) return random.pick(words.cities)
  if (/(country|countries)$/i.test(owner)) return random.pick(words.countries)
  return phrase(random, facts)
}

/** `fault` is how often what was made before did not fit; `generate` makes texts of a pattern. */
export const makeText = (
  facts: LeafFacts,
  fault: number,
  generate: (schema: object, seed: number) => unknown,
): unknown => {
  const { random, name } = facts
  const keywords = withPortablePattern(facts.keywords)
  const { format, pattern } = keywords
  const make = typeof format === 'string' ? byFormat[format] : byName.find(([fits]) => fits.test(name))?.[1]
  const text = (make ?? (name === '' ? phrase : slug))(random, facts)
  const fitted = fitLength(text, keywords, make === sentence || !make ? ' ' : '0')
  if (fault < 2 && (typeof pattern !== 'string' || matches(pattern, fitted))) return fitted
  return generate(leafSchema(keywords), random.integer(0, 2 ** 31))
}

const withPortablePattern = (keywords: LeafFacts['keywords']): LeafFacts['keywords'] =>
  typeof keywords.pattern === 'string' ? { ...keywords, pattern: portablePattern(keywords.pattern) } : keywords

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return false
  }
}

/** What is left to the generator: a pattern, or a format with lengths. It heeds no length where there is a pattern. */
const leafSchema = ({ format, pattern, minLength, maxLength }: Readonly<Record<string, unknown>>): object => {
  if (typeof pattern !== 'string') return defined({ type: 'string', format, minLength, maxLength })
  const least = typeof minLength === 'number' ? minLength : undefined
  const most = typeof maxLength === 'number' ? maxLength : least === undefined ? undefined : least + 8
  const isOpen = least !== undefined || most !== undefined
  const bounded = isOpen
    ? pattern.replace(/\](\+|\*)(\$?)$/, `]{${least ?? 1},${Math.min(most ?? 16, (least ?? 1) + 16)}}$2`)
    : pattern
  return defined({ type: 'string', pattern: bounded, minLength, maxLength })
}

const defined = (keywords: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined))

/** Cut or filled up to the length that is asked for. */
const fitLength = (
  text: string,
  { minLength, maxLength }: Readonly<Record<string, unknown>>,
  filler: string,
): string => {
  const least = typeof minLength === 'number' ? minLength : 0
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
  const long =
    text.length >= least
      ? text
      : text + (filler === ' ' ? ` ${text}` : '0').repeat(Math.ceil(least)).slice(0, least - text.length)
  return long.length > most ? long.slice(0, most).trimEnd().padEnd(Math.min(least, most), 'x') : long
}

/** Ranges by name, for numbers without bounds of their own. */
const ranges: readonly (readonly [RegExp, number, number])[] = [
  [/lat(itude)?$/i, -60, 60],
  [/(lon|lng|longitude)$/i, -150, 150],
  [/(^|_)age$/i, 18, 80],
  [/year$/i, 2000, 2025],
  [/month$/i, 1, 12],
  [/(^|_)day$/i, 1, 28],
  [/hour$/i, 0, 23],
  [/(percent|percentage|ratio|rate|score|progress)$/i, 1, 100],
  [/(rating|stars)$/i, 1, 5],
  [/(quantity|qty|count|page|pages)$/i, 1, 20],
  [/(^id|_id|Id|ID)$/, 1, 999_999],
  [/(price|amount|total|cost|fee|balance)$/i, 1, 500],
  [/^(created|updated|expires|timestamp)$|(_at|At)$/, 1_672_531_200, 1_735_603_200],
]

const isNumber = (value: unknown): value is number => typeof value === 'number'

export const makeNumber = ({ keywords, random, name }: LeafFacts, isInteger: boolean): number => {
  const step = isNumber(keywords.multipleOf) && keywords.multipleOf > 0 ? keywords.multipleOf : isInteger ? 1 : 0.01
  const above = isNumber(keywords.exclusiveMinimum) ? keywords.exclusiveMinimum : undefined
  const below = isNumber(keywords.exclusiveMaximum) ? keywords.exclusiveMaximum : undefined
  const minimum = isNumber(keywords.minimum) ? keywords.minimum : undefined
  const maximum = isNumber(keywords.maximum) ? keywords.maximum : undefined
  const least = Math.max(minimum ?? Number.NEGATIVE_INFINITY, above ?? Number.NEGATIVE_INFINITY)
  const most = Math.min(maximum ?? Number.POSITIVE_INFINITY, below ?? Number.POSITIVE_INFINITY)
  const [, from = 1, to = 1_000] = ranges.find(([fits]) => fits.test(name)) ?? []
  const [low, high] = narrow(from, to, least, most)
  const first = Math.ceil(low / step) + (Math.ceil(low / step) * step === above ? 1 : 0)
  const last = Math.floor(high / step) - (Math.floor(high / step) * step === below ? 1 : 0)
  // A range narrower than a step: the middle of it.
  if (first > last) return isInteger ? Math.ceil(low) : (low + high) / 2
  return round(random.integer(first, last) * step)
}

/** The usual range within the bounds; where they lie elsewhere, a stretch of that length at the bound. */
const narrow = (from: number, to: number, least: number, most: number): readonly [number, number] => {
  if (least <= to && most >= from) return [Math.max(from, least), Math.min(to, most)]
  return most < from ? [Math.max(least, most - (to - from)), most] : [least, Math.min(most, least + (to - from))]
}

/** 0.1 + 0.2 is 0.3 here. */
const round = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(12)))
