/**
 * JSON Merge Patch (RFC 7396).
 */
import { isObject } from '../../../contract/values/is-object.ts'
import type { Json, JsonObject } from '../../../ports.ts'

/** RFC 7396, section 2. `__proto__` is treated like any other name. */
export const mergePatch = (target: Json, patch: Json): Json => {
  if (!isObject(patch)) return patch
  const merged = new Map(Object.entries(isObject(target) ? (target as JsonObject) : {}))
  for (const [name, value] of Object.entries(patch as JsonObject)) {
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name) ?? null, value))
  }
  return Object.fromEntries(merged)
}
