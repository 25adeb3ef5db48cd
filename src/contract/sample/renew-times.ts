/**
 * The times of a documented record that a tool wrote: those of the moment when the document was converted, which say nothing about
 * the record.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { appendPointer } from '../values/pointer.ts'
import { createRandom } from '../values/random.ts'
import { parseTime } from '../values/time.ts'
import { mapParts } from '../values/write-within.ts'
import { momentFor } from './timeline.ts'

/** Nobody writes milliseconds by hand. */
const precise = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(?!000)\d{3}Z$/
const anyTime = /^\d{4}-\d\d-\d\d([T ]|$)/

/** Whether a record has several times, all with milliseconds and within a second of each other: a tool wrote them one after another. */
const isStamped = memoize((record: JsonObject): boolean => {
  const left: Json[] = [record]
  let [count, first, last] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (isJsonArray(value) || isJsonObject(value)) for (const held of Object.values(value)) left.push(held)
    if (typeof value !== 'string' || !anyTime.test(value)) continue
    if (!precise.test(value)) return false
    const moment = parseTime(value)
    first = Math.min(first, moment)
    last = Math.max(last, moment)
    count++
  }
  return count > 1 && last - first < 1000
})

/** Where a value is: the keys around it, of which only those of a time become a pointer. */
interface Around {
  readonly outer: Around | undefined
  readonly key: string
}

const pointerTo = (place: Around | undefined): string =>
  place === undefined ? '' : appendPointer(pointerTo(place.outer), place.key)

/** The record with other times if a tool has written them. What has none is not copied. */
export const renewTimes = (record: JsonObject, seed: number): JsonObject => {
  if (!isStamped(record)) return record
  const renew = (value: Json, name: string, owner: string, around: Around | undefined): Json => {
    if (isJsonArray(value)) return mapParts(value, (item, key) => renew(item, name, owner, { outer: around, key }))
    if (isJsonObject(value)) {
      const inner = name === '' ? owner : name
      return mapParts(value, (held, key) =>
        renew(held, key, inner, isJsonObject(held) || isJsonArray(held) ? { outer: around, key } : around),
      )
    }
    if (typeof value !== 'string' || !precise.test(value)) return value
    const subject = { keywords: {}, example: value, isPerson: false, isPlace: false, random: createRandom(seed, name) }
    const place = { name, owner, seed, ownerPointer: pointerTo(around), personPointer: '', recordPointer: '' }
    return new Date(momentFor({ ...subject, ...place })).toISOString()
  }
  const renewed = renew(record, '', '', undefined)
  return isJsonObject(renewed) ? renewed : record
}
