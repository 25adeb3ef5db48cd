/**
 * JSON Merge Patch (RFC 7396).
 */
import { isJsonObject } from '../../../contract/values/json-object.ts'
import type { Json } from '../../../ports.ts'

/** Properties that null does not remove: it is their value. */
export interface KeptNulls {
  readonly has: (name: string) => boolean
  /** Of the object in a property; undefined: none. */
  readonly within: (name: string) => KeptNulls | undefined
}

/** RFC 7396, section 2. `__proto__` is treated like any other name. */
export const mergePatch = (target: Json, patch: Json, kept?: KeptNulls): Json => {
  if (!isJsonObject(patch)) return patch
  const merged = new Map(Object.entries(isJsonObject(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null && !kept?.has(name)) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name) ?? null, value, kept?.within(name)))
  }
  return Object.fromEntries(merged)
}
