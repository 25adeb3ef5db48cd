/**
 * Suggests the name that was probably meant by a mistyped one.
 */
import { closest, distance } from 'fastest-levenshtein'

/** The nearest name by edit distance; undefined if none is similar enough. */
export const nearestOf = (name: string, names: readonly string[]): string | undefined => {
  if (names.length === 0) return undefined
  const found = closest(name, [...names])
  return distance(name, found) <= Math.max(2, name.length / 2) ? found : undefined
}

/** A sentence for the message about an unknown name: the nearest known name, otherwise all of them. */
export const suggest = (name: string, known: readonly string[]): string => {
  const nearest = nearestOf(name, known)
  if (nearest !== undefined) return `Did you mean ${nearest}?`
  return known.length === 0 ? 'There are none' : `Known: ${known.join(', ')}`
}
