/**
 * Everything that a sandbox remembers between two requests and that a snapshot restores, in one type. Copying a state
 * costs the same however many records it has: stores are copied on write.
 */
import { IdempotentResponses } from '../behaviours/idempotency/idempotent-responses.ts'
import { type Counters, copyCounters, createCounters } from '../scenarios/play.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import type { MemoryBudget } from '../store/memory-budget.ts'
import { type ClockMode, realTimeMode } from './clock.ts'
import type { Effect, StateChange } from './effects.ts'
import type { KeyRing } from './keys.ts'

/** The files that sandboxes are made from. Replaced as a whole when one of them changes. */
export interface SandboxSetup {
  /** Incremented with each replacement. */
  readonly generation: number
  /** The records of a fixture set; `undefined` for the server's own set, `none` for no records. */
  readonly baseOf: (set: string | undefined) => EmbeddedStore
  /** The keys of a fixture set, and those of --key. */
  readonly keysOf: (set: string | undefined) => KeyRing
  /** Loads a fixture set by name; false if it does not exist. Rejects with LoadError if it has findings. */
  readonly openSet: (set: string) => Promise<boolean>
  readonly scenarios: ReadonlyMap<string, Scenario>
}

export interface SandboxState {
  /** The setup whose schemas the records conform to. */
  readonly setup: SandboxSetup
  readonly store: EmbeddedStore
  /** The stores of scenarios that have records of their own, by name of the scenario. */
  readonly scenarioStores: ReadonlyMap<string, EmbeddedStore>
  readonly idempotentResponses: IdempotentResponses
  readonly clock: ClockMode
  /** Names of the active scenarios. */
  readonly scenarios: readonly string[]
  readonly counters: Counters
  readonly holdPeriods: HoldPeriods
}

/**
 * A period lasts from one change of the active scenarios to the next. A lifecycle that a scenario holds resumes when the
 * period ends in which the record was created.
 */
export interface HoldPeriods {
  /** The number of the current period. */
  readonly current: number
  /** When earlier periods ended, in epoch milliseconds on the sandbox's clock. */
  readonly ends: ReadonlyMap<number, number>
}

const noStores: ReadonlyMap<string, EmbeddedStore> = new Map()

/** The state of a sandbox that starts with the records of a fixture set. */
export const createState = (
  setup: SandboxSetup,
  base: EmbeddedStore,
  clock: ClockMode = realTimeMode,
  memory?: MemoryBudget,
): SandboxState => ({
  setup,
  store: base.fork(memory),
  scenarioStores: noStores,
  idempotentResponses: new IdempotentResponses({ memory }),
  clock,
  scenarios: [],
  counters: createCounters(),
  holdPeriods: { current: 0, ends: new Map() },
})

/** The state after an effect. Stores and stored responses are changed in place. */
export const applyToState = (state: SandboxState, effect: Effect): SandboxState => {
  switch (effect.kind) {
    case 'put':
    case 'remove':
    case 'sequence': {
      const store = effect.scenario === undefined ? state.store : state.scenarioStores.get(effect.scenario)
      if (store) applyToStore(store, effect)
      return state
    }
    case 'open-store': {
      const store = state.setup.baseOf('none').fork(state.store.memory)
      return { ...state, scenarioStores: new Map(state.scenarioStores).set(effect.scenario, store) }
    }
    case 'response':
      state.idempotentResponses.set(effect.place, effect.response)
      return state
    case 'state':
      return { ...state, ...readChange(effect.change) }
    case 'close-store': {
      const scenarioStores = new Map(state.scenarioStores)
      scenarioStores.delete(effect.scenario)
      return { ...state, scenarioStores }
    }
    default:
      return state
  }
}

/** Changes a store. Other effects than those on records are skipped. */
export const applyToStore = (store: EmbeddedStore, effect: Effect): void => {
  if (!('resource' in effect)) return
  store.addHidden(effect.resource)
  switch (effect.kind) {
    case 'put':
      store.put(effect.resource, effect.record)
      break
    case 'remove':
      store.drop(effect.resource, effect.id)
      break
    case 'sequence':
      store.continueAt(effect.resource, effect.sequence)
  }
}

const readChange = ({ counters, holdPeriods, ...rest }: StateChange): Partial<SandboxState> => ({
  ...rest,
  ...(counters && {
    counters: {
      calls: new Map(counters.calls),
      windows: new Map(counters.windows.map(([step, window]) => [step, { ...window }])),
      draws: counters.draws,
    },
  }),
  ...(holdPeriods && { holdPeriods: { current: holdPeriods.current, ends: new Map(holdPeriods.ends) } }),
})

/** A copy that shares nothing that can change. */
export const copyState = (state: SandboxState): SandboxState => ({
  ...state,
  store: state.store.fork(),
  scenarioStores: mapValues(state.scenarioStores, (store) => store.fork()),
  idempotentResponses: state.idempotentResponses.fork(),
  counters: copyCounters(state.counters),
})

/**
 * The state under another setup: the same records, in the shape that the new documents require. Stored responses are
 * discarded, because the new documents may not allow them; so are scenarios that no longer exist.
 */
export const migrateState = (state: SandboxState, setup: SandboxSetup, fixtures: string | undefined): SandboxState => {
  if (state.setup === setup) return state
  const base = setup.baseOf(fixtures)
  return {
    ...state,
    setup,
    store: state.store.adapt(base),
    scenarioStores: mapValues(state.scenarioStores, (store) => store.adapt(base)),
    scenarios: state.scenarios.filter((name) => setup.scenarios.has(name)),
  }
}

const mapValues = <Value>(
  map: ReadonlyMap<string, Value>,
  change: (value: Value) => Value,
): ReadonlyMap<string, Value> =>
  // Most sandboxes have none, and an empty map takes as much memory as one of four.
  map.size === 0 ? map : new Map([...map].map(([key, value]) => [key, change(value)]))
