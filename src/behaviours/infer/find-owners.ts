/**
 * Whose records the records of a collection are: the collection whose items its path names last.
 */
import type { Resource } from '../records/resource.ts'
import { type Group, itemKeyOf } from './group-paths.ts'

interface Managed {
  readonly group: Group
  readonly resource: Resource
}

/** By resource; those that are nobody's, or below what is no resource, are not among them. */
export const findOwners = (managed: readonly Managed[]): ReadonlyMap<Resource, Resource> => {
  const byItems = new Map(
    managed
      .filter(({ group }) => group.form === 'collection' && group.keyParameters.length === 1)
      .map(({ group, resource }) => [itemKeyOf(group), resource]),
  )
  return new Map(
    managed.flatMap(({ group, resource }): (readonly [Resource, Resource])[] => {
      const above = group.key.slice(0, group.key.lastIndexOf('{}') + 2)
      const owner = resource.scopeSize > 0 ? byItems.get(above) : undefined
      return owner && owner !== resource && owner.scopeSize === resource.scopeSize - 1 ? [[resource, owner]] : []
    }),
  )
}
