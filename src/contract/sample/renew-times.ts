/**
 * The times of a documented record that a tool wrote: those of the moment when the document was converted, which say nothing about
 * the record.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { appendPointer } from '../values/pointer.ts'
import { createRandom } from '../values/random.ts'
import { parseTime } from '../values/time.ts'
import { momentFor } from './timeline.ts'

/** Nobody writes milliseconds by hand. */
const precise = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(?!000)\d{3}Z$/
const anyTime = /^\d{4}-\d\d-\d\d([T ]|$)/

function* timesIn(value: Json): Generator<string> {
  if (typeof value === 'string' && anyTime.test(value)) yield value
  else if (isJsonArray(value)) for (const item of value) yield* timesIn(item)
  else if (isJsonObject(value)) for (const held of Object.values(value)) yield* timesIn(held)
}

/** The record with other times if all of its times are of one minute, and have milliseconds. */
export const renewTimes = (record: JsonObject, seed: number): JsonObject => {
  const times = [...timesIn(record)]
  const moments = times.map(parseTime)
  const areWritten = times.length > 1 && times.every((time) => precise.test(time))
  if (!areWritten || Math.max(...moments) - Math.min(...moments) > 60_000) return record
  const renew = (value: Json, name: string, owner: string, ownerPointer: string): Json => {
    if (isJsonArray(value))
      return value.map((item, index) => renew(item, name, owner, appendPointer(ownerPointer, String(index))))
    if (isJsonObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([inner, held]) => {
          const around = isJsonObject(held) || isJsonArray(held) ? appendPointer(ownerPointer, inner) : ownerPointer
          return [inner, renew(held, inner, name === '' ? owner : name, around)]
        }),
      )
    if (typeof value !== 'string' || !precise.test(value)) return value
    const subject = { keywords: {}, example: value, isPerson: false, isPlace: false, random: createRandom(seed, name) }
    const place = { name, owner, seed, ownerPointer, personPointer: '', recordPointer: '' }
    return new Date(momentFor({ ...subject, ...place })).toISOString()
  }
  const renewed = renew(record, '', '', '')
  return isJsonObject(renewed) ? renewed : record
}
