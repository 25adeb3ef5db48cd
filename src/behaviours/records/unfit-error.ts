/**
 * A record that cannot be shown in a response of an operation. Thrown when the response is written; the handler turns it
 * into a rejection.
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
  message: `the record does not fit the schema of the response: ${violations.map(({ message }) => message).join('; ')}; set x-standin-default for the property in the overlay`,
  violations,
})
