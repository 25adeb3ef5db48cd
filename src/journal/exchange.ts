/**
 * A request with its response, and why it was answered so.
 */
import type { OperationSummary } from '../contract/operation/operation.ts'
import type { Rejection } from '../errors.ts'
import type { Notice } from '../notices.ts'
import type { Reply, RequestHeaders } from '../ports.ts'

export interface Exchange {
  /** Sandbox-Request-Id. */
  readonly id: string
  readonly sandbox: string
  /** When the request arrived, in epoch milliseconds of real time. */
  readonly at: number
  /** Epoch milliseconds on the sandbox's clock. */
  readonly clock: number
  /** Milliseconds from the request's arrival to the reply. */
  readonly duration: number
  /** The id of the exchange whose request was sent again by the control API. */
  readonly sentFrom?: string | undefined
  readonly method: string
  /** As it was sent, including the sandbox's address. */
  readonly path: string
  readonly query: string
  readonly headers: RequestHeaders
  /** Undefined if nobody read it. */
  readonly body: Buffer | undefined
  readonly reply: Reply
  /** Undefined if no document has the path and method. */
  readonly operation: OperationSummary | undefined
  readonly pathParams: Readonly<Record<string, string>>
  readonly rejection: Pick<Rejection, 'code' | 'message' | 'violations'> | undefined
  readonly notices: readonly Notice[]
  /** Names of the scenarios that applied to the request, in the order in which they were tried. */
  readonly scenarios: readonly string[]
  /** The steps that took effect: `flaky/1`. */
  readonly steps: readonly string[]
  /** How many changes of the sandbox there were just before the first change of this request. */
  readonly positionBefore: number
  /** How many there were just after its last change. The same if it changed nothing. */
  readonly positionAfter: number
}

/** Whether the sandbox was the client: it has sent a webhook or a callback. */
export const isDelivery = ({ notices }: Pick<Exchange, 'notices'>): boolean =>
  notices.some(({ kind }) => kind === 'delivery')
