/**
 * What a sandbox is created from, and what it hands to others.
 */
import type { JournalBudget } from '../journal/journal.ts'
import type { Traffic } from '../journal/traffic.ts'
import type { Clock } from '../ports.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import type { OutboxMemento } from '../webhooks/outbox/outbox.ts'
import type { ForkPoint } from './change-log.ts'
import type { ClockMode } from './clock.ts'
import type { Origin } from './effects.ts'
import type { Key, KeyChanges } from './keys.ts'
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
  /** Called when a delivery of the sandbox may be due. */
  readonly onOutbox?: (() => void) | undefined
}

/** What the sandboxes of a server have in common. */
export interface SandboxesParts {
  readonly setup: SandboxSetup
  readonly realTime: Clock
  readonly seed: number
  /** Names of the scenarios that are active in every new sandbox. */
  readonly scenarios: readonly string[]
  /** Whether sandboxes in memory can return to earlier states. Stored ones always can. */
  readonly rewind?: boolean
  /** The largest number of sandboxes, not counting the default one. */
  readonly maximum: number
  readonly budget: JournalBudget
  /** Default: the usual ones, and any amount of memory. */
  readonly limits?: SandboxLimits
}

/** What a new sandbox of the server starts with. */
export type SandboxInit = Pick<SandboxParts, 'id' | 'fixtures' | 'from' | 'ttl' | 'clock'> & {
  /** Undefined: those that are active in every new sandbox. */
  readonly scenarios?: readonly string[] | undefined
  /** The sandbox that it is a copy of, if that is stored. */
  readonly forkedAt?: ForkPoint | undefined
  readonly initialKey?: Key | undefined
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
  readonly outbox: OutboxMemento
  readonly snapshots: ReadonlyMap<string, Snapshot>
  readonly position: number
}
