/**
 * A sandbox: one isolated world of records, clock, keys, scenario position, journal and coverage. Its life: made from a
 * setup or from another sandbox, used, reset, kept in snapshots, taken over by the next setup when files have changed.
 * Making, forking, keeping and resetting one costs the same whatever it holds.
 */

import type { BehaviourContext } from '../behaviours/behaviour.ts'
import { IdempotentResponses } from '../behaviours/idempotency/idempotent-responses.ts'
import type { HoldOrder } from '../behaviours/records/lifecycle.ts'
import { Journal, type JournalBudget } from '../journal/journal.ts'
import type { Clock } from '../ports.ts'
import { type Counters, copyCounters, createCounters } from '../scenarios/play.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import type { Store } from '../store/store.ts'
import { type ClockMode, realTime as onRealTime, SandboxClock } from './clock.ts'
import type { Key, KeyRing } from './keys.ts'

/** What sandboxes are made of; replaced whole when files change. */
export interface SandboxSetup {
  /** Counts up with each replacement. */
  readonly generation: number
  /** The records of a fixture set; `undefined` for the one that sandboxes start with, `none` for no records. */
  readonly baseOf: (set: string | undefined) => EmbeddedStore
  /** The keys that a fixture set lists, and those of --key. */
  readonly keysOf: (set: string | undefined) => KeyRing
  /** Loads a fixture set by its name; false where there is none. Rejects with LoadError where it does not load. */
  readonly openSet: (set: string) => Promise<boolean>
  readonly scenarios: ReadonlyMap<string, Scenario>
}

/** How a sandbox came to be: that decides how long it stays. */
export type Origin = 'start' | 'first-use' | 'request'

export interface SandboxParts {
  readonly id: string
  readonly origin: Origin
  readonly setup: SandboxSetup
  readonly realTime: Clock
  readonly seed: number
  /** Names of scenarios that are on from the start, whatever was on in what it starts from. */
  readonly scenarios: readonly string[]
  /** Fixture set that it starts with; undefined: the one of the server. */
  readonly fixtures?: string | undefined
  /** What it starts from, in place of fixtures. */
  readonly from?: SandboxState | undefined
  /** Milliseconds without use after which it goes; undefined: as its origin has it. */
  readonly ttl?: number | undefined
  readonly budget: JournalBudget
}

/** All that a snapshot keeps. Its stores are never written to; whoever starts from it forks them. */
export interface SandboxState {
  readonly setup: SandboxSetup
  readonly store: EmbeddedStore
  /** Stores of scenarios with records of their own, by scenario. */
  readonly forks: ReadonlyMap<string, EmbeddedStore>
  readonly answers: IdempotentResponses
  readonly clock: ClockMode
  readonly scenarios: readonly string[]
  readonly counters: Counters
  readonly epoch: number
  readonly lifted: ReadonlyMap<number, number>
}

export interface Snapshot {
  readonly name: string
  /** Epoch milliseconds of real time. */
  readonly at: number
  readonly state: SandboxState
}

const none: ReadonlyMap<never, never> = new Map<never, never>()

export class Sandbox {
  readonly id: string
  /** As Sandbox-Id carries it. */
  readonly encodedId: string
  readonly origin: Origin
  readonly seed: number
  readonly fixtures: string | undefined
  readonly ttl: number | undefined
  readonly time: SandboxClock
  readonly journal: Journal
  counters: Counters = createCounters()
  /** True while its records are older than the fixtures: they were edited after it was written to. */
  stale = false
  /** Epoch milliseconds of real time. */
  lastUsed: number
  /** How many are waiting on it: it is not evicted meanwhile. */
  pins = 0
  #setup: SandboxSetup
  #store: EmbeddedStore
  #forks: ReadonlyMap<string, EmbeddedStore> = none
  #answers = new IdempotentResponses()
  #scenarios: readonly string[]
  #epoch = 0
  #lifted: ReadonlyMap<number, number> = none
  /** What it was made from; undefined: fixtures. */
  readonly #from: SandboxState | undefined
  readonly #initialScenarios: readonly string[]
  /** Clock that it was made with. */
  #initialClock: ClockMode
  #snapshots: ReadonlyMap<string, Snapshot> = none
  /** Generated keys, and keys of the fixtures whose state was changed here; undefined value: taken away. */
  #keys: Map<string, Key | undefined> | undefined
  #initialKeys: readonly Key[] = []

  constructor(parts: SandboxParts) {
    const { id, origin, setup, realTime, seed, scenarios, fixtures, from, ttl, budget } = parts
    this.id = id
    this.encodedId = encodeURIComponent(id)
    this.origin = origin
    this.seed = seed
    this.fixtures = fixtures
    this.ttl = ttl
    this.lastUsed = realTime()
    this.journal = new Journal(budget)
    this.#setup = setup
    this.#from = from
    this.#initialClock = from?.clock ?? onRealTime
    this.time = new SandboxClock(realTime, this.#initialClock)
    this.#store = from ? from.store.fork() : setup.baseOf(fixtures).fork()
    this.#initialScenarios = scenarios
    this.#scenarios = scenarios
    if (from) this.restore({ ...from, scenarios })
  }

  get store(): Store {
    return this.#store
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

  /** Sets the clock that it starts with, and that a reset sets again. */
  startClockAt(time: number): void {
    this.time.set(time, false)
    this.#initialClock = this.time.mode
  }

  /** Switches scenarios on, or with none off. Holds of those that were on are lifted, limits and counters start again. */
  play(scenarios: readonly string[]): void {
    this.#lifted = new Map(this.#lifted).set(this.#epoch, this.time.now())
    this.#epoch++
    this.#scenarios = scenarios
    this.counters = createCounters()
  }

  /** As it was when it was made. Its coverage and its snapshots stay. */
  reset(): void {
    if (this.#from) this.restore(this.#from)
    else {
      this.#store = this.#setup.baseOf(this.fixtures).fork()
      this.#forks = none
      this.#answers = new IdempotentResponses()
      this.#lifted = none
      this.#epoch = 0
      this.counters = createCounters()
      this.stale = false
    }
    this.#scenarios = this.#initialScenarios.filter((name) => this.#setup.scenarios.has(name))
    this.time.mode = this.#initialClock
    this.#keys = undefined
    for (const key of this.#initialKeys) this.setKey(key)
    this.journal.clear()
  }

  /** What it is now, to be gone back to or to start others from. */
  capture(): SandboxState {
    return {
      setup: this.#setup,
      store: this.#store.fork(),
      forks: new Map([...this.#forks].map(([name, store]) => [name, store.fork()])),
      answers: this.#answers.fork(),
      clock: this.time.mode,
      scenarios: this.#scenarios,
      counters: copyCounters(this.counters),
      epoch: this.#epoch,
      lifted: this.#lifted,
    }
  }

  /** Goes back to what was captured: records, clock, scenario and its position. */
  restore({ setup, store, forks, answers, clock, scenarios, counters, epoch, lifted }: SandboxState): void {
    const takeUp = (captured: EmbeddedStore, set: string | undefined): EmbeddedStore =>
      setup === this.#setup ? captured.fork() : captured.fork().adapt(this.#setup.baseOf(set))
    this.#store = takeUp(store, this.fixtures)
    this.#forks =
      forks.size === 0 ? none : new Map([...forks].map(([name, fork]) => [name, takeUp(fork, this.fixtures)]))
    // An answer may be none that another document allows.
    this.#answers = setup === this.#setup ? answers.fork() : new IdempotentResponses()
    this.time.mode = clock
    this.#scenarios = scenarios.filter((name) => this.#setup.scenarios.has(name))
    this.counters = copyCounters(counters)
    this.#epoch = epoch
    this.#lifted = lifted
  }

  get snapshots(): readonly Snapshot[] {
    return [...this.#snapshots.values()]
  }

  findSnapshot(name: string): Snapshot | undefined {
    return this.#snapshots.get(name)
  }

  /** Keeps what it is now under a name; one of that name is replaced. `at` is real time. */
  keep(name: string, at: number): Snapshot {
    const snapshot = { name, at, state: this.capture() }
    this.#snapshots = new Map(this.#snapshots).set(name, snapshot)
    return snapshot
  }

  /** False where there is none of that name. */
  forget(name: string): boolean {
    const left = new Map(this.#snapshots)
    const isGone = left.delete(name)
    this.#snapshots = left
    return isGone
  }

  /** Whether any well-formed credential is good. */
  get takesAnyKey(): boolean {
    return this.#setup.keysOf(this.fixtures).any
  }

  findKey(value: string): Key | undefined {
    return this.#keys?.has(value) ? this.#keys.get(value) : this.#setup.keysOf(this.fixtures).keys.get(value)
  }

  /** Keys of its fixtures as they stand here, and those that were generated for it. */
  get keys(): readonly Key[] {
    const all = new Map<string, Key | undefined>([...this.#setup.keysOf(this.fixtures).keys, ...(this.#keys ?? [])])
    return [...all.values()].flatMap((key) => key ?? [])
  }

  /** Adds a key, or changes one. */
  setKey(key: Key): void {
    this.#keys ??= new Map()
    this.#keys.set(key.key, key)
  }

  /** Takes a key away from this sandbox. */
  removeKey(value: string): void {
    this.#keys ??= new Map()
    this.#keys.set(value, undefined)
  }

  /** Its key from the start: a reset leaves it good. */
  startWithKey(key: Key): void {
    this.#initialKeys = [key]
    this.setKey(key)
  }

  /** Takes a new setup over: without writes of its own it shows the new fixtures at once, else it keeps its records. */
  adopt(setup: SandboxSetup): void {
    const base = setup.baseOf(this.fixtures)
    if (this.#store.isTouched || this.#from) {
      this.stale ||= base.digest !== this.#setup.baseOf(this.fixtures).digest
      this.#store = this.#store.adapt(base)
    } else this.#store = base.fork()
    this.#forks = new Map([...this.#forks].map(([name, store]) => [name, store.adapt(base)]))
    this.#answers = new IdempotentResponses()
    this.#setup = setup
    this.#scenarios = this.#scenarios.filter((name) => setup.scenarios.has(name))
  }

  /** The world of one request. */
  worldOf({ records, hold, byRequest, clock }: WorldOrder): BehaviourContext {
    return {
      store: records ? this.#forkFor(records.scenario, records.set) : this.#store,
      clock: clock === undefined ? this.now : () => clock,
      seed: this.seed,
      hold: hold.length === 0 ? undefined : this.#orderHold(hold, byRequest),
      liftedAt: (epoch) => this.#lifted.get(epoch),
      answers: this.#answers,
      recordsOf: records?.scenario,
    }
  }

  #orderHold(lifecycles: readonly string[], byRequest: boolean): HoldOrder {
    return { lifecycles, epoch: byRequest ? undefined : this.#epoch }
  }

  #forkFor(scenario: string, set: string): EmbeddedStore {
    const known = this.#forks.get(scenario)
    if (known) return known
    const fork = this.#setup.baseOf(set).fork()
    this.#forks = new Map(this.#forks).set(scenario, fork)
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
