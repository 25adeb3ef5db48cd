/**
 * What makes an operation stateful: a function from a valid request and a sandbox's means to an outcome.
 */
import type { Input } from '../contract/operation/validate-request.ts'
import type { Rejection } from '../errors.ts'
import type { Clock } from '../ports.ts'
import type { Store } from '../store/store.ts'
import type { BehaviourReply } from './behaviour-reply.ts'
import type { IdempotentResponses } from './idempotency/idempotent-responses.ts'
import type { BehaviourKind } from './plan/behaviour-kind.ts'
import type { HoldOrder } from './records/hold.ts'
import type { Resource } from './records/resource.ts'

/** The part of a sandbox that behaviours may use. */
export interface BehaviourContext {
  readonly store: Store
  readonly clock: Clock
  readonly seed: number
  /** Lifecycles to hold for records that are made now; undefined where none is. */
  readonly hold: HoldOrder | undefined
  /** When a hold was lifted, on the sandbox's clock; undefined while it stands. */
  readonly holdEndedAt: (period: number) => number | undefined
  /** What was answered to requests with an idempotency key. */
  readonly answers: IdempotentResponses
  /** The scenario whose own records these are; undefined: they are the sandbox's. */
  readonly recordsOf: string | undefined
}

export type BehaviourResult = BehaviourReply | { readonly kind: 'rejected'; readonly rejection: Rejection }

export interface Behaviour {
  readonly kind: BehaviourKind
  readonly resource: Resource
  readonly run: (input: Input, world: BehaviourContext) => Promise<BehaviourResult>
}
