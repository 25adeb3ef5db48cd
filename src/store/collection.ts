/**
 * The records of one resource: a tree by id and, for each filterable property, one tree by id for each value. A page, a
 * filtered page, an insert and a look-up cost the logarithm of what is stored, and a clone the same at any size.
 */
import type { Json } from '../ports.ts'
import { createTree, type Tree } from './btree.ts'
import type { Draft, IdSource, PageQuery, RecordId, StoredRecord } from './store.ts'

type Index = Map<string, Tree<StoredRecord>>

export interface Collection {
  /** Properties with an index. */
  readonly filterable: readonly string[]
  readonly insert: (ids: IdSource, draft: Draft) => StoredRecord
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
  /** The highest integer id given or met, below 2^53. */
  readonly lastId: number
  /** How many inserts took an id of a series. */
  readonly serial: number
}

export const createCollection = (filterable: readonly string[]): Collection =>
  wrapTrees({
    primary: createTree(),
    indexes: new Map(filterable.map((property) => [property, new Map()])),
    lastId: 0,
    serial: 0,
  })

const wrapTrees = (trees: Trees): Collection => {
  const { primary, indexes } = trees
  let { lastId, serial } = trees

  const store = (record: StoredRecord): void => {
    primary.set(record.id, record)
    for (const [property, index] of indexes) treeFor(index, indexKey(record.value[property])).set(record.id, record)
    if (typeof record.id === 'number' && record.id > lastId) lastId = record.id
  }

  const nextId = (ids: IdSource): RecordId => {
    for (;;) {
      const id = ids.kind === 'integer' ? integerAfter(lastId++) : ids.make(++serial)
      if (!primary.has(id)) return id
    }
  }

  return {
    insert: (ids, draft) => {
      const id = nextId(ids)
      const record: StoredRecord = { id, ...draft(id) }
      store(record)
      return record
    },
    add: (record) => {
      if (primary.has(record.id)) return false
      store(record)
      return true
    },
    get: (id) => primary.get(id),
    page: (query) => readPage(primary, indexes, query),
    count: () => primary.size,
    filterable: [...indexes.keys()],
    reindex: (filterable) => {
      const emptyIndexes = new Map(filterable.map((property): [string, Index] => [property, new Map()]))
      const reindexed = wrapTrees({ primary: createTree(), indexes: emptyIndexes, lastId, serial })
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
        lastId,
        serial,
      }),
  }
}

const integerAfter = (id: number): RecordId => (id < Number.MAX_SAFE_INTEGER ? id + 1 : BigInt(id) + 1n)

const treeFor = (index: Index, key: string): Tree<StoredRecord> => {
  const known = index.get(key)
  if (known) return known
  const tree = createTree<StoredRecord>()
  index.set(key, tree)
  return tree
}

/** Equal values have equal keys: the type comes first, so that 1 and "1" differ. */
const indexKey = (value: Json | undefined): string =>
  typeof value === 'string' ? `s${value}` : `${typeof value} ${String(value)}`.replace(/^bigint/, 'number')

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

const fits = (record: StoredRecord, filters: PageQuery['filters']): boolean =>
  filters.every(
    ([property, value]) =>
      Object.hasOwn(record.value, property) && indexKey(record.value[property]) === indexKey(value),
  )
