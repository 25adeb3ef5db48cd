/**
 * A request with its response, and why it was answered so.
 */
import type { Operation } from '../contract/operation/operation.ts'
import type { Rejection } from '../errors.ts'
import type { Notice } from '../notices.ts'
import type { Reply, RequestHeaders } from '../ports.ts'

export interface Exchange {
  /** Sandbox-Request-Id. */
  readonly id: string
  readonly sandbox: string
  /** Epoch milliseconds of real time, when the request had come. */
  readonly at: number
  /** Epoch milliseconds on the sandbox's clock. */
  readonly clock: number
  /** Milliseconds from there to the reply. */
  readonly duration: number
  readonly method: string
  /** As it was sent, with the sandbox's own address where that was used. */
  readonly path: string
  readonly query: string
  readonly headers: RequestHeaders
  /** Undefined where nobody read it. */
  readonly body: Buffer | undefined
  readonly reply: Reply
  /** Undefined where no document has the path and method. */
  readonly operation: Operation | undefined
  readonly pathParams: Readonly<Record<string, string>>
  readonly rejection: Pick<Rejection, 'code' | 'message' | 'violations'> | undefined
  readonly notices: readonly Notice[]
  /** Names of the scenarios that were on for the request, in the order in which they were tried. */
  readonly scenarios: readonly string[]
  /** Steps of them that took effect. */
  readonly steps: readonly string[]
}
