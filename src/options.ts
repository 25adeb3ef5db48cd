/**
 * The one table of options. The command line, the environment, --help, docs/options.md and the programmatic options all
 * come from it.
 */
import { nearestOf } from './contract/values/nearest.ts'
import { type IssueKind, issueKinds, UsageError } from './errors.ts'

interface OptionSpec {
  readonly type: 'string' | 'number' | 'boolean' | 'list'
  readonly alias?: string
  readonly default?: string | number | boolean
  readonly choices?: readonly string[]
  /** What stands for the value in --help. */
  readonly value?: string
  readonly description: string
}

/** Options of `standin serve`, in the order of --help. */
export const optionTable = {
  port: {
    type: 'number',
    alias: 'p',
    default: 4010,
    value: 'PORT',
    description: 'Port to listen on; 0 takes any free one, as exec does by default',
  },
  host: {
    type: 'string',
    alias: 'h',
    default: '127.0.0.1',
    value: 'HOST',
    description: 'Address to listen on; 0.0.0.0 for all of this machine',
  },
  fixtures: {
    type: 'string',
    value: 'SET',
    description: 'Fixture set to start with: its name or a folder (default: the set named default)',
  },
  scenarios: {
    type: 'string',
    value: 'DIR',
    description: 'Folder of scenarios that add to those that ship (default: ./scenarios)',
  },
  scenario: { type: 'list', value: 'NAME', description: 'Scenario that is on for every request; can be given again' },
  'base-path': {
    type: 'string',
    value: 'PATH',
    description: 'Path that all documents are served at, / for the root (default: the paths of their servers)',
  },
  key: {
    type: 'list',
    value: 'KEY',
    description: 'API key that is good besides those of the fixtures; can be given again',
  },
  'any-key': { type: 'boolean', default: false, description: 'Take any well-formed API key' },
  generate: {
    type: 'number',
    default: 0,
    value: 'N',
    description: 'Records to make up for each resource that has no fixtures (init: 10 unless given)',
  },
  seed: { type: 'number', default: 1, value: 'N', description: 'Seed of all that is made up: ids, generated bodies' },
  dynamic: {
    type: 'boolean',
    alias: 'd',
    default: false,
    description: 'Make up bodies that have no state, also where the document has examples of them',
  },
  cors: {
    type: 'boolean',
    default: true,
    description: 'Let pages of any origin read the responses; --no-cors does not',
  },
  'max-body': { type: 'string', default: '1mb', value: 'SIZE', description: 'Largest request body, as 500kb or 2mb' },
  watch: {
    type: 'boolean',
    default: false,
    description: 'Take up documents, overlays, fixtures and scenarios when they change',
  },
  'admin-token': {
    type: 'string',
    value: 'TOKEN',
    description: 'Token that the control API asks for (default: none on a loopback address, else one made up)',
  },
  'allowed-hosts': {
    type: 'list',
    value: 'NAME',
    description: 'Host name, beside the loopback ones, under which the control API may be called',
  },
  'control-origin': {
    type: 'list',
    value: 'ORIGIN',
    description: 'Origin of another site whose pages may use the control API; can be given again',
  },
  journal: {
    type: 'number',
    default: 1_000,
    value: 'N',
    description: 'Exchanges that the journal of each sandbox keeps',
  },
  'max-sandboxes': { type: 'number', default: 10_000, value: 'N', description: 'Sandboxes that there may be' },
  format: {
    type: 'string',
    default: 'pretty',
    choices: ['pretty', 'json', 'github'],
    description: 'For check: how findings are shown',
  },
  explain: {
    type: 'boolean',
    default: false,
    description: 'For check: show what was inferred of each operation, and why',
  },
  report: {
    type: 'list',
    value: 'FILE',
    description:
      'For exec and report: file to write coverage to, its kind by its ending: .json, .xml (JUnit), .md, .html; can be given again',
  },
  'min-coverage': {
    type: 'number',
    value: 'N',
    description:
      'For exec and report: exit with 1 below so many per cent of the documented pairs of operation and status',
  },
  'fail-on': {
    type: 'list',
    value: 'KIND',
    description: 'For exec: exit with 1 where a request was unmatched, invalid or deprecated; several with commas',
  },
  log: {
    type: 'string',
    default: 'pretty',
    choices: ['pretty', 'json', 'silent'],
    description: 'Request log on stdout; of exec on stderr, and silent unless asked for',
  },
} as const satisfies Record<string, OptionSpec>

export type OptionName = keyof typeof optionTable

export const optionEntries: readonly (readonly [OptionName, OptionSpec])[] = Object.entries(optionTable) as [
  OptionName,
  OptionSpec,
][]

/** The environment variable of an option: any-key is STANDIN_ANY_KEY. */
export const variableOf = (name: OptionName): string => `STANDIN_${name.toUpperCase().replaceAll('-', '_')}`

export interface ServeOptions {
  readonly documents: readonly string[]
  readonly port: number
  readonly host: string
  readonly fixtures: string | undefined
  readonly scenarios: string | undefined
  readonly scenario: readonly string[]
  readonly basePath: string | undefined
  readonly keys: readonly string[]
  readonly anyKey: boolean
  /** Records for each resource without fixtures. */
  readonly generate: number
  readonly seed: number
  readonly dynamic: boolean
  readonly cors: boolean
  /** Bytes. */
  readonly maxBody: number
  readonly watch: boolean
  readonly adminToken: string | undefined
  readonly allowedHosts: readonly string[]
  readonly controlOrigins: readonly string[]
  readonly journal: number
  readonly maxSandboxes: number
  readonly format: 'pretty' | 'json' | 'github'
  readonly explain: boolean
  /** Files; the ending says the kind. */
  readonly report: readonly string[]
  /** 0 to 100. */
  readonly minCoverage: number | undefined
  readonly failOn: readonly IssueKind[]
  readonly log: 'pretty' | 'json' | 'silent'
}

/** What a command line gave: options by name as yargs leaves them, documents as they stand. */
export interface GivenOptions {
  readonly documents: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Defaults of a command that differ from the table's. */
export type Defaults = Readonly<Partial<Record<OptionName, string | number | boolean>>>

/** Given options, else the environment's, else the defaults. Throws UsageError for an unknown option or a value that does not fit. */
export const resolveOptions = (
  { documents, values }: GivenOptions,
  environment: Environment,
  defaults: Defaults = {},
): ServeOptions => {
  for (const name of Object.keys(values))
    if (!Object.hasOwn(optionTable, name)) throw new UsageError(describeUnknown(name))
  const read = (name: OptionName): Given => {
    if (values[name] !== undefined) return { label: `--${name}`, value: values[name] }
    const value = fromEnvironment(name, environment)
    if (value !== undefined) return { label: variableOf(name), value }
    return { label: `--${name}`, value: defaults[name] ?? (optionTable[name] as OptionSpec).default }
  }
  return {
    documents,
    port: toInteger(read('port'), 0, 65_535),
    host: toText(read('host')) ?? '',
    fixtures: toText(read('fixtures')),
    scenarios: toText(read('scenarios')),
    scenario: toList(read('scenario')).flatMap((names) => names.split(',').map((name) => name.trim())),
    basePath: toPath(read('base-path')),
    keys: toList(read('key')),
    anyKey: toBoolean(read('any-key')),
    generate: toInteger(read('generate'), 0, 100_000),
    seed: toInteger(read('seed'), 0, Number.MAX_SAFE_INTEGER),
    dynamic: toBoolean(read('dynamic')),
    cors: toBoolean(read('cors')),
    maxBody: toSize(read('max-body')),
    watch: toBoolean(read('watch')),
    adminToken: toText(read('admin-token')),
    allowedHosts: toList(read('allowed-hosts')).map((name) => name.toLowerCase()),
    controlOrigins: toList(read('control-origin')).map((origin) => origin.replace(/\/$/, '').toLowerCase()),
    journal: toInteger(read('journal'), 0, 1_000_000),
    maxSandboxes: toInteger(read('max-sandboxes'), 1, 1_000_000),
    format: toChoice(read('format'), optionTable.format.choices),
    explain: toBoolean(read('explain')),
    report: toFiles(read('report')),
    minCoverage: toPercent(read('min-coverage')),
    failOn: toKinds(read('fail-on')),
    log: toChoice(read('log'), optionTable.log.choices),
  }
}

/** A value and what it was given as, for a message: `--port`, or `STANDIN_PORT`. */
interface Given {
  readonly label: string
  readonly value: unknown
}

/** A value like tcp://10.0.0.1:4010 is none of ours: Kubernetes sets STANDIN_PORT for a service of that name. */
const fromEnvironment = (name: OptionName, environment: Environment): string | undefined => {
  const value = environment[variableOf(name)]
  return value === undefined || value === '' || /^[a-z]+:\/\/[\d.[\]:a-f]+:\d+$/i.test(value) ? undefined : value
}

const describeUnknown = (name: string): string => {
  const nearest = nearestOf(name, Object.keys(optionTable))
  return `unknown option --${name}${nearest === undefined ? '' : `; did you mean --${nearest}?`} (standin --help lists them)`
}

const reject = ({ label, value }: Given, expected: string): never => {
  throw new UsageError(`${label} must be ${expected}, got ${JSON.stringify(value)}`)
}

const single = (given: Given): unknown => (Array.isArray(given.value) ? reject(given, 'given once') : given.value)

const toInteger = (given: Given, least: number, most: number): number => {
  const text = String(single(given))
  const number = Number(text)
  return /^\d+$/.test(text) && number >= least && number <= most
    ? number
    : reject(given, `an integer from ${least} to ${most}`)
}

const toText = (given: Given): string | undefined => {
  const value = single(given)
  if (value === undefined) return undefined
  return String(value) === '' ? reject(given, 'a text') : String(value)
}

const toPath = (given: Given): string | undefined => {
  const text = toText(given)
  return text === undefined || /^\/[^?#\s]*$/.test(text) ? text : reject(given, 'a path that begins with a slash')
}

const toList = ({ value }: Given): readonly string[] =>
  value === undefined
    ? []
    : (Array.isArray(value) ? value.map(String) : String(value).split(','))
        .map((item) => item.trim())
        .filter((item) => item !== '')

/** A comma parts files in a variable only; on the command line it belongs to the name. */
const toFiles = (given: Given): readonly string[] => {
  if (!given.label.startsWith('--') || given.value === undefined) return toList(given)
  const files = [given.value].flat().map(String)
  return files.includes('') ? reject(given, 'the name of a file') : files
}

const toKinds = (given: Given): readonly IssueKind[] =>
  toList(given)
    .flatMap((names) => names.split(','))
    .map(
      (name) =>
        issueKinds.find((kind) => kind === name.trim()) ??
        reject(given, `one or more of ${issueKinds.join(', ')}, with commas`),
    )

const toPercent = (given: Given): number | undefined => {
  const value = single(given)
  if (value === undefined) return undefined
  return /^\d+(\.\d+)?$/.test(String(value)) && Number(value) <= 100
    ? Number(value)
    : reject(given, 'a number from 0 to 100')
}

const toBoolean = (given: Given): boolean => {
  const text = String(single(given))
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : reject(given, 'true or false')
}

const toChoice = <Choice extends string>(given: Given, choices: readonly Choice[]): Choice =>
  choices.find((choice) => choice === single(given)) ?? reject(given, `one of ${choices.join(', ')}`)

const units = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 } as const

const toSize = (given: Given): number => {
  const match = /^(\d+)\s*(b|kb|mb|gb)?$/i.exec(String(single(given)))
  const unit = (match?.[2] ?? 'b').toLowerCase() as keyof typeof units
  return match ? Number(match[1]) * units[unit] : reject(given, 'a size like 500kb or 2mb')
}
