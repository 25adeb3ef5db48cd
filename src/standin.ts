/**
 * createStandin: creates setup, sandboxes, request handler and server, and connects them. All state is created here and
 * passed on, so that several servers in one process share nothing.
 */
import { randomBytes } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { platform } from 'node:os'
import { env } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { openHandle, type SandboxHandle } from './client/sandbox-handle.ts'
import { isAddress } from './contract/values/address.ts'
import type { SandboxRequest } from './control/actions/create-sandbox.ts'
import { type CoverageReport, reportCoverage } from './control/actions/report-coverage.ts'
import { type Issue, watchIssues } from './control/actions/watch-issues.ts'
import { createLazyControl } from './control/http/lazy-control.ts'
import { UsageError } from './errors.ts'
import { type Following, followFiles } from './follow-files.ts'
import { createReject } from './handle/create-reject.ts'
import { createDelayDraw, Delays } from './handle/delays.ts'
import { createHandle } from './handle/handle.ts'
import { Closing, createFetch, type Fetch } from './http/fetch.ts'
import { defaultMaxBody } from './http/read-body.ts'
import { createSend } from './http/send.ts'
import { listen } from './http/server.ts'
import { createRequestIds, type Transport } from './http/transport.ts'
import { createAddressReader } from './http-client/read-address.ts'
import { defaultJournal, JournalBudget } from './journal/journal.ts'
import { type Description, describeStandin } from './loading/describe.ts'
import { findOperation, operationsOf, type Service } from './loading/service.ts'
import { loadSetup, type Setup, type SetupOptions } from './loading/setup.ts'
import { generateAhead } from './loading/warm-up.ts'
import type { Mock } from './mock/mock.ts'
import type { Forwarder, ProxyParts } from './proxy/proxy.ts'
import type { ProxyOptions } from './proxy/proxy-options.ts'
import { Readiness } from './readiness.ts'
import { chooseRequest } from './requests/choose-request.ts'
import { formatCurl } from './requests/format-request.ts'
import { defaultLimits } from './sandboxes/limits.ts'
import type { Sandbox } from './sandboxes/sandbox.ts'
import { defaultMaxSandboxes, Sandboxes } from './sandboxes/sandboxes.ts'
import { storeSandboxes } from './sandboxes/store-sandboxes.ts'
import {
  requireValidOptions,
  type StandinOptions,
  toControlAccess,
  toDelayRange,
  toSetupOptions,
} from './standin-options.ts'
import { ListRoom } from './store/list-size.ts'
import { MemoryBudget } from './store/memory-budget.ts'
import type { Tls } from './tls/read-tls.ts'
import { Tokens } from './tokens/serve-tokens.ts'
import { readVersion } from './version.ts'
import { createWebhooks } from './webhooks/delivery/create-webhooks.ts'
import { describeSettings, readWebhookSettings } from './webhooks/delivery/settings.ts'

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
  requireValidOptions(options)
  const host = options.host ?? '127.0.0.1'
  const access = toControlAccess(options)
  const readiness = new Readiness()
  readiness.setNotReady('loading', 'the files are being loaded')
  const setupOptions = { ...toSetupOptions(options), readAddress: createAddressReader({ environment: env }) }
  const current: CurrentSetup = { setup: await loadSetup(setupOptions) }
  const lists = new ListRoom()
  const sandboxes = createSandboxes(options, setupOptions, { setup: current.setup, lists })
  const replica = randomBytes(8).toString('hex')
  const settings = readWebhookSettings(options, setupOptions.seed)
  const storage = await storeSandboxes({ ...options, replica }, sandboxes, (key) =>
    findOperation(current.setup.service, key),
  )
  const webhooks = createWebhooks({ settings, sandboxes, replica, service: () => current.setup.service })
  const adminToken = options.adminToken ?? (isLoopback(host) ? undefined : randomBytes(16).toString('hex'))
  const delays = new Delays()
  const mock = options.stateless ? await createStatelessMock(options) : undefined
  const tls = await openTls(options)
  const { delay } = options
  const drawDelay = delay === undefined ? undefined : createDelayDraw(toDelayRange(delay), setupOptions.seed)
  const tokens = new Tokens({ sandboxes, autoApprove: options.autoApprove ?? false })
  const transport: Transport = {
    security: { isSecure: tls !== undefined, verifiesClients: tls?.credentials.ca !== undefined },
    handle: createHandle({
      current,
      sandboxes,
      dynamic: options.dynamic ?? false,
      mock,
      delays,
      drawDelay,
      webhooks,
      tokens,
    }),
    reject: createReject(current, setupOptions.now),
    nextId: createRequestIds(),
    maxBody: options.maxBody ?? defaultMaxBody,
    cors: options.cors ?? true,
    log: options.log,
  }
  const proxy = options.proxy && (await openProxy(options.proxy, { current, sandboxes, transport }, options.port))
  let origin = 'http://standin.local'
  let setFollowing: (following: Following) => void = () => {}
  const followed = new Promise<Following>((resolve) => {
    setFollowing = resolve
  })
  const control = createLazyControl(() => ({
    setup: () => current.setup,
    changeSetup: async (edit) => (await followed).change(edit),
    service: () => current.setup.service,
    version: readVersion(),
    sandboxes,
    webhooks,
    readiness,
    origin: () => origin,
    send: proxy?.send ?? createSend(transport),
    isForwarded: proxy?.isForwarded ?? (() => false),
    maxBody: transport.maxBody,
    guard: { token: adminToken, ...access },
  }))
  // The real service has the records of a proxy.
  if (options.warmUp && !proxy) generateAhead(sandboxes.default.state.store, current.setup.service.resources)
  const { port } = options
  const listening =
    port === undefined
      ? undefined
      : await listen(
          { ...transport, control, forward: proxy?.forward },
          { ...options, host, port, tls: tls?.credentials },
        )
  if (listening) lists.makeRoom = listening.makeRoom
  if (listening) origin = `${tls ? 'https' : 'http'}://${formatHost(listening.host)}:${listening.port}`
  const closing = new Closing()
  const serve = createFetch({ ...transport, origin: () => origin, closing, forward: proxy?.fetch })
  const whenOver = (listener: () => void) => closing.onClose(listener)
  const handleDeps = { sandboxes, webhooks, service: () => current.setup.service, origin, serve, whenOver }
  const following = await followFiles(options, setupOptions, { current, sandboxes })
  setFollowing(following)
  webhooks.start()
  readiness.setReady('loading')
  const close = async ({ notice = 0 }: CloseOptions = {}): Promise<void> => {
    readiness.setNotReady('draining', 'the server is stopping')
    listening?.drain()
    if (notice > 0) await sleep(notice)
    await following.stop()
    closing.close()
    await listening?.close()
    await proxy?.close()
    await webhooks.close()
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
      // Its key is one of the sandbox.
      const sample = request && !proxy ? formatCurl(request, origin, tls?.description.authority) : undefined
      const forwarding = proxy?.describe()
      const description = await describeStandin({
        setup,
        sandbox,
        origin,
        adminToken,
        stored: storage?.stored,
        sample,
        stateless,
        forwarding,
        tls: tls?.description,
        issuer: tokens.issuerOf(setup.service, origin),
      })
      const notes = [
        ...description.notes,
        ...describeSettings(settings, setup.service.webhooks),
        ...(options.watch ? describeUnwatched(setup.service, options) : []),
      ]
      return { ...description, notes }
    },
    hasUnsavedChanges: () => storage === undefined && sandboxes.all().some(({ state }) => state.store.isTouched),
    close,
    [Symbol.asyncDispose]: () => close(),
  }
}

/** A note for documents from addresses, and one for objects. Both are read once. */
const describeUnwatched = ({ documents }: Service, { fixtures, scenarios }: StandinOptions): readonly string[] => {
  const files = documents.flatMap(({ document }) => (isAddress(document.path) ? [document.source.file] : []))
  const objects = [
    ...documents.flatMap(({ document }) => (document.source.isInline ? [document.source.file] : [])),
    ...(typeof fixtures === 'object' ? ['fixtures'] : []),
    ...(typeof scenarios === 'object' ? ['scenarios'] : []),
  ]
  return [
    ...(files.length === 0 ? [] : [`--watch does not watch ${files.join(', ')}; restart Standin to read it again`]),
    ...(objects.length === 0 ? [] : [`watch does not watch ${objects.join(', ')}: only files are reloaded`]),
  ]
}

/** Undefined: the server does not use TLS. The real time decides whether a certificate is valid. */
const openTls = async ({ tls = false, port }: StandinOptions): Promise<Tls | undefined> => {
  if (tls === false || port === undefined) return undefined
  const { readTls } = await import('./tls/read-tls.ts')
  return readTls(tls === true ? {} : tls, { platform: platform(), environment: env, now: Date.now })
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

/** Imported only here: the HTTP client takes longer to load than the server. */
const openProxy = async (
  options: ProxyOptions,
  parts: Omit<ProxyParts, 'options'> & { readonly current: CurrentSetup },
  port: number | undefined,
): Promise<Forwarder> => {
  if (port === undefined) throw new UsageError('proxy needs a port: 0 for any free one')
  const { createProxy } = await import('./proxy/proxy.ts')
  const { record, keepPersonalData = false, onRecorded, onRecordError = () => {} } = options
  if (record === undefined) return createProxy({ ...parts, options })
  const { Recorder } = await import('./proxy/recording/recorder.ts')
  const forwarder = await createProxy({ ...parts, options, observe: (...observed) => recorder.observe(...observed) })
  // Opened last: it creates the folder.
  const recorder = await Recorder.open({
    folder: record,
    keepsPersonal: keepPersonalData,
    version: readVersion(),
    current: parts.current,
    onError: onRecordError,
  })
  const close = async (): Promise<void> => {
    await forwarder.close()
    const summary = await recorder.close()
    onRecorded?.(summary)
  }
  return { ...forwarder, close }
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
  { now, seed }: SetupOptions,
  { setup, lists }: { readonly setup: Setup; readonly lists: ListRoom },
): Sandboxes =>
  new Sandboxes({
    setup,
    realTime: now,
    seed,
    scenarios: setup.active,
    maximum: maxSandboxes,
    rewind,
    limits: { memory: new MemoryBudget(maxMemory), lists, records, keys, snapshots },
    budget: new JournalBudget({ bytes: journalSize, exchanges: journal }),
  })

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

/** IPv6 addresses need brackets (RFC 3986, section 3.2.2). A wildcard address is shown as the loopback address. */
const formatHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
