/**
 * Compares a value with the bound of a filter: numbers by value, times as instants, other strings by code unit. A bound that is
 * a day includes the whole day. A time without a zone is in UTC.
 */
import { parseTime } from '../../../contract/values/time.ts'

export type Ordered = string | number | bigint

export const isOrdered = (value: unknown): value is Ordered =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'

/** Negative, zero or positive. A value that cannot be compared is never within a bound: NaN. */
export const compareOrdered = (value: Ordered, bound: Ordered): number => {
  if (typeof value === 'string' && typeof bound === 'string') return compareStrings(value, bound)
  if (typeof value === 'string' || typeof bound === 'string') return Number.NaN
  return value < bound ? -1 : value > bound ? 1 : 0
}

const day = /^\d{4}-\d{2}-\d{2}$/
const time = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/i

const compareStrings = (value: string, bound: string): number => {
  if (!time.test(value) || !time.test(bound)) return value < bound ? -1 : value > bound ? 1 : 0
  const [own, limit] = [parseTime(value), parseTime(bound)]
  return day.test(bound) ? Date.parse(dayOf(own)) - limit : own - limit
}

const dayOf = (instant: number): string => (Number.isNaN(instant) ? '' : new Date(instant).toISOString().slice(0, 10))
