/**
 * A resource: a kind of record that operations manage, as it was inferred from its document.
 */
import type { Document } from '../contract/document.ts'
import { stringifyJson } from '../contract/json-text.ts'
import type { Node } from '../contract/references.ts'
import type { JsonObject } from '../ports.ts'
import type { ResourceSchema, StoredRecord } from '../store/store.ts'

export interface Lifecycle {
  readonly property: string
  readonly states: readonly string[]
  /** Milliseconds in each state but the last. */
  readonly after: number
}

export interface Resource extends ResourceSchema {
  /** Unique among all documents: the name, or `document/name` where two documents have one of the same name. */
  readonly key: string
  readonly document: Document
  readonly idProperty: string
  readonly idKind: 'integer' | 'string' | 'uuid'
  /** What made-up text ids begin with, learned from the document's examples; may be empty. */
  readonly idPrefix: string
  /** The schema of an item, as a response carries it. */
  readonly schema: Node
  readonly lifecycles: readonly Lifecycle[]
}

/** A record as it stands at an instant: its lifecycles moved on. Most resources have none, and their record is returned as it is. */
export const recordAt = (resource: Resource, record: StoredRecord, now: number): StoredRecord => {
  if (resource.lifecycles.length === 0) return record
  const value: JsonObject = {
    ...record.value,
    ...Object.fromEntries(resource.lifecycles.flatMap((lifecycle) => moveOn(lifecycle, record, now))),
  }
  return { ...record, value, json: stringifyJson(value) }
}

/** The state that a record has reached; a value that is none of the states stands outside the lifecycle and stays. */
const moveOn = (
  { property, states, after }: Lifecycle,
  record: StoredRecord,
  now: number,
): readonly (readonly [string, string])[] => {
  const start = states.indexOf(String(record.value[property]))
  if (start === -1) return []
  const steps = after === 0 ? states.length : Math.floor(Math.max(0, now - record.madeAt) / after)
  const state = states[Math.min(start + steps, states.length - 1)]
  return state === undefined ? [] : [[property, state]]
}
