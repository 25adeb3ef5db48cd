/**
 * What the request log is told of a request.
 */
import type { Handled } from '../handle/finish.ts'
import type { IncomingRequest, LogEntry } from '../ports.ts'

export interface LoggedParts {
  readonly request: IncomingRequest
  /** Path and query as sent. */
  readonly target: string
  readonly handled: Handled
  /** Milliseconds from the request's arrival to the reply. */
  readonly duration: number
}

export const toLogEntry = ({ request, target, handled, duration }: LoggedParts): LogEntry => {
  const { reply, operation, rejection, failure } = handled
  return {
    requestId: request.id,
    method: request.method,
    target,
    status: reply.status,
    ...(reply.fault === undefined ? {} : { fault: reply.fault }),
    duration,
    ...(operation === undefined ? {} : { operation }),
    ...(rejection ? { code: rejection.code, message: rejection.message } : {}),
    ...(failure === undefined ? {} : { failure: describeFailure(failure) }),
  }
}

/** A failure as text with its stack. */
export const describeFailure = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
