/**
 * States as effects: what leads from one state to another. Forks and snapshots share most of their records, and what they
 * share is skipped.
 */
import type { IdempotentResponses } from '../behaviours/idempotency/idempotent-responses.ts'
import { createEmptyStore, type EmbeddedStore } from '../store/embedded-store.ts'
import type { RecordId, StoredRecord } from '../store/store.ts'
import type { Effect, StateChange } from './effects.ts'
import type { SandboxState } from './sandbox-state.ts'

/** The effects that lead from a state to another one of the same setup, to be read one at a time. Neither may change meanwhile. */
export function* describeDifference(from: SandboxState, to: SandboxState): Generator<Effect> {
  yield* describeRecords(from.store, to.store, undefined)
  for (const scenario of from.scenarioStores.keys())
    if (!to.scenarioStores.has(scenario)) yield { kind: 'close-store', scenario }
  for (const [scenario, store] of to.scenarioStores) {
    const known = from.scenarioStores.get(scenario)
    if (known) yield* describeRecords(known, store, scenario)
    else yield* openStore(scenario, store)
  }
  yield* describeResponses(from.idempotentResponses, to.idempotentResponses)
  const { clock, scenarios } = to
  const change = { clock, scenarios, counters: writeCounters(to), holdPeriods: describeHoldPeriods(to) }
  yield { kind: 'state', change }
}

/** The effects that put the resources of a store with their records into an empty one. */
export function* describeStore(store: EmbeddedStore): Generator<Effect> {
  for (const resource of store.resources) {
    for (const record of store.all(resource)) yield { kind: 'put', resource, record }
    // Of each resource: one without records is not one that the store does not have.
    yield { kind: 'sequence', resource, sequence: store.sequenceOf(resource) }
  }
}

/** A store that a scenario has for itself, with all its records. */
export function* openStore(scenario: string, store: EmbeddedStore): Generator<Effect> {
  yield { kind: 'open-store', scenario }
  yield* describeRecords(createEmptyStore(), store, scenario)
}

function* describeRecords(from: EmbeddedStore, to: EmbeddedStore, scenario: string | undefined): Generator<Effect> {
  for (const { resource, records, sequence } of from.differencesTo(to)) {
    for (const [id, record] of records) yield describeRecord(resource, scenario, id, record)
    yield { kind: 'sequence', resource, scenario, sequence }
  }
}

function* describeResponses({ all: from }: IdempotentResponses, { all: to }: IdempotentResponses): Generator<Effect> {
  if (from === to) return
  for (const place of from.keys()) if (!to.has(place)) yield { kind: 'response', place }
  for (const [place, response] of to) if (from.get(place) !== response) yield { kind: 'response', place, response }
}

/** Undefined record: it was removed. */
export const describeRecord = (
  resource: string,
  scenario: string | undefined,
  id: RecordId,
  record: StoredRecord | undefined,
): Effect => (record ? { kind: 'put', resource, scenario, record } : { kind: 'remove', resource, scenario, id })

const writeCounters = ({
  counters: { calls, windows, draws },
}: SandboxState): NonNullable<StateChange['counters']> => ({
  calls: [...calls],
  windows: [...windows].map(([step, { startedAt, used }]) => [step, { startedAt, used }] as const),
  draws,
})

/** Counters change in place, so they are compared by what they hold: as JSON. */
export const describeCounters = (state: SandboxState): string => {
  const { calls, windows, draws } = state.counters
  return calls.size + windows.size + draws === 0 ? noCounters : JSON.stringify(writeCounters(state))
}

const noCounters = '{"calls":[],"windows":[],"draws":0}'

export const describeHoldPeriods = ({
  holdPeriods: { current, ends },
}: SandboxState): NonNullable<StateChange['holdPeriods']> => ({ current, ends: [...ends] })
