/**
 * Records as whoever controls a sandbox sees and changes them: any resource, whatever operations the documents have, but
 * nothing that breaks the resource's schema.
 */

import { mergePatch } from '../../behaviours/operations/change/merge-patch.ts'
import { isGone } from '../../behaviours/operations/item-address.ts'
import { ownIdOf, readId, withId } from '../../behaviours/records/record-id.ts'
import { type Moment, type Resource, recordAt } from '../../behaviours/records/resource.ts'
import { scopeOf } from '../../behaviours/records/scope-of.ts'
import { createUniqueTest } from '../../behaviours/records/unique-test.ts'
import { describeErrors } from '../../contract/schema/violations.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
import { exactInteger, separateDigits, stringifyJson } from '../../contract/values/json-text.ts'
import { suggest } from '../../contract/values/nearest.ts'
import type { Violation } from '../../errors.ts'
import type { Service } from '../../loading/service.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { RecordId, StoredRecord, WouldBe } from '../../store/store.ts'
import { ControlError, quote } from './control-error.ts'

/** The records of one resource in one sandbox. Every method rejects with ControlError. */
export class Records {
  readonly #sandbox: Sandbox
  readonly #service: Service
  readonly #resource: Resource
  /** What a record that is given is called in an error: `body` in a request. */
  readonly #at: string

  /** Throws ControlError 404 where there is no such resource. */
  constructor(sandbox: Sandbox, service: Service, name: string, at: string) {
    const found =
      service.resources.find(({ key }) => key === name) ??
      service.resources.find((resource) => `${resource.document.name}/${resource.name}` === name)
    if (!found) {
      const known = service.resources.map(({ key }) => key)
      throw new ControlError(
        404,
        `there is no resource ${quote(name)}; ${known.length === 0 ? 'the documents have none' : `${suggest(name, known)} (there are ${known.join(', ')})`}`,
      )
    }
    this.#sandbox = sandbox
    this.#service = service
    this.#resource = found
    this.#at = at
  }

  /** By id, those after one of them. */
  async list(limit: number, after?: string): Promise<readonly Json[]> {
    const page = await this.#sandbox.store.page(this.#resource.key, {
      filters: [],
      limit,
      ...(after === undefined ? {} : { after: this.#readId(after) }),
    })
    return page.filter((record) => !isGone(record)).map((record) => this.#show(record))
  }

  async get(id: string): Promise<Json> {
    const record = await this.#sandbox.store.get(this.#resource.key, this.#readId(id))
    return record ? this.#show(record) : this.#missing(id)
  }

  /** In the place of all that there are. */
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
          message: `${at}.${this.#resource.idProperty} ${id} is taken by a record before it; ids are unique`,
        })
      seen.add(id)
      const repeated = record && findRepeated(record.value, index)
      if (repeated)
        violations.push({
          at,
          keyword: 'unique',
          message: `${at}.${repeated.property} is that of ${this.#at}[${repeated.first}]; only one record may have it`,
        })
      return record
    })
    rejectInvalid(violations)
    const fit = records.flatMap((record) => record ?? [])
    await this.#sandbox.store.replaceAll(this.#resource.key, fit)
    return fit.map((record) => this.#show(record))
  }

  /** One more. Without an id it gets the next, where ids are integers. */
  async add(value: JsonObject): Promise<Json> {
    const { key, idProperty, idKind } = this.#resource
    const given = idOf(this.#resource, value)
    if (given === undefined && idKind !== 'integer')
      throw new ControlError(400, `${this.#at}.${idProperty} is required: the ids of ${key} are texts`)
    rejectInvalid(this.#check(given === undefined ? withId(this.#resource, value, 1) : value, this.#at))
    const record = await this.#sandbox.store.insert(
      key,
      given === undefined ? { kind: 'integer' } : { kind: 'given', id: given },
      (id) => this.#toRecord(this.#withId(value, id), id),
    )
    if (record) return this.#show(record)
    const { id: _, ...wouldBe } = this.#toRecord(value, given)
    await this.#rejectClash(wouldBe)
    throw new ControlError(409, `${key} has a record with the ${idProperty} ${String(given)} already`)
  }

  /** Replaces a record, or adds it under the id of the address. */
  async put(id: string, value: JsonObject): Promise<Json> {
    const { key, idProperty } = this.#resource
    const recordId = this.#readId(id)
    const given = idOf(this.#resource, value)
    if (given !== undefined && String(given) !== String(recordId))
      throw new ControlError(
        400,
        `${this.#at}.${idProperty} is ${String(given)}, but the record is named ${quote(id)}; they must be the same`,
      )
    const whole: JsonObject = withId(this.#resource, value, recordId)
    rejectInvalid(this.#check(whole, this.#at))
    const draft = () => this.#toRecord(whole, recordId)
    const change = (current: StoredRecord) => this.#follow(current, whole)
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
      throw new ControlError(400, `${this.#at}.${idProperty} cannot be changed; it is the record's id`)
    let changed: StoredRecord | undefined
    const record = await this.#sandbox.store.update(key, this.#readId(id), (current) => {
      const value = mergePatch(recordAt(this.#resource, current, this.#moment()).value, patch) as JsonObject
      rejectInvalid(this.#check(value, this.#at))
      changed = this.#follow(current, value)
      return changed
    })
    if (changed) await this.#rejectClash(changed)
    return record ? this.#show(record) : this.#missing(id)
  }

  async remove(id: string): Promise<void> {
    if (!(await this.#sandbox.store.remove(this.#resource.key, this.#readId(id)))) this.#missing(id)
  }

  /** The id comes first, as in the records that operations make. */
  #withId(value: JsonObject, id: RecordId): JsonObject {
    const [name, ...rest] = this.#resource.idPath
    return withId(this.#resource, name === undefined || rest.length > 0 ? value : { [name]: id, ...value }, id)
  }

  #show(record: StoredRecord): Json {
    return recordAt(this.#resource, record, this.#moment()).value
  }

  /** A record that the store did not take for a value that another has. */
  async #rejectClash(record: WouldBe): Promise<void> {
    const { key } = this.#resource
    const property = await this.#sandbox.store.findClash(key, record)
    if (property === undefined) return
    const taken = stringifyJson(record.value[property] ?? null)
    throw new ControlError(409, `${key} has a record with the ${property} ${taken} already; only one may have it`)
  }

  /** What a person sets stands from then on: its lifecycles begin now. */
  #toRecord(value: JsonObject, id: RecordId | undefined): StoredRecord {
    const scope = scopeOf(this.#resource, value)
    const record = { id: id ?? 0, value, json: stringifyJson(value), madeAt: this.#sandbox.now() }
    return scope === undefined ? record : { ...record, scope }
  }

  /** What a record becomes. One that was made at an address stays there, unless it says itself whose it is. */
  #follow(current: StoredRecord, value: JsonObject): StoredRecord {
    const made = this.#toRecord(value, current.id)
    const isBound = made.scope === undefined || ownIdOf(current) !== current.id
    return isBound && current.scope !== undefined ? { ...made, scope: current.scope } : made
  }

  #moment(): Moment {
    const { holdEndedAt } = this.#sandbox.contextFor({
      records: undefined,
      hold: [],
      byRequest: false,
      clock: undefined,
    })
    return { now: this.#sandbox.now(), holdEndedAt }
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
    const trial = separateDigits(value)
    const errors = this.#service.of(document).compiler.compile(schema, 'response')(trial)
    if (errors) return describeErrors(errors, trial, at)
    return this.#resource.idProperty !== '' && idOf(this.#resource, value) === undefined
      ? [
          {
            at: `${at}.${idProperty}`,
            keyword: 'required',
            message: `${at}.${idProperty} is required: it is the record's id`,
          },
        ]
      : []
  }
}

const rejectInvalid = (violations: readonly Violation[]): void => {
  if (violations.length > 0)
    throw new ControlError(400, violations.map(({ message }) => message).join('; '), violations)
}

/** The record's own, of whatever kind it is: its schema has judged it. */
const idOf = (resource: Resource, value: object): RecordId | undefined =>
  readId(resource, value) ?? readId({ ...resource, idKind: 'integer' }, value)
