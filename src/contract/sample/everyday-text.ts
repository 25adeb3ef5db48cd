/**
 * Strings for names that have a usual kind of value, but no form: flags and numbers that a document describes as strings, names
 * of things in software, handles. They are tried after everything else, so they may be broad.
 */
import { digits } from './check-digits.ts'
import { geohashOf } from './geohash.ts'
import { usualFlag } from './property-names.ts'
import { companyOf, genderOf, placeOf, type ScalarContext, snakeCase } from './record-subject.ts'
import { email, hex, host, ipv4, phone, slug, url, userName } from './text-by-format.ts'
import { fileName, fullName, objectName, oneOf, type Row, sentence, stateName, wholeNumber } from './text-writers.ts'
import { words } from './words.ts'

const flag = ({ name, isItem, random }: ScalarContext): string =>
  isItem === true ? slug(random) : String(usualFlag(name) ?? true)

/** Participles and adjectives alone are flags: `merged`, `protected`. */
const flags: readonly RegExp[] = [
  /(^|_)(can|may|must|should|is|are|has|have|was|does|do_not|will|when|allow|allows|require|requires|enable|disable|include|includes|exclude|show(?!_(columns?|fields?|title))|hide|skip|ignore|force|auto|supports|use(?!_case)|uses|needs|need|run)_/,
  /_(sent|confirmed|supported|required|completed|resolved|accepted|registered|subscribed|encrypted|protected|included|only|optional)$/,
  /(^|_)(upnp|onvif|psia|ptz|infrared|varifocal|sd_card|usb|hdmi|audio_in|audio_out|wi_?fi|bluetooth|gps|nfc|poe|raid_support|hot_swap|ipv6|ssl|tls|https|mfa|two_factor|wysiwyg)$/,
  /^(public|shared|allowed)_(builds|runners|jobs)$|^(public|private|required|optional|default|available|work_in_progress|draft|featured|recurring|anonymous|sandbox|live|unlimited|exempt)$/,
  /^(?!(feed|speed|seed|breed|need|bed|embed|red|shed|weed|bleed|creed|deed|greed|hundred|sacred|table|cable|variable|timetable|bible|unstructured|structured|cooked|elapsed|earned|owed|billed|formatted|localized|displayed|rendered|normalized|translated|abbreviated|hashed|encoded)$)[a-z]{2,}(ed|able|ible)$/,
]

const plateLetters = (random: ScalarContext['random']): string =>
  `${random.pick(['AB', 'CD', 'KL'])}${random.pick(['C', 'R', 'T'])}`

const capitals = (context: ScalarContext): string =>
  companyOf(context)
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 4)
    .toUpperCase()

/** `object` names the kind of the record: `booking` for bookings. */
const kindOfOwner = ({ owner }: ScalarContext): string => {
  const own = snakeCase(owner.split(' ')[0]?.split('.').at(-1) ?? '').replace(/(?<=[^s])s$/, '')
  return own === '' ? 'object' : own
}

export const everyday: readonly Row[] = [
  ...flags.map((pattern): Row => [pattern, flag]),
  [/(^|_)call_to_action$/, oneOf('Learn more', 'Sign up')],
  [/(^|_)(phone|tel|telephone|mobile|fax)_?(ext|extn|extension)$/, ({ random }) => digits(random, 3)],
  [
    /(^|_)(file_?|allowed_|permitted_)?(ext|extensions?)$/,
    ({ owner, name, random }) =>
      /image|photo|picture|thumb|avatar|logo/i.test(owner + name) ? 'png' : random.pick(['pdf', 'png', 'csv']),
  ],
  [/^(tel|ph)$|(^|_)(tel|gsm)$/, phone],
  [/(^|_)(week_?days?|day_?(of_?(the_?)?week|name)|days_?of_?week)$/, oneOf('Monday', 'Tuesday', 'Friday')],
  // `phone: { home, work }`
  [
    /^(home|work|office|mobile|cell|main|other|primary|secondary|personal|business|alternate)$/,
    (context) => {
      const kind = snakeCase(context.owner.split(' ')[0] ?? '')
      if (/(^|_)(phone|telephone|mobile|fax)(_?numbers?)?s?$/.test(kind)) return phone(context)
      return /(^|_)e_?mail(_?address(es)?)?s?$/.test(kind) ? email(context) : slug(context.random)
    },
  ],
  [/(?<!^body)_json$/, () => '{}'],
  [/(^|_)month_?name$/, oneOf('March', 'June', 'October')],
  [/(^|_)time_?frame$/, oneOf('This quarter', 'Next quarter')],
  [/(^|_)time_?zone_/, (context) => placeOf(context).timeZone],
  [/(^|_)r_?dns$|(^|_)(cname|hosts?)$|^ns$/, host],
  [/(^|_)(sort|order|group)(ed)?_?by$/, oneOf('name', 'created_at')],
  [/^(b?cc)$|(^|_)b?cc_recipients?$/, email],
  [
    /^(to|from|recipients?)$/,
    (context) => (/mail|message/i.test(context.owner) ? email(context) : slug(context.random)),
  ],
  [
    /(licen[cs]e_?plate|(number|registration)_?plate|^plate)(_?(number|no))?$/,
    ({ random }) => `${plateLetters(random)} ${digits(random, 4)}`,
  ],
  [/(^|_)pin(_?code)?$/, ({ random }) => digits(random, 4)],
  [/^(time_spent|((original|remaining|time)_)?estimate)$/, oneOf('2h', '4h', '1d')],
  [/(micros|millis|nanos|cents)$/, ({ random }) => digits(random, 6).replace(/^0+/, '1')],
  [/(^|_)(time_?out|delay|latency|cool_?down)$/, wholeNumber],
  [/(^|_)css$/, () => 'body { margin: 0 }'],
  [/(^|_)(java_?)?script$/, () => 'console.log(1)'],
  [/(^|_)x_?path$/, () => '//main'],
  [/(^|_)(dom_|css_)?selectors?$/, () => '#main'],
  [/(^|_)jql$/, () => 'project = DEMO'],
  [/(^|_)(command|cmd)$/, () => 'npm start'],
  [/(^|_)cuisine$/, oneOf('Italian', 'Thai')],
  [/(^|_)(programming|script|source|code)_language$/, oneOf('Python', 'TypeScript')],
  [/(^|_)(referr?er|redirect|callback)$/, url],
  [/(^|_)(branch|git_?ref)$/, () => 'main'],
  [/(^|_)(industry|sector|vertical)$/, oneOf('Retail', 'Software', 'Healthcare', 'Education')],
  [/(^|_)(ticker|ticker_?symbol|stock_?symbol)$/, capitals],
  [
    /(^|_)symbol$/,
    (context) =>
      /stock|quote|security|instrument|equity|portfolio|position|holding|trading/i.test(context.owner)
        ? capitals(context)
        : context.random.pick(words.nouns).slice(0, 4).toUpperCase(),
  ],
  [/(^|_)(stock_?)?(exchange|market)$/, oneOf('NYSE', 'LSE')],
  [/soft_?descriptor$|statement_?descriptor$/, (context) => companyOf(context).toUpperCase().slice(0, 22)],
  [
    /^licen[cs]e$/,
    ({ owner, isCode, random }) =>
      isCode || /repo|package|software|project|librar|module|plugin|dataset/i.test(owner)
        ? random.pick(['MIT', 'Apache-2.0'])
        : 'standard',
  ],
  [/(^|_)(release|firmware|build)$/, ({ random }) => `${random.integer(1, 4)}.${random.integer(0, 9)}.0`],
  [/(^|_)(crc|crc_?32)$/, ({ random }) => hex(random, 8)],
  [/(^|_)isrc$/, ({ random }) => `QZES1${digits(random, 7)}`],
  [/(^|_)key_signature$/, oneOf('C major', 'A minor')],
  [/(^|_)time_signature$/, oneOf('4/4', '3/4')],
  [/(^|_)siret$/, ({ random }) => digits(random, 14)],
  [/(^|_)siren$/, ({ random }) => digits(random, 9)],
  [/(^|_)identification$/, ({ random }) => digits(random, 14)],
  [/^(volume|issue|edition|chapter|episode|season|page_?(start|end)|(start|end)_?page|pages?)$/, wholeNumber],
  [/(^|_)coverage$/, ({ random }) => `${random.integer(60, 95)}.${random.integer(0, 9)}`],
  [
    /(^|_)resolution$/,
    ({ owner, name, random }) =>
      /video|image|photo|camera|screen|display|monitor|recorder|stream|clip|media|asset|file|render|thumbnail/i.test(
        owner + name,
      )
        ? '1920x1080'
        : slug(random),
  ],
  [/(^|_)errors?$/, oneOf('The request timed out', 'The address was not found')],
  [/(^|_)aspect_?ratio$/, () => '16:9'],
  [/(^|_)(artist|composer|singer|director|narrator|conductor)$/, fullName],
  [/(^|_)geo_?hash$/, (context) => geohashOf(placeOf(context))],
  [/(^|_)arch(itecture)?$/, oneOf('amd64', 'arm64')],
  [/(^|_)revision$/, wholeNumber],
  [/(^|_)font(_?family)?$/, oneOf('Arial', 'Helvetica')],
  [/(^|_)reg_?exp?$/, () => '^[a-z]+$'],
  [/(^|_)(raw_?)?sql$/, () => 'SELECT 1'],
  [/(^|_)pronouns?$/, (context) => (genderOf(context) === 'female' ? 'she/her' : 'he/him')],
  [/(^|_)t_?shirt(_?size)?$/, oneOf('S', 'M', 'L')],
  [/(^|_)orientation$/, oneOf('landscape', 'portrait')],
  [/(^|_)(codec)s?$/, oneOf('h264', 'aac')],
  [/(^|_)emission_?(standard|class)$/, oneOf('Euro 5', 'Euro 6')],
  [/(^|_)(visibility|privacy|sharing)$/, oneOf('public', 'private')],
  [/(^|_)access(_?(level|right))?$/, oneOf('read', 'write')],
  [/^rel$|_rel$/, () => 'self'],
  [/^object$/, kindOfOwner],
  [/(^|_)(status|state)_(before|after|from|to|old|new|previous|current)$/, oneOf('active', 'pending')],
  [/(^|_)(dir|directory|folder)$/, ({ random }) => `/${random.pick(words.nouns)}`],
  [/(^|_)file$/, fileName],
  [
    /^(default_)?gateway$/,
    (context) =>
      context.isHost === true || /ip|route|network|subnet|config|dhcp|vlan|v4|interface/i.test(context.owner)
        ? ipv4(context)
        : companyOf(context),
  ],
  [/(^|_)(provider|gateway|maker|shipper|counterparty|operator|distributor|insurer|issuer|lender)$/, companyOf],
  [/(^|_)(teams?|groups?|divisions?|unit)$/, ({ random }) => random.pick(words.departments)],
  [/(^|_)(product|feature|item)$/, objectName],
  [
    /(^|_)(user|login|nick|teammate|sub_?user|moderator)$|(^|_)(linked_?in|twitter|facebook|instagram|github|gitlab|skype|discord|slack|tik_?tok|youtube)$|(?<!terminat|separat|delimit|enclos|escap|sort|group|order|split|join|multipli|divid)(?<=ed|wn|en|nt|lt)_by$|^by$/,
    userName,
  ],
  [
    /(^|_)(sales_?rep|representative|contributor|care_?of|attention|to_?the_?attention_?of|attendee|signatory)$/,
    fullName,
  ],
  [/(^|_)(sms|whats_?app)$/, phone],
  [/(^|_)(required_?|report_?|sort_?|custom_?|key_?)?(field|column)$/, oneOf('name', 'email', 'status')],
  [/(^|_)state$/, stateName],
  [
    /(^|_)(desc|info|hint|wording|tool_?tip|footer|pre_?text|suggestion|warning|purpose|justification|attribution|motd|usage|rationale|agenda|objective|greeting|disclaimer|terms|advice|guidance|statement)s?$|^(notes?|comments?|descriptions?|text)_/,
    sentence,
  ],
  [
    /^(config|configuration|conf|params|parameters|settings|options|attributes|metadata|meta|variables|payload|context|properties|custom_?(data|fields|context|metadata|properties)|extra(_?data)?)$/,
    () => '{}',
  ],
  [
    /^(min|max|frames|bpm|points|usage|distance|cylinders?|tier|line|turn|round|lap|batch|sequence|order|nb|no)$|_(min|max|frames|points|number|order|position|percent|bytes|kb|mb|gb|ms|px|km|kg|cm|mm)$|^(order|position|rank|index)_/,
    wholeNumber,
  ],
]
