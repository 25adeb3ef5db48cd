/**
 * The handle of a sandbox on a server elsewhere. It has the methods of the handle in this process, so that tests can swap one for
 * the other.
 */
import { ControlError } from '../../control/actions/control-error.ts'
import type { SandboxRequest } from '../../control/actions/create-sandbox.ts'
import type { CoverageReport } from '../../control/actions/report-coverage.ts'
import type { Issue } from '../../control/actions/watch-issues.ts'
import type { KnownRecord, KnownResource, KnownScenarios, NameWithout } from '../../register.ts'
import type { AnyRecords, AnySandbox } from '../any-sandbox.ts'
import type { RecordedExchange } from '../await-error.ts'
import type { DocumentServer, SandboxHeaders } from '../sandbox-handle.ts'
import type { ControlApi } from './control-calls.ts'
import { issuesOf } from './issues-of.ts'
import { openEvents } from './read-events.ts'
import { remoteClock, remoteExchanges, remoteKeys, remoteRecords, remoteWebhooks } from './remote-parts.ts'

/** What a handle needs of its client. */
export interface RemoteDeps {
  readonly api: ControlApi
  /** The origin of the server, without a trailing slash. */
  readonly origin: string
  readonly fetch: typeof fetch
  readonly servers: readonly DocumentServer[]
  readonly create: (request: SandboxRequest) => Promise<RemoteSandbox>
  /** Called with the error of a stream of issues that broke. */
  readonly onStreamError: (error: unknown) => void
}

export interface RemoteIdentity {
  readonly id: string
  readonly url: string
  readonly key: string
}

/** One isolated sandbox on a server elsewhere. `await using` deletes it. Methods reject with ControlError. */
export class RemoteSandbox implements AnySandbox {
  readonly id: string
  readonly url: string
  readonly key: string
  readonly headers: SandboxHeaders
  readonly clock: AnySandbox['clock']
  readonly keys: AnySandbox['keys']
  readonly webhooks: AnySandbox['webhooks']
  readonly exchanges: AnySandbox['exchanges']
  readonly #deps: RemoteDeps
  readonly #path: { readonly id: string }
  readonly #watching = new Set<AbortController>()

  constructor(deps: RemoteDeps, { id, url, key }: RemoteIdentity) {
    this.id = id
    this.url = url
    this.key = key
    this.headers = { Authorization: `Bearer ${key}`, 'Sandbox-Id': encodeURIComponent(id) }
    this.#deps = deps
    this.#path = { id }
    const access = { api: deps.api, path: this.#path }
    this.clock = remoteClock(access)
    this.keys = remoteKeys(access)
    this.webhooks = remoteWebhooks(access)
    this.exchanges = remoteExchanges(access)
  }

  records<Name extends KnownResource>(resource: Name): AnyRecords<KnownRecord<Name>>
  records<Kind extends object = never>(resource: NameWithout<Kind>): AnyRecords<Kind>
  records(resource: string): AnyRecords {
    return remoteRecords({ api: this.#deps.api, path: this.#path }, resource)
  }

  /** Only the path and the query of the URL are used. `headers` are added unless the request sets them. */
  readonly fetch: AnySandbox['fetch'] = (input, init) => this.#send(input, init, this.headers)

  /** As `fetch`, without added headers. */
  readonly serve: AnySandbox['serve'] = (input, init) => this.#send(input, init, {})

  servers(): readonly DocumentServer[] {
    return this.#deps.servers
  }

  async scenario(name: KnownScenarios | null): Promise<void> {
    await this.#deps.api.call('setScenario', { path: this.#path, body: { scenario: name } })
  }

  async snapshot(name: string): Promise<void> {
    await this.#deps.api.call('takeSnapshot', { path: this.#path, body: { name } })
  }

  async restore(name: string): Promise<void> {
    await this.#deps.api.call('restoreSnapshot', { path: { ...this.#path, name } })
  }

  fork(options: Omit<SandboxRequest, 'from' | 'fixtures'> = {}): Promise<RemoteSandbox> {
    return this.#deps.create({ ...options, from: this.id })
  }

  async coverage(): Promise<CoverageReport> {
    // The same object as in the other process.
    return (await this.#deps.api.call('getSandboxCoverage', { path: this.#path })) as unknown as CoverageReport
  }

  async reset(): Promise<void> {
    await this.#deps.api.call('resetSandbox', { path: this.#path })
  }

  async delete(): Promise<void> {
    this.#stopWatching()
    await this.#deps.api.call('deleteSandbox', { path: this.#path })
  }

  /**
   * Calls the listener for each issue, about a tenth of a second after its request. Returns a function that removes the listener.
   * Issues of requests that are sent before the connection is open are missed.
   */
  watchIssues(listener: (issue: Issue) => void): () => void {
    const stopping = new AbortController()
    this.#watching.add(stopping)
    this.#follow(listener, stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) this.#deps.onStreamError(error)
    })
    return () => stopping.abort()
  }

  /** Deletes the sandbox if it still exists. */
  async [Symbol.asyncDispose](): Promise<void> {
    const isGone = (error: unknown): boolean => error instanceof ControlError && error.status === 404
    await this.delete().catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
  }

  async #follow(listener: (issue: Issue) => void, signal: AbortSignal): Promise<void> {
    const filter = { sandbox: this.id, view: 'full' } as const
    // The control API's document describes it.
    for await (const { event, data } of await openEvents(this.#deps.api, filter, signal))
      if (event === 'exchange') for (const issue of issuesOf(data as RecordedExchange)) listener(issue)
  }

  #stopWatching(): void {
    for (const stopping of this.#watching) stopping.abort()
    this.#watching.clear()
  }

  async #send(
    input: string | URL | Request,
    init: RequestInit | undefined,
    added: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const { origin, fetch } = this.#deps
    const given = input instanceof Request ? input.url : new URL(input, origin).href
    const { pathname, search } = new URL(given)
    const target = origin + pathname + search
    const request = new Request(input instanceof Request ? new Request(target, input) : target, init)
    for (const [name, value] of Object.entries(added)) if (!request.headers.has(name)) request.headers.set(name, value)
    return await fetch(request, { redirect: 'manual' })
  }
}
