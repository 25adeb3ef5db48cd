/**
 * Strings about the web, times, contents and codes, by the name of the property. The first row whose pattern matches is used.
 */

import { certificate } from './certificate-text.ts'
import { createCardNumber, createEan, createIssn, digits } from './check-digits.ts'
import { salutation } from './identifier-text.ts'
import { nameByKind, nameOfObject } from './object-names.ts'
import { usualFlag } from './property-names.ts'
import { companyOf, placeOf, type ScalarContext, snakeCase, titleOf } from './record-subject.ts'
import { email, hex, host, imageUrl, ipv4, phone, slug, url, urlFor, uuid } from './text-by-format.ts'
import {
  accessRole,
  amount,
  category,
  fileName,
  objectName,
  objectSlug,
  oneOf,
  type Row,
  sentence,
  time,
  title,
  wholeNumber,
} from './text-writers.ts'
import { jwt, loginToken } from './tokens.ts'
import { unitOf } from './units.ts'
import { words } from './words.ts'

const runsSoftware = /runner|machine|server|host|build|agent|node|instance|device|image|executor|environment/i

const operatingSystems = ['Linux', 'macOS', 'Windows'] as const

export const web: readonly Row[] = [
  // `idModel`: what is called by the name after it.
  [
    /^ids?_(?!(card|number|no|type|token|document|proof|code|name|key|format|prefix)s?$)/,
    ({ random }) => hex(random, 16),
  ],
  [/(^|_)(imsi|meid|imei(_?sv)?)$/, ({ random }) => `31${digits(random, 13)}`],
  [/(^|_)iccid$/, ({ random }) => `89${digits(random, 17)}`],
  [
    /(^|_)(docker|container|software|vm|os|boot|disk|machine|base|source|runtime|system|firmware|recovery)_?images?$|^image_?name$/,
    ({ random }) => `${random.pick(words.nouns)}:1.${random.integer(0, 20)}`,
  ],
  [
    /(^|_)(image|avatar|photo|picture|logo|icon|thumbnail|thumb|cover|banner|poster)s?(_?(ur[il]|link|src|href|path))?(_?\d+x?\d*)?$/,
    imageUrl,
  ],
  [/(^|_)(url|uri|href|links?|website|homepage|web_?page|endpoint|callback|webhook)s?$|(^|_)url_(to|of|for)_/, urlFor],
  [/(^|_)urn$/, (context) => `urn:example:${titleOf(context).join('-')}`],
  [
    /(^|_)(url|uri|http)_?scheme$|^scheme$/,
    ({ owner, random }) =>
      /pension|payment|card|tax|loyalty|color|colour|holiday|security/i.test(owner)
        ? 'standard'
        : random.pick(['https', 'http']),
  ],
  [/(^|_)(cidrs?|subnets?|ip_?ranges?|network_?ranges?)(_block)?$/, () => '192.0.2.0/24'],
  [/(^|_)ttl$/, () => '3600s'],
  [/(^|_)base_?64$/, ({ random }) => Buffer.from(slug(random)).toString('base64')],
  [/[a-z]{2}(url|uri)$/, url],
  [/(^|_)commit_?ref$/, ({ random }) => hex(random, 40)],
  [/(^|_)e_?tag$/, ({ random }) => hex(random, 32)],
  [/(^|_)(memory|ram|disk|storage)(_?(limit|request|size|capacity))?$/, oneOf('512Mi', '1Gi', '2Gi')],
  [/(^|_)cpus?(_?(limit|request))?$/, oneOf('250m', '500m', '1')],
  [/(^|_)(uu|gu)ids?$/, uuid],
  [/(host|domain|fqdn|server)(_?(name|alias(es)?))?s?$/, host],
  [
    /(content|mime|media)_?types?$/,
    ({ owner, random }) => {
      if (/audio|music|song|track|sound|voice/i.test(owner)) return 'audio/mpeg'
      if (/video|movie|clip|film/i.test(owner)) return 'video/mp4'
      return /image|photo|picture|avatar|logo|icon/i.test(owner)
        ? 'image/png'
        : random.pick(['application/pdf', 'image/png', 'text/csv'])
    },
  ],
  [/(file|document|attachment|original)_?name$|^filename$/, fileName],
  [/file_?(extension|suffix)$|^extension$/, oneOf('pdf', 'png', 'csv')],
  [
    /^((file|output|export|image|download|report|document)_?)?format$/,
    ({ owner, name, random }) =>
      name === 'format' && /date|time|number|column|calculated|currency/i.test(owner)
        ? 'default'
        : /image|photo|picture|thumb/i.test(owner)
          ? 'png'
          : /video|movie|clip/i.test(owner)
            ? 'mp4'
            : /audio|song|track|sound/i.test(owner)
              ? 'mp3'
              : random.pick(['pdf', 'json', 'csv']),
  ],
  [
    /(^|_)prefix$/,
    (context) => {
      const { owner, random, keywords } = context
      const about = typeof keywords.description === 'string' ? keywords.description : ''
      if (/network|subnet|\bip|route|vlan|cidr|block/i.test(owner) || /network|subnet|cidr|ipv?4/i.test(about))
        return `10.${random.integer(0, 200)}.0.0/16`
      if (/phone|number|country/i.test(owner)) return `+${random.integer(30, 99)}`
      return /file|folder|bucket|storage|path|object|url|route/i.test(owner)
        ? `/${random.pick(words.nouns)}`
        : random.pick(words.nouns).slice(0, 3).toUpperCase()
    },
  ],
  [
    /(file_?|full_?|relative_?)?paths?$|(^|_)(folder|directory)$/,
    ({ random }) => `/${random.pick(words.nouns)}/${random.pick(words.nouns)}`,
  ],
  [/user_?agent$/, ({ random }) => random.pick(words.userAgents)],
  [/(^|_)browser(_?name)?$/, oneOf('Firefox', 'Chrome', 'Safari')],
  [/(^|_)(os|operating_?system)(_?name)?$/, oneOf(...operatingSystems)],
  [
    /(^|_)platform(_?name)?$/,
    ({ owner, random }) =>
      runsSoftware.test(owner) ? random.pick(operatingSystems) : random.pick(['web', 'ios', 'android']),
  ],
  // The devices of a network are others.
  [
    /(^|_)(device|device_?type)$/,
    ({ owner, isItem, random }) =>
      isItem === true && !/session|visit|click|browser|analytic|campaign|report|user|login|\bad/i.test(owner)
        ? slug(random)
        : random.pick(['desktop', 'mobile', 'tablet']),
  ],
  [/(^|_)md5(_?(sum|hash|digest|checksum))?$/, ({ random }) => hex(random, 32)],
  [/(^|_)sha_?1(_?(sum|hash|digest|checksum))?$/, ({ random }) => hex(random, 40)],
  [/(sha_?256(_?(sum|hash|digest))?|checksum|digest)$/, ({ random }) => [hex(random, 64), hex(random, 40)]],
  [
    /(^|_)(sha|sha_?1|commit|commit_?(id|hash)|hash|etag|md5|(?<!(key|time)_)signature|finger_?print|thumb_?print)$/,
    ({ random, name: own }) => [hex(random, /md5|etag/i.test(own) ? 32 : 40), hex(random, 7)],
  ],
  [/(^|_)(jwt|id_token)(_token)?$/, (context) => [String(jwt(context)), hex(context.random, 32)]],
  [/^((access|auth|authentication|authorization|session|bearer|api|login)_?)?token$/, loginToken],
  [
    /(token|secret|(api|access|private|public|secret|auth|encryption|signing|server|application|consumer|routing|client|integration)_?key|nonce|cursor)$/,
    ({ random }) => hex(random, 32),
  ],
  [/password$/, ({ random }) => `${slug(random)}-${digits(random, 3)}`],
  [
    /(http_?)?methods?$|^verb$/,
    ({ random, owner, name: own }) =>
      /request|http|web_?hook|route|log|cors|endpoint|(^|_)(links?|actions?|hrefs?|rel)/i.test(owner + own)
        ? random.pick(['GET', 'POST'])
        : random.pick(['standard', 'manual']),
  ],
  [/^protocol$|_protocol$/, oneOf('https', 'tcp')],
  [
    /(color|colour)(_?(code|hex))?$|^hex$/,
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
  [/(^|_)xml$/, ({ random }) => `<${random.pick(words.nouns)}/>`],
  [/(^|_)(?<!no_)(html|body_?html|html_?body)$/, (context) => `<p>${String(sentence(context))}</p>`],
  [/(^|_)(cron|cron_?tab|cron_?expression|schedule)$/, () => '0 9 * * 1'],
  [/(^|_)(env|environment|stage)$/, oneOf('production', 'staging')],
  [/_pem$|(^|_)(certificate|cert)(_?(body|chain|content|data|pem))?$/, certificate],
  [/^(authorization|auth)_?(header)?$/, ({ random }) => `Bearer ${hex(random, 32)}`],
  [/(^|_)arn$/, ({ random }) => `arn:aws:iam::123456789012:role/${slug(random)}`],
]

export const times: readonly Row[] = [
  [/(^|_)(dob|birth_?day|born|birthdate|date_of_birth)$/, time],
  [
    /_(at|on)$|(^|_)(date|time|timestamp|datetime|(?<!(month|week|bill|billing|cycle|bill_cycle|pay|payment|due|deduction|start|recurring|anchor)_)day|when|since|until)$|(date|time)(_?(utc|gmt|local|stamp))?$|^(date|time)_(?!spent|estimate|limit|unit|frame|span|remaining|taken)|_ts$|_date_(utc|gmt|local|time|iso|str(ing)?|formatted|from|to)$|valid_?(from|to|till|until|thru)$|^(last|first)_?(login|log_?in|seen|visit|activity|active|access(ed)?|used?|run)$|(^|_)(ship|deliver|due|pay|complete|respond|reply)_by$|^end_of_|^eta$|^(start|begin|end|due|started|finished|completed|ended|opened|published|submitted|registered|joined|confirmed|last_(login|seen|modified|updated))$|(^|_)(created|updated|modified|expires|expiry|expiration)(_?(on|at|date))?$/,
    time,
  ],
  [
    /^(month|year)$|(^|_)year_of_|_year$|^founded(_in)?$/,
    ({ random, name: own }) =>
      /birth/i.test(own)
        ? String(random.integer(1956, 2004))
        : /year|founded/i.test(own)
          ? String(random.integer(2021, 2025))
          : String(random.integer(1, 12)).padStart(2, '0'),
  ],
  [/_day$/, ({ random }) => String(random.integer(1, 28))],
  [/(^|_)(period|interval|frequency|recurrence)$/, oneOf('monthly', 'weekly', 'daily')],
]

export const prose: readonly Row[] = [
  // Of a hook: whether it reports them.
  [/_events$/, ({ owner, random }) => (/hook/i.test(owner) ? 'true' : random.pick(['created', 'updated']))],
  [/(^|_)roles?_(allowed|required|assigned|granted)$/, oneOf('admin', 'editor', 'viewer')],
  // Some documents describe flags as strings.
  [
    /^(is|has|only_?allow|can|should|allows?|enables?)_|_(enabled|disabled|allowed|verified)$|^(active|archived|enabled|disabled|locked|hidden|external|muted|banned|confidential|subscribed|checked|color_?blind|closed|deleted)$|(load|stream|comment|edit|tax|bill|ship|search|refund|renew|transfer)able$/,
    ({ name, isItem, random }) => (isItem === true ? slug(random) : String(usualFlag(name) ?? true)),
  ],
  [
    /(^|_)(error|failure)(_?(message|reason|description|details?))?$/,
    oneOf('The request timed out', 'The address was not found'),
  ],
  [
    /(description|summary|biography|comments?|messages?|(^|_)(bio|about|body|text|content|reason)|notes?|details?|instructions|remarks?|caption|excerpt|overview|abstract|feedback|explanation|annotation|memo)(_?(text|plain|long|short))?$/,
    sentence,
  ],
  [/(^|_)(followers|following|likes|views|visits|downloads|subscribers|clicks|opens|plays)$/, wholeNumber],
  [
    /^(ip_?)?family$|^address_family$/,
    ({ owner, random }) => {
      const about = `${snakeCase(owner)}_`
      if (/(^|_)os_/.test(about)) return random.pick(operatingSystems)
      return /(^|_)(ip|ips|nat)_/.test(about) ? 'IPv4' : random.pick(words.nouns)
    },
  ],
  [/filing_?status$/, oneOf('single', 'married')],
  [/(payment|financial|billing|invoice|payout)_?(status|state)$/, oneOf('pending', 'paid')],
  [/(delivery|shipment|shipping|fulfil?lment)_?(status|state)$/, oneOf('pending', 'delivered')],
  [/(verification|approval|review)_?(status|state)$/, oneOf('pending', 'approved')],
  [/(health|connection|link|network)_?(status|state)$/, oneOf('connected', 'healthy')],
  [/(presence|online)_?(status|state)?$/, () => 'online'],
  [/(stock|inventory)_?(status|state)$/, () => 'in_stock'],
  [/(http|response)_?status$/, () => '200'],
  [/(^|_)(status|state|phase)$/, oneOf('active', 'pending', 'completed')],
  [/(^|_)priority$/, oneOf('normal', 'high', 'low')],
  [/(^|_)severity$|(^|_)level$/, oneOf('info', 'low', 'medium', 'high')],
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
  [/^label$/, (context) => nameByKind(context) ?? objectName(context)],
  [/(^|_)(tags?|keywords?|labels?)$/, ({ random }) => random.pick(words.tags)],
  [/(^|_)(scopes?|permissions?|privileges?|grants?)$/, oneOf('read', 'write')],
  [/(^|_)roles?$/, accessRole],
  [/^type$/, (context) => (isDnsRecord(context) ? 'A' : context.random.pick(['standard', 'custom', 'default']))],
  [
    /(^|_)record_types?$/,
    (context) => (/dns/i.test(context.owner) ? context.random.pick(['A', 'CNAME', 'MX']) : 'standard'),
  ],
  [/(^|_)(types?|kind|class|variant|mode)$/, oneOf('standard', 'custom', 'default')],
  [
    /^(origin|destination)$/,
    (context) => (context.isPlace ? placeOf(context).city : context.random.pick(['web', 'api'])),
  ],
  [/^allow(ed)?_origins?$|^cors_/, () => 'https://example.com'],
  [/(^|_)(source|channel|origin|medium)$/, oneOf('web', 'mobile', 'api')],
  [/(^|_)(plan|tier|edition)(_?name)?$/, oneOf('basic', 'standard', 'premium')],
  [
    /(^|_)(events?|(?<!call_to_)actions?|operation|activity|trigger)(_?(type|name))?$/,
    oneOf('created', 'updated', 'deleted'),
  ],
  [/(^|_)(units?|unit_of_measure|uom)$/, unitOf],
  [/(^|_)(sizes?)$/, oneOf('S', 'M', 'L')],
  [
    /(^|_)(algorithm|cipher)$/,
    ({ owner, name, random }) =>
      /hash|sign|encr|crypt|checksum|cipher|key|jwt|jwk|token|digest|hmac|cert|ssl|tls|auth/i.test(`${owner} ${name}`)
        ? random.pick(['SHA256', 'RS256'])
        : 'default',
  ],
  [/(^|_)(encoding|charset)$/, () => 'UTF-8'],
  [/(^|_)make$/, companyOf],
  [
    /^model$|(^|_)model_?(name|number)$|(vehicle|device|phone|car|product|asset|hardware|camera|printer|machine|engine|terminal|meter)_?model$/,
    ({ random }) => `${random.pick(words.companies)} ${random.integer(100, 900)}`,
  ],
  [/(^|_)(operator|comparator|comparison)$/, oneOf('equals', 'contains')],
  [/(^|_)(query|search|term|phrase|word)$/, ({ random }) => random.pick(words.nouns)],
  [/^suffix$/, ({ isPerson, random }) => (isPerson ? random.pick(['Jr.', 'III']) : slug(random))],
  [/^(value|number|address)$/, (context) => valueOfContact(context) ?? context.random.pick(words.nouns)],
  [/(^|_)(result|outcome)$/, () => 'success'],
  [/(^|_)response$/, () => 'OK'],
  [/(^|_)answer$/, oneOf('Yes', 'No')],
  [/(^|_)(output|default)$/, ({ random }) => random.pick(words.nouns)],
  [/(^|_)question$/, oneOf('How did you hear about us?', 'What can we improve?')],
  [
    /(title|subject|headline|heading|label|topic)$/,
    (context) => {
      if (!context.isPerson || context.name !== 'title') return title(context)
      // Beside the parts of a name it is a form of address.
      return /(^|_)names?$/.test(snakeCase(context.owner.split(' ')[0] ?? ''))
        ? salutation(context)
        : context.random.pick(words.jobs)
    },
  ],
]

export const codes: readonly Row[] = [
  [/slug$/, (context) => [`${String(objectSlug(context))}-${digits(context.random, 4)}`, String(objectSlug(context))]],
  [/(^|_)e?issn$/, ({ random }) => createIssn(random)],
  [/(^|_)doi$/, ({ random }) => `10.5555/${digits(random, 8)}`],
  [/(^|_)(http|http_?status|http_?response|response|response_?status)_?code$/, () => '200'],
  [
    /^status_?code$/,
    ({ owner, random }) =>
      /log|request|response|http|webhook|check|monitor|crawl|probe|redirect|deliver/i.test(owner)
        ? '200'
        : `${random.pick(words.nouns).slice(0, 3).toUpperCase()}-${digits(random, 3)}`,
  ],
  [/(^|_)iid$/, wholeNumber],
  [/isbn(_?13)?$/, ({ random }) => createEan(random, '978')],
  [/(ean|upc|gtin|barcode)(_?\d+)?$/, ({ random }) => createEan(random)],
  [/(^|_)sku$/, ({ random }) => `SKU-${digits(random, 5)}`],
  [/invoice_?(number|no|id|ref.*)$/, ({ random }) => `INV-${digits(random, 6)}`],
  [/order_?(number|no|ref.*)$/, ({ random }) => `ORD-${digits(random, 6)}`],
  [/(tracking|shipment)_?(number|code|no)$/, ({ random }) => `1Z${digits(random, 16)}`],
  [
    /^(ref|git_?ref)$/,
    ({ owner, random }) =>
      /pipeline|build|commit|repo|branch|deploy|git|job|release|tag|push|hook/i.test(owner)
        ? 'main'
        : `REF-${digits(random, 6)}`,
  ],
  [/(^|_)(reference|ref)(_?(number|no|code|id))?$|[a-z](?<!p)reference$/, ({ random }) => `REF-${digits(random, 6)}`],
  [/serial(_?(number|no))?$/, ({ random }) => `SN${digits(random, 8)}`],
  [/(^|_)(number|no|nr)$|[a-z]number$/, ({ random }) => digits(random, 6)],
  [
    /(coupon|promo(tion)?|discount|voucher)_?code$/,
    ({ random }) => `${random.pick(words.nouns).toUpperCase()}${random.integer(10, 50)}`,
  ],
  [/(^|_)keys?$/, ({ random }) => [`${random.pick(words.adjectives)}_${random.pick(words.nouns)}`, slug(random)]],
  [/^code$/, (context) => (context.isCountry === true ? placeOf(context).codes[0] : plainCode(context))],
  [
    /code$/,
    ({ random }) => [`${random.pick(words.nouns).slice(0, 3).toUpperCase()}-${digits(random, 3)}`, digits(random, 4)],
  ],
  [/(^|_)(id|identifier|sid)s?$/, ({ random }) => [hex(random, 12), digits(random, 8)]],
  [/name$/, nameOfObject],
]

const plainCode = ({ random }: ScalarContext): readonly string[] => [
  `${random.pick(words.nouns).slice(0, 3).toUpperCase()}-${digits(random, 3)}`,
  digits(random, 4),
]

const isDnsRecord = ({ owner }: ScalarContext): boolean => /(^|_)dns(_|$)/.test(snakeCase(owner))

/** The value of an object such as `emails[]`, `fax`, `price` or `card`. */
const valueOfContact = (context: ScalarContext): string | readonly string[] | undefined => {
  const owner = snakeCase(context.owner)
  if (context.name === 'value' && isDnsRecord(context)) return ipv4(context)
  if (/mail/.test(owner)) return email(context)
  if (/phone|fax|mobile/.test(owner)) return phone(context)
  if (context.name === 'number')
    return /(^|_)cards?(_|$)/.test(owner)
      ? createCardNumber(context.random)
      : digits(context.random, /account|bank/.test(owner) ? 10 : 6)
  return /amount|money|price|(^|_)(cost|fee|balance|cash|currency)s?(_|$)/.test(owner) ? amount(context) : undefined
}
