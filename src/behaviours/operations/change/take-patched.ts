/**
 * What a JSON Patch came to, as far as the client may change it: the patch is carried out on all of the record that there
 * is to see, and what is not the client's to set is then as it was.
 */
import { findDifferences } from '../../../contract/values/find-differences.ts'
import { getOwn, isJsonObject } from '../../../contract/values/json-object.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import type { RecordPlan } from '../../records/plan-record.ts'

export interface Taken {
  readonly value: JsonObject
  /** What was changed in vain: `state`, `address.verified`. */
  readonly ignored: readonly string[]
}

/** `isWhole`: what the patch does not name is not meant. */
export const takePatched = (plan: RecordPlan, current: JsonObject, patched: JsonObject, isWhole: boolean): Taken => {
  const { nested } = plan
  const own = takeOwn(plan, current, patched)
  const value = nested ? nested.restore(nested.strip(own), current) : own
  const ignored = findDifferences(patched, value).filter((place) => !isWhole || isThere(patched, place))
  return { value, ignored: ignored.map((place) => place.join('.')) }
}

/** In the order that the record has. */
const takeOwn = ({ patches, named }: RecordPlan, current: JsonObject, patched: JsonObject): JsonObject => {
  const mayChange = (name: string): boolean => patches.names.has(name) || (patches.isOpen && !named.has(name))
  const kept = Object.entries(current).filter(([name]) => !mayChange(name) || Object.hasOwn(patched, name))
  return Object.fromEntries([...kept, ...Object.entries(patched).filter(([name]) => mayChange(name))])
}

const isThere = (value: Json | undefined, [name, ...rest]: readonly string[]): boolean => {
  if (name === undefined) return value !== undefined
  return isJsonObject(value) && Object.hasOwn(value, name) && isThere(getOwn(value, name) as Json, rest)
}
