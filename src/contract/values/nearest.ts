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

/** The first name in an object of options that is not among those of `known`, and what was meant; undefined if all are. */
export const findUnknownName = (given: object, known: object): string | undefined => {
  const [unknown] =
    Object.entries(given).find(([name, value]) => value !== undefined && !Object.hasOwn(known, name)) ?? []
  if (unknown === undefined) return undefined
  return `${JSON.stringify(unknown.slice(0, 100))}. ${suggest(unknown, Object.keys(known))}`
}
