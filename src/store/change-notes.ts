/**
 * Notes what is written to a store, with the records as they were: the sandbox stores it in its log, and can undo it.
 */
import type { Collection, Difference } from './collection.ts'
import { isSameSequence, type Sequence } from './id-sequence.ts'
import type { RecordId, StoredRecord } from './store.ts'

/** How a resource was when a change began. */
interface Before {
  readonly sequence: Sequence
  /** The records that were written since; undefined: no record had that id. */
  readonly records: Map<RecordId, StoredRecord | undefined>
}

/** What changed in one resource. */
export interface ResourceChange {
  readonly resource: string
  /** The records as they are now; undefined: removed. */
  readonly after: readonly Difference[]
  /** The same records as they were. */
  readonly before: readonly Difference[]
  /** Undefined if the next ids are the same. */
  readonly sequence: { readonly before: Sequence; readonly after: Sequence } | undefined
}

export class ChangeNotes {
  #byResource = new Map<string, Before>()

  /** Notes how a collection is before it changes. */
  noteSequence(resource: string, { sequence }: Collection): void {
    this.#of(resource, sequence)
  }

  /** Notes how the record with this id is before it changes. */
  noteRecord(resource: string, collection: Collection, id: RecordId): void {
    const { records } = this.#of(resource, collection.sequence)
    if (!records.has(id)) records.set(id, collection.get(id))
  }

  /** Notes that a record is new. `noteSequence` was called before it was inserted. */
  noteInserted(resource: string, collection: Collection, { id }: StoredRecord): void {
    const { records } = this.#of(resource, collection.sequence)
    if (!records.has(id)) records.set(id, undefined)
  }

  #of(resource: string, sequence: Sequence): Before {
    const known = this.#byResource.get(resource)
    if (known) return known
    const before = { sequence, records: new Map<RecordId, StoredRecord | undefined>() }
    this.#byResource.set(resource, before)
    return before
  }

  /** What changed since the last call. What was changed back is left out. */
  take(collectionOf: (resource: string) => Collection): readonly ResourceChange[] {
    if (this.#byResource.size === 0) return noChanges
    const changes = this.#byResource
    this.#byResource = new Map()
    return [...changes].flatMap(([resource, before]) => describeChange(resource, before, collectionOf(resource)) ?? [])
  }
}

const noChanges: readonly ResourceChange[] = []

const describeChange = (
  resource: string,
  { sequence, records }: Before,
  collection: Collection,
): ResourceChange | undefined => {
  const after: Difference[] = []
  const before: Difference[] = []
  for (const [id, was] of records) {
    const record = collection.get(id)
    if (record === was) continue
    after.push([id, record])
    before.push([id, was])
  }
  const isSame = isSameSequence(sequence, collection.sequence)
  if (isSame && after.length === 0) return undefined
  return { resource, after, before, sequence: isSame ? undefined : { before: sequence, after: collection.sequence } }
}
