/**
 * A record that no answer of an operation can be made of. Thrown where an answer is written; whoever handles requests
 * makes the rejection of it.
 */
import type { Rejection, Violation } from '../../errors.ts'

export class UnfitError extends Error {
  override readonly name = 'UnfitError'
  readonly rejection: Rejection

  constructor(violations: readonly Violation[]) {
    const rejection = describeUnfit(violations)
    super(rejection.message)
    this.rejection = rejection
  }
}

export const describeUnfit = (violations: readonly Violation[]): Rejection => ({
  code: 'response_invalid',
  message: `the record would not fit its response: ${violations.map(({ message }) => message).join('; ')}; give the property an x-standin-default in the overlay`,
  violations,
})
