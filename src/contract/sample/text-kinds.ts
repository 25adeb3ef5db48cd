/**
 * What a string is by its looks: an address, a time, a number, a name. Two strings of kinds that contradict each other cannot be
 * values of one property, so that an example or a description shows when the name of a property means something else than usual.
 */
import { memoizeNames } from '../values/memoize.ts'

const patterns = {
  email: /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/,
  url: /^[a-z][a-z0-9+.-]*:\/\/\S/i,
  urn: /^(arn|urn):/,
  time: /^(\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$|\d\d:\d\d)/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  color: /^#[0-9a-f]{3,8}$/i,
  ip: /^((\d{1,3}\.){3}\d{1,3}|[0-9a-f]{0,4}(:[0-9a-f]{0,4}){3,7})(\/\d+)?$/i,
  number: /^-?\d+([.,]\d+)?%?$/,
  phone: /^\+?\(?\d[\d ()./-]{7,}$/,
  html: /^<\w+[^>]*>[\s\S]*<\//,
  json: /^(\{|\[\s*["{[\d])/,
  pem: /^-----BEGIN /,
  path: /^\/[\w{}/.-]*$/,
  flag: /^(true|false)$/i,
  version: /^v?\d+(\.\d+)+/,
  file: /^[\w-]+(\.[\w-]+)*\.(com|org|net|io|dev|app|co|de|fr|uk|local|pdf|png|jpe?g|gif|svg|csv|txt|md|ya?ml|json|xml|html?|js|ts|zip|gz|tar|mp[34]|mov|wav|docx?|xlsx?|pptx?|sh|py)$/i,
  phrase: /\s/,
  code: /\d/,
  word: /^/,
} as const

type TextKind = keyof typeof patterns

const kinds = Object.entries(patterns)

/** What most values consist of: no other kind has nothing else. */
const plainWords = /^[a-z]+(\s[a-z\s]*)?$/i

/** The first kind that fits. */
const kindOf = (text: string): string => {
  const trimmed = text.trim()
  const spaced = plainWords.exec(trimmed)
  if (spaced && !patterns.flag.test(trimmed)) return spaced[1] === undefined ? 'word' : 'phrase'
  return kinds.find(([, pattern]) => pattern.test(trimmed))?.[0] ?? 'word'
}

/** Kinds that one property may well have. */
const alike: readonly (readonly [TextKind, TextKind])[] = [
  ['word', 'phrase'],
  ['word', 'code'],
  ['code', 'number'],
  ['uuid', 'code'],
  ['uuid', 'number'],
  ['uuid', 'word'],
  ['version', 'number'],
  ['version', 'code'],
  ['phone', 'number'],
  ['path', 'url'],
]

/** Where a documented code or word says more than the name: `db-small` as a size, `cordially` as a signature. */
const closelyAlike: ReadonlySet<string> = new Set(
  ['word phrase', 'uuid code', 'uuid number', 'version number', 'phone number', 'path url'].flatMap((pair) => [
    pair,
    pair.split(' ').reverse().join(' '),
  ]),
)

/** Kinds that are the same, or nearly. The kind of the example is kept: it is compared with the value of each record. */
export const isCloseToExample = (example: string, other: string): boolean => {
  const [one, two] = [kindOfExample(example), kindOf(other)]
  return one === two || closelyAlike.has(`${one} ${two}`)
}

export const isOfKindOfExample = (example: string, other: string): boolean =>
  areAlike(kindOfExample(example), kindOf(other))

const kindOfExample = memoizeNames(kindOf)

export const isSameKind = (text: string, other: string): boolean => kindOf(text) === kindOf(other)

export const areOfOneKind = (text: string, other: string): boolean => areAlike(kindOf(text), kindOf(other))

const areAlike = (one: string, two: string): boolean =>
  one === two || alike.some(([a, b]) => (a === one && b === two) || (a === two && b === one))

/** Whether a text only marks where a value belongs: `<Name>`, `{{id}}`, `$TOKEN`. */
export const isDummy = (text: string): boolean =>
  /^null\b/i.test(text.trim()) ||
  /^(\{\{.*\}\}|<[^<>]*>|\[[a-z ]+\]|\$[A-Z_]+)$|^(a )?(null|string|sample|example|test|dummy|some)( (value|text|string))?$/i.test(
    text.trim(),
  )
