/**
 * Collects what changes in a sandbox between two commits, as effects and as the effects that undo it. Records are noted by
 * id, and their effect is what they are in the end, so a change that was undone leaves nothing behind.
 */
import type { Difference } from '../store/collection.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import type { Sequence } from '../store/id-sequence.ts'
import { describeCounters, describeHoldPeriods, describeRecord, openStore } from './describe-state.ts'
import type { Effect, StateChange } from './effects.ts'
import { copyState, type SandboxState } from './sandbox-state.ts'

/** How to return to the state before a change. */
export interface Undo {
  /** The state to start from, if the change replaced the whole state; undefined: the one after the change. */
  readonly from: SandboxState | undefined
  readonly effects: readonly Effect[]
}

/** What changed since the last commit. */
export interface Change {
  /** Empty if nobody needs them. */
  readonly effects: readonly Effect[]
  readonly undo: Undo
}

export class Recorder {
  #effects: Effect[] = []
  #undo: readonly Effect[] = []
  /** The state before the first effect that replaced all of it. What came later need not be undone. */
  #replaced: SandboxState | undefined
  #seen: SandboxState
  #counters: string
  #hasChanged = false
  /** Whether effects are collected, or only what undoes them. */
  collectsEffects = false

  constructor(state: SandboxState) {
    this.#seen = state
    this.#counters = describeCounters(state)
    startRecording(state)
  }

  /** Notes a change that is stored as what was done. What was changed before it comes before it. */
  add(effect: Effect, state: SandboxState): void {
    this.#collect(state)
    this.#note(effect)
  }

  /** As `add`, for an effect that replaces the state by another one. */
  replace(effect: Effect, before: SandboxState, after: SandboxState): void {
    this.#collect(before)
    this.#note(effect)
    this.#replaced ??= copyState(before)
    this.#startFrom(after)
  }

  /** Forgets what was noted, and continues from another state. */
  restart(state: SandboxState): void {
    this.#clear()
    this.#startFrom(state)
  }

  /** Continues from another state, without forgetting what was noted. */
  continueWith(before: SandboxState, after: SandboxState): void {
    this.#collect(before)
    this.#startFrom(after)
  }

  /** What changed since the last call; undefined if nothing did. */
  take(state: SandboxState): Change | undefined {
    this.#collect(state)
    if (!this.#hasChanged) return undefined
    const change = { effects: this.#effects, undo: { from: this.#replaced, effects: this.#undo } }
    this.#clear()
    return change
  }

  #clear(): void {
    this.#hasChanged = false
    this.#effects = []
    this.#undo = []
    this.#replaced = undefined
  }

  #startFrom(state: SandboxState): void {
    this.#seen = state
    this.#counters = describeCounters(state)
    startRecording(state)
  }

  #note(effect: Effect): void {
    this.#hasChanged = true
    if (this.collectsEffects) this.#effects.push(effect)
  }

  /** The later changes are undone first. */
  #noteUndo(undo: readonly Effect[]): void {
    this.#hasChanged = true
    if (!this.#replaced) this.#undo = this.#undo.length === 0 ? undo : undo.concat(this.#undo)
  }

  #collect(state: SandboxState): void {
    const seen = this.#seen
    if (state.store === seen.store) this.#collectRecords(state.store, undefined)
    for (const [scenario, store] of state.scenarioStores) {
      if (seen.scenarioStores.has(scenario)) this.#collectRecords(store, scenario)
      else {
        // Fixture sets may be edited, so the records that such a store starts with are stored, too.
        if (this.collectsEffects) for (const effect of openStore(scenario, store)) this.#note(effect)
        this.#noteUndo([{ kind: 'close-store', scenario }])
      }
      store.startRecording()
    }
    for (const { place, before, after } of state.idempotentResponses.takeChanges()) {
      this.#note({ kind: 'response', place, response: after })
      this.#noteUndo([{ kind: 'response', place, response: before }])
    }
    this.#collectState(state, seen)
    this.#seen = state
  }

  #collectRecords(store: EmbeddedStore, scenario: string | undefined): void {
    for (const { resource, before, after, sequence } of store.takeChanges()) {
      if (this.collectsEffects)
        for (const effect of describeRecords(resource, scenario, after, sequence?.after)) this.#note(effect)
      this.#noteUndo(describeRecords(resource, scenario, before, sequence?.before))
    }
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
    const isCounted = counters !== this.#counters
    this.#note({ kind: 'state', change: changedMembers(state, seen, isCounted ? counters : undefined) })
    this.#noteUndo([{ kind: 'state', change: changedMembers(seen, state, isCounted ? this.#counters : undefined) }])
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

const describeRecords = (
  resource: string,
  scenario: string | undefined,
  records: readonly Difference[],
  sequence: Sequence | undefined,
): readonly Effect[] => {
  const effects: Effect[] = []
  for (const [id, record] of records) effects.push(describeRecord(resource, scenario, id, record))
  if (sequence) effects.push({ kind: 'sequence', resource, scenario, sequence })
  return effects
}
