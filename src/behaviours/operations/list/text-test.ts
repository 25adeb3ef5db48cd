/**
 * Searches the strings of a record for the words of a text: each word must be in one of them, in any case. A word such as
 * `status:open` finds records with that property, too.
 */
import { isJsonArray } from '../../../contract/values/json-object.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import type { StoredRecord } from '../../../store/store.ts'

/** More words than a person would search for. */
const maxWords = 20

/** `properties` are those whose strings are searched. */
export const createTextTest = (properties: readonly string[], text: string): ((record: StoredRecord) => boolean) => {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
  return ({ value }) => words.every((word) => hasWord(value, properties, word))
}

const hasWord = (record: JsonObject, properties: readonly string[], word: string): boolean => {
  if (properties.some((name) => Object.hasOwn(record, name) && includes(record[name], word))) return true
  const colon = word.indexOf(':')
  if (colon < 1 || colon === word.length - 1) return false
  const name = word.slice(0, colon)
  const wanted = word.slice(colon + 1)
  return Object.keys(record).some((own) => own.toLowerCase() === name && includes(record[own], wanted))
}

const includes = (value: Json | undefined, word: string): boolean => {
  if (isJsonArray(value)) return value.some((item) => includes(item, word))
  return value !== null && typeof value !== 'object' && String(value).toLowerCase().includes(word)
}
