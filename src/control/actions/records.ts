/**
 * Control actions on the records of a resource. They work for every resource, whatever operations the documents have, but
 * every record must match the resource's schema.
 */

import { mergePatch } from '../../behaviours/operations/change/merge-patch.ts'
import { type Moment, recordAt } from '../../behaviours/records/lifecycle.ts'
import { isGone, ownIdOf, readId, withId } from '../../behaviours/records/record-id.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { scopeOf } from '../../behaviours/records/scope-of.ts'
import { createUniqueTest } from '../../behaviours/records/unique-test.ts'
import { describeErrors } from '../../contract/schema/violations.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
import { exactInteger, separateDigits, stringifyJson } from '../../contract/values/json-text.ts'
import type { Violation } from '../../errors.ts'
import type { Service } from '../../loading/service.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { RecordId, StoredRecord, WouldBe } from '../../store/store.ts'
import { ControlError, quote } from './control-error.ts'
import { findResource, momentOf } from './find-resource.ts'
import { describeRow, type RecordFinder, type RecordPageQuery } from './record-finder.ts'

export interface RecordQuery extends Omit<RecordPageQuery, 'after'> {
  readonly after?: string | undefined
  /** Whether each record has its id and its parent beside it. */
  readonly rows: boolean
}

export interface FoundRecords {
  readonly records: readonly Json[]
  readonly total: number
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

  /** Sorted by id, from the id after `after`. */
  async list(limit: number, after?: string): Promise<readonly Json[]> {
    const page = await this.#sandbox.store.page(this.#resource.key, {
      filters: [],
      limit,
      ...(after === undefined ? {} : { after: this.#readId(after) }),
    })
    return page.filter((record) => !isGone(record)).map((record) => this.#show(record))
  }

  /** A page of them, and how many there are on all pages. */
  async find(finder: RecordFinder, { after, rows, ...query }: RecordQuery): Promise<FoundRecords> {
    const { records, total } = await finder.find(this.#sandbox, this.#resource, {
      ...query,
      after: after === undefined ? undefined : this.#readId(after),
    })
    return { records: records.map((record) => (rows ? describeRow(record) : record.value)), total }
  }

  async get(id: string): Promise<Json> {
    const record = await this.#sandbox.store.get(this.#resource.key, this.#readId(id))
    return record ? this.#show(record) : this.#missing(id)
  }

  /** Replaces all records of the resource. */
  async replaceAll(values: readonly Json[]): Promise<readonly Json[]> {
    const violations: Violation[] = []
    const seen = new Set<string>()
    const findRepeated = createUniqueTest(this.#resource)
    const records = values.map((value, index) => {
      const at = `${this.#at}[${index}]`
      violations.push(...this.#check(value, at))
      const record = isJsonObject(value) ? this.#toRecord(value, idOf(this.#resource, value)) : undefined
      const id = String(record?.id)
      if (record && seen.has(id))
        violations.push({
          at,
          keyword: 'unique',
          message: `${at}.${this.#resource.idProperty} ${id} is already used by an earlier record; ids must be unique`,
        })
      seen.add(id)
      const repeated = record && findRepeated(record.value, index)
      if (repeated)
        violations.push({
          at,
          keyword: 'unique',
          message: `${at}.${repeated.property} has the same value as in ${this.#at}[${repeated.first}]; it must be unique`,
        })
      return record
    })
    rejectInvalid(violations)
    const fit = records.flatMap((record) => record ?? [])
    await this.#sandbox.store.replaceAll(this.#resource.key, fit)
    return fit.map((record) => this.#show(record))
  }

  /** Adds a record. If ids are integers, a record without an id gets the next one. */
  async add(value: JsonObject): Promise<Json> {
    const { key, idProperty, idKind } = this.#resource
    const given = idOf(this.#resource, value)
    if (given === undefined && idKind !== 'integer')
      throw new ControlError(
        400,
        `${this.#at}.${idProperty} is required: the ids of ${key} are strings, which are not generated`,
      )
    rejectInvalid(this.#check(given === undefined ? withId(this.#resource, value, 1) : value, this.#at))
    const record = await this.#sandbox.store.insert(
      key,
      given === undefined ? { kind: 'integer' } : { kind: 'given', id: given },
      (id) => this.#toRecord(this.#withId(value, id), id),
    )
    if (record) return this.#show(record)
    const { id: _, ...wouldBe } = this.#toRecord(value, given)
    await this.#rejectClash(wouldBe)
    throw new ControlError(409, `${key} already has a record with the ${idProperty} ${String(given)}`)
  }

  /** Replaces the record with this id, or adds it. */
  async put(id: string, value: JsonObject): Promise<Json> {
    const { key, idProperty } = this.#resource
    const recordId = this.#readId(id)
    const given = idOf(this.#resource, value)
    if (given !== undefined && String(given) !== String(recordId))
      throw new ControlError(
        400,
        `${this.#at}.${idProperty} must be ${quote(id)}, the id of the record, got ${String(given)}`,
      )
    const whole: JsonObject = withId(this.#resource, value, recordId)
    rejectInvalid(this.#check(whole, this.#at))
    const draft = () => this.#toRecord(whole, recordId)
    const change = (current: StoredRecord) => this.#replace(current, whole)
    const { store } = this.#sandbox
    const record =
      (await store.update(key, recordId, change)) ??
      (await store.insert(key, { kind: 'given', id: recordId }, draft)) ??
      (await store.update(key, recordId, change))
    await this.#rejectClash(draft())
    return record ? this.#show(record) : this.#missing(id)
  }

  /** Changes a record by a merge patch (RFC 7396). */
  async patch(id: string, patch: JsonObject): Promise<Json> {
    const { key, idProperty } = this.#resource
    const given = idOf(this.#resource, patch)
    if (given !== undefined && String(given) !== id)
      throw new ControlError(400, `${this.#at}.${idProperty} cannot be changed, because it is the record's id`)
    let changed: StoredRecord | undefined
    const record = await this.#sandbox.store.update(key, this.#readId(id), (current) => {
      const value = mergePatch(recordAt(this.#resource, current, this.#moment()).value, patch) as JsonObject
      rejectInvalid(this.#check(value, this.#at))
      changed = this.#replace(current, value)
      return changed
    })
    if (changed) await this.#rejectClash(changed)
    return record ? this.#show(record) : this.#missing(id)
  }

  async remove(id: string): Promise<void> {
    if (!(await this.#sandbox.store.remove(this.#resource.key, this.#readId(id)))) this.#missing(id)
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
    const taken = stringifyJson(record.value[property] ?? null)
    throw new ControlError(409, `${key} already has a record with the ${property} ${taken}, which must be unique`)
  }

  /** Lifecycles of the record begin now. */
  #toRecord(value: JsonObject, id: RecordId | undefined): StoredRecord {
    const scope = scopeOf(this.#resource, value)
    const record = { id: id ?? 0, value, json: stringifyJson(value), madeAt: this.#sandbox.now() }
    return scope === undefined ? record : { ...record, scope }
  }

  /** A record created under a parent stays there, unless its own properties name another parent. */
  #replace(current: StoredRecord, value: JsonObject): StoredRecord {
    const next = this.#toRecord(value, current.id)
    const isBound = next.scope === undefined || ownIdOf(current) !== current.id
    return isBound && current.scope !== undefined ? { ...next, scope: current.scope } : next
  }

  #moment(): Moment {
    return momentOf(this.#sandbox)
  }

  #readId(text: string): RecordId {
    if (this.#resource.idKind !== 'integer') return text
    return /^-?\d{1,30}$/.test(text) ? exactInteger(text) : this.#missing(text)
  }

  #missing(id: string): never {
    throw new ControlError(404, `${this.#resource.key} has no record ${quote(id)}`)
  }

  #check(value: Json, at: string): readonly Violation[] {
    const { schema, document, idProperty } = this.#resource
    if (!isJsonObject(value)) return [{ at, keyword: 'type', message: `${at} must be an object` }]
    const candidate = separateDigits(value)
    const errors = this.#service.of(document).compiler.compile(schema, 'response')(candidate)
    if (errors) return describeErrors(errors, candidate, at)
    return this.#resource.idProperty !== '' && idOf(this.#resource, value) === undefined
      ? [
          {
            at: `${at}.${idProperty}`,
            keyword: 'required',
            message: `${at}.${idProperty} is required, because it is the record's id`,
          },
        ]
      : []
  }
}

const rejectInvalid = (violations: readonly Violation[]): void => {
  if (violations.length > 0)
    throw new ControlError(400, violations.map(({ message }) => message).join('; '), violations)
}

/** The id of the record, whatever its type: the schema has validated it. */
const idOf = (resource: Resource, value: object): RecordId | undefined =>
  readId(resource, value) ?? readId({ ...resource, idKind: 'integer' }, value)
