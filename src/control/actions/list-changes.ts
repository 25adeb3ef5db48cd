/**
 * Which records an exchange changed, with their values before and after it.
 */

import { type Moment, recordAt } from '../../behaviours/records/lifecycle.ts'
import { isGone } from '../../behaviours/records/record-id.ts'
import type { Service } from '../../loading/service.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { SandboxState } from '../../sandboxes/sandbox-state.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import type { EmbeddedStore } from '../../store/embedded-store.ts'
import type { RecordId, StoredRecord } from '../../store/store.ts'
import { findExchange } from './find-exchange.ts'
import { findSandbox } from './find-sandbox.ts'
import { rejectForgotten, stateAt } from './rewind.ts'

interface RecordChange {
  readonly resource: string
  readonly id: RecordId
  /** The scenario whose own records these are; undefined for the records of the sandbox. */
  readonly scenario: string | undefined
  /** The store before the change. */
  readonly earlier: EmbeddedStore
  readonly after: StoredRecord | undefined
}

/** At most `limit` of them, by resource and id. Rejects with ControlError 404 if that is not known, or not any more. */
export const listChanges = async (
  sandboxes: Sandboxes,
  service: Service,
  id: string,
  limit: number,
): Promise<readonly JsonObject[]> => {
  await sandboxes.settleJournals()
  const name = findExchange(sandboxes, id).sandbox
  if (sandboxes.needsRefresh) await sandboxes.refresh(name)
  const sandbox = findSandbox(sandboxes, name)
  const { state, exchange } = await stateAt(sandboxes, sandbox, { request: id, isBefore: false })
  const { positionBefore, positionAfter, clock } = exchange
  if (positionBefore === positionAfter) return []
  const earlier = sandbox.history?.rewind(state, positionAfter, positionBefore) ?? rejectForgotten(sandbox, id)
  const moment: Moment = { now: clock, holdEndedAt: (period) => state.holdPeriods.ends.get(period) }
  const show = (resource: string, record: StoredRecord | undefined): Json => {
    if (!record || isGone(record)) return null
    const known = service.resources.find(({ key }) => key === resource)
    return known ? recordAt(known, record, moment).value : record.value
  }
  const changes = compareStates(earlier, state).slice(0, limit)
  return Promise.all(
    changes.map(async ({ resource, id: recordId, scenario, earlier: store, after }) => ({
      resource,
      id: String(recordId),
      ...(scenario === undefined ? {} : { scenario }),
      before: show(resource, store.has(resource) ? await store.get(resource, recordId) : undefined),
      after: show(resource, after),
    })),
  )
}

const compareStates = (earlier: SandboxState, later: SandboxState): readonly RecordChange[] => [
  ...compareStores(earlier.store, later.store, undefined),
  ...[...later.scenarioStores].flatMap(([scenario, store]) =>
    compareStores(earlier.scenarioStores.get(scenario) ?? startOf(scenario, later), store, scenario),
  ),
]

/** The records that a scenario starts with. */
const startOf = (scenario: string, { setup }: SandboxState): EmbeddedStore => {
  const step = setup.scenarios.get(scenario)?.steps.find(({ records }) => records !== undefined)
  return setup.baseOf(step?.records ?? 'none')
}

const compareStores = (
  earlier: EmbeddedStore,
  later: EmbeddedStore,
  scenario: string | undefined,
): readonly RecordChange[] =>
  earlier
    .differencesTo(later)
    .flatMap(({ resource, records }) => records.map(([id, after]) => ({ resource, id, scenario, earlier, after })))
