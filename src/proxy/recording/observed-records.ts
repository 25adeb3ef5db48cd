/**
 * The records that responses show, by what was inferred about the operations: the latest state of each. A deletion removes
 * one, and so does the 404 of its own address.
 */

import { readId } from '../../behaviours/records/record-id.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { memoryOf } from '../../store/memory-budget.ts'
import { joinParents, mergeValues } from './join-parents.ts'
import type { ObservedRecord } from './observed-record.ts'
import type { ItemAddress, RecordPlaces, Selection, ShownRecord } from './record-places.ts'

/** One successful or failed exchange of an operation with a behaviour. */
export interface RecordExchange {
  readonly places: RecordPlaces
  readonly address: ItemAddress
  readonly status: number
  readonly request: Json | undefined
  readonly response: Json | undefined
  /** The address of a new record, if the response names one. */
  readonly created: ItemAddress | undefined
  /** Identifies requests that list the same records: what one lists is compared with what the one before listed. */
  readonly target: string
  readonly selection: Selection
}

/** Records, and estimated bytes of memory for them. More are not recorded. */
export const recordLimits = { count: 100_000, memory: 128 * 1024 * 1024 }

/** Lists, and characters of what identifies their items. More are not compared with what they were before. */
export const listLimits = { count: 2_000, size: 16 * 1024 * 1024 }

interface HeldRecord extends ObservedRecord {
  readonly memory: number
}

interface ObservedList {
  readonly identities: readonly string[]
  /** Records of a higher order have been observed since. */
  readonly order: number
}

export class ObservedRecords {
  /** By resource, then by parent and id. */
  readonly #records = new Map<string, Map<string, HeldRecord>>()
  /** How often the records of a resource changed. */
  readonly #changes = new Map<string, number>()
  /** What a request listed last. */
  readonly #lists = new Map<string, ObservedList>()
  #listSize = 0
  #size = 0
  #memory = 0
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
    // A HEAD, or a body that is too large or no JSON, shows no list: that is not an empty one.
    const found = places.find(response)
    if (kind === 'list' && found && exchange.selection.isFromStart && status !== 206) this.#compareList(exchange, found)
    const shown = found ?? []
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
  #compareList(
    { places: { resource }, address, target, selection: { isFiltered } }: RecordExchange,
    shown: readonly ShownRecord[],
  ): void {
    const key = `${resource.key} ${target}`
    const before = this.#lists.get(key)
    if (!before && this.#lists.size >= listLimits.count) return
    const ids = shown.map(({ value, id }) => readId(resource, value) ?? id)
    const now = ids.map((id) => identityOf({ id, parent: address.parent }))
    this.#setList(key, { identities: now, order: this.#order })
    if (!before || now.length >= before.identities.length || ids.includes(undefined)) return
    const left = new Set(now)
    const records = this.#recordsOf(resource.key)
    for (const identity of before.identities) {
      // The first observation after a list is that of its own records.
      const isChanged = (records.get(identity)?.order ?? 0) > before.order + before.identities.length
      if (!left.has(identity) && !(isFiltered && isChanged)) this.#forget(resource, identity)
    }
  }

  /** A list that does not fit is forgotten. */
  #setList(key: string, list: ObservedList): void {
    this.#listSize -= sizeOfList(key, this.#lists.get(key))
    this.#lists.delete(key)
    const size = sizeOfList(key, list)
    if (this.#listSize + size > listLimits.size) return
    this.#lists.set(key, list)
    this.#listSize += size
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
    const merged = isWhole || !before ? value : mergeValues(before.value, value)
    const memory = memoryOf({ json: stringifyJson(merged) }) + 2 * identity.length
    const added = memory - (before?.memory ?? 0)
    if ((!before && this.#size >= recordLimits.count) || this.#memory + added > recordLimits.memory) {
      // What was there before is not the state of the record any more.
      this.#forget(resource, identity)
      this.skipped++
      return
    }
    if (!before) this.#size++
    this.#memory += added
    const order = ++this.#order
    records.set(identity, { resource, value: merged, id: own === undefined ? id : undefined, parent, order, memory })
  }

  #remove(resource: Resource, { id, parent }: ItemAddress): void {
    this.#forget(resource, identityOf({ id, parent }))
    this.#forget(resource, identityOf({ id, parent: undefined }))
  }

  #forget({ key }: Resource, identity: string): void {
    const records = this.#recordsOf(key)
    const held = records.get(identity)
    if (!held) return
    records.delete(identity)
    this.#size--
    this.#memory -= held.memory
  }

  #recordsOf(key: string): Map<string, HeldRecord> {
    const known = this.#records.get(key)
    if (known) return known
    const records = new Map<string, HeldRecord>()
    this.#records.set(key, records)
    return records
  }
}

/** Characters, and eight bytes for the place of each. */
const sizeOfList = (key: string, list: ObservedList | undefined): number =>
  list?.identities.reduce((size, id) => size + id.length + 8, key.length) ?? 0

const identityOf = ({ id, parent }: ItemAddress): string => `${parent ?? ''}\n${String(id ?? '')}`
