/**
 * The store in the memory of this process. Its trees are built from the seed once and serve every request.
 */
import { createHash } from 'node:crypto'
import { InternalError } from '../errors.ts'
import { type Collection, createCollection, type Difference } from './collection.ts'
import { firstSequence, isSameSequence, type Sequence } from './id-sequence.ts'
import { type MemoryBudget, memoryOf } from './memory-budget.ts'
import type {
  Change,
  CountQuery,
  Draft,
  IdSource,
  PageQuery,
  Position,
  RecordId,
  ResourceSchema,
  Store,
  StoredRecord,
  WouldBe,
} from './store.ts'

/** The seed: records by resource. */
export type SeedRecords = Readonly<Record<string, readonly StoredRecord[]>>

/** Seed records that are generated when their resource is first used. */
export interface LaterRecords {
  /** Undefined if a resource has none; the function returns the same records on every call. */
  readonly find: (resource: string) => (() => readonly StoredRecord[]) | undefined
  /** Different for different records. */
  readonly digest: () => string
}

/** Builds the trees from seed records. `sequences`: where generated ids continue, at least after the records. */
export const createEmbeddedStore = (
  resources: readonly ResourceSchema[],
  seed: SeedRecords,
  sequences: ReadonlyMap<string, Sequence> = new Map(),
  later?: LaterRecords,
): EmbeddedStore => {
  const collections = new Map(
    resources.map(({ name, filterable, unique }): [string, Held] => {
      const build = (records: readonly StoredRecord[]): Collection => {
        const collection = createCollection(filterable, unique)
        collection.sequence = sequences.get(name) ?? firstSequence
        for (const record of records) collection.add(record)
        return collection
      }
      const generate = later?.find(name)
      return [name, generate ? new LaterCollection(() => build(generate())) : build(seedOf(seed, name))]
    }),
  )
  const digest = (): string => digestOf(seed, sequences, later?.digest())
  return new EmbeddedStore({ collections, digest: later ? lazy(digest) : constant(digest()), touched: false })
}

/** Computes a value when it is first needed. */
const lazy = (compute: () => string): (() => string) => {
  let value: string | undefined
  let once: (() => string) | undefined = compute
  return () => {
    value ??= once?.() ?? ''
    // It refers to the documents, which may have been replaced since.
    once = undefined
    return value
  }
}

const constant =
  (value: string): (() => string) =>
  () =>
    value

/** A collection whose records are generated when it is first used. Forks share it. */
class LaterCollection {
  /** Undefined once it is built: it refers to the documents, which may be replaced. */
  #build: (() => Collection) | undefined
  #built: Collection | undefined
  readonly #records: Collection | undefined

  /** `records`: those that it will have, if they exist already but may need other indexes. */
  constructor(build: () => Collection, records?: Collection) {
    this.#build = build
    this.#records = records
  }

  /** The records, as far as they exist. */
  get known(): Collection | undefined {
    return this.#built ?? this.#records
  }

  get isPending(): boolean {
    return this.#built === undefined
  }

  get(): Collection {
    const built = this.#built ?? this.#build?.()
    if (!built) throw new InternalError('a collection was built without a result')
    this.#built = built
    this.#build = undefined
    return built
  }
}

type Held = Collection | LaterCollection

const open = (held: Held): Collection => (held instanceof LaterCollection ? held.get() : held)

/** An own-key check, since a resource may have a name such as `constructor`. */
const seedOf = (seed: SeedRecords, name: string): readonly StoredRecord[] =>
  (Object.hasOwn(seed, name) ? seed[name] : undefined) ?? []

/** A hash over all seed records and sequences. Runs when fixtures are loaded. */
const digestOf = (seed: SeedRecords, sequences: ReadonlyMap<string, Sequence>, later = ''): string => {
  const hash = createHash('sha256')
  for (const [name, records] of Object.entries(seed))
    for (const { id, scope = '', json } of records) hash.update(`${name} ${id} ${scope} ${json}\n`)
  for (const [name, { last, serial }] of sequences) hash.update(`${name} ${last} ${serial}\n`)
  return hash.update(later).digest('hex')
}

/** How a resource was when a change began. */
interface Before {
  readonly sequence: Sequence
  /** The records that were written since; undefined: there was none with that id. */
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

interface EmbeddedParts {
  readonly collections: ReadonlyMap<string, Held>
  readonly digest: () => string
  readonly touched: boolean
  readonly hidden?: ReadonlySet<string>
}

/**
 * Collections are shared with forks until one of them writes (copy on write), so a fork takes constant time. Each method does
 * its work synchronously, so that no two calls interleave.
 */
export class EmbeddedStore implements Store {
  /** What is written is counted here; undefined: nowhere. Forks have the same. */
  memory: MemoryBudget | undefined
  /** It has at most this number of records; undefined: not counted yet. */
  #most: number | undefined
  readonly #digest: () => string
  /** What was written since `startRecording`, by resource; undefined: nothing is recorded. */
  #changes: Map<string, Before> | undefined
  #collections: Map<string, Held>
  /** Resources whose collection is not shared; undefined while even the map of collections is shared. */
  #own: Set<string> | undefined
  #touched: boolean
  /** Resources that no served document has now: if it is served again, it has the same records and continues with the same ids. */
  #hidden: ReadonlySet<string>

  constructor({ collections, digest, touched, hidden = noNames }: EmbeddedParts) {
    this.#hidden = hidden
    this.#digest = digest
    this.#collections = collections as Map<string, Held>
    this.#touched = touched
  }

  /** Different for different seeds. */
  get digest(): string {
    return this.#digest()
  }

  /** Whether the records of a resource have not been generated yet. */
  isPending(resource: string): boolean {
    const held = this.#collections.get(resource)
    return held instanceof LaterCollection && held.isPending
  }

  /** Whether another seed has the same records, as far as those of this one are known. */
  hasSameSeed(other: EmbeddedStore): boolean {
    if (this === other || this.digest === other.digest) return true
    return this.resources.every((resource) => {
      const own = this.#collections.get(resource)
      const theirs = other.#collections.get(resource)
      if (!own || !theirs) return false
      if (own === theirs || this.isPending(resource)) return true
      return open(own).hasSameRecords(open(theirs))
    })
  }

  /** Whether anything was written since the seed. */
  get isTouched(): boolean {
    return this.#touched
  }

  async insert(resource: string, ids: IdSource, draft: Draft): Promise<StoredRecord | undefined> {
    const before = this.#record(resource)
    const record = this.#writable(resource).insert(ids, draft)
    if (record) this.#written(record)
    if (before && record && !before.records.has(record.id)) before.records.set(record.id, undefined)
    return record
  }

  async update(resource: string, id: RecordId, change: Change): Promise<StoredRecord | undefined> {
    this.#record(resource, id)
    const record = this.#writable(resource).update(id, change)
    if (record) this.memory?.spend(memoryOf(record))
    return record
  }

  async remove(
    resource: string,
    id: RecordId,
    allows?: (record: StoredRecord) => boolean,
  ): Promise<StoredRecord | undefined> {
    this.#record(resource, id)
    return this.#writable(resource).remove(id, allows)
  }

  async removeScope(resource: string, scope: string): Promise<readonly StoredRecord[]> {
    if (this.isPending(resource) && !this.#changes) {
      this.#removeLater(resource, scope)
      return []
    }
    const records = this.#readable(resource).ofScope(scope)
    if (records.length === 0) return records
    const own = this.#writable(resource)
    for (const { id } of records) {
      this.#record(resource, id)
      own.remove(id)
    }
    return records
  }

  /** Records that nobody has seen are not generated in order to be removed. */
  #removeLater(resource: string, scope: string): void {
    const held = this.#collections.get(resource)
    if (!held) return
    this.#touched = true
    this.#ownMap()
    const build = (): Collection => {
      const collection = open(held).clone()
      for (const { id } of collection.ofScope(scope)) collection.remove(id)
      return collection
    }
    this.#collections.set(resource, new LaterCollection(build))
  }

  async replaceAll(resource: string, records: readonly StoredRecord[]): Promise<void> {
    const before = this.#writable(resource)
    if (this.#changes) {
      for (const { id } of before.values()) this.#record(resource, id)
      for (const { id } of records) this.#record(resource, id)
    }
    this.#collections.set(resource, before.with(records))
    this.#most = undefined
    for (const record of records) this.memory?.spend(memoryOf(record))
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

  /** Where a record that was removed recently was in lists; undefined if that is not known any more. */
  formerPosition(resource: string, id: RecordId): Position | undefined {
    return this.#readable(resource).formerPosition(id)
  }

  /** How many records it has. Those that are not generated yet are not counted. */
  get size(): number {
    let size = 0
    for (const held of this.#collections.values())
      if (!(held instanceof LaterCollection && held.isPending)) size += open(held).count()
    return size
  }

  /** Whether it has fewer records. Removed ones are counted only where that makes a difference. */
  hasFewerThan(limit: number): boolean {
    if (this.#most !== undefined && this.#most < limit) return true
    this.#most = this.size
    return this.#most < limit
  }

  /** Records that another store, with the same resources, does not have. Collections in `seen` are skipped, and added to it; so are records. */
  *recordsBeside(base: EmbeddedStore, seen: Set<object>): Generator<StoredRecord> {
    for (const [resource, held] of this.#collections) {
      const theirs = base.#collections.get(resource)
      const own = held instanceof LaterCollection ? held.known : held
      const known = theirs instanceof LaterCollection ? theirs.known : theirs
      if (!own || own === known || seen.has(own)) continue
      seen.add(own)
      for (const [, record] of (known ?? createCollection([])).differencesTo(own)) {
        if (!record || seen.has(record)) continue
        seen.add(record)
        yield record
      }
    }
  }

  #written(record: StoredRecord): void {
    if (this.#most !== undefined) this.#most++
    this.memory?.spend(memoryOf(record))
  }

  /** From now on, writes are noted until `takeChanges` is called. A fork does not record. */
  startRecording(): void {
    this.#changes ??= new Map()
  }

  /** What changed since recording began or changes were last taken. What was changed back is left out. */
  takeChanges(): readonly ResourceChange[] {
    const changes = this.#changes
    if (!changes || changes.size === 0) return noChanges
    this.#changes = new Map()
    return [...changes].flatMap(([resource, before]) => this.#describeChange(resource, before) ?? [])
  }

  #describeChange(resource: string, { sequence, records }: Before): ResourceChange | undefined {
    const collection = this.#readable(resource)
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

  /** Notes how a resource is, and the record with this id, before they change. */
  #record(resource: string, id?: RecordId): Before | undefined {
    if (!this.#changes) return undefined
    const collection = this.#readable(resource)
    let before = this.#changes.get(resource)
    if (!before) {
      before = { sequence: collection.sequence, records: new Map() }
      this.#changes.set(resource, before)
    }
    if (id !== undefined && !before.records.has(id)) before.records.set(id, collection.get(id))
    return before
  }

  /** What must change in this store to get the resources of the other one, which has the same ones. */
  differencesTo(other: EmbeddedStore): readonly ResourceDifference[] {
    return [...other.#collections].flatMap(([resource, theirs]) => {
      const held = this.#collections.get(resource)
      if (held === theirs) return []
      const own = held ? open(held) : createCollection([])
      const { sequence } = open(theirs)
      const records = own.differencesTo(open(theirs))
      return records.length === 0 && isSameSequence(own.sequence, sequence) ? [] : [{ resource, records, sequence }]
    })
  }

  has(resource: string): boolean {
    return this.#collections.has(resource) && !this.#hidden.has(resource)
  }

  /** The names of its resources. */
  get resources(): readonly string[] {
    return [...this.#collections.keys()].filter((name) => !this.#hidden.has(name))
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
    if (this.#collections.has(resource)) return
    this.#collections = new Map(this.#collections).set(resource, createCollection([]))
    this.#hidden = new Set(this.#hidden).add(resource)
  }

  /** Stores a record that was read from the log; it replaces one with the same id. Checks nothing. */
  put(resource: string, record: StoredRecord): void {
    this.#record(resource, record.id)
    this.#writable(resource).put(record)
    this.#written(record)
  }

  /** Deletes a record, as an effect of the log. */
  drop(resource: string, id: RecordId): void {
    this.#record(resource, id)
    this.#writable(resource).remove(id)
  }

  continueAt(resource: string, sequence: Sequence): void {
    this.#record(resource)
    this.#writable(resource).sequence = sequence
  }

  /** A copy with the records that it has now as the seed. */
  asSeed(digest: string): EmbeddedStore {
    this.#own = undefined
    return this.#share({ digest: constant(digest), touched: false })
  }

  /** A copy that is independent from now on. */
  fork(memory = this.memory): EmbeddedStore {
    this.#own = undefined
    const fork = this.#share({ digest: this.#digest, touched: this.#touched })
    fork.memory = memory
    return fork
  }

  #share(parts: Pick<EmbeddedParts, 'digest' | 'touched'>): EmbeddedStore {
    const copy = new EmbeddedStore({ ...parts, collections: this.#collections, hidden: this.#hidden })
    copy.#most = this.#most
    return copy
  }

  /** Its records with the resources of another store: new resources are copied from there, missing ones are hidden. */
  adapt(other: EmbeddedStore): EmbeddedStore {
    const adapted = new Map<string, Held>()
    for (const [name, theirs] of other.#collections)
      if (other.has(name)) adapted.set(name, adaptCollection(this.#collections.get(name), theirs))
    const hidden = new Set<string>()
    for (const [name, own] of this.#collections)
      if (!adapted.has(name)) {
        adapted.set(name, own)
        hidden.add(name)
      }
    const store = new EmbeddedStore({ collections: adapted, digest: this.#digest, touched: this.#touched, hidden })
    store.memory = this.memory
    return store
  }

  #readable(resource: string): Collection {
    const collection = this.#collections.get(resource)
    if (!collection) throw new InternalError(`no resource ${resource} in the store`)
    return open(collection)
  }

  #writable(resource: string): Collection {
    const collection = this.#readable(resource)
    this.#touched = true
    if (this.#own?.has(resource)) return collection
    const own = collection.clone()
    this.#ownMap().add(resource)
    this.#collections.set(resource, own)
    return own
  }

  /** Stops sharing the map of collections. Returns the resources whose collection is not shared. */
  #ownMap(): Set<string> {
    if (!this.#own) {
      this.#collections = new Map(this.#collections)
      this.#own = new Set()
    }
    return this.#own
  }
}

/** A store without resources: every store differs from it by all of its records. */
export const createEmptyStore = (): EmbeddedStore =>
  new EmbeddedStore({ collections: new Map(), digest: constant(''), touched: false })

const noNames: ReadonlySet<string> = new Set()
const noChanges: readonly ResourceChange[] = []

/** Identifies the records of a resource at one moment. */
export interface Edition {
  readonly collection: object
  readonly version: number
}

/** How a resource differs in another store. */
export interface ResourceDifference {
  readonly resource: string
  readonly records: readonly Difference[]
  readonly sequence: Sequence
}

/** The own records with the indexes of another collection. Records that nobody has used yet are those of the other one. */
const adaptCollection = (own: Held | undefined, theirs: Held): Held => {
  if (own === theirs) return own
  const known = own instanceof LaterCollection ? own.known : own
  if (!(theirs instanceof LaterCollection)) return adaptOpen(known, theirs)
  return known ? new LaterCollection(() => adaptOpen(known, theirs.get()), known) : theirs
}

const adaptOpen = (own: Collection | undefined, theirs: Collection): Collection => {
  if (!own) return theirs.clone()
  return own.isLike(theirs) ? own : own.reindex(theirs)
}
