/**
 * Parses times and durations of control requests and sandbox handles. `at` names the value in an error: `body.by` in a
 * request, `by` in a call from code.
 */

import { isClockTime, parseDuration, parseInstant } from '../../contract/values/time.ts'

import { ControlError, quote } from './control-error.ts'

/** Epoch milliseconds. Throws ControlError 400. */
export const readTime = (text: string, at: string): number => {
  const time = parseInstant(text)
  if (time !== undefined && isClockTime(time)) return time
  throw new ControlError(400, `${at} must be a time such as 2030-12-06T00:00:00Z, got ${quote(text)}`)
}

/** Epoch milliseconds of a Date, a number of epoch milliseconds, or a time as a string. Throws ControlError 400. */
export const toEpochMilliseconds = (time: Date | number | string, at: string): number => {
  if (typeof time === 'string') return readTime(time, at)
  const milliseconds = Number(time)
  if (isClockTime(milliseconds)) return milliseconds
  throw new ControlError(
    400,
    `${at} must be a Date, epoch milliseconds or a string, in the years 0 to 9999, got ${String(time)}`,
  )
}

/** Milliseconds. `given`: the whole value, if `text` is a part of it. Throws ControlError 400. */
export const readDuration = (text: string, at: string, given = text): number => {
  const duration = parseDuration(text)
  if (duration !== undefined) return duration
  throw new ControlError(
    400,
    `${at} must be a duration such as 2h, 1d or 30s, at most 10,000 years, got ${quote(given)}`,
  )
}
