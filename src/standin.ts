/**
 * createStandin: creates setup, sandboxes, request handler and server, and connects them. All state is created here and
 * passed on, so that several servers in one process share nothing.
 */
import { randomBytes } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import type Koa from 'koa'
import { openHandle, type SandboxHandle } from './client/sandbox-handle.ts'
import type { SandboxRequest } from './control/actions/create-sandbox.ts'
import type { ScenarioDeps } from './control/actions/edit-scenarios.ts'
import { type CoverageReport, reportCoverage } from './control/actions/report-coverage.ts'
import { type Issue, watchIssues } from './control/actions/watch-issues.ts'
import type { Finding, Rejection } from './errors.ts'
import { type Following, followFiles } from './follow-files.ts'
import { Delays } from './handle/delays.ts'
import { createHandle } from './handle/handle.ts'
import { Closing, createFetch, type Fetch } from './http/fetch.ts'
import { defaultMaxBody } from './http/read-body.ts'
import { createSend } from './http/send.ts'
import { listen } from './http/server.ts'
import { createRequestIds, type Transport } from './http/transport.ts'
import { defaultJournal, JournalBudget } from './journal/journal.ts'
import { shareTraffic } from './journal/shared-journal.ts'
import { type Description, describeStandin } from './loading/describe.ts'
import { findOperation, operationsOf, type Service } from './loading/service.ts'
import { loadSetup, type Setup, type SetupOptions } from './loading/setup.ts'
import type { Mock } from './mock/mock.ts'
import type { Clock, Reply, RequestLog, Send } from './ports.ts'
import { Readiness } from './readiness.ts'
import { chooseRequest } from './requests/choose-request.ts'
import { formatCurl } from './requests/format-request.ts'
import { defaultLimits } from './sandboxes/limits.ts'
import { openStorage } from './sandboxes/open-storage.ts'
import type { Sandbox } from './sandboxes/sandbox.ts'
import { defaultMaxSandboxes, Sandboxes, sweepEvery } from './sandboxes/sandboxes.ts'
import { MemoryBudget } from './store/memory-budget.ts'
import { readVersion } from './version.ts'

export interface StandinOptions {
  /** OpenAPI documents: files or folders. Default: ./spec, otherwise ./openapi.yaml or ./swagger.json, otherwise the built-in Animal Store. */
  readonly documents?: readonly string[]
  /** Path to serve all documents at, `/` for the root. Default: the path of each document's first server. */
  readonly basePath?: string
  /** Port to listen on; 0 picks a free port. Default: none, and only `fetch` serves. */
  readonly port?: number
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Name or folder of the fixture set. Default: `default`. */
  readonly fixtures?: string
  /** API keys to accept in addition to those of the fixtures. */
  readonly keys?: readonly string[]
  /** Accept any syntactically valid credential. Default: false. */
  readonly anyKey?: boolean
  /** Number of records to generate for each resource without fixtures. Default: 0. */
  readonly generate?: number
  /** The same if there is no fixture set. Default: `generate`. */
  readonly generateWithoutFixtures?: number
  /** Seed for generated ids and bodies. Default: 1. */
  readonly seed?: number
  /** Maximum size of a request body in bytes. Default: 1 MiB. */
  readonly maxBody?: number
  /** Milliseconds for the request line and the headers of a request to arrive. Default: 20 seconds. */
  readonly headersTimeout?: number
  /** Milliseconds for a whole request to arrive. Default: 60 seconds. */
  readonly requestTimeout?: number
  /** Milliseconds for which a connection without a request stays open. Default: 65 seconds. */
  readonly idleTimeout?: number
  /** Milliseconds for which a client may read nothing of a response that is being sent. Default: 60 seconds. */
  readonly sendTimeout?: number
  /** Maximum size of the request line and the headers together, in bytes. Default: 16 KiB. */
  readonly maxHeaders?: number
  /** Maximum number of open connections; more are closed at once. Default: 10,000. */
  readonly maxConnections?: number
  /** Returns the current time in epoch milliseconds. Default: real time. */
  readonly now?: Clock
  /** Folder of scenarios, in addition to the built-in ones. Default: ./scenarios. */
  readonly scenarios?: string
  /** Scenarios that are on in every new sandbox. */
  readonly scenario?: readonly string[]
  /** Maximum number of sandboxes, without the default one. Default: 10,000. */
  readonly maxSandboxes?: number
  /** Maximum number of records in a sandbox. Default: 1,000,000. */
  readonly maxRecords?: number
  /**
   * Maximum memory of the records and stored responses of all sandboxes together, in bytes, without fixtures. Default: half
   * of the largest heap that Node allows this process.
   */
  readonly maxMemory?: number
  /** Maximum number of keys that can be added to a sandbox. Default: 1,000. */
  readonly maxKeys?: number
  /** Maximum number of snapshots of a sandbox. Default: 1,000. */
  readonly maxSnapshots?: number
  /** Token that the control API requires. Default: none on a loopback address, otherwise generated. */
  readonly adminToken?: string
  /** Host names, in addition to loopback names, under which the control API can be called. */
  readonly allowedHosts?: readonly string[]
  /** Origins of websites whose pages may call the control API. */
  readonly controlOrigins?: readonly string[]
  /** Generate the bodies of stateless responses, even if the document has examples. Default: false. */
  readonly dynamic?: boolean
  /**
   * Respond as `prism mock` does: without records, from examples and schemas, and accept any credential. Default: false.
   */
  readonly stateless?: boolean
  /** With `stateless`: generate bodies from schemas, even if the document has examples. Default: false. */
  readonly ignoreExamples?: boolean
  /** With `stateless`: respond with 500 where a response breaks its contract. Default: false. */
  readonly errors?: boolean
  /** With `stateless`: the seed of each generated body. Default: it depends on the path and the query. */
  readonly bodySeed?: string
  /** With `stateless`: whether generated bodies have undocumented properties, where the schema allows them. Default: true. */
  readonly fillProperties?: boolean
  /** Let web pages of any origin read responses (CORS). Default: true. */
  readonly cors?: boolean
  /** Number of exchanges to store for each sandbox. Default: 1,000. */
  readonly journal?: number
  /** Maximum size of the journals of all sandboxes together, in bytes. Default: 64 MiB. */
  readonly journalSize?: number
  /**
   * Let sandboxes be forked and read as they were at any exchange of their journals. Default: false, but true with `data`
   * or `store`.
   */
  readonly rewind?: boolean
  /** Reload documents, overlays, fixtures and scenarios when they change. Default: false. */
  readonly watch?: boolean
  /** Compile operations while the server is idle. Default: false; each is compiled on its first request. */
  readonly warmUp?: boolean
  /** Called after each reload with its findings. Without findings the reload succeeded. */
  readonly onReload?: (findings: readonly Finding[]) => void
  /** Called after each reply. Default: nothing is logged. */
  readonly log?: RequestLog
  /** A folder in which sandboxes are stored, so that they outlive the process. Default: they are in memory only. */
  readonly data?: string
  /** A store that several processes share: `redis://[user:password@]host[:port][/database]`. Not together with `data`. */
  readonly store?: string
  /** Called when stored state could not be tidied up. No request is affected. */
  readonly onStorageError?: (error: unknown) => void
  /** The folder that ./spec, ./openapi.yaml and ./fixtures are looked for in. Default: the current one. */
  readonly folder?: string
}

export interface Standin extends AsyncDisposable {
  /** The origin without a trailing slash: `http://127.0.0.1:4010`, or `http://standin.local` if no port is open. */
  readonly url: string
  /** The open port, if any. */
  readonly port: number | undefined
  readonly describe: () => Promise<Description>
  /**
   * Creates a sandbox: an isolated environment with its own records, clock, scenario and keys. `await using` deletes it
   * at the end of its block. Rejects with ControlError if it cannot be created.
   */
  readonly sandbox: (options?: SandboxRequest) => Promise<SandboxHandle>
  /**
   * Serves a request in this process, without a socket. Has the signature of the platform's fetch. Only the path and the
   * query of the URL are used; the host is ignored. Redirects are returned, not followed. Faults reject as undici's do.
   */
  readonly fetch: Fetch
  /** The coverage of the documents by all sandboxes, including deleted ones. */
  readonly coverage: () => CoverageReport
  /** Calls the listener for each issue in any sandbox. Returns a function that removes the listener. */
  readonly watchIssues: (listener: (issue: Issue) => void) => () => void
  /** The sandbox of requests that name no sandbox. */
  readonly defaultSandbox: Sandbox
  /** Whether closing loses records: some were written, and they are in memory only. */
  readonly hasUnsavedChanges: () => boolean
  readonly close: (options?: CloseOptions) => Promise<void>
}

export interface CloseOptions {
  /**
   * Milliseconds for which requests are still served although `GET /_sandbox/ready` reports 503, so that a balancer
   * notices in time. Default: 0.
   */
  readonly notice?: number
}

/** Loads all files, listens if a port is given, and resolves when requests can be served. Rejects with LoadError, UsageError or ListenError. */
export const createStandin = async (options: StandinOptions = {}): Promise<Standin> => {
  const host = options.host ?? '127.0.0.1'
  const readiness = new Readiness()
  readiness.setNotReady('loading', 'the files are being loaded')
  const setupOptions = toSetupOptions(options)
  const current: CurrentSetup = { setup: await loadSetup(setupOptions) }
  const sandboxes = createSandboxes(options, setupOptions, current.setup)
  const storage = await storeSandboxes(options, sandboxes, () => current.setup.service)
  const adminToken = options.adminToken ?? (isLoopback(host) ? undefined : randomBytes(16).toString('hex'))
  const delays = new Delays()
  const mock = options.stateless ? await createStatelessMock(options) : undefined
  const transport: Transport = {
    handle: createHandle({ current, sandboxes, dynamic: options.dynamic ?? false, mock, delays }),
    reject: createReject(current, setupOptions.now),
    nextId: createRequestIds(),
    maxBody: options.maxBody ?? defaultMaxBody,
    cors: options.cors ?? true,
    log: options.log,
  }
  let origin = 'http://standin.local'
  let setFollowing: (following: Following) => void = () => {}
  const followed = new Promise<Following>((resolve) => {
    setFollowing = resolve
  })
  const control = createLazyControl(options, {
    setup: () => current.setup,
    changeSetup: async (edit) => (await followed).change(edit),

    current,
    sandboxes,
    readiness,
    adminToken,
    origin: () => origin,
    send: createSend(transport),
  })
  const { port } = options
  const listening = port === undefined ? undefined : await listen({ ...transport, control }, { host, port, ...options })
  if (listening) origin = `http://${formatHost(listening.host)}:${listening.port}`
  const closing = new Closing()
  const serve = createFetch({ ...transport, origin: () => origin, closing })
  const whenOver = (listener: () => void) => closing.onClose(listener)
  const handleDeps = { sandboxes, service: () => current.setup.service, origin, serve, whenOver }
  const following = await followFiles(options, setupOptions, { current, sandboxes })
  setFollowing(following)
  readiness.setReady('loading')
  const close = async ({ notice = 0 }: CloseOptions = {}): Promise<void> => {
    readiness.setNotReady('draining', 'the server is stopping')
    listening?.drain()
    if (notice > 0) await sleep(notice)
    await following.stop()
    closing.close()
    await listening?.close()
    delays.close()
    await storage?.close()
  }
  return {
    url: origin,
    port: listening?.port,
    sandbox: (request = {}) => openHandle(handleDeps, request),
    fetch: (input, init) => serve(input, init),
    get defaultSandbox() {
      return sandboxes.default
    },
    coverage: () => reportCoverage(current.setup.service, sandboxes.coverage()),
    watchIssues: (listener) => watchIssues(sandboxes.budget, listener),
    describe: async () => {
      const { stateless = false } = options
      const sandbox = sandboxes.default
      const { setup } = current
      const request = await chooseRequest(operationsOf(setup.service), { service: setup.service, sandbox })
      const sample = request && formatCurl(request, origin)
      return describeStandin({ setup, sandbox, origin, adminToken, stored: storage?.stored, sample, stateless })
    },
    hasUnsavedChanges: () => storage === undefined && sandboxes.all().some(({ state }) => state.store.isTouched),
    close,
    [Symbol.asyncDispose]: () => close(),
  }
}

/** Imported only here: Prism takes longer to load than everything else. */
const createStatelessMock = async ({
  dynamic = false,
  ignoreExamples = false,
  errors = false,
  bodySeed: seed,
  fillProperties = true,
}: StandinOptions): Promise<Mock> => {
  const { createMock } = await import('./mock/mock.ts')
  return createMock({
    dynamic,
    ignoreExamples,
    errors,
    seed,
    generator: fillProperties ? {} : { fillProperties },
  })
}

/** The files that are served now; a reload replaces them. */
interface CurrentSetup {
  setup: Setup
}

const createSandboxes = (
  {
    maxSandboxes = defaultMaxSandboxes,
    maxRecords: records = defaultLimits.records,
    maxMemory = Math.floor(getHeapStatistics().heap_size_limit / 2),
    maxKeys: keys = defaultLimits.keys,
    maxSnapshots: snapshots = defaultLimits.snapshots,
    journal = defaultJournal.exchanges,
    journalSize = defaultJournal.bytes,
    rewind = false,
  }: StandinOptions,
  { now, seed, active }: SetupOptions,
  setup: Setup,
): Sandboxes =>
  new Sandboxes({
    setup,
    realTime: now,
    seed,
    scenarios: active,
    maximum: maxSandboxes,
    rewind,
    limits: { memory: new MemoryBudget(maxMemory), records, keys, snapshots },
    budget: new JournalBudget({ bytes: journalSize, exchanges: journal }),
  })

interface StoredSandboxes {
  readonly close: () => Promise<void>
  readonly stored: Description['stored']
}

/** Loads the sandboxes that are stored, and stores what changes from now on. Rejects with LogError, LoadError, UsageError. */
const storeSandboxes = async (
  { data, store, onStorageError = () => {} }: StandinOptions,
  sandboxes: Sandboxes,
  service: () => Service,
): Promise<StoredSandboxes | undefined> => {
  const parts = await openStorage({ data, store }, onStorageError)
  if (!parts) return undefined
  const { log, place } = parts
  try {
    const count = await sandboxes.useLog(parts)
    if (log.shared)
      await shareTraffic({
        messages: log.shared,
        traffic: sandboxes.traffic,
        replica: randomBytes(8).toString('hex'),
        findOperation: (key) => findOperation(service(), key),
      })
    const stopSweeping = sweepRegularly(sandboxes)
    const close = (): Promise<void> => {
      stopSweeping()
      return sandboxes.closeLog()
    }
    return { close, stored: { place, sandboxes: count, isShared: log.shared !== undefined } }
  } catch (error) {
    await log.close()
    throw error
  }
}

/** What is stored is deleted at the end of its time to live, also if no request comes. Returns the function that stops it. */
const sweepRegularly = (sandboxes: Sandboxes): (() => void) => {
  const timer = setInterval(() => sandboxes.sweep(), sweepEvery)
  timer.unref()
  return () => clearInterval(timer)
}

interface ControlState extends ScenarioDeps {
  readonly current: CurrentSetup
  readonly sandboxes: Sandboxes
  readonly readiness: Readiness
  readonly send: Send
  readonly adminToken: string | undefined
  readonly origin: () => string
}

/** The control API. It is loaded with its router on first use, because most test runs do not need it. */
const createLazyControl = (
  options: StandinOptions,
  { current, adminToken, ...state }: ControlState,
): Koa.Middleware => {
  const { maxBody = defaultMaxBody, allowedHosts = [], controlOrigins: origins = [] } = options
  const create = async (): Promise<Koa.Middleware> => {
    const { createControl } = await import('./control/http/control.ts')
    return createControl({
      ...state,
      version: readVersion(),
      service: () => current.setup.service,
      maxBody,
      guard: { token: adminToken, allowedHosts, origins },
    })
  }
  let middleware: Promise<Koa.Middleware> | undefined
  return async (ctx, next) => {
    middleware ??= create()
    return (await middleware)(ctx, next)
  }
}

const toSetupOptions = (options: StandinOptions): SetupOptions => ({
  documents: options.documents ?? [],
  basePath: options.basePath,
  fixtures: options.fixtures,
  scenarios: options.scenarios,
  active: options.scenario ?? [],
  keys: options.keys ?? [],
  stateless: options.stateless,
  anyKey: options.stateless || (options.anyKey ?? false),
  generate: options.stateless ? 0 : (options.generate ?? 0),
  generateWithoutFixtures: options.stateless ? 0 : (options.generateWithoutFixtures ?? options.generate ?? 0),
  seed: options.seed ?? 1,
  folder: options.folder ?? '.',
  now: options.now ?? Date.now,
})

/** A request that matches no operation is rejected in the error shape of the first document. */
const createReject =
  (current: { readonly setup: Setup }, now: Clock) =>
  (rejection: Rejection, requestId: string): Reply => {
    const reply = current.setup.service.first.errors.render({
      rejection,
      operation: undefined,
      request: { id: requestId, path: '' },
      now: now(),
    })
    reply.headers.push('Sandbox-Request-Id', requestId, 'Sandbox-Trace', `refused=${rejection.code}`)
    return reply
  }

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

/** IPv6 addresses need brackets (RFC 3986, section 3.2.2). A wildcard address is shown as the loopback address. */
const formatHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
