/**
 * A scenario: a named script of departures from normal behaviour, as it is compiled from its file. Plain data; play.ts
 * runs it.
 */
import type { Fault, Json } from '../ports.ts'

export interface Scenario {
  readonly name: string
  readonly description: string
  readonly file: string
  readonly steps: readonly Step[]
}

export interface Step {
  /** Unique among all scenarios: `flaky/1`. Counters and limits are kept under it. */
  readonly id: string
  readonly when: Condition
  /** Which calls of those that `when` matches; undefined: all. */
  readonly call: CallRange | undefined
  readonly respond: ScriptedResponse | undefined
  readonly fault: Fault | undefined
  /** Milliseconds; equal where the delay is fixed. */
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
  /** True where the step may answer what the document does not have. */
  readonly ignoresContract: boolean
}

export interface ScriptedResponse {
  readonly status: number
  /** Name of a documented example. */
  readonly example: string | undefined
  /** Undefined: the document's example, or the error shape. Texts may hold runtime expressions. */
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

/** All that is given must fit; what is not given fits anything. */
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

/** Whether a condition is about every operation. */
export const isGeneral = ({ operations, path }: Condition): boolean => operations === undefined && path === undefined

/** What a value must be. */
export type Expectation =
  | { readonly kind: 'equals'; readonly value: Json }
  | { readonly kind: 'subset'; readonly properties: Readonly<Record<string, Expectation>> }
  | {
      readonly kind: 'test'
      readonly matches: RegExp | undefined
      readonly oneOf: readonly Json[] | undefined
      readonly from: number | undefined
      readonly to: number | undefined
      readonly absent: boolean
    }
