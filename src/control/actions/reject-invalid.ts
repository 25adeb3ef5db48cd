/**
 * Rejects a request whose records break their rules.
 */
import type { Violation } from '../../errors.ts'
import { ControlError } from './control-error.ts'

/** How many violations a response has. */
const maxShown = 100

/** How many violations its message has. */
const maxNamed = 10

/** Throws ControlError 400 if there are violations. */
export const rejectInvalid = (violations: readonly Violation[]): void => {
  if (violations.length === 0) return
  const more = violations.length - maxNamed
  const named = violations.slice(0, maxNamed).map(({ message }) => message)
  const message = [...named, ...(more > 0 ? [`and ${more} more violations`] : [])].join('; ')
  throw new ControlError(400, message, violations.slice(0, maxShown))
}
