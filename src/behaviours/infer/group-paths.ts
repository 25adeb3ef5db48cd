/**
 * Which operations belong together: those of a collection (/gadgets), of its items (/gadgets/{id}), and what acts on an
 * item (/gadgets/{id}/sell); or those of a thing that there is one of (/settings). By paths and methods alone: whether
 * the schemas agree is seen later.
 */

import type { Operation, PathEntry } from '../../contract/operation/operation.ts'
import { groupBy } from '../../contract/values/group-by.ts'
import { getOwn, getString } from '../../contract/values/json-object.ts'
import { type BehaviourKind, behaviourKinds } from '../plan/behaviour-kind.ts'
import type { ParentProperty } from '../records/resource.ts'
import { type PathShape, readPathShape } from './path-shape.ts'
import { createRejections, type Rejections } from './rejections.ts'

/** An operation and what its path and method, or the overlay, make of it. */
export interface Member {
  readonly operation: Operation
  readonly kind: BehaviourKind
  /** Whether its path names one item. */
  readonly onItem: boolean
  /** In words, why it is of that kind. */
  readonly reason: string
  /** Present where it works on the records of one owner, of a collection whose own path names none. */
  readonly within?: Within
}

/** How the records of one owner are told from the others of their collection. */
export interface Within {
  /** The key of the path. */
  readonly key: string
  /** How many path parameters name the owner and whoever it belongs to. */
  readonly count: number
  /** Properties that repeat them; where there are none, records are kept with whom they were made for. */
  readonly properties: readonly ParentProperty[]
}

export interface Group {
  /** What the overlay calls the resource, else the last segment of the path that has a name. */
  readonly name: string
  /** Whether the overlay named it. */
  readonly isNamed: boolean
  /** The paths' common key, of the collection where there is one. */
  readonly key: string
  readonly form: 'collection' | 'single'
  /** In words, why it is of that form. */
  readonly reason: string
  /** The named segments of the path. */
  readonly segments: readonly string[]
  /** The path parameters that say whose the records are, each with the named segment before it. */
  readonly scope: readonly ScopePart[]
  /** The path parameter of the item, the last where it has several. */
  readonly parameter: string | undefined
  /** The path parameters that name an item: several where its key has several parts, none where there are no items. */
  readonly keyParameters: readonly string[]
  readonly members: readonly Member[]
}

export interface ScopePart {
  readonly parameter: string
  readonly owner: string
}

export interface GroupedPaths {
  /** In the order of the document, but those with items first. */
  readonly groups: readonly Group[]
  readonly rejections: Rejections
}

export const groupPaths = (entries: readonly PathEntry[]): GroupedPaths => {
  const rejections = createRejections()
  const shaped = tellScoped(entries.map((entry): Shaped => ({ entry, shape: readPathShape(entry) })))
  const posted = groupBy(
    shaped.filter(({ entry, shape }) => shape.end === 'name' && entry.operations.has('POST')),
    ({ shape }) => lastWord(shape.key),
  )
  const byKey = groupBy(shaped, ({ shape }) => shape.key)
  const byParent = groupBy(shaped, ({ shape }) => shape.parentKey)
  const groups: Group[] = []
  const seen = new Set<string>()
  for (const { shape, entry } of shaped) {
    const key = shape.end === 'parameter' ? shape.parentKey : shape.key
    if (shape.end === 'mixed') rejectAll(entry, rejections, 'its path ends in a parameter beside other text')
    if (shape.end === 'mixed' || seen.has(key)) continue
    seen.add(key)
    const collections = (byKey.get(key) ?? []).filter((known) => known.shape.end === 'name')
    const items = (byParent.get(key) ?? []).filter((known) => known.shape.end === 'parameter')
    const isMadeElsewhere = posted.get(lastWord(key))?.some((known) => known.shape.key !== key) ?? false
    const found = { key, collections, items, byParent, isMadeElsewhere, rejections }
    const group = items.length > 0 ? groupCollection(found) : groupLone(found)
    if (group) groups.push(group)
  }
  const withItems = groups.filter(({ parameter }) => parameter !== undefined)
  return { groups: [...withItems, ...groups.filter((group) => group.parameter === undefined)], rejections }
}

/** As the document writes it, of the collection or the one thing; its key where no operation has it. */
export const pathOfGroup = ({ members, form, key }: Group): string =>
  members.find(({ onItem }) => !onItem || form === 'single')?.operation.path ?? key

/** The key of its items' paths. */
export const itemKeyOf = ({ key, keyParameters }: Group): string =>
  `${key === '/' ? '' : key}${'/{}'.repeat(Math.max(1, keyParameters.length))}`

const rejectAll = ({ operations }: PathEntry, rejections: Rejections, reason: string): void => {
  for (const operation of operations.values()) rejections.reject(operation, reason)
}

/** Paths that have a key in common, and where what cannot be had is said. */
interface Found {
  readonly key: string
  readonly collections: readonly Shaped[]
  readonly items: readonly Shaped[]
  readonly byParent: ReadonlyMap<string, readonly Shaped[]>
  /** Whether another path that ends alike takes a POST: then a PUT to an item makes nothing. */
  readonly isMadeElsewhere: boolean
  readonly rejections: Rejections
}

interface Shaped {
  readonly entry: PathEntry
  readonly shape: PathShape
}

const lastWord = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

/**
 * /flags/{project} is a collection and no item where it is asked for and added to, its items are at
 * /flags/{project}/{flag}, and /flags itself takes nothing.
 */
const tellScoped = (all: readonly Shaped[]): readonly Shaped[] => {
  const byKey = groupBy(all, ({ shape }) => shape.key)
  const byParent = groupBy(all, ({ shape }) => shape.parentKey)
  const has = (known: readonly Shaped[] | undefined, method: string): boolean =>
    known?.some(({ entry }) => entry.operations.has(method)) ?? false
  const isScoped = ({ shape, entry: { operations } }: Shaped): boolean =>
    shape.end === 'parameter' &&
    operations.has('GET') &&
    operations.has('POST') &&
    !['PUT', 'PATCH', 'DELETE'].some((method) => operations.has(method)) &&
    !has(byKey.get(shape.parentKey), 'POST') &&
    has(
      byParent.get(shape.key)?.filter((child) => child.shape.end === 'parameter'),
      'GET',
    )
  return all.map((one) => (isScoped(one) ? { ...one, shape: { ...one.shape, end: 'name' } } : one))
}

const groupCollection = ({
  key,
  collections,
  items,
  byParent,
  isMadeElsewhere,
  rejections,
}: Found): Group | undefined => {
  const [first] = items
  if (!first) return undefined
  const itemKey = `${key === '/' ? '' : key}/{}`
  // What can be asked for, or has items itself, is more than something done to the item.
  const below = (byParent.get(itemKey) ?? []).filter(
    ({ shape, entry }) =>
      shape.end === 'name' &&
      !entry.operations.has('GET') &&
      !byParent.get(shape.key)?.some((child) => child.shape.end === 'parameter'),
  )
  const members = [
    ...membersOf(collections, ofCollection, rejections),
    ...membersOf(items, ofItem, rejections),
    ...membersOf(below, belowItem, rejections),
  ]
  const parts = { key: itemKey, shape: first.shape, members }
  if (isSingle(members, isMadeElsewhere))
    return describeGroup({ ...parts, form: 'single', parameter: undefined, reason: isSimplyThere })
  const parameter = first.shape.parameters.at(-1)
  const reason = `its items are at a path that goes on with {${parameter}}`
  return describeGroup({ ...parts, key, form: 'collection', parameter, reason })
}

const isSimplyThere = 'nothing makes its items or lists them, so there is one at each address'

/** Items that nothing makes or lists are simply there, each at its address. */
const isSingle = (members: readonly Member[], isMadeElsewhere: boolean): boolean => {
  const kinds = new Set(members.map(({ kind }) => kind))
  const isMade = kinds.has('create') || kinds.has('list') || (kinds.has('replace') && !isMadeElsewhere)
  return !isMade && kinds.has('read') && (kinds.has('update') || kinds.has('remove') || kinds.has('replace'))
}

/** A path without items is a collection that is only added to, or a thing that there is one of. */
const groupLone = ({ key, collections, rejections }: Found): Group | undefined => {
  const [first] = collections
  if (!first) return undefined
  const { shape } = first
  if (shape.isMethod) {
    for (const { entry } of collections)
      rejectAll(entry, rejections, 'its path is a method of an item that no path names')
    return undefined
  }
  const methods = new Set(collections.flatMap(({ entry }) => [...entry.operations.keys()]))
  const isLone = methods.has('GET') && !methods.has('POST') && (methods.has('PUT') || methods.has('PATCH'))
  const members = membersOf(collections, isLone ? ofSingle : ofCollection, rejections)
  const reason = isLone
    ? 'it is asked for and changed, and nothing adds to it'
    : 'no path is below it that names an item'
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

/** What a place in the paths makes of methods. */
interface Place {
  readonly kinds: Kinds
  readonly onItem: boolean
  readonly words: string
}

const ofCollection: Place = { kinds: collectionKinds, onItem: false, words: 'a path that ends in no parameter' }
const ofItem: Place = { kinds: itemKinds, onItem: true, words: 'a path that ends in a parameter' }
const ofSingle: Place = { kinds: itemKinds, onItem: true, words: 'a thing that there is one of' }
const belowItem: Place = {
  kinds: actionKinds,
  onItem: true,
  words: 'a path that is one word longer than that of an item',
}

/** What the overlay asks for holds where the path can have it. */
const membersOf = (
  shaped: readonly Shaped[],
  { kinds, onItem, words }: Place,
  rejections: Rejections,
): readonly Member[] =>
  shaped.flatMap(({ entry }) =>
    [...entry.operations.values()].flatMap((operation) => {
      const asked = getOwn(operation.node.value, 'x-standin-behaviour')
      const kind = asked === undefined ? kinds[operation.method] : possible(asked, operation.method, kinds)
      const plain = `${operation.method} of ${words}`
      if (kind !== undefined)
        return [
          { operation, kind, onItem, reason: asked === undefined ? plain : `x-standin-behaviour: ${kind} is asked` },
        ]
      rejections.reject(operation, asked === 'none' ? 'x-standin-behaviour: none is asked' : `${plain} has no meaning`)
      return []
    }),
  )

/** A GET changes nothing, and another method changes something. */
const possible = (asked: unknown, method: string, kinds: Kinds): BehaviourKind | undefined => {
  const kind = behaviourKinds.find((known) => known === asked)
  const isAsking = kind === 'list' || kind === 'read'
  return kind && Object.values(kinds).includes(kind) && isAsking === (method === 'GET') ? kind : undefined
}
