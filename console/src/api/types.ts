/**
 * Short names for the control API's schemas.
 */
import type { components } from './control.d.ts'

type Schemas = components['schemas']

export type Document = Schemas['Document']
export type Exchange = Schemas['Exchange']
export type ExchangeSummary = Schemas['ExchangeSummary']
export type Key = Schemas['Key']
export type Sandbox = Schemas['Sandbox']
export type Scenario = Schemas['Scenario']
export type ScenarioSource = Schemas['ScenarioSource']
export type UpcomingChange = Schemas['UpcomingChange']
export type RecordProblem = Schemas['RecordProblem']
export type Resource = Schemas['Resource']
