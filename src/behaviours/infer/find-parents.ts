/**
 * Which records have to exist before an operation responds: those that its path names, if an operation can create them,
 * and the one that x-standin-parent names.
 */
import type { Node } from '../../contract/document/references.ts'
import type { Operation, PathEntry } from '../../contract/operation/operation.ts'
import { nodeAt, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { getOwn, getString } from '../../contract/values/json-object.ts'
import type { Decision, ParentPlan } from '../plan/operation-plan.ts'
import type { Resource } from '../records/resource.ts'
import type { Problem } from './extension.ts'
import { isFreeObject } from './find-record.ts'
import { type Group, itemKeyOf, type Managed } from './group-paths.ts'
import { hintsOf } from './id-hints.ts'
import { firstParameters } from './infer-address.ts'
import { inferRecordResponse } from './infer-response.ts'
import { chooseSuccess, requestSchema } from './operation-schemas.ts'
import { prefixKeys, readPathShape } from './path-shape.ts'

/** `withItself` includes the item that the path itself names. */
export type FindParents = (operation: Operation, scopeSize: number, withItself?: boolean) => readonly ParentPlan[]

/** `entries` are all paths of the document. */
export const createParentFinder = (
  managed: readonly Managed[],
  entries: readonly PathEntry[],
  problems: Problem[],
): FindParents => {
  const paths = new Set(entries.map((entry) => readPathShape(entry).key))
  const creatable = new Map<string, Resource>(
    managed
      .filter((one) => canBeCreated(one.group) && tellsId(one))
      .flatMap(({ group, resource }) => itemKeysOf(group).map((key) => [key, resource] as const))
      .filter(([key]) => isItemKey(paths, key)),
  )
  const reported = new Set<Operation>()
  const findNamed = (name: string, operation: Operation): Resource | undefined => {
    const found = managed.find(({ resource }) => resource.name === name)?.resource
    if (found || reported.has(operation)) return found
    reported.add(operation)
    const known = managed.map(({ resource }) => resource.name).join(', ')
    const message = `x-standin-parent must be none or one of ${known}, got ${JSON.stringify(name)}`
    problems.push({ node: operation.node, message })
    return undefined
  }
  return (operation, scopeSize, withItself = false) => {
    const word = getString(operation.node.value, 'x-standin-parent')
    if (word === 'none') return []
    const prefixes = prefixKeys(operation)
    const above = prefixes.slice(0, -1).filter(({ parameters }) => parameters.length <= scopeSize)
    const named = word === undefined ? undefined : findNamed(word, operation)
    return [...above, ...(withItself ? prefixes.slice(-1) : [])].flatMap((prefix, at): readonly ParentPlan[] => {
      const { key, parameters: all } = prefix
      const isNamed = named !== undefined && at === above.length - 1
      const resource = isNamed ? named : creatable.get(key)
      const parameters = resource ? all.slice(-Math.max(1, resource.keyParts.length)) : []
      if (!resource || resource.scopeSize > all.length - parameters.length) return []
      const reason = isNamed ? 'named by x-standin-parent' : 'it can be created, so it must exist'
      const scope = firstParameters(operation, resource.scopeSize)
      return [{ resource: resource.key, parameters, scope, reason }]
    })
  }
}

/** The keys of a collection's items, and of the same items below their owners. */
const itemKeysOf = (group: Group): readonly string[] => [
  itemKeyOf(group),
  ...group.members.flatMap(({ within, onItem }) => (within && onItem ? [`${within.key}/{}`] : [])),
]

/** With items at /lanes/{}/{} and no path /lanes/{}, the first of the two parameters names no item of /lanes. */
const isItemKey = (paths: ReadonlySet<string>, key: string): boolean => paths.has(key) || !paths.has(`${key}/{}`)

const canBeCreated = (group: Group): boolean =>
  group.form === 'collection' &&
  group.members.some(({ kind, onItem, operation }) =>
    kind === 'replace' ? onItem && canPutNew(group, operation) : kind === 'create',
  )

/** Whether a client can know the id of a record that it created: a list or the response shows it, or the client chose it. */
const tellsId = ({ group, resource }: Managed): boolean =>
  resource.idPath.length === 0 ||
  group.members.some(
    ({ kind, operation }) =>
      kind === 'list' || kind === 'replace' || (kind === 'create' && creationTellsId(group, resource, operation)),
  )

const creationTellsId = (group: Group, resource: Resource, operation: Operation): boolean => {
  const { document, idPath } = resource
  const request = requestSchema(document, operation)
  if (request && canSendId(resource, request)) return true
  const subject = { resource, hints: { ...hintsOf(group), isKnown: true } }
  const { headers, place, idPath: shownAs } = inferRecordResponse(subject, operation, 'create')
  // Without a record in the response there is a Location.
  if (!place || shownAs || headers.includes('location')) return true
  return isFreeObject(document, place.schema) || nodeAt(document.files, place.schema, idPath) !== undefined
}

/** Whether the request has the id, or allows anything, or is a list. */
const canSendId = ({ document: { files }, idPath }: Resource, request: Node): boolean => {
  const { properties } = viewObject(files, request)
  return (
    properties.size === 0 ||
    nodeAt(files, request, idPath) !== undefined ||
    [...properties.values()].some(({ node }) => nodeAt(files, node, idPath) !== undefined)
  )
}

/** Whether clients may choose a new id for a PUT: the document mentions the creation, or ids are not numbers. */
const canPutNew = (group: Group, operation: Operation): boolean => {
  const { address } = hintsOf(group)
  const types = address ? typesOf(operation.document.files, address) : new Set<string>()
  const isNumber = (types.has('integer') || types.has('number')) && !types.has('string')
  return !isNumber || chooseSuccess(operation.document, operation, 'replace', [201]).status === 201
}

/** For each operation without a behaviour, the records that its path names, if an operation does create them. */
export const findGuards = (
  operations: readonly Operation[],
  planned: ReadonlyMap<Operation, Decision>,
  findParents: FindParents,
): ReadonlyMap<Operation, readonly ParentPlan[]> => {
  const created = new Set(
    [...planned.values()].flatMap((decision) =>
      decision.kind === 'planned' && (decision.behaviour === 'create' || decision.behaviour === 'replace')
        ? [decision.resource.key]
        : [],
    ),
  )
  const guards = operations
    .filter((operation) => !planned.has(operation))
    .map((operation) => {
      const parents = findParents(operation, Number.MAX_SAFE_INTEGER, true)
      return [
        operation,
        isSwitchedOff(operation) ? [] : parents.filter(({ resource }) => created.has(resource)),
      ] as const
    })
  return new Map(guards.filter(([, parents]) => parents.length > 0))
}

const isSwitchedOff = ({ node }: Operation): boolean => getOwn(node.value, 'x-standin-behaviour') === 'none'

export const describeGuard = (parents: readonly ParentPlan[], nameOf: (key: string) => string): string => {
  if (parents.length === 0) return ''
  const described = parents.map(
    ({ resource, parameters }) => `${nameOf(resource)} by ${parameters.map((name) => `{${name}}`).join(' and ')}`,
  )
  return `; it responds only if its parent exists: ${described.join(' and ')}`
}
