/**
 * A resource: a kind of record that operations manage, as it was inferred from its document.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import type { JsonObject } from '../../ports.ts'
import type { Hold, ResourceSchema, StoredRecord } from '../../store/store.ts'
import type { KeyPart } from './composite-key.ts'
import type { HoldOrder } from './hold.ts'

export interface Lifecycle {
  readonly property: string
  /** How scenarios call it: `Message.status`, `messages.status`. */
  readonly names: readonly string[]
  readonly states: readonly string[]
  /** Milliseconds in each state but the last. */
  readonly after: number
}

export interface Resource extends ResourceSchema {
  /** Unique among all documents: the name, or `document/name` where two documents have one of the same name. */
  readonly key: string
  readonly document: Document
  /** The property that is the id, `metadata.name` where it is in another, `row/col` where several are; empty where a record does not show it. */
  readonly idProperty: string
  /** The names that lead to it; none where a record does not show it, or several properties are it. */
  readonly idPath: readonly string[]
  /** The properties that are the id together; none where one is, or none. */
  readonly keyParts: readonly KeyPart[]
  /** One thing at each address that is there from the start, rather than a collection of them. */
  readonly form: 'collection' | 'single'
  /** How many path parameters say whose the records are. */
  readonly scopeSize: number
  /** Properties that say whose a record is, with the place of the path parameter that they repeat. */
  readonly parentProperties: readonly ParentProperty[]
  readonly idKind: 'integer' | 'string' | 'uuid'
  /** What made-up text ids begin with, learned from the document's examples; may be empty. */
  readonly idPrefix: string
  /** The schema of an item, as a response carries it. */
  readonly schema: Node
  readonly lifecycles: readonly Lifecycle[]
  /** Properties with a lifecycle that lists are filtered by: what they show changes, so the store has no index of it. */
  readonly movingFilters: readonly string[]
}

export interface ParentProperty {
  readonly path: readonly string[]
  /** Among the parameters of the scope. */
  readonly index: number
  readonly kind: 'integer' | 'string'
}

/** What moves a record's lifecycles on. */
export interface Moment {
  readonly now: number
  readonly holdEndedAt: (period: number) => number | undefined
}

/** A record as it stands at a moment: its lifecycles moved on. Most resources have none, and their record is returned as it is. */
export const recordAt = (resource: Resource, record: StoredRecord, moment: Moment): StoredRecord => {
  if (resource.lifecycles.length === 0) return record
  const value: JsonObject = {
    ...record.value,
    ...Object.fromEntries(resource.lifecycles.flatMap((lifecycle) => moveOn(lifecycle, record, moment))),
  }
  return { ...record, value, json: stringifyJson(value) }
}

/** What a new record is to be held by, of all that is ordered. */
export const holdOf = ({ lifecycles }: Resource, order: HoldOrder | undefined): { readonly hold?: Hold } => {
  if (!order) return noHold
  const properties = lifecycles
    .filter(({ names }) => names.some((name) => order.lifecycles.includes(name)))
    .map(({ property }) => property)
  return properties.length === 0 ? noHold : { hold: { properties, period: order.period } }
}

const noHold = {}

/** The state that a record has reached; a value that is none of the states stands outside the lifecycle and stays. */
const moveOn = (
  { property, states, after }: Lifecycle,
  record: StoredRecord,
  moment: Moment,
): readonly (readonly [string, string])[] => {
  const initial = states.indexOf(String(record.value[property]))
  const start = startOf(property, record, moment)
  if (initial === -1 || start === undefined) return []
  const steps = after === 0 ? states.length : Math.floor(Math.max(0, moment.now - start) / after)
  const state = states[Math.min(initial + steps, states.length - 1)]
  return state === undefined ? [] : [[property, state]]
}

/** From when a lifecycle counts: the record's making, or the lifting of its hold; undefined while it is held. */
const startOf = (property: string, { madeAt, hold }: StoredRecord, { holdEndedAt }: Moment): number | undefined => {
  if (!hold?.properties.includes(property)) return madeAt
  return hold.period === undefined ? undefined : holdEndedAt(hold.period)
}
