/**
 * Times as a test writes them: a Date, epoch milliseconds, or a text like 2030-12-06T00:00:00Z.
 */
import { AdminError } from '../admin/admin-error.ts'
import { readTime } from '../admin/read-time.ts'
import { isInstant } from '../contract/values/instant.ts'

/** Epoch milliseconds. `at` names the time in the error. Throws AdminError 400. */
export const toMilliseconds = (time: Date | number | string, at: string): number => {
  if (typeof time === 'string') return readTime(time, at)
  const milliseconds = Number(time)
  if (isInstant(milliseconds)) return milliseconds
  throw new AdminError(400, `${at} must be a Date, epoch milliseconds or a text, got ${String(time)}`)
}
