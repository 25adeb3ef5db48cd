/**
 * The records of one resource: a tree by id and, for each filterable property, a tree of values with one tree by id for
 * each. A page, a filtered page, a write and a look-up cost the logarithm of what is stored, and a clone the same at any
 * size: it shares all trees, and whoever writes to one first takes a copy of the path that is written.
 */
import { createTree, type Tree } from './btree.ts'
import { freezeDeep } from './freeze.ts'
import { indexKey, indexKeyOf } from './index-key.ts'
import { createIntegerSequence, type IntegerSequence } from './next-integer.ts'
import type { Change, Draft, IdSource, PageQuery, RecordId, SeriesIds, StoredRecord } from './store.ts'

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
  readonly integers: IntegerSequence
  /** How many inserts took an id of a series. */
  readonly serial: number
}

export const createCollection = (filterable: readonly string[]): Collection =>
  new Collection({
    primary: createTree(),
    indexes: new Map(filterable.map((property) => [property, createTree<IndexEntry>()])),
    integers: createIntegerSequence(),
    serial: 0,
  })

export class Collection {
  readonly #primary: Tree<StoredRecord>
  readonly #indexes: ReadonlyMap<string, Index>
  readonly #integers: IntegerSequence
  #serial: number
  /** Replaced with each clone: from then on nothing that both have belongs to either. */
  #owner: object = {}

  constructor({ primary, indexes, integers, serial }: Trees) {
    this.#primary = primary
    this.#indexes = indexes
    this.#integers = integers
    this.#serial = serial
  }

  /** Properties with an index. */
  get filterable(): readonly string[] {
    return [...this.#indexes.keys()]
  }

  /** Undefined where the given id is in use, or none is left. */
  insert(ids: IdSource, draft: Draft): StoredRecord | undefined {
    const id = this.#takeId(ids)
    return id === undefined ? undefined : this.#store({ id, ...draft(id) })
  }

  /** Adds a record with its own id; false where the id is in use. */
  add(record: StoredRecord): boolean {
    if (this.#primary.has(record.id)) return false
    this.#store(record)
    return true
  }

  get(id: RecordId): StoredRecord | undefined {
    return this.#primary.get(id)
  }

  /** The record as it stands afterwards; undefined where there is none. */
  update(id: RecordId, change: Change): StoredRecord | undefined {
    const record = this.#primary.get(id)
    const changed = record && change(record)
    if (!changed) return record
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

  page(query: PageQuery): readonly StoredRecord[] {
    return readPage(this.#primary, this.#indexes, query)
  }

  count(): number {
    return this.#primary.size
  }

  /** The same records, from then on independent. */
  clone(): Collection {
    this.#owner = {}
    return new Collection({
      primary: this.#primary.clone(),
      indexes: new Map([...this.#indexes].map(([property, index]) => [property, index.clone()])),
      integers: this.#integers.clone(),
      serial: this.#serial,
    })
  }

  /** Other records in the same place: the next id comes after all that there ever were. */
  with(records: readonly StoredRecord[]): Collection {
    return this.#rebuild(this.filterable, records)
  }

  /** The same records with other indexes. Costs as much as there are records. */
  reindex(filterable: readonly string[]): Collection {
    return this.#rebuild(filterable, this.#primary.values())
  }

  #rebuild(filterable: readonly string[], records: Iterable<StoredRecord>): Collection {
    const rebuilt = new Collection({
      primary: createTree(),
      indexes: new Map(filterable.map((property) => [property, createTree<IndexEntry>()])),
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
    this.#integers.meet(record.id)
    return record
  }

  #unindex({ id, value }: StoredRecord): void {
    for (const [property, index] of this.#indexes) {
      const key = indexKeyOf(value, property)
      const tree = this.#treeFor(index, key)
      tree.delete(id)
      if (tree.size === 0) index.delete(key)
    }
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

  #nextOfSeries({ make }: SeriesIds): RecordId | undefined {
    for (let tries = this.#primary.size + spareTries; tries > 0; tries--) {
      const id = make(++this.#serial)
      if (!this.#primary.has(id)) return id
    }
    return undefined
  }
}

/** How often a series may meet ids in use beyond those that there are: its ids may repeat themselves. */
const spareTries = 1_000

/** Walks the smallest index that a filter has and drops what the other filters do not fit. */
const readPage = (
  primary: Tree<StoredRecord>,
  indexes: ReadonlyMap<string, Index>,
  { filters, limit, after }: PageQuery,
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
  walked.forRange(low, high, true, (_, record) => {
    if (filters.length > 0 && !fits(record, filters)) return
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
