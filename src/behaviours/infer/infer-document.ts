/**
 * Turns a document into resources and plans: which paths are collections and items, what a record looks like, which
 * property is its id, which parent it belongs to. The overlay overrides. No resource is known by name here, and schemas are
 * read only as deep as names and types go (docs/decisions/011-what-is-inferred.md).
 */
import type { Document } from '../../contract/document/document.ts'
import type { Operation, PathEntry } from '../../contract/operation/operation.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import { suggestNearest } from '../../contract/values/nearest.ts'
import type { Finding } from '../../errors.ts'
import { behaviourKinds, type Decision } from '../plan/operation-plan.ts'
import type { ResourceOrigin } from '../plan/resource-plan.ts'
import type { Resource } from '../records/resource.ts'
import { type AssumedResponses, assumeResponses } from './assume-responses.ts'
import { dropForeignCreations } from './drop-foreign-creations.ts'
import { findingOf, type Problem } from './extension.ts'
import { createAddressFinder, type Place } from './find-addresses.ts'
import { createDependentsFinder } from './find-dependents.ts'
import { createParentFinder, describeGuard, findGuards } from './find-parents.ts'
import {
  type Group,
  groupPaths,
  itemKeyOf,
  type Managed,
  type Member,
  pathOfGroup,
  type Reasons,
} from './group-paths.ts'
import { hintsOf } from './id-hints.ts'
import { inferHeads } from './infer-head.ts'
import { inferOperation } from './infer-operation.ts'
import { inferResource } from './infer-resource.ts'
import { linkCollections } from './link-collections.ts'
import { linkKeys } from './link-keys.ts'
import { moveOwnerChanges } from './move-owner-changes.ts'
import { nameResources } from './name-resources.ts'
import { readPathShape } from './path-shape.ts'

export interface DocumentSubject {
  readonly document: Document
  readonly compiler: SchemaCompiler
  readonly entries: readonly PathEntry[]
}

export interface InferredDocument {
  /** Those that an operation uses. */
  readonly resources: readonly Resource[]
  /** For each operation, in the order of the document. */
  readonly decisions: ReadonlyMap<Operation, Decision>
  /** For each resource, used or not, where the decisions about it come from. */
  readonly origins: ReadonlyMap<Resource, ResourceOrigin>
  /** For each resource below another one, the one that it belongs to. */
  readonly owners: ReadonlyMap<Resource, Resource>
  readonly findings: readonly Finding[]
}

/** `isTaken` returns whether another document already has a resource of that name. */
export const inferDocument = async (
  subject: DocumentSubject,
  isTaken: (name: string) => boolean,
): Promise<InferredDocument> => {
  const { document } = subject
  const { entries, assumedFor, isAssumed } = assumeResponses(document, subject.entries)
  const operations = entries.flatMap((entry) => [...entry.operations.values()])
  const documented = subject.entries.flatMap((entry) => [...entry.operations.values()])
  const { groups: byPath, reasons } = groupPaths(entries)
  const own = moveOwnerChanges(document, byPath, reasons)
  const keyed = dropForeignCreations(document, linkKeys(document, own), reasons)
  const groups = linkCollections(document, keyed, entries)
  const { managed, problems } = inferResources({ document, isAssumed }, groups, reasons, isTaken)
  const findParents = createParentFinder(managed, entries, problems)
  const inferred = planAll({ ...subject, entries, isAssumed }, managed, findParents, reasons)
  const planned = new Map([...inferred, ...inferHeads(entries, inferred)])
  const guards = findGuards(operations, planned, findParents)
  const used = new Set([...planned.values()].flatMap((one) => (one.kind === 'planned' ? [one.resource] : [])))
  const names = new Map(managed.map(({ resource }) => [resource.key, resource.name]))
  const decide = (operation: Operation): Decision => {
    const parents = guards.get(operation) ?? []
    const reason = reasons.describe(operation) + describeGuard(parents, (key) => names.get(key) ?? key)
    return planned.get(operation) ?? { kind: 'none', reason, parents }
  }
  problems.push(...findImpossible(operations, planned, reasons))
  return {
    resources: managed.map(({ resource }) => resource).filter((resource) => used.has(resource)),
    decisions: new Map(documented.map((operation) => [operation, decide(assumedFor(operation))])),
    origins: new Map(managed.map(({ resource, origin }) => [resource, origin])),
    owners: findOwners(managed.filter(({ resource }) => used.has(resource))),
    findings: await Promise.all(problems.map((problem) => findingOf(document, problem))),
  }
}

/** Operations with a behaviour. `reasons` receives why the others have none. */
const planAll = (
  { compiler, entries, isAssumed }: DocumentSubject & Pick<AssumedResponses, 'isAssumed'>,
  managed: readonly Managed[],
  findParents: ReturnType<typeof createParentFinder>,
  reasons: Reasons,
): ReadonlyMap<Operation, Decision> => {
  const planned = new Map<Operation, Decision>()
  const used = new Set<Resource>()
  const findAddresses = createAddressFinder(entries.flatMap((entry) => [...entry.operations.values()]))
  const findDependents = createDependentsFinder(managed, (resource) => used.has(resource))
  for (const { group, resource, origin } of managed) {
    const common = {
      compiler,
      group,
      resource,
      hints: { ...hintsOf(group), isKnown: true },
      shownBy: origin.shownBy,
      findDependents: () => findDependents(resource),
      findAddresses: (item: Place | undefined) => findAddresses(group, item),
    }
    for (const member of group.members) {
      const { operation, within } = member
      if (planned.has(operation)) continue
      // The path of a collection may end in the parameter that names the parent.
      const withItself = !member.onItem && readPathShape(operation).end === 'parameter'
      const parents = findParents(operation, within?.count ?? group.scope.length, withItself)
      const decision = inferOperation({ ...common, member, parents, isAssumed: isAssumed(operation) })
      if (decision.kind === 'none') reasons.add(operation, describeNone(group, member, decision.reason))
      else {
        planned.set(operation, decision)
        used.add(resource)
      }
    }
  }
  return planned
}

const describeNone = (group: Group, { kind }: Member, reason: string): string =>
  `no ${kind === 'action' ? `action on ${pathOfGroup(group)}` : kind}: ${reason}`

interface InferredResources {
  readonly managed: readonly Managed[]
  readonly problems: Problem[]
}

const inferResources = (
  { document, isAssumed }: Pick<DocumentSubject, 'document'> & Pick<AssumedResponses, 'isAssumed'>,
  groups: readonly Group[],
  reasons: Reasons,
  isTaken: (name: string) => boolean,
): InferredResources => {
  const managed: Managed[] = []
  const problems: Problem[] = []
  const candidates = groups
    .filter(({ members }) => members.length > 0)
    .map((group) => ({ group, inferred: inferResource(document, group, isAssumed) }))
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
      for (const member of group.members) reasons.add(member.operation, describeNone(group, member, inferred.reason))
    }
  return { managed, problems }
}

/** The collection whose items the path names last, if that is a resource. */
const findOwners = (managed: readonly Managed[]): ReadonlyMap<Resource, Resource> => {
  const byItem = new Map(
    managed
      .filter(({ group }) => group.form === 'collection' && group.keyParameters.length === 1)
      .map(({ group, resource }) => [itemKeyOf(group), resource]),
  )
  return new Map(
    managed.flatMap(({ group, resource }): (readonly [Resource, Resource])[] => {
      const above = group.key.slice(0, group.key.lastIndexOf('{}') + 2)
      const owner = resource.scopeSize > 0 ? byItem.get(above) : undefined
      return owner && owner !== resource && owner.scopeSize === resource.scopeSize - 1 ? [[resource, owner]] : []
    }),
  )
}

/** Operations that cannot have the behaviour that the overlay names. */
const findImpossible = (
  operations: readonly Operation[],
  planned: ReadonlyMap<Operation, Decision>,
  reasons: Reasons,
): readonly Problem[] =>
  operations.flatMap((operation) => {
    const word = getOwn(operation.node.value, 'x-standin-behaviour')
    const decision = planned.get(operation)
    const inferred = decision?.kind === 'planned' ? decision.behaviour : undefined
    if (word === undefined || word === 'none' || word === inferred) return []
    const message = isBehaviour(word)
      ? `x-standin-behaviour: ${word} is not possible for ${operation.id}: ${inferred ? `it can only be ${inferred}` : reasons.describe(operation)}`
      : describeUnknown(operation, word)
    return [{ node: operation.node, message }]
  })

const words = [...behaviourKinds, 'none']

const isBehaviour = (word: unknown): word is string => typeof word === 'string' && words.includes(word)

const describeUnknown = ({ id }: Operation, word: unknown): string => {
  const shown = JSON.stringify(word).slice(0, 100)
  const meant = typeof word === 'string' ? suggestNearest(word, words) : ''
  return `x-standin-behaviour of ${id} must be one of ${words.join(', ')}, got ${shown}${meant}`
}
