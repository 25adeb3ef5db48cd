/**
 * A recorded record as a fixture: with `x-standin` for what the record itself does not say.
 */
import { scopeOf } from '../../behaviours/records/scope-of.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { ObservedRecord } from './observed-record.ts'
import type { Scrubber } from './scrubber.ts'

export const writeFacts = (
  { resource, id, parent }: ObservedRecord,
  value: JsonObject,
  scrubber: Scrubber,
): JsonObject => {
  const facts: Record<string, Json> = {}
  if (id !== undefined && resource.form !== 'single') facts.id = typeof id === 'string' ? scrubber.text(id) : id
  const own = scopeOf(resource, value)
  const scope = typeof parent === 'string' ? scrubber.address(parent) : undefined
  if (scope !== undefined && scope !== own) facts.parent = scope
  if (parent === null && own !== undefined) facts.parent = null
  return Object.keys(facts).length === 0 ? value : { ...value, 'x-standin': facts }
}
