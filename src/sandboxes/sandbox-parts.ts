/**
 * What a sandbox is created from, and what it hands to others.
 */
import type { Traffic } from '../journal/traffic.ts'
import type { Clock } from '../ports.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import type { ClockMode } from './clock.ts'
import type { Origin } from './effects.ts'
import type { KeyChanges } from './keys.ts'
import type { SandboxLimits } from './limits.ts'
import type { SandboxSetup, SandboxState } from './sandbox-state.ts'
import type { Snapshot } from './snapshots.ts'

export interface SandboxParts {
  readonly id: string
  readonly origin: Origin
  readonly setup: SandboxSetup
  readonly realTime: Clock
  readonly seed: number
  /** Names of the scenarios that are active at first, whatever was active in the state it starts from. */
  readonly scenarios: readonly string[]
  /** The fixture set that it starts with; undefined: the server's. */
  readonly fixtures?: string | undefined
  /** The state that it starts from, instead of fixtures. */
  readonly from?: SandboxState | undefined
  /** The clock at the start. */
  readonly clock?: ClockMode | undefined
  /** Milliseconds without use after which it is evicted; undefined: the default of its origin. */
  readonly ttl?: number | undefined
  readonly traffic: Traffic
  readonly limits: SandboxLimits
}

/** What a sandbox is created with, and a reset returns to. */
export interface InitialState {
  /** The state that it was created from; undefined: fixtures. */
  readonly from: SandboxState | undefined
  readonly scenarios: readonly string[]
  readonly clock: ClockMode
}

/** Everything of a sandbox that its log stores, as it was at some time. */
export interface Memento {
  readonly state: SandboxState
  readonly initial: InitialState
  readonly baseStore: EmbeddedStore
  readonly keys: KeyChanges
  readonly snapshots: ReadonlyMap<string, Snapshot>
  readonly position: number
}

/** What scenarios change for one request. */
export interface ContextOptions {
  /** The scenario whose own records the request uses, and the fixture set that they start with. */
  readonly records: { readonly scenario: string; readonly set: string } | undefined
  /** Lifecycles to hold. */
  readonly hold: readonly string[]
  /** Whether the request named the scenario. Its holds then last until a reset. */
  readonly byRequest: boolean
  /** The time of the request, in epoch milliseconds; undefined: the sandbox's. */
  readonly clock: number | undefined
}
