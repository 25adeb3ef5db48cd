/**
 * What each operation of the control API does, by its operationId in openapi.yaml: one thin function each.
 */
import { Readable } from 'node:stream'
import type { Input } from '../../contract/operation/validate-request.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import type { Service } from '../../loading/service.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { KeyState } from '../../sandboxes/keys.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { advanceClock, setClock } from '../actions/change-clock.ts'
import { changeKey, deleteKey, generateKey } from '../actions/change-keys.ts'
import { ControlError } from '../actions/control-error.ts'
import { createSandbox, type SandboxRequest } from '../actions/create-sandbox.ts'
import { type Awaited, awaitExchanges, type ExchangeFilter, findExchanges } from '../actions/exchanges.ts'
import { explainExchange } from '../actions/explain-exchange.ts'
import { findSandbox, findSnapshot, readScenarios } from '../actions/find-sandbox.ts'
import { readTime } from '../actions/read-time.ts'
import { Records } from '../actions/records.ts'
import { reportCoverage } from '../actions/report-coverage.ts'
import { viewExchange } from '../actions/view-exchange.ts'
import {
  describeClock,
  describeDocuments,
  describeKey,
  describeSandbox,
  describeSnapshot,
  formatMetrics,
} from './describe.ts'

/** What routes work with. */
export interface ControlDeps {
  readonly version: string
  /** The server's origin. */
  readonly origin: () => string
  readonly service: () => Service
  readonly sandboxes: Sandboxes
  /** The control API's own document, as JSON. */
  readonly description: Json
}

export type ControlResponse =
  | { readonly kind: 'json'; readonly status: number; readonly body: Json }
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly type: string; readonly body: string | Readable }

export type Route = (input: Input, means: ControlDeps) => ControlResponse | Promise<ControlResponse>

const json = (body: Json, status = 200): ControlResponse => ({ kind: 'json', status, body })
const empty: ControlResponse = { kind: 'empty' }

const pathOf = ({ parameters }: Input, name: string): string => String(parameters.path.get(name) ?? '')

const sandboxOf = (input: Input, { sandboxes }: ControlDeps): Sandbox => findSandbox(sandboxes, pathOf(input, 'id'))

const recordsOf = (input: Input, means: ControlDeps): Records =>
  new Records(sandboxOf(input, means), means.service(), pathOf(input, 'resource'), 'body')

/** The body, which the document says is an object. */
const bodyOf = ({ body }: Input): JsonObject => (body?.exact ?? {}) as JsonObject

const showSandbox = (sandbox: Sandbox, { origin, service }: ControlDeps): JsonObject =>
  describeSandbox(sandbox, origin(), service())

/** A route that changes a sandbox and shows it. */
const changing =
  (change: (sandbox: Sandbox, input: Input, means: ControlDeps) => void): Route =>
  (input, means) => {
    const sandbox = sandboxOf(input, means)
    change(sandbox, input, means)
    return json(showSandbox(sandbox, means))
  }

/** A route that changes a sandbox's clock and shows it. */
const changingClock =
  (change: (sandbox: Sandbox, input: Input) => void): Route =>
  (input, means) => {
    const sandbox = sandboxOf(input, means)
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
  getDescription: (_, { description }) => json(description),
  listDocuments: (_, { service, origin }) => json(describeDocuments(service(), origin())),
  getMetrics: (_, { sandboxes }) => ({
    kind: 'text',
    type: 'text/plain; version=0.0.4; charset=utf-8',
    body: formatMetrics(sandboxes.coverage(), sandboxes.all().length, sandboxes.budget.bytes),
  }),
  streamEvents: (_, { sandboxes }) => ({ kind: 'text', type: 'text/event-stream', body: streamExchanges(sandboxes) }),
  getCoverage: (_, { sandboxes, service }) => json(reportCoverage(service(), sandboxes.coverage())),
  listScenarios: (_, { sandboxes }) =>
    json(
      [...sandboxes.setup.scenarios.values()].map(({ name, description, file, steps }) => ({
        name,
        description,
        file,
        steps: steps.length,
      })),
    ),
  explainExchange: (input, { sandboxes, service }) =>
    json(explainExchange(sandboxes, service(), pathOf(input, 'requestId'))),

  listSandboxes: (_, means) => json(means.sandboxes.all().map((sandbox) => showSandbox(sandbox, means))),
  createSandbox: async (input, means) => {
    const { sandbox, key } = await createSandbox(means.sandboxes, bodyOf(input) as SandboxRequest, 'body.')
    return json({ ...showSandbox(sandbox, means), key }, 201)
  },
  getSandbox: (input, means) => json(showSandbox(sandboxOf(input, means), means)),
  deleteSandbox: (input, means) => {
    means.sandboxes.remove(sandboxOf(input, means))
    return empty
  },
  resetSandbox: changing((sandbox) => sandbox.reset()),
  getSandboxCoverage: (input, means) => json(reportCoverage(means.service(), sandboxOf(input, means).coverage)),
  setScenario: changing((sandbox, input, { sandboxes }) =>
    sandbox.activateScenarios(readScenarios(sandboxes, bodyOf(input).scenario as string | null)),
  ),

  getClock: (input, means) => json(describeClock(sandboxOf(input, means))),
  setClock: changingClock((sandbox, input) => {
    const { now, frozen } = bodyOf(input)
    if (now === undefined && frozen === undefined)
      throw new ControlError(400, 'body must have now, a time like 2030-12-06T00:00:00Z, or frozen')
    setClock(sandbox, {
      now: now === undefined ? undefined : readTime(String(now), 'body.now'),
      frozen: frozen as boolean | undefined,
    })
  }),
  clearClock: changingClock((sandbox) => sandbox.clock.clear()),
  advanceClock: changingClock((sandbox, input) => advanceClock(sandbox, String(bodyOf(input).by), 'body.by')),

  listSnapshots: (input, means) => json(sandboxOf(input, means).snapshots.list().map(describeSnapshot)),
  takeSnapshot: (input, means) => {
    const at = means.sandboxes.realTime()
    return json(describeSnapshot(sandboxOf(input, means).takeSnapshot(String(bodyOf(input).name), at)), 201)
  },
  restoreSnapshot: changing((sandbox, input) => sandbox.restore(findSnapshot(sandbox, pathOf(input, 'name')))),
  deleteSnapshot: (input, means) => {
    const sandbox = sandboxOf(input, means)
    sandbox.snapshots.delete(findSnapshot(sandbox, pathOf(input, 'name')).name)
    return empty
  },

  listRecords: async (input, means) => {
    const { query } = input.parameters
    const after = query.get('after')
    return json(
      await recordsOf(input, means).list(Number(query.get('limit')), after === undefined ? undefined : String(after)),
    )
  },
  putRecords: async (input, means) =>
    json(await recordsOf(input, means).replaceAll((input.body?.exact ?? []) as readonly Json[])),
  addRecord: async (input, means) => json(await recordsOf(input, means).add(bodyOf(input)), 201),
  getRecord: async (input, means) => json(await recordsOf(input, means).get(pathOf(input, 'recordId'))),
  putRecord: async (input, means) => json(await recordsOf(input, means).put(pathOf(input, 'recordId'), bodyOf(input))),
  patchRecord: async (input, means) =>
    json(await recordsOf(input, means).patch(pathOf(input, 'recordId'), bodyOf(input))),
  deleteRecord: async (input, means) => {
    await recordsOf(input, means).remove(pathOf(input, 'recordId'))
    return empty
  },

  listKeys: (input, means) => {
    const sandbox = sandboxOf(input, means)
    return json(sandbox.keys.list().map((key) => describeKey(key, means.sandboxes.ownerOf(key.key) === sandbox)))
  },
  generateKey: (input, means) => {
    const { state, expires, scopes } = bodyOf(input) as KeyBody & { readonly expires?: string }
    const order = { state, scopes, expires: expires === undefined ? undefined : readTime(expires, 'body.expires') }
    return json(describeKey(generateKey(means.sandboxes, sandboxOf(input, means), order), true), 201)
  },
  changeKey: (input, means) => {
    const sandbox = sandboxOf(input, means)
    const change = bodyOf(input) as KeyBody
    if (change.state === undefined && change.scopes === undefined)
      throw new ControlError(400, 'body must have state, one of active, expired, revoked, or scopes, a list')
    const key = changeKey(sandbox, pathOf(input, 'key'), change)
    return json(describeKey(key, means.sandboxes.ownerOf(key.key) === sandbox))
  },
  deleteKey: (input, means) => {
    deleteKey(sandboxOf(input, means), pathOf(input, 'key'))
    return empty
  },

  listExchanges: (input, means) =>
    json(findExchanges(sandboxOf(input, means), readFilter(input), 'query.').map(viewExchange)),
  clearExchanges: (input, means) => {
    sandboxOf(input, means).journal.clear()
    return empty
  },
  awaitExchanges: async (input, means) => {
    const { met, count, exchanges, near } = await awaitExchanges(
      means.sandboxes,
      sandboxOf(input, means),
      bodyOf(input) as Awaited,
      'body.',
    )
    return json({ met, count, exchanges, near: near.map(({ exchange, differs }) => ({ exchange, differs })) })
  },
}

/** What a body says of a key, as the document has it. */
interface KeyBody {
  readonly state?: KeyState
  readonly scopes?: readonly string[]
}

const readFilter = ({ parameters: { query } }: Input): ExchangeFilter => Object.fromEntries(query) as ExchangeFilter

/** How often a stream says that it is alive, in milliseconds. */
const heartbeat = 15_000

/** Exchanges as server-sent events (HTML Standard, section 9.2), from now on, until the client goes. */
const streamExchanges = ({ budget }: Sandboxes): Readable => {
  const stop = budget.listen((exchange) =>
    stream.push(`event: exchange\nid: ${exchange.id}\ndata: ${stringifyJson(viewExchange(exchange))}\n\n`),
  )
  const timer = setInterval(() => stream.push(': alive\n\n'), heartbeat)
  const stream = new Readable({
    read: () => {},
    destroy: (error, done) => {
      clearInterval(timer)
      stop()
      done(error)
    },
  })
  timer.unref()
  stream.push(': listening\n\n')
  return stream
}
