/**
 * Reports what the SDK of OpenTelemetry finds wrong, such as a collector that cannot be reached. It repeats itself with every
 * batch of spans, so only the first few different messages are reported.
 */
import type { Output } from '../ports.ts'

/** The logger of the SDK, as far as it is used. */
export interface Diagnostics {
  readonly error: (message: string, ...rest: readonly unknown[]) => void
  readonly warn: (message: string, ...rest: readonly unknown[]) => void
  readonly info: () => void
  readonly debug: () => void
  readonly verbose: () => void
}

export interface ProblemReport {
  /** For errors that nobody handles. */
  readonly problem: (error: unknown) => void
  readonly diagnostics: Diagnostics
}

const maxMessages = 5

export const createProblemReport = (report: Output): ProblemReport => {
  const reported = new Set<string>()
  const add = (message: string): void => {
    if (reported.size >= maxMessages || reported.has(message)) return
    reported.add(message)
    report(`OpenTelemetry: ${message}${reported.size === maxMessages ? ' (further messages are not shown)' : ''}`)
  }
  const ignore = (): void => {}
  return {
    problem: (error) => add(describeExportError(error)),
    diagnostics: { error: add, warn: add, info: ignore, debug: ignore, verbose: ignore },
  }
}

/** An error of several addresses (`localhost`) has its reasons in `errors`. */
const describeExportError = (error: unknown): string => {
  const reasons = error instanceof AggregateError ? error.errors : [error]
  const text = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason))).join('; ')
  return `spans cannot be sent: ${text.slice(0, maxReason)}`
}

const maxReason = 300
