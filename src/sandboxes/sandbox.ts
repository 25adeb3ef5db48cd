/**
 * A sandbox: one isolated world of records, clock, keys and scenario position. Its life: made from a setup, used, reset,
 * taken over by the next setup when files have changed.
 */
import type { World } from '../behaviours/behaviour.ts'
import type { HoldOrder } from '../behaviours/hold.ts'
import type { Clock } from '../ports.ts'
import { type Counters, createCounters } from '../scenarios/play.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import type { Store } from '../store/store.ts'
import { createSandboxClock, type SandboxClock } from './clock.ts'
import type { KeyRing } from './keys.ts'

/** What sandboxes are made of; replaced whole when files change. */
export interface SandboxSetup {
  /** Counts up with each replacement. */
  readonly generation: number
  /** The records of a fixture set; `undefined` for the one that sandboxes start with, `none` for no records. */
  readonly baseOf: (set: string | undefined) => EmbeddedStore
  readonly keys: KeyRing
  readonly scenarios: ReadonlyMap<string, Scenario>
}

export interface SandboxParts {
  readonly id: string
  readonly setup: SandboxSetup
  readonly realTime: Clock
  readonly seed: number
  /** Names of scenarios that are on from the start. */
  readonly scenarios: readonly string[]
}

export class Sandbox {
  readonly id: string
  /** As Sandbox-Id carries it. */
  readonly encodedId: string
  readonly seed: number
  readonly time: SandboxClock
  counters: Counters = createCounters()
  /** True while its records are older than the fixtures: they were edited after it was written to. */
  stale = false
  #setup: SandboxSetup
  #store: EmbeddedStore
  #forks = new Map<string, EmbeddedStore>()
  #scenarios: readonly string[]
  readonly #initialScenarios: readonly string[]
  #epoch = 0
  #lifted = new Map<number, number>()

  constructor({ id, setup, realTime, seed, scenarios }: SandboxParts) {
    this.id = id
    this.encodedId = encodeURIComponent(id)
    this.seed = seed
    this.time = createSandboxClock(realTime)
    this.#setup = setup
    this.#store = setup.baseOf(undefined).fork()
    this.#scenarios = scenarios
    this.#initialScenarios = scenarios
  }

  get store(): Store {
    return this.#store
  }

  get keys(): KeyRing {
    return this.#setup.keys
  }

  get setup(): SandboxSetup {
    return this.#setup
  }

  /** Names of the scenarios that are on; requests may name others. */
  get scenarios(): readonly string[] {
    return this.#scenarios
  }

  /** Its now, in epoch milliseconds: that of a scenario with a clock which is on, else its own clock's. */
  readonly now: Clock = () => {
    for (const name of this.#scenarios) {
      const step = this.#setup.scenarios.get(name)?.steps.find(({ clock, call }) => clock !== undefined && !call)
      if (step?.clock !== undefined) return step.clock
    }
    return this.time.now()
  }

  /** Switches scenarios on, or with none off. Holds of those that were on are lifted, limits and counters start again. */
  play(scenarios: readonly string[]): void {
    this.#lifted.set(this.#epoch, this.time.now())
    this.#epoch++
    this.#scenarios = scenarios
    this.counters = createCounters()
  }

  /** As it was when it was made. */
  reset(): void {
    this.#store = this.#setup.baseOf(undefined).fork()
    this.#forks = new Map()
    this.#lifted = new Map()
    this.#epoch = 0
    this.#scenarios = this.#initialScenarios
    this.counters = createCounters()
    this.stale = false
    this.time.clear()
  }

  /** Takes a new setup over: without writes of its own it shows the new fixtures at once, else it keeps its records. */
  adopt(setup: SandboxSetup): void {
    const base = setup.baseOf(undefined)
    if (this.#store.isTouched) {
      this.stale ||= base.digest !== this.#setup.baseOf(undefined).digest
      this.#store = this.#store.adapt(base)
    } else this.#store = base.fork()
    this.#forks = new Map([...this.#forks].map(([name, store]) => [name, store.adapt(base)]))
    this.#setup = setup
    this.#scenarios = this.#scenarios.filter((name) => setup.scenarios.has(name))
  }

  /** The world of one request. */
  worldOf({ records, hold, byRequest, clock }: WorldOrder): World {
    return {
      store: records ? this.#forkFor(records.scenario, records.set) : this.#store,
      clock: clock === undefined ? this.now : () => clock,
      seed: this.seed,
      hold: hold.length === 0 ? undefined : this.#orderHold(hold, byRequest),
      liftedAt: (epoch) => this.#lifted.get(epoch),
    }
  }

  #orderHold(lifecycles: readonly string[], byRequest: boolean): HoldOrder {
    return { lifecycles, epoch: byRequest ? undefined : this.#epoch }
  }

  #forkFor(scenario: string, set: string): EmbeddedStore {
    const known = this.#forks.get(scenario)
    if (known) return known
    const fork = this.#setup.baseOf(set).fork()
    this.#forks.set(scenario, fork)
    return fork
  }
}

/** What scenarios change of a sandbox's world for one request. */
export interface WorldOrder {
  readonly records: { readonly scenario: string; readonly set: string } | undefined
  readonly hold: readonly string[]
  /** Whether the scenario was named in the request: then its holds end only with a reset. */
  readonly byRequest: boolean
  readonly clock: number | undefined
}
