/**
 * A server on a given log, or in memory only: what createStandin builds, from the same parts. Several replicas on one
 * storage can run in one process.
 */
import { SandboxHandle } from '../../src/client/sandbox-handle.ts'
import { type ControlDescription, createControl, loadControlDescription } from '../../src/control/http/control.ts'
import { createHandle } from '../../src/handle/handle.ts'
import { Closing, createFetch, type Fetch } from '../../src/http/fetch.ts'
import { createSend } from '../../src/http/send.ts'
import { listen } from '../../src/http/server.ts'
import { createRequestIds, type Transport } from '../../src/http/transport.ts'
import { defaultJournal, JournalBudget } from '../../src/journal/journal.ts'
import { loadSetup, type Setup, type SetupOptions } from '../../src/loading/setup.ts'
import { Readiness } from '../../src/readiness.ts'
import type { DurabilityParts } from '../../src/sandboxes/durability.ts'
import { Sandboxes } from '../../src/sandboxes/sandboxes.ts'
import { Tokens } from '../../src/tokens/serve-tokens.ts'
import { createWebhooks } from '../../src/webhooks/delivery/create-webhooks.ts'
import { readWebhookSettings } from '../../src/webhooks/delivery/settings.ts'

export interface ReplicaParts {
  readonly setup: Setup
  readonly now: () => number
  /** Default: the state is in memory only. */
  readonly durability?: DurabilityParts | undefined
  readonly maxSandboxes?: number
  /** Default: it is loaded. */
  readonly description?: ControlDescription
}

export interface Replica extends AsyncDisposable {
  readonly url: string
  readonly sandboxes: Sandboxes
  /** How many sandboxes were loaded at the start. */
  readonly loaded: number
  readonly fetch: Fetch
  /** A request to the control API; the path is below /_sandbox and begins with a slash. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<Response>
  /** The handle of a sandbox that this replica has loaded. */
  readonly handleOf: (id: string, key: string) => SandboxHandle | undefined
  /** Closes the server, and its log. */
  readonly close: () => Promise<void>
}

/** The files of the current folder, unless others are given. */
export const loadReplicaSetup = (options: Partial<SetupOptions> = {}): Promise<Setup> =>
  loadSetup({
    documents: [],
    fixtures: undefined,
    scenarios: undefined,
    active: [],
    keys: [],
    anyKey: false,
    generate: 0,
    seed: 1,
    folder: '.',
    now: Date.now,
    ...options,
  })

export const startReplica = async ({
  setup,
  now,
  durability,
  maxSandboxes,
  description,
}: ReplicaParts): Promise<Replica> => {
  const sandboxes = new Sandboxes({
    setup,
    realTime: now,
    seed: 1,
    scenarios: [],
    rewind: true,
    maximum: maxSandboxes ?? 1_000,
    budget: new JournalBudget(defaultJournal),
  })
  const loaded = durability ? await sandboxes.useLog(durability) : 0
  const current = { setup }
  const transport: Transport = {
    handle: createHandle({ current, sandboxes, dynamic: false, tokens: new Tokens({ sandboxes, autoApprove: false }) }),
    reject: () => ({ status: 400, headers: [] }),
    nextId: createRequestIds(),
    maxBody: 1024 * 1024,
    cors: false,
    log: undefined,
  }
  const origin = 'http://replica.test'
  const service = () => setup.service
  const guard = { token: undefined, allowedHosts: [], origins: [] }
  const parts = {
    sandboxes,
    webhooks: createWebhooks({ settings: readWebhookSettings({}, 1), sandboxes, replica: 'replica', service }),
    service,
    origin: () => origin,
    maxBody: 1024 * 1024,
    guard,
    send: createSend(transport),
    isForwarded: () => false,
    setup: () => setup,
    changeSetup: async () => {},
  }
  const control = createControl(description ?? (await loadControlDescription()), {
    ...parts,
    version: '0.0.0',
    readiness: new Readiness(),
  })
  const listening = await listen({ ...transport, control }, { host: '127.0.0.1', port: 0 })
  const closing = new Closing()
  const serve = createFetch({ ...transport, origin: () => origin, closing })
  const close = async (): Promise<void> => {
    closing.close()
    await listening.close()
    await sandboxes.closeLog()
  }
  return {
    url: `http://127.0.0.1:${listening.port}`,
    sandboxes,
    loaded,
    fetch: (input, init) => serve(input, init),
    control: (method, path, body) =>
      fetch(`http://127.0.0.1:${listening.port}/_sandbox${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      }),
    handleOf: (id, key) => {
      const sandbox = sandboxes.find(id)
      return sandbox && new SandboxHandle({ sandboxes, webhooks: parts.webhooks, service, origin, serve }, sandbox, key)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
