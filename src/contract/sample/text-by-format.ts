/**
 * Strings by the `format` of their schema.
 */
import { createRandom, type Random } from '../values/random.ts'
import { digits } from './check-digits.ts'
import { dateOf, dateTimeOf, timeOf } from './dates.ts'
import { singularName } from './property-names.ts'
import {
  namesThing,
  personOf,
  placeOf,
  type ScalarContext,
  snakeCase,
  titleOf,
  type WriteText,
} from './record-subject.ts'
import { momentFor } from './timeline.ts'
import { words } from './words.ts'

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.integer(0, 15).toString(16)).join('')

export const slug = (random: Random): string => `${random.pick(words.adjectives)}-${random.pick(words.nouns)}`

/** Fills in the digits and letters of a shape: `#` is a digit, `A` after a digit or a space is a letter. */
export const fillDigits = (random: Random, shape: string): string =>
  shape.replace(/#/g, () => String(random.integer(0, 9)))

export const uuid = ({ random }: ScalarContext): string =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(random, 3)}-${hex(random, 12)}`

/** Of a thing, such as an organization, it is like its name. */
export const userName = (context: ScalarContext): string => {
  const isOwn = /^(user_?name|login|handle|screen_?name)$/.test(snakeCase(context.name))
  return isOwn && isThing(context) ? titleOf(context).join('-') : loginOf(context)
}

const loginOf = (context: ScalarContext): string => {
  const { first, last } = personOf(context)
  return `${first}.${last}`.toLowerCase()
}

const isThing = ({ isNamedPerson, owner }: ScalarContext): boolean =>
  isNamedPerson !== true && namesThing(owner.split(' ')[0] ?? '')

/** That of a thing is called like it. */
export const email = (context: ScalarContext): string => {
  const isOwn = /^e_?mail(_?address)?$/.test(snakeCase(context.name))
  return `${isOwn && isThing(context) ? titleOf(context).join('-') : loginOf(context)}@example.com`
}

/** The same number in each form: `phone`, `formatted_phone_number`. */
const lineOf = ({ name, owner, seed, personPointer, index = 0 }: ScalarContext): Random => {
  const kindOf = (text: string): string =>
    snakeCase(text)
      .replace(
        /(^|_)(formatted|national|international|local|display|full|raw|e_?164|primary|main|default|numbers?|no|nr|text|value)(?=_|$)/g,
        '',
      )
      .replace(/(tele)?phones?|(^|_)tel(?=_|$)/g, '')
      .replace(/^_|_$/g, '')
  return createRandom(seed, personPointer, 'phone', kindOf(name) || kindOf(owner.split(' ')[0] ?? ''), index)
}

/** As people write it, then in the form of E.164, then the national number. */
export const phone: WriteText = (context) => {
  const { phone: shape, codes } = placeOf(context)
  const number = fillDigits(lineOf(context), shape)
  const dialling = codes[0] === 'US' || codes[0] === 'CA' ? 2 : 3
  return [number, number.slice(1), `0${number.slice(dialling)}`, number.slice(dialling), `00${number.slice(1)}`]
}

/** An address whose last part is the name of its object. */
export const url = (context: ScalarContext): string => `https://example.com/${titleOf(context).join('-')}`

/** The addresses of one object differ by what precedes `url`: `comments_url` ends in /comments. */
export const urlFor = (context: ScalarContext): string => {
  const part = snakeCase(context.name)
    .replace(
      /(^|_)(html|web|home|page|public|self|canonical|permalink|url|uri|href|link|website|homepage|endpoint)s?(?=_|$)/g,
      '',
    )
    .replaceAll('_', '-')
    .replace(/^-|-$/g, '')
  return part === '' ? url(context) : `${url(context)}/${part}`
}
export const imageUrl = ({ random }: ScalarContext): string => `https://example.com/images/${slug(random)}.png`
export const host = ({ random }: ScalarContext): string => `${random.pick(words.nouns)}.example.com`
export const ipv4 = ({ random }: ScalarContext): string => `192.0.2.${random.integer(1, 254)}`
export const ipv6 = ({ random }: ScalarContext): string => `2001:db8::${hex(random, 3)}1`
export const macAddress = ({ random }: ScalarContext): string => `00:00:5e:00:53:${hex(random, 2)}`

const date: WriteText = (context) => dateOf(momentFor(context))
const time: WriteText = (context) => `${timeOf(momentFor(context))}Z`
/** Nobody writes down at what second a person was born. */
const dateTime: WriteText = (context) => {
  const moment = momentFor(context)
  return dateTimeOf(isBirth.test(snakeCase(context.name)) ? moment - (moment % 86_400_000) : moment)
}

const isBirth = /(^|_)(dob|birth_?(day|date)|date_of_birth|born(_on)?)$/

/** Some patterns forget that a UUID may have small letters. */
const eitherCase: WriteText = (context) => {
  const own = uuid(context)
  return [own, own.toUpperCase()]
}

const isImageName = (name: string): boolean => /image|avatar|photo|picture|logo|icon|thumb/i.test(name)
const uri: WriteText = (context) => (isImageName(context.name) ? imageUrl(context) : urlFor(context))

/** An address within the service: that of the record which the property is called after, unless its name says only that it is one. */
const uriReference: WriteText = ({ name, random }) => {
  const about = singularName(snakeCase(name)).replace(/_?(code|id|iri|uri|url|ref|reference)$/, '')
  if (!/^[a-z][a-z_]{2,}$/.test(about) || isAddressName.test(about)) return `/${slug(random)}`
  const record = /(^|_)method$/.test(about) ? random.pick(['GET', 'POST']) : random.integer(1, 900)
  return `/${/[^aeiou]y$/.test(about) ? about.replace(/y$/, 'ies') : `${about}s`}/${record}`
}

const isAddressName =
  /(^|_)(href|link|path|location|address|redirect|callback|endpoint|self|next|prev|previous|first|last|target|source|src|image|icon|logo|avatar|file|page|type|context|schema|instance|action|context|value|key|status)$/

/** The smallest image of PNG: one transparent point. */
const emptyImage = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** An image, random bytes for a key, otherwise words. */
const base64 = ({ name, random }: ScalarContext, form: 'base64' | 'base64url' = 'base64'): string => {
  const snake = snakeCase(name)
  if (
    /(^|_)(image|avatar|photo|picture|logo|icon|thumb\w*|screenshot|qr_?code)(_?(data|bytes|content|base_?64|file))?$/.test(
      snake,
    )
  )
    return Buffer.from(emptyImage, 'base64').toString(form)
  const isKey = /(^|_)(\w*key|pk|iv|nonce|salt|initialization_vector|hash|h_?mac|digest|signature|sha_?\d+|md5)$/.test(
    snake,
  )
  const size = /(^|_)(iv|nonce|initialization_vector|md5)$/.test(snake) ? 16 : 32
  return Buffer.from(isKey ? hex(random, size * 2) : slug(random), isKey ? 'hex' : 'utf8').toString(form)
}

export const textByFormat: Readonly<Record<string, WriteText>> = {
  date,
  time,
  'date-time': dateTime,
  datetime: dateTime,
  'iso-date-time': dateTime,
  'iso-time': time,
  'date-time-rfc-2822': (context) => new Date(momentFor(context)).toUTCString().replace('GMT', '+0000'),
  'google-duration': ({ random }) => `${random.integer(1, 60) * 10}s`,
  'google-datetime': dateTime,
  'google-fieldmask': () => 'name',
  duration: ({ random }) => `P${random.integer(1, 9)}D`,
  uuid: eitherCase,
  guid: eitherCase,
  email,
  'idn-email': email,
  hostname: host,
  'idn-hostname': host,
  ipv4,
  ip: ipv4,
  ipv6,
  mac: macAddress,
  uri,
  url: uri,
  iri: uri,
  'uri-reference': uriReference,
  'iri-reference': uriReference,
  'uri-template': ({ random }) => `https://example.com/${random.pick(words.nouns)}/{id}`,
  'json-pointer': ({ random }) => `/${random.pick(words.nouns)}`,
  'relative-json-pointer': ({ random }) => `0/${random.pick(words.nouns)}`,
  regex: () => '^[a-z]+$',
  byte: (context) => base64(context),
  base64: (context) => base64(context),
  base64url: (context) => base64(context, 'base64url'),
  binary: ({ random }) => slug(random),
  password: ({ random }) => `${slug(random)}-${digits(random, 3)}`,
  phone,
  currency: (context) => placeOf(context).currency,
}
