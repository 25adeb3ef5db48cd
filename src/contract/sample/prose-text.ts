/**
 * Strings about contents, kinds and states, by the name of the property. The first row whose pattern matches is used.
 */
import { anyOf, isAbout, isDescribed, says } from './about.ts'
import { createBarcode, createCardNumber, digits } from './check-digits.ts'
import { flag } from './flag-text.ts'
import { salutation } from './identifier-text.ts'
import { nameByKind } from './object-names.ts'
import { companyOf, placeOf, type ScalarContext, snakeCase } from './record-subject.ts'
import { capital, email, ipv4, phone, slug } from './text-by-format.ts'
import {
  accessRole,
  amount,
  category,
  httpStatus,
  kindOfThing,
  objectName,
  oneOf,
  operatingSystem,
  type Row,
  resourceType,
  sentence,
  stateName,
  title,
  wholeNumber,
} from './text-writers.ts'
import { unitOf } from './units.ts'
import { words } from './words.ts'

/** Of what is true or not: `show_link` says whether there is a link, but `show_id` is the id of a show. */
export const flagName =
  /^(is|has|can|should|hide|show(?=_(?!(id|uuid|name|title|date|time|url|type|code|number|slug|key)$)))_/

/** What is completed in the end: not a person, a number or a SIM. */
const mayEnd = anyOf(
  'job task order payment transaction transfer run build request import export campaign project booking reservation appointment meeting call shipment delivery survey course lesson enrollment enrolment registration game match fixture deployment deploy report migration backup restore training action operation batch workflow execution process scan query test treatment trial goal quest invoice ticket issue session step stage activity event round payout refund withdrawal deposit purchase sale quote application claim inspection audit review upload download conversion render sync crawl check verification onboarding interview sprint milestone todo assignment exam quiz conversation fax message',
)

export const prose: readonly Row[] = [
  // Of a hook: whether it reports them.
  [/_events$/, ({ owner, random }) => (/hook/i.test(owner) ? 'true' : random.pick(['created', 'updated']))],
  [/(^|_)roles?_(allowed|required|assigned|granted)$/, oneOf('admin', 'editor', 'viewer')],
  // Some documents describe flags as strings.
  [flagName, flag],
  [
    /^(only_?allow|allows?|enables?)_|_(enabled|disabled|allowed|verified)$|^(active|archived|enabled|disabled|locked|hidden|external|muted|banned|confidential|subscribed|checked|color_?blind|closed|deleted)$|(load|stream|comment|edit|tax|bill|ship|search|refund|renew|transfer)able$/,
    flag,
  ],
  [
    /^(?!(\w+_)?on_)(\w+_)?(error|failure|exception|err)(_?(message|msg|reason|description|details?))?$/,
    oneOf('The request timed out', 'The address was not found'),
  ],
  [
    /(^|_)(msgs?|synopsis|tag_?line|blurb|narrative|testimonial|transcript|about_(me|us)|markdown|cooked|(additional|further|other|extra|general|more)_?info(rmation)?)$|(bio|body|text|content|message|description|comment|readme)_(raw|md|plain)$|^(bio|body|content|message)_text$/,
    sentence,
  ],
  [/(^|_)copyright(_?(notice|text|line|info|statement))?$/, (context) => `© 2024 ${companyOf(context)}`],
  [
    /(^|_)emojis?$/,
    (context) =>
      /flag|countr/i.test(context.owner) ? flagOf(placeOf(context).codes[0]) : context.random.pick(['🎉', '👍', '🚀']),
  ],
  [/(^|_)education(_?(level|degree))?$/, oneOf("Bachelor's degree", "Master's degree", 'High school')],
  [
    /(description|summary|biography|comments?|messages?|(^|_)(bio|about|body|text|content|reason)|notes?|details?|instructions|remarks?|caption|excerpt|overview|abstract|feedback|explanation|annotation|memo)(_?(text|plain|long|short))?$/,
    sentence,
  ],
  [/(^|_)(followers|following|likes|views|visits|downloads|subscribers|clicks|opens|plays)$/, wholeNumber],
  [
    /^(ip_?)?family$|^address_family$/,
    (context) => {
      const { owner, random } = context
      const about = `${snakeCase(owner)}_`
      if (/(^|_)os_/.test(about)) return operatingSystem(context)
      return /(^|_)(ip|ips|nat)_/.test(about) ? 'IPv4' : random.pick(words.nouns)
    },
  ],
  [/injury_?status$/, oneOf('questionable', 'out')],
  [/filing_?status$/, oneOf('single', 'married')],
  [/(payment|financial|billing|invoice|payout)_?(status|state)(_?code)?$/, oneOf('pending', 'paid')],
  [/(delivery|shipment|shipping|fulfil?lment)_?(status|state)(_?code)?$/, oneOf('pending', 'delivered')],
  [/(verification|approval|review)_?(status|state)(_?code)?$/, oneOf('pending', 'approved')],
  [/(health|connection|link|network)_?(status|state)$/, oneOf('connected', 'healthy')],
  [/^(presence|online)$|(^|_)(presence|online)_?(status|state)$/, () => 'online'],
  [/(stock|inventory)_?(status|state)$/, () => 'in_stock'],
  [/(http|response)_?status$/, httpStatus],
  [
    /^grant_?types?$|^(allowed|supported|oauth)_grant_?types?(_supported)?$/,
    oneOf('authorization_code', 'client_credentials', 'refresh_token'),
  ],
  [/^response_?types?(_supported)?$/, (context) => (isAbout(context, oauth) ? 'code' : 'standard')],
  [
    /(^|_)(status|state|phase)$/,
    (context) => {
      if (/state$/i.test(context.name) && says(context, /\bprovince\b/i)) return stateName(context)
      if (isAbout(context, mayEnd)) return context.random.pick(['active', 'pending', 'completed'])
      return context.isPerson ? 'active' : context.random.pick(['active', 'pending'])
    },
  ],
  [/(^|_)priority$/, oneOf('normal', 'high', 'low')],
  [/(^|_)severity$/, oneOf('low', 'medium', 'high')],
  [/(^|_)log(ging)?_?level$/, oneOf('info', 'warn')],
  [
    /(^|_)level$/,
    ({ owner, name, random }) =>
      /log|alert|risk|alarm|warning|threat|danger|incident|priorit|urgen|importan|confiden/.test(
        snakeCase(`${owner} ${name}`),
      )
        ? random.pick(['low', 'medium', 'high'])
        : 'standard',
  ],
  [
    /(^|_)topics?$/,
    (context) =>
      /pub_?sub|sns|mqtt|mercure|kafka|notification|queue|event|stream|subscription/i.test(
        snakeCase(`${context.owner} ${context.name}`),
      )
        ? slug(context.random)
        : category(context),
  ],
  [/(^|_)(categor(y|ies)|genres?|subjects?_?area|section|classification)(_?name)?$/, category],
  [
    // What a part of a form or a page is called.
    /(^|_)label$/,
    (context) => {
      if (context.isItem === true) return context.random.pick(words.tags)
      return (/^label$/i.test(context.name) ? nameByKind(context) : undefined) ?? objectName(context)
    },
  ],
  [/(^|_)(tags?|keywords?|labels?)$/, ({ random }) => random.pick(words.tags)],
  // Of what gives access; that of a value may be a shop or a language.
  [
    /(^|_)scopes?$/,
    (context) =>
      /auth|token|key|app|client|grant|permission|consent|role|credential|secret|access|login|session|integration/.test(
        snakeCase(`${context.owner} ${context.name}`),
      )
        ? context.random.pick(['read', 'write'])
        : slug(context.random),
  ],
  [/(^|_)(permissions?|privileges?|grants?)$/, oneOf('read', 'write')],
  [/(^|_)roles?$/, accessRole],
  [
    /^(kind|resource_type|entity_type)$/,
    (context) =>
      says(context, /^(?:the )?(?:kind|type) of (?:the |this )?(?:resource|object|entity|record)\.?\s*$/i)
        ? kindOfThing(context)
        : context.random.pick(['standard', 'custom', 'default']),
  ],
  [
    /^type$/,
    (context) =>
      resourceType(context) ?? (isDnsRecord(context) ? 'A' : context.random.pick(['standard', 'custom', 'default'])),
  ],
  [
    /(^|_)record_types?$/,
    (context) => (/dns/i.test(context.owner) ? context.random.pick(['A', 'CNAME', 'MX']) : 'standard'),
  ],
  // The name of a class in source code.
  [
    /(^|_)(main|driver|runner|java|bean|handler|listener|factory|plugin|entry_point|fully_qualified|exception)_class(_?name)?$/,
    ({ random }) => `com.example.${capital(random.pick(words.nouns))}`,
  ],
  [/(^|_)energy(_efficiency)?_class$/, oneOf('A', 'B', 'C')],
  [/(^|_)(types?|kind|class|variant|mode)$/, oneOf('standard', 'custom', 'default')],
  [
    /^(origin|destination)$/,
    (context) => (isOfTrip(context) ? placeOf(context).city : slug(context.random)),
    (context) => isOfTrip(context),
  ],
  [/^allow(ed)?_origins?$|^cors_/, () => 'https://example.com'],
  // Where a visit or an order came from; the source of a file is something else.
  [
    /(^|_)(source|channel|origin|medium)$/,
    ({ owner, name, isPerson, random }) =>
      isPerson || comesFrom.test(snakeCase(`${owner} ${name}`)) ? random.pick(['web', 'api']) : slug(random),
  ],
  // Of a book it is a number.
  [
    /(^|_)edition$/,
    (context) =>
      isAbout(context, bibliographic)
        ? String(context.random.integer(1, 4))
        : context.random.pick(['basic', 'standard']),
  ],
  [/(^|_)(plan|tier)(_?name)?$/, oneOf('basic', 'standard', 'premium')],
  [
    /(^|_)(events?|(?<!call_to_)actions?|operation|activity|trigger)(_?(type|name))?$/,
    ({ owner, name, random }) =>
      reportsChanges.test(`${snakeCase(owner)}_${snakeCase(name).replace(/(activity|event)(_?(type|name))?$/, '')}`)
        ? random.pick(['created', 'updated', 'deleted'])
        : slug(random),
  ],
  [/(^|_)(organi[sz]ation(al)?|business|org)_?units?$/, ({ random }) => random.pick(words.departments)],
  [/(^|_)(units?|unit_of_measure|uom)$|^u$/, unitOf],
  [/(^|_)(sizes?)$/, oneOf('S', 'M', 'L')],
  [
    /(^|_)(algorithm|cipher)$/,
    ({ owner, name, random }) =>
      algorithms.find(([pattern]) => pattern.test(`${owner} ${name}`))?.[1](random) ?? 'default',
  ],
  [/^accept_encoding$/, () => 'gzip'],
  [/(^|_)(content|transfer)_encoding$/, () => 'gzip'],
  // Of short messages: the alphabet of phones.
  [
    /(^|_)(encoding|charset)$/,
    (context) =>
      isAbout(context, anyOf('sms mms long_code short_code outbound_message inbound_message text_message')) ||
      says(context, /\bGSM\b|\bUCS-?2\b/i)
        ? 'GSM-7'
        : 'UTF-8',
  ],
  [/(^|_)make$/, companyOf],
  // A model of prices or of data is not one of a machine.
  [
    /(^|_)model(_?(name|number))?$/,
    (context) =>
      isAbout(context, machines) || (context.isThing === true && /^model/i.test(context.name))
        ? `${context.random.pick(words.companies)} ${context.random.integer(100, 900)}`
        : slug(context.random),
  ],
  [/(^|_)(comparator|comparison)$/, oneOf('equals', 'contains')],
  // Of a comparison, of a network or of a machine.
  [
    /(^|_)operator$/,
    (context) => {
      if (isAbout(context, compares)) return context.random.pick(['equals', 'contains'])
      return isAbout(context, operated) ? companyOf(context) : slug(context.random)
    },
  ],
  [
    /(^|_)(initial|renewal|current|contract|lease|subscription|loan|payment|policy|auto_renew|commitment)_term$/,
    ({ random }) => random.pick(['12', '24', '36']),
  ],
  [/(^|_)(query|search|term|phrase|word)$/, ({ random }) => random.pick(words.nouns)],
  [/^suffix$/, ({ isPerson, random }) => (isPerson ? random.pick(['Jr.', 'III']) : slug(random))],
  [
    /^(value|number|address)$/,
    (context) => valueOfContact(context) ?? context.random.pick(words.nouns),
    (context) => valueOfContact(context) !== undefined,
  ],
  [/(^|_)(result|outcome)$/, () => 'success'],
  [/(^|_)response$/, () => 'OK'],
  [/(^|_)answer$/, oneOf('Yes', 'No')],
  [/(^|_)(output|default)$/, ({ random }) => random.pick(words.nouns)],
  [/(^|_)question$/, oneOf('Would you recommend us?', 'Do you have an account?')],
  [
    /(title|subject|headline|heading|label|topic)$/,
    (context) => {
      if (!context.isPerson || context.name !== 'title') return titleOfKind(context) ?? title(context)
      // Beside the parts of a name it is a form of address.
      return /(^|_)names?$/.test(snakeCase(context.owner.split(' ')[0] ?? ''))
        ? salutation(context)
        : context.random.pick(words.jobs)
    },
  ],
]

/** Two letters of another alphabet are shown as a flag. */
const flagOf = (country: string): string =>
  String.fromCodePoint(...[...country].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))

const oauth = anyOf('oauth oauth2 client app application openid oidc authorization auth provider grant')

/** What is played, watched or read is called otherwise than what an office writes. */
const works = anyOf(
  'song track album playlist clip movie film episode series season podcast game novel poem artwork painting sculpture recording composition soundtrack',
)

/** Of a genre it is what the genre is called. */
const titleOfKind = (context: ScalarContext): string | readonly string[] | undefined => {
  if (isAbout(context, works)) return objectName(context)
  const isKind = /(^|_)(categor(y|ies)|genres?|languages?|countr(y|ies))$/.test(snakeCase(context.owner))
  return isKind && /^title$/i.test(context.name) ? nameByKind(context) : undefined
}

/** What is signed is hashed as well, but what is only hashed is not signed. */
const algorithms: readonly (readonly [about: RegExp, write: (random: ScalarContext['random']) => string])[] = [
  [/sign|jwt|jwk|token|auth/i, (random) => random.pick(['SHA256', 'RS256'])],
  [/hash|checksum|digest|hmac|integrity|finger_?print/i, () => 'SHA256'],
  [/encr|crypt|cipher/i, () => 'AES256'],
  [/key|cert|ssl|tls/i, (random) => random.pick(['SHA256', 'RS256'])],
]

/** Where a trip begins or ends, rather than what is copied. */
const isOfTrip = (context: ScalarContext): boolean =>
  (context.isPlace || isAbout(context, travels)) &&
  !says(context, /\burl\b|domain|director|folder|path|file|account|bucket|queue|server/i) &&
  (isAbout(context, travels) || says(context, travelled) || (/origin/i.test(context.name) && !isDescribed(context)))

const travels = anyOf(
  'trip ride travel flight route journey shipment shipping delivery booking transport train bus tour order parcel leg voyage vehicle mileage drive entry fare ticket',
)
const travelled = /trip|travel|flight|journey|city|airport|station|ship|deliver/i

const bibliographic = anyOf(
  'book publication journal article bibliography library citation reference resource copy magazine paper work',
)

const machines =
  /(^|_)(vehicle|device|phone|car|hardware|camera|printer|machine|engine|meter|equipment|truck|tractor|aircraft|boat|battery|inverter|sensor|router|appliance|instrument|computer|charger)s?(_|$)|(product|asset|terminal|manufacturer)_model/

const compares = anyOf(
  'selection selector filter condition rule criteria criterion expression query predicate alert match search segment operand policy constraint selector comparison trigger where clause threshold',
)
const operated = anyOf(
  'sim mobile network carrier tour bus transport transit energy charging station route flight train ferry line roaming fleet',
)

/** Of a change there is an event; the action of a button is something else. */
const reportsChanges = /(^|_)(audit|hook|log|history|change|event|activit|subscription|notification|trail|feed|webhook)/

const comesFrom =
  /(^|_)(visit|session|order|lead|contact|customer|user|sign_?up|registration|traffic|referr|utm|acquisition|booking|subscriber|member|donation|ticket|conversation)/

const isDnsRecord = ({ owner }: ScalarContext): boolean => /(^|_)dns(_|$)/.test(snakeCase(owner))

/** The value of an object such as `emails[]`, `fax`, `price` or `card`. */
const valueOfContact = (context: ScalarContext): string | readonly string[] | undefined => {
  const owner = snakeCase(context.owner)
  const name = snakeCase(context.name)
  if (name === 'value' && isDnsRecord(context)) return ipv4(context)
  if (name === 'value' && /barcode/.test(owner)) return createBarcode(context.random, context.facts?.get('barcode'))
  if (/mail/.test(owner)) return email(context)
  if (/phone|fax|mobile/.test(owner)) return phone(context)
  // Whoever calls or is called.
  if (name === 'number' && /^(from|to|caller|callee|called|calling)(_|$)/.test(owner)) return phone(context)
  if (name === 'number')
    return /(^|_)cards?(_|$)/.test(owner)
      ? createCardNumber(context.random)
      : digits(context.random, /account|bank/.test(owner) ? 10 : 6)
  return /amount|money|price|(^|_)(cost|fee|balance|cash|currency)s?(_|$)/.test(owner) ? amount(context) : undefined
}
