/**
 * The options of createStandin. The command line has the same ones, in src/options.
 */
import type { DocumentPlace } from './contract/document/document.ts'
import type { InlineValue } from './contract/document/inline.ts'
import { findUnknownName } from './contract/values/nearest.ts'
import { type Finding, UsageError } from './errors.ts'
import type { NetworkLimits } from './http/network-limits.ts'
import type { InlineFixtures } from './loading/load-fixtures.ts'
import type { SetupOptions } from './loading/setup.ts'
import type { Clock, RequestLog } from './ports.ts'
import type { ProxyOptions } from './proxy/proxy-options.ts'
import type { KnownScenario } from './register.ts'
import { inlinePrefix } from './scenarios/load-scenarios.ts'
import { checkScenarioName } from './scenarios/scenario-name.ts'
import type { TlsOptions } from './tls/read-tls.ts'

/** An OpenAPI document as an object. It has no overlay: its words can be in the object. Its `$ref`s stay within it. */
export type InlineDocument = object

/** Scenarios by name. Each has what is in the file of a scenario. */
export type InlineScenarios = Readonly<Record<string, InlineScenario>>

export interface InlineScenario {
  readonly description: string
  /** Whether it is on in every new sandbox. */
  readonly active?: boolean
  readonly steps: readonly object[]
}

export interface StandinOptions extends NetworkLimits {
  /**
   * OpenAPI documents: files, folders, addresses (`https://…`), or the documents as objects. Default: ./spec, otherwise
   * ./openapi.yaml or ./swagger.json, otherwise the built-in Animal Store.
   */
  readonly documents?: string | InlineDocument | readonly (string | InlineDocument)[]
  /** Path to serve all documents at, `/` for the root. Default: the path of each document's first server. */
  readonly basePath?: string
  /** Port to listen on; 0 picks a free port. Default: none, and only `fetch` serves. */
  readonly port?: number
  /** Default 127.0.0.1. */
  readonly host?: string
  /**
   * Listen with TLS, for HTTP/2 and HTTP/1.1 on one port. `true`: with a certificate for localhost, which is created once.
   * Default: false.
   */
  readonly tls?: boolean | TlsOptions
  /** Name or folder of the fixture set, or the records: `{ pets: [{ id: 1, name: 'Rex' }] }`. Default: `default`. */
  readonly fixtures?: string | InlineFixtures
  /** API keys to accept in addition to those of the fixtures. */
  readonly keys?: readonly string[]
  /** Accept any syntactically valid credential. Default: false. */
  readonly anyKey?: boolean
  /** Delay of each response in milliseconds of real time, or its bounds. Default: none. */
  readonly delay?: number | { readonly min: number; readonly max: number }
  /** Log in without a page where a client requests an authorization code. Default: false. */
  readonly autoApprove?: boolean
  /** Number of records to generate for each resource without fixtures. Default: 0. */
  readonly generate?: number
  /** The same if there is no fixture set. Default: `generate`. */
  readonly generateWithoutFixtures?: number
  /** Seed for generated ids and bodies. Default: 1. */
  readonly seed?: number
  /** Maximum size of a request body in bytes. Default: 1 MiB. */
  readonly maxBody?: number
  /** Returns the current time in epoch milliseconds. Default: real time. */
  readonly now?: Clock
  /** Folder of scenarios, or the scenarios by their names, in addition to the built-in ones. Default: ./scenarios. */
  readonly scenarios?: string | InlineScenarios
  /** The scenario, or the scenarios, that are on in every new sandbox. */
  readonly scenario?: KnownScenario | readonly KnownScenario[]
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
  /** Forward requests to a real service instead of answering them; needs `port`. Any credential is accepted. Default: none. */
  readonly proxy?: ProxyOptions
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
  /**
   * Generate records for 100 milliseconds before the server listens, and compile operations while it is idle. Default: false; both
   * happen on the first request that needs it.
   */
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
  /** URLs that receive the webhooks of every sandbox. Default: none. */
  readonly webhooks?: readonly string[]
  /** Signs webhooks and callbacks: `whsec_` and 24 to 64 bytes in base64. Default: one that depends on the seed. */
  readonly webhookSecret?: string
  /** Hosts, in addition to this machine, that webhooks and callbacks may be sent to. */
  readonly allowWebhookHosts?: readonly string[]
  /** The folder that ./spec, ./openapi.yaml and ./fixtures are looked for in. Default: the current one. */
  readonly folder?: string
}

/** Each of StandinOptions, for callers whose types nobody checks: a misspelled option would change nothing. */
const known = {
  documents: true,
  basePath: true,
  port: true,
  host: true,
  tls: true,
  fixtures: true,
  keys: true,
  anyKey: true,
  delay: true,
  autoApprove: true,
  generate: true,
  generateWithoutFixtures: true,
  seed: true,
  maxBody: true,
  now: true,
  scenarios: true,
  scenario: true,
  maxSandboxes: true,
  maxRecords: true,
  maxMemory: true,
  maxKeys: true,
  maxSnapshots: true,
  adminToken: true,
  allowedHosts: true,
  controlOrigins: true,
  dynamic: true,
  stateless: true,
  ignoreExamples: true,
  errors: true,
  bodySeed: true,
  fillProperties: true,
  proxy: true,
  cors: true,
  journal: true,
  journalSize: true,
  rewind: true,
  watch: true,
  warmUp: true,
  onReload: true,
  log: true,
  data: true,
  store: true,
  onStorageError: true,
  webhooks: true,
  webhookSecret: true,
  allowWebhookHosts: true,
  folder: true,
  headersTimeout: true,
  requestTimeout: true,
  idleTimeout: true,
  sendTimeout: true,
  maxHeaders: true,
  maxConnections: true,
} satisfies Readonly<Record<keyof StandinOptions, true>>

/** Those of the given options that createStandin has. */
export const pickOptions = (given: StandinOptions): StandinOptions =>
  Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(known, name)))

/** Throws UsageError for an option that does not exist, or a port that cannot be one. */
export const requireValidOptions = (options: StandinOptions): void => {
  const unknown = findUnknownName(options, known)
  if (unknown !== undefined) throw new UsageError(`createStandin has no option ${unknown}`)
  const { port } = options
  if (port !== undefined && !isPort(port))
    throw new UsageError(`port must be an integer from 0 to 65535, got ${JSON.stringify(port)}`)
}

/** JavaScript can pass the text of a variable. */
const isPort = (port: unknown): boolean => {
  const value = typeof port === 'string' && port.trim() !== '' ? Number(port) : port
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535
}

/** A single number is both bounds. */
export const toDelayRange = (
  delay: NonNullable<StandinOptions['delay']>,
): { readonly min: number; readonly max: number } => (typeof delay === 'number' ? { min: delay, max: delay } : delay)

/** Who may call the control API. Throws UsageError. */
export const toControlAccess = ({
  allowedHosts = [],
  controlOrigins = [],
}: Pick<StandinOptions, 'allowedHosts' | 'controlOrigins'>): {
  readonly allowedHosts: readonly string[]
  readonly origins: readonly string[]
} => ({ allowedHosts: allowedHosts.map((name) => name.toLowerCase()), origins: controlOrigins.map(toOrigin) })

/** As browsers send it. Those of files and of frames without an origin are `null`. */
const toOrigin = (text: string): string => {
  const origin = text.replace(/\/$/, '').toLowerCase()
  if (origin === 'null') return origin
  if (!/^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+$/.test(origin) || !URL.canParse(origin))
    throw new UsageError(
      `--control-origin must be an origin such as https://tools.example, without a path, got ${JSON.stringify(text)}`,
    )
  // Of other schemes, such as that of browser extensions, it is "null".
  return /^https?:/.test(origin) ? new URL(origin).origin : origin
}

/** The options for the files, with their defaults. */
export const toSetupOptions = (options: StandinOptions): SetupOptions => ({
  documents: toPlaces(options.documents ?? []),
  basePath: options.basePath,
  fixtures: options.fixtures,
  scenarios: typeof options.scenarios === 'object' ? toInlineScenarios(options.scenarios) : options.scenarios,
  active: toList(options.scenario ?? []),
  keys: options.keys ?? [],
  stateless: options.stateless,
  anyKey: options.stateless || options.proxy !== undefined || (options.anyKey ?? false),
  generate: options.stateless ? 0 : (options.generate ?? 0),
  generateWithoutFixtures: options.stateless ? 0 : (options.generateWithoutFixtures ?? options.generate ?? 0),
  seed: options.seed ?? 1,
  folder: options.folder ?? '.',
  now: options.now ?? Date.now,
})

const toPlaces = (documents: NonNullable<StandinOptions['documents']>): readonly DocumentPlace[] => {
  return toList(documents).map((document, index) =>
    typeof document === 'string' ? document : { name: `documents[${index}]`, value: document },
  )
}

const toList = <Item>(value: Item | readonly Item[]): readonly Item[] => (isList(value) ? value : [value])

/** Narrows a readonly list, which Array.isArray does not. */
const isList = <Item>(value: Item | readonly Item[]): value is readonly Item[] => Array.isArray(value)

/** Throws UsageError. */
const toInlineScenarios = (scenarios: InlineScenarios): readonly InlineValue[] =>
  Object.entries(scenarios).map(([name, value]) => {
    checkScenarioName(name)
    return { name: inlinePrefix + name, value }
  })
