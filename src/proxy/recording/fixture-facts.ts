/**
 * A recorded record as a fixture: with `x-standin` for what the record itself does not say.
 */
import { scopeOf } from '../../behaviours/records/scope-of.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { ObservedRecord } from './observed-records.ts'
import type { Scrubber } from './scrubber.ts'

export const writeFacts = (
  { resource, id, parent }: ObservedRecord,
  value: JsonObject,
  scrubber: Scrubber,
): JsonObject => {
  const facts: Record<string, Json> = {}
  if (id !== undefined && resource.form !== 'single') facts.id = typeof id === 'string' ? scrubber.text(id) : id
  const scope = parent === undefined ? undefined : scrubber.address(parent)
  if (scope !== undefined && scope !== scopeOf(resource, value)) facts.parent = scope
  return Object.keys(facts).length === 0 ? value : { ...value, 'x-standin': facts }
}
