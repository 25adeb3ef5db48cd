/**
 * Reads resources and behaviours off a document: which paths are collections and items, what an item looks like, which
 * property is its id, whose it is. The overlay overrules. Nothing here knows the name of any resource, and schemas are
 * looked at only as deep as names and types go (docs/decisions/011-inference.md).
 */
import type { Document } from '../contract/document.ts'
import { getOwn, getString } from '../contract/is-object.ts'
import type { Operation, PathEntry } from '../contract/operation.ts'
import type { SchemaCompiler } from '../contract/schema-compiler.ts'
import type { Finding } from '../errors.ts'
import { type Behaviour, behaviourKinds } from './behaviour.ts'
import { bindOperation } from './bind-operation.ts'
import { findingOf, type Problem } from './extension.ts'
import { type Group, groupPaths } from './group-paths.ts'
import { inferResource } from './infer-resource.ts'
import { nameResources } from './name-resources.ts'
import type { Parent } from './parents.ts'
import { createScopeReader, prefixKeys } from './path-shape.ts'
import type { Resource } from './resource.ts'

export interface InferenceSubject {
  readonly document: Document
  readonly compiler: SchemaCompiler
  readonly entries: readonly PathEntry[]
}

export interface Inferred {
  readonly resources: readonly Resource[]
  readonly behaviours: ReadonlyMap<Operation, Behaviour>
  /** Why each operation has the behaviour that it has, or none. */
  readonly reasons: ReadonlyMap<Operation, string>
  readonly findings: readonly Finding[]
}

/** Infers a document's resources. `isTaken` tells whether another document has a resource of that name already. */
export const inferBehaviours = async (
  subject: InferenceSubject,
  isTaken: (name: string) => boolean,
): Promise<Inferred> => {
  const { document } = subject
  const groups = groupPaths(subject.entries)
  const { managed, problems, reasons } = inferResources(document, groups, isTaken)
  const behaviours = new Map<Operation, Behaviour>()
  const parentsOf = createParentFinder(managed, problems)
  for (const { group, resource, reason } of managed)
    for (const member of group.members) {
      if (behaviours.has(member.operation)) continue
      const parents = (operation: Operation) => parentsOf(operation, group.scope.length)
      const bound = bindOperation({ ...subject, group, resource, parentsOf: parents }, member)
      reasons.set(member.operation, typeof bound === 'string' ? bound : reason)
      if (typeof bound !== 'string') behaviours.set(member.operation, bound)
    }
  problems.push(...findUnbound(subject, behaviours))
  const findings = await Promise.all(problems.map((problem) => findingOf(document, problem)))
  const used = new Set([...behaviours.values()].map(({ resource }) => resource))
  return {
    resources: [...new Set(managed.map(({ resource }) => resource))].filter((one) => used.has(one)),
    behaviours,
    reasons,
    findings,
  }
}

interface Managed {
  readonly group: Group
  readonly resource: Resource
  readonly reason: string
}

interface InferredResources {
  readonly managed: readonly Managed[]
  readonly problems: Problem[]
  readonly reasons: Map<Operation, string>
}

const inferResources = (
  document: Document,
  groups: readonly Group[],
  isTaken: (name: string) => boolean,
): InferredResources => {
  const managed: Managed[] = []
  const problems: Problem[] = []
  const reasons = new Map<Operation, string>()
  const candidates = groups.filter(({ members }) => members.length > 0)
  const names = nameResources(
    candidates.filter((group) => inferResource(document, group, '', '').resource !== undefined),
  )
  for (const group of candidates) {
    const name = names.get(group) ?? group.name
    const inferred = inferResource(document, group, name, isTaken(name) ? `${document.name}/${name}` : name)
    problems.push(...inferred.problems)
    const { resource, reason } = inferred
    if (resource) managed.push({ group, resource, reason: describePlace(group, reason) })
    else for (const { operation } of group.members) if (!reasons.has(operation)) reasons.set(operation, reason)
  }
  return { managed, problems, reasons }
}

const describePlace = ({ key, form, parameter }: Group, reason: string): string => {
  const place =
    form === 'single'
      ? `${key} is one thing`
      : parameter === undefined
        ? `${key} is a collection`
        : `${key} is a collection with items by {${parameter}}`
  return `${place}; ${reason}`
}

/** Finds the parents whose records have to be there: those of its path that can be made, and the one that the overlay names. */
const createParentFinder = (
  managed: readonly Managed[],
  problems: Problem[],
): ((operation: Operation, scopeSize: number) => readonly Parent[]) => {
  const makers = new Map<string, Resource>(
    managed
      .filter(({ group }) => canBeMade(group))
      .map(({ group, resource }) => [`${group.key}/{}`, resource] as const),
  )
  const findNamed = (operation: Operation): Resource | undefined => {
    const asked = getString(operation.node.value, 'x-standin-parent')
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
  return (operation, scopeSize) => {
    const prefixes = prefixKeys(operation.path)
      .slice(0, -1)
      .filter(({ index }) => index < scopeSize)
    const named = findNamed(operation)
    return prefixes.flatMap(({ key, parameter, index }, at): readonly Parent[] => {
      const isNearest = at === prefixes.length - 1
      const resource = (isNearest ? named : undefined) ?? makers.get(key)
      return resource && resource.scopeSize <= index
        ? [{ resource, parameter, readScope: createScopeReader(operation, resource.scopeSize) }]
        : []
    })
  }
}

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
