/**
 * Recognises what was generated from the lists of words: the names of persons, and two words that mean nothing.
 */
import { words } from './words.ts'

/** `Ada Evans` for `ada` and `evans`, in any case; undefined if one of them is not in the lists. */
export const fullNameOf = (first = '', last = ''): string | undefined => {
  const known = [words.firstNames.find(isSame(first)), words.lastNames.find(isSame(last))]
  return known.includes(undefined) ? undefined : known.join(' ')
}

const isSame =
  (word: string) =>
  (other: string): boolean =>
    other.toLowerCase() === word.toLowerCase()

/** Whether a text is the name of a person as it is generated: `Ada Evans`. */
export const isFullName = (text: string): boolean => {
  const [first, last] = text.split(' ')
  return fullNameOf(first, last) === text
}

/** Whether these are two words that mean nothing: `amber` and `pebble`. */
export const areNeutral = (parts: readonly string[]): boolean => {
  const [adjective = '', noun = '', ...rest] = parts
  return rest.length === 0 && words.adjectives.includes(adjective) && words.nouns.includes(noun)
}

/** `Amber pebble` and `amber-pebble`. */
export const isNeutral = (text: string): boolean => areNeutral(text.toLowerCase().split(/[ -]/))
