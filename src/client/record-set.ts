/**
 * The records of one resource in a sandbox handle. Records are plain objects, copied in both directions, so that a test
 * cannot change the store by changing an object.
 */

import { isJsonObject } from '../contract/values/json-object.ts'
import { JsonTextError, parseJsonText, stringifyJson } from '../contract/values/json-text.ts'
import { ControlError } from '../control/actions/control-error.ts'
import { Records } from '../control/actions/records.ts'
import type { Service } from '../loading/service.ts'
import type { Json, JsonObject } from '../ports.ts'
import type { AnyRecord } from '../register.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { changed, type SandboxAccess } from './handle-deps.ts'

/** A merge patch (RFC 7396): replaces the given properties; null removes a property. */
export type RecordPatch<Kind> = { readonly [Name in keyof Kind]?: Kind[Name] | null }

/** The id of a record. Integers beyond 2^53 are strings or bigints. */
export type RecordKey = string | number | bigint

/** Methods reject with ControlError for an unknown resource or record, or a record that does not match its schema. */
export class RecordSet<Kind extends object = AnyRecord> {
  readonly #sandbox: SandboxAccess
  readonly #service: () => Service
  readonly #resource: string

  constructor(sandbox: SandboxAccess, service: () => Service, resource: string) {
    this.#sandbox = sandbox
    this.#service = service
    this.#resource = resource
  }

  /** All records, in the order of lists, in their current state. */
  async list(): Promise<Kind[]> {
    const records = await this.#use((all) => all.list(Number.MAX_SAFE_INTEGER))
    return records.map((record) => fromJson<Kind>(record))
  }

  async get(id: RecordKey): Promise<Kind> {
    return fromJson(await this.#use((all) => all.get(String(id))))
  }

  /** Replaces all records of the resource. */
  async put(records: readonly Kind[]): Promise<Kind[]> {
    const stored = await this.#change((all) => all.replaceAll(records.map(toJson)))
    return stored.map((record) => fromJson<Kind>(record))
  }

  /** Adds a record. If ids are integers, a record without an id gets the next one. */
  async add(record: Partial<Kind>): Promise<Kind> {
    const { record: added } = await this.#change((all) => all.add(toJson(record)))
    return fromJson(added)
  }

  /** Replaces the record with this id, or adds it. */
  async set(id: RecordKey, record: Partial<Kind>): Promise<Kind> {
    return fromJson(await this.#change((all) => all.put(String(id), toJson(record))))
  }

  async patch(id: RecordKey, patch: RecordPatch<Kind>): Promise<Kind> {
    return fromJson(await this.#change((all) => all.patch(String(id), toJson(patch))))
  }

  async delete(id: RecordKey): Promise<void> {
    await this.#change((all) => all.remove(String(id)))
  }

  #use<Result>(use: (records: Records) => Promise<Result>): Promise<Result> {
    return this.#sandbox.use((sandbox) => use(this.#recordsOf(sandbox)))
  }

  #change<Result>(change: (records: Records) => Promise<Result>): Promise<Result> {
    const event = { ...changed('records'), resource: this.#resource }
    return this.#sandbox.change(event, (sandbox) => change(this.#recordsOf(sandbox)))
  }

  #recordsOf(sandbox: Sandbox): Records {
    return new Records(sandbox, this.#service(), this.#resource, 'record')
  }
}

/** As JSON: undefined properties are omitted, a Date becomes a string. */
const toJson = (value: object): JsonObject => {
  try {
    const json = parseJsonText(stringifyJson(value)).exact
    if (isJsonObject(json)) return json
  } catch (error) {
    if (error instanceof JsonTextError) throw new ControlError(400, `the record ${error.message}`)
    throw error
  }
  throw new ControlError(400, 'the record must be an object')
}

/** The caller declares the type of the records; their schema is the one in the document. */
const fromJson = <Kind>(value: Json): Kind => structuredClone(value) as Kind
