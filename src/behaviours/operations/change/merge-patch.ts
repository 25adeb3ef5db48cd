/**
 * JSON Merge Patch (RFC 7396).
 */
import { isJsonObject } from '../../../contract/values/json-object.ts'
import type { Json } from '../../../ports.ts'

/** RFC 7396, section 2. `__proto__` is treated like any other name. */
export const mergePatch = (target: Json, patch: Json): Json => {
  if (!isJsonObject(patch)) return patch
  const merged = new Map(Object.entries(isJsonObject(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name) ?? null, value))
  }
  return Object.fromEntries(merged)
}
