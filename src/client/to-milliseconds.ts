/**
 * Times as a test writes them: a Date, epoch milliseconds, or a text like 2030-12-06T00:00:00Z.
 */

import { isInstant } from '../contract/values/time.ts'
import { ControlError } from '../control/actions/control-error.ts'
import { readTime } from '../control/actions/read-time.ts'

/** Epoch milliseconds. `at` names the time in the error. Throws ControlError 400. */
export const toMilliseconds = (time: Date | number | string, at: string): number => {
  if (typeof time === 'string') return readTime(time, at)
  const milliseconds = Number(time)
  if (isInstant(milliseconds)) return milliseconds
  throw new ControlError(400, `${at} must be a Date, epoch milliseconds or a text, got ${String(time)}`)
}
