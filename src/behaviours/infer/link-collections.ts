/**
 * Operations that belong to a collection although they have another path: they list or create its records below their
 * owner (/owners/{ownerId}/gadgets of /gadgets/{id}), in the plural (/widgets of /widget/{id}), by a word
 * (/things/create, /gadgets/search, /gadget/findByStatus), or by a verb before its name (/addGadget). Candidates are found by name and linked only if their records
 * have the same schema.
 */
import type { Document } from '../../contract/document/document.ts'
import { viewParameters } from '../../contract/document/operation-view.ts'
import type { Operation, PathEntry } from '../../contract/operation/operation.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { groupBy } from '../../contract/values/group-by.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import { plainName, singularOf, wordsOf } from '../../contract/values/names.ts'
import type { BehaviourKind } from '../plan/operation-plan.ts'
import { type Group, itemKeyOf, type Member, type Within } from './group-paths.ts'
import {
  createRecordMatcher,
  createsOther,
  createsSeveral,
  describesRecord,
  isSameRecord,
  type KnownRecord,
  knownRecordOf,
} from './known-record.ts'
import { requestSchema, responseSchema } from './operation-schemas.ts'
import { findParentProperties } from './parent-properties.ts'
import { readPathShape } from './path-shape.ts'

/** The groups after linking; groups without operations are dropped. */
export const linkCollections = (
  document: Document,
  groups: readonly Group[],
  entries: readonly PathEntry[],
): readonly Group[] => {
  const findCandidates = createCandidateFinder(groups.flatMap((group) => targetOf(group) ?? []))
  const operationsOf = createFinder(entries)
  const taken = new Map<string, Member[]>()
  const moved = new Set<Operation>()
  const parents = new Set(groups.flatMap(({ key }) => parentsOf(key)))
  for (const lone of groups) {
    if (lone.form !== 'collection' || (lone.keyParameters.length > 0 && !canMove(lone, parents))) continue
    for (const { group, how } of findCandidates(lone)) {
      if (lone.isNamed && !(group.isNamed && group.name === lone.name)) continue
      const record = knownRecordOf(group, document)
      const link = lone.keyParameters.length > 0 ? linkItems : linkAll
      const members = record ? link({ document, lone, group, how, record, operationsOf }) : []
      if (members.length === 0) continue
      taken.set(group.key, [...(taken.get(group.key) ?? []), ...members])
      for (const { operation } of members) moved.add(operation)
      break
    }
  }
  if (moved.size === 0) return groups
  return groups.flatMap((group) => {
    const target = targetOf(group)?.group
    const linked = target && taken.get(target.key)
    const isHere = ({ operation }: Member): boolean => !moved.has(operation)
    if (linked) return [{ ...target, members: [...target.members.filter(isHere), ...linked] }]
    const members = group.members.filter(isHere)
    return members.length === group.members.length ? [group] : members.length === 0 ? [] : [{ ...group, members }]
  })
}

/** Records below items are stored by the whole path of the item, which differs elsewhere. */
const canMove = (group: Group, parents: ReadonlySet<string>): boolean =>
  group.keyParameters.length === 1 && !parents.has(itemKeyOf(group))

/** `/shops` and `/shops/{}` of `/shops/{}/offers`. */
const parentsOf = (key: string): readonly string[] => {
  const segments = key.split('/')
  return segments.flatMap((_, end) => (end > 1 ? segments.slice(0, end).join('/') : []))
}

/** A group with items, and the names of its path. */
interface Target {
  readonly group: Group
  readonly above: string
  readonly name: string
  readonly plain: string
  readonly singular: string
}

/** Undefined if it has no items. Items that seemed to exist from the start may be created elsewhere. */
const targetOf = (group: Group): Target | undefined => {
  if (group.keyParameters.length > 0) return describeTarget(group)
  const last = group.scope.at(-1)
  if (group.form !== 'single' || !last || !group.key.endsWith('/{}')) return undefined
  const key = group.key.slice(0, -'/{}'.length)
  const { parameter } = last
  const reason = `the path of its items continues with {${parameter}}`
  const scope = group.scope.slice(0, -1)
  return describeTarget({ ...group, key, form: 'collection', parameter, keyParameters: [parameter], scope, reason })
}

const describeTarget = (group: Group): Target => {
  const [above, name] = splitKey(group.key)
  return { group, above, name, plain: plainName(name), singular: singularOf(plainName(name)) }
}

/** The key before the last segment, and the last segment. */
const splitKey = (key: string): readonly [string, string] => {
  const at = key.lastIndexOf('/')
  return [key.slice(0, at), key.slice(at + 1)]
}

/** Finds operations by the key of their path. */
const createFinder = (entries: readonly PathEntry[]): ((key: string) => readonly Operation[]) => {
  const byKey = groupBy(entries, (entry) => readPathShape(entry).key)
  return (key) => (byKey.get(key) ?? []).flatMap(({ operations }) => [...operations.values()])
}

type How = 'owned' | 'plural' | 'word' | 'verb'

interface Candidate {
  readonly group: Group
  readonly how: How
}

/** Finds collections that a path may belong to by its name, in the order of the document. */
const createCandidateFinder = (targets: readonly Target[]): ((lone: Group) => readonly Candidate[]) => {
  const byKey = groupBy(targets, ({ group }) => group.key)
  const bySingular = groupBy(targets, ({ singular }) => singular)
  const order = new Map(targets.map((target, index) => [target, index]))
  return ({ key }) => {
    const [above, name] = splitKey(key)
    const plain = plainName(name)
    const singular = singularOf(plain)
    const named = nameAfterVerb(name)
    const near = new Set([
      ...(byKey.get(above) ?? []),
      ...(bySingular.get(singular) ?? []),
      ...(named === undefined ? [] : (bySingular.get(named) ?? [])),
    ])
    const ordered = [...near].sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
    return ordered.flatMap((target): readonly Candidate[] => {
      const { group } = target
      if (group.key === above) return [{ group, how: 'word' }]
      if (target.above === above && target.singular === named) return [{ group, how: 'verb' }]
      if (target.above === above) return target.name !== name ? [{ group, how: 'plural' }] : []
      const isBelow = above.startsWith(`${target.above}/`) && above.slice(target.above.length).includes('/{}')
      return isBelow && target.plain === plain ? [{ group, how: 'owned' }] : []
    })
  }
}

/** `gadget` of addGadget and list-gadgets; undefined without a verb. */
const nameAfterVerb = (name: string): string | undefined => {
  const [verb = '', ...others] = wordsOf(name)
  const isVerb = creationVerbs.has(verb) || searchVerbs.has(verb) || readingVerbs.has(verb)
  return isVerb && others.length > 0 ? singularOf(others.join('')) : undefined
}

interface Linking {
  readonly document: Document
  readonly lone: Group
  readonly group: Group
  readonly how: How
  readonly record: KnownRecord
  readonly operationsOf: (key: string) => readonly Operation[]
}

const linkAll = (linking: Linking): readonly Member[] => {
  const { document, lone, operationsOf, record, how } = linking
  const agrees = createRecordMatcher(document, record)
  const fitting = operationsOf(lone.key).flatMap((operation) => {
    const kind = kindOf(linking, operation)
    const isOther = (): boolean => showsNew(linking, operation) || takesSeveral(linking, operation)
    return kind && (agrees(operation, kind) || (kind === 'create' && isOther())) ? [{ operation, kind }] : []
  })
  const within =
    how === 'owned'
      ? findOwnership(
          linking,
          fitting.some(({ kind }) => kind === 'create'),
        )
      : undefined
  if (how === 'owned' && !within) return []
  return fitting.map(({ operation, kind }) => ({
    operation,
    kind,
    onItem: false,
    reason: describeLink(linking, operation, within),
    ...(within ? { within } : {}),
  }))
}

/** A collection with items below an owner, if the same records also have a collection without an owner. */
const linkItems = (linking: Linking): readonly Member[] => {
  const { document, lone, group, how, record } = linking
  const isCollection = group.members.some(({ kind }) => kind === 'list' || kind === 'create')
  const own = how === 'owned' && isCollection && group !== lone ? knownRecordOf(lone, document) : undefined
  if (!own || !isSameRecord(document, own, record)) return []
  if (lone.members.some(({ kind, operation }) => kind === 'create' && createsOther(document, record, operation)))
    return []
  const isMade = lone.members.some(({ kind }) => kind === 'create')
  const within = findOwnership(linking, isMade)
  if (!within) return []
  return lone.members.map((member) => ({
    ...member,
    within,
    reason: `${member.reason}, on one owner's part of ${describeRecords(linking, within)}`,
  }))
}

/** By method and word, or as the overlay says. */
const kindOf = (linking: Linking, operation: Operation): BehaviourKind | undefined => {
  const { method } = operation
  const possible: readonly BehaviourKind[] = method === 'GET' ? ['list'] : method === 'POST' ? ['create', 'list'] : []
  const word = getOwn(operation.node.value, 'x-standin-behaviour')
  if (word !== undefined) return possible.find((kind) => kind === word)
  const [first = '', ...others] = wordsOf(linking.lone.segments.at(-1) ?? '')
  if (linking.how === 'verb') return possible.find((kind) => (kind === 'create') === creationVerbs.has(first))
  if (linking.how !== 'word') return possible[0]
  const isSearch = searchVerbs.has(first)
  if (method === 'GET') return isSearch || hasFilter(linking, operation) ? 'list' : undefined
  if (method !== 'POST') return undefined
  if (isSearch) return 'list'
  const isOwn =
    others.length === 0 || singularOf(others.join('')) === singularOf(plainName(linking.group.segments.at(-1) ?? ''))
  const isCreation =
    (creationVerbs.has(first) && isOwn) || showsNew(linking, operation) || takesSeveral(linking, operation)
  return isCreation ? 'create' : undefined
}

/** Whether a word creates each record of a list: /gadgets/createWithList, /gadgets/bulk. */
const takesSeveral = ({ document, lone, group, how, record }: Linking, operation: Operation): boolean => {
  if (how !== 'word' || operation.method !== 'POST') return false
  const own = singularOf(plainName(group.segments.at(-1) ?? ''))
  const words = wordsOf(lone.segments.at(-1) ?? '')
  const isAbout = (word: string): boolean =>
    severalWords.has(word) || creationVerbs.has(word) || word === 'with' || singularOf(word) === own
  return (
    words.some((word) => severalWords.has(word)) && words.every(isAbout) && createsSeveral(document, record, operation)
  )
}

/**
 * Whether any other word creates a record (/songs/upload): nothing else does, and the response has the id in an object that is
 * named after the resource.
 */
const showsNew = ({ document, group, how, record }: Linking, operation: Operation): boolean => {
  const { files } = document
  if (how !== 'word' || group.members.some(({ kind }) => kind === 'create' || kind === 'replace')) return false
  const [id] = record.idPath
  const body = responseSchema(document, operation, 'create')
  const request = requestSchema(document, operation)
  if (!body || !request || id === undefined || !describesRecord(document, request, record.schema, record.idPath))
    return false
  const singular = singularOf(plainName(group.segments.at(-1) ?? ''))
  const named = [...viewObject(files, body).properties.values()].find(({ name }) => plainName(name) === singular)
  return named !== undefined && viewObject(files, named.node).properties.has(id)
}

const searchVerbs: ReadonlySet<string> = new Set(['list', 'all', 'search', 'find', 'query', 'filter', 'lookup'])
const readingVerbs: ReadonlySet<string> = new Set(['get', 'fetch'])
const severalWords: ReadonlySet<string> = new Set([
  'list',
  'array',
  'batch',
  'bulk',
  'many',
  'multiple',
  'several',
  'import',
])
const creationVerbs: ReadonlySet<string> = new Set(['create', 'add', 'new', 'insert', 'register'])

const hasFilter = ({ document, record }: Linking, operation: Operation): boolean => {
  const names = [...viewObject(document.files, record.schema).properties.keys()].map(plainName)
  return viewParameters(document, operation.node, operation.pathItem).some(
    (view) => view.in === 'query' && names.includes(plainName(view.name)),
  )
}

/** How the records of one owner are distinguished: by properties or, if they are created below it, by their path. */
const findOwnership = ({ document, lone, group, record }: Linking, isMade: boolean): Within | undefined => {
  const count = lone.scope.length
  const properties = findParentProperties(document, record.schema, lone.scope, record.idPath).filter(
    ({ path, index }) => path.length === 1 && index >= group.scope.length,
  )
  if (properties.some(({ index }) => index === count - 1)) return { count, properties, key: lone.key }
  return isMade && group.scope.length === 0 ? { count, properties: [], key: lone.key } : undefined
}

const describeLink = (linking: Linking, { method }: Operation, within: Within | undefined): string => {
  const records = describeRecords(linking, within)
  if (linking.how === 'plural') return `${method} on ${records}, by the plural or singular of its name`
  if (linking.how === 'verb') return `${method} on ${records}, by a verb before its name`
  return linking.how === 'word'
    ? `${method} on ${records}, by a word below its path`
    : `${method} on one owner's part of ${records}`
}

const describeRecords = ({ group }: Linking, within: Within | undefined): string => {
  const names = within?.properties.map(({ path }) => path.join('.')) ?? []
  const how = names.length === 0 ? 'by the path where they were created' : `by ${names.join(' and ')}`
  return `the records of ${group.key}, which have the same schema${within ? ` and are distinguished ${how}` : ''}`
}
