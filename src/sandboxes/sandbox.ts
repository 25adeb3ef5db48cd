/**
 * A sandbox: records, clock, keys, scenarios, journal and coverage that no other sandbox sees. It is created from a setup
 * or from the state of another sandbox, used, saved in snapshots, reset, and moved to the next setup when files change.
 * Each of these costs the same however many records the sandbox has.
 */

import type { BehaviourContext } from '../behaviours/behaviour.ts'
import { Coverage } from '../coverage/coverage.ts'
import { Journal, type JournalBudget } from '../journal/journal.ts'
import type { Clock } from '../ports.ts'
import { type Counters, createCounters } from '../scenarios/play.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import type { Store } from '../store/store.ts'
import { type ClockMode, SandboxClock } from './clock.ts'
import { SandboxKeys } from './keys.ts'
import { copyState, createState, migrateState, type SandboxSetup, type SandboxState } from './sandbox-state.ts'
import { type Snapshot, Snapshots } from './snapshots.ts'

/** How a sandbox came to be. It decides how long the sandbox may stay unused. */
export type Origin = 'start' | 'first-use' | 'request'

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
  /** Milliseconds without use after which it is evicted; undefined: the default of its origin. */
  readonly ttl?: number | undefined
  readonly budget: JournalBudget
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

export class Sandbox {
  readonly id: string
  /** The id as the header Sandbox-Id carries it. */
  readonly encodedId: string
  readonly origin: Origin
  readonly seed: number
  readonly fixtures: string | undefined
  readonly ttl: number | undefined
  readonly clock: SandboxClock
  readonly keys: SandboxKeys
  readonly journal: Journal
  readonly snapshots = new Snapshots()
  /** True when the fixtures were edited after the sandbox was written to: it still has its own records. */
  fixturesChanged = false
  /** Epoch milliseconds of real time. */
  lastUsed: number
  /** How many calls are waiting for an exchange of this sandbox. It is not evicted meanwhile. */
  waiters = 0
  readonly #realTime: Clock
  #coverage: Coverage | undefined
  #state: SandboxState
  /** The state that it was created from; undefined: fixtures. */
  readonly #from: SandboxState | undefined
  readonly #initialScenarios: readonly string[]
  #initialClock: ClockMode

  constructor(parts: SandboxParts) {
    const { id, origin, setup, realTime, seed, scenarios, fixtures, from, ttl, budget } = parts
    this.id = id
    this.encodedId = encodeURIComponent(id)
    this.origin = origin
    this.seed = seed
    this.fixtures = fixtures
    this.ttl = ttl
    this.#realTime = realTime
    this.lastUsed = realTime()
    this.journal = new Journal(budget)
    this.keys = new SandboxKeys(setup.keysOf(fixtures))
    const state = from ? migrateState(copyState(from), setup, fixtures) : createState(setup, fixtures)
    this.#state = { ...state, scenarios: scenarios.filter((name) => setup.scenarios.has(name)) }
    this.#from = from
    this.#initialScenarios = scenarios
    this.#initialClock = state.clock
    this.clock = new SandboxClock(realTime, this)
  }

  get setup(): SandboxSetup {
    return this.#state.setup
  }

  get store(): Store {
    return this.#state.store
  }

  /** Names of the active scenarios. A request may name others. */
  get scenarios(): readonly string[] {
    return this.#state.scenarios
  }

  /** The position in the active scenarios. */
  get counters(): Counters {
    return this.#state.counters
  }

  /** What its traffic has covered of the documents. Retained by a reset. */
  get coverage(): Coverage {
    this.#coverage ??= new Coverage()
    return this.#coverage
  }

  get clockMode(): ClockMode {
    return this.#state.clock
  }

  /** For SandboxClock. */
  set clockMode(clock: ClockMode) {
    this.#change({ clock })
  }

  /** Now, in epoch milliseconds: the time that an active scenario sets, else that of the clock. */
  readonly now: Clock = () => {
    const { scenarios, setup, clock } = this.#state
    if (scenarios.length === 0 && clock.kind === 'real') return this.#realTime()
    for (const name of scenarios) {
      const step = setup.scenarios.get(name)?.steps.find(({ clock, call }) => clock !== undefined && !call)
      if (step?.clock !== undefined) return step.clock
    }
    return this.clock.now()
  }

  /** Sets the time that the sandbox starts at. A reset returns to it. */
  startClockAt(time: number): void {
    this.clock.set(time, false)
    this.#initialClock = this.clockMode
  }

  /** Activates scenarios; an empty list deactivates all. Held lifecycles resume, limits and counters start again. */
  activateScenarios(scenarios: readonly string[]): void {
    const { current, ends } = this.#state.holdPeriods
    this.#change({
      scenarios,
      counters: createCounters(),
      holdPeriods: { current: current + 1, ends: new Map(ends).set(current, this.clock.now()) },
    })
  }

  /** Returns to the state that it was created with. Coverage and snapshots are retained. */
  reset(): void {
    const { setup } = this.#state
    const state = this.#from
      ? migrateState(copyState(this.#from), setup, this.fixtures)
      : createState(setup, this.fixtures)
    if (!this.#from) this.fixturesChanged = false
    const scenarios = this.#initialScenarios.filter((name) => setup.scenarios.has(name))
    this.#state = { ...state, scenarios, clock: this.#initialClock }
    this.keys.reset()
    this.journal.clear()
  }

  /** A copy of the current state, to restore later or to start other sandboxes from. */
  capture(): SandboxState {
    return copyState(this.#state)
  }

  /** Returns to a captured state: records, clock, scenarios and the position in them. */
  restore(state: SandboxState): void {
    this.#state = migrateState(copyState(state), this.setup, this.fixtures)
  }

  /** Saves the current state under a name. `at` is real time. */
  takeSnapshot(name: string, at: number): Snapshot {
    return this.snapshots.save({ name, at, state: this.capture() })
  }

  /** Moves to a new setup. A sandbox that was not written to shows the new fixtures; any other retains its records. */
  applySetup(setup: SandboxSetup): void {
    const before = this.setup.baseOf(this.fixtures)
    const base = setup.baseOf(this.fixtures)
    const retainsRecords = this.#state.store.isTouched || this.#from !== undefined
    const state = migrateState(this.#state, setup, this.fixtures)
    this.#state = retainsRecords ? state : { ...state, store: base.fork() }
    if (retainsRecords && base.digest !== before.digest) this.fixturesChanged = true
    this.keys.ring = setup.keysOf(this.fixtures)
  }

  /** What a behaviour may use of this sandbox for one request. */
  contextFor({ records, hold, byRequest, clock }: ContextOptions): BehaviourContext {
    const { store, idempotentResponses, holdPeriods } = this.#state
    return {
      store: records ? this.#openScenarioStore(records.scenario, records.set) : store,
      clock: clock === undefined ? this.now : () => clock,
      seed: this.seed,
      hold: hold.length === 0 ? undefined : { lifecycles: hold, period: byRequest ? undefined : holdPeriods.current },
      holdEndedAt: (period) => this.#state.holdPeriods.ends.get(period),
      idempotentResponses,
      recordsOf: records?.scenario,
    }
  }

  #openScenarioStore(scenario: string, set: string): EmbeddedStore {
    const known = this.#state.scenarioStores.get(scenario)
    if (known) return known
    const store = this.setup.baseOf(set).fork()
    this.#change({ scenarioStores: new Map(this.#state.scenarioStores).set(scenario, store) })
    return store
  }

  #change(change: Partial<SandboxState>): void {
    this.#state = { ...this.#state, ...change }
  }
}
