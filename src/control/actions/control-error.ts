/**
 * What cannot be carried out of what somebody asks of the sandboxes, over HTTP or from code: its message is true of both.
 * The control API makes problem details of it.
 */
import type { Violation } from '../../errors.ts'

export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** As HTTP has it. */
  readonly status: number
  readonly violations: readonly Violation[]
  constructor(status: number, detail: string, violations: readonly Violation[] = []) {
    super(detail)
    this.status = status
    this.violations = violations
  }
}

/** A name as a message repeats it: bounded. */
export const quote = (text: string): string => JSON.stringify(text.slice(0, 100))
