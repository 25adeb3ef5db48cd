/**
 * Strings as people expect them under the name of a property: names, addresses, codes, times. The first row whose pattern
 * matches the name in snake case is used.
 */
import { createBic, createCardNumber, createEan, createIban, digits } from './check-digits.ts'
import { likeExample, momentFor, timeShapes } from './dates.ts'
import { companyOf, personOf, placeOf, snakeCase, titleOf } from './record-subject.ts'
import {
  capital,
  email,
  fillDigits,
  hex,
  host,
  imageUrl,
  ipv4,
  macAddress,
  phone,
  slug,
  url,
  userName,
  uuid,
  type WriteText,
} from './text-by-format.ts'
import { words } from './words.ts'

const oneOf =
  (...values: readonly string[]): WriteText =>
  ({ random }) =>
    random.pick(values)

const fullName: WriteText = (context) => `${personOf(context).first} ${personOf(context).last}`
const title: WriteText = ({ random }) => random.pick(words.titles)
const sentence: WriteText = ({ random }) => random.pick(words.sentences)
const street: WriteText = ({ random }) => `${random.integer(1, 199)} ${random.pick(words.streets)}`
const amount: WriteText = ({ random }) => `${random.integer(1, 200)}.${digits(random, 2)}`
const wholeNumber: WriteText = ({ random }) => String(random.integer(1, 20))
const objectName: WriteText = (context) => {
  const [adjective, noun] = titleOf(context)
  return `${capital(adjective)} ${noun}`
}
const objectSlug: WriteText = (context) => titleOf(context).join('-')
const fileName: WriteText = ({ random }) =>
  `${random.pick(words.titles).toLowerCase().replaceAll(' ', '-')}.${random.pick(['pdf', 'png', 'csv', 'txt'])}`

/** Local address of the country in the order in which documents expect them; which one fits depends on the length. */
const countryName: WriteText = (context) => {
  const { country, codes } = placeOf(context)
  const { keywords, owner } = context
  const { description, maxLength } = keywords
  const isCode =
    (typeof maxLength === 'number' && maxLength < 15) ||
    (typeof description === 'string' && /\bcode\b|iso|alpha-?[23]|letter/i.test(description)) ||
    /address|card|bank/i.test(owner)
  return isCode ? [...countryCode(context), country] : [country, ...codes]
}
const countryCode: WriteText = (context) => {
  const [two, three, number] = placeOf(context).codes
  const { description } = context.keywords
  const isThree = typeof description === 'string' && /alpha-?3|three|3[- ](letter|char)/i.test(description)
  return isThree ? [three, two, number] : [two, three, number, two.toLowerCase()]
}
const stateName: WriteText = (context) => {
  const { state, stateCode } = placeOf(context)
  const { maxLength, description } = context.keywords
  const isShort = typeof maxLength === 'number' && maxLength < 6
  return isShort || (typeof description === 'string' && /two|2[- ]letter|code|abbrev/i.test(description))
    ? [stateCode, state]
    : [state, stateCode]
}
const currencyCode: WriteText = (context) => {
  const { currency } = placeOf(context)
  const { description } = context.keywords
  const isLower = typeof description === 'string' && /lower-?case/i.test(description)
  return isLower ? [currency.toLowerCase(), currency] : [currency, currency.toLowerCase()]
}
const languageTag: WriteText = (context) => {
  const { language, codes, languageName } = placeOf(context)
  return /locale|culture/i.test(context.name)
    ? [`${language}-${codes[0]}`, `${language}_${codes[0]}`, language]
    : [language, `${language}-${codes[0]}`, `${language}_${codes[0]}`, languageName]
}

const time: WriteText = (context) => {
  const moment = momentFor(context)
  const shapes = timeShapes(moment)
  const like = likeExample(moment, context.example)
  const snake = snakeCase(context.name)
  const isDate = /(^|_)(date|day|dob|birthday|birth_?date)$/.test(snake)
  const first = isDate && !/time/.test(snake) ? [shapes[1] ?? '', ...shapes] : shapes
  return like === undefined ? first : [like, ...first]
}

/** A plain `name` depends on the object that has it. */
const name: WriteText = (context) => {
  const owner = snakeCase(context.owner)
  const found = [...nameByOwner].find(([pattern]) => pattern.test(owner))?.[1]
  return (found ?? objectName)(context)
}

const nameByOwner: readonly (readonly [RegExp, WriteText])[] = [
  [
    /(user|person|people|customer|author|contact|member|employee|patient|guest|passenger|owner|student|player|assignee|creator|reporter|sender|recipient|candidate|teacher|driver|agent|cardholder|client|lead|attendee|subscriber|reviewer|artist|actor)s?$/,
    fullName,
  ],
  [
    /(compan(y|ies)|organi[sz]ations?|vendor|supplier|publisher|merchant|account|tenant|employer|customer_?account|business(es)?|brand|partner|manufacturer|carrier|provider|bank|institution|workspace|shop|store|retailer)s?$/,
    companyOf,
  ],
  [
    /(city|cities|town|location|place|venue|destination|station|airport|site|warehouse)s?$/,
    (context) => placeOf(context).city,
  ],
  [/(country|countries)$/, (context) => placeOf(context).country],
  [/(currency|currencies)$/, (context) => placeOf(context).currencyName],
  [/(language)s?$/, (context) => placeOf(context).languageName],
  [/(state|province|region)s?$/, (context) => placeOf(context).state],
  [/(categor(y|ies)|tag|label|topic|genre)s?$/, ({ random }) => capital(random.pick(words.categories))],
  [/(file|attachment|document|image|upload)s?$/, fileName],
  [/(department|team|group|division)s?$/, ({ random }) => random.pick(words.departments)],
  [/(role|permission)s?$/, oneOf('admin', 'editor', 'viewer')],
  [/(color|colour)s?$/, ({ random }) => random.pick(words.colors)],
  [/(plan|tier|subscription)s?$/, oneOf('Basic', 'Standard', 'Premium')],
  [/(job|task|project|campaign|report|event|course|survey|ticket|issue|milestone)s?$/, title],
  [/(head(er)?|cookie)s?$/, oneOf('Content-Type', 'X-Request-Id')],
]

type Row = readonly [pattern: RegExp, write: WriteText]

/** Persons, places, money, technology, times, prose, codes: in this order, because the general words come last. */
export const findTextByName = (propertyName: string): WriteText | undefined => {
  const snake = snakeCase(propertyName)
  return [...people, ...locations, ...money, ...web, ...times, ...prose, ...codes].find(([pattern]) =>
    pattern.test(snake),
  )?.[1]
}

const people: readonly Row[] = [
  [/(^|_)e_?mails?(_?addr(ess)?)?$/, email],
  [/(first|given|fore)_?names?$/, (context) => personOf(context).first],
  [/(last|family|sur)_?names?$/, (context) => personOf(context).last],
  [/middle_?name$/, ({ random }) => random.pick(words.firstNames)],
  [/middle_?initial$|(^|_)initials?$/, (context) => [personOf(context).first.charAt(0), personOf(context).last]],
  [/(user_?name|^login|_login|handle|nick_?name|screen_?name|login_?name|account_?name)$/, userName],
  [
    /(full|display|contact|customer|owner|author|holder|recipient|passenger|guest|person|sender|payer|payee|beneficiary|creator|manager|cardholder|client|employee|patient|student|signer|reviewer|buyer|seller|real|legal_?person)_?name$/,
    fullName,
  ],
  [/^(author|owner|recipient|sender|assignee|cardholder|creator|reporter|manager|artist|attention|attn)$/, fullName],
  [
    /(^|_)(created|updated|modified|approved|reviewed|assigned|deleted|uploaded|submitted|edited|requested|signed)_?by$/,
    userName,
  ],
  [/(salutation|honorific|name_?prefix)$/, oneOf('Ms', 'Mr', 'Dr')],
  [/(^|_)(gender|sex)$/, oneOf('female', 'male')],
  [/marital_?status$/, oneOf('single', 'married')],
  [/nationality$/, (context) => [placeOf(context).nationality, ...placeOf(context).codes]],
  [
    /(job|role|occupation|position|profession)(_?title)?$/,
    ({ random, name: own }) =>
      /role/i.test(own) ? random.pick(['admin', 'editor', 'viewer']) : random.pick(words.jobs),
  ],
  [/department(_?name)?$/, ({ random }) => random.pick(words.departments)],
  [
    /(company|organi[sz]ation|employer|vendor|brand|manufacturer|operator|publisher|merchant|supplier|business|institution|carrier|bank)(_?name)?$/,
    companyOf,
  ],
]

const locations: readonly Row[] = [
  [/(phone|mobile|telephone|fax|cell|msisdn)(_?(number|no|nr))?s?$/, phone],
  [/^(to|from)_?number$|^(caller|calling|called)(_?(id|number))?$/, phone],
  [
    /(address_?(line_?)?2|^line_?2|street_?2|address_?extra|address_?addition|apartment|suite)$/,
    ({ random }) => `Floor ${random.integer(1, 9)}`,
  ],
  [/(house|building|street)_?(number|no|nr)(_or_name)?$/, ({ random }) => String(random.integer(1, 199))],
  [/(^|_)(ip|ip_?v?4?_?addr(ess)?|ip_?v?4)$|remote_?addr(ess)?$|(client|source|host|server)_?ip$/, ipv4],
  [/(^|_)(mac|mac_?addr(ess)?)$/, macAddress],
  [/(street|street_?name|address_?line_?1|address_?1|^line_?1|street_?1)$/, street],
  [/address(es)?$/, (context) => `${street(context)}, ${placeOf(context).city}`],
  [/(city|town|locality|municipality)(_?name)?$/, (context) => placeOf(context).city],
  [
    /(postal_?code|post_?code|zip(_?code)?|postal|plz)$/,
    (context) => [fillDigits(context.random, placeOf(context).postalCode), digits(context.random, 5)],
  ],
  [
    /country_?(code|iso|id)?_?(2|3|alpha_?[23])?$|country_iso.*$/,
    (context) => (/code|iso|2|3/i.test(context.name) ? countryCode(context) : countryName(context)),
  ],
  [/country(_?name)?$/, countryName],
  [/countries$/, countryCode],
  [/(state|province|county)_?code$|subdivision_?code$/, (context) => placeOf(context).stateCode],
  [/^(state|province|county|state_?(or_?)?province|administrative_?area|state_?name)$/, stateName],
  [/(latitude|^lat|_lat)$/, (context) => String(placeOf(context).latitude)],
  [/(longitude|^lo?ng|_lo?ng|^lon|_lon)$/, (context) => String(placeOf(context).longitude)],
  [/coordinates|geo_?location|lat_?lo?ng$/, (context) => `${placeOf(context).latitude},${placeOf(context).longitude}`],
  [/time_?zone(_?(id|name))?s?$|^tz$|_tz$/, (context) => placeOf(context).timeZone],
  [/(language|locale|lang|culture)(_?(code|tag|id))?s?$/, languageTag],
  [
    /(^|_)region(_?(name|code|id))?$/,
    (context) =>
      /address|person|customer|user|location|contact/i.test(context.owner)
        ? placeOf(context).state
        : context.random.pick(['us-east-1', 'eu-west-1', 'eu-central-1']),
  ],
  [/(availability_?)?zone$/, oneOf('eu-west-1a', 'us-east-1b')],
  [/continent$/, oneOf('Europe', 'North America')],
]

const money: readonly Row[] = [
  [/currency_?symbol$/, (context) => placeOf(context).currencySymbol],
  [/currency_?name$/, (context) => placeOf(context).currencyName],
  [/(^|_)(currency|currencies)(_?(code|id|iso|type|unit))?$/, currencyCode],
  [/(^|_)iban$/, (context) => createIban(context.random, placeOf(context).codes[0])],
  [
    /(^|_)(bic|swift)(_?code)?$/,
    (context) => {
      const bic = createBic(context.random, placeOf(context).codes[0])
      return [bic, `${bic}XXX`]
    },
  ],
  [/(last_?(4|four)(_?digits)?|card_?(last|suffix).*|^(dynamic_)?last4)$/, ({ random }) => digits(random, 4)],
  [/(card_?)?(pan|card_?number)$/, ({ random }) => createCardNumber(random)],
  [/(^|_)(cvc|cvv|cvc2|cvv2|security_?code)$/, ({ random }) => digits(random, 3)],
  [
    /(card_?)?(brand|scheme|network)$|card_?type$/,
    ({ random, owner, name: own }) =>
      /card|payment|source/i.test(owner + own)
        ? random.pick(['visa', 'mastercard', 'amex'])
        : random.pick(words.companies),
  ],
  [/(bank_?)?account_?(number|no)$/, ({ random }) => digits(random, 10)],
  [/routing_?number$/, ({ random }) => random.pick(['110000000', '021000021'])],
  [/sort_?code$/, ({ random }) => fillDigits(random, '20-##-##')],
  [
    /(vat|tax)_?(number|id|no|registration.*)$|^(vat|tin|ein)$/,
    (context) => `${placeOf(context).codes[0]}${digits(context.random, 9)}`,
  ],
  [/^(exp|expiry|expiration)_?month$/, ({ random }) => [String(random.integer(1, 12)).padStart(2, '0')]],
  [
    /^(exp|expiry|expiration)_?year$/,
    ({ random }) => [String(random.integer(2031, 2034)), String(random.integer(31, 34))],
  ],
  [/(price|amount|total|cost|fees?|balance|revenue|salary|budget|subtotal|discount|tax|paid|due)$/, amount],
  [/(percent|percentage|rate|ratio)$/, ({ random }) => String(random.integer(1, 25))],
  [
    /(count|quantity|qty|size|length|width|height|weight|num|limit|offset|position|sort_?order|number_of_.*|duration|seconds|minutes|hours|days|years|age|score|rating|port)s?$/,
    wholeNumber,
  ],
]

const web: readonly Row[] = [
  [
    /(image|avatar|photo|picture|logo|icon|thumbnail|thumb|cover|banner|poster)s?(_?(ur[il]|link|src|href|path))?(_?\d+x?\d*)?$/,
    imageUrl,
  ],
  [/(^|_)(url|uri|href|links?|website|homepage|web_?page|endpoint|site|callback|webhook)s?$/, url],
  [/(^|_)(uu|gu)ids?$/, uuid],
  [/(host|domain|fqdn|server)(_?name)?s?$/, host],
  [/(content|mime|media)_?types?$/, oneOf('application/pdf', 'image/png', 'text/csv')],
  [/(file|document|attachment|original)_?name$|^filename$/, fileName],
  [/(file_?)?(extension|suffix)$/, oneOf('pdf', 'png', 'csv')],
  [/(file_?)?format$/, oneOf('pdf', 'json', 'csv')],
  [
    /(file_?|full_?|relative_?)?paths?$|folder$|directory$|prefix$/,
    ({ random }) => `/${random.pick(words.nouns)}/${random.pick(words.nouns)}`,
  ],
  [/user_?agent$/, ({ random }) => random.pick(words.userAgents)],
  [/(^|_)browser(_?name)?$/, oneOf('Firefox', 'Chrome', 'Safari')],
  [/(^|_)(os|operating_?system|platform)(_?name)?$/, oneOf('Linux', 'macOS', 'Windows')],
  [/(^|_)(device|device_?type)$/, oneOf('desktop', 'mobile', 'tablet')],
  [/(sha_?256|checksum|digest)$/, ({ random }) => [hex(random, 64), hex(random, 40)]],
  [
    /(^|_)(sha|sha_?1|commit|commit_?(id|hash)|hash|etag|md5|signature|fingerprint)$/,
    ({ random, name: own }) => [hex(random, /md5|etag/i.test(own) ? 32 : 40), hex(random, 7)],
  ],
  [
    /(token|secret|api_?key|access_?key|private_?key|public_?key|nonce|client_?key|cursor)$/,
    ({ random }) => hex(random, 32),
  ],
  [/password$/, ({ random }) => `${slug(random)}-${digits(random, 3)}`],
  [
    /(http_?)?method$|^verb$/,
    ({ random, owner }) =>
      /request|http|webhook|route|log/i.test(owner)
        ? random.pick(['GET', 'POST'])
        : random.pick(['standard', 'manual']),
  ],
  [/^protocol$|_protocol$/, oneOf('https', 'tcp')],
  [
    /(color|colour)(_?(code|hex))?$/,
    ({ random, name: own }) => {
      const code = `#${hex(random, 6)}`
      return /code|hex/i.test(own) ? [code, code.slice(1)] : [random.pick(words.colors), code, code.slice(1)]
    },
  ],
  [
    /api_?version$|version$/,
    ({ random }) => [
      `${random.integer(1, 4)}.${random.integer(0, 9)}.${random.integer(0, 9)}`,
      `v${random.integer(1, 4)}`,
      String(random.integer(1, 9)),
    ],
  ],
  [/(^|_)(html|body_?html|html_?body)$/, (context) => `<p>${String(sentence(context))}</p>`],
  [/(^|_)(cron|cron_?expression|schedule)$/, () => '0 9 * * 1'],
  [/(^|_)(env|environment|stage)$/, oneOf('production', 'staging')],
  [/(^|_)arn$/, ({ random }) => `arn:aws:iam::123456789012:role/${slug(random)}`],
]

const times: readonly Row[] = [
  [/(^|_)(dob|birth_?day|born|birthdate|date_of_birth)$/, time],
  [
    /_(at|on)$|(^|_)(date|time|timestamp|datetime|day|when|since|until)$|(date|time)(_?(utc|gmt|local|stamp))?$|^(date|time)_|_date_|(^|_)(created|updated|modified|expires|expiry|expiration)(_?(on|at|date))?$/,
    time,
  ],
  [
    /^(month|year)$/,
    ({ random, name: own }) =>
      /year/i.test(own) ? String(random.integer(2021, 2025)) : String(random.integer(1, 12)).padStart(2, '0'),
  ],
  [/(^|_)(period|interval|frequency|recurrence)$/, oneOf('monthly', 'weekly', 'daily')],
]

const prose: readonly Row[] = [
  [
    /(error|failure)(_?(message|reason|description|details?))?$/,
    oneOf('The request timed out', 'The address was not found'),
  ],
  [
    /(description|summary|bio|biography|about|comments?|messages?|body|text|content|notes?|reason|details?|instructions|remarks?|caption|excerpt|overview|abstract|feedback|explanation|annotation|memo)(_?(text|plain|long|short))?$/,
    sentence,
  ],
  [/(^|_)(status|state|phase)$/, oneOf('active', 'pending', 'completed')],
  [/(^|_)priority$/, oneOf('normal', 'high', 'low')],
  [/(^|_)severity$|(^|_)level$/, oneOf('info', 'low', 'medium', 'high')],
  [
    /(^|_)(categor(y|ies)|genres?|topics?|subjects?_?area|section|classification)(_?name)?$/,
    ({ random }) => random.pick(words.categories),
  ],
  [/(^|_)(tags?|keywords?|labels?)$/, ({ random }) => random.pick(words.tags)],
  [/(^|_)(scopes?|permissions?|privileges?|grants?)$/, oneOf('read', 'write')],
  [/(^|_)roles?$/, oneOf('admin', 'editor', 'viewer')],
  [/(^|_)(types?|kind|class|variant|mode)$/, oneOf('standard', 'custom', 'default')],
  [/(^|_)(source|channel|origin|medium)$/, oneOf('web', 'mobile', 'api')],
  [/(^|_)(plan|tier|edition)(_?name)?$/, oneOf('basic', 'standard', 'premium')],
  [/(^|_)(events?|actions?|operation|activity|trigger)(_?(type|name))?$/, oneOf('created', 'updated', 'deleted')],
  [/(^|_)(units?|unit_of_measure|uom)$/, oneOf('kg', 'pcs', 'm')],
  [/(^|_)(sizes?)$/, oneOf('S', 'M', 'L')],
  [/(^|_)(algorithm|cipher)$/, oneOf('SHA256', 'RS256')],
  [/(^|_)(encoding|charset)$/, () => 'UTF-8'],
  [/(^|_)(model|make)(_?name)?$/, ({ random }) => `${random.pick(words.companies)} ${random.integer(100, 900)}`],
  [/(^|_)(query|search|term|phrase|word)$/, ({ random }) => random.pick(words.nouns)],
  [/(^|_)(answer|response|result|output|value|default)$/, ({ random }) => random.pick(words.nouns)],
  [/(^|_)question$/, oneOf('How did you hear about us?', 'What can we improve?')],
  [/(title|subject|headline|heading|label|topic)$/, title],
]

const codes: readonly Row[] = [
  [/slug$/, (context) => [`${String(objectSlug(context))}-${digits(context.random, 4)}`, String(objectSlug(context))]],
  [/isbn(_?13)?$/, ({ random }) => createEan(random, '978')],
  [/(ean|upc|gtin|barcode)(_?\d+)?$/, ({ random }) => createEan(random)],
  [/(^|_)sku$/, ({ random }) => `SKU-${digits(random, 5)}`],
  [/invoice_?(number|no|id|ref.*)$/, ({ random }) => `INV-${digits(random, 6)}`],
  [/order_?(number|no|ref.*)$/, ({ random }) => `ORD-${digits(random, 6)}`],
  [/(tracking|shipment)_?(number|code|no)$/, ({ random }) => `1Z${digits(random, 16)}`],
  [/(reference|ref)(_?(number|no|code|id))?$/, ({ random }) => `REF-${digits(random, 6)}`],
  [/serial(_?(number|no))?$/, ({ random }) => `SN${digits(random, 8)}`],
  [/(number|no)$/, ({ random }) => digits(random, 6)],
  [
    /(coupon|promo(tion)?|discount|voucher)_?code$/,
    ({ random }) => `${random.pick(words.nouns).toUpperCase()}${random.integer(10, 50)}`,
  ],
  [/(^|_)keys?$/, ({ random }) => [`${random.pick(words.adjectives)}_${random.pick(words.nouns)}`, slug(random)]],
  [
    /code$/,
    ({ random }) => [`${random.pick(words.nouns).slice(0, 3).toUpperCase()}-${digits(random, 3)}`, digits(random, 4)],
  ],
  [/(^|_)(id|identifier|sid)s?$/, ({ random }) => [hex(random, 12), digits(random, 8)]],
  [/name$/, name],
]
