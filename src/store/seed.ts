/**
 * What a store starts with: records of fixtures, and records that are generated when their resource is first used.
 */
import { createHash } from 'node:crypto'
import { lazy } from '../contract/values/memoize.ts'
import { type Collection, createCollection, createContinuation } from './collection.ts'
import { Collections } from './collections.ts'
import { countId, firstSequence, type Sequence } from './id-sequence.ts'
import { type Additions, type Held, LaterCollection } from './later-collection.ts'
import type { PredictedRecord, RecordId, ResourceSchema, StoredRecord } from './store.ts'

/** The seed: records by resource. */
export type SeedRecords = Readonly<Record<string, readonly StoredRecord[]>>

/** Records of one resource that are generated when it is first used. */
export interface LaterSeed {
  /** What is known about them before; undefined: nothing. */
  readonly predicted: () => readonly PredictedRecord[] | undefined
  /** One of them, without the others; undefined if that is not possible. */
  readonly find?: (id: RecordId) => StoredRecord | undefined
  /** How many ids of a series their ids may be: a new record never gets the id of one of them that was removed. Default: none. */
  readonly serials?: () => number
  /** Returns the same records on every call. */
  readonly generate: () => readonly StoredRecord[]
}

/** Seed records that are generated when their resource is first used. */
export interface LaterRecords {
  /** Undefined if a resource has none. */
  readonly find: (resource: string) => LaterSeed | undefined
  /** Different for different records. */
  readonly digest: () => string
}

export interface Seed {
  readonly records: SeedRecords
  /** Where generated ids continue, at least after the records. */
  readonly sequences: ReadonlyMap<string, Sequence>
  readonly later: LaterRecords | undefined
}

/** Builds the trees. */
export const createSeedCollections = (
  resources: readonly ResourceSchema[],
  { records, sequences, later }: Seed,
): Collections => {
  const byName = resources.map(({ name, filterable, unique }): [string, Held] => {
    const own = later?.find(name)
    const start = (): Sequence => sequences.get(name) ?? { ...firstSequence, serial: own?.serials?.() ?? 0 }
    const build = (records: readonly StoredRecord[]): Collection => {
      const collection = createCollection(filterable, unique)
      collection.sequence = start()
      for (const record of records) collection.add(record)
      return collection
    }
    if (!own) return [name, build(recordsOf(records, name))]
    const generate = (): Collection => build(own.generate())
    // Unique values are known only when the records are generated, and a change is compared with all of them.
    if (unique && unique.length > 0) return [name, new LaterCollection(generate)]
    const reserve = (): Additions | undefined => {
      const ids = own.predicted()?.map(({ id }) => id)
      return ids && reserveIds(filterable, ids, start())
    }
    return [name, new LaterCollection(generate, { ...own, reserve })]
  })
  return new Collections(new Map(byName))
}

/** A place for records that come after others, of which only the ids are known. */
const reserveIds = (filterable: readonly string[], reserved: readonly RecordId[], sequence: Sequence): Additions => {
  const start = { lastPosition: reserved.length, sequence: reserved.reduce((last, id) => countId(id, last), sequence) }
  return { records: createContinuation(filterable, [], start), reserved: new Set(reserved) }
}

/** An own-key check, since a resource may have a name such as `constructor`. */
const recordsOf = (seed: SeedRecords, name: string): readonly StoredRecord[] =>
  (Object.hasOwn(seed, name) ? seed[name] : undefined) ?? []

/** Returns a hash over all seed records and sequences. With generated records, it is computed when it is first needed. */
export const createDigest = (seed: Seed): (() => string) => {
  const digest = (): string => digestOf(seed)
  // It refers to the documents, which may be replaced: `lazy` does not keep what it has used.
  return seed.later ? lazy(digest) : constant(digest())
}

const digestOf = ({ records, sequences, later }: Seed): string => {
  const hash = createHash('sha256')
  for (const [name, ofResource] of Object.entries(records))
    for (const { id, scope = '', json } of ofResource) hash.update(`${name} ${id} ${scope} ${json}\n`)
  for (const [name, { last, serial }] of sequences) hash.update(`${name} ${last} ${serial}\n`)
  return hash.update(later?.digest() ?? '').digest('hex')
}

export const constant =
  (value: string): (() => string) =>
  () =>
    value
