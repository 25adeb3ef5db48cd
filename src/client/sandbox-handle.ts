/**
 * The sandbox handle that tests use: an address and a key for the client under test, and methods for everything that the
 * control API can do. They call the same functions as the control API, and throw the same ControlError.
 */

import { readServers } from '../contract/document/servers.ts'
import { createSandbox, type SandboxRequest } from '../control/actions/create-sandbox.ts'
import { findSnapshot, readScenarios } from '../control/actions/find-sandbox.ts'
import { type CoverageReport, reportCoverage } from '../control/actions/report-coverage.ts'
import { requireRoomForSnapshot } from '../control/actions/require-room.ts'
import { type Issue, watchIssues } from '../control/actions/watch-issues.ts'
import type { Fetch } from '../http/fetch.ts'
import type { KnownRecord, KnownResource, KnownScenarios, NameWithout } from '../register.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { addressOf } from '../sandboxes/sandbox-name.ts'
import { HandleClock } from './handle-clock.ts'
import { changed, type HandleDeps, requireKnown, SandboxAccess } from './handle-deps.ts'
import { HandleExchanges } from './handle-exchanges.ts'
import { HandleKeys } from './handle-keys.ts'
import { HandleWebhooks } from './handle-webhooks.ts'
import { RecordSet } from './record-set.ts'

const requestOptions = {
  id: true,
  from: true,
  fixtures: true,
  scenario: true,
  clock: true,
  ttl: true,
} satisfies Readonly<Record<keyof SandboxRequest, true>>

/** Creates a sandbox. Rejects with ControlError: 400, 404, 409 for an id in use, 503 at the sandbox limit. */
export const openHandle = async (deps: HandleDeps, request: SandboxRequest): Promise<SandboxHandle> => {
  requireKnown(request, requestOptions, 'a sandbox')
  const { sandbox, key } = await createSandbox(deps.sandboxes, request, '')
  return new SandboxHandle(deps, sandbox, key)
}

/** Headers that select the sandbox and authenticate a request. */
export interface SandboxHeaders extends Readonly<Record<string, string>> {
  readonly Authorization: string
  readonly 'Sandbox-Id': string
}

/** An address in the `servers` of a document. */
export interface DocumentServer {
  /** Absolute, with the default values of variables. */
  readonly url: string
  /** Where Standin serves the document: `/v1`, empty for the root. */
  readonly basePath: string
}

/** One isolated sandbox. `await using` deletes it. */
export class SandboxHandle implements AsyncDisposable {
  readonly id: string
  /** The sandbox's base address, for the client under test. If the server has no port, only `fetch` serves it. */
  readonly url: string
  /** A key that gives access to this sandbox only. */
  readonly key: string
  /** For a client whose address cannot change: the key and the sandbox's id. */
  readonly headers: SandboxHeaders
  readonly clock: HandleClock
  readonly webhooks: HandleWebhooks
  readonly keys: HandleKeys
  readonly exchanges: HandleExchanges
  readonly #deps: HandleDeps
  readonly #sandbox: SandboxAccess

  constructor(deps: HandleDeps, { id, encodedId }: Sandbox, key: string) {
    this.id = id
    this.url = deps.origin + addressOf(encodedId)
    this.key = key
    this.headers = { Authorization: `Bearer ${key}`, 'Sandbox-Id': encodedId }
    this.#deps = deps
    this.#sandbox = new SandboxAccess(deps.sandboxes, id)
    this.clock = new HandleClock(this.#sandbox, deps.webhooks)
    this.keys = new HandleKeys(deps.sandboxes, this.#sandbox)
    this.webhooks = new HandleWebhooks(deps, this.#sandbox)
    this.exchanges = new HandleExchanges(deps, this.#sandbox)
  }

  /** The records of a resource: typed by `standin types`, or by a type argument, `sandbox.records<Pet>('pets')`. */
  records<Name extends KnownResource>(resource: Name): RecordSet<KnownRecord<Name>>
  records<Kind extends object = never>(resource: NameWithout<Kind>): RecordSet<Kind>
  records(resource: string): RecordSet {
    return new RecordSet(this.#sandbox, this.#deps.service, resource)
  }

  /** As `standin.fetch`, with `headers` added unless the request sets them. */
  readonly fetch: Fetch = (input, init) => this.#deps.serve(input, init, this.headers)

  /** As `standin.fetch`, without added headers: a request needs a key, and an address below `url` to reach this sandbox. */
  readonly serve: Fetch = (input, init) => this.#deps.serve(input, init)

  /** The addresses of the real service in the documents, each with the path below `url` that replaces it. */
  servers(): readonly DocumentServer[] {
    return this.#deps
      .service()
      .documents.flatMap(({ document }) => readServers(document).map((url) => ({ url, basePath: document.basePath })))
  }

  /** Switches on a scenario, or several separated by commas; null switches all off. */
  async scenario(name: KnownScenarios | null): Promise<void> {
    const scenarios = readScenarios(this.#deps.sandboxes, name)
    await this.#sandbox.change(changed('scenario'), (sandbox) => sandbox.activateScenarios(scenarios))
  }

  /** Saves records, clock, scenario and its position under a name. */
  async snapshot(name: string): Promise<void> {
    const at = this.#deps.sandboxes.realTime()
    await this.#sandbox.change(changed('snapshots'), (sandbox) => {
      requireRoomForSnapshot(sandbox, name)
      sandbox.takeSnapshot(name, at)
    })
  }

  /** Restores a snapshot. */
  async restore(name: string): Promise<void> {
    const restored = { kind: 'sandbox', change: 'restored' } as const
    await this.#sandbox.change(restored, (sandbox) => sandbox.restore(findSnapshot(sandbox, name)))
  }

  /** Creates another sandbox that starts from the current state of this one. */
  fork(options: Omit<SandboxRequest, 'from' | 'fixtures'> = {}): Promise<SandboxHandle> {
    return openHandle(this.#deps, { ...options, from: this.id })
  }

  /** What the requests to this sandbox have covered of the documents. */
  async coverage(): Promise<CoverageReport> {
    await this.#deps.sandboxes.settleJournals()
    return reportCoverage(this.#deps.service(), this.#sandbox.find().coverage)
  }

  /** Returns to the state at creation. Coverage and snapshots are not reset. */
  async reset(): Promise<void> {
    await this.#sandbox.change({ kind: 'sandbox', change: 'reset' }, (sandbox) => sandbox.reset())
  }

  async delete(): Promise<void> {
    await this.#deps.sandboxes.remove(await this.#sandbox.refresh())
  }

  /** Calls the listener for each issue, when its request is handled. Returns a function that removes the listener. */
  watchIssues(listener: (issue: Issue) => void): () => void {
    return watchIssues(this.#deps.sandboxes.budget, (issue) => {
      if (issue.sandbox === this.id) listener(issue)
    })
  }

  /** Deletes the sandbox if it still exists. */
  async [Symbol.asyncDispose](): Promise<void> {
    const sandbox = this.#deps.sandboxes.find(this.id)
    if (sandbox) await this.#deps.sandboxes.remove(sandbox)
  }
}
