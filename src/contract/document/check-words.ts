/**
 * Checks Standin's own words (x-standin-*) in a document or an overlay: a misspelled one would silently have no effect. Values
 * are checked here only if nothing else checks them where they are used.
 */
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { suggest } from '../values/nearest.ts'
import { appendPointer } from '../values/pointer.ts'
import type { Mistake, Source } from './source.ts'

/** Undefined if a value is right, otherwise what it must be. */
type ValueCheck = (value: unknown) => string | undefined

const checkedElsewhere: ValueCheck = () => undefined

const isName: ValueCheck = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a non-empty string')

const errorMeanings = ['code', 'message', 'status', 'violations']

/** By word; spec/overlay.schema.json has the same ones. */
export const words: ReadonlyMap<string, ValueCheck> = new Map([
  ['x-standin-resource', isName],
  ['x-standin-behaviour', checkedElsewhere],
  ['x-standin-parent', isName],
  ['x-standin-id', checkedElsewhere],
  ['x-standin-default', checkedElsewhere],
  ['x-standin-unique', (value) => (typeof value === 'boolean' ? undefined : 'true or false')],
  ['x-standin-filter', checkedElsewhere],
  ['x-standin-page', checkedElsewhere],
  ['x-standin-lifecycle', (value) => (isJsonObject(value) ? undefined : 'an object with states and after')],
  ['x-standin-on', checkedElsewhere],
  ['x-standin-deprecated-since', checkedElsewhere],
  ['x-standin-successor', checkedElsewhere],
  [
    'x-standin-error',
    (value) => (errorMeanings.some((one) => one === value) ? undefined : `one of ${errorMeanings.join(', ')}`),
  ],
])

/** Values that may have any content. */
const data: ReadonlySet<string> = new Set(['example', 'default', 'enum', 'const', 'x-standin-default'])

/** Mistakes in one file. They do not prevent serving. */
export const checkWords = ({ text, data: root }: Pick<Source, 'text' | 'data'>): readonly Mistake[] => {
  if (!text.includes('x-standin')) return []
  const mistakes: Mistake[] = []
  // An alias of YAML makes one value occur at several places; it is checked at the first.
  const seen = new Set<unknown>()
  const open: { readonly value: unknown; readonly pointer: string }[] = [{ value: root, pointer: '' }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, pointer } = next
    if ((!isJsonObject(value) && !isJsonArray(value)) || seen.has(value)) continue
    seen.add(value)
    for (const [name, child] of Object.entries(value)) {
      const place = appendPointer(pointer, name)
      const message = name.startsWith('x-standin') ? checkWord(name, child) : undefined
      if (message !== undefined) mistakes.push({ code: 'word-invalid', pointer: place, message })
      if (!data.has(name)) open.push({ value: child, pointer: place })
    }
  }
  return mistakes.reverse()
}

const checkWord = (name: string, value: unknown): string | undefined => {
  const check = words.get(name)
  if (check) {
    const expected = check(value)
    return expected === undefined ? undefined : `${name} must be ${expected}, got ${JSON.stringify(value)}`
  }
  const known = [...words.keys()]
  const hint = suggest(name, known, `The words are ${known.join(', ')}`)
  return `${name} is unknown and has no effect. ${hint}`
}
