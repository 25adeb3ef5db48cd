/**
 * Removes the records that depend on a removed record. They are found by scope or by an indexed property, so the cost
 * depends on how many are removed, not on how many there are.
 */
import { groupBy } from '../../../contract/values/group-by.ts'
import type { RecordId, Store, StoredRecord } from '../../../store/store.ts'
import type { DependentPlan, RemovePlan } from '../../plan/operation-plan.ts'
import { ownerMark, ownIdOf, toRecordId } from '../../records/record-id.ts'
import type { Resource } from '../../records/resource.ts'
import type { OperationDeps } from '../deps.ts'

/** `scope` is that of the path under which the record was removed. */
export type RemoveDependents = (store: Store, record: StoredRecord, scope: string | undefined) => Promise<void>

/** Undefined if no records depend on those of the resource. */
export const compileDependents = (
  { resource: key, dependents }: RemovePlan,
  { findResource }: OperationDeps,
): RemoveDependents | undefined => {
  if (dependents.length === 0) return undefined
  const byParent = groupBy(dependents, ({ parent }) => parent)
  /** `isBelowRemoved`: the scope that was removed includes the scopes below it. */
  const removeFor = async (
    store: Store,
    parent: { readonly key: string; readonly record: StoredRecord; readonly scope: string | undefined },
    isBelowRemoved: boolean,
  ): Promise<void> => {
    const { record } = parent
    const resource = findResource(parent.key)
    const text = addressText(resource, record, parent.scope)
    if (text === undefined) return
    const removed = { id: ownIdOf(resource, record), text }
    for (const dependent of byParent.get(parent.key) ?? []) {
      if (isBelowRemoved && dependent.by === 'scope') continue
      for (const record of await removeOf(store, dependent, removed))
        await removeFor(store, { key: dependent.resource, record, scope: record.scope }, dependent.by === 'scope')
    }
  }
  return (store, record, scope) => removeFor(store, { key, record, scope }, false)
}

const removeOf = async (
  store: Store,
  { resource: key, by, property, idKind }: DependentPlan,
  removed: { readonly id: RecordId; readonly text: string },
): Promise<readonly StoredRecord[]> => {
  if (by === 'scope') return store.removeScope(key, removed.text)
  if (by === 'owner') return store.removeScope(key, ownerMark + removed.text)
  const id = toRecordId({ idKind }, removed.id)
  if (id === undefined || property === undefined) return []
  const owned = await store.page(key, { filters: [[property, id]], limit: Number.MAX_SAFE_INTEGER })
  const gone = await Promise.all(owned.map((one) => store.remove(key, one.id)))
  return gone.flatMap((one) => one ?? [])
}

/** The values of the path parameters that lead to a record; undefined if its parents are unknown. */
const addressText = (resource: Resource, record: StoredRecord, given: string | undefined): string | undefined => {
  const { form, keyParts, scopeSize } = resource
  const scope = scopeSize === 0 ? undefined : (given ?? record.scope)
  if (form === 'single') return scope
  if (scopeSize > 0 && scope === undefined) return undefined
  const id = String(ownIdOf(resource, record))
  const own = keyParts.length > 0 ? id : encodeURIComponent(id)
  return scope === undefined ? own : `${scope}/${own}`
}
