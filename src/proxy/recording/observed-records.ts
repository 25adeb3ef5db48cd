/**
 * The records that responses show, by what was inferred about the operations: the latest state of each. A deletion removes
 * one, and so does the 404 of its own address.
 */

import { readId } from '../../behaviours/records/record-id.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { joinParents, mergeValues } from './join-parents.ts'
import type { ObservedRecord } from './observed-record.ts'
import type { ItemAddress, RecordPlaces, ShownRecord } from './record-places.ts'

/** One successful or failed exchange of an operation with a behaviour. */
export interface RecordExchange {
  readonly places: RecordPlaces
  readonly address: ItemAddress
  readonly status: number
  readonly request: Json | undefined
  readonly response: Json | undefined
  /** The address of a new record, if the response names one. */
  readonly created: ItemAddress | undefined
  /** Path and query of the request: what it lists is compared with what it listed before. */
  readonly target: string
}

/** More records are not recorded. */
const maxRecords = 100_000

/** More lists are not compared with what they were before. */
const maxLists = 2_000

export class ObservedRecords {
  /** By resource, then by parent and id. */
  readonly #records = new Map<string, Map<string, ObservedRecord>>()
  /** How often the records of a resource changed. */
  readonly #changes = new Map<string, number>()
  /** The identities that a request listed last. */
  readonly #lists = new Map<string, readonly string[]>()
  #size = 0
  #order = 0
  skipped = 0

  changesOf(resource: string): number {
    return this.#changes.get(resource) ?? 0
  }

  get all(): readonly ObservedRecord[] {
    return [...this.#records.values()].flatMap((records) => joinParents([...records.values()]))
  }

  observe(exchange: RecordExchange): void {
    const { places, address, status, response } = exchange
    const { kind, resource } = places
    const isSuccess = status >= 200 && status < 300
    if (!isSuccess) {
      if (kind === 'read' && (status === 404 || status === 410)) this.#remove(resource, address)
      return
    }
    if (kind !== 'read' && kind !== 'list') this.#changes.set(resource.key, this.changesOf(resource.key) + 1)
    if (kind === 'remove') {
      this.#remove(resource, address)
      return
    }
    const shown = places.find(response)
    if (kind === 'list') this.#compareList(exchange, shown)
    const isAddressed = kind !== 'list' && kind !== 'create'
    for (const { value, id } of shown) {
      const named = id === undefined ? address : { ...address, id }
      this.#put(resource, value, named, isAddressed || id !== undefined, places.isWhole)
    }
    if (shown.length === 0) this.#putSent(exchange)
  }

  /**
   * A request that lists fewer records than before has a page that is not full, so that what is missing is not there any more,
   * also if it was deleted under another address.
   */
  #compareList({ places: { resource }, address, target }: RecordExchange, shown: readonly ShownRecord[]): void {
    const key = `${resource.key} ${target}`
    const before = this.#lists.get(key)
    if (!before && this.#lists.size >= maxLists) return
    const ids = shown.map(({ value, id }) => readId(resource, value) ?? id)
    const now = ids.map((id) => identityOf({ id, parent: address.parent }))
    this.#lists.set(key, now)
    if (!before || now.length >= before.length || ids.includes(undefined)) return
    const left = new Set(now)
    const records = this.#recordsOf(resource.key)
    for (const identity of before) if (!left.has(identity) && records.delete(identity)) this.#size--
  }

  /** The response does not show the record: it is what was sent. */
  #putSent({ places, address, request, created }: RecordExchange): void {
    const { kind, resource } = places
    if (!isJsonObject(request)) return
    if (kind === 'create' && created) this.#put(resource, request, created, true, false)
    else if (kind === 'replace' || kind === 'update') this.#put(resource, request, address, true, false)
  }

  /** `isAddressed`: the address names this record, not only its parent. `isWhole`: the value has all that the record has. */
  #put(resource: Resource, value: JsonObject, address: ItemAddress, isAddressed: boolean, isWhole: boolean): void {
    const own = readId(resource, value)
    const id = own ?? (isAddressed ? address.id : undefined)
    if (id === undefined && resource.form !== 'single') return
    const { parent } = address
    const identity = identityOf({ id, parent })
    const records = this.#recordsOf(resource.key)
    const before = records.get(identity)
    if (!before && this.#size >= maxRecords) {
      this.skipped++
      return
    }
    if (!before) this.#size++
    const merged = isWhole || !before ? value : mergeValues(before.value, value)
    const order = ++this.#order
    records.set(identity, { resource, value: merged, id: own === undefined ? id : undefined, parent, order })
  }

  #remove(resource: Resource, { id, parent }: ItemAddress): void {
    const records = this.#recordsOf(resource.key)
    for (const identity of [identityOf({ id, parent }), identityOf({ id, parent: undefined })])
      if (records.delete(identity)) this.#size--
  }

  #recordsOf(key: string): Map<string, ObservedRecord> {
    const known = this.#records.get(key)
    if (known) return known
    const records = new Map<string, ObservedRecord>()
    this.#records.set(key, records)
    return records
  }
}

const identityOf = ({ id, parent }: ItemAddress): string => `${parent ?? ''}\n${String(id ?? '')}`
