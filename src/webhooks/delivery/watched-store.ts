/**
 * A store that notes which records a request has changed. It is used only where somebody receives webhooks.
 */
import type { RecordId, Store, StoredRecord } from '../../store/store.ts'

/** What a request did to one record. */
export interface RecordChange {
  readonly resource: string
  readonly id: RecordId
  /** Undefined: it did not exist. */
  readonly before: StoredRecord | undefined
  /** Undefined: it does not exist any more. */
  readonly after: StoredRecord | undefined
}

/** More records of one request are not reported. */
const maxChanges = 1_000

export class WatchedStore implements Store {
  readonly #store: Store
  readonly #changes = new Map<string, RecordChange>()

  constructor(store: Store) {
    this.#store = store
  }

  /** In the order in which the records were changed first; without those that are what they were. */
  changes(): readonly RecordChange[] {
    return [...this.#changes.values()].filter(({ before, after }) => before?.json !== after?.json)
  }

  insert: Store['insert'] = async (resource, ids, draft) => {
    const record = await this.#store.insert(resource, ids, draft)
    if (record) this.#note(resource, record.id, undefined, record)
    return record
  }

  update: Store['update'] = async (resource, id, change) => {
    let before: StoredRecord | undefined
    const after = await this.#store.update(resource, id, (record) => {
      before = record
      return change(record)
    })
    if (after && before !== after) this.#note(resource, after.id, before, after)
    return after
  }

  remove: Store['remove'] = async (resource, id, allows) => {
    const removed = await this.#store.remove(resource, id, allows)
    if (removed) this.#note(resource, removed.id, removed, undefined)
    return removed
  }

  removeScope: Store['removeScope'] = async (resource, scope) => {
    const removed = await this.#store.removeScope(resource, scope)
    for (const record of removed) this.#note(resource, record.id, record, undefined)
    return removed
  }

  /** A whole replacement is not an event of its records. */
  replaceAll: Store['replaceAll'] = (resource, records) => this.#store.replaceAll(resource, records)
  get: Store['get'] = (resource, id) => this.#store.get(resource, id)
  page: Store['page'] = (resource, query) => this.#store.page(resource, query)
  expectCount: Store['expectCount'] = (resource) => this.#store.expectCount(resource)
  peek: Store['peek'] = (resource, query) => this.#store.peek(resource, query)
  findClash: Store['findClash'] = (resource, record) => this.#store.findClash(resource, record)
  count: Store['count'] = (resource, query) => this.#store.count(resource, query)

  /** A single record that was removed leaves an empty one in its place. */
  #note(resource: string, id: RecordId, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    const key = `${resource}\n${id}`
    const first = this.#changes.get(key)
    if (!first && this.#changes.size >= maxChanges) return
    const isThere = (record: StoredRecord | undefined) => (record?.json === '' ? undefined : record)
    this.#changes.set(key, { resource, id, before: first ? first.before : isThere(before), after: isThere(after) })
  }
}
