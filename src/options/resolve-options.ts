/**
 * Reads the options from the command line, the environment and the table's defaults.
 */
import { hashText } from '../contract/values/random.ts'
import { type IssueKind, UsageError } from '../errors.ts'
import { type CommandName, isOptionOf, type OptionName, optionTable, specOf, variableOf } from './option-table.ts'
import {
  type Given,
  toAddresses,
  toBoolean,
  toChoice,
  toCount,
  toDelay,
  toDuration,
  toFiles,
  toHeaderSize,
  toInteger,
  toKinds,
  toList,
  toOptionalAddress,
  toOptionalDuration,
  toOptionalSize,
  toPath,
  toPercent,
  toSize,
  toText,
} from './option-values.ts'
import { describeUnknown } from './unknown-option.ts'

/** Files as PEM. */
export interface TlsFiles {
  readonly cert?: string
  readonly key?: string
  readonly ca?: string
}

export interface ServeOptions {
  readonly documents: readonly string[]
  readonly port: number
  readonly host: string
  /** Undefined: without TLS. The files are those of the options. */
  readonly tls: TlsFiles | undefined
  readonly fixtures: string | undefined
  readonly scenarios: string | undefined
  readonly scenario: readonly string[]
  readonly basePath: string | undefined
  readonly keys: readonly string[]
  readonly anyKey: boolean
  readonly autoApprove: boolean
  /** Milliseconds. */
  readonly delay: { readonly min: number; readonly max: number } | undefined
  /** Undefined: sandboxes are in memory only. */
  readonly data: string | undefined
  readonly store: string | undefined
  /** Number of generated records for each resource without fixtures; undefined: the default of the command. */
  readonly generate: number | undefined
  readonly seed: number
  /** Of mock: the seed of each generated body, any text. Undefined: it depends on the path and the query. */
  readonly bodySeed?: string
  readonly dynamic: boolean
  /** Whether the command serves no records (mock). */
  readonly stateless: boolean
  readonly ignoreExamples: boolean
  readonly fillProperties: boolean
  readonly errors: boolean
  /** Where requests are forwarded to: `URL` or `name=URL`; empty: nowhere. */
  readonly upstream: readonly string[]
  /** Operations that the sandbox answers although requests are forwarded. */
  readonly mock: readonly string[]
  /** The folder of a recording. */
  readonly record: string | undefined
  readonly keepPersonalData: boolean
  readonly upstreamTimeout: number
  readonly upstreamCa: string | undefined
  readonly insecureUpstream: boolean
  readonly cors: boolean
  /** Bytes. */
  readonly maxBody: number
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly idleTimeout: number
  readonly sendTimeout: number
  readonly maxHeaders: number
  readonly maxConnections: number
  readonly webhooks: readonly string[]
  readonly webhookSecret: string | undefined
  readonly allowWebhookHosts: readonly string[]
  readonly watch: boolean
  readonly adminToken: string | undefined
  readonly allowedHosts: readonly string[]
  readonly controlOrigins: readonly string[]
  readonly journal: number
  /** Whether sandboxes that are not stored can be rewound. */
  readonly rewind: boolean
  /** Bytes. */
  readonly journalSize: number
  readonly maxSandboxes: number
  readonly maxRecords: number
  /** Bytes; undefined: the default of createStandin. */
  readonly maxMemory: number | undefined
  readonly maxKeys: number
  readonly maxSnapshots: number
  /** The sandbox that `standin save` writes. */
  readonly sandbox: string
  /** The running server that `standin save`, `standin health` and `standin mcp` call; undefined: the default of the command. */
  readonly url: string | undefined
  /** Whether `standin health` checks that the server is ready, and not only alive. */
  readonly ready: boolean
  /** Milliseconds for which `standin health` tries again. */
  readonly wait: number
  /** The folder that `standin repair` writes. */
  readonly to: string | undefined
  /** The file that `standin types` writes; undefined: it prints. */
  readonly out: string | undefined
  /** Whether `standin types` compares the file instead of writing it. */
  readonly check: boolean
  readonly format: 'pretty' | 'json' | 'github'
  readonly explain: boolean
  /** Files to write; the extension selects the format. */
  readonly report: readonly string[]
  /** 0 to 100. */
  readonly minCoverage: number | undefined
  readonly failOn: readonly IssueKind[]
  readonly log: 'pretty' | 'json' | 'silent'
}

/** The address of a server that was started without options. */
export const defaultUrl = 'http://127.0.0.1:4010'

/** The parsed command line: option values as yargs returns them. */
export interface GivenOptions {
  /** Undefined: every option is accepted. */
  readonly command?: CommandName | undefined
  readonly documents: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Defaults of a command that override the table's. */
export type Defaults = Readonly<Partial<Record<OptionName, string | number | boolean>>>

/** The command line overrides environment variables, which override defaults. Throws UsageError for an unknown option or an invalid value. */
export const resolveOptions = (
  { command, documents, values }: GivenOptions,
  environment: Environment,
  defaults: Defaults = {},
): ServeOptions => {
  for (const name of Object.keys(values))
    if (!isOptionOf(name, command)) throw new UsageError(describeUnknown(name, command))
  const read = (name: OptionName): Given => {
    if (values[name] !== undefined) return { label: `--${name}`, value: values[name] }
    const value = isOptionOf(name, command) ? fromEnvironment(name, environment) : undefined
    if (value !== undefined) return { label: variableOf(name), value }
    return { label: `--${name}`, value: defaults[name] ?? specOf(name).default }
  }
  for (const [name, value] of Object.entries(values)) {
    const needed =
      isOptionOf(name, command) && value !== undefined && value !== false ? neededBy(name, command) : undefined
    if (needed !== undefined && read(needed).value === undefined)
      throw new UsageError(
        `--${name} does nothing without --${needed}; add --${needed} ${specOf(needed).placeholder}, or remove --${name}`,
      )
  }
  return {
    documents,
    port: toInteger(read('port'), 0, 65_535),
    host: toText(read('host')) ?? '',
    tls: readTls(read),
    fixtures: toText(read('fixtures')),
    scenarios: toText(read('scenarios')),
    scenario: toList(read('scenario')),
    basePath: toPath(read('base-path')),
    keys: toList(read('key')),
    anyKey: toBoolean(read('any-key')),
    delay: toDelay(read('delay')),
    autoApprove: toBoolean(read('auto-approve')),
    data: toText(read('data')),
    store: toText(read('store')),
    generate: toCount(read('generate'), 100_000),
    ...(command === 'mock'
      ? readBodySeed(read('seed'))
      : { seed: toInteger(read('seed'), 0, Number.MAX_SAFE_INTEGER) }),
    dynamic: toBoolean(read('dynamic')),
    stateless: command === 'mock',
    ignoreExamples: toBoolean(read('ignore-examples')),
    fillProperties: toBoolean(read('fill-properties')),
    errors: toBoolean(read('errors')),
    upstream: toAddresses(read('upstream')),
    mock: toList(read('mock')),
    record: toText(read('record')),
    keepPersonalData: toBoolean(read('keep-personal-data')),
    upstreamTimeout: toDuration(read('upstream-timeout')),
    upstreamCa: toText(read('upstream-ca')),
    insecureUpstream: toBoolean(read('insecure-upstream')),
    cors: toBoolean(read('cors')),
    maxBody: toSize(read('max-body')),
    headersTimeout: toDuration(read('headers-timeout')),
    requestTimeout: toDuration(read('request-timeout')),
    idleTimeout: toDuration(read('idle-timeout')),
    sendTimeout: toDuration(read('send-timeout')),
    maxHeaders: toHeaderSize(read('max-headers')),
    maxConnections: toInteger(read('max-connections'), 1, 1_000_000),
    webhooks: toAddresses(read('webhook')),
    webhookSecret: toText(read('webhook-secret')),
    allowWebhookHosts: toList(read('allow-webhook-host')),
    watch: toBoolean(read('watch')),
    adminToken: toText(read('admin-token')),
    allowedHosts: toList(read('allowed-hosts')),
    controlOrigins: toList(read('control-origin')),
    journal: toInteger(read('journal'), 0, 1_000_000),
    rewind: toBoolean(read('rewind')),
    journalSize: toSize(read('journal-size')),
    maxSandboxes: toInteger(read('max-sandboxes'), 1, 1_000_000),
    maxRecords: toInteger(read('max-records'), 1, 100_000_000),
    maxMemory: toOptionalSize(read('max-memory')),
    maxKeys: toInteger(read('max-keys'), 1, 1_000_000),
    maxSnapshots: toInteger(read('max-snapshots'), 1, 1_000_000),
    sandbox: toText(read('sandbox')) ?? '',
    url: toOptionalAddress(read('url')),
    ready: toBoolean(read('ready')),
    wait: toOptionalDuration(read('wait')) ?? 0,
    to: toText(read('to')),
    out: toText(read('out')),
    check: toBoolean(read('check')),
    format: toChoice(read('format'), optionTable.format.choices),
    explain: toBoolean(read('explain')),
    report: toFiles(read('report')),
    minCoverage: toPercent(read('min-coverage')),
    failOn: toKinds(read('fail-on')),
    log: toChoice(read('log'), optionTable.log.choices),
  }
}

/** The option without which this one does nothing. Only `exec` can lack an upstream: `proxy` has one, and `mock` none. */
const neededBy = (name: OptionName, command: CommandName | undefined): OptionName | undefined => {
  const { needs } = specOf(name)
  return needs === 'upstream' && command !== 'exec' ? undefined : needs
}

/** Without a certificate, it is the one for localhost. */
const readTls = (read: (name: OptionName) => Given): TlsFiles | undefined => {
  const cert = toText(read('tls-cert'))
  const key = toText(read('tls-key'))
  const ca = toText(read('tls-ca'))
  if (!toBoolean(read('tls')) && cert === undefined && key === undefined) {
    if (ca !== undefined) throw new UsageError(`${read('tls-ca').label} needs --tls, or --tls-cert and --tls-key`)
    return undefined
  }
  return {
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(ca === undefined ? {} : { ca }),
  }
}

/** As in Prism, any text can be a seed, and there need not be one. */
const readBodySeed = (given: Given): Pick<ServeOptions, 'seed' | 'bodySeed'> => {
  if (given.value === optionTable.seed.default) return { seed: optionTable.seed.default }
  const bodySeed = toText(given) ?? ''
  return { seed: hashText(bodySeed), bodySeed }
}

/** Kubernetes sets STANDIN_PORT=tcp://10.0.0.1:4010 for a service named standin; such a value is ignored. */
const fromEnvironment = (name: OptionName, environment: Environment): string | undefined => {
  const value = environment[variableOf(name)]
  return value === undefined || value === '' || /^(?:tcp|udp|sctp):\/\/[\d.[\]:a-f]+:\d+$/i.test(value)
    ? undefined
    : value
}
