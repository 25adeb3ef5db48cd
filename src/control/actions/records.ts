/**
 * Control actions on the records of a resource. They work for every resource, whatever operations the documents have, but
 * every record must match the resource's schema.
 */

import { mergePatch } from '../../behaviours/operations/change/merge-patch.ts'
import { type Moment, recordAt } from '../../behaviours/records/lifecycle.ts'
import { factsOf, type RecordFacts, writeFixture } from '../../behaviours/records/record-facts.ts'
import { isGone, isScopedInteger, ownIdOf, withId } from '../../behaviours/records/record-id.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { exactInteger } from '../../contract/values/json-text.ts'
import type { Service } from '../../loading/service.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import { sizeOf, tooLong } from '../../store/list-size.ts'
import type { RecordId, StoredRecord, WouldBe } from '../../store/store.ts'
import { checkCandidate, type RecordProblem } from './check-candidate.ts'
import { ControlError, quote } from './control-error.ts'
import { findResource, momentOf } from './find-resource.ts'
import {
  type ContractRule,
  checkRecord,
  type GivenRecord,
  idOf,
  readGiven,
  readGivenList,
  showProperty,
  toStored,
} from './given-record.ts'
import type { RecordFinder, RecordPageQuery } from './record-finder.ts'
import { rejectInvalid } from './reject-invalid.ts'
import { requireRoom } from './require-room.ts'
import { writeList } from './write-list.ts'

export interface ReplaceOptions {
  readonly contract?: ContractRule | undefined
  readonly onValid?: (() => void) | undefined
}

export interface RecordQuery extends Omit<RecordPageQuery, 'after'> {
  readonly after?: string | undefined
  /** Whether each record has its id and its parent beside it. */
  readonly rows: boolean
}

export interface FoundRecords {
  readonly records: readonly Json[]
  readonly total: number
}

export interface AddedRecord {
  /** Its segment in addresses of the control API. */
  readonly recordId: string
  readonly record: Json
}

/** The records of one resource in one sandbox. Every method rejects with ControlError. */
export class Records {
  readonly #sandbox: Sandbox
  readonly #service: Service
  readonly #resource: Resource
  /** The name of the given record in errors: `body` for a request. */
  readonly #at: string

  /** Throws ControlError 404 for an unknown resource. */
  constructor(sandbox: Sandbox, service: Service, name: string, at: string) {
    const found = findResource(service, name)
    this.#sandbox = sandbox
    this.#service = service
    this.#resource = found
    this.#at = at
  }

  /** In the order of lists, from the record after `after`. */
  async list(limit: number, after?: string): Promise<readonly Json[]> {
    const page = await this.#sandbox.store.page(this.#resource.key, {
      filters: [],
      limit,
      ...(after === undefined ? {} : { after: this.#readId(after) }),
    })
    const present = page.filter((record) => !isGone(record))
    return this.#write(present, (record) => this.#show(record))
  }

  /** A page of them, and how many there are on all pages. */
  async find(finder: RecordFinder, { after, rows, ...query }: RecordQuery): Promise<FoundRecords> {
    const { records, total } = await finder.find(this.#sandbox, this.#resource, {
      ...query,
      after: after === undefined ? undefined : this.#readId(after),
    })
    const moment = this.#moment()
    const show = (stored: StoredRecord): Json =>
      rows ? describeRow(this.#resource, stored, moment) : recordAt(this.#resource, stored, moment).value
    return { records: await this.#write(records, show), total }
  }

  #write(records: readonly StoredRecord[], write: (record: StoredRecord) => Json): Promise<readonly Json[]> {
    return writeList(this.#sandbox, { size: sizeOf(records), tooLong }, () => records.map(write))
  }

  async get(id: string): Promise<Json> {
    const record = await this.#sandbox.store.get(this.#resource.key, this.#readId(id))
    return record ? this.#show(record) : this.#missing(id)
  }

  /** Replaces all records of the resource. `onValid` is called before anything changes. */
  async replaceAll(values: readonly Json[], { contract, onValid }: ReplaceOptions = {}): Promise<readonly Json[]> {
    const { records, violations } = await readGivenList(this.#resource, values, this.#rulesAt(this.#at, contract))
    rejectInvalid(violations)
    const now = this.#sandbox.now()
    const fit = records.map(({ id, ...record }) => toStored(this.#resource, record, { id, now }))
    // What is replaced makes room only afterwards: a snapshot or a fork may still have it.
    requireRoom(this.#sandbox, fit)
    onValid?.()
    await this.#sandbox.store.replaceAll(this.#resource.key, fit)
    return fit.map((record) => this.#show(record))
  }

  /** Adds a record. If ids are integers, a record without an id gets the next one. */
  async add(given: JsonObject, contract?: ContractRule): Promise<AddedRecord> {
    const { key, idProperty, idKind } = this.#resource
    const read = this.#readGiven(given)
    const { value, facts, id } = read
    if (id === undefined && idKind !== 'integer')
      throw new ControlError(
        400,
        `${this.#at}.${idProperty} is required: the ids of ${key} are strings, which are not generated`,
      )
    const whole = id === undefined ? { ...read, id: 1, value: withId(this.#resource, value, 1) } : read
    rejectInvalid(checkRecord(this.#resource, whole, this.#rulesAt(this.#at, contract)))
    const draft = (own: RecordId): StoredRecord =>
      this.#toStored({ value: id === undefined ? this.#withId(value, own) : value, facts }, own)
    requireRoom(this.#sandbox)
    const record = await this.#sandbox.store.insert(
      key,
      id === undefined ? { kind: 'integer' } : { kind: 'given', id },
      draft,
    )
    if (record) return { recordId: String(record.id), record: this.#show(record) }
    const { id: _, ...wouldBe } = draft(id ?? 0)
    await this.#rejectClash(wouldBe)
    throw new ControlError(409, `${key} already has a record with the ${idProperty || 'id'} ${String(id)}`)
  }

  /** Replaces the record with this id, or adds it. */
  async put(id: string, given: JsonObject, contract?: ContractRule): Promise<Json> {
    const { key } = this.#resource
    const recordId = this.#readId(id)
    const { store } = this.#sandbox
    const { value, facts } = this.#identify(recordId, this.#readGiven(given), await store.get(key, recordId))
    rejectInvalid(checkRecord(this.#resource, { value, facts, id: recordId }, this.#rulesAt(this.#at, contract)))
    // A record that is put back after its removal returns to its place.
    const order = typeof recordId === 'string' ? this.#sandbox.state.store.formerPosition(key, recordId) : undefined
    const draft = () => ({ ...this.#toStored({ value, facts }, recordId), ...(order === undefined ? {} : { order }) })
    const change = (current: StoredRecord) => this.#replace(current, value, facts)
    requireRoom(this.#sandbox)
    const record =
      (await store.update(key, recordId, change)) ??
      (await store.insert(key, { kind: 'given', id: recordId }, draft)) ??
      (await store.update(key, recordId, change))
    await this.#rejectClash(draft())
    return record ? this.#show(record) : this.#missing(id)
  }

  /** Changes a record by a merge patch (RFC 7396). */
  async patch(id: string, given: JsonObject, contract?: ContractRule): Promise<Json> {
    const { key, idProperty } = this.#resource
    const { value: patch, facts } = this.#readGiven(given)
    const own = idOf(this.#resource, patch)
    let changed: StoredRecord | undefined
    requireRoom(this.#sandbox)
    const record = await this.#sandbox.store.update(key, this.#readId(id), (current) => {
      if (own !== undefined && String(own) !== String(ownIdOf(this.#resource, current)))
        throw new ControlError(400, `${this.#at}.${idProperty} cannot be changed, because it is the record's id`)
      const value = mergePatch(recordAt(this.#resource, current, this.#moment()).value, patch) as JsonObject
      const next = { value, facts, id: idOf(this.#resource, value) }
      rejectInvalid(checkRecord(this.#resource, next, this.#rulesAt(this.#at, contract)))
      changed = this.#replace(current, value, facts)
      return changed
    })
    if (changed) await this.#rejectClash(changed)
    return record ? this.#show(record) : this.#missing(id)
  }

  /** Returns the removed record as a fixture: with `x-standin` if its own properties do not say everything. */
  async remove(id: string): Promise<string> {
    const removed = await this.#sandbox.store.remove(this.#resource.key, this.#readId(id))
    return removed ? writeFixture(this.#resource, removed, this.#moment()) : this.#missing(id)
  }

  /**
   * What is wrong with a record that would be added, or that would replace the one with this id. Nothing is changed.
   */
  async check(given: JsonObject, id?: string): Promise<readonly RecordProblem[]> {
    const recordId = id === undefined ? undefined : this.#readId(id)
    const { store } = this.#sandbox
    const current = recordId === undefined ? undefined : await store.get(this.#resource.key, recordId)
    if (id !== undefined && !current) this.#missing(id)
    return checkCandidate(
      { resource: this.#resource, service: this.#service, store, at: this.#at },
      readGiven(this.#resource, given, this.#at),
      current,
    )
  }

  /** Throws for an invalid `x-standin`. */
  #readGiven(given: JsonObject): GivenRecord {
    const read = readGiven(this.#resource, given, this.#at)
    rejectInvalid(read.violations)
    return read
  }

  #rulesAt(at: string, contract: ContractRule = 'enforce') {
    return { service: this.#service, at, contract }
  }

  /** The record with the id that its path has. Throws if it has another one. */
  #identify(recordId: RecordId, { value, facts }: GivenRecord, current: StoredRecord | undefined) {
    const { idProperty } = this.#resource
    const scope = facts.parent === undefined ? current?.scope : (facts.parent ?? undefined)
    const own = ownIdOf(this.#resource, scope === undefined ? { id: recordId } : { id: recordId, scope })
    const given = facts.id ?? idOf(this.#resource, value)
    if (given !== undefined && String(given) !== String(own))
      throw new ControlError(
        400,
        `${this.#at}.${idProperty || 'x-standin.id'} must be ${quote(String(own))}, the id of the record, got ${String(given)}`,
      )
    return { facts, value: facts.id === undefined ? withId(this.#resource, value, own) : value }
  }

  /** The id is the first property, as in records that operations create. */
  #withId(value: JsonObject, id: RecordId): JsonObject {
    const [name, ...rest] = this.#resource.idPath
    return withId(this.#resource, name === undefined || rest.length > 0 ? value : { [name]: id, ...value }, id)
  }

  #show(record: StoredRecord): Json {
    return recordAt(this.#resource, record, this.#moment()).value
  }

  /** Throws if the store rejected the record because of a unique value. */
  async #rejectClash(record: WouldBe): Promise<void> {
    const { key } = this.#resource
    const property = await this.#sandbox.store.findClash(key, record)
    if (property === undefined) return
    const taken = showProperty(record.value, property)
    throw new ControlError(409, `${key} already has a record with the ${property} ${taken}, which must be unique`)
  }

  #toStored(given: Pick<GivenRecord, 'value' | 'facts'>, id: RecordId): StoredRecord {
    return toStored(this.#resource, given, { id, now: this.#sandbox.now() })
  }

  /** A record created under a parent stays there, unless it names another parent. */
  #replace(current: StoredRecord, value: JsonObject, facts: RecordFacts): StoredRecord {
    const next = this.#toStored({ value, facts }, current.id)
    if (facts.parent !== undefined) return next
    const isBound = next.scope === undefined || ownIdOf(this.#resource, current) !== current.id
    return isBound && current.scope !== undefined ? { ...next, scope: current.scope } : next
  }

  #moment(): Moment {
    return momentOf(this.#sandbox)
  }

  #readId(text: string): RecordId {
    if (this.#resource.idKind !== 'integer') return text
    if (isScopedInteger(text)) return text
    return /^-?\d{1,30}$/.test(text) ? exactInteger(text) : this.#missing(text)
  }

  #missing(id: string): never {
    throw new ControlError(404, `${this.#resource.key} has no record ${quote(id)}`)
  }
}

/** A record with what its own properties may not contain. */
const describeRow = (resource: Resource, stored: StoredRecord, moment: Moment): Json => ({
  recordId: String(stored.id),
  id: ownIdOf(resource, stored),
  parent: stored.scope ?? null,
  createdAt: new Date(stored.madeAt).toISOString(),
  facts: factsOf(resource, stored, moment),
  record: recordAt(resource, stored, moment).value,
})
