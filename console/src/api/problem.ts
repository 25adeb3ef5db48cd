/**
 * What can go wrong with a call of the control API, in words for people.
 */
import type { components } from '../../../src/client/remote/control-types.ts'

export type Problem = components['schemas']['Problem']
export type Violation = components['schemas']['Violation']

/** The server responded with problem details (RFC 9457). */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly status: number
  readonly violations: readonly Violation[]

  constructor({ status, title, detail, violations = [] }: Problem) {
    super(detail || title)
    this.status = status
    this.violations = violations
  }
}

/** No response: the server has stopped, or cannot be reached. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'

  constructor(cause: unknown) {
    super('The server cannot be reached. It has stopped, or the network has failed.', { cause })
  }
}

/** Problem details of a response; other responses get a description of their own. */
export const readProblem = async (response: Response): Promise<ProblemError> => {
  const { status, statusText } = response
  const fallback = { type: 'about:blank', title: statusText, status, detail: `The server responded with ${status}.` }
  try {
    const body: unknown = await response.json()
    return new ProblemError(isProblem(body) ? body : fallback)
  } catch {
    return new ProblemError(fallback)
  }
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'detail' in body && 'status' in body

/** Whether a call ended because nobody needs its result any more. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

export const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error))
