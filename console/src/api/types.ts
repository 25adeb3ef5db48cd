/**
 * Short names for the control API's schemas.
 */
import type { components } from '../../../src/client/remote/control-types.ts'

type Schemas = components['schemas']

export type Document = Schemas['Document']
export type Exchange = Schemas['Exchange']
export type ExchangeSummary = Schemas['ExchangeSummary']
export type Key = Schemas['Key']
export type Delivery = Schemas['Delivery']
export type Webhook = Schemas['Webhook']
export type Sandbox = Schemas['Sandbox']
export type Scenario = Schemas['Scenario']
export type ScenarioSource = Schemas['ScenarioSource']
export type UpcomingChange = Schemas['UpcomingChange']
export type RecordProblem = Schemas['RecordProblem']
export type Resource = Schemas['Resource']
export type DescribedResource = Schemas['DescribedResource']

/** An event of the control API that is not an exchange: what has changed. */
export interface Change {
  readonly kind:
    | 'sandbox'
    | 'scenario'
    | 'clock'
    | 'records'
    | 'snapshots'
    | 'keys'
    | 'webhooks'
    | 'exchanges'
    | 'files'
  readonly change: 'created' | 'deleted' | 'reset' | 'restored' | 'changed' | 'cleared' | 'reloaded'
  /** Null: it concerns all. */
  readonly sandbox: string | null
  /** Of records. */
  readonly resource?: string
}

/** Exchanges that happened and have no event of their own, because they are too many. */
export interface Missed {
  readonly count: number
  /** Of each sandbox. Undefined: other events may be missing, too, of any sandbox. */
  readonly sandboxes?: Readonly<Record<string, number>>
}
