/**
 * The records of one resource: a tree by id and, for each filterable property, a tree of values with one tree by id for
 * each. A page, a filtered page, a write and a look-up cost the logarithm of what is stored, and a clone the same at any
 * size: it shares all trees, and whoever writes to one first takes a copy of the path that is written.
 */
import { createTree, type Tree } from './btree.ts'
import { freezeDeep } from './freeze.ts'
import { indexKey, indexKeyOf, scopedKeyOf } from './index-key.ts'
import { createIntegerSequence, type IntegerSequence } from './integer-sequence.ts'
import type {
  Change,
  CountQuery,
  Draft,
  IdSource,
  PageQuery,
  RecordId,
  SeriesIds,
  StoredRecord,
  WouldBe,
} from './store.ts'

/** The records that have one value. */
interface IndexEntry {
  readonly tree: Tree<StoredRecord>
  /** Who may write to the tree; anybody else takes a clone of it first. */
  readonly owner: object
}

/** By the key of a value. */
type Index = Tree<IndexEntry>

interface Trees {
  readonly primary: Tree<StoredRecord>
  /** By property. */
  readonly indexes: ReadonlyMap<string, Index>
  /** By scope; records without one are in none. */
  readonly scopes: Index
  /** How many records have a scope. */
  readonly scoped: number
  /** Properties of which no two records of a scope have the same value. */
  readonly unique: readonly string[]
  readonly integers: IntegerSequence
  /** How many inserts took an id of a series. */
  readonly serial: number
}

/** Where generated ids continue. */
export interface Sequence {
  /** The highest integer id that there ever was. */
  readonly last: number | bigint
  /** How many ids of a series were taken. */
  readonly serial: number
}

export const createCollection = (filterable: readonly string[], unique: readonly string[] = []): Collection =>
  new Collection({ ...emptyTrees(filterable, unique), integers: createIntegerSequence(), serial: 0 })

const emptyTrees = (filterable: readonly string[], unique: readonly string[]): Omit<Trees, 'integers' | 'serial'> => ({
  primary: createTree(),
  indexes: new Map([...filterable, ...unique].map((property) => [property, createTree<IndexEntry>()])),
  scopes: createTree<IndexEntry>(),
  scoped: 0,
  unique,
})

export class Collection {
  readonly #primary: Tree<StoredRecord>
  readonly #indexes: ReadonlyMap<string, Index>
  readonly #scopes: Index
  readonly #unique: readonly string[]
  readonly #integers: IntegerSequence
  #scoped: number
  #serial: number
  /** Replaced with each clone: from then on nothing that both have belongs to either. */
  #owner: object = {}

  constructor({ primary, indexes, scopes, scoped, unique, integers, serial }: Trees) {
    this.#primary = primary
    this.#indexes = indexes
    this.#scopes = scopes
    this.#scoped = scoped
    this.#unique = unique
    this.#integers = integers
    this.#serial = serial
  }

  /** Whether both have the same indexes and rules. */
  isLike(other: Collection): boolean {
    const rules = ({ filterable, unique }: Rules): string => JSON.stringify([filterable, unique])
    return rules(this.#rules()) === rules(other.#rules())
  }

  /** Undefined where the given id or a unique value is in use, or no id is left. */
  insert(ids: IdSource, draft: Draft): StoredRecord | undefined {
    const id = this.#takeId(ids)
    if (id === undefined) return undefined
    const record = { id, ...draft(id) }
    return this.findClash(record) === undefined ? this.#store(record) : undefined
  }

  /** Adds a record with its own id; false where the id is in use. */
  add(record: StoredRecord): boolean {
    if (this.#primary.has(record.id)) return false
    this.#store(record)
    return true
  }

  /** Adds a record, or replaces the one with its id. Checks nothing. */
  put(record: StoredRecord): void {
    const before = this.#primary.get(record.id)
    if (before) this.#unindex(before)
    this.#store(record)
  }

  /** All records, by id. */
  values(): Iterable<StoredRecord> {
    return this.#primary.values()
  }

  get sequence(): Sequence {
    return { last: this.#integers.last(), serial: this.#serial }
  }

  set sequence({ last, serial }: Sequence) {
    this.#integers.meet(last)
    this.#serial = serial
  }

  get(id: RecordId): StoredRecord | undefined {
    return this.#primary.get(id)
  }

  /** The record as it stands afterwards, which is as before where a unique value is in use; undefined where there is none. */
  update(id: RecordId, change: Change): StoredRecord | undefined {
    const record = this.#primary.get(id)
    const changed = record && change(record)
    if (!changed || this.findClash({ ...changed, id: record.id }) !== undefined) return record
    this.#unindex(record)
    return this.#store({ ...changed, id: record.id })
  }

  /** The record that is gone; undefined where there is none, or it may not go. */
  remove(id: RecordId, allows?: (record: StoredRecord) => boolean): StoredRecord | undefined {
    const record = this.#primary.get(id)
    if (!record || allows?.(record) === false) return undefined
    this.#unindex(record)
    this.#primary.delete(id)
    return record
  }

  /** Records of a scope and of those below it; a record that belongs to every scope is in none of them. */
  ofScope(scope: string): readonly StoredRecord[] {
    const trees = [this.#scopes.get(scope)?.tree]
    // All that begins with a scope and a slash stands before the character that comes after the slash.
    this.#scopes.forRange(`${scope}/`, `${scope}0`, false, (_, { tree }) => {
      trees.push(tree)
      return undefined
    })
    return trees.flatMap((tree) => (tree ? [...tree.values()] : []))
  }

  /** The first unique property of which another record of the scope, or one of every scope, has the value. */
  findClash({ id, value, scope }: WouldBe): string | undefined {
    return this.#unique.find((property) => {
      const index = this.#indexes.get(property)
      if (!index || !Object.hasOwn(value, property) || value[property] === null) return false
      // What is in every scope must not meet its like in any.
      const keys =
        scope === undefined
          ? [indexKeyOf(value, property)]
          : [scopedKeyOf(value, property, scope), scopedKeyOf(value, property, undefined)]
      return keys.some((key) => hasOther(index.get(key)?.tree, id))
    })
  }

  page(query: PageQuery): readonly StoredRecord[] {
    const scoped = this.#treeOf(query.scope)
    return scoped ? readPage(scoped, this.#indexes, query) : []
  }

  count(query?: CountQuery): number {
    if (!query) return this.#primary.size
    const scoped = this.#treeOf(query.scope)
    if (!scoped) return 0
    const isWhole = query.filters.length === 0 && (query.scope === undefined || scoped !== this.#primary)
    return isWhole ? scoped.size : readPage(scoped, this.#indexes, { ...query, limit: this.#primary.size }).length
  }

  /** The same records, from then on independent. */
  clone(): Collection {
    this.#owner = {}
    return new Collection({
      primary: this.#primary.clone(),
      indexes: new Map([...this.#indexes].map(([property, index]) => [property, index.clone()])),
      scopes: this.#scopes.clone(),
      scoped: this.#scoped,
      unique: this.#unique,
      integers: this.#integers.clone(),
      serial: this.#serial,
    })
  }

  /** Other records in the same place: the next id comes after all that there ever were. */
  with(records: readonly StoredRecord[]): Collection {
    return this.#rebuild(this.#rules(), records)
  }

  /** The same records with the indexes and rules of another. Costs as much as there are records. */
  reindex(other: Collection): Collection {
    return this.#rebuild(other.#rules(), this.#primary.values())
  }

  #rules(): Rules {
    return {
      filterable: [...this.#indexes.keys()].filter((name) => !this.#unique.includes(name)),
      unique: this.#unique,
    }
  }

  /** The records of a scope; all, where some belong to every scope or none was asked for. Undefined where there are none. */
  #treeOf(scope: string | undefined): Tree<StoredRecord> | undefined {
    if (scope === undefined || this.#scoped < this.#primary.size) return this.#primary
    return this.#scopes.get(scope)?.tree
  }

  #rebuild({ filterable, unique }: Rules, records: Iterable<StoredRecord>): Collection {
    const rebuilt = new Collection({
      ...emptyTrees(filterable, unique),
      integers: this.#integers.clone(),
      serial: this.#serial,
    })
    for (const record of records) rebuilt.add(record)
    return rebuilt
  }

  #store(draft: StoredRecord): StoredRecord {
    const record = freezeDeep(draft)
    this.#primary.set(record.id, record)
    for (const [property, index] of this.#indexes)
      this.#treeFor(index, indexKeyOf(record.value, property)).set(record.id, record)
    for (const property of this.#unique) this.#uniqueTreeFor(record, property)?.set(record.id, record)
    if (record.scope !== undefined) {
      this.#treeFor(this.#scopes, record.scope).set(record.id, record)
      this.#scoped++
    }
    this.#integers.meet(record.id)
    return record
  }

  #unindex({ id, value, scope }: StoredRecord): void {
    for (const [property, index] of this.#indexes) this.#drop(index, indexKeyOf(value, property), id)
    for (const property of this.#unique) {
      const index = this.#indexes.get(property)
      if (index) this.#drop(index, scopedKeyOf(value, property, scope), id)
    }
    if (scope === undefined) return
    this.#drop(this.#scopes, scope, id)
    this.#scoped--
  }

  /** The records of a scope that have the value of this one: a unique property is indexed by both. */
  #uniqueTreeFor({ value, scope }: StoredRecord, property: string): Tree<StoredRecord> | undefined {
    const index = this.#indexes.get(property)
    return index && this.#treeFor(index, scopedKeyOf(value, property, scope))
  }

  #drop(index: Index, key: string, id: RecordId): void {
    const tree = this.#treeFor(index, key)
    tree.delete(id)
    if (tree.size === 0) index.delete(key)
  }

  /** A tree that may be written to. */
  #treeFor(index: Index, key: string): Tree<StoredRecord> {
    const known = index.get(key)
    if (known?.owner === this.#owner) return known.tree
    const tree = known ? known.tree.clone() : createTree<StoredRecord>()
    index.set(key, { tree, owner: this.#owner })
    return tree
  }

  #takeId(ids: IdSource): RecordId | undefined {
    switch (ids.kind) {
      case 'integer':
        return this.#integers.next(ids, (id) => this.#primary.has(id))
      case 'series':
        return this.#nextOfSeries(ids)
      case 'given':
        return this.#primary.has(ids.id) ? undefined : ids.id
    }
  }

  #nextOfSeries({ make, besides }: SeriesIds): RecordId | undefined {
    for (let tries = this.#primary.size + spareTries; tries > 0; tries--) {
      const id = make(++this.#serial)
      if (!this.#primary.has(id) && !(besides && this.#primary.has(besides(this.#serial)))) return id
    }
    return undefined
  }
}

/** Whether a tree has a record besides the one of an id. */
const hasOther = (tree: Tree<StoredRecord> | undefined, id: RecordId | undefined): boolean =>
  tree !== undefined && tree.size > (id !== undefined && tree.has(id) ? 1 : 0)

interface Rules {
  readonly filterable: readonly string[]
  readonly unique: readonly string[]
}

/** How often a series may meet ids in use beyond those that there are: its ids may repeat themselves. */
const spareTries = 1_000

/** Walks the smallest index that a filter has and drops what the other filters do not fit. */
const readPage = (
  primary: Tree<StoredRecord>,
  indexes: ReadonlyMap<string, Index>,
  { filters, limit, after, skip = 0, scope }: PageQuery,
): readonly StoredRecord[] => {
  let walked = primary
  for (const [property, value] of filters) {
    const index = indexes.get(property)
    if (!index) continue
    const tree = index.get(indexKey(value))?.tree
    if (!tree) return []
    if (tree.size < walked.size) walked = tree
  }
  const page: StoredRecord[] = []
  if (limit < 1) return page
  const low = after === undefined ? walked.minKey() : walked.nextHigherKey(after)
  const high = walked.maxKey()
  if (low === undefined || high === undefined) return page
  let skipped = 0
  walked.forRange(low, high, true, (_, record) => {
    if (filters.length > 0 && !fits(record, filters)) return
    if (scope !== undefined && record.scope !== undefined && record.scope !== scope) return
    if (skipped < skip) {
      skipped++
      return
    }
    page.push(record)
    if (page.length >= limit) return { break: true }
    return
  })
  return page
}

const fits = ({ value: fields }: StoredRecord, filters: PageQuery['filters']): boolean =>
  filters.every(
    ([property, value]) => Object.hasOwn(fields, property) && indexKeyOf(fields, property) === indexKey(value),
  )
