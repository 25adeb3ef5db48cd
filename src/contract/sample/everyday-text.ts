/**
 * Strings for names that have a usual kind of value, but no form: flags and numbers that a document describes as strings, names
 * of things in software, handles. They are tried after everything else, so they may be broad.
 */

import { anyOf, isAbout, isDescribed, says } from './about.ts'
import { digits } from './check-digits.ts'
import { fileExtension, fileName } from './file-text.ts'
import { flag } from './flag-text.ts'
import { geohashOf } from './geohash.ts'
import { companyOf, genderOf, moneyPlaceOf, placeOf, type ScalarContext, snakeCase } from './record-subject.ts'
import { gitHost } from './technical-text.ts'
import { email, hex, host, ipv4, phone, slug, url, userName } from './text-by-format.ts'
import { fullName, kindOfOwner, objectName, oneOf, type Row, sentence, stateName, wholeNumber } from './text-writers.ts'
import { words } from './words.ts'

/** Participles and adjectives alone are flags: `merged`, `protected`. */
const flags: readonly RegExp[] = [
  /(^|_)(can|may|must|should|is|are|has|have|was|does|do_not|will|(?<=_)when|allow|allows|require|requires|enable|disable|include|includes|exclude|show(?!_(columns?|fields?|title))|hide|skip|ignore|force|auto(?!_\w*(policy|mode|type|time|interval|id|name|level|scope|reply|response|text|key|url)$)|supports|support(?=_(3|third)|_[a-z]+s?$)(?!_(teams?|groups?|windows?|level|plan|email|phone|contact|url|tier|type|status|language|hours|agent|user|ticket|code|name|id|channel|center|desk|line|number|link)$)|use(?!_case)|uses|needs|need|run)_/,
  /_(sent|confirmed|supported|required|completed|resolved|accepted|registered|subscribed|encrypted|protected|included|only|optional)$/,
  /(^|_)(upnp|onvif|psia|ptz|infrared|varifocal|sd_card|usb|hdmi|audio_in|audio_out|wi_?fi|bluetooth|gps|nfc|poe|raid_support|hot_swap|ipv6|ssl|tls|https|mfa|two_factor|wysiwyg)$/,
  /^outside_(rth|hours|market|trading)|^(transferred|posted|exported|synced|pushed|published)_to_(accounting|erp|crm|ledger|gl|web|site|store|quickbooks|xero|sap|salesforce)$|^interested_in_|^interest_(in_\w+|consultation)$/,
  /^(public|shared|allowed)_(builds|runners|jobs)$|^(public|private|required|optional|default|available|work_in_progress|draft|featured|recurring|anonymous|sandbox|live|unlimited|exempt)$/,
  /^(?!(feed|speed|seed|breed|need|bed|embed|red|shed|weed|bleed|creed|deed|greed|hundred|sacred|table|cable|variable|timetable|bible|unstructured|structured|cooked|elapsed|earned|owed|billed|formatted|localized|displayed|rendered|normalized|translated|abbreviated|hashed|encoded|expected|requested|received|related|affected|unaffected|vulnerable|purchased|indexed|referred|excluded|included|selected|assigned|allocated|preferred|deliverable|receivable|payable|executable|deductible|collectible|consumable|readable|breached|injected|computed|estimated|seeded|skilled|limited|invited|owned|followed|shared_with|used|needed|recommended|suggested|detected|observed|measured|deed|id_?ed|indeed|proceed|exceed|succeed)$)[a-z]{2,}(ed|able|ible)$/,
]

const plateLetters = (random: ScalarContext['random']): string =>
  `${random.pick(['AB', 'CD', 'KL'])}${random.pick(['C', 'R', 'T'])}`

const capitals = (context: ScalarContext): string =>
  companyOf(context)
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 4)
    .toUpperCase()

const groupsPeople = anyOf(
  'team user member access admin staff sales support security ldap people person employee owner email mail permission role security org organization department division assignee reviewer approver subscriber customer contact',
)
const sports = anyOf(
  'match game player league fixture score season tournament sport competition standing squad coach roster',
)

/** Whether it is JSON in a string: what a description calls otherwise is not. */
const isOpaque = (context: ScalarContext): boolean =>
  context.isItem !== true &&
  (isDescribed(context)
    ? says(context, /\b(json|objects?|dictionary|map|hash|key[- /]?values?|serialized)\b/i)
    : !/^(context|payload|options|attributes|properties|parameters|params|variables|extra)$/i.test(context.name))

export const everyday: readonly Row[] = [
  ...flags.map((pattern): Row => [pattern, flag]),
  [/(^|_)port_?ranges?$/, oneOf('8000-8080', '3000-3010')],
  [/(^|_)call_to_action$/, oneOf('Learn more', 'Sign up')],
  [/(^|_)(phone|tel|telephone|mobile|fax)_?(ext|extn|extension)$/, ({ random }) => digits(random, 3)],
  [
    /(^|_)(file_?|allowed_|permitted_)?(ext|extensions?)$/,
    (context) =>
      /(^|_)(office|work|home|desk|caller|voip|sip|line|direct)_?ext/.test(snakeCase(context.name))
        ? digits(context.random, 3)
        : fileExtension(context),
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
  [/(?<!^body)_json$|^json_(metadata|data|config|settings|payload|body)$/, () => '{}'],
  [/(^|_)(purchase|sales|work|parent|original|back)_order$/, ({ random }) => `REF-${digits(random, 6)}`],
  [/(^|_)month_?name$/, oneOf('March', 'June', 'October')],
  [/(^|_)time_?frame$/, oneOf('This quarter', 'Next quarter')],
  [/(^|_)time_?zone_/, (context) => placeOf(context).timeZone],
  [/(^|_)r_?dns$|(^|_)(cname|hosts?)$|^ns$/, host],
  [
    /^alias(es)?$/,
    (context) =>
      isAbout(context, anyOf('domain host virtual_host vhost distribution')) &&
      !isAbout({ ...context, name: '' }, anyOf('model classification'))
        ? host(context)
        : slug(context.random),
  ],
  [/(^|_)(last|mail_?box|inbound|incoming)?_?e_?mail_in$/, email],
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
  [/(^|_)(delimiter|separator)$/, () => [',', ';', '|']],
  // Not of the labels of pods, and not of keys of a domain.
  [
    /(^|_)selectors?$/,
    (context) =>
      isAbout(context, anyOf('css dom html element page scrape screenshot step browser widget xpath')) ||
      says(context, /\bcss\b/i)
        ? '#main'
        : slug(context.random),
  ],
  [/(^|_)jql$/, () => 'project = DEMO'],
  [/(^|_)(command|cmd)$/, () => 'npm start'],
  [/(^|_)cuisine$/, oneOf('Italian', 'Thai')],
  [/(^|_)(programming|script|scripting|source|code)_language$/, oneOf('Python', 'TypeScript')],
  [/(^|_)(referr?er|redirect|callback)$/, url],
  [/(^|_)(branch|git_?ref)$/, () => 'main'],
  [/(^|_)(industry|sector|vertical)$/, oneOf('Retail', 'Software', 'Healthcare', 'Education')],
  [/(^|_)(ticker|ticker_?symbol|stock_?symbol)$/, capitals],
  [
    /(^|_)symbol$/,
    (context) =>
      /currenc/i.test(context.owner)
        ? moneyPlaceOf(context).currencySymbol
        : /stock|quote|security|instrument|equity|portfolio|position|holding|trading/i.test(context.owner)
          ? capitals(context)
          : context.random.pick(words.nouns).slice(0, 4).toUpperCase(),
  ],
  [
    /(^|_)(exchange|market)$/,
    (context) =>
      isAbout(context, anyOf('stock quote security equity instrument ticker listing share dividend'))
        ? context.random.pick(['NYSE', 'LSE'])
        : slug(context.random),
  ],
  [/soft_?descriptor$|statement_?descriptor$/, (context) => companyOf(context).toUpperCase().slice(0, 22)],
  [
    /^licen[cs]e$/,
    ({ owner, isCode, random }) =>
      isCode || /repo|package|software|project|librar|module|plugin|dataset/i.test(owner)
        ? random.pick(['MIT', 'Apache-2.0'])
        : 'standard',
  ],
  [
    /^(firmware|build)$|(^|_)(os|software|app|sdk|kernel|current|latest|installed|firmware|agent)_(release|firmware|build)$/,
    ({ random }) => `${random.integer(1, 4)}.${random.integer(0, 9)}.0`,
  ],
  [/(^|_)(crc|crc_?32)$/, ({ random }) => hex(random, 8)],
  [/(^|_)isrc$/, ({ random }) => `QZES1${digits(random, 7)}`],
  [/(^|_)key_signature$/, oneOf('C major', 'A minor')],
  [/(^|_)time_signature$/, oneOf('4/4', '3/4')],
  [/(^|_)siret$/, ({ random }) => digits(random, 14)],
  [/(^|_)siren$/, ({ random }) => digits(random, 9)],
  [/(^|_)identification$/, ({ random }) => digits(random, 14)],
  [/^(chapter|episode|season|page_?(start|end)|(start|end)_?page)$/, wholeNumber],
  // Of a journal; the volume of a container and the page of a wiki have names.
  [
    /^(volume|issue|pages?|part)$/,
    (context) =>
      isAbout(
        context,
        anyOf(
          'book publication journal article bibliography citation reference magazine comic paper resource lending borrowing interlibrary',
        ),
      ) || says(context, /\b(journal|book|article|number)\b/i)
        ? wholeNumber(context)
        : slug(context.random),
  ],
  [
    /(^|_)coverage$/,
    ({ isCode, owner, random }) =>
      isCode === true || /build|test|job|pipeline|commit|code/i.test(owner)
        ? `${random.integer(60, 95)}.${random.integer(0, 9)}`
        : slug(random),
  ],
  [
    /(^|_)resolutions?$/,
    ({ owner, name, random, keywords: { pattern } }) =>
      (typeof pattern === 'string' && /\\d[^x×]*[x×]/.test(pattern)) ||
      /video|^model\b|preset|transcod|image|photo|camera|screen|display|monitor|recorder|stream|clip|media|asset|file|render|thumbnail/i.test(
        `${owner} ${name}`,
      )
        ? '1920x1080'
        : slug(random),
  ],
  [/(^|_)errors?$/, oneOf('The request timed out', 'The address was not found')],
  [/(^|_)(aspect|image|picture|thumbnail|screen|video|display)_?ratio$/, () => '16:9'],
  [/(^|_)(artist|composer|singer|director|narrator|conductor)$/, fullName],
  [/(^|_)geo_?hash$/, (context) => geohashOf(placeOf(context))],
  [
    /^arch(itecture)?$|(^|_)(cpu|processor|system|os|platform|image|instance)_arch(itecture)?$/,
    oneOf('amd64', 'arm64'),
  ],
  [
    /(^|_)revision$/,
    (context) =>
      context.isCode === true || says(context, /commit|hash/i) ? hex(context.random, 40) : wholeNumber(context),
  ],
  [/(^|_)font(_?family)?$/, oneOf('Arial', 'Helvetica')],
  [/(^|_)reg_?exp?$/, () => '^[a-z]+$'],
  [/(^|_)(raw_?)?sql$/, () => 'SELECT 1'],
  [/(^|_)pronouns?$/, (context) => (genderOf(context) === 'female' ? 'she/her' : 'he/him')],
  [/(^|_)t_?shirt(_?size)?$/, oneOf('S', 'M', 'L')],
  [/(^|_)orientation$/, oneOf('landscape', 'portrait')],
  [/(^|_)(codec)s?$/, oneOf('h264', 'aac')],
  [/(^|_)emission_?(standard|class)$/, oneOf('Euro 5', 'Euro 6')],
  [/(^|_)(visibility|privacy|sharing)$/, oneOf('public', 'private')],
  [
    /(^|_)access(_?(level|right))?$/,
    ({ isAmongFlags, name, random }) =>
      isAmongFlags === true && !/^access$|(level|right)$/i.test(name) ? 'true' : random.pick(['read', 'write']),
  ],
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
  // Programs provide logins and storage.
  [
    /(^|_)(auth\w*|identity|oauth2?|git|push|login|sso|video|storage|dns|cloud|social|data|service|model|ai|llm|payment|email|sms|mail)_(provider|gateway|issuer)$/,
    ({ random }) => slug(random),
  ],
  [
    /^(provider|issuer)$/,
    (context) =>
      isAbout(
        context,
        anyOf('sso oauth saml oidc auth authentication identity login token webhook dns storage cloud git'),
      )
        ? slug(context.random)
        : context.isCode === true && /provider/i.test(context.name)
          ? gitHost(context)
          : companyOf(context),
  ],
  [/(^|_)(provider|gateway|(?<!decision_)maker|shipper|counterparty|distributor|insurer|issuer|lender)$/, companyOf],
  // Of people, not of a sport, of keys or of an API.
  // Of addresses and machines.
  [
    /(^|_)(security|network|resource|target|placement|special|log|node|parameter|option|scaling|container|instance|boarding|age|item|rule|server|ad|asset|device|ip|subnet|cache|backup|property)_groups?$/,
    ({ random }) => slug(random),
  ],
  [
    /^(\w+_)?(groups?|divisions?)$|^((user|access|admin|staff|sales|support|dev|product|owner|member|review\w*|default|security|assigned|my|current|project|org\w*)_)?teams?$/,
    (context) =>
      isAbout(context, groupsPeople) && !isAbout(context, sports)
        ? context.random.pick(words.departments)
        : slug(context.random),
  ],
  [/(^|_)(product|feature|item|team)$/, objectName],
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
    /(^|_)(desc|info|hint|wording|tool_?tip|footer|pre_?text|suggestion|warning|purpose|justification|attribution|motd|rationale|agenda|objective|greeting|disclaimer|terms|advice|guidance|statement)s?$|^(notes?|comments?|descriptions?|text)_/,
    sentence,
  ],
  [
    /^(config|configuration|conf|params|parameters|settings|options|attributes|metadata|meta|variables|payload|context|properties|custom_?(data|fields|context|metadata|properties)|extra(_?data)?)$/,
    (context) => (isOpaque(context) ? '{}' : slug(context.random)),
  ],
  [
    /^(min|max|frames|bpm|points|distance|cylinders?|tier|line|turn|round|lap|batch|sequence|order|nb|no)$|_(min|max|frames|points|number|order|position|percent|bytes|kb|mb|gb|ms|px|km|kg|cm|mm)$|^(order|position|rank|index)_(in|within|of|on|at|index|number|value|x|y|z|start|end|min|max)(_|$)|^percent(age)?_(of_)?(complete|completed|done|used|full)$/,
    (context) => (context.isItem === true ? slug(context.random) : wholeNumber(context)),
  ],
]
