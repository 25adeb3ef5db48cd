/**
 * Reads resources and behaviours off a document: which paths are collections and items, what an item looks like, which
 * property is its id, whose it is. The overlay overrules. Nothing here knows the name of any resource, and schemas are
 * looked at only as deep as names and types go (docs/decisions/011-what-is-inferred.md).
 */
import type { Document } from '../../contract/document/document.ts'
import type { Operation, PathEntry } from '../../contract/operation/operation.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { getOwn, getString } from '../../contract/values/json-object.ts'
import type { Finding } from '../../errors.ts'
import type { Behaviour } from '../behaviour.ts'
import { collectMade, createGuard, describeGuard, type Guard, guardingParents } from '../operations/guards.ts'
import type { Parent } from '../operations/parents.ts'
import { createDependentsFinder } from '../operations/remove/dependents.ts'
import { behaviourKinds } from '../plan/behaviour-kind.ts'
import type { Resource } from '../records/resource.ts'
import { bindOperation } from './bind-operation.ts'
import type { Decision } from './explanation.ts'
import { findingOf, type Problem } from './extension.ts'
import { findOwners } from './find-owners.ts'
import { type Group, groupPaths, itemKeyOf, type Member, pathOfGroup } from './group-paths.ts'
import { hintsOf } from './id-hints.ts'
import type { IdHints } from './infer-id.ts'
import { inferResource, type ResourceOrigin } from './infer-resource.ts'
import { linkCollections } from './link-collections.ts'
import { linkKeys } from './link-keys.ts'
import { nameResources } from './name-resources.ts'
import { createScopeReader, prefixKeys } from './path-shape.ts'
import type { Rejections } from './rejections.ts'

export interface InferenceSubject {
  readonly document: Document
  readonly compiler: SchemaCompiler
  readonly entries: readonly PathEntry[]
}

export interface Inferred {
  readonly resources: readonly Resource[]
  readonly behaviours: ReadonlyMap<Operation, Behaviour>
  /** Of operations without a behaviour, those that are answered only where an item is there. */
  readonly guards: ReadonlyMap<Operation, Guard>
  /** Of each operation, the behaviour that it has or why it has none. */
  readonly decisions: ReadonlyMap<Operation, Decision>
  /** Of each resource, where what is known of it comes from. */
  readonly origins: ReadonlyMap<Resource, ResourceOrigin>
  /** Whose records those of a resource are. */
  readonly owners: ReadonlyMap<Resource, Resource>
  readonly findings: readonly Finding[]
}

/** Infers a document's resources. `isTaken` tells whether another document has a resource of that name already. */
export const inferBehaviours = async (
  subject: InferenceSubject,
  isTaken: (name: string) => boolean,
): Promise<Inferred> => {
  const { document } = subject
  const { groups: found, rejections } = groupPaths(subject.entries)
  const groups = linkCollections(document, linkKeys(document, found), subject.entries)
  const { managed, problems } = inferResources(document, groups, rejections, isTaken)
  const behaviours = new Map<Operation, Behaviour>()
  const bound = new Map<Operation, Decision>()
  const parentsOf = createParentFinder(managed, problems)
  const used = new Set<Resource>()
  const dependentsOf = createDependentsFinder(managed, (resource) => used.has(resource))
  for (const { group, resource, origin } of managed) {
    const hints: IdHints = { ...hintsOf(group), isKnown: true }
    for (const member of group.members) {
      if (bound.has(member.operation)) continue
      const { shownBy } = origin
      const parents = (operation: Operation) => parentsOf(operation, member.within?.count ?? group.scope.length)
      const removeDependents = dependentsOf(resource)
      const decision = bindOperation(
        { ...subject, group, resource, hints, shownBy, parentsOf: parents, removeDependents },
        member,
      )
      if (decision.kind === 'none')
        rejections.reject(member.operation, describeRejection(group, member, decision.reason))
      else {
        bound.set(member.operation, decision)
        behaviours.set(member.operation, decision.behaviour)
        used.add(resource)
      }
    }
  }
  const guarding = collectGuards(subject, behaviours, parentsOf)
  problems.push(...findUnbound(subject, behaviours))
  const findings = await Promise.all(problems.map((problem) => findingOf(document, problem)))
  return {
    resources: managed.map(({ resource }) => resource).filter((one) => used.has(one)),
    behaviours,
    guards: new Map([...guarding].map(([operation, parents]) => [operation, createGuard(parents)])),
    decisions: decideAll(subject, bound, rejections, guarding),
    origins: new Map(managed.map(({ resource, origin }) => [resource, origin])),
    owners: findOwners(managed.filter(({ resource }) => used.has(resource))),
    findings,
  }
}

/** In the order of the document. */
const decideAll = (
  { entries }: InferenceSubject,
  bound: ReadonlyMap<Operation, Decision>,
  rejections: Rejections,
  guarding: ReadonlyMap<Operation, readonly Parent[]>,
): ReadonlyMap<Operation, Decision> =>
  new Map(
    entries
      .flatMap(({ operations }) => [...operations.values()])
      .map((operation): [Operation, Decision] => {
        const parents = guarding.get(operation) ?? []
        const reason = rejections.tell(operation) + describeGuard(parents)
        return [operation, bound.get(operation) ?? { kind: 'none', reason, parents }]
      }),
  )

/** Operations without a behaviour that have to ask for an item, and for which. */
const collectGuards = (
  { entries }: InferenceSubject,
  behaviours: ReadonlyMap<Operation, Behaviour>,
  parentsOf: FindParents,
): ReadonlyMap<Operation, readonly Parent[]> => {
  const made = collectMade(behaviours.values())
  const others = entries
    .flatMap(({ operations }) => [...operations.values()])
    .filter((operation) => !behaviours.has(operation))
  const guarding = others.map(
    (operation) =>
      [operation, guardingParents(operation, (one) => parentsOf(one, Number.MAX_SAFE_INTEGER, true), made)] as const,
  )
  return new Map(guarding.filter(([, parents]) => parents.length > 0))
}

const describeRejection = (group: Group, { kind }: Member, reason: string): string =>
  `no ${kind === 'action' ? `action on ${pathOfGroup(group)}` : kind}: ${reason}`

interface Managed {
  readonly group: Group
  readonly resource: Resource
  readonly origin: ResourceOrigin
}

interface InferredResources {
  readonly managed: readonly Managed[]
  readonly problems: Problem[]
}

const inferResources = (
  document: Document,
  groups: readonly Group[],
  rejections: Rejections,
  isTaken: (name: string) => boolean,
): InferredResources => {
  const managed: Managed[] = []
  const problems: Problem[] = []
  const candidates = groups
    .filter(({ members }) => members.length > 0)
    .map((group) => ({ group, inferred: inferResource(document, group) }))
  const names = nameResources(
    candidates.filter(({ inferred }) => inferred.kind === 'resource').map(({ group }) => group),
  )
  for (const { group, inferred } of candidates)
    if (inferred.kind === 'resource') {
      const name = names.get(group) ?? group.name
      const named = inferred.named(name, isTaken(name) ? `${document.name}/${name}` : name)
      problems.push(...named.problems)
      managed.push({ group, ...named })
    } else {
      problems.push(...inferred.problems)
      for (const member of group.members)
        rejections.reject(member.operation, describeRejection(group, member, inferred.reason))
    }
  return { managed, problems }
}

/** `withItself`: the item that the path itself names, too. */
type FindParents = (operation: Operation, scopeSize: number, withItself?: boolean) => readonly Parent[]

/** Finds the parents whose records have to be there: those of its path that can be made, and the one that the overlay names. */
const createParentFinder = (managed: readonly Managed[], problems: Problem[]): FindParents => {
  const makers = new Map<string, Resource>(
    managed
      .filter(({ group }) => canBeMade(group))
      .flatMap(({ group, resource }) => itemKeysOf(group).map((key) => [key, resource] as const)),
  )
  const findNamed = (operation: Operation, asked: string | undefined): Resource | undefined => {
    if (asked === undefined) return undefined
    const found = managed.find(({ resource }) => resource.name === asked)?.resource
    if (!found) {
      const known = managed.map(({ resource }) => resource.name).join(', ')
      problems.push({
        node: operation.node,
        message: `x-standin-parent: ${JSON.stringify(asked)} names no resource; there are ${known}`,
      })
    }
    return found
  }
  return (operation, scopeSize, withItself = false) => {
    const asked = getString(operation.node.value, 'x-standin-parent')
    if (asked === 'none') return []
    const whole = prefixKeys(operation)
    const above = whole.slice(0, -1).filter(({ parameters }) => parameters.length <= scopeSize)
    const named = findNamed(operation, asked)
    return [...above, ...(withItself ? whole.slice(-1) : [])].flatMap((prefix, at): readonly Parent[] => {
      const { key, parameters: all } = prefix
      const isNamed = named !== undefined && at === above.length - 1
      const resource = isNamed ? named : makers.get(key)
      const parameters = resource ? all.slice(-Math.max(1, resource.keyParts.length)) : []
      if (!resource || resource.scopeSize > all.length - parameters.length) return []
      const reason = isNamed ? 'x-standin-parent names it' : 'it can be made, so it has to be there'
      return [{ resource, parameters, readScope: createScopeReader(operation, resource.scopeSize), reason }]
    })
  }
}

/** Of its own items, and of the same ones below their owners. */
const itemKeysOf = (group: Group): readonly string[] => [
  itemKeyOf(group),
  ...group.members.flatMap(({ within, onItem }) => (within && onItem ? [`${within.key}/{}`] : [])),
]

const canBeMade = ({ form, members }: Group): boolean =>
  form === 'collection' && members.some(({ kind, onItem }) => kind === 'create' || (kind === 'replace' && onItem))

/** Overlays that ask for a behaviour which the operation cannot have. */
const findUnbound = (
  { entries }: InferenceSubject,
  behaviours: ReadonlyMap<Operation, Behaviour>,
): readonly Problem[] =>
  entries
    .flatMap(({ operations }) => [...operations.values()])
    .flatMap((operation) => {
      const asked = getOwn(operation.node.value, 'x-standin-behaviour')
      const inferred = behaviours.get(operation)?.kind
      if (asked === undefined || asked === 'none' || asked === inferred) return []
      const shown = typeof asked === 'string' ? asked : JSON.stringify(asked)
      const message = `x-standin-behaviour: ${shown} cannot be had by ${operation.id} (${inferred ?? 'no behaviour'} was inferred); ${behaviourKinds.join(', ')} and none can be named where path and schemas fit`
      return [{ node: operation.node, message }]
    })
