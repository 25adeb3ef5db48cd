/**
 * The store of one sandbox, as behaviours use it. Every method is asynchronous and atomic: callers never read and then write,
 * so the same behaviours can run against a store in another process.
 */
import type { Json, JsonObject } from '../ports.ts'

/** Integers compare as numbers, whether number or bigint; strings compare by code unit, and come after integers. */
export type RecordId = number | bigint | string

/** One record. The store freezes it deeply. */
export interface StoredRecord {
  readonly id: RecordId
  /** Integers outside ±(2^53-1) are bigint. */
  readonly value: JsonObject
  /** `value` as JSON with all digits, stored so that responses need not serialize it again. */
  readonly json: string
  /** When it was created, in epoch milliseconds on the sandbox's clock. Its lifecycles start here. */
  readonly madeAt: number
  /** Paused lifecycles, if any. */
  readonly hold?: Hold
  /** The parents it belongs to, as in its address. Absent: it is visible under every parent, as a fixture may be. */
  readonly scope?: string
  /** Its position in lists, if its id is not the position: greater than that of each earlier record. The store sets it. */
  readonly order?: number | bigint
}

/** Where a record is in lists: its id if that is an integer, else its order of creation. */
export type Position = number | bigint

/** Properties of a record whose lifecycles are paused. */
export interface Hold {
  readonly properties: readonly string[]
  /** Which pause of the sandbox this belongs to, so that it can be ended; undefined: paused until the sandbox is reset. */
  readonly period: number | undefined
}

/** What the store must know of a resource; fixed when the store is created. */
export interface ResourceSchema {
  readonly name: string
  /** Properties that lists can be filtered by; each has an index. */
  readonly filterable: readonly string[]
  /**
   * Properties whose values must be unique within a scope; each is filterable. A record without a scope is in every scope.
   * Null values are ignored.
   */
  readonly unique?: readonly string[]
}

export interface PageQuery {
  /** Properties and the value that a record must have; all must match. */
  readonly filters: readonly (readonly [string, Json])[]
  /** The maximum number of records. */
  readonly limit: number
  /** Only records after the one with this id. An integer id need not exist; a string that no record has finds nothing. */
  readonly after?: RecordId | undefined
  /** Only records after this position. */
  readonly afterPosition?: Position | undefined
  /** How many matching records to skip first. */
  readonly skip?: number
  /** Only records of this scope and records without a scope. */
  readonly scope?: string | undefined
}

/** Which records to count. */
export type CountQuery = Pick<PageQuery, 'filters' | 'scope'>

/** Creates the record to insert, given its id. The store owns the returned object. */
export type Draft = (id: RecordId) => Omit<StoredRecord, 'id'>

/** Changes an existing record; undefined leaves it unchanged. The store owns the returned object. */
export type Change = (record: StoredRecord) => Omit<StoredRecord, 'id'> | undefined

/** A record to check before it is stored; without an id it is a new record. */
export type WouldBe = Pick<StoredRecord, 'value' | 'scope'> & { readonly id?: RecordId }

/**
 * Integers from `minimum` (default 1) to `maximum` (default 2^63-1): one more than the highest id, or at the end of the range
 * the lowest free one.
 */
export interface IntegerIds {
  readonly kind: 'integer'
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  /** Another spelling of an id that must not be in use either. */
  readonly alternate?: (id: RecordId) => RecordId
}

/** Generated ids; `serial` counts the inserts of the resource from 1. Ids in use are skipped. */
export interface SeriesIds {
  readonly kind: 'series'
  /** Undefined if there is no id for a serial. */
  readonly make: (serial: number) => RecordId | undefined
  /** Another spelling of an id that must not be in use either. */
  readonly alternate?: (id: RecordId) => RecordId
  /**
   * How many ids are tried, where they take long to generate. The serials then start after the number of records. Default:
   * 1,000 more than there are records.
   */
  readonly tries?: number
}

/** The id that the caller chose. */
export interface GivenId {
  readonly kind: 'given'
  readonly id: RecordId
  /** Of an id that is unique within a scope: under which it is stored if a record of another scope has `id`. */
  readonly within?: { readonly scope: string; readonly id: RecordId }
}

/** How an insert gets its id. */
export type IdSource = IntegerIds | SeriesIds | GivenId

/** What is known about a record that does not exist yet. Without a scope, it is in each, or its values decide. */
export interface PredictedRecord {
  readonly id: RecordId
  readonly scope?: string | undefined
}

/** A record whose value is generated when it is read. */
export type PeekedRecord = Pick<StoredRecord, 'id' | 'scope' | 'value'>

/** Which records to peek at. */
export type PeekQuery = Pick<PageQuery, 'limit' | 'scope'>

export interface Store {
  /** Chooses a free id, creates the record and stores it. Undefined if the given id is in use, or no id is free. */
  readonly insert: (resource: string, ids: IdSource, draft: Draft) => Promise<StoredRecord | undefined>
  /** Changes a record and returns it as it is then; undefined if there is no record with that id. */
  readonly update: (resource: string, id: RecordId, change: Change) => Promise<StoredRecord | undefined>
  /** Removes a record, unless `allows` returns false. Returns the removed record; undefined if none was removed. */
  readonly remove: (
    resource: string,
    id: RecordId,
    allows?: (record: StoredRecord) => boolean,
  ) => Promise<StoredRecord | undefined>
  /** Removes and returns all records of a scope and of the scopes below it (`scope/…`). Takes time proportional to them. */
  readonly removeScope: (resource: string, scope: string) => Promise<readonly StoredRecord[]>
  /** Replaces all records of a resource. The ids must be distinct. */
  readonly replaceAll: (resource: string, records: readonly StoredRecord[]) => Promise<void>
  /** Undefined if there is no such record. */
  readonly get: (resource: string, id: RecordId) => Promise<StoredRecord | undefined>
  /** Matching records: by id, ascending, if ids are integers; else in order of creation. */
  readonly page: (resource: string, query: PageQuery) => Promise<readonly StoredRecord[]>
  /**
   * The first records of a resource whose records have not been generated yet: the ids, and values that are generated when
   * they are read. Undefined if the records exist, or their ids are not known: `page` has them.
   */
  readonly peek: (resource: string, query: PeekQuery) => Promise<readonly PeekedRecord[] | undefined>
  /** The first unique property whose value another record already has; undefined if every value is unique. */
  readonly findClash: (resource: string, record: WouldBe) => Promise<string | undefined>
  /** The number of records of a resource, or of those that match. */
  readonly count: (resource: string, query?: CountQuery) => Promise<number>
  /** The number of records of a resource, without generating them: one that cannot be generated may be counted. */
  readonly expectCount: (resource: string) => Promise<number>
}
