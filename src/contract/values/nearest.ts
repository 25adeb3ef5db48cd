/**
 * Suggests the name that was probably meant by a mistyped one.
 */
import { closest, distance } from 'fastest-levenshtein'

/** The nearest name by edit distance; undefined if more than this part of it, and more than two letters, had to be changed. */
export const nearestOf = (name: string, names: readonly string[], part = 1 / 2): string | undefined => {
  const most = Math.max(2, name.length * part)
  // Others cannot be near. A name may be a megabyte long.
  const similar = names.filter(({ length }) => Math.abs(length - name.length) <= most)
  if (similar.length === 0) return undefined
  const found = closest(name, similar)
  const edits = distance(name, found)
  const hasNothingInCommon = edits === Math.max(name.length, found.length)
  return edits <= most && !hasNothingInCommon ? found : undefined
}

/** How many names a message lists. */
const maxListed = 50

/** A sentence for the message about an unknown name: the nearest known name, otherwise all of them, or another sentence. */
export const suggest = (name: string, known: readonly string[], otherwise = listNames(known)): string => {
  const nearest = nearestOf(name, known)
  return nearest === undefined ? otherwise : `Did you mean ${nearest}?`
}

/** The same at the end of a message that lists the names itself, or has no room for them. */
export const suggestNearest = (name: string, known: readonly string[]): string => {
  const sentence = suggest(name, known, '')
  return sentence === '' ? '' : `. ${sentence}`
}

/** All names, or the first of many. */
const listNames = (known: readonly string[]): string => {
  if (known.length === 0) return 'There are none'
  const more = known.length - maxListed
  return `Known: ${known.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The first name in an object of options that is not among those of `known`, and what was meant; undefined if all are. */
export const findUnknownName = (given: object, known: object): string | undefined => {
  const [unknown] =
    Object.entries(given).find(([name, value]) => value !== undefined && !Object.hasOwn(known, name)) ?? []
  if (unknown === undefined) return undefined
  return `${JSON.stringify(unknown.slice(0, 100))}. ${suggest(unknown, Object.keys(known))}`
}
