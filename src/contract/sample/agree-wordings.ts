/**
 * Makes strings agree that are one text in several wordings: with and without markup, long and short, with the namespace around
 * it; and distinguishes two things that exclude each other, such as a debtor and a creditor.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { type Agreeable, type AgreeingStep, findName, findText, type Names } from './agreeable.ts'
import { isNeutral } from './known-words.ts'
import { words } from './words.ts'

const stringAt = ({ values }: Pick<Agreeable, 'values'>, name: string): string | undefined => {
  const value = values.get(name)
  return typeof value === 'string' ? value : undefined
}

export const markupName =
  /(^|_)(no_?html|without_html|html|xhtml|text|txt|plain(_?text)?|raw|markdown|md|rendered|formatted|stripped|cooked|processed|parsed|excerpt|snippet|preview|rich(_?text)?)(?=_|$)/

const allMarkup = new RegExp(markupName.source, 'g')

const tag = /^(<p>)?([^<]*)(<\/p>)?$/

const sentenceIn = (text: string): string => text.replace(tag, '$2')

const sentences: ReadonlySet<string> = new Set(words.sentences)

const isSentence = (text: string): boolean => sentences.has(sentenceIn(text))

/** `body_preview`, which documents often show. */
const previewName = /^(\w+)_(preview|excerpt|snippet)$/

/** `html_content` has the text of `content`, and `html` that of `text`. */
export const repeatText: AgreeingStep = (object, names) => {
  const known = new Map<string, string>()
  const found = [...names].flatMap(([name, { snake }]) => {
    const text = stringAt(object, name)
    if (text === undefined || !object.isFree(name)) return []
    // Two words give way to another form that is a text.
    return isSentence(text) || (/^(raw|text|markdown|source)$/.test(snake) && isNeutral(text))
      ? [{ name, text, snake }]
      : []
  })
  if (!found.some(({ text }) => isSentence(text))) return
  const preview = [...names].find(([name, { snake }]) => previewName.test(snake) && !object.isFree(name))
  const shown = preview === undefined ? undefined : stringAt(object, preview[0])
  const whole = preview?.[1].snake.replace(previewName, '$1')
  if (shown !== undefined && /\s/.test(shown) && whole !== undefined) known.set(whole, shown)
  // A text that is none yet follows the others.
  found.sort((one, other) => Number(isSentence(other.text)) - Number(isSentence(one.text)))
  for (const { name, text, snake } of found) {
    // `processed_html` is that of the body.
    const about = snake.replace(allMarkup, '').replace(/^_|_$/g, '') || 'body'
    const first = known.get(about)
    if (first === undefined) known.set(about, sentenceIn(text))
    else
      object.values.set(
        name,
        text.replace(tag, (_, start = '', __, end = '') => `${start}${first}${end}`),
      )
  }
}

/** `short_id`, and what it is short for. */
export const shortName =
  /^(?:short|abbrev(?:iated)?)_(id|uuid|sha|hash|oid|digest)$|^(id|uuid|sha|hash|oid|digest)_short$/

/** `short_id` is how `id` begins. */
export const shortenId: AgreeingStep = (object, names) => {
  for (const { name, snake } of names.values()) {
    const about = shortName.exec(snake)?.slice(1).find(Boolean)
    const own = stringAt(object, name)
    const whole = about === undefined ? undefined : findText(object, names, new RegExp(`^${about}$`))?.[1]
    if (own !== undefined && whole !== undefined && whole.length > 8 && object.isFree(name))
      object.values.set(name, whole.slice(0, Math.min(own.length, 8)))
  }
}

export const namespaceName = /^(name|path|title|slug)_with_(namespace|group|owner)$|^full_name$/

const plainSlug = (text: string): string =>
  text
    .replace(/^\/+/, '')
    .replace(/[^\w./-]+/g, '-')
    .toLowerCase()

/** What the thing around it is called. */
const namespaceIn = ({ values }: Agreeable, names: Names, pattern: RegExp): string | undefined => {
  for (const { name, snake } of names.values()) {
    const part = /^(namespace|group|owner|org(ani[sz]ation)?)$/.test(snake) ? values.get(name) : undefined
    if (!isJsonObject(part)) continue
    const found = Object.entries(part).find(([inner, value]) => pattern.test(inner) && typeof value === 'string')
    if (found) return String(found[1])
  }
  return undefined
}

/** `path_with_namespace` ends with `path`, and `full_name` of a repository with `name`. */
export const repeatNamespace: AgreeingStep = (object, names) => {
  for (const { name, snake } of names.values()) {
    const own = namespaceName.test(snake) && object.isFree(name) ? stringAt(object, name) : undefined
    if (own === undefined) continue
    const [, space = own, isPath] = /^([\w.-]+)(\/[\w./-]+)?$/.exec(own) ?? []
    if (snake === 'full_name' && isPath === undefined) continue
    const about = snake === 'full_name' ? 'name' : snake.replace(/_with_\w+$/, '')
    const plain = findText(object, names, new RegExp(`^${about}$`))?.[1]
    if (plain === undefined) continue
    const isWritten = about === 'name' && snake !== 'full_name'
    const around = namespaceIn(object, names, isWritten ? /^name$/ : /^(path|login|username|slug|name)$/)
    object.values.set(
      name,
      isWritten ? `${around ?? capitalized(space)} / ${plain}` : `${plainSlug(around ?? space)}/${plainSlug(plain)}`,
    )
  }
}

const capitalized = (slug: string): string => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')

/** Two of one kind that are never the same. */
const opposites: readonly (readonly [one: string, other: string])[] = [
  ['debtor', 'creditor'],
  ['payer', 'payee'],
  ['buyer', 'seller'],
  ['sender', 'recipient'],
  ['sender', 'receiver'],
  ['shipper', 'consignee'],
  ['home', 'away'],
  ['winner', 'loser'],
  ['from', 'to'],
  ['source', 'target'],
  ['source', 'destination'],
  ['src', 'dst'],
  ['src', 'dest'],
  ['origin', 'destination'],
  ['departure', 'arrival'],
  ['primary', 'secondary'],
  ['old', 'new'],
  ['previous', 'current'],
  ['parent', 'child'],
  ['left', 'right'],
]

const ones = new RegExp(`(^|_)(${[...new Set(opposites.map(([one]) => one))].join('|')})(?=_|$|\\d)`)

export const mayDiffer = (snake: string): boolean => ones.test(snake)

const next = (list: readonly string[], item: string): string | undefined => {
  const index = list.indexOf(item)
  return index === -1 ? undefined : list[(index + 1) % list.length]
}

/** Another value of the same form; undefined for one that is not generated from words. */
const otherThan = (text: string): string | undefined => {
  const title = next(words.titles, text)
  const [, start = '', noun = ''] = /^(\p{L}+[ -])?(\p{Ll}+)$/u.exec(text) ?? []
  const word = next(words.nouns, noun)
  return title ?? (word === undefined ? undefined : start + word)
}

/** `creditor_name` is not `debtor_name`. */
export const distinguish: AgreeingStep = (object, names) => {
  for (const { name, snake } of names.values()) {
    const value = mayDiffer(snake) ? stringAt(object, name) : undefined
    if (value === undefined) continue
    for (const [one, other] of opposites) {
      const opposite = snake.replace(new RegExp(`(^|_)${one}(?=_|$|\\d)`), `$1${other}`)
      const found = opposite === snake ? undefined : findName(names, (_, facts) => facts.snake === opposite)
      const changed = otherThan(value)
      if (found !== undefined && changed !== undefined && object.isFree(found) && object.values.get(found) === value)
        object.values.set(found, changed)
    }
  }
}

/** What else an object may be part of, or whose property another one is. */
const apart =
  /(^|_)(source|target|from|to|old|new|previous|prior|last|latest|next|original|parent|child|fork\w*|copied|clone\w*|related|linked|other|alternat\w*|default|fallback|destination|origin|refund|comments?|repl(y|ies)|messages?)(_|$)/

/** Names of what a whole record and each of its parts belong to. */
const belonging =
  /(^|_)(project|org|organi[sz]ation|company|tenant|workspace|account|app|application|commit|repository|repo|store|shop|site|merchant|order|customer|subscription|team|workflow|device|vehicle|event|course|property|campaign)_?(id|uuid|guid|key|sha|hash)$/

/** Names of what a whole record is about, and each event of it. */
const identifying =
  /^(iban|bban|bic|swift)$|(^|_)(account|routing|order|invoice|tracking|flight|ticket|case)_?(number|name|no)$/

const histories = /(^|_)(events?|histor(y|ies)|logs?|changes|attempts|transitions|timeline)$/

export const partOfWholeName = (snake: string): boolean => belonging.test(snake) || identifying.test(snake)

/** The part with the values of those properties beside it that have the same names. */
const repeatIn = (
  { values, isFree, isFreeIn, readName }: Agreeable,
  own: ReadonlyMap<string, string>,
  part: JsonObject,
  ...path: readonly (string | number)[]
): JsonObject => {
  const changed: Record<string, Json> = {}
  for (const [inner, value] of Object.entries(part)) {
    const same = own.get(readName(inner).snake)
    const wanted = same === undefined ? undefined : values.get(same)
    if (same === undefined || wanted === undefined || wanted === value || typeof wanted !== typeof value) continue
    if (isFree(same) && isFreeIn(...path, inner)) changed[inner] = wanted
  }
  return Object.keys(changed).length > 0 ? { ...part, ...changed } : part
}

const namesLike = (names: Names, isLike: (snake: string) => boolean): ReadonlyMap<string, string> =>
  new Map([...names].flatMap(([name, { snake }]) => (isLike(snake) ? [[snake, name] as const] : [])))

/** `settings.company_id` is the `company_id` beside `settings`. */
export const repeatBelonging: AgreeingStep = (object, names) => {
  const own = namesLike(names, (snake) => belonging.test(snake))
  for (const { name, snake } of names.values()) {
    const part = object.values.get(name)
    if (isJsonObject(part) && !apart.test(snake)) object.values.set(name, repeatIn(object, own, part, name))
  }
}

/** `events[].account_number` is the `account_number` beside `events`. */
export const repeatInHistory: AgreeingStep = (object, names) => {
  const own = namesLike(names, partOfWholeName)
  for (const { name, snake } of names.values()) {
    const list = object.values.get(name)
    if (!isJsonArray(list) || !histories.test(snake)) continue
    const events = list.map((event, index) => (isJsonObject(event) ? repeatIn(object, own, event, name, index) : event))
    object.values.set(name, events)
  }
}
