/**
 * A collection whose records are generated when it is first used: most sandboxes use few of the resources. Forks share it, so
 * the records are generated once.
 */
import { InternalError } from '../errors.ts'
import type { Collection } from './collection.ts'
import type { RecordId } from './store.ts'

/** What is known about a collection before it is built. */
interface KnownBefore {
  /** The records that it will have, if they exist already but may need other indexes. */
  readonly records?: Collection
  readonly ids?: () => readonly RecordId[] | undefined
}

export class LaterCollection {
  /** Undefined once it is built: it refers to the documents, which may be replaced. */
  #build: (() => Collection) | undefined
  #built: Collection | undefined
  readonly #records: Collection | undefined
  /** Undefined once it is built. */
  #ids: (() => readonly RecordId[] | undefined) | undefined

  constructor(build: () => Collection, { records, ids }: KnownBefore = {}) {
    this.#build = build
    this.#records = records
    this.#ids = ids
  }

  /** The ids of all records, as far as they are known although the records do not exist. */
  get predictedIds(): readonly RecordId[] | undefined {
    return this.known ? undefined : this.#ids?.()
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
    this.#ids = undefined
    return built
  }
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
