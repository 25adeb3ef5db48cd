/**
 * The store in this process's memory. lowdb holds what a store starts from (in memory, or another of its adapters);
 * the trees are made of it once and serve every request.
 */
import { createHash } from 'node:crypto'
import { Low, Memory } from 'lowdb'
import { DefectError } from '../errors.ts'
import { type Collection, createCollection } from './collection.ts'
import type { ResourceSchema, Store, StoredRecord } from './store.ts'

/** Records by resource, as they are seeded. */
export type SeedRecords = Readonly<Record<string, readonly StoredRecord[]>>

/** A store with the means to make others of it. */
export interface EmbeddedStore extends Store {
  /** Differs where the seed differs. */
  readonly digest: string
  /** The same records in a store of its own; costs the same whatever this one holds. */
  readonly fork: () => EmbeddedStore
  /** Whether anything was written since it was made or forked. */
  readonly isTouched: () => boolean
  /** Its records under the resources of another store: those that are new come from there, those that are gone go. */
  readonly adapt: (other: EmbeddedStore) => EmbeddedStore
  readonly collections: ReadonlyMap<string, Collection>
}

/** Puts seed records into a lowdb database in memory and opens a store on it. */
export const createEmbeddedStore = async (
  resources: readonly ResourceSchema[],
  seed: SeedRecords,
): Promise<EmbeddedStore> => {
  const database = new Low<SeedRecords>(new Memory(), {})
  database.data = seed
  await database.write()
  return openStore(resources, database)
}

/** Reads a lowdb database into trees. */
const openStore = async (resources: readonly ResourceSchema[], database: Low<SeedRecords>): Promise<EmbeddedStore> => {
  await database.read()
  const collections = new Map(
    resources.map(({ name, filterable }) => {
      const collection = createCollection(filterable)
      for (const record of seedOf(database.data, name)) collection.add(record)
      return [name, collection]
    }),
  )
  return wrapCollections(collections, digestOf(database.data))
}

/** A resource may be named like a property that every object has. */
const seedOf = (seed: SeedRecords, name: string): readonly StoredRecord[] =>
  (Object.hasOwn(seed, name) ? seed[name] : undefined) ?? []

/** All seed records as one text, hashed; fixtures are small, and this runs when they are loaded. */
const digestOf = (seed: SeedRecords): string => {
  const hash = createHash('sha256')
  for (const [name, records] of Object.entries(seed)) for (const { json } of records) hash.update(`${name} ${json}\n`)
  return hash.digest('hex')
}

const wrapCollections = (
  collections: ReadonlyMap<string, Collection>,
  digest: string,
  startsTouched = false,
): EmbeddedStore => {
  let touched = startsTouched
  const collectionOf = (resource: string): Collection => {
    const collection = collections.get(resource)
    if (!collection) throw new DefectError(`no resource ${resource} in the store`)
    return collection
  }
  // Each method does its whole work before it returns, so that no two of them interleave.
  return {
    digest,
    collections,
    insert: async (resource, ids, draft) => {
      const record = collectionOf(resource).insert(ids, draft)
      touched ||= record !== undefined
      return record
    },
    get: async (resource, id) => collectionOf(resource).get(id),
    page: async (resource, query) => collectionOf(resource).page(query),
    count: async (resource) => collectionOf(resource).count(),
    isTouched: () => touched,
    fork: () =>
      wrapCollections(new Map([...collections].map(([name, collection]) => [name, collection.clone()])), digest),
    adapt: (other) => {
      const adapted = new Map(
        [...other.collections].map(([name, theirs]) => [name, adaptCollection(collections.get(name), theirs)]),
      )
      return wrapCollections(adapted, digest, touched)
    },
  }
}

/** Own records in a collection with the indexes of another. */
const adaptCollection = (own: Collection | undefined, theirs: Collection): Collection => {
  if (!own) return theirs.clone()
  if (own.filterable.join('\n') === theirs.filterable.join('\n')) return own
  return own.reindex(theirs.filterable)
}
