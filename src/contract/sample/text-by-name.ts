/**
 * Strings as people expect them under the name of a property: names, addresses, codes, times.
 */

import { locations, money, people } from './personal-text.ts'
import type { WriteText } from './record-subject.ts'
import { snakeCase } from './record-subject.ts'
import { codes, prose, times, web } from './technical-text.ts'

export interface NamedText {
  readonly write: WriteText
  /** Whether the name says only roughly what the value is, so that a documented example is better. */
  readonly isVague: boolean
}

/** Persons, places, money, technology, times, prose, codes: in this order, because the general words come last. */
const exact = [...people, ...locations, ...money, ...web, ...times]
const vague = [...prose, ...codes]

export type FindText = (propertyName: string) => NamedText | undefined

/** Looks up each name once: the same ones come again and again in one value. */
export const createTextFinder = (): FindText => {
  const known = new Map<string, NamedText | undefined>()
  return (name) => {
    if (!known.has(name)) known.set(name, findText(name))
    return known.get(name)
  }
}

const findText: FindText = (propertyName) => {
  const snake = snakeCase(propertyName)
  const precise = exact.find(([pattern]) => pattern.test(snake))
  if (precise) return { write: precise[1], isVague: false }
  const rough = vague.find(([pattern]) => pattern.test(snake))
  return rough && { write: rough[1], isVague: !/(^|_)(name|title|subject|slug|headline|label)$/.test(snake) }
}
