/**
 * The records of one resource: a tree by id and, for each filterable property, one tree by id for each value. A page, a
 * filtered page, an insert and a look-up cost the logarithm of what is stored, and a clone the same at any size.
 */
import { createTree, type Tree } from './btree.ts'
import { freezeDeep } from './freeze.ts'
import { indexKey, indexKeyOf } from './index-key.ts'
import { createIntegerSequence, type IntegerSequence } from './next-integer.ts'
import type { Draft, IdSource, PageQuery, RecordId, SeriesIds, StoredRecord } from './store.ts'

type Index = Map<string, Tree<StoredRecord>>

export interface Collection {
  /** Properties with an index. */
  readonly filterable: readonly string[]
  /** Undefined where the given id is in use, or none is left. */
  readonly insert: (ids: IdSource, draft: Draft) => StoredRecord | undefined
  /** Adds a record with its own id; false where the id is in use. */
  readonly add: (record: StoredRecord) => boolean
  readonly get: (id: RecordId) => StoredRecord | undefined
  readonly page: (query: PageQuery) => readonly StoredRecord[]
  readonly count: () => number
  /** The same records, from then on independent. */
  readonly clone: () => Collection
  /** The same records with other indexes. Costs as much as there are records. */
  readonly reindex: (filterable: readonly string[]) => Collection
}

interface Trees {
  readonly primary: Tree<StoredRecord>
  /** By property. */
  readonly indexes: ReadonlyMap<string, Index>
  readonly integers: IntegerSequence
  /** How many inserts took an id of a series. */
  readonly serial: number
}

export const createCollection = (filterable: readonly string[]): Collection =>
  wrapTrees({
    primary: createTree(),
    indexes: new Map(filterable.map((property) => [property, new Map()])),
    integers: createIntegerSequence(),
    serial: 0,
  })

const wrapTrees = (trees: Trees): Collection => {
  const { primary, indexes, integers } = trees
  let { serial } = trees
  const isTaken = (id: RecordId): boolean => primary.has(id)

  const store = (record: StoredRecord): void => {
    primary.set(record.id, record)
    for (const [property, index] of indexes) treeFor(index, indexKeyOf(record.value, property)).set(record.id, record)
    integers.meet(record.id)
  }

  const nextOfSeries = ({ make }: SeriesIds): RecordId | undefined => {
    for (let tries = primary.size + spareTries; tries > 0; tries--) {
      const id = make(++serial)
      if (!isTaken(id)) return id
    }
    return undefined
  }

  const takeId = (ids: IdSource): RecordId | undefined => {
    switch (ids.kind) {
      case 'integer':
        return integers.next(ids, isTaken)
      case 'series':
        return nextOfSeries(ids)
      case 'given':
        return isTaken(ids.id) ? undefined : ids.id
    }
  }

  return {
    insert: (ids, draft) => {
      const id = takeId(ids)
      if (id === undefined) return undefined
      const record = freezeDeep<StoredRecord>({ id, ...draft(id) })
      store(record)
      return record
    },
    add: (record) => {
      if (isTaken(record.id)) return false
      store(freezeDeep(record))
      return true
    },
    get: (id) => primary.get(id),
    page: (query) => readPage(primary, indexes, query),
    count: () => primary.size,
    filterable: [...indexes.keys()],
    reindex: (filterable) => {
      const emptyIndexes = new Map(filterable.map((property): [string, Index] => [property, new Map()]))
      const reindexed = wrapTrees({ primary: createTree(), indexes: emptyIndexes, integers: integers.clone(), serial })
      for (const record of primary.values()) reindexed.add(record)
      return reindexed
    },
    clone: () =>
      wrapTrees({
        primary: primary.clone(),
        indexes: new Map(
          [...indexes].map(([property, index]) => [
            property,
            new Map([...index].map(([key, tree]) => [key, tree.clone()])),
          ]),
        ),
        integers: integers.clone(),
        serial,
      }),
  }
}

/** How often a series may meet ids in use beyond those that there are: its ids may repeat themselves. */
const spareTries = 1_000

const treeFor = (index: Index, key: string): Tree<StoredRecord> => {
  const known = index.get(key)
  if (known) return known
  const tree = createTree<StoredRecord>()
  index.set(key, tree)
  return tree
}

/** Walks the smallest index that a filter has and drops what the other filters do not fit. */
const readPage = (
  primary: Tree<StoredRecord>,
  indexes: ReadonlyMap<string, Index>,
  { filters, limit }: PageQuery,
): readonly StoredRecord[] => {
  let walked = primary
  for (const [property, value] of filters) {
    const index = indexes.get(property)
    if (!index) continue
    const tree = index.get(indexKey(value))
    if (!tree) return []
    if (tree.size < walked.size) walked = tree
  }
  const page: StoredRecord[] = []
  if (limit < 1) return page
  const low = walked.minKey()
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
