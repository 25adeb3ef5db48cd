/**
 * Several servers in one process that share their journals and coverage, as replicas with the same store do. They share
 * nothing else: each has its own records.
 */
import { openHandle, type SandboxHandle } from '../../src/client/sandbox-handle.ts'
import { createControl, loadControlDescription } from '../../src/control/http/control.ts'
import { createHandle } from '../../src/handle/handle.ts'
import { Closing, createFetch } from '../../src/http/fetch.ts'
import { createSend } from '../../src/http/send.ts'
import { listen } from '../../src/http/server.ts'
import { createRequestIds, type Transport } from '../../src/http/transport.ts'
import { defaultJournal, JournalBudget } from '../../src/journal/journal.ts'
import { shareTraffic } from '../../src/journal/shared-journal.ts'
import { findOperation } from '../../src/loading/service.ts'
import { loadSetup } from '../../src/loading/setup.ts'
import { Readiness } from '../../src/readiness.ts'
import { Sandboxes } from '../../src/sandboxes/sandboxes.ts'
import { createWebhooks } from '../../src/webhooks/delivery/create-webhooks.ts'
import { readWebhookSettings } from '../../src/webhooks/delivery/settings.ts'
import { type Answer, call } from './client.ts'
import { type ScenarioCall, toCall } from './serve-scenarios.ts'
import { type Connection, createSharedMessages, type SharedMessages } from './shared-messages.ts'

export interface Replica {
  readonly url: string
  readonly sandboxes: Sandboxes
  readonly messages: Connection
  readonly call: (path: string, options?: ScenarioCall) => Promise<Answer>
  /** The path is below /_sandbox and begins with a slash. */
  readonly control: (path: string, options?: { readonly method?: string; readonly body?: object }) => Promise<Answer>
  /** Creates a sandbox. */
  readonly open: (id: string) => Promise<SandboxHandle>
  readonly close: () => Promise<void>
}

export interface Replicas extends AsyncDisposable {
  readonly all: readonly Replica[]
  readonly messages: SharedMessages
  readonly start: () => Promise<Replica>
}

export const startReplicas = async (count: number): Promise<Replicas> => {
  const messages = createSharedMessages()
  const all: Replica[] = []
  const start = async (): Promise<Replica> => {
    const replica = await startReplica(messages.connect(), `replica-${all.length}`)
    all.push(replica)
    return replica
  }
  for (let index = 0; index < count; index++) await start()
  return {
    all,
    messages,
    start,
    [Symbol.asyncDispose]: async () => {
      for (const { close } of all) await close()
    },
  }
}

const startReplica = async (messages: Connection, replica: string): Promise<Replica> => {
  const setup = await loadSetup({
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
  })
  const { service } = setup
  const budget = new JournalBudget(defaultJournal)
  const sandboxes = new Sandboxes({ setup, realTime: Date.now, seed: 1, scenarios: [], maximum: 100, budget })
  await shareTraffic({
    messages,
    traffic: sandboxes.traffic,
    replica,
    findOperation: (key) => findOperation(service, key),
  })
  const transport: Transport = {
    handle: createHandle({ current: { setup }, sandboxes, dynamic: false }),
    reject: () => ({ status: 500, headers: [] }),
    nextId: createRequestIds(),
    maxBody: 1_000_000,
    cors: true,
    log: undefined,
  }
  let url = ''
  const parts = {
    version: '0',
    origin: () => url,
    service: () => service,
    sandboxes,
    webhooks: createWebhooks({
      settings: readWebhookSettings({}, 1),
      sandboxes,
      replica,
      service: () => service,
    }),
    maxBody: 1_000_000,
    readiness: new Readiness(),
    send: createSend(transport),
    isForwarded: () => false,
    setup: () => setup,
    changeSetup: async () => {},
  }
  const guard = { token: undefined, allowedHosts: [], origins: [] }
  const control = createControl(await loadControlDescription(), { ...parts, guard })
  const listening = await listen({ ...transport, control }, { host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${listening.port}`
  const closing = new Closing()
  const serve = createFetch({ ...transport, origin: () => url, closing })
  return {
    url,
    sandboxes,
    messages,
    call: (path, options = {}) => call(url + path, toCall(options)),
    control: (path, options = {}) => call(`${url}/_sandbox${path}`, options),
    open: (id) =>
      openHandle({ sandboxes, webhooks: parts.webhooks, service: () => service, origin: url, serve }, { id }),
    close: async () => {
      closing.close()
      await listening.close()
    },
  }
}
