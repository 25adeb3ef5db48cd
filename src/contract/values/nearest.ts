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

/** What to say of a name that is none of the known ones: the nearest, else all that there are. */
export const suggest = (name: string, known: readonly string[]): string => {
  const nearest = nearestOf(name, known)
  if (nearest !== undefined) return `did you mean ${nearest}?`
  return `there ${known.length === 1 ? 'is' : 'are'} ${known.length === 0 ? 'none' : known.join(', ')}`
}
