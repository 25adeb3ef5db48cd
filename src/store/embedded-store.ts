/**
 * The store in the memory of this process. Its trees are built from the seed once and serve every request.
 */
import { ChangeNotes, type ResourceChange } from './change-notes.ts'
import { type Collection, freezeDeep } from './collection.ts'
import { Collections, type ResourceDifference } from './collections.ts'
import type { Sequence } from './id-sequence.ts'
import { type MemoryBudget, memoryOf } from './memory-budget.ts'
import { keepOrder } from './position.ts'
import { constant, createDigest, createSeedCollections, type LaterRecords, type SeedRecords } from './seed.ts'
import type {
  Change,
  CountQuery,
  Draft,
  IdSource,
  PageQuery,
  PeekedRecord,
  PeekQuery,
  Position,
  RecordId,
  ResourceSchema,
  Store,
  StoredRecord,
  WouldBe,
} from './store.ts'

/** Builds the trees from seed records. `sequences`: where generated ids continue, at least after the records. */
export const createEmbeddedStore = (
  resources: readonly ResourceSchema[],
  records: SeedRecords,
  sequences: ReadonlyMap<string, Sequence> = new Map(),
  later?: LaterRecords,
): EmbeddedStore => {
  const seed = { records, sequences, later }
  const collections = createSeedCollections(resources, seed)
  return new EmbeddedStore({ collections, digest: createDigest(seed), touched: false })
}

/** A store without resources: every store differs from it by all of its records. */
export const createEmptyStore = (): EmbeddedStore =>
  new EmbeddedStore({ collections: new Collections(new Map()), digest: constant(''), touched: false })

/** Identifies the records of a resource at one moment. */
export interface Edition {
  readonly collection: object
  readonly version: number
}

interface EmbeddedParts {
  readonly collections: Collections
  readonly digest: () => string
  readonly touched: boolean
}

/** Each method does its work synchronously, so that no two calls interleave. */
export class EmbeddedStore implements Store {
  /** What is written is counted here; undefined: nowhere. Forks have the same. */
  memory: MemoryBudget | undefined
  /** It has at most this number of records; undefined: not counted yet. */
  #most: number | undefined
  readonly #digest: () => string
  /** What was written since `startRecording`; undefined: nothing is recorded. */
  #changes: ChangeNotes | undefined
  readonly #collections: Collections
  #touched: boolean

  constructor({ collections, digest, touched }: EmbeddedParts) {
    this.#collections = collections
    this.#digest = digest
    this.#touched = touched
  }

  /** Different for different seeds. */
  get digest(): string {
    return this.#digest()
  }

  /** Whether the records of a resource have not been generated yet. */
  isPending(resource: string): boolean {
    return this.#collections.isPending(resource)
  }

  /** Whether the records of a resource are generated; not if others were added before that. */
  isGenerated(resource: string): boolean {
    return this.#collections.isGenerated(resource)
  }

  /** Generates a record of a resource before anybody needs it; all of them, if values decide which ones there are. */
  generateOne(resource: string): void {
    this.#collections.generateOne(resource)
  }

  /** Whether another seed has the same records, as far as those of this one are known. */
  hasSameSeed(other: EmbeddedStore): boolean {
    if (this === other || this.digest === other.digest) return true
    return this.#collections.hasSameRecords(other.#collections)
  }

  /** Whether anything was written since the seed. */
  get isTouched(): boolean {
    return this.#touched
  }

  async insert(resource: string, ids: IdSource, draft: Draft): Promise<StoredRecord | undefined> {
    const later = this.#collections.extendable(resource)
    this.#changes?.noteSequence(resource, this.#seen(resource))
    this.#touched = true
    // Perhaps an id only seemed to be in use: then the records decide.
    const record = later?.insert(ids, draft) ?? this.#writable(resource).insert(ids, draft)
    if (!record) return undefined
    this.#written(record)
    this.#changes?.noteInserted(resource, this.#seen(resource), record)
    return record
  }

  async update(resource: string, id: RecordId, change: Change): Promise<StoredRecord | undefined> {
    this.#note(resource, id)
    const record = this.#updateLater(resource, id, change) ?? this.#writable(resource).update(id, change)
    if (record) this.memory?.spend(memoryOf(record))
    return record
  }

  async remove(
    resource: string,
    id: RecordId,
    allows?: (record: StoredRecord) => boolean,
  ): Promise<StoredRecord | undefined> {
    this.#note(resource, id)
    if (allows) {
      const record = this.#collections.get(resource, id)
      if (!record || !allows(record)) return undefined
    }
    return this.#changeLater(resource, id, () => undefined) ?? this.#writable(resource).remove(id)
  }

  /** Undefined if only the collection can be changed. */
  #updateLater(resource: string, id: RecordId, change: Change): StoredRecord | undefined {
    let after: StoredRecord | undefined
    const before = this.#changeLater(resource, id, (record) => {
      const changed = change(record)
      after = changed ? freezeDeep(keepOrder({ ...changed, id: record.id }, record)) : record
      return after
    })
    return before && after
  }

  #changeLater(
    resource: string,
    id: RecordId,
    change: (record: StoredRecord) => StoredRecord | undefined,
  ): StoredRecord | undefined {
    const before = this.#changes ? undefined : this.#collections.changeLater(resource, id, change)
    if (before) this.#touched = true
    return before
  }

  async removeScope(resource: string, scope: string): Promise<readonly StoredRecord[]> {
    const unbuilt = this.#changes ? undefined : this.#collections.removeScopeLater(resource, scope)
    if (unbuilt) {
      this.#touched = true
      return unbuilt
    }
    const records = this.#readable(resource).ofScope(scope)
    if (records.length === 0) return records
    const own = this.#writable(resource)
    for (const { id } of records) {
      this.#note(resource, id)
      own.remove(id)
    }
    return records
  }

  async replaceAll(resource: string, records: readonly StoredRecord[]): Promise<void> {
    const before = this.#writable(resource)
    if (this.#changes) {
      for (const { id } of before.values()) this.#note(resource, id)
      for (const { id } of records) this.#note(resource, id)
    }
    this.#collections.replaceAll(resource, records)
    this.#most = undefined
    for (const record of records) this.memory?.spend(memoryOf(record))
  }

  async get(resource: string, id: RecordId): Promise<StoredRecord | undefined> {
    return this.#collections.get(resource, id)
  }

  async page(resource: string, query: PageQuery): Promise<readonly StoredRecord[]> {
    return this.#readable(resource).page(query)
  }

  async peek(resource: string, { limit, scope }: PeekQuery): Promise<readonly PeekedRecord[] | undefined> {
    const predicted = this.#collections.predicted(resource)
    if (!predicted) return undefined
    const collections = this.#collections
    const within =
      scope === undefined ? predicted : predicted.filter((place) => place.scope === undefined || place.scope === scope)
    return within.slice(0, limit).map(({ id, scope: own }) => ({
      id,
      ...(own === undefined ? {} : { scope: own }),
      get value() {
        return collections.get(resource, id)?.value ?? {}
      },
    }))
  }

  async findClash(resource: string, record: WouldBe): Promise<string | undefined> {
    return this.#readable(resource).findClash(record)
  }

  async count(resource: string, query?: CountQuery): Promise<number> {
    return this.#readable(resource).count(query)
  }

  async expectCount(resource: string): Promise<number> {
    return this.#collections.predicted(resource)?.length ?? this.count(resource)
  }

  /** Where a record that was removed recently was in lists; undefined if that is not known any more. */
  formerPosition(resource: string, id: RecordId): Position | undefined {
    return this.#readable(resource).formerPosition(id)
  }

  /** How many records it has. Those that are not generated yet are not counted. */
  get size(): number {
    return this.#collections.size
  }

  /** Whether it has fewer records. Removed ones are counted only where that makes a difference. */
  hasFewerThan(limit: number): boolean {
    if (this.#most !== undefined && this.#most < limit) return true
    this.#most = this.size
    return this.#most < limit
  }

  /** Records that another store, with the same resources, does not have. Collections in `seen` are skipped, and added to it; so are records. */
  recordsBeside(base: EmbeddedStore, seen: Set<object>): Generator<StoredRecord> {
    return this.#collections.recordsBeside(base.#collections, seen)
  }

  /** From now on, writes are noted until `takeChanges` is called. A fork does not record. */
  startRecording(): void {
    this.#changes ??= new ChangeNotes()
  }

  /** What changed since recording began or changes were last taken. What was changed back is left out. */
  takeChanges(): readonly ResourceChange[] {
    return this.#changes?.take((resource) => this.#seen(resource)) ?? []
  }

  /** What must change in this store to get the resources of the other one, which has the same ones. */
  differencesTo(other: EmbeddedStore): readonly ResourceDifference[] {
    return this.#collections.differencesTo(other.#collections)
  }

  has(resource: string): boolean {
    return this.#collections.has(resource)
  }

  /** The names of its resources. */
  get resources(): readonly string[] {
    return this.#collections.names
  }

  /** All records of a resource, in the order of lists. */
  all(resource: string): Iterable<StoredRecord> {
    return this.#readable(resource).values()
  }

  /** The records of a resource as they are now: the same object and version mean that nothing has changed. */
  editionOf(resource: string): Edition {
    const collection = this.#readable(resource)
    return { collection, version: collection.version }
  }

  /** Where its generated ids continue. */
  sequenceOf(resource: string): Sequence {
    return this.#readable(resource).sequence
  }

  /** Prepares for effects of the log on a resource that no served document has. */
  addHidden(resource: string): void {
    this.#collections.addHidden(resource)
  }

  /** Stores a record that was read from the log; it replaces one with the same id. Checks nothing. */
  put(resource: string, record: StoredRecord): void {
    this.#note(resource, record.id)
    this.#writable(resource).put(record)
    this.#written(record)
  }

  /** Deletes a record, as an effect of the log. */
  drop(resource: string, id: RecordId): void {
    this.#note(resource, id)
    this.#writable(resource).remove(id)
  }

  continueAt(resource: string, sequence: Sequence): void {
    this.#changes?.noteSequence(resource, this.#readable(resource))
    this.#writable(resource).sequence = sequence
  }

  /** A copy with the records that it has now as the seed. */
  asSeed(digest: string): EmbeddedStore {
    return this.#share(constant(digest), false)
  }

  /** A copy that is independent from now on. */
  fork(memory = this.memory): EmbeddedStore {
    const fork = this.#share(this.#digest, this.#touched)
    fork.memory = memory
    return fork
  }

  #share(digest: () => string, touched: boolean): EmbeddedStore {
    const copy = new EmbeddedStore({ collections: this.#collections.share(), digest, touched })
    copy.#most = this.#most
    return copy
  }

  /** Its records with the resources of another store: new resources are copied from there, missing ones are hidden. */
  adapt(other: EmbeddedStore): EmbeddedStore {
    const collections = this.#collections.adapt(other.#collections)
    const store = new EmbeddedStore({ collections, digest: this.#digest, touched: this.#touched })
    store.memory = this.memory
    return store
  }

  /** The records that anybody has seen or written: all of them, or those that were added to what is not generated yet. */
  #seen(resource: string): Collection {
    return this.#collections.added(resource) ?? this.#readable(resource)
  }

  #readable(resource: string): Collection {
    return this.#collections.readable(resource)
  }

  #writable(resource: string): Collection {
    const collection = this.#collections.writable(resource)
    this.#touched = true
    return collection
  }

  /** Notes the record with this id before it changes. */
  #note(resource: string, id: RecordId): void {
    this.#changes?.noteRecord(resource, this.#readable(resource), id)
  }

  #written(record: StoredRecord): void {
    if (this.#most !== undefined) this.#most++
    this.memory?.spend(memoryOf(record))
  }
}
