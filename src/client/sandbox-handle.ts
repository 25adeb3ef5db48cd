/**
 * A sandbox as a test holds it in its hand: an address and a key for the client under test, and methods for all that the
 * control API can do. They call the same functions as the control API does, and throw the same ControlError.
 */

import { readServers } from '../contract/document/servers.ts'
import { createSandbox, type SandboxRequest } from '../control/actions/create-sandbox.ts'
import { findSandbox, findSnapshot, readScenarios } from '../control/actions/find-sandbox.ts'
import { type CoverageReport, reportCoverage } from '../control/actions/report-coverage.ts'
import { type Issue, watchIssues } from '../control/actions/watch-issues.ts'
import type { Fetch } from '../http/fetch.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { addressOf } from '../sandboxes/sandbox-name.ts'
import { HandleClock } from './handle-clock.ts'
import { HandleExchanges } from './handle-exchanges.ts'
import { HandleKeys } from './handle-keys.ts'
import type { HandleParts } from './handle-parts.ts'
import { type AnyRecord, RecordSet } from './record-set.ts'

/** Makes a sandbox. Rejects with ControlError: 400, 404, 409 for a name in use, 503 where there are too many. */
export const openHandle = async (parts: HandleParts, request: SandboxRequest): Promise<SandboxHandle> => {
  const { sandbox, key } = await createSandbox(parts.sandboxes, request, '')
  return new SandboxHandle(parts, sandbox, key)
}

/** Headers that lead a request into a sandbox. */
export interface SandboxHeaders extends Readonly<Record<string, string>> {
  readonly Authorization: string
  readonly 'Sandbox-Id': string
}

/** An address that a document names in its `servers`. */
export interface DocumentServer {
  /** Absolute, variables at their defaults. */
  readonly url: string
  /** Where the document is served here: empty for the root, else `/v1`. */
  readonly basePath: string
}

/** One sandbox: a world of its own. `await using` deletes it. */
export class SandboxHandle implements AsyncDisposable {
  readonly id: string
  /** The base address for a client: all below it is this sandbox. Without a port it is served by `fetch` only. */
  readonly url: string
  /** Opens this sandbox, and no other. */
  readonly key: string
  /** For a client that keeps its own address: the key, and the sandbox's name. */
  readonly headers: SandboxHeaders
  readonly clock: HandleClock
  readonly keys: HandleKeys
  readonly exchanges: HandleExchanges
  readonly #parts: HandleParts

  constructor(parts: HandleParts, { id, encodedId }: Sandbox, key: string) {
    this.id = id
    this.url = parts.origin + addressOf(encodedId)
    this.key = key
    this.headers = { Authorization: `Bearer ${key}`, 'Sandbox-Id': encodedId }
    this.#parts = parts
    this.clock = new HandleClock(this.#sandbox)
    this.keys = new HandleKeys(parts.sandboxes, this.#sandbox)
    this.exchanges = new HandleExchanges(parts.sandboxes, this.#sandbox)
  }

  /** The records of a resource: `sandbox.records<Pet>('pets')`. */
  records<Kind extends object = AnyRecord>(resource: string): RecordSet<Kind> {
    return new RecordSet(this.#sandbox, this.#parts.service, resource)
  }

  /** As `standin.fetch`, with `headers` added where the request has none of that name. */
  readonly fetch: Fetch = (input, init) => this.#parts.serve(input, init, this.headers)

  /** As `fetch`, with nothing added: what has no key is rejected, and what is not below `url` reaches another sandbox. */
  readonly serve: Fetch = (input, init) => this.#parts.serve(input, init)

  /** The addresses of the real service that the documents name, and the path below `url` that stands for each. */
  servers(): readonly DocumentServer[] {
    return this.#parts
      .service()
      .documents.flatMap(({ document }) => readServers(document).map((url) => ({ url, basePath: document.basePath })))
  }

  /** Switches a scenario on, or several by comma; null switches all off. */
  async scenario(name: string | null): Promise<void> {
    this.#sandbox().activateScenarios(readScenarios(this.#parts.sandboxes, name))
  }

  /** Keeps what the sandbox is now under a name: records, clock, scenario and its position. */
  async snapshot(name: string): Promise<void> {
    this.#sandbox().takeSnapshot(name, this.#parts.sandboxes.realTime())
  }

  /** Goes back to what was kept. */
  async restore(name: string): Promise<void> {
    const sandbox = this.#sandbox()
    sandbox.restore(findSnapshot(sandbox, name))
  }

  /** Another sandbox that starts from what this one is now. */
  fork(options: Omit<SandboxRequest, 'from' | 'fixtures'> = {}): Promise<SandboxHandle> {
    return openHandle(this.#parts, { ...options, from: this.id })
  }

  /** What the traffic of this sandbox has exercised of the documents. */
  async coverage(): Promise<CoverageReport> {
    return reportCoverage(this.#parts.service(), this.#sandbox().coverage)
  }

  /** As it was when it was made. Its coverage and its snapshots stay. */
  async reset(): Promise<void> {
    this.#sandbox().reset()
  }

  async delete(): Promise<void> {
    this.#parts.sandboxes.remove(this.#sandbox())
  }

  /** Calls back for each request that offends, as it comes; the function that is returned ends that. */
  watchIssues(listener: (issue: Issue) => void): () => void {
    return watchIssues(this.#parts.sandboxes.budget, (issue) => {
      if (issue.sandbox === this.id) listener(issue)
    })
  }

  /** Deletes it, where that has not been done. */
  async [Symbol.asyncDispose](): Promise<void> {
    const sandbox = this.#parts.sandboxes.find(this.id)
    if (sandbox) this.#parts.sandboxes.remove(sandbox)
  }

  readonly #sandbox = (): Sandbox => findSandbox(this.#parts.sandboxes, this.id)
}
