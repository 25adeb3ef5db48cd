/**
 * What differs in two JSON values, by place.
 */
import { type JsonValue, stringifyJson } from '../../api/json.ts'

export interface Difference {
  /** The names and positions that lead to the value. */
  readonly place: readonly string[]
  /** Undefined: there was none. */
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

/** More differences than this are not listed. */
const maxDifferences = 50

/** Deeper values are compared as a whole. */
const maxDepth = 20

export const compareJson = (before: JsonValue | undefined, after: JsonValue | undefined): readonly Difference[] => {
  const found: Difference[] = []
  collect(before, after, [], found)
  return found
}

const collect = (
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  place: readonly string[],
  found: Difference[],
): void => {
  if (found.length >= maxDifferences) return
  const first = membersOf(before)
  const second = membersOf(after)
  if (first && second && Array.isArray(before) === Array.isArray(after) && place.length < maxDepth) {
    const names = new Set([...first.keys(), ...second.keys()])
    for (const name of names) collect(first.get(name), second.get(name), [...place, name], found)
  } else if (stringifyJson(before) !== stringifyJson(after)) found.push({ place, before, after })
}

/** Of an object or array; undefined for other values. */
const membersOf = (value: JsonValue | undefined): ReadonlyMap<string, JsonValue> | undefined =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
