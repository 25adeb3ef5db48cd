/**
 * What goes with a record that is taken away: whatever is kept below its address, and what could only be made for it. Found
 * by scope or by an indexed property, so that it costs as much as there is to take away, and not as much as there is.
 */
import { groupBy } from '../../../contract/values/group-by.ts'
import type { Store, StoredRecord } from '../../../store/store.ts'
import { type Group, itemKeyOf, type Within } from '../../infer/group-paths.ts'
import { ownerMark, ownIdOf, toRecordId } from '../../records/record-id.ts'
import type { Resource } from '../../records/resource.ts'

interface Managed {
  readonly group: Group
  readonly resource: Resource
}

/** `scope` is that of the address under which the record was taken away. */
export type RemoveDependents = (store: Store, record: StoredRecord, scope: string | undefined) => Promise<void>

/** How records of a resource hang on one of another. */
type Dependent =
  | { readonly kind: 'scope'; readonly resource: Resource }
  | { readonly kind: 'owner'; readonly resource: Resource }
  | {
      readonly kind: 'property'
      readonly resource: Resource
      readonly property: string
      readonly idKind: 'integer' | 'string'
    }

/** Undefined for a resource on which nothing hangs. What no operation uses, as `isUsed` then says, is not in the store. */
export const createDependentsFinder = (
  managed: readonly Managed[],
  isUsed: (resource: Resource) => boolean,
): ((resource: Resource) => RemoveDependents | undefined) => {
  const found = findDependents(managed)
  const removeAll = async (
    store: Store,
    { resource, record, scope }: { resource: Resource; record: StoredRecord; scope: string | undefined },
    isDeep: boolean,
  ): Promise<void> => {
    const text = addressText(resource, record, scope)
    for (const dependent of text === undefined ? [] : (found.get(resource) ?? [])) {
      // Scopes below that of the record are those of what hangs on its dependents, too.
      if ((isDeep && dependent.kind === 'scope') || !isUsed(dependent.resource)) continue
      for (const removed of await removeOf(store, dependent, record, text ?? ''))
        await removeAll(
          store,
          { resource: dependent.resource, record: removed, scope: removed.scope },
          dependent.kind === 'scope',
        )
    }
  }
  return (resource) =>
    found.get(resource)?.length
      ? (store, record, scope) => removeAll(store, { resource, record, scope }, false)
      : undefined
}

/** In the order of the document. */
const findDependents = (managed: readonly Managed[]): ReadonlyMap<Resource, readonly Dependent[]> => {
  const byItem = groupBy(managed, itemOf)
  const found = new Map<Resource, Dependent[]>()
  for (const other of managed) {
    const keys = [other.group.key, ...other.group.members.flatMap(({ within }) => within?.key ?? [])]
    for (const one of new Set(keys.flatMap(keysAbove).flatMap((key) => byItem.get(key) ?? []))) {
      const dependent = dependentOf(one, other)
      if (dependent) found.set(one.resource, [...(found.get(one.resource) ?? []), dependent])
    }
  }
  return found
}

const itemOf = ({ group }: Managed): string => (group.form === 'single' ? group.key : itemKeyOf(group))

/** The keys of the paths that a path is below. */
const keysAbove = (key: string): readonly string[] =>
  [...key.matchAll(/\//g)].flatMap(({ index }) => (index > 0 ? key.slice(0, index) : []))

const dependentOf = (one: Managed, other: Managed): Dependent | undefined => {
  const { resource } = other
  const item = itemOf(one)
  const isBelow = (key: string): boolean => key.startsWith(`${item}/`)
  const count = item.split('{}').length - 1
  if (count === 0) return undefined
  if (isBelow(other.group.key) && resource.scopeSize >= count) return { kind: 'scope', resource }
  const within = other.group.members.find((member) => member.within && isBelow(member.within.key))?.within
  if (!within || !isOnlyMadeBelow(other.group, isBelow)) return undefined
  return dependentWithin(within, resource, count)
}

const isOnlyMadeBelow = ({ members }: Group, isBelow: (key: string) => boolean): boolean =>
  members.filter(({ kind }) => kind === 'create').every(({ within }) => within !== undefined && isBelow(within.key))

const dependentWithin = ({ properties }: Within, resource: Resource, count: number): Dependent | undefined => {
  if (properties.length === 0) return { kind: 'owner', resource }
  const own = properties.find(({ index }) => index === count - 1)
  const [property] = own?.path ?? []
  return own && property !== undefined ? { kind: 'property', resource, property, idKind: own.kind } : undefined
}

const removeOf = async (
  store: Store,
  dependent: Dependent,
  record: StoredRecord,
  text: string,
): Promise<readonly StoredRecord[]> => {
  const { key } = dependent.resource
  if (dependent.kind === 'scope') return store.removeScope(key, text)
  if (dependent.kind === 'owner') return store.removeScope(key, ownerMark + text)
  const id = toRecordId(dependent, ownIdOf(record))
  if (id === undefined) return []
  const owned = await store.page(key, { filters: [[dependent.property, id]], limit: Number.MAX_SAFE_INTEGER })
  const removed = await Promise.all(owned.map((one) => store.remove(key, one.id)))
  return removed.flatMap((one) => one ?? [])
}

/** The values of the path parameters that lead to a record; undefined where it is not known whose it is. */
const addressText = (
  { form, keyParts, scopeSize }: Resource,
  record: StoredRecord,
  given: string | undefined,
): string | undefined => {
  const scope = scopeSize === 0 ? undefined : (given ?? record.scope)
  if (form === 'single') return scope
  if (scopeSize > 0 && scope === undefined) return undefined
  const id = String(ownIdOf(record))
  const own = keyParts.length > 0 ? id : encodeURIComponent(id)
  return scope === undefined ? own : `${scope}/${own}`
}
