/**
 * Strings as people expect them under a format or the name of a property: names, addresses, prices, dates. Tables: the first
 * row that matches the name is used.
 */
import { createRandom, type Random } from '../values/random.ts'
import { words } from './words.ts'

/** What a string or number is generated from. */
export interface ScalarContext {
  /** Keywords of the schema: format, pattern, bounds. */
  readonly keywords: Readonly<Record<string, unknown>>
  readonly random: Random
  readonly seed: number
  /** The name of the property and of the object that has it. */
  readonly name: string
  readonly owner: string
  /** The pointer of that object: its name, email and user name are those of one person. */
  readonly ownerPointer: string
}

type WriteText = (random: Random, context: ScalarContext) => string

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const digits = (random: Random, length: number): string => Array.from({ length }, () => random.integer(0, 9)).join('')
const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.integer(0, 15).toString(16)).join('')
const pad = (value: number): string => String(value).padStart(2, '0')

const person = ({ seed, ownerPointer }: ScalarContext): { readonly first: string; readonly last: string } => {
  const random = createRandom(seed, ownerPointer, 'person')
  return { first: random.pick(words.firstNames), last: random.pick(words.lastNames) }
}
const fullName: WriteText = (_, context) => `${person(context).first} ${person(context).last}`
const userName: WriteText = (_, context) => `${person(context).first}.${person(context).last}`.toLowerCase()
const email: WriteText = (random, context) => `${userName(random, context)}@example.com`
const company = (random: Random): string => `${random.pick(words.companies)} ${random.pick(words.companySuffixes)}`
const phrase = (random: Random): string => `${capital(random.pick(words.adjectives))} ${random.pick(words.nouns)}`
const slug = (random: Random): string => `${random.pick(words.adjectives)}-${random.pick(words.nouns)}`
const sentence = (random: Random): string =>
  `The ${random.pick(words.adjectives)} ${random.pick(words.nouns)} is near the ${random.pick(words.adjectives)} ${random.pick(words.nouns)}.`
const street = (random: Random): string => `${random.integer(1, 199)} ${random.pick(words.streets)}`
const phone = (random: Random): string => `+1 202 555 ${digits(random, 4)}`
const url = (random: Random): string => `https://example.com/${slug(random)}`
const host = (random: Random): string => `${random.pick(words.nouns)}.example.com`

/** Years for a date of this name: births and creations in the past, expiries in the future. */
const yearOf = (name: string): readonly [number, number] => {
  if (/birth|dob/i.test(name)) return [1955, 2004]
  if (/expir|until|end|due|deadline|renew/i.test(name)) return [2031, 2034]
  if (/updat|modif|chang|last/i.test(name)) return [2025, 2025]
  return [2023, 2024]
}
const date: WriteText = (random, { name }) =>
  `${random.integer(...yearOf(name))}-${pad(random.integer(1, 12))}-${pad(random.integer(1, 28))}`
const time = (random: Random): string =>
  `${pad(random.integer(0, 23))}:${pad(random.integer(0, 59))}:${pad(random.integer(0, 59))}Z`
const dateTime: WriteText = (random, context) => `${date(random, context)}T${time(random)}`
const uuid = (random: Random): string =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(random, 3)}-${hex(random, 12)}`

const byFormat: Readonly<Record<string, WriteText>> = {
  date,
  time,
  'date-time': dateTime,
  'iso-date-time': dateTime,
  'iso-time': time,
  duration: (random) => `P${random.integer(1, 9)}D`,
  uuid,
  guid: uuid,
  email,
  'idn-email': email,
  hostname: host,
  'idn-hostname': host,
  ipv4: (random) => `192.0.2.${random.integer(1, 254)}`,
  ipv6: (random) => `2001:db8::${hex(random, 3)}1`,
  uri: (random, context) =>
    byName.find(([pattern]) => pattern.test(context.name) && /url|image/i.test(context.name))?.[1](random, context) ??
    url(random),
  url,
  iri: url,
  'uri-reference': (random) => `/${slug(random)}`,
  'iri-reference': (random) => `/${slug(random)}`,
  'uri-template': (random) => `https://example.com/${random.pick(words.nouns)}/{id}`,
  'json-pointer': (random) => `/${random.pick(words.nouns)}`,
  'relative-json-pointer': (random) => `0/${random.pick(words.nouns)}`,
  regex: () => '^[a-z]+$',
  byte: (random) => Buffer.from(slug(random)).toString('base64'),
  binary: slug,
  password: (random) => `${slug(random)}-${digits(random, 3)}`,
  phone,
}

/** A plain `name` depends on the object that has it. */
const writeName: WriteText = (random, context) => {
  const { owner } = context
  if (
    /(user|person|people|customer|author|contact|member|employee|patient|guest|passenger|owner|student|player)s?$/i.test(
      owner,
    )
  )
    return fullName(random, context)
  if (/(compan(y|ies)|organi[sz]ation|team|vendor|supplier|publisher)s?$/i.test(owner)) return company(random)
  if (/(city|cities|town|station|location|place)s?$/i.test(owner)) return random.pick(words.cities)
  if (/(country|countries)$/i.test(owner)) return random.pick(words.countries)
  return phrase(random)
}

/** The first row whose pattern matches the name of the property is used. Words are separated by capitals, `_` or `-`. */
const byName: readonly (readonly [RegExp, WriteText])[] = [
  [/(^|_)e?mail(_?address)?$/i, email],
  [
    /(image|avatar|photo|picture|logo|icon|thumbnail)(_?ur[il])?$/i,
    (random) => `https://example.com/images/${slug(random)}.png`,
  ],
  [/(^|_|[a-z](?=U))(url|uri|href|link|website|homepage)$/i, url],
  [/(^|_)(uu|gu)id$/i, uuid],
  [/(first|given|fore)_?name$/i, (_, context) => person(context).first],
  [/(last|family|sur)_?name$/i, (_, context) => person(context).last],
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
    (random, context) => (/date$/i.test(context.name) ? date : dateTime)(random, context),
  ],
  [/(description|summary|bio|comment|message|body|text|content|note|notes|reason|detail|details)$/i, sentence],
  [/(^|_|[a-z](?=[TS]))(token|secret)$/i, (random) => hex(random, 32)],
  [/slug$/i, (random) => `${slug(random)}-${digits(random, 4)}`],
  [/(key|code|sku|reference|ref)$/i, slug],
  [/(^id|_id|Id|ID)$/, (random) => `${random.pick(words.nouns)}-${digits(random, 6)}`],
  [/(job|role|occupation|position)(_?title)?$/i, (random) => random.pick(words.jobs)],
  [/(title|subject|headline|label)$/i, phrase],
  [/name$/i, writeName],
]

export interface RealisticText {
  readonly text: string
  /** Whether the text consists of words, so that it can be continued. */
  readonly isWords: boolean
}

/** A text for a format, otherwise for the name of the property, otherwise a few words. */
export const writeRealisticText = (context: ScalarContext): RealisticText => {
  const { keywords, random, name } = context
  const { format } = keywords
  const write = typeof format === 'string' ? byFormat[format] : byName.find(([pattern]) => pattern.test(name))?.[1]
  const text = (write ?? (name === '' ? phrase : slug))(random, context)
  return { text, isWords: write === sentence || !write }
}
