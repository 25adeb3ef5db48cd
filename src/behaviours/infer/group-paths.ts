/**
 * Groups operations by their paths and methods: those of a collection (/gadgets), of its items (/gadgets/{id}) and actions
 * on an item (/gadgets/{id}/sell), or those of a single record (/settings). Whether their schemas agree is checked later.
 */

import type { Operation, PathEntry } from '../../contract/operation/operation.ts'
import { groupBy } from '../../contract/values/group-by.ts'
import { getOwn, getString } from '../../contract/values/json-object.ts'
import { type BehaviourKind, behaviourKinds } from '../plan/operation-plan.ts'
import type { ResourceOrigin } from '../plan/resource-plan.ts'
import type { ParentProperty, Resource } from '../records/resource.ts'
import type { PathShape } from './path-shape.ts'
import { type Shaped, shapePaths } from './shape-paths.ts'

/** An operation of a group, with the behaviour that its path and method, or the overlay, give it. */
export interface Member {
  readonly operation: Operation
  readonly kind: BehaviourKind
  /** Whether its path names one item. */
  readonly onItem: boolean
  /** Why it has this kind, in words. */
  readonly reason: string
  /** Set if it works on the records of one owner, although the collection's own path has no owner. */
  readonly within?: Within
}

/** How the records of one owner are distinguished in their collection. */
export interface Within {
  /** The key of the path. */
  readonly key: string
  /** How many path parameters name the owner and its parents. */
  readonly count: number
  /** Properties that repeat them; if there are none, the store records the owner of each record. */
  readonly properties: readonly ParentProperty[]
}

export interface Group {
  /** The name in x-standin-resource, else the last segment of the path without a parameter. */
  readonly name: string
  /** Whether the name comes from the overlay. */
  readonly isNamed: boolean
  /** The key of the collection's path, or of the path that its operations share. */
  readonly key: string
  readonly form: 'collection' | 'single'
  /** Why it has this form, in words. */
  readonly reason: string
  /** The segments of the path without parameters. */
  readonly segments: readonly string[]
  /** The path parameters that name the parents, each with the named segment before it. */
  readonly scope: readonly ScopePart[]
  /** The path parameter of an item: the last one, if it has several. */
  readonly parameter: string | undefined
  /** The path parameters of an item: several for a composite key, none if there are no items. */
  readonly keyParameters: readonly string[]
  readonly members: readonly Member[]
}

/** A group with the resource that was inferred from it. */
export interface Managed {
  readonly group: Group
  readonly resource: Resource
  readonly origin: ResourceOrigin
}

export interface ScopePart {
  readonly parameter: string
  readonly owner: string
}

/** Why operations have no behaviour. A path may be tried in several ways; each failed attempt adds a reason. */
export interface Reasons {
  readonly add: (operation: Operation, reason: string) => void
  readonly describe: (operation: Operation) => string
}

export interface GroupedPaths {
  /** In the order of the document, groups with items first. */
  readonly groups: readonly Group[]
  readonly reasons: Reasons
}

export const groupPaths = (entries: readonly PathEntry[]): GroupedPaths => {
  const reasons = createReasons()
  const shaped = shapePaths(entries)
  const posted = groupBy(
    shaped.filter(({ entry, shape }) => shape.end === 'name' && entry.operations.has('POST')),
    ({ shape }) => lastSegment(shape.key),
  )
  const byKey = groupBy(shaped, ({ shape }) => shape.key)
  const byParent = groupBy(shaped, ({ shape }) => shape.parentKey)
  const groups: Group[] = []
  const seen = new Set<string>()
  for (const { shape, entry } of shaped) {
    const key = shape.end === 'parameter' ? shape.parentKey : shape.key
    if (shape.end === 'mixed') addToAll(entry, reasons, 'its path ends in a segment that is only partly a parameter')
    if (shape.end === 'mixed' || seen.has(key)) continue
    seen.add(key)
    const collections = (byKey.get(key) ?? []).filter((known) => known.shape.end === 'name')
    const items = (byParent.get(key) ?? []).filter((known) => known.shape.end === 'parameter')
    const isCreatedElsewhere = posted.get(lastSegment(key))?.some((known) => known.shape.key !== key) ?? false
    const found = { key, collections, items, byParent, isCreatedElsewhere, reasons }
    const group = items.length > 0 ? groupCollection(found) : groupWithoutItems(found)
    if (group) groups.push(group)
  }
  const withItems = groups.filter(({ parameter }) => parameter !== undefined)
  return { groups: [...withItems, ...groups.filter((group) => group.parameter === undefined)], reasons }
}

const createReasons = (): Reasons => {
  const byOperation = new Map<Operation, Set<string>>()
  return {
    add: (operation, reason) => {
      const known = byOperation.get(operation) ?? new Set()
      byOperation.set(operation, known.add(reason))
    },
    describe: (operation) => [...(byOperation.get(operation) ?? ['its path is not recognized'])].join('; '),
  }
}

/** The path of the collection or the single record as the document writes it; its key if no operation has that path. */
export const pathOfGroup = ({ members, form, key }: Group): string =>
  members.find(({ onItem }) => !onItem || form === 'single')?.operation.path ?? key

/** The key of the paths of its items. */
export const itemKeyOf = ({ key, keyParameters }: Group): string =>
  `${key === '/' ? '' : key}${'/{}'.repeat(Math.max(1, keyParameters.length))}`

/** Whether the store records the owner of each record; then it also records that a record has none. */
export const storesOwners = ({ members }: Group): boolean =>
  members.some(({ within }) => within?.properties.length === 0)

const addToAll = ({ operations }: PathEntry, reasons: Reasons, reason: string): void => {
  for (const operation of operations.values()) reasons.add(operation, reason)
}

/** The paths that share a key. */
interface Found {
  readonly key: string
  readonly collections: readonly Shaped[]
  readonly items: readonly Shaped[]
  readonly byParent: ReadonlyMap<string, readonly Shaped[]>
  /** Whether another path with the same last segment has a POST: then a PUT to an item creates nothing. */
  readonly isCreatedElsewhere: boolean
  readonly reasons: Reasons
}

const lastSegment = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

const groupCollection = (found: Found): Group | undefined => {
  const { key, collections, items, byParent, isCreatedElsewhere, reasons } = found
  const [first] = items
  if (!first) return undefined
  const itemKey = `${key === '/' ? '' : key}/{}`
  // A path with a GET, or with items of its own, is more than an action.
  const actions = (byParent.get(itemKey) ?? []).filter(
    ({ shape, entry }) =>
      shape.end === 'name' &&
      !entry.operations.has('GET') &&
      !byParent.get(shape.key)?.some((child) => child.shape.end === 'parameter'),
  )
  const members = [
    ...membersOf(collections, ofCollection, reasons),
    ...membersOf(items, ofItem, reasons),
    ...membersOf(actions, belowItem, reasons),
  ]
  const parts = { key: itemKey, shape: first.shape, members }
  if (isSingle(members, isCreatedElsewhere))
    return describeGroup({ ...parts, form: 'single', parameter: undefined, reason: neitherCreatedNorListed })
  const parameter = first.shape.parameters.at(-1)
  const reason = `the path of its items continues with {${parameter}}`
  return describeGroup({ ...parts, key, form: 'collection', parameter, reason })
}

const neitherCreatedNorListed = 'no operation creates or lists its items, so there is one at each address'

/** Items that no operation creates or lists exist from the start, one at each address. */
const isSingle = (members: readonly Member[], isCreatedElsewhere: boolean): boolean => {
  const kinds = new Set(members.map(({ kind }) => kind))
  const isManaged = kinds.has('create') || kinds.has('list') || (kinds.has('replace') && !isCreatedElsewhere)
  return !isManaged && kinds.has('read') && (kinds.has('update') || kinds.has('remove') || kinds.has('replace'))
}

/** A path without items is a collection without reads of one record, or a single record. */
const groupWithoutItems = ({ key, collections, reasons }: Found): Group | undefined => {
  const [first] = collections
  if (!first) return undefined
  const { shape } = first
  if (shape.isMethod) {
    for (const { entry } of collections) addToAll(entry, reasons, 'its path is a method of an item that has no path')
    return undefined
  }
  const methods = new Set(collections.flatMap(({ entry }) => [...entry.operations.keys()]))
  const isLone = methods.has('GET') && !methods.has('POST') && (methods.has('PUT') || methods.has('PATCH'))
  const members = membersOf(collections, isLone ? ofSingle : ofCollection, reasons)
  const reason = isLone ? 'it can be read and changed, but nothing is added to it' : 'no path below it names an item'
  return describeGroup({ key, form: isLone ? 'single' : 'collection', shape, members, parameter: undefined, reason })
}

interface GroupParts extends Pick<Group, 'key' | 'form' | 'members' | 'parameter' | 'reason'> {
  readonly shape: PathShape
}

const describeGroup = ({ shape, members, ...rest }: GroupParts): Group => {
  const named = members
    .map(({ operation }) => getString(operation.node.value, 'x-standin-resource'))
    .find((name) => name !== undefined)
  const scopeSize = shape.parameters.length - (rest.parameter === undefined ? 0 : 1)
  const scope = shape.parameters
    .slice(0, scopeSize)
    .map((parameter, index) => ({ parameter, owner: shape.owners[index] ?? '' }))
  return {
    ...rest,
    name: named ?? shape.names.at(-1) ?? 'records',
    isNamed: named !== undefined,
    segments: shape.names,
    scope,
    keyParameters: rest.parameter === undefined ? [] : [rest.parameter],
    members,
  }
}

type Kinds = Readonly<Record<string, BehaviourKind>>

const collectionKinds: Kinds = { GET: 'list', POST: 'create', PUT: 'replace' }
const itemKinds: Kinds = { GET: 'read', PUT: 'replace', PATCH: 'update', POST: 'update', DELETE: 'remove' }
const actionKinds: Kinds = { POST: 'action', PUT: 'action' }

/** The behaviours that methods have on a kind of path. */
interface PathKind {
  readonly kinds: Kinds
  readonly onItem: boolean
  readonly words: string
}

const ofCollection: PathKind = { kinds: collectionKinds, onItem: false, words: 'a path without a final parameter' }
const ofItem: PathKind = { kinds: itemKinds, onItem: true, words: 'a path with a final parameter' }
const ofSingle: PathKind = { kinds: itemKinds, onItem: true, words: 'a single record' }
const belowItem: PathKind = { kinds: actionKinds, onItem: true, words: 'the path of an item with one more word' }

/** The word in the overlay wins, if the path and method allow it. */
const membersOf = (
  shaped: readonly Shaped[],
  { kinds, onItem, words }: PathKind,
  reasons: Reasons,
): readonly Member[] =>
  shaped.flatMap(({ entry }) =>
    [...entry.operations.values()].flatMap((operation) => {
      const word = getOwn(operation.node.value, 'x-standin-behaviour')
      const kind = word === undefined ? kinds[operation.method] : kindNamed(word, operation.method, kinds)
      const plain = `${operation.method} on ${words}`
      if (kind !== undefined) {
        const reason = word === undefined ? plain : `the overlay sets x-standin-behaviour: ${kind}`
        return [{ operation, kind, onItem, reason }]
      }
      reasons.add(operation, describeNoKind(word, plain, possibleKinds(operation.method, kinds)))
      return []
    }),
  )

const describeNoKind = (word: unknown, plain: string, possible: readonly BehaviourKind[]): string => {
  if (word === 'none') return 'the overlay sets x-standin-behaviour: none'
  if (word === undefined || possible.length === 0) return `${plain} has no known meaning`
  return `${plain} can only be ${possible.join(' or ')}`
}

const possibleKinds = (method: string, kinds: Kinds): readonly BehaviourKind[] =>
  behaviourKinds.filter((kind) => kindNamed(kind, method, kinds) === kind)

/** Undefined if not allowed: a GET changes nothing, and any other method changes something. */
const kindNamed = (word: unknown, method: string, kinds: Kinds): BehaviourKind | undefined => {
  const kind = behaviourKinds.find((known) => known === word)
  const isReading = kind === 'list' || kind === 'read'
  return kind && Object.values(kinds).includes(kind) && isReading === (method === 'GET') ? kind : undefined
}
