/**
 * Finds references in records on its own: by the names of properties, the values, and the paths of the document. It knows
 * nothing of what Standin infers, so that it can measure that.
 */
import type { Json, JsonObject } from '../../src/ports.ts'

/** One kind of record that clients can read one by one: `customer` for /customers/{id}. */
export type Kind = string

/** A value in a record that names another record. */
export interface Reference {
  /** The place in the record: `lines[].productId`. */
  readonly place: string
  readonly kind: Kind
  readonly value: string
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wordsIn = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

/** The last word in the singular: /order-items is `orderitem`. */
export const kindOf = (segment: string): Kind => {
  const word = wordsIn(segment).join('')
  if (/(ss|us|is)$/.test(word)) return word
  if (/people$/.test(word)) return word.replace(/people$/, 'person')
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y')
  if (/(sses|xes|ches|shes|uses)$/.test(word) && !/houses$/.test(word)) return word.replace(/es$/, '')
  return word.replace(/s$/, '')
}

/** The kinds of a document with their paths: what precedes the last parameter of each path that clients can GET. */
export const findKinds = (document: unknown): ReadonlyMap<Kind, readonly string[]> => {
  const paths = isObject(document) && isObject(document.paths) ? document.paths : {}
  const kinds = new Map<Kind, string[]>()
  for (const [path, item] of Object.entries(paths)) {
    const [, segment, parameter = ''] = /\/([^/{}]+)\/\{([^/{}]+)\}$/.exec(path) ?? []
    // `/timezones/{date}` does not read a time zone.
    if (segment === undefined || /date$/i.test(parameter) || !isObject(item) || item.get === undefined) continue
    const known = kinds.get(kindOf(segment)) ?? []
    known.push(path)
    kinds.set(kindOf(segment), known)
  }
  return kinds
}

export type Kinds = ReturnType<typeof findKinds>

const idWords: ReadonlySet<string> = new Set(['id', 'ids', 'uuid', 'uuids', 'guid', 'sid'])
export const idNames = ['id', 'uuid', 'guid', 'sid', 'gid'] as const
/** What a person is called in a property, and what collections of persons are called. */
const roles: ReadonlySet<string> = new Set(
  'owner author creator assignee reporter manager reviewer approver sender recipient requester'.split(' '),
)
const persons = ['user', 'person', 'member', 'employee'] as const
/** What another system gave the record. */
const foreign = /^(external|stripe|facebook|google|twitter|remote|foreign|third|provider|vendor|legacy)/

/** The kind that the last words name: `parentCategory` is a category. Undefined if none. */
const matchKind = (words: readonly string[], kinds: Kinds): Kind | undefined => {
  for (let start = 0; start < words.length; start++) {
    const kind = kindOf(words.slice(start).join(''))
    if (kinds.has(kind)) return kind
  }
  const last = words.at(-1) ?? ''
  return roles.has(last) ? persons.find((kind) => kinds.has(kind)) : undefined
}

const isScalar = (value: unknown): value is string | number | bigint =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'

const maxDepth = 6

/** `own`: the kind of the record, whose own id does not count. */
export const findReferences = (record: Json, own: Kind, kinds: Kinds): readonly Reference[] => {
  const found: Reference[] = []
  const visit = (value: Json, place: string, depth: number): void => {
    if (depth > maxDepth) return
    if (Array.isArray(value)) for (const item of value as readonly Json[]) visit(item, `${place}[]`, depth + 1)
    if (!isObject(value)) return
    for (const [name, held] of Object.entries(value)) {
      const at = place === '' ? name : `${place}.${name}`
      const words = wordsIn(name)
      const last = words.at(-1) ?? ''
      const kind = foreign.test(words[0] ?? '') ? undefined : kindNamed(words, last)
      if (kind !== undefined) found.push(...referencesIn(held, at, kind))
      visit(held, at, depth + 1)
    }
  }
  const kindNamed = (words: readonly string[], last: string): Kind | undefined => {
    if (!idWords.has(last) || words.length < 2) return matchWhole(words, kinds)
    const rest = words.slice(0, -1)
    if (rest.join('') === 'parent') return own
    return kindOf(rest.join('')) === own ? undefined : matchKind(rest, kinds)
  }
  visit(record, '', 0)
  return found
}

/** An object named after a kind: `customer: {id}`. */
const matchWhole = (words: readonly string[], kinds: Kinds): Kind | undefined => {
  const kind = kindOf(words.join(''))
  return kinds.has(kind) ? kind : words.length === 1 && roles.has(words[0] ?? '') ? matchKind(words, kinds) : undefined
}

/** The value of an id property, each of a list, or the id inside of an object. A string under the name itself is a name. */
const referencesIn = (held: Json, place: string, kind: Kind): readonly Reference[] => {
  const isIdName = idWords.has(wordsIn(place.split('.').at(-1) ?? '').at(-1) ?? '')
  if (isScalar(held)) return isIdName && held !== '' ? [{ place, kind, value: String(held) }] : []
  if (Array.isArray(held))
    return (held as readonly Json[]).flatMap((item) => referencesIn(item, isIdName ? place : `${place}[]`, kind))
  if (!isObject(held)) return []
  const name = idNames.find((one) => isScalar(held[one]))
  return name === undefined ? [] : [{ place: `${place}.${name}`, kind, value: String(held[name]) }]
}
