/**
 * A record that a response showed.
 */
import type { Resource } from '../../behaviours/records/resource.ts'
import type { JsonObject } from '../../ports.ts'
import type { RecordId } from '../../store/store.ts'

export interface ObservedRecord {
  readonly resource: Resource
  readonly value: JsonObject
  /** For x-standin, if the value does not contain it. */
  readonly id: RecordId | undefined
  /** Null: it was seen under several parents. */
  readonly parent: string | undefined | null
  /** Later ones were observed later. */
  readonly order: number
}
