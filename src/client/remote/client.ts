/**
 * `standin/client`: the sandboxes of a server elsewhere, for tests whose server runs in another process or on another machine. It
 * loads nothing of the server itself.
 */
import type { SandboxRequest } from '../../control/actions/create-sandbox.ts'
import type { CoverageReport } from '../../control/actions/report-coverage.ts'
import { UsageError } from '../../errors.ts'
import type { DocumentServer } from '../sandbox-handle.ts'
import { createControlApi } from './control-api.ts'
import type { ControlApi } from './control-calls.ts'
import { type ControlEvent, type EventFilter, openEvents } from './read-events.ts'
import { type RemoteDeps, RemoteSandbox } from './remote-sandbox.ts'

export { ControlError } from '../../control/actions/control-error.ts'
export type { SandboxRequest } from '../../control/actions/create-sandbox.ts'
export type { CoverageReport } from '../../control/actions/report-coverage.ts'
export type { Issue } from '../../control/actions/watch-issues.ts'
export { UsageError } from '../../errors.ts'
export type { AnySandbox } from '../any-sandbox.ts'
export { AwaitError, type NearExchange, type RecordedExchange } from '../await-error.ts'
export type { ControlApi, ControlInput, ControlResult, OperationId } from './control-calls.ts'
export type { components, operations } from './control-types.ts'
export type { ControlEvent, EventFilter } from './read-events.ts'
export type { RemoteSandbox } from './remote-sandbox.ts'

export interface ClientOptions {
  /** The origin of the server. Default: http://127.0.0.1:4010. */
  readonly url?: string
  /** The token of the control API (--admin-token), if the server requires one. */
  readonly token?: string
  /** Sends the requests. Default: the global fetch. */
  readonly fetch?: typeof fetch
  /** Called when the connection of `watchIssues` breaks. Default: nothing. */
  readonly onStreamError?: (error: unknown) => void
}

export interface StandinClient {
  /** The origin of the server, without a trailing slash. */
  readonly url: string
  /** All operations of the control API, by their operationId. */
  readonly api: ControlApi
  /** Creates a sandbox. Rejects with ControlError: 400, 404, 409 for an id in use, 503 at the sandbox limit. */
  readonly sandbox: (options?: SandboxRequest) => Promise<RemoteSandbox>
  /** The handle of a sandbox that exists. Generates a key if it has no active one. Rejects with ControlError 404. */
  readonly open: (id: string) => Promise<RemoteSandbox>
  /** The coverage of the documents by all sandboxes, including deleted ones. */
  readonly coverage: () => Promise<CoverageReport>
  /** Resolves when the connection is open. The events end when the server closes; an abort of the signal rejects. */
  readonly events: (filter?: EventFilter, signal?: AbortSignal) => Promise<AsyncIterable<ControlEvent>>
}

/** Sends nothing yet. Throws UsageError if the url is not one of http or https. */
export const createClient = ({
  url = 'http://127.0.0.1:4010',
  token,
  fetch: send = fetch,
  onStreamError = () => {},
}: ClientOptions = {}): StandinClient => {
  const origin = readOrigin(url)
  const api = createControlApi({ origin, token, fetch: send })
  let known: Promise<readonly DocumentServer[]> | undefined
  const findServers = (): Promise<readonly DocumentServer[]> => {
    known ??= listServers(api).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  const depsOf = (servers: readonly DocumentServer[]): RemoteDeps => ({
    api,
    origin,
    fetch: send,
    servers,
    create: (request) => create(request),
    onStreamError,
  })
  const create = async (request: SandboxRequest = {}): Promise<RemoteSandbox> => {
    // First, because a sandbox without a handle would stay.
    const servers = await findServers()
    const created = await api.call('createSandbox', { body: request })
    return new RemoteSandbox(depsOf(servers), { ...created, url: origin + pathOf(created.url) })
  }
  return {
    url: origin,
    api,
    sandbox: create,
    open: async (id) => {
      const path = { id }
      const found = await api.call('getSandbox', { path })
      const active = (await api.call('listKeys', { path })).find(({ state }) => state === 'active')
      const key = active?.key ?? (await api.call('generateKey', { path, body: {} })).key
      return new RemoteSandbox(depsOf(await findServers()), { id, url: origin + pathOf(found.url), key })
    },
    // The same object as in the other process.
    coverage: async () => (await api.call('getCoverage')) as unknown as CoverageReport,
    events: (filter = {}, signal) => openEvents(api, filter, signal),
  }
}

const readOrigin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new UsageError(
    `createClient: url must be an http or https URL such as http://127.0.0.1:4010, got ${JSON.stringify(text)}`,
  )
}

/** Without a trailing slash. The server may know itself by another origin than its clients do. */
const pathOf = (url: string): string => new URL(url).pathname.replace(/\/$/, '')

const listServers = async (api: ControlApi): Promise<readonly DocumentServer[]> =>
  (await api.call('listDocuments')).flatMap(({ url, servers }) =>
    servers.map((server) => ({ url: server, basePath: pathOf(url) })),
  )
