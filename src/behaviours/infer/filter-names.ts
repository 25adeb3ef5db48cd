/**
 * What the name of a query parameter says about a filter: the property that it compares, and how. `min_price`, `priceFrom`,
 * `price[gte]` and `price__gte` are lower bounds of the price, `ids` and `status[]` are several values.
 */
import type { Files } from '../../contract/document/references.ts'
import { findText, type PropertyView, typesOf } from '../../contract/schema/schema-view.ts'
import { plainName, singularOf, wordsOf } from '../../contract/values/names.ts'
import type { FilterMatch } from '../plan/operation-plan.ts'

export interface NamedFilter {
  readonly property: string
  readonly match: FilterMatch
  /** Whether a bound itself does not match. */
  readonly isExclusive: boolean
}

type Meaning = Pick<NamedFilter, 'match' | 'isExclusive'>

export const equal: Meaning = { match: 'equal', isExclusive: false }
const from: Meaning = { match: 'from', isExclusive: false }
const to: Meaning = { match: 'to', isExclusive: false }
const above: Meaning = { match: 'from', isExclusive: true }
const below: Meaning = { match: 'to', isExclusive: true }
const text: Meaning = { match: 'text', isExclusive: false }
const any: Meaning = { match: 'any', isExclusive: false }

const meanings: Readonly<Record<string, Meaning>> = {
  ...{ from, min: from, minimum: from, gte: from, ge: from, since: from, start: from, gt: above, after: above },
  ...{ to, max: to, maximum: to, lte: to, le: to, until: to, end: to, till: to, lt: below, before: below },
  ...{ contains: text, icontains: text, like: text, ilike: text, in: any },
}

/** The properties of a record, with the facts about the parameter. */
export interface FilterSubject {
  readonly files: Files
  readonly properties: ReadonlyMap<string, PropertyView>
  /** The types and the format of the parameter. */
  readonly types: ReadonlySet<string>
  readonly format: string | undefined
}

/** Undefined if the name means no property. A name that is exactly that of a property is handled elsewhere. */
export const readFilterName = (subject: FilterSubject, name: string): NamedFilter | undefined =>
  readPlural(subject, name) ?? readAffix(subject, name)

/** `ids` and `status[]`, if the parameter is a list or a string. */
const readPlural = ({ properties, files, types }: FilterSubject, name: string): NamedFilter | undefined => {
  if (types.size > 0 && !types.has('array') && !types.has('string')) return undefined
  const plain = plainName(name)
  const wanted = name.endsWith('[]') ? plain : singularOf(plain)
  if (wanted === plain && !name.endsWith('[]')) return undefined
  const found = [...properties.values()].find((view) => plainName(view.name) === wanted)
  return found && !typesOf(files, found.node).has('object') ? { property: found.name, ...any } : undefined
}

/** A word in front or at the end that says how the rest is compared. */
const readAffix = (subject: FilterSubject, name: string): NamedFilter | undefined => {
  const words = wordsOf(name)
  const first = words[0] ?? ''
  const last = words.at(-1) ?? ''
  for (const [word, rest] of [[last, words.slice(0, -1)] as const, [first, words.slice(1)] as const]) {
    const meaning = Object.hasOwn(meanings, word) ? meanings[word] : undefined
    const property = meaning && findCompared(subject, meaning, rest.join(''))
    if (meaning && property !== undefined) return { property, ...meaning }
  }
  return undefined
}

const findCompared = (subject: FilterSubject, { match }: Meaning, base: string): string | undefined => {
  const { properties, files } = subject
  const views = [...properties.values()]
  if (match === 'text' || match === 'any') return views.find(({ name }) => plainName(name) === base)?.name
  const comparable = views.filter((view) => isComparable(subject, view))
  const named = comparable.find(({ name }) => plainName(name) === base)
  if (named) return named.name
  const isTime = (view: PropertyView): boolean => isTimeProperty(files, view)
  if (base !== '' && !timeWords.has(base))
    return comparable.find((view) => isTime(view) && stemOf(view.name) === stemOf(base))?.name
  return isTimeBound(subject) || timeWords.has(base) ? findTime(comparable.filter(isTime)) : undefined
}

/** Words that mean the time of a record, not a property of that name. */
const timeWords: ReadonlySet<string> = new Set(['date', 'time', 'datetime', 'timestamp', 'day'])

/** `created` for `created_at`, `creationDate` and `dateCreated`. */
const stemOf = (name: string): string =>
  plainName(name)
    .replace(/^date(?=.)/, '')
    .replace(/(?<=.)(at|on|date|time|datetime|timestamp|utc)$/, '')
    .replace(/^creation$/, 'created')
    .replace(/^(modification|modified|update)$/, 'updated')

/** Whether a bare `from` or `since` can only be a time: a number may be an offset, any other string a place. */
const isTimeBound = ({ format }: FilterSubject): boolean => format === 'date' || format === 'date-time'

/** The time of a record: its own date, else its creation, else the only one. */
const findTime = (views: readonly PropertyView[]): string | undefined => {
  const own = views.find(({ name }) => timeWords.has(plainName(name)))
  const created = views.find(({ name }) => stemOf(name) === 'created')
  const [only, ...others] = views
  return (own ?? created ?? (others.length === 0 ? only : undefined))?.name
}

const isTimeProperty = (files: Files, { node, name }: PropertyView): boolean => {
  const format = findText(files, node, 'format')
  if (format === 'date' || format === 'date-time') return true
  return typesOf(files, node).has('integer') && /^(created|updated|modified|date|time|timestamp)/i.test(name)
}

/** Numbers are compared with numbers, and times with strings. */
const isComparable = ({ files, types, format }: FilterSubject, view: PropertyView): boolean => {
  const own = typesOf(files, view.node)
  const isNumber = own.has('integer') || own.has('number')
  if (isNumber) return types.size === 0 || types.has('integer') || types.has('number') || format === undefined
  return isTimeProperty(files, view) && (types.size === 0 || types.has('string'))
}
