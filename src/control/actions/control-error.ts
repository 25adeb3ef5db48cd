/**
 * The error of a control action, called over HTTP or from code. The control API renders it as problem details.
 */
import type { Violation } from '../../errors.ts'

export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** The HTTP status. */
  readonly status: number
  readonly violations: readonly Violation[]
  constructor(status: number, detail: string, violations: readonly Violation[] = []) {
    super(detail)
    this.status = status
    this.violations = violations
  }
}

/** A name quoted in a message, truncated. */
export const quote = (text: string): string => JSON.stringify(text.slice(0, 100))
