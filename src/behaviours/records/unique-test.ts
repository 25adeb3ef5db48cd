/**
 * Tells of values that only one record may have when they come a second time, in records that are given all at once:
 * fixtures, made-up ones, those that a test puts in the place of others. The store judges each that comes later.
 */
import type { JsonObject } from '../../ports.ts'
import { indexKeyOf } from '../../store/index-key.ts'
import type { Resource } from './resource.ts'

export interface Repeated {
  readonly property: string
  /** Which of the records had the value first. */
  readonly first: number
}

/** Undefined where all values are new. Whose a record is, where there are parents, is not known here: then all are. */
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
