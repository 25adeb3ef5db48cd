/**
 * What the values of one record share: the person that its name and email are of, and the place that its city, country and
 * currency belong to.
 */
import { memoizeNames } from '../values/memoize.ts'
import { createRandom, type Random } from '../values/random.ts'
import { type Place, places } from './places.ts'
import { words } from './words.ts'

/** What a string or number is generated from. */
export interface ScalarContext {
  /** Keywords of the schema: format, pattern, bounds, description. */
  readonly keywords: Readonly<Record<string, unknown>>
  readonly random: Random
  readonly seed: number
  /** The name of the property and of the object that has it. */
  readonly name: string
  readonly owner: string
  /** The pointer of the object whose person it describes, and of the record around it: the same pointer, the same values. */
  readonly personPointer: string
  readonly recordPointer: string
  /** The pointer of the object that has it; its indexes say which item of a list it is in. */
  readonly ownerPointer?: string
  /** The pointer of the record inside of another one that it belongs to, if there is one. */
  readonly partPointer?: string | undefined
  /** Whether the properties beside it are those of a date: a year, a month, a day. */
  readonly isDate?: boolean
  /** A documented value that may be repeated or imitated. */
  readonly example: unknown
  /** Whether the properties beside it are those of a person. */
  readonly isPerson: boolean
  /** Whether they are those of a person only: things may have an email, too. */
  readonly isNamedPerson?: boolean
  /** Whether the properties beside it are those of a postal address. */
  readonly isPlace: boolean
  /** Whether the properties beside it are the measures of a thing, such as a weight. */
  readonly isThing?: boolean
  /** Whether the properties beside it are those of a machine in a network. */
  readonly isHost?: boolean
  /** Whether the properties beside it are those of a file, or of what is stored like one. */
  readonly isFile?: boolean
  /** Whether the properties beside it are those of a country. */
  readonly isCountry?: boolean
  /** Whether the properties beside it are those of source code. */
  readonly isCode?: boolean
  /** Whether it is an item of a list. */
  readonly isItem?: boolean
  /** Its place in that list. */
  readonly index?: number
  /** How young its record is: what it refers to is older, what is below it is younger. */
  readonly rank?: 0 | 1 | 2 | 3 | 4 | undefined
  /** The only cities that the schemas of an address allow. Default: all. */
  readonly cities?: readonly Place[] | undefined
  /** What the words of its record decide. */
  readonly facts?: ReadonlyMap<string, string>
  /** Whether the properties beside it are those of a bank card. */
  readonly isCard?: boolean
  /** Whether most strings beside it are flags. */
  readonly isAmongFlags?: boolean
  /** Whether the properties beside it are those of a resource of JSON:API. */
  readonly isResource?: boolean
  /** Whether a date and a time of the day beside it are one moment: `startDate`, `startTime`. */
  readonly isSchedule?: boolean
  /** Whether a description is beside it. */
  readonly isDescribed?: boolean
  /** Whether the tokens of the document are JSON Web Tokens. */
  readonly hasJwt?: boolean
  /** The service of a cloud that the document describes. */
  readonly cloudService?: string | undefined
}

/** A string for a context. One, or several of which the first that fits the schema is used. */
export type WriteText = (context: ScalarContext) => string | readonly string[]

/** Clothes have a gender, too. */
const describesGoods = (names: Iterable<string>): boolean => hasName(names, /^(brand|gtin|sku|mpn|material|fabric)$/)

const named = 'first_?name|last_?name|given_?name|family_?name|sur_?name|birth_?(day|date)|date_of_birth'
const login = 'e_?mail(_?address)?|user_?name|user_?principal_?name|login'
const personal = new RegExp(`^(${named}|${login})$`)
const gender = /^gender$/

/** Whether an object with these properties describes a person. */
export const describesPerson = (names: Iterable<string>): boolean => {
  const own = [...names]
  return hasName(own, personal) || (hasName(own, gender) && !describesGoods(own))
}

/** Whether an object with these properties cannot be a thing with an email, such as a team or a shop. */
export const describesNamedPerson = (names: Iterable<string>): boolean => {
  const own = [...names]
  return hasName(own, namedOnly) || (hasName(own, gender) && !describesGoods(own))
}

const namedOnly = new RegExp(`^(${named}|fore_?name|dob|job_?title)$`)

/** Whether it is a person unless its own name says something else: a connection to a server has a login, too, but no email. */
export const describesContact = (names: readonly string[]): boolean =>
  hasName(names, /^(user_?name|login|display_?name|full_?name)$/) && hasName(names, /^e_?mail(_?address)?$/)

const hasName = (names: Iterable<string>, pattern: RegExp): boolean =>
  [...names].some((name) => pattern.test(snakeCase(name)))

/** What has an email and a name, and is not a person. */
export const namesThing = (name: string): boolean =>
  /(^|_)(channels?|teams?|(user_|mail_|contact_)?groups?|sites?|calendars?|mailbox(es)?|inbox(es)?|(chat_|meeting_)?rooms?|workspaces?|servers?|domains?|(mailing_)?lists?|departments?|branch(es)?|offices?|schools?|projects?|apps?|applications?|queues?|campaigns?|compan(y|ies)|organi[sz]ations?|orgs?|stores?|shops?|vendors?|suppliers?|merchants?|restaurants?|hotels?|clinics?|hospitals?|locations?|venues?|brands?|business(es)?|agenc(y|ies)|repos?|repositor(y|ies)|resources?|forms?|newsletters?|services?|plans?|webhooks?|templates?|permissions?)$/.test(
    snakeCase(name),
  )

/** Whether an object with these properties describes source code. */
export const describesCode = (names: Iterable<string>): boolean => {
  for (const name of names)
    if (
      /(^|_)(commit(_?(id|date|sha))?|lines(_of_code)?|repository|repo|repo_(branch|path|url)|(git|base|head|target|default|source|main)_branch|code_snippet|source_?code|compiler|sdk)$/.test(
        snakeCase(name),
      )
    )
      return true
  return false
}

/** Whether an object with these properties has an address. */
export const describesPlace = (names: Iterable<string>): boolean => {
  for (const name of names)
    if (
      /(^|_)(city|town|zip|zip_?code|postal_?code|post_?code|country|street|province|line_?[12]|odometer_(start|end))(_?(code|name))?$/.test(
        snakeCase(name),
      )
    )
      return true
  return false
}

/** Whether an object with these properties has measures that a person takes with a tape or scales. */
export const describesThing = (names: Iterable<string>): boolean => {
  for (const name of names)
    if (
      /^((package|box|product|item|shipping|net|gross|total)_)?(weight|mass|depth|length|thickness|diameter)(_(unit|cm|kg|mm|g|in|lbs?))?$/.test(
        snakeCase(name),
      )
    )
      return true
  return false
}

/** Whether an object with these properties is a machine in a network. */
export const describesHost = (names: Iterable<string>): boolean => {
  for (const name of names)
    if (
      /^(macs?|mac_?addr(ess)?|ip|ip_?addr(ess)?|os|os_version|hostname|fqdn|(service_)?ports?|ttl|subnet|vlan(_id)?)$/.test(
        snakeCase(name),
      )
    )
      return true
  return false
}

/** Whether an object with these properties is a file, or is stored like one: a picture, a layer of an image. */
export const describesFile = (names: Iterable<string>): boolean => {
  const own = [...names].map((name) => snakeCase(name))
  return (
    own.some((name) =>
      /^(original_)?file_?name$|^(mime|media|content|file)_?type$|^mime$|^(file_?)?extension$|^(digest|checksum|md5|sha1|sha_?256)(_?(sum|hash))?$/.test(
        name,
      ),
    ) || ['width', 'height'].every((side) => own.includes(side))
  )
}

/** Whether an object with these properties is a date. */
export const describesDate = (names: Iterable<string>): boolean => {
  const own = new Set([...names].map((name) => snakeCase(name)))
  const events = [...own].flatMap((name) => /^(?:(\w+)_)?month$/.exec(name)?.slice(1, 2) ?? [])
  return events.some((event) => {
    const has = (part: string): boolean => own.has(event === undefined ? part : `${event}_${part}`)
    // The prices of a month and of a year are not a date.
    return (has('year') || has('day')) && (event === undefined || dated.test(event) || has('date'))
  })
}

const dated = /^(release|birth|start|end|publication|issue|expiry|due)$/

/** Whether an object with these properties is a record of its own: it has an id, and was created at some time. */
export const describesRecord = (names: Iterable<string>): boolean => {
  const own = [...names].map((name) => snakeCase(name))
  return (
    own.some((name) => /^_?(id|uuid|guid|key)$|_id$/.test(name)) &&
    own.some((name) => /^(date_?)?(creat|insert|regist|join|added)/.test(name))
  )
}

/** Whether an object with these properties is a bank card. */
export const describesCard = (names: Iterable<string>): boolean => {
  const own = [...names].map((name) => snakeCase(name))
  return (
    own.some((name) =>
      /^(card_?)?(number|pan|last_?4|last_?four|bin|masked_?(number|pan))$|^card_?number$/.test(name),
    ) &&
    own.some((name) =>
      /^(exp|expiry|expiration|expires)(_|$)|^(cvc|cvv|cvd|security_?code)$|^exp(month|year)|card_?type/.test(name),
    )
  )
}

/** Whether an object with these properties is a resource of JSON:API. */
export const describesResource = (names: Iterable<string>): boolean => {
  const own = new Set(names)
  return own.has('type') && own.has('id') && (own.has('attributes') || own.has('relationships'))
}

/** Whether an object with these properties has the date and the time of one moment apart. */
export const describesSchedule = (names: Iterable<string>): boolean => {
  const own = new Set([...names].map((name) => snakeCase(name)))
  return ['start', 'end', 'begin', 'finish', 'from', 'to'].some(
    (event) => own.has(`${event}_date`) && own.has(`${event}_time`),
  )
}

/** Whether an object with these properties is a country. */
export const describesCountry = (names: Iterable<string>): boolean => {
  for (const name of names)
    if (/^(cca[23]|ccn3|iso_?[23]|iso_?alpha_?[23]|alpha_?[23](_?code)?|calling_?codes?)$/.test(snakeCase(name)))
      return true
  return false
}

/** Objects within that of a person that are another person. */
export const namesPerson = (name: string): boolean =>
  /(^|_)(user|person|people|customer|author|contact|member|employee|patient|guest|passenger|owner|student|player|assignee|creator|reporter|sender|recipient|candidate|teacher|driver|agent|client|lead|attendee|organizer|administrator|admin|subscriber|reviewer|artist|actor|manager|supervisor|parent|child|children|spouse|partner|friend|follower|beneficiary|doctor|approver|editor|viewer|sibling|guardian|by|from|to|buyer|seller)s?$/.test(
    snakeCase(name),
  )

export interface Person {
  readonly first: string
  readonly last: string
}

/** Persons who are usually another one than the person of the object: `manager_name` of an employee. */
const others =
  /^(manager|supervisor|seller|vendor|agent|driver|assignee|assigned_to|reviewer|approver|sales_?rep|sales_?person|referr?er|parent|guardian|mother|father|spouse|partner|emergency_contact|emergency|doctor|physician|provider|teacher|instructor|coach|trainer|landlord|recipient|payee|beneficiary|receiver|cc|bcc|editor|chapter_author|co_?author|additional_person|translator|delivered_by|approved_by|reviewed_by|witness|shipper|consignee|invited_by|referred_by|reports_to|to)(?:_|$)/

export const personOf = ({
  seed,
  personPointer,
  name,
  owner = '',
}: Pick<ScalarContext, 'seed' | 'personPointer' | 'name'> & { readonly owner?: string }): Person => {
  const [, other] = others.exec(snakeCase(name)) ?? []
  // The recipient that a recipient has is itself.
  const isItself = other !== undefined && new RegExp(`(^|_)${other}s?(_|$)`).test(snakeCase(owner))
  const random =
    other === undefined || isItself
      ? createRandom(seed, personPointer, 'person')
      : createRandom(seed, personPointer, 'person', other)
  return { first: random.pick(words.firstNames), last: random.pick(words.lastNames) }
}

export const placeOf = ({
  seed,
  recordPointer,
  cities,
}: Pick<ScalarContext, 'seed' | 'recordPointer' | 'cities'>): Place => {
  const random = createRandom(seed, recordPointer, 'place')
  const first = random.pick(places)
  return cities === undefined || cities.includes(first) ? first : random.pick(cities)
}

/** Of the first name that the person has. */
export const genderOf = (context: Pick<ScalarContext, 'seed' | 'personPointer' | 'name'>): 'female' | 'male' =>
  words.female.includes(personOf(context).first) ? 'female' : 'male'

/** The place whose currency an amount has: one for the whole body, unless it is about places or currencies. */
export const moneyPlaceOf = (context: ScalarContext): Place => {
  const [owner = ''] = context.owner.split(' ')
  const snake = snakeCase(owner)
  // `amount.currency.code` is that of the record, `currencies[].code` is one of many.
  const isInside = /\/[^/]*\D[^/]*$/.test(context.ownerPointer ?? '') && /(^|_)currency$/.test(snake)
  const isAbout = /(^|_)(currenc(y|ies)|(exchange_?)?rates?|countr(y|ies)|markets?|wallets?)$/.test(snake)
  return context.isPlace || (isAbout && !isInside) ? placeOf(context) : placeOf({ ...context, recordPointer: '' })
}

/** The codes of its country and currency. */
export const codesOf = ({ codes, currency, country }: Place): readonly string[] => [
  ...codes,
  currency,
  country.toUpperCase(),
]

export const companyOf = ({ seed, personPointer }: ScalarContext): string => {
  const random = createRandom(seed, personPointer, 'company')
  return `${random.pick(words.companies)} ${random.pick(words.companySuffixes)}`
}

/** The same for the name and the slug of one object. */
export const titleOf = ({
  seed,
  personPointer,
  recordPointer,
}: ScalarContext): readonly [adjective: string, noun: string] => {
  const random = createRandom(seed, personPointer, 'title', ...(recordPointer === '' ? [] : [recordPointer]))
  return [random.pick(words.adjectives), random.pick(words.nouns)]
}

/** Words in lower case with underscores: `postalCode` and `Postal-Code` are `postal_code`. */
export const snakeCase = memoizeNames((name): string => {
  // Most names are in this form.
  if (/^[a-z]+$/.test(name)) return name
  return (
    name
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      // `recorder[upnp]` and `@rel` end and begin with a letter.
      .replace(/^[^A-Za-z0-9_]+|[^A-Za-z0-9_]+$/g, '')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .toLowerCase()
  )
})

/** Objects that describe the person of the object around them. */
export const isSamePerson = memoizeNames((name): boolean =>
  /^(profile|contact|contact_?info|details|info|identity|auth_?data|credentials?|login|name|names|full_?name|attributes|properties|data|metadata|events?|history|logs?|audit_?(log|trail)?|changes|attempts|(billing|shipping|mailing|home|work|postal)?_?address(es)?|account_?holder|billing(_(info|details|contact))?|bank_?account|card|(credit|debit|payment|bank)_?card|(user|person|member|customer)_?(info|data|details)|personal.*|(\w+_)?(e_?mails?|mail_?address(es)?|phone|fax|tel)_?\d*s?)$/.test(
    snakeCase(name),
  ),
)
