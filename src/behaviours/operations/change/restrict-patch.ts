/**
 * Restricts the result of a JSON Patch to what the client may change. The patch is applied to the whole visible record;
 * then properties that the client may not set are restored.
 */
import { findDifferences } from '../../../contract/values/find-differences.ts'
import { getOwn, isJsonObject } from '../../../contract/values/json-object.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import type { RecordTemplate } from '../../records/record-template.ts'
import type { Patched } from './json-patch.ts'

export interface RestrictedPatch {
  readonly value: JsonObject
  /** Changes that were ignored: `state`, `address.verified`. */
  readonly ignored: readonly string[]
}

export const restrictPatch = (
  template: RecordTemplate,
  current: JsonObject,
  { value: patched, isWhole }: Patched,
): RestrictedPatch => {
  const { nested } = template
  const own = restoreProperties(template, current, patched)
  const value = nested ? nested.restore(nested.strip(own), current) : own
  const ignored = findDifferences(patched, value).filter((place) => !isWhole || isPresent(patched, place))
  return { value, ignored: ignored.map((place) => place.join('.')) }
}

/** The properties keep the order of the record. */
const restoreProperties = (
  { patchable, named }: RecordTemplate,
  current: JsonObject,
  patched: JsonObject,
): JsonObject => {
  const mayChange = (name: string): boolean => patchable.names.has(name) || (patchable.isOpen && !named.has(name))
  const before = Object.entries(current).filter(([name]) => !mayChange(name) || Object.hasOwn(patched, name))
  return Object.fromEntries([...before, ...Object.entries(patched).filter(([name]) => mayChange(name))])
}

const isPresent = (value: Json | undefined, [name, ...rest]: readonly string[]): boolean => {
  if (name === undefined) return value !== undefined
  return isJsonObject(value) && Object.hasOwn(value, name) && isPresent(getOwn(value, name), rest)
}
