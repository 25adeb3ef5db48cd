/**
 * How long a list of records may be. Its text is written in one piece, and strings have a longest length: a list that is too long is
 * rejected before it is written. Behaviours and the control API have the same limit.
 */
import type { StoredRecord } from './store.ts'

/** Characters of the JSON of the records in one response. */
export const maxList = 64 * 1024 * 1024

export const isTooLong = (records: readonly StoredRecord[]): boolean => {
  let size = 0
  for (const { json } of records) {
    size += json.length
    if (size > maxList) return true
  }
  return false
}

export const tooLong = `the records of one response must have at most ${maxList} characters of JSON; request fewer at a time, or delete some`
