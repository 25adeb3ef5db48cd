/**
 * Which records are removed with another record: those below its path, and those that could only be created for it.
 */
import { groupBy } from '../../contract/values/group-by.ts'
import type { DependentPlan } from '../plan/operation-plan.ts'
import type { Resource } from '../records/resource.ts'
import { type Group, itemKeyOf, type Managed, type Within } from './group-paths.ts'

export type FindDependents = (resource: Resource) => readonly DependentPlan[]

/** Only resources that an operation uses are in the store; `isUsed` is called when the plan of a removal is inferred. */
export const createDependentsFinder = (
  managed: readonly Managed[],
  isUsed: (resource: Resource) => boolean,
): FindDependents => {
  let direct: ReadonlyMap<string, readonly DependentPlan[]> | undefined
  return (resource) => {
    direct ??= findDirect(managed.filter((one) => isUsed(one.resource)))
    return collectAll(resource.key, direct)
  }
}

/** The dependents of a resource, their dependents, and so on; each once. */
const collectAll = (key: string, direct: ReadonlyMap<string, readonly DependentPlan[]>): readonly DependentPlan[] => {
  const reached = new Set([key])
  for (const parent of reached) for (const { resource } of direct.get(parent) ?? []) reached.add(resource)
  return [...reached].flatMap((parent) => direct.get(parent) ?? [])
}

/** By the key of the parent, in the order of the document. */
const findDirect = (managed: readonly Managed[]): ReadonlyMap<string, readonly DependentPlan[]> => {
  const byItem = groupBy(managed, itemOf)
  const found: DependentPlan[] = []
  for (const other of managed) {
    const keys = [other.group.key, ...other.group.members.flatMap(({ within }) => within?.key ?? [])]
    const parents = new Set(keys.flatMap(keysAbove).flatMap((key) => byItem.get(key) ?? []))
    for (const parent of parents) {
      const dependent = dependentOf(parent, other)
      if (dependent) found.push({ ...dependent, parent: parent.resource.key, resource: other.resource.key })
    }
  }
  return groupBy(found, ({ parent }) => parent)
}

const itemOf = ({ group }: Managed): string => (group.form === 'single' ? group.key : itemKeyOf(group))

/** The keys of the paths above a path. */
const keysAbove = (key: string): readonly string[] =>
  [...key.matchAll(/\//g)].flatMap(({ index }) => (index > 0 ? key.slice(0, index) : []))

type Relation = Pick<DependentPlan, 'by' | 'property' | 'idKind'>

/** Undefined if the records of `other` do not depend on those of `parent`. */
const dependentOf = (parent: Managed, { group, resource }: Managed): Relation | undefined => {
  const item = itemOf(parent)
  const isBelow = (key: string): boolean => key.startsWith(`${item}/`)
  const count = item.split('{}').length - 1
  if (count === 0) return undefined
  if (isBelow(group.key) && resource.scopeSize >= count) return { ...byStore, by: 'scope' }
  const within = group.members.find((member) => member.within && isBelow(member.within.key))?.within
  if (!within || !isOnlyCreatedBelow(group, isBelow)) return undefined
  return dependentWithin(within, count)
}

const byStore = { property: undefined, idKind: 'string' } as const

const isOnlyCreatedBelow = ({ members }: Group, isBelow: (key: string) => boolean): boolean =>
  members.filter(({ kind }) => kind === 'create').every(({ within }) => within !== undefined && isBelow(within.key))

const dependentWithin = ({ properties }: Within, count: number): Relation | undefined => {
  if (properties.length === 0) return { ...byStore, by: 'owner' }
  const own = properties.find(({ index }) => index === count - 1)
  const [property] = own?.path ?? []
  return own && property !== undefined ? { by: 'property', property, idKind: own.kind } : undefined
}
