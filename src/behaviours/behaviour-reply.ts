/**
 * The result of a behaviour: the response to a request, or its rejection.
 */
import type { Rejection } from '../errors.ts'

export type BehaviourResult = BehaviourReply | Rejected

export interface Rejected {
  readonly kind: 'rejected'
  readonly rejection: Rejection
}

export const reject = (rejection: Rejection): Rejected => ({ kind: 'rejected', rejection })

export interface BehaviourReply {
  readonly kind: 'reply'
  readonly status: number
  /** JSON; undefined if the response has no body. */
  readonly body: string | undefined
  readonly mediaType: string
  /** Names and values in turn, without Content-Type. */
  readonly headers?: readonly string[]
  /** Properties of the request body that were ignored. */
  readonly ignored?: readonly string[]
  /** Query parameters that had no effect: by name, or with the value that had none. */
  readonly ignoredQuery?: readonly string[] | undefined
  /** Whether it is the stored response to an earlier request. */
  readonly isReplay?: boolean
  /** Idempotency keys whose responses were evicted to store this one. */
  readonly evictedKeys?: readonly string[]
}
