/**
 * Strings about places, telephones and networks, by the name of the property: what says where somebody or something is. The first
 * row whose pattern matches is used.
 */
import { anyOf, isAbout, isDescribed, says } from './about.ts'
import { digits } from './check-digits.ts'
import { placeOf, type ScalarContext, snakeCase, type WriteText } from './record-subject.ts'
import { email, fillDigits, hex, host, ipv4, ipv6, macAddress, phone, slug, url } from './text-by-format.ts'
import {
  countryCode,
  countryName,
  languageTag,
  objectName,
  oneOf,
  type Row,
  stateName,
  street,
  streetRandom,
} from './text-writers.ts'

/**
 * `state` and `region` mean a part of a country beside a city or in an address, and something else elsewhere. Those of
 * `projects.locations.snapshots`, whose name has the words of its path, are of a cloud.
 */
const isAtAddress = ({ owner, isPlace }: ScalarContext): boolean =>
  isPlace || /address|location(?!s\.)|place|venue|billing|shipping|contact|branch|residen/i.test(owner)

const runsInCloud =
  /channel|addon|webhook|worker|workspace|data_?cent|hosting|gateway|wireless|operation|server|instance|cluster|bucket|database|cloud|deploy|node|machine|\bvms?\b|volume|function|network|environment|image|snapshot|service|app|queue|topic|stack|endpoint|project|config|storage|resource/i

/** What is in a part of a country, rather than of a cloud. */
const hasRegion =
  /(^|_)(users?|customers?|accounts?|compan(y|ies)|persons?|people|stores?|shops?|tax(es)?|sales|territor(y|ies)|cit(y|ies)|countr(y|ies)|weather|wine|school|hotels?|profiles?|leads?|members?|suppliers?|vendors?|sites?|geo\w*|ip\w*)(_|$)/

const regionOfCloud =
  /(^|_)(source|target|replica|next_hop|deployment|hosting|data|compute|backup|edge)_region(_?(name|code))?$/

const cloudNames = /(^|_)(aws|media|amazon|s3|sns|sqs|azure|gcp|google|wasabi|rackspace|cloud|bucket|storage|radio|rf)_/

/** What has a form for phones. */
const onScreens = anyOf(
  'device platform app application theme layout site page image images picture url link width height breakpoint banner screen template view version css style browser size icon thumbnail channel traffic support feature setting config ad ads package network operator',
)
const onScreen = /\b(device|screen|site|app|version|view|layout|browser|image)\b/i

/** In the form of RFC 3339: +02:00. */
const utcOffset = (hours: number): string => `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`

/** `address` is a postal address, unless the object or what precedes it says otherwise. */
const addressText: WriteText = (context) => {
  const about = snakeCase(`${context.owner} ${context.name}`)
  if (/(^|_)(web|internet|site|url|http)_?(site_)?address$/.test(snakeCase(context.name))) return url(context)
  if (!context.isPlace) {
    const isSender = /(^|_)(from|to|cc|bcc|reply_to|sender|return_path)_address(es)?$/.test(about)
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
  /(^|_)(ips?|ipv4|ip_?addr\w*|networks?|interfaces?|nics?|subnets?|dns|gateways?|nat|lan|wan|vpn|peers?|hosts?|nodes?|servers?|routers?|firewalls?|listeners?|proxy|proxies|floating|loopback|load_?balancers?|balancers?|vips?|clusters?|deployments?|endpoints?)(_|$)/

const hasLocation =
  /(^|_)(events?|meetings?|users?|profiles?|persons?|people|members?|accounts?|compan(y|ies)|org\w*|offices?|jobs?|employees?|contacts?|stores?|shops?|trips?|rides?|weather|photos?|posts?|tweets?|propert(y|ies)|hotels?|schools?|facilit(y|ies)|sites?|appointments?|calendars?|festivals?|courses?|class(es)?|teams?|customers?|candidates?|vehicles?|warehouses?|shipments?|courts?|weddings?|concerts?|restaurants?|clinics?|hospitals?)(_|$)/

const inCloud = (context: ScalarContext): boolean => {
  if (isAtAddress(context)) return false
  return (
    cloudNames.test(snakeCase(context.name)) ||
    (runsInCloud.test(context.owner) && !hasRegion.test(snakeCase(context.owner))) ||
    says(
      context,
      /\b(aws|amazon|cloud|azure|gcp|google|us-(east|west|central)\w*|eu-(west|central)\w*|data ?cent(er|re))\b/i,
    )
  )
}

/** Where a machine or a service is, rather than a file or a person. */
const isOfCloud = (context: ScalarContext): boolean =>
  !isAtAddress(context) &&
  !says(context, /\b(path|file|ur[il]|rack|building|room|address|redirect)\b/i) &&
  (says(
    context,
    /\b(azure|data ?cent(er|re)|(cloud|resource|service|workspace|cluster|server)('s)? (\w+ )?(location|region)|geo-?location where the resource|(region|location) of the (\w+ )?(resource|service|cluster|server|account|instance|database))\b/i,
  ) ||
    (/(^|_)(tracked_)?(resource|cluster|bucket|database|instance|deployment|vm|data_?cent(er|re)|storage_account)s?$/.test(
      snakeCase(context.owner.split(' ')[0] ?? ''),
    ) &&
      !isDescribed(context)))

/** The region of a cloud that is nearest to the place of the record. */
export const cloudRegion = (context: ScalarContext): string => {
  const { longitude } = placeOf(context)
  if (longitude < -30) return 'us-east-1'
  return longitude > 60 ? 'ap-southeast-2' : 'eu-west-1'
}

/** `labels: { localeCode }` describes a map from locales to labels, unlike `labels[].localeCode`. */
const isKeyOfText = ({ name, owner, ownerPointer = '' }: ScalarContext): boolean =>
  /^(locale|language)_?(code)?$/i.test(name) &&
  !/\/\d+$/.test(ownerPointer) &&
  /^(labels|titles|names|descriptions|captions)( |$)/i.test(owner)

export const locations: readonly Row[] = [
  // A kind of device, or a telephone.
  [
    /^mobiles?$/,
    (context) =>
      !context.isPerson &&
      !context.isPlace &&
      !says(context, /phone|number/i) &&
      (isAbout({ owner: context.owner, name: '' }, onScreens) || says(context, onScreen))
        ? slug(context.random)
        : phone(context),
  ],
  [
    /((?<!micro|head|smart|saxo|ear|mega|video_|i)phone|(?<!auto|auto_)mobile|telephone|fax|msisdn|cell_?(phone|number|no|nr))(_?(number|no|nr))?s?$/,
    phone,
  ],
  [/(^|_)cells?$/, (context) => (context.isPerson || context.isPlace ? phone(context) : slug(context.random))],
  [/(^|_)(toll(_free)?|hot_?line|help_?line|(primary|secondary|emergency)?_?contact)_numbers?$/, phone],
  [/(^|_)(utc|gmt|time_?zone|tz)_?offset$|offset_from_utc$/, (context) => utcOffset(placeOf(context).utcOffset)],
  [/(^|_)(sms|text)_?recipients?$|(^|_)(sms|whats_?app)_?(number|no)$/, phone],
  [/(^|_)recipients$/, email],
  [/^(to|from)_?number$|^(caller|calling|called)(_?(id|number))?$/, phone],
  [
    /((?<!(mail|web|ip|mac|url|wallet|dns)_?)address_?(line_?)?2|^line_?2|street_?2|address_?extra|address_?addition|apartment|(?<!(test|cipher|check)_?)suite)$/,
    ({ random }) => `Floor ${random.integer(1, 9)}`,
  ],
  [/(?<!(mail|web|ip|mac|url|wallet|dns)_?)address_?(line_?)?3$|^line_?3$/, (context) => placeOf(context).city],
  [/(?<!(mail|web|ip|mac|url|wallet|dns)_?)address_?(line_?)?4$|^line_?4$/, (context) => placeOf(context).state],
  [/(^|_)street_(and|&)_?(house_?)?number$/, street],
  [
    /(house|building|street|(?<!ip_|mac_)address)_?(number|no|nr)(_or_name)?$/,
    (context) => String(street(context)).split(' ')[0] ?? '1',
  ],
  [/street_?type$/, (context) => String(street(context)).split(' ').at(-1) ?? ''],
  [/(^|_)(ip|ip_?v?4?_?addr(ess)?|ip_?v?4)$|remote_?addr(ess)?$|(client|source|host|server)_?ip$/, ipv4],
  [/(^|_)ip_?v?6(_?addr(ess)?)?$/, ipv6],
  [
    /(^|_)ips?_?((white|black|allow|block|deny|ban)_?)lists?$|(^|_)(allowed|blocked|whitelisted|blacklisted|denied|banned|trusted)_ip(s|_?addr(ess)?(es)?)?$/,
    ipv4,
  ],
  [/(^|_)(mac|bssid|(mac|hw|hardware|ethernet|bluetooth)_?addr(ess)?)$/, macAddress],
  [/(^|_)(sub_?)?net_?mask$/, () => '255.255.255.0'],
  [/street_?name$/, (context) => String(street(context)).replace(/^\d+ /, '')],
  [/(street|address_?line(_?1)?|address_?1|^line_?1|street_?1)$/, street],
  [/address(es)?(_?(full|text|formatted|complete|long|display|string))?$/, addressText],
  [/(^|_)(suburb|neighbou?rhood|borough|sub_?locality(_?(level_?)?\d)?)(_?name)?$/, (context) => placeOf(context).city],
  // That of a court or of a school is another one.
  [/^(city_|postal_)?district$/, (context) => (isAtAddress(context) ? placeOf(context).city : slug(context.random))],
  [
    /^(long|short|formatted)_?(form|address)$/,
    (context) => (context.isPlace ? addressText(context) : slug(context.random)),
  ],
  [/(^|_)(city|town|locality|municipality)(_?name)?$/, (context) => placeOf(context).city],
  [
    /(postal_?code|post_?code|zip(_?code)?|zip_?or_?post_?code|postal|plz)$/,
    (context) => {
      const random = streetRandom(context, 'postal')
      return [fillDigits(random, placeOf(context).postalCode), digits(random, 5)]
    },
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
  [
    /^(ccn3|code_?num|num_?code|numeric_?code|iso_?numeric|un_?code)$|(^|_)country_num(ber|eric)?(_?code)?$/,
    (context) =>
      context.isCountry === true || /count|^ccn3$/i.test(`${context.owner} ${context.name}`)
        ? placeOf(context).codes[2]
        : digits(context.random, 3),
  ],
  [/^country_of_/, countryName],
  [
    /^locations?$/,
    (context) => {
      if (/meta|links?/i.test(context.owner)) return url(context)
      if (isOfCloud(context)) return cloudRegion(context)
      const isPlace = isAtAddress(context) || isAbout(context, hasLocation) || says(context, /\b(city|geographic)/i)
      return isPlace ? placeOf(context).city : slug(context.random)
    },
  ],
  [
    /(^|_)(estimated|current|home|work|office|birth|last_known|hq|headquarters?|pick_?up|drop_?off|start|end|meeting|delivery)_locations?$/,
    (context) =>
      context.isPerson || isAtAddress(context) || isAbout(context, hasLocation)
        ? placeOf(context).city
        : slug(context.random),
  ],
  [
    /(^|_)(purchaser|buyer|seller|shopper|employer|user|person|member|guest|patient|student|address|billing|shipping|mailing|home|work|birth|residence|plate|licen[cs]e|issuing|issuer|registration|incorporation|formation|tax|pickup|drop_?off|delivery|destination|origin|ship_from|postal|card|bill_to|sold_to|ship_to|company|contact|customer|sender|recipient)_?state$/,
    stateName,
  ],
  [
    /(state|province|county|region)_?(iso_?)?code$|subdivision_?code$/,
    (context) =>
      /region/i.test(context.name) &&
      runsInCloud.test(context.owner) &&
      !isAtAddress(context) &&
      !says(context, /3166|state|province/i)
        ? 'eu-west-1'
        : // Where a description allows two letters only.
          [placeOf(context).stateCode, placeOf(context).stateCode.slice(0, 2)],
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
    (context) => {
      const { latitude, longitude } = placeOf(context)
      // GeoJSON has the longitude first.
      if (context.isItem === true) return String(context.index === 1 ? latitude : longitude)
      return `${latitude},${longitude}`
    },
  ],
  [/time_?zone(_?(id|name|code|used|iana|string))?s?$|^tz$|_tz$/, (context) => placeOf(context).timeZone],
  [
    /(?<!(programming|script|scripting|source|code|query|template|markup|expression|dsl)_)(language|locale|(?<!s)lang|(?<!(agri|horti|aqua|sub|counter|perma)_?|company_|corporate_|organi[sz]ation_)culture)(_?(code|tag|id))?s?$/,
    (context) =>
      isKeyOfText(context)
        ? objectName(context)
        : context.isCode === true && !/natural|human|spoken/i.test(context.name) && !says(context, /639|\bbcp|natural/i)
          ? context.random.pick(['Python', 'TypeScript'])
          : languageTag(context),
  ],
  [/(^|_)(preferred_?)?(language|locale|lang)_?(preference|setting|choice|selected|preferred)s?$/, languageTag],
  [/(^|_)two_letter_iso_?(region|country)(_name|_code)?$/, (context) => placeOf(context).codes[0]],
  [/(^|_)three_letter_iso_?(region|country)(_name|_code)?$/, (context) => placeOf(context).codes[1]],
  // A part of a country, or of a cloud; that of a picture or of a genome is another one.
  [
    /(^|_)regions?(_?(name|code|id))?$/,
    (context) => {
      if (inCloud(context) || regionOfCloud.test(snakeCase(context.name))) return cloudRegion(context)
      if (!isAtAddress(context) && says(context, /\b(state|province|countr(y|ies)|geographic)/i))
        return placeOf(context).state
      if (!isAtAddress(context) && !isAbout(context, hasRegion)) return slug(context.random)
      return /id$/i.test(context.name) ? placeOf(context).stateCode : placeOf(context).state
    },
  ],
  [/(^|_)(dns|hosted)_zone(_name)?$/, host],
  [
    /(^|_)zones?$/,
    (context) =>
      /^network_?zone$/i.test(context.name)
        ? cloudRegion(context)
        : /availability/i.test(context.name) || inCloud(context)
          ? `${cloudRegion(context)}a`
          : slug(context.random),
  ],
  [/continent$/, oneOf('Europe', 'North America')],
]
