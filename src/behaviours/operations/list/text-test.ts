/**
 * Searches the strings of a record for the words of a text: each word must be in one of them, in any case. A word such as
 * `status:open` is about one property. Where records have no property of that name, as for `is:open`, it is ignored, like what
 * a real search knows and records do not show.
 */
import { isJsonArray } from '../../../contract/values/json-object.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import type { StoredRecord } from '../../../store/store.ts'

/** More words than a person would search for. */
const maxWords = 20

export interface SearchedProperties {
  /** Those whose strings are searched. */
  readonly searched: readonly string[]
  /** All that the schema has. */
  readonly names: readonly string[]
}

export const createTextTest = (
  { searched, names }: SearchedProperties,
  text: string,
): ((record: StoredRecord) => boolean) => {
  const known = new Set(names.map((name) => name.toLowerCase()))
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
  return ({ value }) => words.every((word) => hasWord(value, searched, word) || isIgnored(value, known, word))
}

const hasWord = (record: JsonObject, properties: readonly string[], word: string): boolean => {
  if (properties.some((name) => Object.hasOwn(record, name) && includes(record[name], word))) return true
  const [, name, wanted = ''] = qualified.exec(word) ?? []
  return findOwn(record, name).some((own) => includes(record[own], wanted))
}

/** Not an address such as `https://…`, and not a time of day. */
const qualified = /^([\p{L}_][\p{L}\p{N}_.-]*):([^/].*)$/u

const isIgnored = (record: JsonObject, known: ReadonlySet<string>, word: string): boolean => {
  const [, name] = qualified.exec(word) ?? []
  return name !== undefined && !known.has(name) && findOwn(record, name).length === 0
}

const findOwn = (record: JsonObject, name: string | undefined): readonly string[] =>
  name === undefined ? [] : Object.keys(record).filter((own) => own.toLowerCase() === name)

const includes = (value: Json | undefined, word: string): boolean => {
  if (isJsonArray(value)) return value.some((item) => includes(item, word))
  return value !== null && typeof value !== 'object' && String(value).toLowerCase().includes(word)
}
