/**
 * The store in the memory of this process. Its trees are built from the seed once and serve every request.
 */
import { createHash } from 'node:crypto'
import { InternalError } from '../errors.ts'
import { type Collection, createCollection, type Sequence } from './collection.ts'
import type {
  Change,
  CountQuery,
  Draft,
  IdSource,
  PageQuery,
  RecordId,
  ResourceSchema,
  Store,
  StoredRecord,
  WouldBe,
} from './store.ts'

/** The seed: records by resource. */
export type SeedRecords = Readonly<Record<string, readonly StoredRecord[]>>

/** Builds the trees from seed records. */
export const createEmbeddedStore = (resources: readonly ResourceSchema[], seed: SeedRecords): EmbeddedStore => {
  const collections = new Map(
    resources.map(({ name, filterable, unique }) => {
      const collection = createCollection(filterable, unique)
      for (const record of seedOf(seed, name)) collection.add(record)
      return [name, collection]
    }),
  )
  return new EmbeddedStore({ collections, digest: digestOf(seed), touched: false })
}

/** An own-key check, since a resource may have a name such as `constructor`. */
const seedOf = (seed: SeedRecords, name: string): readonly StoredRecord[] =>
  (Object.hasOwn(seed, name) ? seed[name] : undefined) ?? []

/** A hash over all seed records. Runs when fixtures are loaded. */
const digestOf = (seed: SeedRecords): string => {
  const hash = createHash('sha256')
  for (const [name, records] of Object.entries(seed)) for (const { json } of records) hash.update(`${name} ${json}\n`)
  return hash.digest('hex')
}

interface EmbeddedParts {
  readonly collections: ReadonlyMap<string, Collection>
  readonly digest: string
  readonly touched: boolean
}

/**
 * Collections are shared with forks until one of them writes (copy on write), so a fork takes constant time. Each method does
 * its work synchronously, so that no two calls interleave.
 */
export class EmbeddedStore implements Store {
  /** Different for different seeds. */
  readonly digest: string
  /** What was written since `startRecording`; undefined: nothing is recorded. */
  #changes: Map<string, Set<RecordId>> | undefined
  #collections: Map<string, Collection>
  /** Resources whose collection is not shared; undefined while even the map of collections is shared. */
  #own: Set<string> | undefined
  #touched: boolean

  constructor({ collections, digest, touched }: EmbeddedParts) {
    this.digest = digest
    this.#collections = collections as Map<string, Collection>
    this.#touched = touched
  }

  /** Whether anything was written since the seed. */
  get isTouched(): boolean {
    return this.#touched
  }

  async insert(resource: string, ids: IdSource, draft: Draft): Promise<StoredRecord | undefined> {
    const record = this.#writable(resource).insert(ids, draft)
    // A skipped id counts, too: the resource is noted even if nothing was inserted.
    this.#note(resource, record?.id)
    return record
  }

  async update(resource: string, id: RecordId, change: Change): Promise<StoredRecord | undefined> {
    this.#note(resource, id)
    return this.#writable(resource).update(id, change)
  }

  async remove(
    resource: string,
    id: RecordId,
    allows?: (record: StoredRecord) => boolean,
  ): Promise<StoredRecord | undefined> {
    this.#note(resource, id)
    return this.#writable(resource).remove(id, allows)
  }

  async removeScope(resource: string, scope: string): Promise<readonly StoredRecord[]> {
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
    if (this.#changes) for (const { id } of before.values()) this.#note(resource, id)
    const replaced = before.with(records)
    if (this.#changes) for (const { id } of records) this.#note(resource, id)
    this.#collections.set(resource, replaced)
  }

  async get(resource: string, id: RecordId): Promise<StoredRecord | undefined> {
    return this.#readable(resource).get(id)
  }

  async page(resource: string, query: PageQuery): Promise<readonly StoredRecord[]> {
    return this.#readable(resource).page(query)
  }

  async findClash(resource: string, record: WouldBe): Promise<string | undefined> {
    return this.#readable(resource).findClash(record)
  }

  async count(resource: string, query?: CountQuery): Promise<number> {
    return this.#readable(resource).count(query)
  }

  /** From now on, writes are noted until `takeChanges` is called. A fork does not record. */
  startRecording(): void {
    this.#changes ??= new Map()
  }

  /** The ids of records that may have changed, by resource, since recording began or changes were last taken. */
  takeChanges(): ReadonlyMap<string, ReadonlySet<RecordId>> {
    const changes = this.#changes
    if (!changes || changes.size === 0) return noChanges
    this.#changes = new Map()
    return changes
  }

  #note(resource: string, id: RecordId | undefined): void {
    if (!this.#changes) return
    const ids = this.#changes.get(resource) ?? new Set()
    if (id !== undefined) ids.add(id)
    this.#changes.set(resource, ids)
  }

  has(resource: string): boolean {
    return this.#collections.has(resource)
  }

  /** The names of its resources. */
  get resources(): readonly string[] {
    return [...this.#collections.keys()]
  }

  /** A record as it is now; undefined if there is none. Synchronous, for the log. */
  find(resource: string, id: RecordId): StoredRecord | undefined {
    return this.#readable(resource).get(id)
  }

  /** All records of a resource, by id. */
  all(resource: string): Iterable<StoredRecord> {
    return this.#readable(resource).values()
  }

  /** Where its generated ids continue. */
  sequenceOf(resource: string): Sequence {
    return this.#readable(resource).sequence
  }

  /** Stores a record that was read from the log; it replaces one with the same id. Checks nothing. */
  put(resource: string, record: StoredRecord): void {
    this.#writable(resource).put(record)
  }

  /** Deletes a record, as an effect of the log. */
  drop(resource: string, id: RecordId): void {
    this.#writable(resource).remove(id)
  }

  continueAt(resource: string, sequence: Sequence): void {
    this.#writable(resource).sequence = sequence
  }

  /** A copy that is independent from now on. */
  fork(): EmbeddedStore {
    this.#own = undefined
    return new EmbeddedStore({ collections: this.#collections, digest: this.digest, touched: this.#touched })
  }

  /** Its records with the resources of another store: new resources are copied from there, missing ones are dropped. */
  adapt(other: EmbeddedStore): EmbeddedStore {
    const adapted = new Map(
      [...other.#collections].map(([name, theirs]) => [name, adaptCollection(this.#collections.get(name), theirs)]),
    )
    return new EmbeddedStore({ collections: adapted, digest: this.digest, touched: this.#touched })
  }

  #readable(resource: string): Collection {
    const collection = this.#collections.get(resource)
    if (!collection) throw new InternalError(`no resource ${resource} in the store`)
    return collection
  }

  #writable(resource: string): Collection {
    const collection = this.#readable(resource)
    this.#touched = true
    if (this.#own?.has(resource)) return collection
    if (!this.#own) {
      this.#collections = new Map(this.#collections)
      this.#own = new Set()
    }
    const own = collection.clone()
    this.#collections.set(resource, own)
    this.#own.add(resource)
    return own
  }
}

const noChanges: ReadonlyMap<string, ReadonlySet<RecordId>> = new Map()

/** The own records with the indexes of another collection. */
const adaptCollection = (own: Collection | undefined, theirs: Collection): Collection => {
  if (!own) return theirs.clone()
  if (own.isLike(theirs)) return own
  return own.reindex(theirs)
}
