/**
 * Bounds what one JSON Patch may do. A few bytes can copy a value into itself again and again, and each copy doubles it.
 */
import { isJsonArray, isJsonObject } from '../../../contract/values/json-object.ts'
import type { Json } from '../../../ports.ts'

export const patchLimits = {
  /** The record and all that a patch with copies adds to it, in characters of JSON. */
  size: 1024 * 1024,
  /** Levels, as in a body. */
  depth: 64,
  /** Items that are moved to make room in arrays, or to close a gap. More take longer than others should wait. */
  moved: 100_000_000,
}

export class PatchBudget {
  #size: number
  #moved = 0

  constructor(record: Json) {
    this.#size = measure(record).size
  }

  /** Why a value cannot be added at a depth; undefined if it can. What is removed again counts, too. */
  add(value: Json, depth: number, isCopy: boolean): string | undefined {
    const { size, levels } = measure(value)
    if (depth + levels > patchLimits.depth)
      return `would nest the record deeper than ${patchLimits.depth} levels: the value has ${levels}, and its place is at ${depth}`
    this.#size += size
    if (!isCopy || this.#size <= patchLimits.size) return undefined
    return `copies too much: the record and all that the patch adds to it must be at most ${patchLimits.size} characters of JSON, got ${this.#size}`
  }

  /** Why an item of an array cannot be added or removed. */
  move(items: number): string | undefined {
    this.#moved += items
    return this.#moved <= patchLimits.moved
      ? undefined
      : `moves too many items of arrays: at most ${patchLimits.moved} in one patch`
  }
}

/** About as many characters as its JSON has. `levels`: of objects and arrays; 0 for a scalar. */
const measure = (value: Json): { readonly size: number; readonly levels: number } => {
  if (typeof value === 'string') return { size: value.length + 2, levels: 0 }
  if (!isJsonArray(value) && !isJsonObject(value)) return { size: String(value).length, levels: 0 }
  let size = 2
  let levels = 0
  const add = (item: Json): void => {
    const inner = measure(item)
    size += inner.size + 1
    levels = Math.max(levels, inner.levels)
  }
  if (isJsonArray(value)) value.forEach(add)
  else
    for (const [name, item] of Object.entries(value)) {
      size += name.length + 3
      add(item)
    }
  return { size, levels: levels + 1 }
}
