/**
 * The routes of the control API: a function for each operationId of openapi.yaml.
 */

import { Readable } from 'node:stream'
import type { Input } from '../../contract/operation/validate-request.ts'
import { LogError } from '../../log/log.ts'
import type { JsonObject } from '../../ports.ts'
import type { ReadinessState } from '../../readiness.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { advanceClock, setClock } from '../actions/change-clock.ts'
import { ControlError } from '../actions/control-error.ts'
import { createSandbox, type SandboxRequest } from '../actions/create-sandbox.ts'
import { diffSandboxes } from '../actions/diff-sandboxes.ts'
import { exportSandbox } from '../actions/export-sandbox.ts'
import { findSnapshot, readScenarios } from '../actions/find-sandbox.ts'
import { applyImport, type GivenSet, prepareImport } from '../actions/import-sandbox.ts'
import { listSandboxes, type SandboxQuery } from '../actions/list-sandboxes.ts'
import { listUpcoming } from '../actions/list-upcoming.ts'
import { readTime } from '../actions/read-time.ts'
import { reportCoverage } from '../actions/report-coverage.ts'
import { requireRoomForSnapshot } from '../actions/require-room.ts'
import { listGaps } from './coverage-gaps.ts'
import { describeClock, describeSandbox, describeSnapshot, formatMetrics } from './describe.ts'
import { documentRoutes } from './document-routes.ts'
import { type EventQuery, streamEvents } from './event-stream.ts'
import { keyRoutes } from './key-routes.ts'
import { recordRoutes } from './record-routes.ts'
import {
  bodyOf,
  type ContractQuery,
  type ControlDeps,
  type ControlResponse,
  empty,
  json,
  pathOf,
  queryOf,
  type Route,
  reading,
  type SnapshotQuery,
  sandboxOf,
  takeSnapshot,
} from './route.ts'
import { scenarioRoutes } from './scenario-routes.ts'
import { trafficRoutes } from './traffic-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

const showSandbox = (sandbox: Sandbox, { origin, service }: ControlDeps): JsonObject =>
  describeSandbox(sandbox, origin(), service())

/** A route that changes a sandbox and responds with it. */
const changing =
  (change: (sandbox: Sandbox, input: Input, deps: ControlDeps) => void): Route =>
  (input, deps) => {
    const sandbox = sandboxOf(input, deps)
    change(sandbox, input, deps)
    return json(showSandbox(sandbox, deps))
  }

/** A route that changes a sandbox's clock and responds with it. */
const changingClock =
  (change: (sandbox: Sandbox, input: Input) => void): Route =>
  (input, deps) => {
    const sandbox = sandboxOf(input, deps)
    change(sandbox, input)
    return json(describeClock(sandbox))
  }

export const routes: Readonly<Record<string, Route>> = {
  getHealth: (_, { version, service, origin }) =>
    json({
      status: 'ok',
      version,
      documents: service().documents.map(({ document }) => ({
        title: document.title,
        url: origin() + document.basePath,
      })),
    }),
  getReadiness: async (_, { readiness, sandboxes }) => {
    const state = readiness.state.status === 'ready' ? await checkStorage(sandboxes) : readiness.state
    if (state.status === 'ready') return json({ ...state })
    return { kind: 'json', status: 503, body: { ...state }, headers: { 'Retry-After': '1' } }
  },
  getDescription: (_, { description }) => json(description),
  ...documentRoutes,
  getMetrics: (_, { sandboxes }) => ({
    kind: 'text',
    type: 'text/plain; version=0.0.4; charset=utf-8',
    body: formatMetrics(sandboxes.coverage(), sandboxes.all().length, sandboxes.budget.bytes),
  }),
  streamEvents: (input, { sandboxes }, gone) => {
    const body = streamEvents(sandboxes, queryOf<EventQuery>(input))
    gone(() => body.destroy())
    return { kind: 'text', type: 'text/event-stream', body }
  },
  getCoverage: reading((_, { sandboxes, service }) => json(reportCoverage(service(), sandboxes.coverage()))),
  ...scenarioRoutes,
  ...webhookRoutes,

  listSandboxes: (input, deps) => {
    const { found, total } = listSandboxes(deps.sandboxes, queryOf<SandboxQuery>(input))
    const body = found.map((sandbox) => showSandbox(sandbox, deps))
    return { kind: 'json', status: 200, body, headers: { 'X-Total-Count': String(total) } }
  },
  createSandbox: async (input, deps) => {
    const { sandbox, key } = await createSandbox(deps.sandboxes, bodyOf<SandboxRequest>(input), 'body.')
    return json({ ...showSandbox(sandbox, deps), key }, 201)
  },
  getSandbox: (input, deps) => json(showSandbox(sandboxOf(input, deps), deps)),
  deleteSandbox: async (input, deps) => {
    await deps.sandboxes.remove(sandboxOf(input, deps))
    return empty
  },
  diffSandboxes: async (input, deps) => {
    const { limit } = queryOf<{ readonly limit: number }>(input)
    const sandbox = sandboxOf(input, deps)
    return json(await diffSandboxes(deps.sandboxes, deps.service(), sandbox, pathOf(input, 'other'), limit))
  },
  exportSandbox: async (input, deps) => {
    const pieces = await exportSandbox(sandboxOf(input, deps), deps.service())
    return { kind: 'text', type: 'application/json', body: Readable.from(pieces) }
  },
  importSandbox: async (input, deps) => {
    const { contract, snapshot } = queryOf<ContractQuery & SnapshotQuery>(input)
    const sandbox = sandboxOf(input, deps)
    const prepared = await prepareImport(sandbox, deps.service(), bodyOf<GivenSet>(input), contract)
    const apply = async (): Promise<ControlResponse> => {
      await applyImport(deps, sandbox, prepared, () => takeSnapshot(sandbox, snapshot, deps))
      return json(showSandbox(sandbox, deps))
    }
    return sandbox.transact(apply)
  },
  resetSandbox: changing((sandbox, input, deps) => {
    takeSnapshot(sandbox, queryOf<SnapshotQuery>(input).snapshot, deps)
    sandbox.reset()
  }),
  getSandboxCoverage: reading((input, deps) => json(reportCoverage(deps.service(), sandboxOf(input, deps).coverage))),
  listGaps,
  setScenario: changing((sandbox, input, { sandboxes }) =>
    sandbox.activateScenarios(readScenarios(sandboxes, bodyOf<ScenarioBody>(input).scenario)),
  ),

  getClock: (input, deps) => json(describeClock(sandboxOf(input, deps))),
  setClock: changingClock((sandbox, input) => {
    const { now, frozen } = bodyOf<ClockBody>(input)
    if (now === undefined && frozen === undefined)
      throw new ControlError(400, 'body must have now (a time such as 2030-12-06T00:00:00Z) or frozen (true or false)')
    setClock(sandbox, { now: now === undefined ? undefined : readTime(now, 'body.now'), frozen })
  }),
  clearClock: changingClock((sandbox) => sandbox.clock.clear()),
  advanceClock: changingClock((sandbox, input) =>
    advanceClock(sandbox, bodyOf<{ readonly by: string }>(input).by, 'body.by'),
  ),

  listUpcoming: async (input, deps) => {
    const { limit } = queryOf<{ readonly limit: number }>(input)
    const { changes, total } = await listUpcoming(sandboxOf(input, deps), deps.service(), limit)
    return { kind: 'json', status: 200, body: changes, headers: { 'X-Total-Count': String(total) } }
  },

  listSnapshots: (input, deps) => json(sandboxOf(input, deps).snapshots.list().map(describeSnapshot)),
  takeSnapshot: (input, deps) => {
    const { name } = bodyOf<{ readonly name: string }>(input)
    const sandbox = sandboxOf(input, deps)
    requireRoomForSnapshot(sandbox, name)
    return json(describeSnapshot(sandbox.takeSnapshot(name, deps.sandboxes.realTime())), 201)
  },
  restoreSnapshot: changing((sandbox, input) => sandbox.restore(findSnapshot(sandbox, pathOf(input, 'name')))),
  deleteSnapshot: (input, deps) => {
    const sandbox = sandboxOf(input, deps)
    sandbox.snapshots.delete(findSnapshot(sandbox, pathOf(input, 'name')).name)
    return empty
  },

  ...recordRoutes,

  ...keyRoutes,
  ...trafficRoutes,
}

const checkStorage = async (sandboxes: Sandboxes): Promise<ReadinessState> => {
  try {
    await sandboxes.checkStorage()
    return { status: 'ready' }
  } catch (error) {
    if (error instanceof LogError) return { status: 'not-ready', reason: error.message }
    throw error
  }
}

/** Routes that do not use what a log stores of a sandbox, or that wait, or store by themselves. */
export const unstoredRoutes: ReadonlySet<string> = new Set([
  'deleteSandbox',
  'diffSandboxes',
  'exportSandbox',
  'importSandbox',
  'listRecords',
  'listUpcoming',
  'getSandboxCoverage',
  'listGaps',
  'listExchanges',
  'countExchanges',
  'sendRequest',
  'clearExchanges',
  'awaitExchanges',
  'awaitDeliveries',
])

interface ScenarioBody {
  readonly scenario: string | null
}

interface ClockBody {
  readonly now?: string
  readonly frozen?: boolean
}
