/**
 * The store of one sandbox, as behaviours see it. Everything is asynchronous and atomic: nothing is read and then
 * written by a caller, so the same behaviours run against a store in another process.
 */
import type { Json, JsonObject } from '../ports.ts'

/** Integers compare as numbers whether number or bigint; texts by code unit. One resource has one kind of id. */
export type RecordId = number | bigint | string

/** One stored thing. Frozen throughout by the store that keeps it. */
export interface StoredRecord {
  readonly id: RecordId
  /** Integers outside ±(2^53-1) are bigint. */
  readonly value: JsonObject
  /** `value` as JSON, digit for digit, kept so that a reply is not written twice. */
  readonly json: string
  /** When it was made, in epoch milliseconds on the sandbox's clock; its lifecycles count from here. */
  readonly madeAt: number
  /** Lifecycles that stand still, if any. */
  readonly hold?: Hold
  /** Whose it is: what stands for its parents in its address. Absent: it belongs to each of them, as a fixture may. */
  readonly scope?: string
}

/** Properties of a record whose lifecycles are held. */
export interface Hold {
  readonly properties: readonly string[]
  /** Which of the sandbox's holds it is, so that it can be lifted; undefined: held until the sandbox is reset. */
  readonly period: number | undefined
}

/** What a resource needs of the store, fixed when the store is made. */
export interface ResourceSchema {
  readonly name: string
  /** Properties that lists are filtered by; each gets an index. */
  readonly filterable: readonly string[]
  /**
   * Properties of which no two records may have the same value, within one scope; each is filterable. A record without a
   * scope is in all of them. Null is no value.
   */
  readonly unique?: readonly string[]
}

export interface PageQuery {
  /** Properties with the value each record must have; all of them must fit. */
  readonly filters: readonly (readonly [string, Json])[]
  /** How many records at most. */
  readonly limit: number
  /** Only records whose id comes after this one. */
  readonly after?: RecordId | undefined
  /** How many of those that fit are passed over first. */
  readonly skip?: number
  /** Only records of this scope, and those that have none. */
  readonly scope?: string | undefined
}

/** Which records are counted; all that fit. */
export type CountQuery = Pick<PageQuery, 'filters' | 'scope'>

/** What becomes of a record that is to be inserted, given the id it is to have. What it returns belongs to the store. */
export type Draft = (id: RecordId) => Omit<StoredRecord, 'id'>

/** What becomes of a record that is there. Undefined: it stays as it is. What it returns belongs to the store. */
export type Change = (record: StoredRecord) => Omit<StoredRecord, 'id'> | undefined

/** A record that is not stored, or stored otherwise; without an id it is a new one. */
export type WouldBe = Pick<StoredRecord, 'value' | 'scope'> & { readonly id?: RecordId }

/** Integers from `minimum` (default 1) to `maximum` (default 2^63-1): the next above all there are, at the end of the range the smallest that is free. */
export interface IntegerIds {
  readonly kind: 'integer'
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
}

/** Ids made one after the other; `serial` counts the inserts of the resource from 1. Ids in use are passed over. */
export interface SeriesIds {
  readonly kind: 'series'
  readonly make: (serial: number) => RecordId
  /** Another id for each that must not be in use either. */
  readonly besides?: (serial: number) => RecordId
}

/** The id that the caller names. */
export interface GivenId {
  readonly kind: 'given'
  readonly id: RecordId
}

/** Which id an insert takes. */
export type IdSource = IntegerIds | SeriesIds | GivenId

export interface Store {
  /** Takes an id that is not in use, makes the record and stores it, in one step. Undefined where the given id is in use, or none is left. */
  readonly insert: (resource: string, ids: IdSource, draft: Draft) => Promise<StoredRecord | undefined>
  /** Changes a record in one step. The record as it then stands; undefined where there is none of that id. */
  readonly update: (resource: string, id: RecordId, change: Change) => Promise<StoredRecord | undefined>
  /** Takes a record away, where `allows` has nothing against it. The record that is gone; undefined where none is. */
  readonly remove: (
    resource: string,
    id: RecordId,
    allows?: (record: StoredRecord) => boolean,
  ) => Promise<StoredRecord | undefined>
  /** Takes away all records of a scope, and of those that begin with it and a slash; costs as much as they are. Those that are gone. */
  readonly removeScope: (resource: string, scope: string) => Promise<readonly StoredRecord[]>
  /** Puts these records, whose ids differ, in the place of all that a resource has. */
  readonly replaceAll: (resource: string, records: readonly StoredRecord[]) => Promise<void>
  /** Undefined where there is no such record. */
  readonly get: (resource: string, id: RecordId) => Promise<StoredRecord | undefined>
  /** Records by id, ascending; empty where nothing fits. */
  readonly page: (resource: string, query: PageQuery) => Promise<readonly StoredRecord[]>
  /** The first unique property of which another record has this one's value; undefined where there is none. */
  readonly findClash: (resource: string, record: WouldBe) => Promise<string | undefined>
  /** How many records a resource has, or how many of them fit. */
  readonly count: (resource: string, query?: CountQuery) => Promise<number>
}
