/**
 * Makes the references of a record name records that exist. Which ones depends on the number of the record, so that the
 * records of a list are distributed over what they refer to, and references of one record agree with one another.
 */

import { isFullName } from '../../contract/sample/known-words.ts'
import { momentOf } from '../../contract/sample/moments.ts'
import { isStateName } from '../../contract/sample/states.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { separateDigits } from '../../contract/values/json-text.ts'
import { nounOf, plainName, singularOf } from '../../contract/values/names.ts'
import { mapParts, writeWithin } from '../../contract/values/write-within.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordId } from '../../store/store.ts'
import type { LinkStep, RecordLink } from './find-links.ts'
import { gatherPlaces } from './gather-places.ts'
import type { Resource } from './resource.ts'

/** A record that a link may name. */
export interface LinkTarget {
  readonly id: RecordId
  /** What an embedded copy of the record repeats. */
  readonly value: JsonObject
}

export interface Following {
  readonly compiler: SchemaCompiler
  /** The number of the record, from 0. */
  readonly index: number
  /** Its id, if that is known. */
  readonly own?: RecordId
  readonly targetsOf: (link: RecordLink) => readonly LinkTarget[]
}

/** A link, and how many other qualifiers of links to the same target precede it. */
export interface NumberedLink {
  readonly link: RecordLink
  readonly turn: number
  /** Whether it names the record that it is in. */
  readonly isOwn: boolean
}

/**
 * Not validated as a whole. Links without targets, and properties that the record does not have, stay as they are: the same
 * object if nothing changes.
 */
export const followLinks = (value: JsonObject, links: readonly NumberedLink[], following: Following): JsonObject => {
  let followed = value
  const replaced = new Map<string, string>()
  const named: NamedTargets = new Map()
  for (const { link, turn, isOwn } of links) {
    const targets = following.targetsOf(link)
    if (targets.length === 0) continue
    const { property, isList, inside, qualifier } = link
    const place = createPlacer(following, link, targets, { turn, isOwn }, { replaced, named })
    const isRoot = qualifier === 'parent' && following.index === 0 && inside.length === 0
    followed = isRoot
      ? dropParent(following, link, followed)
      : (changeAt(followed, [{ name: property, isList }, ...inside], place, targets.length) as JsonObject)
  }
  if (followed === value) return value
  const copied = gatherPlaces(value, repeatCopies(value, followed))
  if (replaced.size === 0) return copied
  // Names that identify records, where else the record has them: `artists` beside `artist_items`.
  return writeWithin(copied, (text) => replaced.get(text) ?? text) as JsonObject
}

/** Two words, so that no other value is the same by chance. */
const isName = (id: unknown): id is string => typeof id === 'string' && /^\p{L}{2,}[ ._-]\p{L}{2,}$/u.test(id)

/**
 * `owner_id` and `owner_name`, if they repeated `owner.id` and `owner.name` before these were changed, also of the first of
 * `owners`, and within other objects.
 */
const repeatCopies = (before: JsonObject, after: JsonObject): JsonObject => {
  let repeated = after
  for (const [name, part] of Object.entries(after)) {
    const old = before[name]
    if (part === old || old === undefined) continue
    const within = repeatWithin(old, part)
    if (within !== part) repeated = { ...repeated, [name]: within }
    const isList = isJsonArray(part) && isJsonArray(old)
    const [now, was] = isList ? [isJsonArray(within) ? within[0] : undefined, old[0]] : [within, old]
    if (now === was || now === undefined || was === undefined) continue
    const about = isList ? singularOf(plainName(name)) : plainName(name)
    for (const copy of Object.keys(after)) {
      if (!plainName(copy).startsWith(about) || after[copy] !== before[copy]) continue
      const own = isJsonObject(now) && isJsonObject(was) ? findCopied(now, was, copy, about, before[copy]) : undefined
      if (own !== undefined) repeated = { ...repeated, [copy]: own }
    }
  }
  return repeated
}

/** What a copy repeated in a part of its record, as it is now. */
const findCopied = (now: JsonObject, was: JsonObject, copy: string, about: string, held: Json | undefined) => {
  const inner = Object.keys(was).find((one) => isCopyName(copy, about, one) && was[one] === held)
  return inner === undefined ? undefined : now[inner]
}

const repeatWithin = (before: Json, after: Json): Json => {
  if (before === after) return after
  if (isJsonObject(before) && isJsonObject(after)) return repeatCopies(before, after)
  if (!isJsonArray(before) || !isJsonArray(after)) return after
  return mapParts(after, (item, index) => repeatWithin(before[Number(index)] ?? null, item))
}

/** `owner_id` of `owner.id`, and `owner_name` also of `owner.username`. */
const isCopyName = (copy: string, part: string, inner: string): boolean => {
  const rest = plainName(copy).slice(plainName(part).length)
  return rest === plainName(inner) || (rest === 'name' && plainName(inner).endsWith('name'))
}

/** Whether a record has a value that the link may replace. */
export const isFollowed = (value: JsonObject, { property, isList, inside, inner }: RecordLink): boolean => {
  const reaches = (held: Json, [step, ...rest]: readonly LinkStep[]): boolean => {
    if (!step) return held !== null && (!isJsonObject(held) || (inner !== undefined && Object.hasOwn(held, inner.name)))
    if (!isJsonObject(held) || !Object.hasOwn(held, step.name)) return false
    const next = held[step.name] ?? null
    return (step.isList && isJsonArray(next) ? next : [next]).some((item) => reaches(item, rest))
  }
  return reaches(value, [{ name: property, isList }, ...inside])
}

/**
 * Links with different qualifiers begin with different targets: sender and recipient are two accounts. A project is not forked
 * from itself.
 */
export const numberLinks = (resource: Resource, links: readonly RecordLink[]): readonly NumberedLink[] => {
  const known = new Map<unknown, string[]>()
  return links.map((link) => {
    const { target, qualifier } = link
    const qualifiers = known.get(target) ?? []
    known.set(target, qualifiers)
    if (!qualifiers.includes(qualifier)) qualifiers.push(qualifier)
    const isOfOwnKind = target === resource && qualifier !== ''
    // Two addresses of one record are in one country.
    if (/^(country|currency|state|province|region|language|locale)$/.test(nounOf(target.name)))
      return { link, turn: 0, isOwn: false }
    const isOwn = target === resource && qualifier === '' && isWithin(link)
    return { link, turn: qualifiers.indexOf(qualifier) + (isOfOwnKind ? 1 : 0), isOwn }
  })
}

/** Whether an id within a record is its own: `members[].projectId` of a project, but not `related[].productId` of a product. */
const isWithin = ({ property, inside, inner, target }: RecordLink): boolean =>
  inside.length > 0 &&
  inner === undefined &&
  !(/member/i.test(property) && /product|item|article|asset|variant|group|device/i.test(target.name)) &&
  ![property, ...inside.slice(0, -1).map(({ name }) => name)].some((name) => others.test(name))

const others =
  /relat|child|similar|parent|replac|variant|bundle|component|recommend|sell|duplicat|merge|link|depend|sub|nested|alternat|associat|previous|next|source|target|copy|copies|fork|sibling|ancestor|descend/i

type Place = (held: Json) => Json

/** Which record each generated id of a resource became: what had one id in several places has one still. */
type NamedTargets = Map<Resource, Map<string, LinkTarget>>

interface Replacements {
  /** Names of records, and what they became. */
  readonly replaced: Map<string, string>
  readonly named: NamedTargets
}

const createPlacer = (
  { compiler, index, own }: Following,
  { property, scalar, inner, qualifier, inside, target: resource }: RecordLink,
  targets: readonly LinkTarget[],
  { turn, isOwn }: Pick<NumberedLink, 'turn' | 'isOwn'>,
  { replaced, named }: Replacements,
): Place => {
  const known = named.get(resource) ?? new Map<string, LinkTarget>()
  named.set(resource, known)
  const note = (before: Json | undefined, id: Json): void => {
    if (isName(before) && before !== id && !isOpaque(String(id))) replaced.set(before, String(id))
  }
  // The records of a tree: each has a parent before it.
  const first = qualifier === 'parent' ? Math.max(0, (index - 1) >> 1) : index + turn
  let count = 0
  // What is called a device is one, although it has the name of a person.
  const isOfResource = nounOf(inside.at(-1)?.name ?? property) === nounOf(resource.name)
  const fits = (node: RecordLink['scalar'], id: Json): boolean =>
    node !== undefined && compiler.compile(node, 'response')(separateDigits(id)) === undefined
  const choose = (id: Json | undefined): LinkTarget | undefined => {
    const next = isOwn && own !== undefined ? { id: own, value: {} } : targets[(first + count++) % targets.length]
    // A document may show one id for a sender and a receiver.
    if (typeof id !== 'string' || !isOpaque(id) || (turn > 0 && inside.length === 0)) return next
    const same = known.get(id)
    if (next && !same) known.set(id, next)
    return same ?? next
  }
  return (held) => {
    const target = choose(isJsonObject(held) ? held[inner?.name ?? ''] : held)
    if (!target || held === null) return held
    if (isJsonObject(held)) {
      if (!inner || !Object.hasOwn(held, inner.name)) return held
      const id = likeHeld(target.id, held[inner.name])
      if (!fits(inner.node, id) || isNamedOtherwise(held, inner.name, target) || isCodeForName(inner.name, held, id))
        return held
      if (isCodeWithLabel(held, inner.name, target) || (!isOfResource && isPersonForThing(held, target))) return held
      note(held[inner.name], id)
      // A copy that is only a reference repeats nothing, so that the other record is not needed.
      const repeated = Object.keys(held).length === 1 ? held : repeat(target.value, held)
      return { ...repeated, [inner.name]: id }
    }
    const id = likeHeld(target.id, held)
    if (!fits(scalar, id)) return held
    note(held, id)
    return id
  }
}

const names = /^((display|full|first|last|given|family|user)_?name|e_?mail(_?address)?)$/i

/** Whether an embedded record has names beside the one that identifies it, which the other record does not have. */
const isNamedOtherwise = (copy: JsonObject, inner: string, target: LinkTarget): boolean =>
  /name$|^(login|handle|title)$/i.test(inner) &&
  Object.keys(copy).some((name) => name !== inner && names.test(name) && !Object.hasOwn(target.value, name))

/** Whether a person would get the name of a thing: not every one of the `items` is an artist, as `artist_items` are. */
const isPersonForThing = (copy: JsonObject, target: LinkTarget): boolean =>
  Object.entries(copy).some(([name, held]) => {
    // Only then is the other record needed.
    if (!/^(display|full)?_?name$/i.test(name) || typeof held !== 'string' || !isFullName(held)) return false
    const other = getOwn(target.value, name)
    return typeof other === 'string' && !isFullName(other) && other.includes(' ')
  })

/** A code of two or three letters belongs to the label beside it: `{ id: "de", label: "German" }`. */
const isCodeWithLabel = (copy: JsonObject, inner: string, target: LinkTarget): boolean =>
  /^[a-z]{2,3}([-_][a-z]{2})?$/i.test(String(copy[inner])) &&
  Object.keys(copy).some((name) => /^(label|name|title)$/i.test(name) && !Object.hasOwn(target.value, name))

/** Whether a name would become an id that nobody reads. */
const isCodeForName = (inner: string, held: JsonObject, id: Json): boolean =>
  /(name|title)$/i.test(inner) && isOpaque(String(id)) && !isOpaque(String(held[inner]))

const isOpaque = (text: string): boolean => /^[0-9a-f-]{12,}$/i.test(text) && /\d/.test(text)

/** The id in the type of the value that it replaces: a numeric id may be declared as a string elsewhere, and the other way round. */
const likeHeld = (id: RecordId, held: Json | undefined): Json => {
  if (typeof held === 'string') return String(id)
  return typeof held === 'number' && typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : id
}

/** The embedded copy with the values of the record that it copies. */
const repeat = (record: JsonObject, copy: JsonObject): JsonObject => {
  const repeated = Object.fromEntries(
    Object.entries(copy).map(([name, held]) => {
      const own = Object.hasOwn(record, name) ? record[name] : undefined
      return [name, own !== undefined && typeof own === typeof held && typeof own !== 'object' ? own : held]
    }),
  )
  return writeEmail(rename(copy, withoutOtherTimes(copy, repeated, record), record), record)
}

/** The address of a person that only the copy has is made from the name that was repeated. */
const writeEmail = (copy: JsonObject, record: JsonObject): JsonObject => {
  const shown = Object.keys(copy).find((name) => /^(display|full)_?name$/i.test(name) && Object.hasOwn(record, name))
  const [, first, last] = personName.exec(String(shown === undefined ? '' : copy[shown])) ?? []
  if (first === undefined || last === undefined) return copy
  const entries = Object.entries(copy).map(([name, held]): readonly [string, Json] => {
    const isOwn =
      /^(address|e?mail|e_?mail_?address|user_?principal_?name)$/i.test(name) && !Object.hasOwn(record, name)
    const [, host] = (isOwn && typeof held === 'string' ? /^[a-z]+\.[a-z]+@([a-z.-]+)$/.exec(held) : null) ?? []
    return [name, host === undefined ? held : `${first}.${last}@${host}`.toLowerCase()]
  })
  return Object.fromEntries(entries)
}

/** The times of the state that the copy had before: a draft has no time when it was trashed. */
const withoutOtherTimes = (copy: JsonObject, repeated: JsonObject, record: JsonObject): JsonObject => {
  const isChanged = Object.keys(copy).some((name) => isStateName(name) && copy[name] !== repeated[name])
  if (!isChanged) return repeated
  const kept = Object.entries(repeated).filter(
    ([name, held]) => Object.hasOwn(record, name) || momentOf(held) === undefined,
  )
  return kept.length === Object.keys(repeated).length ? repeated : Object.fromEntries(kept)
}

/** The words of two full names, if both are of persons. */
const fullNames = (name: string, before: string, after: string): readonly (readonly [string, string])[] => {
  if (!/^(display|full)?_?name$/i.test(name)) return []
  const [[, first, last], [, newFirst, newLast]] = [personName.exec(before) ?? [], personName.exec(after) ?? []]
  if (first === undefined || last === undefined || newFirst === undefined || newLast === undefined) return []
  return [
    [first, newFirst],
    [last, newLast],
  ]
}

const personName = /^(\p{Lu}\p{Ll}+) (\p{Lu}\p{Ll}+)$/u

/** Only the copy has a full name or an email: it is of the person whose names were repeated. */
const rename = (copy: JsonObject, repeated: JsonObject, record: JsonObject): JsonObject => {
  const renamed = Object.keys(copy).flatMap((name) => {
    const [before, after] = [copy[name], repeated[name]]
    const isName = /^(first|given|last|family|sur)_?name$/i.test(name)
    if (typeof before !== 'string' || typeof after !== 'string' || before === after) return []
    const words = fullNames(name, before, after)
    return isName ? [[before, after] as const] : words
  })
  if (renamed.length === 0) return repeated
  const write = (text: string): string =>
    text.replace(/[\p{L}]+/gu, (word) => {
      const [before, after] = renamed.find(([one]) => one.toLowerCase() === word.toLowerCase()) ?? [word, word]
      return word === before ? after : after.toLowerCase()
    })
  // Also further down: an address has the name of its holder.
  return Object.fromEntries(
    Object.entries(repeated).map(([name, held]) => [
      name,
      typeof held === 'string' && Object.hasOwn(record, name) ? held : writeWithin(held, write),
    ]),
  )
}

/** `most`: how many different values a list can get. */
const changeAt = (value: Json, [step, ...rest]: readonly LinkStep[], place: Place, most: number): Json => {
  if (!step || !isJsonObject(value) || !Object.hasOwn(value, step.name)) return value
  const held = value[step.name] ?? null
  const change = (item: Json): Json => (rest.length === 0 ? place(item) : changeAt(item, rest, place, most))
  if (!step.isList) {
    const changed = change(held)
    return changed === held ? value : { ...value, [step.name]: changed }
  }
  if (!isJsonArray(held)) return value
  const items = (rest.length === 0 ? held.slice(0, most) : held).map(change)
  const isSame = items.length === held.length && items.every((item, index) => item === held[index])
  return isSame ? value : { ...value, [step.name]: items }
}

/** The first record of a tree has no parent. */
const dropParent = ({ compiler }: Following, { property, scalar }: RecordLink, value: JsonObject): JsonObject => {
  if (!Object.hasOwn(value, property) || !scalar) return value
  if (compiler.compile(scalar, 'response')(separateDigits(null)) === undefined) return { ...value, [property]: null }
  const { [property]: _, ...others } = value
  return others
}
