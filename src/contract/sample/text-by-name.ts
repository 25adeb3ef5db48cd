/**
 * Strings as people expect them under the name of a property: names, addresses, codes, times.
 */

import type { Files } from '../document/references.ts'
import { memoize, memoizeNames } from '../values/memoize.ts'
import { accounts } from './account-text.ts'
import { codes } from './code-text.ts'
import { everyday } from './everyday-text.ts'
import { figures } from './figure-text.ts'
import { flag } from './flag-text.ts'
import { identifiers } from './identifier-text.ts'
import { locations } from './location-text.ts'
import { currencies, money, people } from './personal-text.ts'
import { flagName, prose } from './prose-text.ts'
import { snakeCase } from './record-subject.ts'
import { createRowFinder } from './row-finder.ts'
import { technical } from './technical-text.ts'
import type { FindText, Group, NamedText, Row } from './text-writers.ts'
import { times } from './time-text.ts'
import { web } from './web-text.ts'

/** Persons, places, money, technology, times, prose, codes: in this order, because the general words come last. */
const groups: ReadonlyMap<Row, Group> = new Map([
  ...people.map((row) => [row, 'person'] as const),
  ...[...locations, ...currencies].map((row) => [row, 'place'] as const),
  ...accounts.map((row) => [row, 'account'] as const),
])
const findExact = createRowFinder([...identifiers, ...people, ...locations, ...money, ...web, ...times])
const findVague = createRowFinder([...prose, ...codes, ...everyday])
const findForm = createRowFinder([...figures, ...technical])

const findText: FindText = (propertyName) => {
  // A question is answered by yes or no.
  if (propertyName.endsWith('?')) return { write: flag, isVague: true, group: undefined }
  const snake = snakeCase(propertyName)
  // `phone2` is another `phone`.
  return (
    findBySnake(snake) ??
    (/[a-z]_?\d+$/.test(snake) && !/field|value/.test(snake) ? findBySnake(snake.replace(/_?\d+$/, '')) : undefined)
  )
}

/** `include_in_net_worth` is not an amount, whatever its last words are. */
const mayBeFlag =
  /(^|_)(is|has|can|use|uses|include|exclude|enable|disable|require|allow|show|hide|add|verify|check)_|_(enabled|disabled|allowed|required|supported|included)$/

const findBySnake = (snake: string): NamedText | undefined => {
  const precise = flagName.test(snake) ? undefined : findExact(snake)
  if (precise) return { write: precise[1], isVague: false, group: groups.get(precise) }
  const rough = (mayBeFlag.test(snake) ? undefined : findForm(snake)) ?? findVague(snake)
  if (!rough) return undefined
  const [, write, isSureFor] = rough
  return { write, isVague: !/(^|_)(name|title|subject|slug|headline|label)$/.test(snake), group: undefined, isSureFor }
}

/** Looks up each name once: the same ones come again and again in the records of a document. */
export const textFinderOf = memoize((_: Files): FindText => memoizeNames(findText))
