/**
 * A sandbox: records, clock, keys, scenarios, journal and coverage that no other sandbox sees. It is created from a setup
 * or from the state of another sandbox, used, saved in snapshots, reset, and moved to the next setup when files change.
 * Each of these costs the same however many records the sandbox has.
 */

import type { Coverage } from '../coverage/coverage.ts'
import type { Journal } from '../journal/journal.ts'
import type { Traffic } from '../journal/traffic.ts'
import type { Clock } from '../ports.ts'
import { type Counters, createCounters } from '../scenarios/play.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import type { Store } from '../store/store.ts'
import { Outbox } from '../webhooks/outbox/outbox.ts'
import type { ChangeLog, ForkPoint, Positions } from './change-log.ts'
import { type ClockMode, SandboxClock } from './clock.ts'
import type { Creation, Effect, Origin } from './effects.ts'
import type { History } from './history.ts'
import { SandboxKeys } from './keys.ts'
import type { SandboxLimits } from './limits.ts'
import type { InitialState, Memento, SandboxParts } from './sandbox-parts.ts'
import { copyState, createState, migrateState, type SandboxSetup, type SandboxState } from './sandbox-state.ts'
import { type Snapshot, Snapshots } from './snapshots.ts'
import { TrackedState } from './tracked-state.ts'

/** Milliseconds without use after which a sandbox that was created on first use is evicted: one hour. */
const idleTime = 3_600_000

export class Sandbox {
  readonly id: string
  /** The id as the header Sandbox-Id carries it. */
  readonly encodedId: string
  /** How and with what it was created. Only `recreate` changes these. */
  origin: Origin
  fixtures: string | undefined
  ttl: number | undefined
  readonly seed: number
  readonly clock: SandboxClock
  readonly keys: SandboxKeys
  /** Webhooks and callbacks that it sends, and to whom. */
  readonly outbox: Outbox
  /** Its journal and its coverage. */
  readonly traffic: Traffic
  /** Makes its changes durable; undefined: it is in memory only. */
  log: ChangeLog | undefined
  readonly snapshots = new Snapshots((name) => this.#tracked.note({ kind: 'delete-snapshot', name }))
  /** The fixture records that it was created with, or last reset to. */
  baseStore: EmbeddedStore
  /** Where it starts in the log of another sandbox; undefined: it does not, or that is stored already. */
  forkedAt: ForkPoint | undefined
  /** Epoch milliseconds of real time. */
  lastUsed: number
  /** How many calls are waiting for an exchange of this sandbox. It is not evicted meanwhile. */
  waiters = 0
  readonly #realTime: Clock
  readonly limits: SandboxLimits
  readonly #tracked: TrackedState
  #onStored: (() => void)[] = []
  /** What a reset returns to. */
  initial: InitialState
  /** The last result of `fixturesChanged`: comparing all records for each request would take too long. */
  #comparison:
    | { readonly own: EmbeddedStore; readonly current: EmbeddedStore; readonly isDifferent: boolean }
    | undefined
  constructor(parts: SandboxParts) {
    const { id, origin, setup, realTime, seed, scenarios, fixtures, from, ttl, traffic, clock, limits } = parts
    this.id = id
    this.encodedId = encodeURIComponent(id)
    this.origin = origin
    this.seed = seed
    this.limits = limits
    this.fixtures = fixtures
    this.ttl = ttl
    this.#realTime = realTime
    this.lastUsed = realTime()
    this.traffic = traffic
    this.keys = new SandboxKeys(setup.keysOf(fixtures), (value, key) =>
      this.#tracked.note(key ? { kind: 'key', key } : { kind: 'remove-key', key: value }),
    )
    const { onOutbox = () => {} } = parts
    this.outbox = new Outbox({ note: (effect) => this.#tracked.note(effect), onChange: onOutbox })
    const state = from
      ? migrateState(copyState(from), setup, fixtures)
      : createState(setup, setup.baseOf(fixtures), clock, limits.memory)
    this.baseStore = setup.baseOf(fixtures)
    this.#tracked = new TrackedState({ ...state, scenarios: scenariosOf(setup, scenarios) }, this.journal)
    this.initial = { from, scenarios, clock: state.clock }
    this.clock = new SandboxClock(realTime, this)
  }

  /** The state as it is now. */
  get state(): SandboxState {
    return this.#tracked.current
  }

  /** Only the reading of its log replaces it. */
  set state(state: SandboxState) {
    this.#tracked.current = state
  }

  /** How many changes were committed. Counted only while they are tracked. */
  get position(): number {
    return this.#tracked.position
  }

  set position(position: number) {
    this.#tracked.position = position
  }

  get setup(): SandboxSetup {
    return this.state.setup
  }

  get store(): Store {
    return this.state.store
  }

  /** Names of the active scenarios. A request may name others. */
  get scenarios(): readonly string[] {
    return this.state.scenarios
  }

  /** The position in the active scenarios. */
  get counters(): Counters {
    return this.state.counters
  }

  get journal(): Journal {
    return this.traffic.journal
  }

  /** What its traffic has covered of the documents. Retained by a reset. */
  get coverage(): Coverage {
    return this.traffic.coverage
  }

  get clockMode(): ClockMode {
    return this.state.clock
  }

  /** For SandboxClock. */
  set clockMode(clock: ClockMode) {
    this.#tracked.change({ clock })
    this.outbox.wake()
  }

  /** Now, in epoch milliseconds: the time that an active scenario sets, else that of the clock. */
  readonly now: Clock = () => {
    const { scenarios, setup, clock } = this.state
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
    this.initial = { ...this.initial, clock: this.clockMode }
  }

  /** Activates scenarios; an empty list deactivates all. Held lifecycles resume, limits and counters start again. */
  activateScenarios(scenarios: readonly string[]): void {
    const { current, ends } = this.state.holdPeriods
    this.#tracked.change({
      scenarios,
      counters: createCounters(),
      holdPeriods: { current: current + 1, ends: new Map(ends).set(current, this.clock.now()) },
    })
    this.outbox.wake()
  }

  /** The digest of the fixture records that it was created with, or last reset to. */
  get base(): string {
    return this.baseStore.digest
  }

  /** Returns to the state that it was created with. Coverage and snapshots are retained. */
  reset(): void {
    const { position } = this
    this.resetState(this.setup.baseOf(this.fixtures))
    const forget = (): void => {
      this.traffic.clear()
      this.history?.forget(position)
    }
    // The storage may reject the reset.
    if (this.log) this.#onStored.push(forget)
    else forget()
  }

  /** What is to be done when the changes since the last call are stored. */
  takeOnStored(): readonly (() => void)[] {
    const taken = this.#onStored
    if (taken.length > 0) this.#onStored = []
    return taken
  }

  /** As `reset`, with these fixture records, if it was created with fixtures. The journal is retained. */
  resetState(base: EmbeddedStore): void {
    const { setup } = this.state
    const { from, clock } = this.initial
    if (!from) this.baseStore = base
    const state = from
      ? migrateState(copyState(from), setup, this.fixtures)
      : createState(setup, base, undefined, this.limits.memory)
    const scenarios = scenariosOf(setup, this.initial.scenarios)
    this.#tracked.replace({ kind: 'reset', base: this.base }, { ...state, scenarios, clock })
    this.keys.reset()
    this.outbox.reset()
  }

  /** A copy of the current state, to restore later or to start other sandboxes from. */
  capture(): SandboxState {
    return copyState(this.state)
  }

  /** Returns to a snapshot: records, clock, scenarios and the position in them. */
  restore({ name, state }: Snapshot): void {
    this.#tracked.replace({ kind: 'restore-snapshot', name }, migrateState(copyState(state), this.setup, this.fixtures))
    this.outbox.wake()
  }

  /** Saves the current state under a name. `at` is real time. */
  takeSnapshot(name: string, at: number): Snapshot {
    this.#tracked.note({ kind: 'take-snapshot', name, at })
    return this.snapshots.save({ name, at, state: this.capture() })
  }

  /** All states that it retains. */
  savedStates(): readonly SandboxState[] {
    const { from } = this.initial
    return [this.state, ...(from ? [from] : []), ...this.snapshots.list().map(({ state }) => state)]
  }

  /** Runs what may change the sandbox. With a log, its result is returned when it is stored; rejects with LogError. */
  transact<Result>(
    run: () => Promise<Result> | Result,
    positions?: Positions,
    version?: number,
  ): Promise<Result> | Result {
    return this.log ? this.log.transact(run, positions, version) : this.#tracked.run(run, positions)
  }

  /** See `ChangeLog.version`. */
  get version(): number | undefined {
    return this.log?.version
  }

  /** Waits until what was changed outside of a request is stored. Rejects with LogError. */
  async commit(): Promise<void> {
    await this.transact(() => {})
  }

  /** From now on its changes are tracked. `withEffects`: also as effects. */
  startTracking(withEffects: boolean): void {
    this.#tracked.start(withEffects)
  }

  /** Undefined: its changes are not tracked. */
  get history(): History | undefined {
    return this.#tracked.history
  }

  /** See `TrackedState.commit`. */
  commitChange(isCounted = false): readonly Effect[] {
    return this.#tracked.commit(isCounted)
  }

  /** A copy of the state at an earlier position; undefined if it is not known any more. */
  stateAt(position: number): SandboxState | undefined {
    return this.#tracked.at(position)
  }

  /** Makes changes that were stored before. They are not tracked. */
  replay(change: () => void): void {
    this.#tracked.replay(change)
  }

  /** Milliseconds without use after which it is evicted; undefined: never. */
  get lifetime(): number | undefined {
    return this.ttl ?? (this.origin === 'first-use' ? idleTime : undefined)
  }

  /** Takes over how it was created, read from its log. */
  recreate({ origin, fixtures, ttl, initialKey }: Creation): void {
    this.origin = origin
    this.fixtures = fixtures
    this.ttl = ttl
    this.keys.ring = this.setup.keysOf(fixtures)
    this.keys.initial = initialKey
  }

  /** Everything that its log stores, to revert to. Takes constant time. */
  save(): Memento {
    const { initial, baseStore, position } = this
    const keys = this.keys.changes()
    return {
      state: this.capture(),
      initial,
      baseStore,
      keys,
      outbox: this.outbox.save(),
      snapshots: this.snapshots.byName,
      position,
    }
  }

  /** Returns to how it was, also in what was noted. */
  revert({ state, initial, baseStore, keys, outbox, snapshots, position }: Memento): void {
    this.initial = initial
    this.baseStore = baseStore
    this.keys.revert(keys)
    this.outbox.revert(outbox)
    this.snapshots.byName = snapshots
    const { setup } = this
    this.#tracked.revert(migrateState(state, setup, this.fixtures), position)
    // Files were edited meanwhile.
    if (state.setup !== setup) this.applySetup(setup)
  }

  /** Moves to a new setup. A sandbox that was not written to shows the new fixtures; any other retains its records. */
  applySetup(setup: SandboxSetup): void {
    const base = setup.baseOf(this.fixtures)
    // By their digests, as the log knows them: a new resource has other records for those who have not used it yet.
    const isEdited = base.digest !== this.base
    const retainsRecords = this.state.store.isTouched || this.initial.from !== undefined
    const state = migrateState(this.state, setup, this.fixtures)
    this.#tracked.migrate(retainsRecords ? state : { ...state, store: base.fork(this.limits.memory) })
    this.#migrateSaved(setup)
    this.baseStore = retainsRecords ? this.baseStore.adapt(base) : base
    if (isEdited && !retainsRecords) this.#tracked.note({ kind: 'use-fixtures', base: this.base })
    this.keys.ring = setup.keysOf(this.fixtures)
  }

  /** States that refer to the old setup would keep its documents in memory. */
  #migrateSaved(setup: SandboxSetup): void {
    const migrate = (state: SandboxState): SandboxState => migrateState(state, setup, this.fixtures)
    this.snapshots.migrate(migrate)
    if (this.initial.from) this.initial = { ...this.initial, from: migrate(this.initial.from) }
    this.history?.migrate(setup, this.fixtures)
  }

  /** Whether the fixtures were edited after the sandbox was written to: it still has its own records until a reset. */
  get fixturesChanged(): boolean {
    if (this.initial.from !== undefined) return false
    const [own, current] = [this.baseStore, this.setup.baseOf(this.fixtures)]
    const known = this.#comparison
    if (known?.own === own && known.current === current) return known.isDifferent
    this.#comparison = { own, current, isDifferent: !own.hasSameSeed(current) }
    return this.#comparison.isDifferent
  }

  /** Shows the records of edited fixtures. */
  useFixtures(base: EmbeddedStore): void {
    this.baseStore = base
    this.#tracked.replace(
      { kind: 'use-fixtures', base: base.digest },
      { ...this.state, store: base.fork(this.limits.memory) },
    )
  }

  /** The store of a scenario that has records of its own. It is created on first use, from a fixture set. */
  openScenarioStore(scenario: string, set: string): EmbeddedStore {
    const known = this.state.scenarioStores.get(scenario)
    if (known) return known
    const store = this.setup.baseOf(set).fork(this.limits.memory)
    this.#tracked.change({ scenarioStores: new Map(this.state.scenarioStores).set(scenario, store) })
    return store
  }
}

/** Those that exist. Not written in the constructor, whose functions would then keep the setup in memory. */
const scenariosOf = ({ scenarios }: SandboxSetup, names: readonly string[]): readonly string[] =>
  names.filter((name) => scenarios.has(name))
