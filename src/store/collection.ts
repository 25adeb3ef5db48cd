/**
 * The records of one resource: a tree by id, a tree by position unless ids are positions, and, for each filterable property,
 * an index from value to a tree by position. Pages, writes and look-ups take logarithmic time. A clone takes constant time:
 * it shares all trees, and a write copies only the path that it changes.
 */
import { successorOf } from '../contract/values/json-text.ts'
import { countId, firstSequence, type Sequence, takeId } from './id-sequence.ts'
import { compareTrees, createTree, type Index, type IndexEntry, indexKeyOf, scopedKeyOf, type Tree } from './indexes.ts'
import { keepOrder, positionOf } from './position.ts'
import { readPage } from './read-page.ts'
import type {
  Change,
  CountQuery,
  Draft,
  IdSource,
  PageQuery,
  Position,
  RecordId,
  StoredRecord,
  WouldBe,
} from './store.ts'

interface Trees {
  readonly primary: Tree<StoredRecord>
  /** By position; undefined as long as every id is the position. */
  readonly ordered: Tree<StoredRecord> | undefined
  /** The highest position that there ever was. */
  readonly lastPosition: Position
  /** By property. */
  readonly indexes: ReadonlyMap<string, Index>
  /** By scope; records without a scope are in none of them. */
  readonly scopes: Index
  /** The number of records with a scope. */
  readonly scoped: number
  /** Properties whose values are unique within a scope. */
  readonly unique: readonly string[]
  readonly sequence: Sequence
}

/** A record that differs between two collections; undefined: the second one has none with this id. */
export type Difference = readonly [RecordId, StoredRecord | undefined]

export const createCollection = (filterable: readonly string[], unique: readonly string[] = []): Collection =>
  new Collection({ ...emptyTrees(filterable, unique), sequence: firstSequence })

/** Where the records of a collection continue. */
export interface Start {
  readonly lastPosition: Position
  readonly sequence: Sequence
}

/** A collection without records, for those that come after the records of another one. */
export const createContinuation = (
  filterable: readonly string[],
  unique: readonly string[],
  { lastPosition, sequence }: Start,
): Collection => new Collection({ ...emptyTrees(filterable, unique), lastPosition, sequence })

/** How many removed records can return to their places. */
const maxFormer = 1_000

const emptyTrees = (filterable: readonly string[], unique: readonly string[]): Omit<Trees, 'sequence'> => ({
  primary: createTree(),
  ordered: undefined,
  lastPosition: 0,
  indexes: new Map([...filterable, ...unique].map((property) => [property, createTree<IndexEntry>()])),
  scopes: createTree<IndexEntry>(),
  scoped: 0,
  unique,
})

export class Collection {
  readonly #primary: Tree<StoredRecord>
  #ordered: Tree<StoredRecord> | undefined
  #lastPosition: Position
  readonly #indexes: ReadonlyMap<string, Index>
  readonly #scopes: Index
  readonly #unique: readonly string[]
  #scoped: number
  /** Where generated ids continue. */
  sequence: Sequence
  /** Grows with each change of a record. */
  version = 0
  /** The positions of the last records that were removed. A clone has none of them. */
  readonly #former = new Map<RecordId, Position>()
  /** Replaced on each clone: from then on neither of the two owns the shared trees. */
  #owner: object = {}

  constructor({ primary, ordered, lastPosition, indexes, scopes, scoped, unique, sequence }: Trees) {
    this.#primary = primary
    this.#ordered = ordered
    this.#lastPosition = lastPosition
    this.#indexes = indexes
    this.#scopes = scopes
    this.#scoped = scoped
    this.#unique = unique
    this.sequence = sequence
  }

  /** Whether both have the same indexes and unique properties. */
  isLike(other: Collection): boolean {
    const rules = ({ filterable, unique }: Rules): string => JSON.stringify([filterable, unique])
    return rules(this.#rules()) === rules(other.#rules())
  }

  /** Undefined if the given id or a unique value is in use, or no id is free. `reserved`: ids that count as used, too. */
  insert(ids: IdSource, draft: Draft, reserved?: ReadonlySet<RecordId>): StoredRecord | undefined {
    const own = this.#primary
    const taken = reserved && {
      size: own.size + reserved.size,
      has: (id: RecordId): boolean => own.has(id) || reserved.has(id),
      get: (id: RecordId): StoredRecord | undefined => own.get(id),
    }
    const { id, sequence } = takeId(ids, this.sequence, taken ?? own)
    this.sequence = sequence
    if (id === undefined) return undefined
    const record = { id, ...draft(id) }
    return this.findClash(record) === undefined ? this.#store(record) : undefined
  }

  /** Adds a record with its own id; returns false if the id is in use. */
  add(record: StoredRecord): boolean {
    if (this.#primary.has(record.id)) return false
    this.#store(record)
    return true
  }

  /** Adds a record, or replaces the one with its id. Checks nothing. */
  put(record: StoredRecord): void {
    const before = this.#primary.get(record.id)
    if (before) this.#unindex(before)
    this.#store(before && record.order === undefined ? keepOrder(record, before) : record)
  }

  /** All records, in the order of lists. */
  values(): Iterable<StoredRecord> {
    return this.#all.values()
  }

  /** What must be put and removed to get the records of the other one. Shared parts of their trees are skipped. */
  differencesTo(other: Collection): readonly Difference[] {
    return this === other ? [] : compareTrees(this.#primary, other.#primary)
  }

  /** Whether both have equal records in the same order. */
  hasSameRecords(other: Collection): boolean {
    if (this.#primary.size !== other.#primary.size) return false
    const others = other.values()[Symbol.iterator]()
    for (const { id, json } of this.values()) {
      const { value } = others.next()
      if (value?.id !== id || value.json !== json) return false
    }
    return true
  }

  get(id: RecordId): StoredRecord | undefined {
    return this.#primary.get(id)
  }

  /** The record after the change, unchanged if a unique value is in use; undefined if there is no such record. */
  update(id: RecordId, change: Change): StoredRecord | undefined {
    const record = this.#primary.get(id)
    const changed = record && change(record)
    if (!changed || this.findClash({ ...changed, id: record.id }) !== undefined) return record
    this.#unindex(record)
    return this.#store(keepOrder({ ...changed, id: record.id }, record))
  }

  /** The removed record; undefined if there is no such record. */
  remove(id: RecordId): StoredRecord | undefined {
    const record = this.#primary.get(id)
    if (!record) return undefined
    this.#unindex(record)
    this.#primary.delete(id)
    this.version++
    this.#former.set(id, positionOf(record))
    const [oldest] = this.#former.size > maxFormer ? this.#former.keys() : []
    if (oldest !== undefined) this.#former.delete(oldest)
    return record
  }

  /** Where a record that was removed recently was in lists. */
  formerPosition(id: RecordId): Position | undefined {
    return this.#former.get(id)
  }

  /** Records of a scope and of the scopes below it, without the records that have no scope. */
  ofScope(scope: string): readonly StoredRecord[] {
    const trees = [this.#scopes.get(scope)?.tree]
    // `0` is the character after `/`, so this range is all scopes that start with `scope/`.
    this.#scopes.forRange(`${scope}/`, `${scope}0`, false, (_, { tree }) => {
      trees.push(tree)
      return undefined
    })
    return trees.flatMap((tree) => (tree ? [...tree.values()] : []))
  }

  /** The first unique property whose value is used by another record of the scope, or by one without a scope. */
  findClash({ id, value, scope }: WouldBe): string | undefined {
    return this.#unique.find((property) => {
      const index = this.#indexes.get(property)
      if (!index || !Object.hasOwn(value, property) || value[property] === null) return false
      // A record without a scope must be unique across all scopes.
      const keys =
        scope === undefined
          ? [indexKeyOf(value, property)]
          : [scopedKeyOf(value, property, scope), scopedKeyOf(value, property, undefined)]
      const own = id === undefined ? undefined : this.#primary.get(id)
      return keys.some((key) => hasOther(index.get(key)?.tree, own && positionOf(own)))
    })
  }

  page(query: PageQuery): readonly StoredRecord[] {
    const { after } = query
    const scoped = this.#treeOf(query.scope)
    if (!scoped) return []
    if (after === undefined) return readPage(scoped, this.#indexes, query)
    const afterPosition = this.#findPosition(after)
    return afterPosition === undefined ? [] : readPage(scoped, this.#indexes, { ...query, afterPosition })
  }

  /** The position of a record; for an integer id that no record has, the one that it would have. */
  #findPosition(id: RecordId): Position | undefined {
    const record = this.#primary.get(id)
    if (record) return positionOf(record)
    return typeof id === 'string' ? undefined : id
  }

  count(query?: CountQuery): number {
    if (!query) return this.#primary.size
    const scoped = this.#treeOf(query.scope)
    if (!scoped) return 0
    const isWhole = query.filters.length === 0 && (query.scope === undefined || scoped !== this.#all)
    return isWhole ? scoped.size : readPage(scoped, this.#indexes, { ...query, limit: this.#primary.size }).length
  }

  /** A copy that is independent from now on. */
  clone(): Collection {
    this.#owner = {}
    return new Collection({
      primary: this.#primary.clone(),
      ordered: this.#ordered?.clone(),
      lastPosition: this.#lastPosition,
      indexes: new Map([...this.#indexes].map(([property, index]) => [property, index.clone()])),
      scopes: this.#scopes.clone(),
      scoped: this.#scoped,
      unique: this.#unique,
      sequence: this.sequence,
    })
  }

  /** The same collection with other records; integer ids continue after all previous ones. */
  with(records: readonly StoredRecord[]): Collection {
    return this.#rebuild(this.#rules(), records)
  }

  /** The same records with the indexes and unique properties of another collection. Takes linear time. */
  reindex(other: Collection): Collection {
    return this.#rebuild(other.#rules(), this.values())
  }

  #rules(): Rules {
    return {
      filterable: [...this.#indexes.keys()].filter((name) => !this.#unique.includes(name)),
      unique: this.#unique,
    }
  }

  /** All records by position. */
  get #all(): Tree<StoredRecord> {
    return this.#ordered ?? this.#primary
  }

  /** The smallest tree that contains all records of a scope; undefined if the scope has no records. */
  #treeOf(scope: string | undefined): Tree<StoredRecord> | undefined {
    if (scope === undefined || this.#scoped < this.#primary.size) return this.#all
    return this.#scopes.get(scope)?.tree
  }

  #rebuild({ filterable, unique }: Rules, records: Iterable<StoredRecord>): Collection {
    const rebuilt = new Collection({
      ...emptyTrees(filterable, unique),
      lastPosition: this.#lastPosition,
      sequence: this.sequence,
    })
    for (const record of records) rebuilt.add(record)
    return rebuilt
  }

  #store(draft: StoredRecord): StoredRecord {
    const record = freezeDeep(this.#place(draft))
    const position = positionOf(record)
    this.#primary.set(record.id, record)
    this.#ordered?.set(position, record)
    this.version++
    for (const [property, index] of this.#indexes)
      this.#treeFor(index, indexKeyOf(record.value, property)).set(position, record)
    for (const property of this.#unique) this.#uniqueTreeFor(record, property)?.set(position, record)
    if (record.scope !== undefined) {
      this.#treeFor(this.#scopes, record.scope).set(position, record)
      this.#scoped++
    }
    this.sequence = countId(record.id, this.sequence)
    return record
  }

  /** The record with its position in lists, which no other record has. */
  #place(draft: StoredRecord): StoredRecord {
    const { id, order } = draft
    const wanted = order ?? (typeof id === 'string' ? undefined : id)
    const holder = wanted === undefined || (order === undefined && !this.#ordered) ? undefined : this.#all.get(wanted)
    if (order !== undefined || wanted === undefined || holder) this.#ordered ??= this.#primary.clone()
    const isFree = wanted !== undefined && (!holder || holder.id === id)
    const position = isFree ? wanted : successorOf(this.#lastPosition)
    if (position > this.#lastPosition) this.#lastPosition = position
    return isFree ? draft : { ...draft, order: position }
  }

  #unindex(record: StoredRecord): void {
    const { value, scope } = record
    const position = positionOf(record)
    this.#ordered?.delete(position)
    for (const [property, index] of this.#indexes) this.#drop(index, indexKeyOf(value, property), position)
    for (const property of this.#unique) {
      const index = this.#indexes.get(property)
      if (index) this.#drop(index, scopedKeyOf(value, property, scope), position)
    }
    if (scope === undefined) return
    this.#drop(this.#scopes, scope, position)
    this.#scoped--
  }

  /** The records of a scope with the same value: unique properties are indexed by scope and value too. */
  #uniqueTreeFor({ value, scope }: StoredRecord, property: string): Tree<StoredRecord> | undefined {
    const index = this.#indexes.get(property)
    return index && this.#treeFor(index, scopedKeyOf(value, property, scope))
  }

  #drop(index: Index, key: string, position: Position): void {
    const tree = this.#treeFor(index, key)
    tree.delete(position)
    if (tree.size === 0) index.delete(key)
  }

  /** The tree for a key, cloned first if it is shared. */
  #treeFor(index: Index, key: string): Tree<StoredRecord> {
    const known = index.get(key)
    if (known?.owner === this.#owner) return known.tree
    const tree = known ? known.tree.clone() : createTree<StoredRecord>()
    index.set(key, { tree, owner: this.#owner })
    return tree
  }
}

/** Whether a tree has a record at another position. */
const hasOther = (tree: Tree<StoredRecord> | undefined, position: Position | undefined): boolean =>
  tree !== undefined && tree.size > (position !== undefined && tree.has(position) ? 1 : 0)

interface Rules {
  readonly filterable: readonly string[]
  readonly unique: readonly string[]
}

/** Freezes a value and everything in it. A frozen value is assumed to be frozen deeply. */
export const freezeDeep = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const item of Object.values(value)) freezeDeep(item)
  return Object.freeze(value)
}
