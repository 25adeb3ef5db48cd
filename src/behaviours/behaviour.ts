/**
 * What makes an operation stateful: a function from a valid request and a sandbox's means to an outcome.
 */
import type { Input } from '../contract/validate.ts'
import type { Refusal } from '../errors.ts'
import type { Clock } from '../ports.ts'
import type { Store } from '../store/store.ts'
import type { HoldOrder } from './hold.ts'
import type { Resource } from './resource.ts'

/** The part of a sandbox that behaviours may use. */
export interface World {
  readonly store: Store
  readonly clock: Clock
  readonly seed: number
  /** Lifecycles to hold for records that are made now; undefined where none is. */
  readonly hold: HoldOrder | undefined
  /** When a hold was lifted, on the sandbox's clock; undefined while it stands. */
  readonly liftedAt: (epoch: number) => number | undefined
}

export type Outcome =
  | {
      readonly kind: 'reply'
      readonly status: number
      /** JSON; undefined where the response has no body. */
      readonly body: string | undefined
      /** Of the body. */
      readonly mediaType: string
      /** Names and values in turn, besides the content type. */
      readonly headers?: readonly string[]
      /** Names of properties that came and were not kept. */
      readonly ignored?: readonly string[]
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

export const behaviourKinds = ['list', 'create', 'read', 'replace', 'update', 'remove', 'action'] as const
export type BehaviourKind = (typeof behaviourKinds)[number]

export interface Behaviour {
  readonly kind: BehaviourKind
  readonly resource: Resource
  readonly run: (input: Input, world: World) => Promise<Outcome>
}
