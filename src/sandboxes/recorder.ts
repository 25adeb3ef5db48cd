/**
 * Collects what changes in a sandbox between two commits, as effects and as the effects that undo it. Records are noted by
 * id, and their effect is what they are in the end, so a change that was undone leaves nothing behind.
 */
import type { EmbeddedStore, ResourceChange } from '../store/embedded-store.ts'
import { describeCounters, describeHoldPeriods, describeRecord, openStore } from './describe-state.ts'
import type { Effect, StateChange } from './effects.ts'
import type { SandboxState } from './sandbox-state.ts'

/** How to return to the state before a change. */
export interface Undo {
  /** The state to start from, if the change replaced the whole state; undefined: the one after the change. */
  readonly from: SandboxState | undefined
  readonly effects: readonly Effect[]
}

/** What changed since the last commit. */
export interface Change {
  readonly effects: readonly Effect[]
  readonly undo: Undo
}

const noChange: Change = { effects: [], undo: { from: undefined, effects: [] } }

export class Recorder {
  #effects: Effect[] = []
  #undo: Effect[] = []
  /** The state before the first effect that replaced all of it. What came later need not be undone. */
  #replaced: SandboxState | undefined
  #seen: SandboxState
  #counters: string

  constructor(state: SandboxState) {
    this.#seen = state
    this.#counters = describeCounters(state)
    startRecording(state)
  }

  /** Notes a change that is stored as what was done. What was changed before it comes before it. */
  add(effect: Effect, state: SandboxState): void {
    this.#collect(state)
    this.#effects.push(effect)
  }

  /** As `add`, for an effect that replaces the state by another one. `before` is a copy of the state before. */
  replace(effect: Effect, before: SandboxState, after: SandboxState): void {
    this.#collect(before)
    this.#effects.push(effect)
    this.#replaced ??= before
    this.#startFrom(after)
  }

  /** Forgets what was noted, and continues from another state. */
  restart(state: SandboxState): void {
    this.#clear()
    this.#startFrom(state)
  }

  /** What changed since the last call. */
  take(state: SandboxState): Change {
    this.#collect(state)
    if (this.#effects.length === 0) return noChange
    const change = { effects: this.#effects, undo: { from: this.#replaced, effects: this.#undo } }
    this.#clear()
    return change
  }

  #clear(): void {
    this.#effects = []
    this.#undo = []
    this.#replaced = undefined
  }

  #startFrom(state: SandboxState): void {
    this.#seen = state
    this.#counters = describeCounters(state)
    startRecording(state)
  }

  /** The later changes are undone first. */
  #note(effects: readonly Effect[], undo: readonly Effect[]): void {
    this.#effects = this.#effects.concat(effects)
    if (!this.#replaced) this.#undo = undo.concat(this.#undo)
  }

  #collect(state: SandboxState): void {
    const seen = this.#seen
    if (state.store === seen.store) this.#collectRecords(state.store, undefined)
    for (const [scenario, store] of state.scenarioStores) {
      if (seen.scenarioStores.has(scenario)) this.#collectRecords(store, scenario)
      // Fixture sets may be edited, so the records that such a store starts with are stored, too.
      else this.#note([...openStore(scenario, store)], [{ kind: 'close-store', scenario }])
      store.startRecording()
    }
    for (const { place, before, after } of state.idempotentResponses.takeChanges())
      this.#note([{ kind: 'response', place, response: after }], [{ kind: 'response', place, response: before }])
    this.#collectState(state, seen)
    this.#seen = state
  }

  #collectRecords(store: EmbeddedStore, scenario: string | undefined): void {
    for (const change of store.takeChanges())
      this.#note(describeChange(change, scenario), describeUndo(change, scenario))
  }

  #collectState(state: SandboxState, seen: SandboxState): void {
    const counters = describeCounters(state)
    if (
      counters === this.#counters &&
      state.clock === seen.clock &&
      state.scenarios === seen.scenarios &&
      state.holdPeriods === seen.holdPeriods
    )
      return
    this.#note(
      [{ kind: 'state', change: changedMembers(state, seen, counters === this.#counters ? undefined : counters) }],
      [
        {
          kind: 'state',
          change: changedMembers(seen, state, counters === this.#counters ? undefined : this.#counters),
        },
      ],
    )
    this.#counters = counters
  }
}

/** The members of `state` that differ from those of `other`. Counters change in place, so they are given as text. */
const changedMembers = (state: SandboxState, other: SandboxState, counters: string | undefined): StateChange => ({
  ...(state.clock === other.clock ? {} : { clock: state.clock }),
  ...(state.scenarios === other.scenarios ? {} : { scenarios: state.scenarios }),
  ...(counters === undefined ? {} : { counters: JSON.parse(counters) }),
  ...(state.holdPeriods === other.holdPeriods ? {} : { holdPeriods: describeHoldPeriods(state) }),
})

const startRecording = (state: SandboxState): void => {
  state.store.startRecording()
  for (const store of state.scenarioStores.values()) store.startRecording()
  state.idempotentResponses.startRecording()
}

const describeChange = ({ resource, after, sequence }: ResourceChange, scenario: string | undefined): Effect[] => {
  const effects: Effect[] = after.map(([id, record]) => describeRecord(resource, scenario, id, record))
  if (sequence) effects.push({ kind: 'sequence', resource, scenario, sequence: sequence.after })
  return effects
}

const describeUndo = ({ resource, before, sequence }: ResourceChange, scenario: string | undefined): Effect[] => {
  const effects: Effect[] = before.map(([id, record]) => describeRecord(resource, scenario, id, record))
  if (sequence) effects.push({ kind: 'sequence', resource, scenario, sequence: sequence.before })
  return effects
}
