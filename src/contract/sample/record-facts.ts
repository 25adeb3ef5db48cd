/**
 * What single words decide for a whole record: `ios` says which system it is about and that this is a mobile one, `visa` that
 * somebody pays by card. Members of enums that say something else about the same thing are not chosen beside them.
 */
import type { Json } from '../../ports.ts'
import type { Files } from '../document/references.ts'
import { avoidNothing, type MergedSchema, mergeSchema } from '../schema/merge-schema.ts'
import { memoize, memoizeNames } from '../values/memoize.ts'
import { membersOf } from './documented-members.ts'
import { snakeCase } from './record-subject.ts'
import { createRowFinder } from './row-finder.ts'
import { findExample } from './schema-facts.ts'

/** What is decided, by what it is about: `system: ios`. */
export type Facts = ReadonlyMap<string, string>

export const noFacts: Facts = new Map()

type Row = readonly [pattern: RegExp, facts: Readonly<Record<string, string>>]

const words = (list: string): RegExp => new RegExp(`^(${list})$`)

/** Words that always mean the same. The whole value has to be the word, so that `email_code` is not a kind of contact. */
const rows: readonly Row[] = [
  [words('mac|mac_?os(_?x)?|os_?x|darwin|macintosh'), { system: 'macos', device: 'desktop' }],
  [words('win|windows(_?(nt|server|\\d+))*|win_?(32|64|10|11)'), { system: 'windows', device: 'desktop' }],
  [words('(gnu_)?linux(_?\\w+)?|ubuntu\\w*|debian\\w*|centos\\w*|fedora|rhel|alpine|suse'), { system: 'linux' }],
  [words('ios|iphone(_?os)?'), { system: 'ios', device: 'mobile' }],
  [words('ipad(_?os)?'), { system: 'ios', device: 'tablet' }],
  [words('android(_?os)?'), { system: 'android', device: 'mobile' }],
  // Services that notify devices.
  [words('apns?(_\\w+)?|apple_push\\w*'), { system: 'ios' }],
  [words('fcm|gcm|firebase(_\\w+)?'), { system: 'android' }],
  [words('desktop|laptop|pc'), { device: 'desktop' }],
  [words('mobile|smart_?phone|mobile_phone'), { device: 'mobile' }],
  [words('tablet'), { device: 'tablet' }],
  [words('(google_)?chrome|chromium'), { browser: 'chrome' }],
  [words('(mozilla_)?firefox'), { browser: 'firefox' }],
  [words('(apple_|mobile_)?safari'), { browser: 'safari' }],
  [words('(microsoft_|ms_)?edge|internet_explorer|ie(_?\\d+)?'), { browser: 'edge' }],
  [words('visa(_?(card|debit|credit|electron))?'), { brand: 'visa', way: 'card' }],
  [words('master_?card|mc|euro_?card'), { brand: 'mastercard', way: 'card' }],
  [words('amex|american_?express'), { brand: 'amex', way: 'card' }],
  [words('discover'), { brand: 'discover', way: 'card' }],
  [words('diners(_?club)?\\w*|jcb|maestro|(china_?)?union_?pay'), { brand: 'other', way: 'card' }],
  [words('(credit|debit|payment|bank|prepaid)_?cards?|cards?(_payments?)?|cc'), { way: 'card' }],
  [
    words(
      'bank(_?(account|transfer|debit|wire))?|wire(_transfer)?|(sepa|ach|bacs|becs)(_(direct_)?(debit|credit|transfer))?|direct_?debit|iban|us_bank_account|checking|eft',
    ),
    { way: 'bank' },
  ],
  [words('paypal'), { way: 'paypal' }],
  [words('cash|cash_on_delivery|cod'), { way: 'cash' }],
  [words('che(que|ck)s?'), { way: 'cheque' }],
  [words('crypto(_?currency)?|bitcoin|btc|ethereum|eth'), { way: 'crypto' }],
  [words('gift_?card|voucher'), { way: 'voucher' }],
  [words('images?|photos?|pictures?'), { media: 'image' }],
  [words('(image_)?png'), { media: 'image', extension: 'png' }],
  [words('(image_)?jpe?g'), { media: 'image', extension: 'jpg' }],
  [words('(image_)?gif'), { media: 'image', extension: 'gif' }],
  [words('(image_)?(svg(_xml)?|webp|tiff?|bmp)'), { media: 'image', extension: 'other' }],
  [words('videos?|movies?|film'), { media: 'video' }],
  [words('(video_)?(mp4|mpeg4)'), { media: 'video', extension: 'mp4' }],
  [words('(video_)?(mov|quicktime|avi|webm|mkv|hls|m3u8)'), { media: 'video', extension: 'other' }],
  [words('audios?|music|song|podcast'), { media: 'audio' }],
  [words('mp3|audio_(mp3|mpeg)'), { media: 'audio', extension: 'mp3' }],
  [words('(audio_)?(wav|ogg|aac|flac|m4a|opus)'), { media: 'audio', extension: 'other' }],
  [words('(application_)?pdf'), { media: 'document', extension: 'pdf' }],
  [words('(text_)?csv'), { media: 'document', extension: 'csv' }],
  [words('(application_|text_)?xml'), { media: 'document', extension: 'xml' }],
  [words('(text_)?html?'), { media: 'document', extension: 'html' }],
  [words('docx?|xlsx?|pptx?|odt|ods|rtf|txt|text_plain|spreadsheet'), { media: 'document', extension: 'other' }],
  [words('e_?mails?'), { medium: 'email' }],
  [words('sms|text_message|mms'), { medium: 'sms' }],
  [words('voice(_?(call|mail))?|phone_?call|calls?'), { medium: 'voice' }],
  [words('push(_notification)?|(in_?)?app_notification'), { medium: 'push' }],
  [words('whats_?app'), { medium: 'whatsapp' }],
  [words('(facebook_)?messenger|telegram|viber|slack|ms_?teams|fax|postal_?mail'), { medium: 'other' }],
  [words('individual|natural_?person|private_?(person|individual)|consumer|b2c|sole_?trader'), { party: 'person' }],
  [
    words('compan(y|ies)|business(es)?|corporat(e|ion)|organi[sz]ation|legal_?(entity|person)|b2b|enterprise'),
    { party: 'company' },
  ],
  [words('git_?hub(_?\\w+)?'), { forge: 'github' }],
  [words('git_?lab(_?\\w+)?'), { forge: 'gitlab' }],
  [words('bit_?bucket(_?\\w+)?'), { forge: 'bitbucket' }],
  [words('aws|amazon|ec2|s3|amazon_s3'), { cloud: 'aws' }],
  [words('azure(_?\\w+)?'), { cloud: 'azure' }],
  [words('gcp|gcs|gce|google_cloud(_?\\w+)?'), { cloud: 'gcp' }],
  [words('my_?sql\\w*|maria_?db'), { database: 'mysql' }],
  [words('postgres(ql)?\\w*|pgsql|pg'), { database: 'postgres' }],
  [words('(ms_?|azure_?)?sql_?server\\w*|ms_?sql'), { database: 'sqlserver' }],
  [
    words('oracle\\w*|mongo(_?db)?|redis|sqlite|cassandra|snowflake|big_?query|redshift|elastic_?search'),
    { database: 'other' },
  ],
  [words('python[\\d_.]*'), { code: 'python' }],
  [words('node(_?js)?[\\d_.x]*|java_?script|type_?script|js|ts'), { code: 'javascript' }],
  [words('java[\\d_.]*|kotlin|scala'), { code: 'java' }],
  [words('ruby[\\d_.]*|php[\\d_.]*|go(lang)?[\\d_.x]*|rust|c_?sharp|dot_?net\\w*|swift|perl'), { code: 'other' }],
  [words('dai?ly|day|days|every_?day|each_day'), { interval: 'day' }],
  [words('weekly|weeks?|every_?week'), { interval: 'week' }],
  [words('monthly|months?|every_?month'), { interval: 'month' }],
  [words('quarterly|quarters?'), { interval: 'quarter' }],
  [words('yearly|annual(ly)?|years?|every_?year'), { interval: 'year' }],
  [words('hourly|hours?|minutely|minutes?|seconds?'), { interval: 'hour' }],
  [words('in|in_?bound|incoming|received?|ingress'), { flow: 'in' }],
  [words('out|out_?bound|outgoing|egress'), { flow: 'out' }],
  [words('credit|cr|crdt'), { booking: 'credit' }],
  [words('debit|dr|dbit'), { booking: 'debit' }],
  [words('buy|buyer|bid|purchase'), { trade: 'buy' }],
  [words('sell|seller|ask|sale'), { trade: 'sell' }],
  [words('rent(al)?|lease|to_?rent|for_?rent|letting'), { trade: 'rent' }],
  [words('for_?sale'), { trade: 'sell' }],
  [words('public|everyone|anyone'), { visibility: 'public' }],
  [words('private|personal|only_me'), { visibility: 'private' }],
  [words('prod(uction)?|live(_?mode)?'), { environment: 'live' }],
  [words('test(ing|_?mode)?|sandbox'), { environment: 'test' }],
  [words('staging|stage'), { environment: 'staging' }],
  [words('dev(elopment)?'), { environment: 'development' }],
  [words('facebook(_(page|ads?|group))?'), { network: 'facebook' }],
  [words('instagram(_\\w+)?'), { network: 'instagram' }],
  [words('twitter(_\\w+)?'), { network: 'twitter' }],
  [words('linked_?in(_\\w+)?'), { network: 'linkedin' }],
  [words('you_?tube(_\\w+)?'), { network: 'youtube' }],
  [words('tik_?tok|pinterest|snap_?chat|reddit|vimeo|twitch'), { network: 'other' }],
  [words('(passenger_)?cars?|automobile|sedan|suv'), { vehicle: 'car' }],
  [words('trucks?|lorry|van'), { vehicle: 'truck' }],
  [words('bicycles?|bikes?|cycling'), { vehicle: 'bicycle' }],
  [
    words('motor_?(cycle|bike)s?|scooter|bus|train|tram|boat|ship|plane|airplane|air|ocean|sea|rail'),
    { vehicle: 'other' },
  ],
  [words('houses?|single_?family(_home)?|villa|detached'), { home: 'house' }],
  [words('apartments?|flats?|condo(minium)?s?'), { home: 'apartment' }],
  [words('land|lot|plot|office|retail|warehouse|garage|parking'), { home: 'other' }],
  [words('soccer|basket_?ball|base_?ball|ice_?hockey|tennis|golf|cricket|rugby'), { sport: 'other' }],
  [words('dogs?'), { species: 'dog' }],
  [words('cats?'), { species: 'cat' }],
  [words('full_?time'), { employment: 'full' }],
  [words('part_?time'), { employment: 'part' }],
  [words('small'), { size: 'small' }],
  [words('medium'), { size: 'medium' }],
  [words('large'), { size: 'large' }],
  [words('landscape|horizontal'), { orientation: 'landscape' }],
  [words('portrait|vertical'), { orientation: 'portrait' }],
  [words('tcp'), { transport: 'tcp' }],
  [words('udp'), { transport: 'udp' }],
  [words('icmp\\w*'), { transport: 'icmp' }],
  [words('metric|cm|mm|kgs?|kilograms?|centimet(er|re)s?|km|kilomet(er|re)s?|celsius'), { measure: 'metric' }],
  [words('imperial|inch(es)?|lbs?|pounds?|oz|ounces?|ft|feet|mi(les?)?|fahrenheit'), { measure: 'imperial' }],
  [words('electric|ev|bev'), { fuel: 'electric' }],
  [words('diesel'), { fuel: 'diesel' }],
  [words('petrol|gasoline|gas'), { fuel: 'petrol' }],
  [words('(bar_?code_?)?ean_?8'), { barcode: 'ean8' }],
  [words('(bar_?code_?)?(qr_?code|qr|aztec|pdf_?417|data_?matrix|code_?128|code_?39|coda_?bar)'), { barcode: 'free' }],
  [words('(bar_?code_?)?(ean_?13|isbn)'), { barcode: 'ean13' }],
  [words('(bar_?code_?)?upc_?a?'), { barcode: 'upc' }],
  [words('(bar_?code_?)?(itf_?14|gtin_?14)'), { barcode: 'gtin14' }],
  [words('amd64|x86_64|x64'), { architecture: 'amd64' }],
  [words('arm64\\w*|aarch64'), { architecture: 'arm64' }],
]

const findRow = createRowFinder(rows)

const factsOfWord = memoizeNames((word: string): Row[1] | undefined => findRow(word)?.[1])

/** What a value decides; undefined for a value that says nothing about others. */
export const factsOf = (value: Json | undefined): Row[1] | undefined =>
  typeof value === 'string' && value.length < 40
    ? factsOfWord(value.toLowerCase().replace(/[^a-z0-9]+/g, '_'))
    : undefined

/** Names of what is about another thing than the rest of the record, or about several. */
const apart =
  /(^|_)(source(?=_)|target|from|to|old|new|previous|prior|next|input|output|original|fallback|default|allowed|supported|secondary|alternat\w*|other|parent|child|refund\w*|return|destination|origin|counter\w*|exclude\w*|ignore\w*|country|nationality|currency|language|locale|state|province|region)(_|$)/

/** A unit of time is not how often something happens. */
const unit = /(^|_)units?$/

/** Whether the value of a property takes part in what the record is about. */
const takesPart = (name: string, value: Json | undefined): boolean => {
  const snake = snakeCase(name)
  const facts = factsOf(value)
  return facts !== undefined && !apart.test(snake) && !(unit.test(snake) && facts.interval !== undefined)
}

/** Strings that say as much as members of enums. */
const telling =
  /(^|_)(brand|card_?(type|scheme|network)|mime(_?type)?|(content|media)_?type|(file_?)?(ext|extension|format))$/

/** The properties whose values say something about the record, those first that allow one value only. */
export const namesInRecord = memoize((properties: MergedSchema['properties'], files: Files): readonly string[] => {
  const found = [...properties].flatMap(([name, nodes]) => {
    const schema = mergeSchema(files, nodes, 0, avoidNothing)
    const { keywords, types } = schema
    const listed = keywords.const === undefined ? membersOf(schema) : [keywords.const]
    const members = listed.length > 0 ? listed : [findExample(schema)]
    const isTelling = listed.length === 0 && types?.includes('string') === true && telling.test(snakeCase(name))
    return isTelling || members.some((member) => takesPart(name, member)) ? [{ name, count: listed.length || 2 }] : []
  })
  return [...found.filter(({ count }) => count === 1), ...found.filter(({ count }) => count > 1)].map(
    ({ name }) => name,
  )
})

const pictures = /(^|_)(thumb(nail)?|cover|poster|icon|logo|avatar|photo|picture|image|artwork|screenshot|banner)s?$/

/** What an object is about: what its name says, and what the record around it says. */
export const factsWithin = (name: string, around: Facts): Facts => {
  const snake = snakeCase(name)
  const own = pictures.test(snake) ? { media: 'image' } : factsOf(snake.replace(/(?<=[a-z]{3})s$/, ''))
  // What belongs to a day or to somebody is not what happens each day, or of the same kind.
  const inherited = [...around].filter(([about]) => about !== 'party')
  const named = Object.entries(own ?? {}).filter(([about]) => about !== 'interval')
  if (inherited.length + named.length === 0) return noFacts
  return named.length === 0 ? new Map(inherited) : new Map([...inherited, ...named])
}

/** The facts with those of one more value; what is known stays. */
export const withFacts = (known: Facts, name: string, value: Json | undefined): Facts =>
  takesPart(name, value) ? new Map([...Object.entries(factsOf(value) ?? {}), ...known]) : known

/** Whether a flag such as `is_video` holds; undefined for one that says nothing of what is known. */
export const flagInRecord = (name: string, known: Facts): boolean | undefined => {
  const [, word] =
    known.size === 0 ? [] : (/^(?:is|was)_(\w+)$|^(live_?mode)$/.exec(snakeCase(name))?.filter(Boolean) ?? [])
  const shared = Object.entries(factsOf(word) ?? {}).filter(([about]) => known.has(about))
  return shared.length === 0 ? undefined : shared.every(([about, own]) => known.get(about) === own)
}

/** Of the members of an enum those that say the same as the record, otherwise those that do not contradict it. */
export const chooseAgreeing = (name: string, members: readonly Json[], known: Facts): readonly Json[] => {
  if (known.size === 0 || !members.some((member) => takesPart(name, member))) return members
  const compare = (member: Json): { readonly same: number; readonly other: number } => {
    const own = Object.entries(factsOf(member) ?? {})
    const shared = own.filter(([about]) => known.has(about))
    const same = shared.filter(([about, word]) => known.get(about) === word).length
    return { same, other: shared.length - same }
  }
  const open = members.filter((member) => compare(member).other === 0)
  const agreeing = open.filter((member) => compare(member).same > 0)
  const [best = members] = [agreeing, open].filter((some) => some.length > 0)
  return best
}
