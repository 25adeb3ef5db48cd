/**
 * A collection whose records are generated when it is first read: most sandboxes use few of the resources. Forks share it, so
 * the records are generated once. New records are added without generating the others, if the ids of those are known, and
 * records that nobody has seen are not generated in order to be removed.
 */
import { InternalError } from '../errors.ts'
import type { Collection } from './collection.ts'
import { countId } from './id-sequence.ts'
import type { Draft, IdSource, RecordId, StoredRecord } from './store.ts'

/** What is known about a collection before it is built. */
interface KnownBefore {
  /** The records that it will have, if they exist already but may need other indexes. */
  readonly records?: Collection
  readonly ids?: () => readonly RecordId[] | undefined
  readonly reserve?: () => Additions | undefined
}

/** Records that were added to a collection before it was built. */
export interface Additions {
  readonly records: Collection
  /** The ids that the other records may have. */
  readonly reserved: ReadonlySet<RecordId>
}

/** A collection without the records of a scope. */
interface ScopeRemoval {
  readonly rest: LaterCollection
  /** Those that were added. Nobody has seen the others. */
  readonly removed: readonly StoredRecord[]
}

/** More scopes that were removed are not remembered: the collection is built. */
const maxRemovedScopes = 1000

export class LaterCollection {
  /** Undefined once it is built: it refers to the documents, which may be replaced. */
  #build: (() => Collection) | undefined
  #built: Collection | undefined
  readonly #records: Collection | undefined
  /** Undefined once it is built. */
  #ids: (() => readonly RecordId[] | undefined) | undefined
  /** Undefined once it is built. */
  #reserve: (() => Additions | undefined) | undefined
  /** Undefined once it is built, and if nothing was added. */
  #additions: Additions | undefined
  /** Scopes without whose records the base is used. Undefined once it is built, and if none was removed. */
  #removedScopes: ReadonlySet<string> | undefined
  /** What the additions belong to, and the removed scopes; forks share it. Undefined once it is built. */
  #base: LaterCollection | undefined

  constructor(build: () => Collection, { records, ids, reserve }: KnownBefore = {}) {
    this.#build = build
    this.#records = records
    this.#ids = ids
    this.#reserve = reserve
  }

  /** The ids of all records, as far as they are known although the records do not exist. */
  get predictedIds(): readonly RecordId[] | undefined {
    return this.#built || this.#records || this.#base ? undefined : this.#ids?.()
  }

  /** The records, as far as they exist. If it differs from what it is based on, it is built. */
  get known(): Collection | undefined {
    return this.#base ? this.get() : (this.#built ?? this.#records)
  }

  /** Whether it is not built and nothing was added. */
  get isPending(): boolean {
    return this.#built === undefined && this.#additions === undefined
  }

  /** The records that were added; undefined if there are none, or if it is built. */
  get added(): Collection | undefined {
    return this.#additions?.records
  }

  /** A copy to which records can be added without building it. Undefined if it is built, or if the ids of its records are not known. */
  extend(): LaterCollection | undefined {
    if (this.#built || this.#records) return undefined
    const known = this.#additions
    const base = this.#base ?? this
    const additions = known ? { ...known, records: known.records.clone() } : base.#reserve?.()
    return additions && LaterCollection.#derive(base, this.#removedScopes, additions)
  }

  /** A copy without the records of a scope. Undefined if it is built, or if too much was removed. */
  withoutScope(scope: string): ScopeRemoval | undefined {
    const scopes = this.#removedScopes ?? noScopes
    if (this.#built || this.#records || scopes.size >= maxRemovedScopes) return undefined
    const known = this.#additions
    const removed = known?.records.ofScope(scope) ?? []
    const additions = known && { ...known, records: without(known.records, [scope]) }
    return { rest: LaterCollection.#derive(this.#base ?? this, new Set([...scopes, scope]), additions), removed }
  }

  /** Adds a record to a copy that `extend` has returned. Undefined if the given id is in use, or no id is free. */
  insert(ids: IdSource, draft: Draft): StoredRecord | undefined {
    if (!this.#additions) throw new InternalError('a record was added to a collection that has to be built')
    return this.#additions.records.insert(ids, draft, this.#additions.reserved)
  }

  get(): Collection {
    const built = this.#built ?? this.#build?.()
    if (!built) throw new InternalError('a collection was built without a result')
    this.#built = built
    this.#build = undefined
    this.#ids = undefined
    this.#reserve = undefined
    this.#additions = undefined
    this.#removedScopes = undefined
    this.#base = undefined
    return built
  }

  static #derive(
    base: LaterCollection,
    removedScopes: ReadonlySet<string> | undefined,
    additions: Additions | undefined,
  ): LaterCollection {
    const copy = new LaterCollection(() => join(without(base.get(), removedScopes ?? noScopes), additions?.records))
    copy.#additions = additions
    copy.#removedScopes = removedScopes
    copy.#base = base
    return copy
  }
}

const noScopes: ReadonlySet<string> = new Set()

/** A copy without the records of these scopes. */
const without = (records: Collection, scopes: Iterable<string>): Collection => {
  const rest = records.clone()
  for (const scope of scopes) for (const { id } of rest.ofScope(scope)) rest.remove(id)
  return rest
}

/** The first ones, changed. Added records come after them, and replace those with the same ids, which no client has seen. */
const join = (records: Collection, added: Collection | undefined): Collection => {
  if (!added) return records
  for (const record of added.values()) records.put(record)
  const { last } = countId(added.sequence.last, records.sequence)
  records.sequence = { ...added.sequence, last }
  return records
}

/** What a store has of a resource: its records, or how to generate them. */
export type Held = Collection | LaterCollection

/** Generates the records, if they do not exist yet. */
export const openCollection = (held: Held): Collection => (held instanceof LaterCollection ? held.get() : held)

/** The records, as far as they exist. */
export const knownOf = (held: Held | undefined): Collection | undefined =>
  held instanceof LaterCollection ? held.known : held

/** The own records with the indexes of another collection. Records that nobody has used yet are those of the other one. */
export const adaptCollection = (own: Held | undefined, theirs: Held): Held => {
  if (own === theirs) return own
  const known = knownOf(own)
  if (!(theirs instanceof LaterCollection)) return adaptOpen(known, theirs)
  return known ? new LaterCollection(() => adaptOpen(known, theirs.get()), { records: known }) : theirs
}

const adaptOpen = (own: Collection | undefined, theirs: Collection): Collection => {
  if (!own) return theirs.clone()
  return own.isLike(theirs) ? own : own.reindex(theirs)
}
