/**
 * Finds repeated values of unique properties in records that are loaded together: fixtures, generated records, and records
 * set by a test. The store checks every later record.
 */
import type { JsonObject } from '../../ports.ts'
import { indexKeyOf } from '../../store/indexes.ts'
import type { Resource } from './resource.ts'

export interface Repeated {
  readonly property: string
  /** The index of the first record with the value. */
  readonly first: number
}

/** Undefined if all values are new. Records below parents are not checked, because their parents are unknown here. */
export type UniqueTest = (record: JsonObject, index: number) => Repeated | undefined

export const createUniqueTest = ({ unique = [], scopeSize }: Resource): UniqueTest => {
  const seen = new Map<string, number>()
  const checked = scopeSize === 0 ? unique : []
  return (record, index) => {
    let repeated: Repeated | undefined
    for (const property of checked) {
      if (!Object.hasOwn(record, property) || record[property] === null) continue
      const key = `${property} ${indexKeyOf(record, property)}`
      const first = seen.get(key)
      if (first === undefined) seen.set(key, index)
      else repeated ??= { property, first }
    }
    return repeated
  }
}
