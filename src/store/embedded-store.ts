/**
 * The store in the memory of this process. lowdb holds the seed (in memory, or through another of its adapters); the trees
 * are built from it once and serve every request.
 */
import { createHash } from 'node:crypto'
import { Low, Memory } from 'lowdb'
import { InternalError } from '../errors.ts'
import { type Collection, createCollection } from './collection.ts'
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

/** Creates a store from seed records, by way of a lowdb database in memory. */
export const createEmbeddedStore = async (
  resources: readonly ResourceSchema[],
  seed: SeedRecords,
): Promise<EmbeddedStore> => {
  const database = new Low<SeedRecords>(new Memory(), {})
  database.data = seed
  await database.write()
  return openStore(resources, database)
}

/** Builds the trees from a lowdb database. */
const openStore = async (resources: readonly ResourceSchema[], database: Low<SeedRecords>): Promise<EmbeddedStore> => {
  await database.read()
  const collections = new Map(
    resources.map(({ name, filterable, unique }) => {
      const collection = createCollection(filterable, unique)
      for (const record of seedOf(database.data, name)) collection.add(record)
      return [name, collection]
    }),
  )
  return new EmbeddedStore({ collections, digest: digestOf(database.data), touched: false })
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
    return this.#writable(resource).insert(ids, draft)
  }

  async update(resource: string, id: RecordId, change: Change): Promise<StoredRecord | undefined> {
    return this.#writable(resource).update(id, change)
  }

  async remove(
    resource: string,
    id: RecordId,
    allows?: (record: StoredRecord) => boolean,
  ): Promise<StoredRecord | undefined> {
    return this.#writable(resource).remove(id, allows)
  }

  async removeScope(resource: string, scope: string): Promise<readonly StoredRecord[]> {
    const records = this.#readable(resource).ofScope(scope)
    if (records.length === 0) return records
    const own = this.#writable(resource)
    for (const { id } of records) own.remove(id)
    return records
  }

  async replaceAll(resource: string, records: readonly StoredRecord[]): Promise<void> {
    const replaced = this.#writable(resource).with(records)
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

/** The own records with the indexes of another collection. */
const adaptCollection = (own: Collection | undefined, theirs: Collection): Collection => {
  if (!own) return theirs.clone()
  if (own.isLike(theirs)) return own
  return own.reindex(theirs)
}
