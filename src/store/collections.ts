/**
 * The collections of one store, by resource. They are shared with forks until one of them writes (copy on write), so a fork
 * takes constant time.
 */
import { InternalError } from '../errors.ts'
import { type Collection, createCollection, type Difference } from './collection.ts'
import { isSameSequence, type Sequence } from './id-sequence.ts'
import { adaptCollection, type Found, type Held, knownOf, LaterCollection, openCollection } from './later-collection.ts'
import type { PredictedRecord, RecordId, StoredRecord } from './store.ts'

/** How a resource differs in another store. */
export interface ResourceDifference {
  readonly resource: string
  readonly records: readonly Difference[]
  readonly sequence: Sequence
}

export class Collections {
  #byName: Map<string, Held>
  /** Resources whose collection is not shared; undefined while even the map of collections is shared. */
  #own: Set<string> | undefined
  /** Resources that no served document has now: if it is served again, it has the same records and continues with the same ids. */
  #hidden: ReadonlySet<string>

  constructor(byName: Map<string, Held>, hidden = noNames) {
    this.#byName = byName
    this.#hidden = hidden
  }

  has(resource: string): boolean {
    return this.#byName.has(resource) && !this.#hidden.has(resource)
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()].filter((name) => !this.#hidden.has(name))
  }

  /** Whether the records of a resource have not been generated yet. */
  isPending(resource: string): boolean {
    const held = this.#byName.get(resource)
    return held instanceof LaterCollection && held.isPending
  }

  /** Whether the records of a resource are generated; not if others were added before that. */
  isGenerated(resource: string): boolean {
    const held = this.#byName.get(resource)
    return held instanceof LaterCollection && held.added === undefined
  }

  /** Generates a record of a resource before anybody needs it; all of them, if values decide which ones there are. */
  generateOne(resource: string): void {
    const held = this.#byName.get(resource)
    if (!(held instanceof LaterCollection) || !held.isPending) return
    const [first] = held.predicted ?? []
    if (first) held.find(first.id)
    else held.get()
  }

  /** The records that a resource will have, as far as that is known before they are generated. Undefined: read the records. */
  predicted(resource: string): readonly PredictedRecord[] | undefined {
    const held = this.#byName.get(resource)
    return held instanceof LaterCollection ? held.predicted : undefined
  }

  /** The number of all records. Those that are not generated yet are not counted. */
  get size(): number {
    let size = 0
    for (const held of this.#byName.values())
      if (!(held instanceof LaterCollection && held.isPending)) size += openCollection(held).count()
    return size
  }

  readable(resource: string): Collection {
    const held = this.#byName.get(resource)
    if (!held) throw new InternalError(`no resource ${resource} in the store`)
    return openCollection(held)
  }

  /** The collection to write to: a copy, if it was shared. */
  writable(resource: string): Collection {
    const collection = this.readable(resource)
    if (this.#own?.has(resource)) return collection
    const own = collection.clone()
    this.#ownMap().add(resource)
    this.#byName.set(resource, own)
    return own
  }

  /** Generates only this record, if that is possible. */
  get(resource: string, id: RecordId): StoredRecord | undefined {
    const found = this.#findLater(resource, id)
    return found ? found.record : this.readable(resource).get(id)
  }

  /**
   * Replaces a record without building its collection, or removes it if `change` returns undefined. Returns the record before
   * the change; undefined: use `writable`.
   */
  changeLater(
    resource: string,
    id: RecordId,
    change: (record: StoredRecord) => StoredRecord | undefined,
  ): StoredRecord | undefined {
    const held = this.#byName.get(resource)
    const record = this.#findLater(resource, id)?.record
    const changed = record && held instanceof LaterCollection ? held.with(record, () => change(record)) : undefined
    if (!changed) return undefined
    // Additions that were shared are still shared.
    this.#ownMap()
    this.#byName.set(resource, changed)
    return record
  }

  #findLater(resource: string, id: RecordId): Found | undefined {
    const held = this.#byName.get(resource)
    return held instanceof LaterCollection ? held.find(id) : undefined
  }

  /** The records that were added to a collection that is not built; undefined if there are none. */
  added(resource: string): Collection | undefined {
    const held = this.#byName.get(resource)
    return held instanceof LaterCollection ? held.added : undefined
  }

  /** The collection to add records to without building it: a copy, if it was shared. Undefined: use `writable`. */
  extendable(resource: string): LaterCollection | undefined {
    const held = this.#byName.get(resource)
    if (!(held instanceof LaterCollection)) return undefined
    if (held.added && this.#own?.has(resource)) return held
    const own = held.extend()
    if (!own) return undefined
    this.#ownMap().add(resource)
    this.#byName.set(resource, own)
    return own
  }

  /** Replaces the records of a collection that `writable` has returned. */
  replaceAll(resource: string, records: readonly StoredRecord[]): void {
    this.#byName.set(resource, this.writable(resource).with(records))
  }

  /** Removes the records of a scope without building the collection. Returns those that somebody may have seen; undefined: use `writable`. */
  removeScopeLater(resource: string, scope: string): readonly StoredRecord[] | undefined {
    const held = this.#byName.get(resource)
    const removal = held instanceof LaterCollection ? held.withoutScope(scope) : undefined
    if (!removal) return undefined
    this.#ownMap().add(resource)
    this.#byName.set(resource, removal.rest)
    return removal.removed
  }

  /** Adds a resource that no served document has. */
  addHidden(resource: string): void {
    if (this.#byName.has(resource)) return
    this.#byName = new Map(this.#byName).set(resource, createCollection([]))
    this.#hidden = new Set(this.#hidden).add(resource)
  }

  /** A copy that is independent from now on. */
  share(): Collections {
    this.#own = undefined
    return new Collections(this.#byName, this.#hidden)
  }

  /** Its records with the resources of another store: new resources are copied from there, missing ones are hidden. */
  adapt(other: Collections): Collections {
    const adapted = new Map<string, Held>()
    for (const [name, theirs] of other.#byName)
      if (other.has(name)) adapted.set(name, adaptCollection(this.#byName.get(name), theirs))
    const hidden = new Set<string>()
    for (const [name, own] of this.#byName)
      if (!adapted.has(name)) {
        adapted.set(name, own)
        hidden.add(name)
      }
    return new Collections(adapted, hidden)
  }

  /** Whether the other ones have the same records, as far as those of these are known. */
  hasSameRecords(other: Collections): boolean {
    return this.names.every((name) => {
      const own = this.#byName.get(name)
      const theirs = other.#byName.get(name)
      if (!own || !theirs) return false
      if (own === theirs || this.isPending(name)) return true
      return openCollection(own).hasSameRecords(openCollection(theirs))
    })
  }

  /** Records that the base, with the same resources, does not have. Collections in `seen` are skipped, and added to it; so are records. */
  *recordsBeside(base: Collections, seen: Set<object>): Generator<StoredRecord> {
    for (const [resource, held] of this.#byName) {
      const own = knownOf(held)
      const known = knownOf(base.#byName.get(resource))
      if (!own || own === known || seen.has(own)) continue
      seen.add(own)
      for (const [, record] of (known ?? createCollection([])).differencesTo(own)) {
        if (!record || seen.has(record)) continue
        seen.add(record)
        yield record
      }
    }
  }

  /** What must change in these collections to get the other ones. */
  differencesTo(other: Collections): readonly ResourceDifference[] {
    return [...other.#byName].flatMap(([resource, theirs]) => {
      const held = this.#byName.get(resource)
      if (held === theirs) return []
      const own = held ? openCollection(held) : createCollection([])
      const { sequence } = openCollection(theirs)
      const records = own.differencesTo(openCollection(theirs))
      return records.length === 0 && isSameSequence(own.sequence, sequence) ? [] : [{ resource, records, sequence }]
    })
  }

  /** Stops sharing the map of collections. Returns the resources whose collection is not shared. */
  #ownMap(): Set<string> {
    if (!this.#own) {
      this.#byName = new Map(this.#byName)
      this.#own = new Set()
    }
    return this.#own
  }
}

const noNames: ReadonlySet<string> = new Set()
