/**
 * The nearest of some names to one that was mistyped.
 */
import { closest, distance } from 'fastest-levenshtein'

/** The nearest name by edit distance, or undefined where none is near enough to be meant. */
export const nearestOf = (name: string, names: readonly string[]): string | undefined => {
  if (names.length === 0) return undefined
  const found = closest(name, [...names])
  return distance(name, found) <= Math.max(2, name.length / 2) ? found : undefined
}
