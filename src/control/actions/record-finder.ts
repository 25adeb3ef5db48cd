/**
 * Finds a page of records for a console: in the order of lists, or sorted, filtered and searched. What a search finds is kept as long as the
 * records are the same, so that the next page costs little.
 */
import { recordAt } from '../../behaviours/records/lifecycle.ts'
import { isGone } from '../../behaviours/records/record-id.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { suggest } from '../../contract/values/nearest.ts'
import { splitPointer } from '../../contract/values/pointer.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Edition, EmbeddedStore } from '../../store/embedded-store.ts'
import type { RecordId, StoredRecord } from '../../store/store.ts'
import { ControlError, quote } from './control-error.ts'
import { momentOf } from './find-resource.ts'
import { compareKeys, createRecordTest, type RecordSearch, readSort, sortKeyOf, valueAt } from './match-records.ts'
import { mapInSlices, sortInSlices } from './sliced-work.ts'

export interface RecordPageQuery extends RecordSearch {
  readonly limit: number
  readonly offset: number
  /** Only records after the one with this id; only in the order of lists. */
  readonly after: RecordId | undefined
}

export interface RecordPage {
  readonly records: readonly StoredRecord[]
  /** How many records match, on all pages. */
  readonly total: number
}

/** How many ids are kept of all searches together. */
const maxKept = 1_000_000

/** What a search has found, or is finding: the ids in their order. */
interface Kept {
  readonly ids: Promise<readonly RecordId[]>
  /** 0 until they are found. */
  size: number
}

export class RecordFinder {
  readonly #kept = new Map<string, Kept>()
  readonly #maxKept: number
  #size = 0
  /** A number for each state of a resource's records that was searched. */
  readonly #numbers = new WeakMap<object, number>()
  #count = 0

  constructor(limit = maxKept) {
    this.#maxKept = limit
  }

  /** The number of ids that are kept. */
  get size(): number {
    return this.#size
  }

  /** Records as they are stored, to be shown at the time of the sandbox. Call it outside of a transaction, which it would block. */
  async find(sandbox: Sandbox, resource: Resource, query: RecordPageQuery): Promise<RecordPage> {
    const { sort, q, where, limit, offset, after } = query
    const isSearch = sort !== undefined || q !== undefined || where !== undefined
    if (!isSearch) return sandbox.transact(() => pageInOrder(sandbox, resource, query))
    if (after !== undefined)
      throw new ControlError(
        400,
        'query.after works only in the order of lists; use query.offset with sort, q or where',
      )
    const found = await this.#search(sandbox, resource, query)
    const ids = found.slice(offset, offset + limit)
    const records = await sandbox.transact(() => Promise.all(ids.map((id) => sandbox.store.get(resource.key, id))))
    // A record may have been removed since.
    return { records: records.flatMap((record) => record ?? []), total: found.length }
  }

  async #search(sandbox: Sandbox, resource: Resource, query: RecordPageQuery): Promise<readonly RecordId[]> {
    const search: RecordSearch = { sort: query.sort, q: query.q, where: query.where }
    const stored = await sandbox.transact(() => this.#lookUp(sandbox, resource, search))
    if (stored.ids) return stored.ids
    const ids = searchStore(stored.store, sandbox, resource, search)
    // What time changes would have to be searched again at once.
    if (resource.lifecycles.length > 0) return ids
    this.#keep(stored.key, ids)
    return ids
  }

  /** What was found before, or a copy of the records to search. */
  #lookUp({ state: { store } }: Sandbox, resource: Resource, search: RecordSearch) {
    const key = `${this.#numberOf(store.editionOf(resource.key))} ${JSON.stringify(search)}`
    const known = this.#kept.get(key)
    if (!known) return { key, ids: undefined, store: store.fork() }
    // The last one used is the last one dropped.
    this.#kept.delete(key)
    this.#kept.set(key, known)
    return { key, ids: known.ids, store }
  }

  #numberOf({ collection, version }: Edition): string {
    const known = this.#numbers.get(collection)
    const number = known ?? ++this.#count
    if (known === undefined) this.#numbers.set(collection, number)
    return `${number}.${version}`
  }

  #keep(key: string, ids: Promise<readonly RecordId[]>): void {
    const kept: Kept = { ids, size: 0 }
    this.#kept.set(key, kept)
    ids.then(
      ({ length }) => {
        if (this.#kept.get(key) !== kept) return
        // An empty result takes space, too.
        kept.size = length + 1
        this.#size += kept.size
        this.#shrink()
      },
      () => this.#kept.delete(key),
    )
  }

  #shrink(): void {
    for (const [key, { size }] of this.#kept) {
      if (this.#size <= this.#maxKept) return
      if (size === 0) continue
      this.#kept.delete(key)
      this.#size -= size
    }
  }
}

const pageInOrder = async (sandbox: Sandbox, resource: Resource, query: RecordPageQuery): Promise<RecordPage> => {
  const { limit, offset, after } = query
  const { store } = sandbox
  const [records, total] = await Promise.all([
    store.page(resource.key, { filters: [], limit, skip: offset, ...(after === undefined ? {} : { after }) }),
    store.count(resource.key),
  ])
  return { records: records.filter((record) => !isGone(record)), total }
}

/** `store` does not change meanwhile. */
const searchStore = async (
  store: EmbeddedStore,
  sandbox: Sandbox,
  resource: Resource,
  search: RecordSearch,
): Promise<readonly RecordId[]> => {
  const test = createRecordTest(search)
  const moment = momentOf(sandbox)
  const { place, isDescending } = search.sort === undefined ? inOrder : readSort(search.sort)
  let isEmpty = true
  /** By the names in the query: places that no record seen so far has. */
  const missing = new Map(Object.keys(search.where ?? {}).map((name) => [`where[${name}]`, name]))
  if (place !== undefined && place !== resource.idProperty) missing.set('sort', place)
  const keys = await mapInSlices(store.all(resource.key), (stored) => {
    const record = recordAt(resource, stored, moment)
    if (isGone(record)) return undefined
    isEmpty = false
    for (const [at, name] of missing) if (valueAt(record.value, name) !== undefined) missing.delete(at)
    return test(record) ? sortKeyOf(resource, record, place) : undefined
  })
  if (!isEmpty) for (const [at, name] of missing) requireDescribed(resource, name, at)
  const sorted = place === undefined ? keys : await sortInSlices(keys, compareKeys(isDescending))
  return sorted.map(({ id }) => id)
}

/** Throws ControlError 400 for a property that the schema does not describe, either. */
const requireDescribed = ({ key, document, schema }: Resource, place: string, at: string): void => {
  const [name = ''] = place.startsWith('/') ? splitPointer(place) : [place]
  const known = [...viewObject(document.files, schema).properties.keys()]
  if (known.includes(name)) return
  const hint = suggest(name, known)
  throw new ControlError(400, `query.${at}: no record of ${key} has a property ${quote(name)}. ${hint}`)
}

const inOrder = { place: undefined, isDescending: false }
