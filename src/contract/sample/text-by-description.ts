/**
 * Strings by what the description of a property says: an example, a list of values, a form of date, a flag, a number. For names
 * that say little.
 */
import { memoize } from '../values/memoize.ts'
import { digits } from './check-digits.ts'
import { dateForm } from './dates.ts'
import { usualFlag } from './property-names.ts'
import type { ScalarContext, WriteText } from './record-subject.ts'
import { email, hex, host, ipv4, phone, slug, urlFor, uuid } from './text-by-format.ts'
import {
  countryCode,
  currencyCode,
  httpStatus,
  languageTag,
  type Row,
  sentence,
  time,
  wholeNumber,
} from './text-writers.ts'

/** How much of a description is read, with tags and without. */
const maxMarked = 1_500
const maxRead = 600

type Keywords = ScalarContext['keywords']

/** What comes before the first sentence of many descriptions. */
const notes =
  /^\s*(?:[([]?(?:output[- ]only|input[- ]only|read[- ]?only|required|optional|immutable|identifier)[)\]]?[.:\])]\s*)+(?=\S)/i

/** Items of HTML lists begin with a hyphen, and codes and bold words are in backticks. */
const withoutTags = (text: string): string =>
  text
    .replace(/<li>\s*(?:<p>\s*)?/gi, '\n- ')
    .replace(/<\/?(?:code|b|strong|tt)>/gi, '`')
    .replace(/<\/?(?:p|ul|ol|li|a|br|i|em|div|span|pre|h\d|note)\b[^<>]{0,200}>/gi, ' ')

const textOf = ({ description }: Keywords): string =>
  typeof description !== 'string'
    ? ''
    : withoutTags(description.slice(0, maxMarked))
        .replace(/\*\*([^*\n]{1,60})\*\*/g, '`$1`')
        // Codes with their meanings: *F* (flat), *P* (percent).
        .replace(/(?<!\*)\*([\w-]{1,20})\*(?=\s?[(,])/g, '`$1`')
        .replace(/(?<!`)``(?!`)/g, '`')
        .replace(notes, '')
        .trim()
        .slice(0, maxRead)

const introduction =
  '(?:one of|possible values?|allowed values?|valid values?|supported values?|accepted values?|common values?|can be|may be|must be|either|values? (?:are|is)|options?(?: are)?)'
const quotedList = new RegExp(
  `${introduction}[^\`"'\\n.]{0,40}[:(]?\\s*((?:[\`"'][\\w.-]{1,40}[\`"'](?:\\s*\\([^)]*\\))?[\\s,|/]*(?:or|and)?[\\s,|/]*){2,})`,
  'i',
)
const plainList =
  /(?:one of|(?:possible|allowed|valid|supported|accepted|permitted) values?(?: (?:are|is|include))?|values? (?:are|can be)|options?(?: are)?)(?: the following)?\s?[:=([]\s?(\w(?:[\w.-]{0,28}\w)?(?:(?:\s?[,|/]\s?(?:or |and )?|\s(?:or|and)\s)\w(?:[\w.-]{0,28}\w)?){1,30})(?=[.\s)\]]*(?:$|\n|[A-Z]|[)\]]))/i
/** Acceptable values are: - "`new`" - "`done`" */
const inlineBullet = /(?<=[:.\w`"'] )[-*] [`"']{1,3}([\w.-]{1,40})[`"']{1,3}/g
/** As a whole: TCP or UDP. */
const bareList = /^\W{0,2}([A-Z][A-Z0-9_]+(?:(?:, or | or |, | ?[|/] ?)[A-Z][A-Z0-9_]+){1,12})\.?$/
/** Whether this is PUBLIC or PRIVATE. */
const capitalList = /\b(?:is|are|be|either|one of|values?)\s+((?:[A-Z_]{3,}, )*[A-Z_]{3,},? or [A-Z_]{3,})\b/
/** Scope of the dimension: HIT, SESSION or USER. Whether it is made TEMPORARY or PERMANENT. No names of technology. */
const notAcronym =
  '(?!(?:HTTPS?|UUID|GUID|ISBN|ISSN|IBAN|GTIN|ASIN|JSON|HTML|XHTML|YAML|SWIFT|ASCII|IPV[46]|CIDR|SMTP|IMAP|MIME|NULL|MUST|SHOULD|NOTE|ONLY|OAUTH\\d?|SHA\\d*|SAML|LDAP|SEPA)\\b)[A-Z][A-Z_]{3,}\\b'
const capitalPair = new RegExp(`\\b((?:${notAcronym}, )*${notAcronym},? or ${notAcronym})(?=[.,;)\\s]|$)`)
const capitalRow =
  /(?:[:(]\s|\binclude:?\s|\bvalues are\s)\s*([A-Z][A-Z_]{2,}(?:, [A-Z][A-Z_]{2,})*,? (?:or|and|OR|AND) [A-Z][A-Z_]{2,})(?=[.;)\s]|$)/
/** Where it applies ('order', 'shipping'). The state: `open`, `closed`. */
const quotedRow =
  /(?:\(\s*|^(?![^:]*\b(?:examples?|e\.g|such as|like|default|format|note|see|characters?|fields?|properties|contains?|following)\b)[^:`"'.\n]{3,80}:\s*)((?:[`"'][\w.-]{1,40}[`"'][\s,|/]*(?:or|and)?[\s,|/]*){2,})/i
/** Can be Locked or Unlocked. */
const wordPair =
  /\b(?:can|may|must) (?:only )?be (?:either )?([A-Z][A-Za-z]+(?:, [A-Z][A-Za-z]+)*,? or [A-Z][A-Za-z]+)[.;]?\s*$/
/** Always "books#volume". Must be `button`. */
const constant =
  /\b(?:fixed string|always(?: be| set to| the string)?)\s*:?\s*(?:[`"']{1,2}([\w.#:/-]{2,60})[`"']|([a-z]+#[\w]+))|\bmust be (?:set to )?[`"']{1,2}(?!true\b|false\b|null\b)([A-Za-z][\w.#:/-]{1,60})[`"']{1,2}(?=[.)]*\s*$|, which\b)/i
/** Codes with their meanings: M (Married), S (Single). 0 = No, 1 = Yes. */
const codedList = /(?:^|[\s*>,;:])([A-Z]{1,4}|\d)\*?\s?=\s?[A-Z][a-z]+|(?:^|[\s*>,;:])([A-Z]|\d)\*?\s\([A-Z][a-z]+/g
const bullet = /^\s*[*-]\s+[`"']([\w.-]{1,40})[`"']/gm

const quotedIn = (list: string): readonly string[] =>
  [...list.matchAll(/[`"']([\w.-]{1,40})[`"']/g)].flatMap(([, value]) => value ?? [])

/** `in conjunction with the "country" and "zip" fields`: other properties, rather than values. */
const namesProperties = ({ 0: found, index }: RegExpExecArray, description: string): boolean =>
  /^[^`"']*\b(?:conjunction|together|combined|along) with\b/i.test(found) ||
  /^\s*(?:fields|properties|parameters|attributes|arguments|keys|elements|columns)\b/i.test(
    description.slice(index + found.length),
  )

/** Several, each once: a value that is explained twice is one of something else. */
const severalOf = (pattern: RegExp, description: string): readonly string[] | undefined => {
  const found = [...description.matchAll(pattern)].flatMap(([, one, other]) => one ?? other ?? [])
  const values = [...new Set(found)]
  return values.length > 1 ? values : undefined
}

/** The values: * NEW: it is new. * OLD - it is not. */
const explained = /(?:^|\s)[-*•]\s+([A-Za-z][\w-]{1,40})(?=:\s|\s[-–—]\s|\s*$)/gm
const introduced =
  /\b(?:values?|options?|one of|following (?:states|modes|types)|either)\b[^:/]{0,60}(?<!forms?|formats?|countries):/i

/** What is about another property: `returned when the status is DONE or FAILED`. Not `if set, one of`, nor `when to send it`. */
const condition = /\b(?:if|unless|when(?:ever)?(?! to\b)|while|once|whose \w+)\b[^,;:()\n]*$/i

/** The first match of a pattern, unless it is within a condition. */
const execSaid = (pattern: RegExp, description: string): RegExpExecArray | undefined => {
  const found = pattern.exec(description)
  if (!found) return undefined
  const [before = ''] = /[^.]*$/.exec(description.slice(0, found.index)) ?? []
  return condition.test(before) ? undefined : found
}

/** Common values of a state are two of many, which the address around it decides. */
const someOfPlace = /^(?:the )?(?:country|state|province|region|currency|language)\b.*\bcommon values?\b/is

/** The type of this resource: `accounts`. Kind of object (track). */
const namedKind =
  /^(?:the |an? )?(?:(?:type|kind)s?\b|identifies (?:the|what) (?:type|kind)\b|\w+ (?:type|kind)(?= identifier\b| of\b|[:.]))[^`"'():.]{0,50}(?:(?:[:(.]\s*|\bis\s+)[`"']{1,2}([\w.#-]{2,40})[`"']{1,2}\)?\.?\s*(?:$|\n)|\((?!(?:optional|mandatory|required|nullable|immutable|mutable|deprecated|string|number|integer|boolean|object|array|list|enum|plural|singular|default|internal|external|any|null|none|mime|iso|read-?only|see|legacy|experimental|beta)\b)([a-z][a-z_-]{2,30})\)\.?\s*$)/i

/** Will say DEF for the default one. */
const announced = /\b[Ww]ill (?:say|read|be set to)\s+[`"']?([A-Z][A-Z_]{1,20})[`"']? (?:for|if|when)\b/

/** The values that a description lists: One of `open`, `closed`. Possible values: open, closed. */
const findListed = (description: string): readonly string[] => {
  const quoted = someOfPlace.test(description) ? null : execSaid(quotedList, description)
  if (quoted && !namesProperties(quoted, description)) return quotedIn(quoted[1] ?? '')
  const items =
    severalOf(bullet, description) ??
    severalOf(inlineBullet, description) ??
    (introduced.test(description) ? severalOf(explained, description) : undefined)
  if (items) return items
  const [, plain] = execSaid(plainList, description) ?? bareList.exec(description) ?? []
  if (plain !== undefined) return plain.split(/\s?[,|/]\s?(?:or |and )?|\s(?:or|and)\s/).filter((value) => value !== '')
  const [, capitals] =
    execSaid(capitalList, description) ?? execSaid(capitalRow, description) ?? execSaid(capitalPair, description) ?? []
  if (capitals !== undefined) return capitals.match(/\b(?!AND\b)[A-Z_]{3,}/g) ?? []
  const row = quotedRow.exec(description)
  if (row && !namesProperties(row, description)) return quotedIn(row[1] ?? '')
  const [, pair] = wordPair.exec(description) ?? []
  if (pair !== undefined) return pair.split(/, (?:or )?| or /)
  const [, quotedOnly, plainOnly, required] = constant.exec(description) ?? []
  const [, kind, plainKind] = namedKind.exec(description) ?? []
  const only = quotedOnly ?? plainOnly ?? required ?? kind ?? plainKind ?? announced.exec(description)?.[1]
  if (only !== undefined && only !== 'null') return [only]
  return severalOf(codedList, description) ?? []
}

const introducesExample =
  '(?:\\be\\.g\\.?,?|\\beg[.:]|\\bfor example[,:]?|\\bfor instance,?|\\bexamples?:|\\bexample is|\\bsuch as)'
const quotedExample = new RegExp(`${introducesExample}\\s*[\`"']([^\`"'\\n]{1,60})[\`"']`, 'i')
/** A code without quotes: e.g. us-central1-a. Not a word, nor a part of a sentence. */
const plainExample = new RegExp(
  `${introducesExample}\\s*(?=[^\\s,;()]*[\\d/@_])((?!https?:|\\w+/\\w+\\b)[A-Za-z0-9][\\w@./:+-]{1,58}\\w)(?=[.,;)]*(?:\\s*$|\\n|[.,;)](?:\\s|$)))`,
  'i',
)

/** A value that a description gives: e.g. `TX-100`; or that is all of it. */
const findQuotedExample = (description: string): string | undefined =>
  /^\s*[`"']([\w.:-]{2,40})[`"']\.?\s*$/.exec(description)?.[1] ??
  quotedExample.exec(description)?.[1] ??
  plainExample.exec(description)?.[1]

const article = '^(?:the |an? |this |optional[:.]? |required[:.]? )*(?:[\\w-]+ ){0,2}'

/** The first row whose pattern matches the description is used. */
const rows: readonly Row[] = [
  [dateForm, time],
  [
    /\btrue\W{1,5}(or|and|\/|\|)?\W{0,5}false\b|^(a |the )?(boolean|flag\b|whether\b|if (set|enabled|checked)\b|(if|when) (set to )?\W{0,3}true\b|(indicates?|determines?|specifies|defines|denotes) (if|whether)\b|is this\b|are there\b|enables? )/i,
    ({ name }) => String(usualFlag(name) ?? true),
  ],
  // Certificate is a CA (read only).
  [
    /^(?:the |this )?[\w-]+ is (?:an? |not |currently )?[\w-]+(?: [\w-]+)?(?: \([\w ]+\))?\.?$/i,
    ({ name }) => String(usualFlag(name) ?? true),
  ],
  [/\b(iso[- ]?8601|rfc[- ]?3339)\b|^[^.]{0,80}\b(timestamp|date-?time|date (and|&) time)\b/i, time],
  [
    new RegExp(
      `${article}(?<!unit of |amount of |length of |period of )(date|time|day|datetime)\\b(?![ -]?(based|grain|zone|to live|taken|spent|limit|period|unit|frame|range|interval|format|span|of (the )?week))`,
      'i',
    ),
    time,
  ],
  [/\biso[- ]?4217\b|\bcurrency code\b/i, currencyCode],
  [/\biso[- ]?3166\b|\bcountry code\b/i, countryCode],
  [/\biso[- ]?639\b|\bbcp ?47\b|\blanguage code\b/i, languageTag],
  [
    new RegExp(
      `${article}e-?mail(?: address(?:es)?)?(?= (?:of|for|to|that|which|used|associated|where|when|if|address)\\b| \\(|[.,:;]|$)`,
      'i',
    ),
    email,
  ],
  [new RegExp(`${article}(phone|telephone|mobile|fax) number\\b`, 'i'), phone],
  [/^(?:the |an? )?(?:[\w-]+ ){0,2}(uu|gu)id\b/i, uuid],
  [new RegExp(`${article}(ur[il]|link|web ?address)\\b`, 'i'), urlFor],
  [
    /^(the |a )?((total|maximum|minimum|max|min) )?(number|count|quantity) of\b|^how (many|much|long)\b|\bin (seconds|minutes|hours|days|milliseconds|bytes|pixels|kilobytes|mb|kb|ms)\b|^(?:contains |specifies |an? |the |estimated )*(?:integer|numeric value|percentage)\b/i,
    wholeNumber,
  ],
  [
    new RegExp(`${article}(id|identifier)( (of|for)\\b|[.]|$)`, 'i'),
    ({ random }) => [hex(random, 12), digits(random, 8)],
  ],
]

const possessive =
  "^(?!(?:if|whether|when|indicates|list|type|set|determines) )(?:the |an? |this |its |your |optional[:.]? |required[:.]? |gets or sets (?:the )?|returns (?:the )?|specifies (?:the )?|contains (?:the )?)*(?:[\\w'’-]+ ){0,2}"
const aboutUrl =
  '(?![- ](?:friendly|safe|encoded|slug|identifier|path|scheme|title|text|type|label|name|pattern|part|parameter))'

/** Of the form of a value, rather than the value. */
const isFormName = /(format|type|encoding|language)$/i

/** That of a plan or a contract is longer than that of a video. */
export const isoDuration: WriteText = (context) =>
  /plan|subscri|contract|retention|trial|term|billing|polic|warrant|membership|licen[cs]e|period/i.test(
    `${context.owner} ${context.name}`,
  )
    ? ['P1M', 'PT1H']
    : ['PT15M', 'P1M']

export const identifier: WriteText = ({ random }) => [hex(random, 12), digits(random, 8)]

/** What a description says explicitly. It prevails over the name, which then means something else than usual. */
const sureRows: readonly Row[] = [
  [/^\W*true\W{1,3}(?:or|and|\/|\|)?\W{0,3}false\W*$/i, ({ name }) => String(usualFlag(name) ?? true)],
  [
    new RegExp(
      `${possessive}e-?mail(?: address(?:es)?)?(?= (?:of|for|to|that|which|associated|used|where)\\b|[.,;]|$)`,
      'i',
    ),
    email,
  ],
  [
    new RegExp(
      `${possessive}(?:phone|telephone|mobile|fax|cell) number(?!['’]s|[- ](?:type|format|id|identifier|country|code|prefix|pool|order|extension|label|status|name|settings|verification)s?\\b)\\b`,
      'i',
    ),
    phone,
  ],
  [
    new RegExp(`${possessive}(?:absolute |full )?(?:ur[il]|link|web ?address)\\b${aboutUrl}(?= |[.,;(]|$)`, 'i'),
    urlFor,
  ],
  [new RegExp(`${possessive}ip(?:v4)?[ -]address(?! range)\\b`, 'i'), ipv4],
  [/^(?:the |an? )?(?:[\w-]+ ){0,2}(uu|gu)id\b/i, uuid],
  [
    /\bbase[- ]?64[- ](?:encoded|string|representation|encoding)|\bin base[- ]?64\b/i,
    ({ random }) => Buffer.from(slug(random)).toString('base64'),
  ],
  [
    /^(?:the )?(?:[\w-]+ ){0,2}html (?:content|body|markup|code|text|template|formatted)/i,
    (context) => `<p>${String(sentence(context))}</p>`,
  ],
  [
    /\b(?:serialized|as|in|is|an?|the|of|be|valid|raw|stringified|escaped|encoded) json(?:[- ](?:string|object|document|schema|blob|encoded|data|map|payload|format))?(?! (?:web|path|pointer|api|key|field|property|file|lines))\b(?=[ .,;:)]|$)(?![^.]*\b(?:or|and) (?:xml|yaml|csv)\b)/i,
    (context) => (isFormName.test(context.name) ? 'json' : '{}'),
  ],
  [/^[^.]{0,60}\bcron (?:expression|schedule|string|format|syntax)\b/i, () => '0 9 * * 1'],
  [
    /^(?:the |an? |specifies (?:the |an? )?)*(?:[\w-]+ )?(?:regular expression|reg-?ex)(?! (?:flags?|name|type|engine|options?|mode|representation))\b/i,
    () => '^[a-z]+$',
  ],
  [
    /^[^.]{0,80}\b(?:rgb|hexadecimal|hex)[- ](?:hex[- ])?(?:colou?r|string of (?:the )?colou?r)\b|^[^.]{0,60}\bcolou?r\b[^.]{0,40}\b(?:rgb hex|hex(?:adecimal)? (?:string|code|value|format))|^(?:the )?hex (?:value|code) (?:of|for) the (?:\w+ )?colou?r/i,
    ({ random }) => `#${hex(random, 6)}`,
  ],
  [
    /^[^.]{0,40}\bpercent(?:age)? (?:that|of|complete|value)\b|^(?:contains |specifies |an? |the |estimated )*percentage\b/i,
    wholeNumber,
  ],
  [
    /\biso[- ]?8601[- ](?:time )?(?:duration|period)|\bduration\b[^.]{0,60}\biso[- ]?8601|\bISO[- ]?8601\b[^.]{0,40}\bPT/i,
    isoDuration,
  ],
  [/^(?:the )?http[- ](?:response )?status(?: code)?\b/i, httpStatus],
  [/^[^.]{0,60}\bday of (?:the )?week\b/i, ({ random }) => random.pick(['Monday', 'Tuesday', 'Friday'])],
  [
    /^(?:the )?(?:[\w-]+ ){0,2}(?:access|pin|security|confirmation|verification) code\b/i,
    ({ random }) => digits(random, 6),
  ],
  [/^(?:the )?(?:[\w-]+ ){0,2}account number\b/i, ({ random }) => digits(random, 8)],
  [/^(?:the )?(?:[\w-]+ ){0,2}(?:domain|host)(?: ?name)? (?:to|that|for|where|which)\b/i, host],
  [
    /\bhex(?:adecimal)?[- ](?:value|code|string|triplet|number|representation)\b[^.]*\bcolou?rs?\b/i,
    ({ random }) => `#${hex(random, 6)}`,
  ],
  [
    /^(?:the |an? )?hex(?:adecimal)?(?:[- ]encoded)? (?:value|string|number|representation|data)\b/i,
    ({ random }) => hex(random, 16),
  ],
  [/\bA1[- ]notation\b/i, () => 'Sheet1!A1:D5'],
  [
    /^[^.]{0,60}\b(?:semantic version|sem-?ver)\b(?!\)? (?:range|constraint|expression|pattern|condition|requirement))/i,
    ({ random }) => `${random.integer(1, 4)}.${random.integer(0, 9)}.${random.integer(0, 9)}`,
  ],
  [/^(?:the )?(?:rgba?|hex(?:adecimal)?) colou?r\b/i, ({ random }) => `#${hex(random, 6)}`],
  [
    /^(?:the )?(?:(?:average|total|mean|maximum|minimum|estimated) )?(?:(?:amount|length|period) of )?time (?:required|spent|taken|needed|it (?:takes|took)|in (?:milli)?seconds|in minutes|in hours)\b|^(?:the )?duration (?:of|in)\b|^how long\b|^(?:the )?(?:amount|length) of time\b/i,
    wholeNumber,
  ],
  // An amount is in a currency, but it is not a code.
  [
    /^(?![^.]*\b(?:amount|monetary|price|value|cost|balance|number)\b)[^.]*\biso[- ]?4217\b|^(?:the )?(?:[\w-]+ )?currency code\b/i,
    currencyCode,
  ],
  [/^(?![^.]*\b(?:address|phone|language|locale)\b)[^.]*\biso[- ]?3166(?:-1)?\b(?!-2)[^.]*\bcode/i, countryCode],
  [new RegExp(`${possessive}(?:id|identifier)(?= (?:of|for|from)\\b|[.]|$)`, 'i'), identifier],
]

/** Names that say something about the value, whatever their description is about: the type of an email address. */
export const metaName =
  /(type|format|kind|status|state|slug|action|scheme|name|title|label|text|version|method|encoding|mode|class|category)s?$/i

/** The length of a code that a description begins with: the 3-digit institution number. */
export interface CodeForm {
  readonly isDigits: boolean
  readonly length: number
}

const numbers: readonly string[] = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const codeForm =
  /^[^.]{0,40}?\b(one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})[- ](digit|letter)s?\b(?! (words?|limit|max))/i

const readForm = (text: string): CodeForm | undefined => {
  const [, count = '', kind = ''] = codeForm.exec(text) ?? []
  const length = /^\d/.test(count) ? Number(count) : numbers.indexOf(count.toLowerCase())
  return length > 0 ? { isDigits: kind.toLowerCase() === 'digit', length } : undefined
}

export interface DescriptionFacts {
  /** The only values that it allows; none if it lists none. */
  readonly listed: readonly string[]
  /** A value that it gives as an example. */
  readonly example: string | undefined
  readonly form: CodeForm | undefined
  /** Whether it says that the value is a time. */
  readonly isTime: boolean
  /** Writes what it says explicitly. */
  readonly sure: WriteText | undefined
  /** Undefined if it says nothing about the form of the value. */
  readonly write: WriteText | undefined
}

/** Once for each schema: its records repeat it. */
export const readDescription = memoize((keywords: Keywords): DescriptionFacts => {
  const text = textOf(keywords)
  if (text === '')
    return { listed: [], example: undefined, form: undefined, isTime: false, sure: undefined, write: undefined }
  const row = rows.find(([pattern]) => pattern.test(text))
  const write = row?.[1]
  const isTime = write === time || /^(the )?point in time\b/i.test(text)
  const sure = sureRows.find(([pattern]) => pattern.test(text))?.[1]
  return {
    listed: findListed(text),
    example: findQuotedExample(text),
    form: readForm(text),
    isTime,
    sure,
    write: isTime ? time : write,
  }
})
