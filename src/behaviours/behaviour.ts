/**
 * A behaviour makes an operation stateful: a function from a valid request and the state of its sandbox to a result.
 */
import type { Input } from '../contract/operation/validate-request.ts'
import type { Clock } from '../ports.ts'
import type { ListRoom } from '../store/list-size.ts'
import type { Store } from '../store/store.ts'
import type { BehaviourResult } from './behaviour-reply.ts'
import type { IdempotentResponses } from './idempotency/idempotent-responses.ts'
import type { BehaviourKind } from './plan/operation-plan.ts'
import type { HoldOrder } from './records/lifecycle.ts'
import type { Resource } from './records/resource.ts'

/** The part of a sandbox that behaviours may use. */
export interface BehaviourContext {
  readonly store: Store
  readonly clock: Clock
  readonly seed: number
  /** Lifecycles to hold in records that are created now. */
  readonly hold: HoldOrder | undefined
  /** When a hold was lifted, on the sandbox's clock; undefined while it applies. */
  readonly holdEndedAt: (period: number) => number | undefined
  /** Responses to requests with an idempotency key. */
  readonly idempotentResponses: IdempotentResponses
  /** Long lists wait for room in it. */
  readonly lists: ListRoom
  /** The scenario that these records belong to; undefined for the sandbox's own records. */
  readonly recordsOf: string | undefined
}

export interface Behaviour {
  readonly kind: BehaviourKind
  readonly resource: Resource
  readonly run: (input: Input, context: BehaviourContext) => Promise<BehaviourResult>
}
