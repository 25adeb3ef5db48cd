/**
 * Changes that may make a request invalid, each in one place.
 */
import fc from 'fast-check'
import { viewBody, viewParameters } from '../../../src/contract/document/operation-view.ts'
import type { Operation } from '../../../src/contract/operation/operation.ts'
import { invalidEscapes, mediaTypes, unusualNumbers, unusualStrings } from './unusual-values.ts'
import { type Draft, isList, isWritableObject, NumberText, toHeader, type Writable } from './wire-request.ts'

/** One change of a request. A draft without a suitable place stays as it is. */
export type Change = (draft: Draft) => Draft

const pick = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % Math.max(items.length, 1)]

const unusualString = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...unusualStrings) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
)

/** Escaped; some escapes are invalid. */
const unusualEscaped = fc.oneof(
  { weight: 20, arbitrary: unusualString.map(encodeURIComponent) },
  { weight: 1, arbitrary: fc.constantFrom(...invalidEscapes) },
)

const unusualValue: fc.Arbitrary<Writable> = fc.oneof(
  fc.constantFrom<Writable>(null, true, false, 0, 1, -1, 1.5, 7, 1000, 1001, 2147483648),
  fc.constantFrom<Writable>([], {}, [1], [1, 1], [1, 'a', 2], ['a', 'a']),
  fc.constantFrom(...unusualNumbers).map((text) => new NumberText(text)),
  unusualString,
  fc.jsonValue({ maxDepth: 2 }).map(fromJson),
)

function fromJson(value: unknown): Writable {
  if (Array.isArray(value)) return value.map(fromJson)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fromJson(item)]))
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : null
}

/** Items with the one at a position, modulo the length, replaced by the result of `make`. */
const replaceAt = <Item>(
  items: readonly Item[],
  index: number,
  make: (item: Item) => readonly Item[],
): readonly Item[] => {
  const at = index % Math.max(items.length, 1)
  return items.flatMap((item, position) => (position === at ? make(item) : [item]))
}

const changeQuery = fc.tuple(fc.nat(), unusualEscaped, fc.constantFrom('replace', 'drop', 'repeat', 'add')).map(
  ([index, text, how]): Change =>
    (draft) => {
      if (how === 'add') return { ...draft, query: [...draft.query, ['other', text]] }
      const query = replaceAt(draft.query, index, (pair) => {
        if (how === 'drop') return []
        const changed = [pair[0], text] as const
        return how === 'repeat' ? [pair, changed] : [changed]
      })
      return { ...draft, query }
    },
)

const changePath = fc.tuple(fc.nat(), unusualEscaped).map(
  ([index, text]): Change =>
    (draft) => {
      const name = pick(Object.keys(draft.path), index)
      // An empty segment is another path.
      return name === undefined || text === '' ? draft : { ...draft, path: { ...draft.path, [name]: text } }
    },
)

const changeHeader = fc.tuple(fc.nat(), fc.option(unusualString.map(toHeader), { nil: undefined })).map(
  ([index, text]): Change =>
    (draft) => {
      const name = pick(
        Object.keys(draft.headers).filter((header) => header !== 'content-type'),
        index,
      )
      if (name === undefined) return draft
      const others = Object.entries(draft.headers).filter(([header]) => header !== name)
      const changed = name === 'cookie' ? `${draft.headers.cookie?.split('=')[0]}=${text ?? ''}` : text
      return { ...draft, headers: Object.fromEntries(changed === undefined ? others : [...others, [name, changed]]) }
    },
)

const changeMediaType = fc.option(fc.constantFrom(...mediaTypes), { nil: undefined }).map(
  (type): Change =>
    (draft) => {
      if (draft.body === undefined) return draft
      const { 'content-type': _, ...headers } = draft.headers
      return { ...draft, headers: type === undefined ? headers : { ...headers, 'content-type': type } }
    },
)

/** Counts the values inside a value, including itself. */
const count = (value: Writable): number => {
  if (isList(value)) return value.reduce((sum: number, item) => sum + count(item), 1)
  return isWritableObject(value) ? Object.values(value).reduce((sum: number, item) => sum + count(item), 1) : 1
}

/** Replaces one value inside a value; undefined removes it. Values are counted from the outside in. */
const replaceInside = (
  value: Writable,
  index: number,
  make: (value: Writable) => Writable | undefined,
): Writable | undefined => {
  if (index === 0) return make(value)
  let left = index - 1
  const step = (item: Writable): Writable | undefined => {
    const size = count(item)
    const replaced = left >= 0 && left < size ? replaceInside(item, left, make) : item
    left -= size
    return replaced
  }
  if (isList(value)) return value.map(step).filter((item) => item !== undefined)
  if (!isWritableObject(value)) return value
  const entries = Object.entries(value).map(([name, item]) => [name, step(item)] as const)
  return Object.fromEntries(entries.flatMap(([name, item]) => (item === undefined ? [] : [[name, item]])))
}

const addName = (value: Writable, name: string, item: Writable): Writable =>
  isWritableObject(value)
    ? Object.fromEntries([...Object.entries(value), [name, item]])
    : isList(value)
      ? [...value, item]
      : value

const changeValue = fc
  .tuple(
    fc.nat(),
    unusualValue,
    fc.constantFrom('replace', 'replace', 'drop', 'add', 'double'),
    fc.constantFrom('extra', 'x-a', 'id', '__proto__'),
  )
  .map(
    ([index, value, how, name]): Change =>
      (draft) => {
        if (draft.body === undefined) return draft
        const body = replaceInside(draft.body, index % count(draft.body), (old) => {
          if (how === 'drop') return undefined
          if (how === 'double') return isList(old) ? [...old, ...old] : old
          return how === 'add' ? addName(old, name, value) : value
        })
        return { ...draft, body }
      },
  )

const edits: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => `${text},`,
  (text) => text.replaceAll('"', "'"),
  () => '',
  () => 'undefined',
  (text) => ` \n${text}\t`,
  (text) => text.replace('{', '{"name":1,'),
]

const changeText = fc.constantFrom(...edits).map(
  (editBody): Change =>
    (draft) =>
      draft.body === undefined ? draft : { ...draft, editBody },
)

/** The changes that can affect an operation. */
export const changesOf = ({ document, node, pathItem }: Operation): fc.Arbitrary<Change> => {
  const places = new Set(viewParameters(document, node, pathItem).map((view) => view.in))
  const has = { path: places.has('path'), header: places.has('header') || places.has('cookie') }
  const hasBody = viewBody(document, node, pathItem) !== undefined
  return fc.oneof(
    { weight: places.has('query') ? 6 : 1, arbitrary: changeQuery },
    { weight: has.path ? 4 : 0, arbitrary: changePath },
    { weight: has.header ? 4 : 0, arbitrary: changeHeader },
    { weight: hasBody ? 1 : 0, arbitrary: changeMediaType },
    { weight: hasBody ? 10 : 0, arbitrary: changeValue },
    { weight: hasBody ? 1 : 0, arbitrary: changeText },
  )
}
