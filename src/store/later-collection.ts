/**
 * A collection whose records are generated when it is first read: most sandboxes use few of the resources. Forks share it, so
 * the records are generated once. As far as the ids of its records are known, one of them is read, changed or removed, and
 * others are added, without generating the rest. Records that nobody has seen are not generated in order to be removed.
 */
import { InternalError } from '../errors.ts'
import type { Collection } from './collection.ts'
import { countId } from './id-sequence.ts'
import type { Draft, IdSource, PredictedRecord, RecordId, StoredRecord } from './store.ts'

/** What is known about a collection before it is built. */
interface KnownBefore {
  /** The records that it will have, if they exist already but may need other indexes. */
  readonly records?: Collection
  readonly predicted?: () => readonly PredictedRecord[] | undefined
  /** One of its records; undefined if that is not known without the others. */
  readonly find?: (id: RecordId) => StoredRecord | undefined
  readonly reserve?: () => Additions | undefined
}

/** Records that were added to a collection before it was built. */
export interface Additions {
  readonly records: Collection
  /** The ids that the other records may have. */
  readonly reserved: ReadonlySet<RecordId>
}

/** How a collection differs from its base, before either is built. */
interface Edits {
  readonly additions: Additions | undefined
  /** Scopes of which all records of the base were removed. */
  readonly removedScopes: ReadonlySet<string>
  /** Records of the base as they are now; undefined: removed. */
  readonly changed: ReadonlyMap<RecordId, StoredRecord | undefined>
}

const noEdits: Edits = { additions: undefined, removedScopes: new Set(), changed: new Map() }

/** Of removed scopes, and of changed records. With more, the collection is built. */
const maxEdits = 1000

/** What is known about an id. */
export interface Found {
  /** Undefined if no record has the id. */
  readonly record: StoredRecord | undefined
}

/** A collection without the records of a scope. */
interface ScopeRemoval {
  readonly rest: LaterCollection
  /** Nobody has seen the others. */
  readonly removed: readonly StoredRecord[]
}

export class LaterCollection {
  /** Undefined once it is built: it refers to the documents, which may be replaced. */
  #build: (() => Collection) | undefined
  #built: Collection | undefined
  /** Empty once it is built. */
  #before: KnownBefore
  /** Without edits once it is built. */
  #edits = noEdits
  /** What was edited; forks share it. Undefined once it is built. */
  #base: LaterCollection | undefined

  constructor(build: () => Collection, before: KnownBefore = {}) {
    this.#build = build
    this.#before = before
  }

  /** Its records, as far as they are known although they do not exist. */
  get predicted(): readonly PredictedRecord[] | undefined {
    if (!this.#base) return this.#before.predicted?.()
    const { additions, removedScopes, changed } = this.#edits
    const left = this.#base.predicted?.flatMap((place) => {
      if (changed.has(place.id)) return changed.get(place.id) ?? []
      return isWithin(place, removedScopes) ? [] : place
    })
    return left && additions ? [...left, ...additions.records.values()] : left
  }

  /** The records, as far as they exist. If it differs from its base, it is built. */
  get known(): Collection | undefined {
    return this.#base ? this.get() : (this.#built ?? this.#before.records)
  }

  /** Whether it is not built and nothing was added. */
  get isPending(): boolean {
    return this.#built === undefined && this.#edits.additions === undefined
  }

  /** The records that were added; undefined if there are none, or if it is built. */
  get added(): Collection | undefined {
    return this.#edits.additions?.records
  }

  /** The record with an id, without the others. Undefined if it is not known before it is built whether there is one. */
  find(id: RecordId): Found | undefined {
    if (this.#built) return { record: this.#built.get(id) }
    const { additions, removedScopes, changed } = this.#edits
    const added = additions?.records.get(id)
    if (added) return { record: added }
    const found = this.#base ? this.#base.find(id) : this.#findBefore(id)
    const record = found?.record
    if (!record) return found
    if (changed.has(record.id)) return { record: changed.get(record.id) }
    return { record: isWithin(record, removedScopes) ? undefined : record }
  }

  #findBefore(id: RecordId): Found | undefined {
    const record = this.#before.find?.(id)
    if (record) return { record }
    // An integer may be written in two ways.
    const isAbsent = typeof id === 'string' && this.#before.predicted?.()?.every((place) => place.id !== id)
    return isAbsent === true ? { record } : undefined
  }

  /** A copy to which records can be added without building it. Undefined if it is built, or if the ids of its records are not known. */
  extend(): LaterCollection | undefined {
    if (this.#built) return undefined
    const base = this.#base ?? this
    const known = this.#edits.additions
    const additions = known ? { ...known, records: known.records.clone() } : base.#before.reserve?.()
    return additions && base.#derive({ ...this.#edits, additions })
  }

  /** Adds a record to a copy that `extend` has returned. Undefined if the given id is in use, or no id is free. */
  insert(ids: IdSource, draft: Draft): StoredRecord | undefined {
    const { additions } = this.#edits
    if (!additions) throw new InternalError('a record was added to a collection that has to be built')
    return additions.records.insert(ids, draft, additions.reserved)
  }

  /** A copy without the records of a scope. Undefined: build it. */
  withoutScope(scope: string): ScopeRemoval | undefined {
    const { additions, removedScopes, changed } = this.#edits
    if (this.#built || this.#before.records || removedScopes.size >= maxEdits) return undefined
    const gone = [...changed.values()].filter((record) => record !== undefined && isWithin(record, [scope]))
    const rest = (this.#base ?? this).#derive({
      additions: additions && { ...additions, records: without(additions.records, [scope]) },
      removedScopes: new Set([...removedScopes, scope]),
      changed: new Map([...changed].map(([id, record]) => [id, gone.includes(record) ? undefined : record])),
    })
    return { rest, removed: [...gone.flatMap((record) => record ?? []), ...(additions?.records.ofScope(scope) ?? [])] }
  }

  /** A copy with another value of a record that `find` has returned, or without it. Returns undefined, and calls nothing: build it. */
  with({ id }: StoredRecord, change: () => StoredRecord | undefined): LaterCollection | undefined {
    const { additions, changed } = this.#edits
    if (this.#built || additions?.records.get(id) || changed.size >= maxEdits) return undefined
    return (this.#base ?? this).#derive({ ...this.#edits, changed: new Map(changed).set(id, change()) })
  }

  get(): Collection {
    const built = this.#built ?? this.#build?.()
    if (!built) throw new InternalError('a collection was built without a result')
    this.#built = built
    this.#build = undefined
    this.#before = {}
    this.#edits = noEdits
    this.#base = undefined
    return built
  }

  #derive(edits: Edits): LaterCollection {
    const copy = new LaterCollection(() => applyEdits(this.get(), edits))
    copy.#edits = edits
    copy.#base = this
    return copy
  }
}

/** Whether a record is in one of these scopes, or in one below. */
const isWithin = ({ scope: own }: PredictedRecord, scopes: Iterable<string>): boolean => {
  if (own === undefined) return false
  for (const scope of scopes) if (own === scope || own.startsWith(`${scope}/`)) return true
  return false
}

/** A copy without the records of these scopes. */
const without = (records: Collection, scopes: Iterable<string>): Collection => {
  const rest = records.clone()
  for (const scope of scopes) for (const { id } of rest.ofScope(scope)) rest.remove(id)
  return rest
}

/** Added records come after the others, and replace those with the same ids, which no client has seen. */
const applyEdits = (base: Collection, { additions, removedScopes, changed }: Edits): Collection => {
  const records = without(base, removedScopes)
  for (const [id, record] of changed) {
    if (record) records.put(record)
    else records.remove(id)
  }
  if (!additions) return records
  const { sequence } = additions.records
  for (const record of additions.records.values()) records.put(record)
  const { last } = countId(sequence.last, records.sequence)
  records.sequence = { ...sequence, last }
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
