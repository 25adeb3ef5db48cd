/**
 * Lifecycles: what a record is at a given time, and which of its lifecycles are held.
 */
import { stringifyJson } from '../../contract/values/json-text.ts'
import type { JsonObject } from '../../ports.ts'
import type { Hold, StoredRecord } from '../../store/store.ts'
import type { Lifecycle, Resource } from './resource.ts'

/** Lifecycles to hold in records that are created now. */
export interface HoldOrder {
  /** As `Schema.property` or `resource.property`. */
  readonly lifecycles: readonly string[]
  /** Identifies the hold in the sandbox, as in the store's Hold; undefined for a hold that only a reset ends. */
  readonly period: number | undefined
}

export interface Moment {
  readonly now: number
  /** When a hold was lifted; undefined while it applies. */
  readonly holdEndedAt: (period: number) => number | undefined
}

/** A record with its lifecycles advanced to a moment. A resource without lifecycles returns the record itself. */
export const recordAt = (resource: Resource, record: StoredRecord, moment: Moment): StoredRecord => {
  if (resource.lifecycles.length === 0) return record
  const value: JsonObject = {
    ...record.value,
    ...Object.fromEntries(resource.lifecycles.flatMap((lifecycle) => advance(lifecycle, record, moment))),
  }
  return { ...record, value, json: stringifyJson(value) }
}

/** Whether a record may be another one at another moment. Costs less than comparing both. */
export const mayDiffer = ({ lifecycles }: Resource, record: StoredRecord, one: Moment, other: Moment): boolean =>
  lifecycles.some((lifecycle) => advance(lifecycle, record, one)[0]?.[1] !== advance(lifecycle, record, other)[0]?.[1])

/** A record after a change of what it is now. Lifecycles go on as before; one that the change has moved starts again. */
export const continueLifecycles = (
  resource: Resource,
  { before, now, value }: { readonly before: StoredRecord; readonly now: StoredRecord; readonly value: JsonObject },
  moment: Moment,
): StoredRecord => {
  const isKept = ({ property }: Lifecycle): boolean => value[property] === now.value[property]
  const moved = resource.lifecycles.filter((lifecycle) => !isKept(lifecycle))
  if (moved.length > 0) {
    const age = moved.some((lifecycle) => goesOn(lifecycle, value))
      ? 0
      : timeInState({ lifecycles: resource.lifecycles.filter(isKept) }, before, moment)
    const { hold, ...others } = before
    const isHeld = hold && (hold.period === undefined || moment.holdEndedAt(hold.period) === undefined)
    const rest = { ...others, value, json: stringifyJson(value), madeAt: moment.now - age }
    return isHeld ? { ...rest, hold } : rest
  }
  const names = resource.lifecycles.flatMap(({ property }) => (Object.hasOwn(value, property) ? [property] : []))
  const start = { ...value, ...Object.fromEntries(names.map((name) => [name, before.value[name] ?? null])) }
  return { ...before, value: start, json: stringifyJson(start) }
}

/** Whether time changes a value. */
const goesOn = ({ property, states }: Lifecycle, value: JsonObject): boolean => {
  const index = states.indexOf(String(value[property]))
  return index !== -1 && index < states.length - 1
}

/** The hold of a new record: the lifecycles in the order that its resource has. */
export const holdOf = ({ lifecycles }: Resource, order: HoldOrder | undefined): { readonly hold?: Hold } => {
  if (!order) return noHold
  const properties = lifecycles
    .filter(({ names }) => names.some((name) => order.lifecycles.includes(name)))
    .map(({ property }) => property)
  return properties.length === 0 ? noHold : { hold: { properties, period: order.period } }
}

const noHold = {}

/** The state that a record has reached. A value that is not one of the states is outside the lifecycle and stays. */
const advance = (
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

/** When a lifecycle starts: when the record was created, or its hold lifted; undefined while it is held. */
const startOf = (property: string, { madeAt, hold }: StoredRecord, { holdEndedAt }: Moment): number | undefined => {
  if (!hold?.properties.includes(property)) return madeAt
  return hold.period === undefined ? undefined : holdEndedAt(hold.period)
}

/** A change that a lifecycle will make to a record. */
export interface Move {
  readonly lifecycle: Lifecycle
  readonly from: string
  readonly to: string
  /** Epoch milliseconds on the sandbox's clock; undefined while the lifecycle is held. */
  readonly at: number | undefined
}

/** What time will change of a record: of each lifecycle all moves, in order. A held one has only its next move. */
export function* movesOf({ lifecycles }: Resource, record: StoredRecord, moment: Moment): Generator<Move> {
  for (const lifecycle of lifecycles) {
    const { property, states, after } = lifecycle
    const initial = states.indexOf(String(record.value[property]))
    const start = startOf(property, record, moment)
    if (initial === -1 || after === 0) continue
    const passed = start === undefined ? 0 : Math.floor(Math.max(0, moment.now - start) / after)
    for (let index = initial + passed; index < states.length - 1; index++) {
      const [from, to] = states.slice(index, index + 2)
      if (from === undefined || to === undefined) break
      yield { lifecycle, from, to, at: start === undefined ? undefined : start + (index + 1 - initial) * after }
      if (start === undefined) break
    }
  }
}

/** Milliseconds that a record has been in its current states; 0 if time does not change it any more. */
export const timeInState = (
  { lifecycles }: Pick<Resource, 'lifecycles'>,
  record: StoredRecord,
  moment: Moment,
): number => {
  const times = lifecycles.flatMap((lifecycle) => timeIn(lifecycle, record, moment))
  // The least of several, so that no property is ahead of what it was.
  return times.length === 0 ? 0 : Math.min(...times)
}

const timeIn = ({ property, states, after }: Lifecycle, record: StoredRecord, moment: Moment): readonly number[] => {
  const initial = states.indexOf(String(record.value[property]))
  const start = startOf(property, record, moment)
  if (initial === -1 || start === undefined || after === 0) return []
  const passed = Math.max(0, moment.now - start)
  return initial + Math.floor(passed / after) >= states.length - 1 ? [] : [passed % after]
}
