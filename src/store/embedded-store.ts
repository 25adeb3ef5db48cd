/**
 * The store in this process's memory. lowdb holds what a store starts from (in memory, or another of its adapters);
 * the trees are made of it once and serve every request.
 */
import { Low, Memory } from 'lowdb'
import { DefectError } from '../errors.ts'
import { type Collection, createCollection } from './collection.ts'
import type { ResourceSchema, Store, StoredRecord } from './store.ts'

/** Records by resource, as they are seeded. */
export type SeedRecords = Readonly<Record<string, readonly StoredRecord[]>>

/** A store with the means to make others of it. */
export interface EmbeddedStore extends Store {
  /** The same records in a store of its own; costs the same whatever this one holds. */
  readonly fork: () => EmbeddedStore
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
      for (const record of database.data[name] ?? []) collection.add(record)
      return [name, collection]
    }),
  )
  return wrapCollections(collections)
}

const wrapCollections = (collections: ReadonlyMap<string, Collection>): EmbeddedStore => {
  const collectionOf = (resource: string): Collection => {
    const collection = collections.get(resource)
    if (!collection) throw new DefectError(`no resource ${resource} in the store`)
    return collection
  }
  // Each method does its whole work before it returns, so that no two of them interleave.
  return {
    insert: async (resource, ids, draft) => collectionOf(resource).insert(ids, draft),
    get: async (resource, id) => collectionOf(resource).get(id),
    page: async (resource, query) => collectionOf(resource).page(query),
    count: async (resource) => collectionOf(resource).count(),
    fork: () => wrapCollections(new Map([...collections].map(([name, collection]) => [name, collection.clone()]))),
  }
}
