/**
 * A record that no answer of an operation can be made of. Thrown where an answer is written; whoever handles requests
 * makes the refusal of it.
 */
import type { Refusal, Violation } from '../../errors.ts'

export class UnfitError extends Error {
  override readonly name = 'UnfitError'
  readonly refusal: Refusal

  constructor(violations: readonly Violation[]) {
    const refusal = describeUnfit(violations)
    super(refusal.message)
    this.refusal = refusal
  }
}

export const describeUnfit = (violations: readonly Violation[]): Refusal => ({
  code: 'response_invalid',
  message: `the record would not fit its response: ${violations.map(({ message }) => message).join('; ')}; give the property an x-standin-default in the overlay`,
  violations,
})
