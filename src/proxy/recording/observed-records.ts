/**
 * The records that responses show, by what was inferred about the operations: the latest state of each. A deletion removes
 * one, and so does the 404 of its own address.
 */

import { readId } from '../../behaviours/records/record-id.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordId } from '../../store/store.ts'
import type { ItemAddress, RecordPlaces } from './record-places.ts'

export interface ObservedRecord {
  readonly resource: Resource
  readonly value: JsonObject
  /** For x-standin, if the value does not contain it. */
  readonly id: RecordId | undefined
  readonly parent: string | undefined
}

/** One successful or failed exchange of an operation with a behaviour. */
export interface RecordExchange {
  readonly places: RecordPlaces
  readonly address: ItemAddress
  readonly status: number
  readonly request: Json | undefined
  readonly response: Json | undefined
  /** The address of a new record, if the response names one. */
  readonly created: ItemAddress | undefined
}

/** More records are not recorded. */
const maxRecords = 100_000

export class ObservedRecords {
  /** By resource, then by parent and id. */
  readonly #records = new Map<string, Map<string, ObservedRecord>>()
  /** How often the records of a resource changed. */
  readonly #changes = new Map<string, number>()
  #size = 0
  skipped = 0

  changesOf(resource: string): number {
    return this.#changes.get(resource) ?? 0
  }

  get all(): readonly ObservedRecord[] {
    return [...this.#records.values()].flatMap((records) => [...records.values()])
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
    for (const value of shown) this.#put(resource, value, address, kind !== 'list' && kind !== 'create', places.isWhole)
    if (shown.length === 0) this.#putSent(exchange)
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
    const identity = `${parent ?? ''}\n${String(id ?? '')}`
    const records = this.#recordsOf(resource.key)
    const before = records.get(identity)
    if (!before && this.#size >= maxRecords) {
      this.skipped++
      return
    }
    if (!before) this.#size++
    const merged = isWhole || !before ? value : { ...before.value, ...value }
    records.set(identity, { resource, value: merged, id: own === undefined ? id : undefined, parent })
  }

  #remove(resource: Resource, { id, parent }: ItemAddress): void {
    const records = this.#recordsOf(resource.key)
    for (const identity of [`${parent ?? ''}\n${String(id ?? '')}`, `\n${String(id ?? '')}`])
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
