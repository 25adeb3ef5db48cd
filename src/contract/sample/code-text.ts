/**
 * Numbers and codes of things, by the name of the property. The first row whose pattern matches is used.
 */
import { anyOf, isAbout, says } from './about.ts'
import { sshKey } from './certificate-text.ts'
import { createEan, createIssn, digits } from './check-digits.ts'
import { nameOfObject } from './object-names.ts'
import { moneyPlaceOf, placeOf, type ScalarContext, snakeCase } from './record-subject.ts'
import { hex, host, slug, url } from './text-by-format.ts'
import { httpStatus, objectSlug, type Row, wholeNumber } from './text-writers.ts'
import { words } from './words.ts'

/** The code of a language, a currency or a country, whose name is beside it. */
const codeByKind = (context: ScalarContext): string | undefined => {
  const owner = snakeCase(context.owner.split(' ')[0] ?? '')
  if (!/^(id|code)$/i.test(context.name)) return undefined
  if (/(^|_)languages?$/.test(owner)) return placeOf(context).language
  if (/(^|_)currenc(y|ies)$/.test(owner)) return moneyPlaceOf(context).currency
  return /(^|_)countr(y|ies)$/.test(owner) ? placeOf(context).codes[0] : undefined
}

const grantsAccess = /(^|_)(api|access|signing|activation|licen[cs]e|secret)_?keys?(_|$)/

/** Of `/user/keys`, unlike those of an API. */
const opensMachines =
  /(^|_)(users?|me|repos?|repositor(y|ies))_keys?$|(^|_)(ssh|deploy|checkout|machine)_(public_)?keys?(_|$)/

const wordKey = (random: ScalarContext['random']): readonly string[] => [
  `${random.pick(words.adjectives)}_${random.pick(words.nouns)}`,
  slug(random),
]

export const codes: readonly Row[] = [
  [
    /slug$|^url_?(words|key|name|slug)$/,
    (context) => [`${String(objectSlug(context))}-${digits(context.random, 4)}`, String(objectSlug(context))],
  ],
  [/(^|_)e?issn$/, ({ random }) => createIssn(random)],
  [/(^|_)doi$/, ({ random }) => `10.5555/${digits(random, 8)}`],
  // The code of a gateway or of a check is not one of HTTP.
  [
    /(^|_)(http|http_?status|http_?response|response|response_?status)_?code$/,
    (context) => (isOfPayment(context) ? plainCode(context) : httpStatus(context)),
  ],
  [
    /^status_?code$/,
    (context) =>
      /log|request|response|http|webhook|check|monitor|crawl|probe|redirect|deliver/i.test(context.owner)
        ? httpStatus(context)
        : plainCode(context),
  ],
  // The status of a response, or a state that is called a code.
  [
    /[a-z]_status_?code$/,
    (context) =>
      isAbout(context, anyOf('http request response redirect error upstream gateway expected return last server api'))
        ? httpStatus(context)
        : context.random.pick(['active', 'pending']),
  ],
  [/(^|_)iid$/, wholeNumber],
  [/isbn(_?13)?$/, ({ random }) => createEan(random, '978')],
  [/(^|_)(ean|upc|gtin|barcode)(_?\d+)?$|barcode$/, ({ random }) => createEan(random)],
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
  [
    /serial(_?(number|no))?$/,
    (context) =>
      isAbout(context, anyOf('certificate cert ssl tls x509 issuer recipient'))
        ? hex(context.random, 16)
        : `SN${digits(context.random, 8)}`,
  ],
  // Numbers that count, and of rooms and players.
  [
    /(^|_)(version|revision|page|line|row|column|step|mark|grade|round|floor|chapter|episode|season|part|level|week|attempt|retry|iteration|sprint|slide|section|question|track|disc|volume|issue|period|quarter|stage|lap|game|inning)_?(number|no|num|nr)$/,
    wholeNumber,
  ],
  [
    /(^|_)(room|unit|apartment|flat|suite|gate|platform|door|locker|bed|table|seat|rack|bay|dock|lane|jersey|shirt|squad|uniform|player)_?(number|no)$/,
    ({ random }) => String(random.integer(1, 40)),
  ],
  [/(^|_)(number|no|nr)$|[a-z]number$/, ({ random }) => digits(random, 6)],
  [
    /(coupon|promo(tion)?|discount|voucher)_?code$/,
    ({ random }) => `${random.pick(words.nouns).toUpperCase()}${random.integer(10, 50)}`,
  ],
  // The key of a setting is a word; an API key is random.
  [
    /(^|_)keys?$/,
    (context) => {
      const { random, name, owner } = context
      if (!/^(ssh_)?keys?$/i.test(name)) return wordKey(random)
      if (opensMachines.test(snakeCase(owner)) || says(context, /\bssh\b/i)) return sshKey(context)
      return grantsAccess.test(snakeCase(owner)) ? hex(random, 32) : wordKey(random)
    },
  ],
  [
    /^code$/,
    (context) => (context.isCountry === true ? placeOf(context).codes[0] : (codeByKind(context) ?? plainCode(context))),
    (context) => codeByKind(context) !== undefined,
  ],
  [/(^|_)(inline|source|java_?script|js|script|program)_?code$/, () => 'console.log(1)'],
  [/(^|_)embed_?code$/, (context) => `<iframe src="${String(url(context))}"></iframe>`],
  [
    /code$/,
    ({ random, ...context }) =>
      says(context, /\bdigits?\b|\bnumeric\b/i)
        ? digits(random, 6)
        : [`${random.pick(words.nouns).slice(0, 3).toUpperCase()}-${digits(random, 3)}`, digits(random, 4)],
  ],
  [
    /(^|_)(id|identifier|sid)s?$/,
    (context) => codeByKind(context) ?? [hex(context.random, 12), digits(context.random, 8)],
    (context) => codeByKind(context) !== undefined,
  ],
  [/^c_?name$/, host],
  [
    /^package_?name$/,
    ({ owner, random }) =>
      /app|android|mobile|device|play|build/i.test(owner) ? `com.example.${random.pick(words.nouns)}` : slug(random),
  ],
  [/name$/, nameOfObject],
]

const isOfPayment = (context: ScalarContext): boolean =>
  isAbout(
    context,
    anyOf(
      'avs cvv cvc gateway authorization auth issuer processor bank acquirer payment refund charge card transaction',
    ),
  )

const plainCode = ({ random }: ScalarContext): readonly string[] => [
  `${random.pick(words.nouns).slice(0, 3).toUpperCase()}-${digits(random, 3)}`,
  digits(random, 4),
]
