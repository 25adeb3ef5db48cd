/**
 * Strings about people, places and money, by the name of the property. The first row whose pattern matches is used.
 */
import { accounts } from './account-text.ts'
import { digits } from './check-digits.ts'
import { nameOfObject } from './object-names.ts'
import {
  companyOf,
  genderOf,
  moneyPlaceOf,
  personOf,
  placeOf,
  type ScalarContext,
  snakeCase,
  type WriteText,
} from './record-subject.ts'
import { email, fillDigits, hex, ipv4, ipv6, macAddress, phone, slug, url, userName } from './text-by-format.ts'
import {
  accessRole,
  amount,
  countryCode,
  countryName,
  currencyCode,
  fullName,
  languageTag,
  objectName,
  oneOf,
  type Row,
  stateName,
  street,
  wholeNumber,
} from './text-writers.ts'
import { words } from './words.ts'

export const people: readonly Row[] = [
  [/(^|_)(user_?principal_?name|upn|reply_?to)$/, email],
  [/(^|_)e_?mails?(_?addr(ess)?(es)?)?$|(^|_)e_?mail(_\w+)?_(to|from|cc|bcc)$/, email],
  [/(first|given|fore)_?names?$/, (context) => personOf(context).first],
  [
    /(last|sur)_?names?$|(?<!(package|font|product|instance|device|model)_)family_?names?$/,
    (context) => personOf(context).last,
  ],
  [/(maiden|birth)_?(last_?|family_?)?name$/, ({ random }) => random.pick(words.lastNames)],
  [
    /middle_?names?$/,
    (context) => {
      const isFemale = genderOf(context) === 'female'
      return context.random.pick(words.firstNames.filter((name) => words.female.includes(name) === isFemale))
    },
  ],
  // The holder of an account; `userName` would be the login.
  [
    /(^|_)account_?(holder_?)?name$/,
    (context) =>
      /bank|payment|payout|direct_?debit|iban/i.test(snakeCase(context.owner)) ? fullName(context) : userName(context),
  ],
  [/middle_?initial$|(^|_)initials?$/, (context) => [personOf(context).first.charAt(0), personOf(context).last]],
  [
    /(^|_)nick_?name$/,
    (context) =>
      context.isPerson || /user|player|person/i.test(context.owner) ? userName(context) : objectName(context),
  ],
  [/(user_?name|^login|handle|screen_?name|login_?name)$/, userName],
  [
    /^full_?name$/,
    (context) => {
      const owner = snakeCase(context.owner)
      if (/organi[sz]ation|(^|_)org(_|$)|compan|business/.test(owner)) return companyOf(context)
      // That of a repository begins with its owner.
      return !context.isPerson && /(^|_)(repos?|repositor(y|ies)|forks?)(_|$)/.test(owner)
        ? `${slug(context.random)}/${slug(context.random)}`
        : fullName(context)
    },
  ],
  [
    /(full|from|reply_?to|billing|[a-z]ed_?by|admin|contact|customer|owner|author|holder|recipient|passenger|guest|person|sender|payer|payee|beneficiary|committer|approver|requester|uploader|creator|manager|cardholder|employee|patient|student|signer|reviewer|buyer|seller|real|legal_?person)_?name$/,
    fullName,
  ],
  [/^(author|owner|recipient|sender|assignee|cardholder|creator|reporter|manager|artist|attention|attn)$/, fullName],
  [
    /(^|_)(created|updated|modified|approved|reviewed|assigned|deleted|uploaded|submitted|edited|requested|signed)_?by$/,
    userName,
  ],
  [/^(user|member|employee|person|author|staff|contact)_title$/, ({ random }) => random.pick(words.jobs)],
  [/(^|_)display_?name$|^name_(address|display|full|list|sort)/, nameOfObject],
  [/(^|_)(contact|contact_?person)$/, fullName],
  [/(^|_)name_?suffix$/, oneOf('Jr.', 'III')],
  [/marital_?status$/, oneOf('single', 'married')],
  [/nationality$/, (context) => [placeOf(context).nationality, ...placeOf(context).codes]],
  [
    /(^|_)(job|role|occupation|position|profession)(_?(title|role))?$/,
    (context) => {
      const { random, owner } = context
      const snake = snakeCase(context.name)
      if (/role/.test(snake) && !/job/.test(snake)) return accessRole(context)
      // The position of a thing is a place in an order.
      const isPost =
        !/position$/.test(snake) || context.isPerson || /employ|contact|person|staff|member|lead/i.test(owner)
      return isPost || /(current|job|previous)_/.test(snake) ? random.pick(words.jobs) : wholeNumber(context)
    },
  ],
  [
    /department(_?name)?$/,
    ({ owner, random }) => {
      if (/ingredient|food|recipe|grocer/i.test(owner)) return random.pick(['Bakery', 'Dairy', 'Produce'])
      return random.pick(/product|item|shop|store/i.test(owner) ? words.goods : words.departments)
    },
  ],
  [
    /(^|_)client_name$|(company|organi[sz]ation|employer|vendor|manufacturer|publisher|merchant|supplier|business|institution|carrier|(^|_)bank)(_?name)?$/,
    companyOf,
  ],
]

/** `state` and `region` mean a part of a country beside a city or in an address, and something else elsewhere. */
const isAtAddress = ({ owner, isPlace }: ScalarContext): boolean =>
  isPlace || /address|location|place|venue|billing|shipping|contact|branch|residen/i.test(owner)

const runsInCloud =
  /gateway|wireless|operation|server|instance|cluster|bucket|database|cloud|deploy|node|machine|\bvms?\b|volume|function|network|environment|image|snapshot|service|app|queue|topic|stack|endpoint|project|config|storage|resource/i

/** What is in a part of a country, rather than of a cloud. */
const hasRegion =
  /(^|_)(users?|customers?|accounts?|compan(y|ies)|persons?|people|stores?|shops?|tax(es)?|sales|territor(y|ies)|cit(y|ies)|countr(y|ies)|weather|wine|school|hotels?|profiles?|leads?|members?|suppliers?|vendors?|sites?|geo\w*|ip\w*)(_|$)/

const cloudNames = /(^|_)(aws|media|amazon|s3|sns|sqs|azure|gcp|google|wasabi|rackspace|cloud|bucket|storage|radio|rf)_/

/** In the form of RFC 3339: +02:00. */
const utcOffset = (hours: number): string => `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`

/** `address` is a postal address, unless the object or what precedes it says otherwise. */
const addressText: WriteText = (context) => {
  const about = snakeCase(`${context.owner} ${context.name}`)
  if (!context.isPlace) {
    const isSender = /(^|_)(from|reply_to|sender|return_path)_address$/.test(about)
    if (/mail|(^|_)inbound_address$/.test(about) || (isSender && !travels.test(about))) return email(context)
    if (/(^|_)(web_?hook|hook|watch|channel|callback|subscription)s?(_|$)/.test(about)) return url(context)
    if (/(^|_)(wallets?|crypto\w*|coins?|contract|blockchain|ethereum|bitcoin)(_|$)/.test(about))
      return `0x${hex(context.random, 40)}`
    if (/(^|_)macs?(_|$)/.test(about)) return macAddress(context)
    if (/(^|_)ip_?v?_?6(_|$)/.test(about)) return ipv6(context)
    if (inNetwork.test(about) || context.isHost === true) return ipv4(context)
    // `action_address` may be of any kind.
    if (/_address$/.test(snakeCase(context.name)) && !postal.test(about)) return slug(context.random)
  }
  return `${street(context)}, ${placeOf(context).city}`
}

const travels = /ship|parcel|travel|order|route|trip|deliver|journey|ride|move|pickup|transport/

const postal =
  /(^|_)(street|postal|mail(ing)?|home|work|office|billing|shipping|delivery|physical|legal|registered|company|business|property|venue|store|site|pick_?up|drop_?off|start|end|origin|destination|location|residential|residence|permanent|current|full|formatted|customer|contact|person|user|merchant|bank|branch|school|hotel|event|invoice|primary|secondary|local|from|to|ship_from|ship_to|return|sender|recipient)(_|$)/

const inNetwork =
  /(^|_)(ips?|ipv4|ip_?addr\w*|networks?|interfaces?|nics?|subnets?|dns|gateways?|nat|lan|wan|vpn|peers?|hosts?|nodes?|servers?|routers?|firewalls?|listeners?|proxy|proxies|floating|loopback)(_|$)/

/** The region of a cloud that is nearest to the place of the record. */
const cloudRegion = (context: ScalarContext): string => {
  const { longitude } = placeOf(context)
  if (longitude < -30) return 'us-east-1'
  return longitude > 60 ? 'ap-southeast-2' : 'eu-west-1'
}

export const locations: readonly Row[] = [
  [/(phone|mobile|telephone|fax|msisdn|cell_?(phone|number|no|nr))(_?(number|no|nr))?s?$/, phone],
  [/(^|_)cells?$/, (context) => (context.isPerson || context.isPlace ? phone(context) : slug(context.random))],
  [/(^|_)(toll(_free)?|hot_?line|help_?line|(primary|secondary|emergency)?_?contact)_numbers?$/, phone],
  [/(^|_)(utc|gmt|time_?zone|tz)_?offset$|offset_from_utc$/, (context) => utcOffset(placeOf(context).utcOffset)],
  [/(^|_)(sms|text)_?recipients?$|(^|_)(sms|whats_?app)_?(number|no)$/, phone],
  [/(^|_)recipients$/, email],
  [/^(to|from)_?number$|^(caller|calling|called)(_?(id|number))?$/, phone],
  [
    /(address_?(line_?)?2|^line_?2|street_?2|address_?extra|address_?addition|apartment|suite)$/,
    ({ random }) => `Floor ${random.integer(1, 9)}`,
  ],
  [/address_?(line_?)?3$|^line_?3$/, (context) => placeOf(context).city],
  [/address_?(line_?)?4$|^line_?4$/, (context) => placeOf(context).state],
  [/(^|_)street_(and|&)_?(house_?)?number$/, street],
  [/(house|building|street)_?(number|no|nr)(_or_name)?$/, (context) => String(street(context)).split(' ')[0] ?? '1'],
  [/street_?type$/, (context) => String(street(context)).split(' ').at(-1) ?? ''],
  [/(^|_)(ip|ip_?v?4?_?addr(ess)?|ip_?v?4)$|remote_?addr(ess)?$|(client|source|host|server)_?ip$/, ipv4],
  [/(^|_)ip_?v?6(_?addr(ess)?)?$/, ipv6],
  [
    /(^|_)ips?_?((white|black|allow|block|deny|ban)_?)lists?$|(^|_)(allowed|blocked|whitelisted|blacklisted|denied|banned|trusted)_ip(s|_?addr(ess)?(es)?)?$/,
    ipv4,
  ],
  [/(^|_)(mac|mac_?addr(ess)?)$/, macAddress],
  [/street_?name$/, (context) => String(street(context)).replace(/^\d+ /, '')],
  [/(street|address_?line(_?1)?|address_?1|^line_?1|street_?1)$/, street],
  [/address(es)?(_?(full|text|formatted|complete|long|display|string))?$/, addressText],
  [/(^|_)(suburb|neighbou?rhood|borough)(_?name)?$/, (context) => placeOf(context).city],
  [
    /^(long|short|formatted)_?(form|address)$/,
    (context) => (context.isPlace ? addressText(context) : slug(context.random)),
  ],
  [/(^|_)(city|town|locality|municipality)(_?name)?$/, (context) => placeOf(context).city],
  [
    /(postal_?code|post_?code|zip(_?code)?|zip_?or_?post_?code|postal|plz)$/,
    (context) => [fillDigits(context.random, placeOf(context).postalCode), digits(context.random, 5)],
  ],
  [
    /country_?(code|iso|id)?_?(2|3|alpha_?[23])?$|country_iso.*$/,
    (context) => (/code|iso|2|3/i.test(context.name) ? countryCode(context) : countryName(context)),
  ],
  [/country_?name$/, (context) => [placeOf(context).country, ...placeOf(context).codes]],
  [/country(_?name)?$/, countryName],
  [/countries$|country_?codes$/, countryCode],
  [/^cca2$/, (context) => placeOf(context).codes[0]],
  [/^cca3$/, (context) => placeOf(context).codes[1]],
  [/^ccn3$|(^|_)country_num(ber|eric)?(_?code)?$/, (context) => placeOf(context).codes[2]],
  [/^country_of_/, countryName],
  [/^location$/, (context) => (/meta|links?/i.test(context.owner) ? url(context) : placeOf(context).city)],
  [
    /(^|_)(address|billing|shipping|mailing|home|work|birth|residence|plate|licen[cs]e|issuing|pickup|drop_?off|delivery|destination|origin|ship_from|postal|card|bill_to|sold_to|ship_to|company|contact|customer|sender|recipient)_?state$/,
    stateName,
  ],
  [
    /(state|province|county|region)_?(iso_?)?code$|subdivision_?code$/,
    (context) =>
      /region/i.test(context.name) && runsInCloud.test(context.owner) && !isAtAddress(context)
        ? 'eu-west-1'
        : placeOf(context).stateCode,
  ],
  [/(^|_)country_?(sub_?)?division$/, stateName],
  [/^state$/, (context) => (isAtAddress(context) ? stateName(context) : context.random.pick(['active', 'pending']))],
  [
    /^state_?name$/,
    (context) =>
      isAtAddress(context) || /countr|province|region|geo|tax/i.test(context.owner)
        ? stateName(context)
        : slug(context.random),
  ],
  [/^(province|county|(state|county)_?(or_?)?province|administrative_?area)$/, stateName],
  [/(latitude|^lat|_lat)$/, (context) => String(placeOf(context).latitude)],
  [
    /(longitude|^lo?ng|(^|_)(geo|gps|lat|start|end|location|position|cent(er|re)|origin|destination|from|to|pickup|drop_?off|home)_lo?ng|^lon|_lon)$/,
    (context) => String(placeOf(context).longitude),
  ],
  [
    /(^|_)coords$|coordinates?$|geo_?location|lat_?lo?ng$/,
    (context) => `${placeOf(context).latitude},${placeOf(context).longitude}`,
  ],
  [/time_?zone(_?(id|name|code|used|iana|string))?s?$|^tz$|_tz$/, (context) => placeOf(context).timeZone],
  [
    /(?<!(programming|script|source|code|query|template|markup)_)(language|locale|lang|culture)(_?(code|tag|id))?s?$/,
    (context) => (context.isCode === true ? context.random.pick(['Python', 'TypeScript']) : languageTag(context)),
  ],
  [
    /(^|_)region(_?(name|code|id))?$/,
    (context) =>
      cloudNames.test(snakeCase(context.name)) || (!hasRegion.test(snakeCase(context.owner)) && !isAtAddress(context))
        ? cloudRegion(context)
        : /id$/i.test(context.name)
          ? placeOf(context).stateCode
          : placeOf(context).state,
  ],
  [/(availability_?)?zone$/, (context) => `${cloudRegion(context)}a`],
  [/continent$/, oneOf('Europe', 'North America')],
]

export const currencies: readonly Row[] = [
  [/currency_?symbol$/, (context) => moneyPlaceOf(context).currencySymbol],
  [/currency_?name$/, (context) => moneyPlaceOf(context).currencyName],
  // What is exchanged is of two currencies.
  [
    /(^|_)(target|quote|counter|destination|converted|buy)_?currency(_?code)?$/,
    (context) => (moneyPlaceOf(context).currency === 'EUR' ? 'USD' : 'EUR'),
  ],
  [/(^|_)(currency|currencies)(_?(code|id|iso|type|unit))?$/, currencyCode],
]

export const money: readonly Row[] = [
  ...currencies,
  ...accounts,
  [
    /(vat|tax)_?(number|id|no|registration.*)$|^(vat|tin|ein)$/,
    (context) => `${placeOf(context).codes[0]}${digits(context.random, 9)}`,
  ],
  [/^(exp|expiry|expiration)_?month$/, ({ random }) => [String(random.integer(1, 12)).padStart(2, '0')]],
  [
    /^(exp|expiry|expiration)_?year$/,
    ({ random }) => [String(random.integer(2031, 2034)), String(random.integer(31, 34))],
  ],
  [
    /(^|_)(unit_?price|price|amount|total|cost|fees?|balance|revenue|salary|budget|subtotal|discount|tax|paid|net|gross)$|_due$/,
    amount,
  ],
  [/(^|_)(rating|stars)$/, ({ random }) => `${random.integer(1, 4)}.${random.integer(0, 9)}`],
  [/(^|_)(percent|percentage|rate|(?<!aspect_)ratio)(_?complete(d)?)?$/, ({ random }) => String(random.integer(1, 25))],
  [
    /(^|_)(count|quantity|qty|size|length|width|height|weight|num|limit|offset|sort_?order|duration|seconds|minutes|hours|days|years|age|score|port|addition|deletion|z_?index|rotation|depth|(up|down)?_?vote|bpm)s?$|^(rotate|left|top|bottom|credits?|pos)$|(^|_)(seconds|minutes|hours|days)_(between|before|after|until|since|per)(_|$)|(?<!last|first|recently)_(used|remaining)$|^(min|max|minimum|maximum)_?(value|length|size|number)$|^(number_of|num|no_of)_/,
    wholeNumber,
  ],
]
