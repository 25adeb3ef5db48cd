/**
 * Strings that several names of properties have in common: names, places, times.
 */

import { createRandom, type Random } from '../values/random.ts'
import { httpStatusOf } from './about.ts'
import { digits } from './check-digits.ts'
import { likeDescription, likeExample, timeShapes } from './dates.ts'
import { generateNumber } from './generate-number.ts'
import { ownNoun, singularName } from './property-names.ts'
import type { ScalarContext, WriteText } from './record-subject.ts'
import { moneyPlaceOf, namesPerson, personOf, placeOf, snakeCase, titleOf } from './record-subject.ts'
import { capital, slug } from './text-by-format.ts'
import { momentFor } from './timeline.ts'
import { type Client, words } from './words.ts'

/** A pattern for names in snake case. `isSureFor`: where a rough name says exactly what the value is. */
export type Row = readonly [pattern: RegExp, write: WriteText, isSureFor?: (context: ScalarContext) => boolean]

/** What several properties of an object are about. */
export type Group = 'person' | 'place' | 'account'

export interface NamedText {
  readonly write: WriteText
  /** Whether the name says only roughly what the value is, so that a documented example is better. */
  readonly isVague: boolean
  /** What the value belongs to, whose other values have to be of the same person, place or account. */
  readonly group: Group | undefined
  /** Whether it says exactly what the value is in this object. */
  readonly isSureFor?: ((context: ScalarContext) => boolean) | undefined
}

export type FindText = (propertyName: string) => NamedText | undefined

export const oneOf =
  (...values: readonly string[]): WriteText =>
  ({ random }) =>
    random.pick(values)

export const fullName: WriteText = (context) => `${personOf(context).first} ${personOf(context).last}`
/** Those of a list differ. */
export const title: WriteText = ({ seed, recordPointer, ownerPointer, random }) => {
  const [, index] = recordPointer === ownerPointer ? (/\/(\d+)$/.exec(recordPointer) ?? []) : []
  return (
    index === undefined ? random : followerOf(seed, recordPointer.slice(0, -index.length), Number(index), 'title')
  ).pick(words.titles)
}
export const sentence: WriteText = ({ random }) => random.pick(words.sentences)
/** The same for all parts of one address: those of `billing_street` and `billing_zip`. */
export const streetRandom = (
  { name, seed, personPointer, recordPointer }: ScalarContext,
  part: 'street' | 'postal',
): Random => {
  const [kind = ''] =
    /^(billing|shipping|delivery|mailing|home|work|office|pick_?up|drop_?off|origin|destination|from|to|return|legal|registered|previous|birth)/.exec(
      snakeCase(name),
    ) ?? []
  return createRandom(seed, personPointer, recordPointer, part, kind)
}
/** The same in each line that tells it: `address` and `address_line` beside it. */
export const street: WriteText = (context) => {
  const random = streetRandom(context, 'street')
  return `${random.integer(1, 199)} ${random.pick(words.streets)}`
}
export const amount: WriteText = ({ random }) => `${random.integer(1, 200)}.${digits(random, 2)}`
export const httpStatus: WriteText = (context) => String(httpStatusOf(context))
/** A number as a string, in the range of a number with this name. */
export const wholeNumber: WriteText = (context) =>
  String(generateNumber({ ...context, keywords: saidOf(context), example: undefined }, true))

const saidOf = ({ keywords: { description } }: ScalarContext): ScalarContext['keywords'] =>
  typeof description === 'string' ? { description } : {}

/** What somebody does elsewhere: `purchasing_role`, `family_role`. */
const otherRole =
  /(^|_)(purchas\w*|buy\w*|famil\w*|household|relationship|cast|movie|film|playing|player|battle|combat|social|care\w*|clinical|medical|legal|party|trade|trading|tax|card|contact|event|speak\w*|emergency|decision\w*|message|chat|conversation|semantic|aria|node|device|port|machine|server|storage)_roles?$/
const jobRole = /(^|_)(job|work|professional|occupation\w*|career)_roles?$/

/** Of a user, not of an artist or a rack. */
export const accessRole: WriteText = ({ owner, name, isPerson, random }) => {
  const snake = snakeCase(name)
  if (jobRole.test(snake)) return random.pick(words.jobs)
  const isAccess =
    isPerson ||
    /user|member|permission|access|invit|team|collaborat|account|(^|_)(role|grant|share|acl|org)/.test(snakeCase(owner))
  return isAccess && !otherRole.test(snake) ? random.pick(['admin', 'editor', 'viewer']) : slug(random)
}
/** `object` names the kind of the record: `booking` for bookings. */
export const kindOfOwner = ({ owner }: Pick<ScalarContext, 'owner'>): string => {
  const own = ownNoun(owner)
  return own === '' ? 'object' : own
}

/** The type of a resource in JSON:API, or of one that it refers to; undefined for any other type. */
export const resourceType = (context: ScalarContext): string | undefined => {
  const [, relation] = /\/relationships\/([^/]+)\/data(?:\/\d+)?$/.exec(context.ownerPointer ?? '') ?? []
  if (relation === undefined) return context.isResource === true ? pluralOf(kindOfOwner(context)) : undefined
  const about = singularName(snakeCase(relation))
  return /^(owner|creator|author|assignee|(created|updated|owned|invited)_by)$|_user$/.test(about)
    ? 'users'
    : pluralOf(about)
}

const pluralOf = (noun: string): string =>
  /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, 'ies') : /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`

/** The kind of a thing, by what it is called: a follower is a user. */
export const kindOfThing = (context: ScalarContext): string => {
  const own = kindOfOwner(context)
  return namesPerson(own) ? 'user' : own
}

export const objectName: WriteText = (context) => {
  const [adjective, noun] = titleOf(context)
  return `${capital(adjective)} ${noun}`
}
export const objectSlug: WriteText = (context) => titleOf(context).join('-')
/** The same in each part of a record that tells it, and the one that its enums name. */
export const clientOf = ({ seed, recordPointer, facts }: ScalarContext): Client => {
  const usual = createRandom(seed, recordPointer, 'os').pick(words.clients)
  const all = [usual, ...words.clients, ...words.mobileClients]
  const isNamed = (client: Client): boolean =>
    (['system', 'device', 'browser'] as const).every((about) => {
      const word = facts?.get(about)
      return word === undefined || word === client[about].toLowerCase()
    })
  return all.find(isNamed) ?? usual
}
export const operatingSystem = (context: ScalarContext): string => clientOf(context).system
/** Picks the member after that of the item before it. */
const followerOf = (seed: number, list: string, index: number, about: string): Pick<Random, 'pick'> => ({
  pick: (items) => {
    const first = createRandom(seed, list, about).integer(0, items.length - 1)
    return items[(first + index) % items.length] ?? createRandom(seed, list).pick(items)
  },
})

/** Of what the object is about: goods in a shop, music, stories. */
export const category = ({ seed, owner, name, recordPointer, random: own }: Parameters<WriteText>[0]): string => {
  // Those of a list differ.
  const [, index] = /\/(\d+)$/.exec(recordPointer) ?? []
  const random =
    index === undefined ? own : followerOf(seed, recordPointer.slice(0, -index.length), Number(index), 'category')
  const about = snakeCase(`${owner} ${name}`)
  if (/music|audio|sound|song|track|album|artist|playlist|radio|band/.test(about)) return random.pick(words.music)
  if (/movie|film|show|series|episode|book|novel|game|genre/.test(about)) return random.pick(words.stories)
  return /product|catalog|shop|store|inventory|merchan|(^|_)item|department/.test(about)
    ? random.pick(words.goods)
    : random.pick(words.categories)
}

/** Local address of the country in the order in which documents expect them; which one fits depends on the length. */
export const countryName: WriteText = (context) => {
  const { country, codes } = placeOf(context)
  const { keywords, owner } = context
  const { description, maxLength } = keywords
  const isCode =
    (typeof maxLength === 'number' && maxLength < 15) ||
    (typeof description === 'string' && /\bcode\b|iso|alpha-?[23]|letter/i.test(description)) ||
    /address|card|bank/i.test(owner)
  return isCode ? [...countryCode(context), country] : [country, ...codes]
}
export const countryCode: WriteText = (context) => {
  const [two, three, number] = placeOf(context).codes
  const { description } = context.keywords
  const isThree =
    /alpha_?3|iso_?3/i.test(context.name) ||
    (typeof description === 'string' && /alpha[- ]?3|three|3[- ](letter|char)/i.test(description))
  return isThree ? [three, two, number] : [two, three, number, two.toLowerCase()]
}
export const stateName: WriteText = (context) => {
  const { state, stateCode } = placeOf(context)
  const { maxLength, description } = context.keywords
  const isShort = typeof maxLength === 'number' && maxLength < 6
  return isShort || (typeof description === 'string' && /two|2[- ]letter|code|abbrev/i.test(description))
    ? [stateCode, state]
    : [state, stateCode]
}
export const currencyCode: WriteText = (context) => {
  const isForeign = /(^|_)(foreign|converted|counter)_/.test(snakeCase(`${context.owner} ${context.name}`))
  const own = moneyPlaceOf(context).currency
  const currency = isForeign ? (own === 'EUR' ? 'USD' : 'EUR') : own
  const { description } = context.keywords
  const isLower = typeof description === 'string' && /lower-?case/i.test(description)
  return isLower ? [currency.toLowerCase(), currency] : [currency, currency.toLowerCase()]
}
export const languageTag: WriteText = (context) => {
  const { language, codes, languageName } = placeOf(context)
  return /locale|culture/i.test(context.name)
    ? [`${language}-${codes[0]}`, `${language}_${codes[0]}`, language]
    : [language, `${language}-${codes[0]}`, `${language}_${codes[0]}`, languageName]
}

/** When something opens or closes on each day. */
const openingHour = ({ name, owner }: ScalarContext): string | undefined => {
  const [, opens, closes] =
    /^(?:(opens?|opening|start|from)|(closes?|closing|end|to|until))(?:_(?:at|time|hour))?$/.exec(snakeCase(name)) ?? []
  if (!(opens ?? closes) || !dayOfWeek.test(snakeCase(owner))) return undefined
  return opens ? '09:00' : '17:00'
}

const dayOfWeek =
  /(^|_)((opening|business|office|working|store|service)_(hours?|times?)|(mon|tues?|wednes|thurs?|fri|satur|sun)days?)(_|$)/

export const time: WriteText = (context) => {
  const moment = momentFor(context)
  const shapes = timeShapes(moment)
  const like = likeExample(moment, context.example) ?? likeDescription(moment, context.keywords.description)
  const snake = snakeCase(context.name)
  const isDate = /(^|_)(date|day|dob|birthday|birth_?date|born|date_of_birth)$/.test(snake)
  const opening = openingHour(context)
  if (opening !== undefined && like === undefined) return [opening, `${opening}:00`, ...shapes]
  const first = isDate && !/time/.test(snake) ? [shapes[1] ?? '', ...shapes] : shapes
  return like === undefined ? first : [like, ...first]
}
