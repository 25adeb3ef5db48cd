/**
 * How the records of two sandboxes differ. Forks share most of their records, and what they share is skipped, unless their
 * clocks show it differently.
 */
import { type Moment, mayDiffer, recordAt } from '../../behaviours/records/lifecycle.ts'
import { isGone } from '../../behaviours/records/record-id.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import type { Service } from '../../loading/service.ts'
import type { JsonObject } from '../../ports.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import type { EmbeddedStore } from '../../store/embedded-store.ts'
import type { RecordId, StoredRecord } from '../../store/store.ts'
import { momentOf } from './find-resource.ts'
import { findSandbox } from './find-sandbox.ts'

interface Side {
  readonly store: EmbeddedStore
  readonly moment: Moment
}

/** A record on both sides. */
interface Pair {
  readonly id: RecordId
  readonly before: StoredRecord | undefined
  readonly after: StoredRecord | undefined
}

/**
 * By resource, with at most `limit` records of each. Call it outside of a transaction. Rejects with ControlError 404 if the
 * other sandbox does not exist.
 */
export const diffSandboxes = async (
  sandboxes: Sandboxes,
  service: Service,
  sandbox: Sandbox,
  otherId: string,
  limit: number,
): Promise<readonly JsonObject[]> => {
  if (sandboxes.needsRefresh) await sandboxes.refresh(otherId)
  const [from, to] = [await read(sandbox), await read(findSandbox(sandboxes, otherId))]
  const stored = new Map(from.store.differencesTo(to.store).map(({ resource, records }) => [resource, records]))
  const differing = await Promise.all(
    to.store.resources.map(async (key) => {
      const resource = service.resources.find((one) => one.key === key)
      if (!resource) return undefined
      const records = stored.get(key) ?? []
      const changed = await Promise.all(records.map(([id, after]) => pairOf(from.store, key, id, after)))
      const pairs = [...changed, ...findMoved(resource, from, to, new Set(records.map(([id]) => id)))]
      const shown = pairs.map(({ id, before, after }) => ({
        id,
        before: before && recordAt(resource, before, from.moment),
        after: after && recordAt(resource, after, to.moment),
      }))
      return describe(resource, shown.filter(isDifferent), limit)
    }),
  )
  return differing.filter((one) => one !== undefined)
}

/** Records that both have, but whose lifecycles are not equally far. `changed`: ids of those that differ as they are stored. */
const findMoved = (resource: Resource, from: Side, to: Side, changed: ReadonlySet<RecordId>): readonly Pair[] => {
  if (resource.lifecycles.length === 0) return []
  const shared = [...to.store.all(resource.key)].filter(({ id }) => !changed.has(id))
  return shared
    .filter((record) => !isGone(record) && mayDiffer(resource, record, from.moment, to.moment))
    .map((record) => ({ id: record.id, before: record, after: record }))
}

const read = (sandbox: Sandbox): Promise<Side> | Side =>
  sandbox.transact(() => ({ store: sandbox.capture().store, moment: momentOf(sandbox) }))

const pairOf = async (
  store: EmbeddedStore,
  key: string,
  id: RecordId,
  after: StoredRecord | undefined,
): Promise<Pair> => {
  const before = store.has(key) ? await store.get(key, id) : undefined
  return { id, before: present(before), after: present(after) }
}

const present = (record: StoredRecord | undefined): StoredRecord | undefined =>
  record && isGone(record) ? undefined : record

/** The same record may be stored twice, and two may have become the same by their lifecycles. */
const isDifferent = ({ before, after }: Pair): boolean => before?.json !== after?.json || before?.scope !== after?.scope

const byId = (one: Pair, other: Pair): number => (one.id < other.id ? -1 : 1)

const describe = (resource: Resource, pairs: readonly Pair[], limit: number): JsonObject | undefined => {
  if (pairs.length === 0) return undefined
  const added = pairs.filter(({ before }) => before === undefined).length
  const deleted = pairs.filter(({ after }) => after === undefined).length
  return {
    resource: resource.key,
    added,
    changed: pairs.length - added - deleted,
    deleted,
    records: pairs
      .toSorted(byId)
      .slice(0, limit)
      .map(({ id, before, after }) => ({
        id: String(id),
        before: before?.value ?? null,
        after: after?.value ?? null,
      })),
  }
}
