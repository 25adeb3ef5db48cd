/**
 * Collects what changes in a sandbox between two log entries. Records are noted by id, and their effect is what they are
 * in the end, so a change that was undone leaves nothing behind.
 */
import type { EmbeddedStore } from '../store/embedded-store.ts'
import type { Effect, StateChange } from './effects.ts'
import type { Key } from './keys.ts'
import type { SandboxState } from './sandbox-state.ts'
import type { Snapshot } from './snapshots.ts'

export class Recorder {
  #effects: Effect[] = []
  #seen: SandboxState
  #counters: string

  constructor(state: SandboxState) {
    this.#seen = state
    this.#counters = describeCounters(state)
    startRecording(state)
  }

  /** Notes a change that is stored as what was done. What was changed before it comes before it. */
  add(effect: Effect, before: SandboxState): void {
    this.#collect(before)
    this.#effects.push(effect)
  }

  /** Goes on from a state that an effect has led to. */
  continueFrom(state: SandboxState): void {
    this.#seen = state
    this.#counters = describeCounters(state)
    startRecording(state)
  }

  /** The effects since the last call, in order. */
  take(state: SandboxState): readonly Effect[] {
    this.#collect(state)
    const effects = this.#effects
    if (effects.length > 0) this.#effects = []
    return effects
  }

  #collect(state: SandboxState): void {
    const seen = this.#seen
    if (state.store === seen.store) this.#collectRecords(state.store, undefined)
    for (const [scenario, store] of state.scenarioStores) {
      if (seen.scenarioStores.has(scenario)) this.#collectRecords(store, scenario)
      else this.#effects.push(...describeScenarioStore(scenario, store))
      store.startRecording()
    }
    for (const [place, response] of state.idempotentResponses.takeChanges())
      this.#effects.push({ kind: 'response', place, ...(response ? { response } : {}) })
    const change = this.#describeChange(state)
    if (change) this.#effects.push({ kind: 'state', change })
    this.#seen = state
  }

  #collectRecords(store: EmbeddedStore, scenario: string | undefined): void {
    for (const [resource, ids] of store.takeChanges()) {
      for (const id of ids) {
        const record = store.find(resource, id)
        this.#effects.push(
          record ? { kind: 'put', resource, scenario, record } : { kind: 'remove', resource, scenario, id },
        )
      }
      this.#effects.push({ kind: 'sequence', resource, scenario, sequence: store.sequenceOf(resource) })
    }
  }

  #describeChange(state: SandboxState): StateChange | undefined {
    const seen = this.#seen
    const counters = describeCounters(state)
    const change: StateChange = {
      ...(state.clock === seen.clock ? {} : { clock: state.clock }),
      ...(state.scenarios === seen.scenarios ? {} : { scenarios: state.scenarios }),
      ...(counters === this.#counters ? {} : { counters: writeCounters(state) }),
      ...(state.holdPeriods === seen.holdPeriods ? {} : { holdPeriods: writeHoldPeriods(state) }),
    }
    this.#counters = counters
    return Object.keys(change).length === 0 ? undefined : change
  }
}

const startRecording = (state: SandboxState): void => {
  state.store.startRecording()
  for (const store of state.scenarioStores.values()) store.startRecording()
  state.idempotentResponses.startRecording()
}

const writeCounters = ({ counters: { calls, windows, draws } }: SandboxState) => ({
  calls: [...calls],
  windows: [...windows].map(([step, { startedAt, used }]) => [step, { startedAt, used }] as const),
  draws,
})

/** Counters change in place, so they are compared by what they hold. */
const describeCounters = (state: SandboxState): string => {
  const { calls, windows, draws } = state.counters
  return calls.size + windows.size + draws === 0 ? '' : JSON.stringify(writeCounters(state))
}

const writeHoldPeriods = ({ holdPeriods: { current, ends } }: SandboxState) => ({ current, ends: [...ends] })

/** The parts of a sandbox that a log stores. The states are copies: nothing changes them while they are described. */
export interface SandboxFacts {
  readonly created: Effect
  readonly from: SandboxState | undefined
  readonly snapshots: readonly Snapshot[]
  readonly keys: ReadonlyMap<string, Key | undefined>
  readonly state: SandboxState
}

/** All effects that build a sandbox, to be read one at a time. */
export function* describeSandbox({ created, from, snapshots, keys, state }: SandboxFacts): Generator<Effect> {
  yield created
  for (const [value, key] of keys) yield key ? { kind: 'key', key } : { kind: 'remove-key', key: value }
  if (from) {
    yield* describeWhole(from)
    yield { kind: 'set-initial-state' }
  }
  for (const snapshot of snapshots) {
    yield* describeWhole(snapshot.state)
    yield { kind: 'take-snapshot', name: snapshot.name, at: snapshot.at }
  }
  yield* describeWhole(state)
}

function* describeWhole(state: SandboxState): Generator<Effect> {
  yield { kind: 'clear' }
  yield* describeState(state)
}

/** Effects that lead from a cleared sandbox to a state, in pieces that are read one at a time. */
function* describeState(state: SandboxState): Generator<Effect> {
  yield* describeStore(state.store, undefined)
  for (const [scenario, store] of state.scenarioStores) yield* describeScenarioStore(scenario, store)
  for (const [place, response] of state.idempotentResponses.entries()) yield { kind: 'response', place, response }
  const { clock, scenarios } = state
  const change = { clock, scenarios, counters: writeCounters(state), holdPeriods: writeHoldPeriods(state) }
  yield { kind: 'state', change }
}

/** Fixture sets may be edited, so the records that such a store starts with are stored, too. */
function* describeScenarioStore(scenario: string, store: EmbeddedStore): Generator<Effect> {
  yield { kind: 'open-store', scenario }
  yield* describeStore(store, scenario)
}

export function* describeStore(store: EmbeddedStore, scenario: string | undefined): Generator<Effect> {
  for (const resource of store.resources) {
    for (const record of store.all(resource)) yield { kind: 'put', resource, scenario, record }
    yield { kind: 'sequence', resource, scenario, sequence: store.sequenceOf(resource) }
  }
}
