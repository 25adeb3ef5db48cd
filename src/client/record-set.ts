/**
 * The records of one resource, as a test reads and writes them: plain objects in and out, copied both ways, so that
 * nothing a test does with them changes the store behind its back.
 */

import { JsonTextError, parseJsonText, stringifyJson } from '../contract/values/json-text.ts'
import { ControlError } from '../control/actions/control-error.ts'
import { Records } from '../control/actions/records.ts'
import type { Service } from '../loading/service.ts'
import type { Json, JsonObject } from '../ports.ts'
import type { FindSandbox } from './handle-parts.ts'

/** A record whose type nobody has named. */
export type AnyRecord = Readonly<Record<string, unknown>>

/** A merge patch (RFC 7396): what is given is replaced, null takes a property away. */
export type RecordPatch<Kind> = { readonly [Name in keyof Kind]?: Kind[Name] | null }

/** The id of a record: a long integer as text or bigint. */
export type RecordKey = string | number | bigint

/** The records of one resource. Every method rejects with ControlError where the resource, a record or its schema says no. */
export class RecordSet<Kind extends object = AnyRecord> {
  readonly #sandbox: FindSandbox
  readonly #service: () => Service
  readonly #resource: string

  constructor(sandbox: FindSandbox, service: () => Service, resource: string) {
    this.#sandbox = sandbox
    this.#service = service
    this.#resource = resource
  }

  /** All of them, by id, as they stand now. */
  async list(): Promise<Kind[]> {
    return (await this.#records().list(Number.MAX_SAFE_INTEGER)).map((record) => fromJson<Kind>(record))
  }

  async get(id: RecordKey): Promise<Kind> {
    return fromJson(await this.#records().get(String(id)))
  }

  /** Puts these in the place of all that there are. */
  async put(records: readonly Kind[]): Promise<Kind[]> {
    return (await this.#records().replaceAll(records.map(toJson))).map((record) => fromJson<Kind>(record))
  }

  /** One more. Without an id it gets the next, where ids are integers. */
  async add(record: Partial<Kind>): Promise<Kind> {
    return fromJson(await this.#records().add(toJson(record)))
  }

  /** Replaces the record of an id, or adds it. */
  async set(id: RecordKey, record: Partial<Kind>): Promise<Kind> {
    return fromJson(await this.#records().put(String(id), toJson(record)))
  }

  async patch(id: RecordKey, patch: RecordPatch<Kind>): Promise<Kind> {
    return fromJson(await this.#records().patch(String(id), toJson(patch)))
  }

  async delete(id: RecordKey): Promise<void> {
    await this.#records().remove(String(id))
  }

  #records(): Records {
    return new Records(this.#sandbox(), this.#service(), this.#resource, 'record')
  }
}

/** As it would be sent: what is undefined is left out, a Date is its text. */
const toJson = (value: object): JsonObject => {
  try {
    // An object's text is an object's; a list's is rejected as the record that it is not.
    return parseJsonText(stringifyJson(value as Json)).exact as JsonObject
  } catch (error) {
    if (error instanceof JsonTextError) throw new ControlError(400, `the record ${error.message}`)
    throw error
  }
}

const fromJson = <Kind>(value: Json): Kind => structuredClone(value) as Kind
