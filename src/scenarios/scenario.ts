/**
 * A scenario: scripted failures and special cases under one name, parsed from its file. Plain data; play.ts runs it.
 */
import type { Pattern } from '../contract/patterns/pattern.ts'
import type { Fault, Json } from '../ports.ts'

export interface Scenario {
  readonly name: string
  readonly description: string
  readonly file: string
  /** Whether it is on in every new sandbox, unless others are named. */
  readonly isActive: boolean
  readonly steps: readonly Step[]
}

export interface Step {
  /** Unique among all scenarios: `flaky/1`. The key of its counters and limits. */
  readonly id: string
  readonly when: Condition
  /** Which of the calls that match `when`; undefined: all. */
  readonly call: CallRange | undefined
  readonly respond: ScriptedResponse | undefined
  readonly fault: Fault | undefined
  /** Milliseconds; equal for a fixed delay. */
  readonly delay: { readonly min: number; readonly max: number } | undefined
  /** Lifecycles to hold, as `Schema.property` or `resource.property`. */
  readonly hold: readonly string[]
  readonly limit: Limit | undefined
  /** Epoch milliseconds. */
  readonly clock: number | undefined
  /** Milliseconds. */
  readonly advance: number | undefined
  /** `none`, or the name of a fixture set. */
  readonly records: string | undefined
  readonly deliver: Deliver | undefined
  /** Whether the step may send a response that the document does not describe. */
  readonly ignoresContract: boolean
}

/** What becomes of the webhooks and callbacks that a request causes. `by`: milliseconds on the sandbox's clock. */
export type Deliver = { readonly kind: 'drop' | 'twice' | 'unsigned' } | { readonly kind: 'late'; readonly by: number }

/** What the steps of a request want of the deliveries that it causes. */
export interface DeliverOrder {
  /** The step that discards them; undefined: none does. */
  readonly drop?: string | undefined
  readonly twice?: boolean
  /** Milliseconds on the sandbox's clock. */
  readonly late?: number
  readonly unsigned?: boolean
}

export interface ScriptedResponse {
  readonly status: number
  /** Name of a documented example. */
  readonly example: string | undefined
  /** Undefined: the document's example, or its error shape. Strings may contain runtime expressions. */
  readonly body: Json | undefined
  readonly headers: Readonly<Record<string, string>>
}

export interface Limit {
  readonly requests: number
  /** Milliseconds. */
  readonly per: number
}

export type CallRange =
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'every'; readonly every: number }

/** Every part must match. A part that is absent matches any request. */
export interface Condition {
  /** operationIds; undefined: any operation. */
  readonly operations: readonly string[] | undefined
  /** Upper case. */
  readonly method: string | undefined
  /** As the document writes it, without its base path. */
  readonly path: string | undefined
  readonly params: Readonly<Record<string, Expectation>>
  readonly query: Readonly<Record<string, Expectation>>
  /** By lower-case name. */
  readonly header: Readonly<Record<string, Expectation>>
  readonly body: Expectation | undefined
}

/** Whether a condition is for every operation. */
export const isGeneral = ({ operations, path }: Condition): boolean => operations === undefined && path === undefined

/** What a value must be. */
export type Expectation =
  | { readonly kind: 'equals'; readonly value: Json }
  | { readonly kind: 'subset'; readonly properties: Readonly<Record<string, Expectation>> }
  | {
      readonly kind: 'test'
      readonly matches: Pattern | undefined
      readonly oneOf: readonly Json[] | undefined
      readonly from: number | undefined
      readonly to: number | undefined
      readonly absent: boolean
    }
