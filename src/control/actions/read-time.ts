/**
 * Times and durations in words, as whoever controls a sandbox writes them. `at` names the place in the error: `body.by` in
 * a request, `by` in a call from code.
 */
import { parseDuration, parseInstant } from '../../contract/values/time.ts'
import { ControlError, quote } from './control-error.ts'

/** Epoch milliseconds. Throws ControlError 400. */
export const readTime = (text: string, at: string): number => {
  const time = parseInstant(text)
  if (time !== undefined) return time
  throw new ControlError(400, `${at} must be a time like 2030-12-06T00:00:00Z, got ${quote(text)}`)
}

/** Milliseconds. `given` is what came, where the text is a part of it. Throws ControlError 400. */
export const readDuration = (text: string, at: string, given = text): number => {
  const duration = parseDuration(text)
  if (duration !== undefined) return duration
  throw new ControlError(400, `${at} must be a duration like 2h, 1d or 30s, got ${quote(given)}`)
}
