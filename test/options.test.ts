/**
 * The table of options: docs/options.md lists all of it; values from the command line and the environment are parsed.
 */
import { describe, expect, it } from 'vitest'
import { UsageError } from '../src/errors.ts'
import { optionEntries, variableOf } from '../src/options/option-table.ts'
import { type Environment, resolveOptions, type ServeOptions } from '../src/options/resolve-options.ts'
import { codesIn, readTable } from './support/markdown.ts'

describe('docs/options.md', () => {
  const rows = readTable('docs/options.md', 'Options')

  it('lists exactly the options, in the order of --help', () =>
    expect(rows.map((row) => codesIn(row.Option)[0])).toEqual(optionEntries.map(([name]) => `--${name}`)))

  for (const [index, [name, spec]] of optionEntries.entries())
    it(`describes --${name} as --help does`, () => {
      const row = rows[index]
      const choices = spec.choices === undefined ? '' : `: ${spec.choices.join(', ')}`
      expect(codesIn(row?.Option)).toEqual([`--${name}`, ...(spec.alias === undefined ? [] : [`-${spec.alias}`])])
      expect(codesIn(row?.Variable)).toEqual([variableOf(name)])
      expect(codesIn(row?.Default)).toEqual(spec.default === undefined ? [] : [String(spec.default)])
      expect(row?.Description).toBe(spec.description + choices)
    })
})

const defaults: ServeOptions = {
  documents: [],
  port: 4010,
  host: '127.0.0.1',
  tls: undefined,
  fixtures: undefined,
  scenarios: undefined,
  scenario: [],
  basePath: undefined,
  keys: [],
  anyKey: false,
  autoApprove: false,
  delay: undefined,
  data: undefined,
  store: undefined,
  generate: undefined,
  seed: 1,
  dynamic: false,
  stateless: false,
  ignoreExamples: false,
  fillProperties: true,
  errors: false,
  upstream: [],
  mock: [],
  record: undefined,
  keepPersonalData: false,
  upstreamTimeout: 60_000,
  upstreamCa: undefined,
  insecureUpstream: false,
  cors: true,
  maxBody: 1024 * 1024,
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  idleTimeout: 65_000,
  sendTimeout: 60_000,
  maxHeaders: 16 * 1024,
  maxConnections: 10_000,
  webhooks: [],
  webhookSecret: undefined,
  allowWebhookHosts: [],
  watch: false,
  adminToken: undefined,
  allowedHosts: [],
  controlOrigins: [],
  journal: 1_000,
  rewind: false,
  journalSize: 64 * 1024 * 1024,
  maxSandboxes: 10_000,
  maxRecords: 1_000_000,
  maxMemory: undefined,
  maxKeys: 1_000,
  maxSnapshots: 1_000,
  sandbox: 'default',
  url: undefined,
  ready: false,
  wait: 0,
  to: undefined,
  out: undefined,
  check: false,
  format: 'pretty',
  explain: false,
  report: [],
  minCoverage: undefined,
  failOn: [],
  log: 'pretty',
}

type Values = Readonly<Record<string, unknown>>

const resolve = (values: Values, environment: Environment = {}): ServeOptions =>
  resolveOptions({ documents: [], values }, environment)

const good: readonly { readonly name: string; readonly values: Values; readonly gives: Partial<ServeOptions> }[] = [
  { name: 'no options: the defaults', values: {}, gives: {} },
  { name: 'a port', values: { port: '8080' }, gives: { port: 8080 } },
  { name: 'a free port', values: { port: '0' }, gives: { port: 0 } },
  { name: 'the highest port', values: { port: '65535' }, gives: { port: 65_535 } },
  { name: 'a host', values: { host: '0.0.0.0' }, gives: { host: '0.0.0.0' } },
  { name: 'a fixture set', values: { fixtures: 'demo' }, gives: { fixtures: 'demo' } },
  { name: 'a folder of scenarios', values: { scenarios: 'mine' }, gives: { scenarios: 'mine' } },
  { name: 'a scenario', values: { scenario: 'flaky' }, gives: { scenario: ['flaky'] } },
  { name: 'several scenarios', values: { scenario: ['flaky', 'slow'] }, gives: { scenario: ['flaky', 'slow'] } },
  { name: 'watch', values: { watch: true }, gives: { watch: true } },
  { name: 'a file of types', values: { out: 'standin.d.ts' }, gives: { out: 'standin.d.ts' } },
  { name: 'a check of it', values: { check: true }, gives: { check: true } },
  { name: 'a token', values: { 'admin-token': 'secret' }, gives: { adminToken: 'secret' } },
  {
    name: 'host names',
    values: { 'allowed-hosts': ['standin', 'pets.test'] },
    gives: { allowedHosts: ['standin', 'pets.test'] },
  },
  { name: 'one sandbox', values: { 'max-sandboxes': '1' }, gives: { maxSandboxes: 1 } },
  { name: 'a sandbox to save', values: { sandbox: 'checkout' }, gives: { sandbox: 'checkout' } },
  { name: 'a server to save from', values: { url: 'https://a.test/x' }, gives: { url: 'https://a.test/x' } },
  { name: 'readiness, waited for', values: { ready: true, wait: '30s' }, gives: { ready: true, wait: 30_000 } },
  { name: 'a folder to repair into', values: { to: 'data-2' }, gives: { to: 'data-2' } },
  { name: 'a format', values: { format: 'github' }, gives: { format: 'github' } },
  { name: 'a report', values: { report: 'all.html' }, gives: { report: ['all.html'] } },
  { name: 'a report with a comma in its name', values: { report: 'a,b.md' }, gives: { report: ['a,b.md'] } },
  { name: 'several reports', values: { report: ['a.xml', 'b.md'] }, gives: { report: ['a.xml', 'b.md'] } },
  { name: 'a minimum coverage', values: { 'min-coverage': '80' }, gives: { minCoverage: 80 } },
  { name: 'a minimum coverage with a fraction', values: { 'min-coverage': '66.6' }, gives: { minCoverage: 66.6 } },
  { name: 'a minimum coverage of 0', values: { 'min-coverage': '0' }, gives: { minCoverage: 0 } },
  { name: 'a minimum coverage of 100', values: { 'min-coverage': '100' }, gives: { minCoverage: 100 } },
  { name: 'a base path', values: { 'base-path': '/v1' }, gives: { basePath: '/v1' } },
  { name: 'the root', values: { 'base-path': '/' }, gives: { basePath: '/' } },
  { name: 'a key', values: { key: 'mine' }, gives: { keys: ['mine'] } },
  { name: 'several keys', values: { key: ['mine', 'yours'] }, gives: { keys: ['mine', 'yours'] } },
  { name: 'keys with a comma', values: { key: 'mine,yours' }, gives: { keys: ['mine', 'yours'] } },
  {
    name: 'keys with a comma, and another one',
    values: { key: ['mine,yours', 'ours'] },
    gives: { keys: ['mine', 'yours', 'ours'] },
  },
  {
    name: 'an address that has commas',
    values: { webhook: 'http://a.test/?ids=1,2' },
    gives: { webhooks: ['http://a.test/?ids=1,2'] },
  },
  {
    name: 'addresses with a comma between them',
    values: { upstream: 'pets=http://a.test/1,2, shop=https://b.test' },
    gives: { upstream: ['pets=http://a.test/1,2', 'shop=https://b.test'] },
  },
  { name: 'any key', values: { 'any-key': true }, gives: { anyKey: true } },
  { name: 'a delay', values: { delay: '300ms' }, gives: { delay: { min: 300, max: 300 } } },
  { name: 'a delay between bounds', values: { delay: '200ms-1s' }, gives: { delay: { min: 200, max: 1_000 } } },
  { name: 'tokens without a page', values: { 'auto-approve': true }, gives: { autoApprove: true } },
  {
    name: 'TLS with files',
    values: { 'tls-cert': 'c.pem', 'tls-key': 'k.pem', 'tls-ca': 'a.pem' },
    gives: { tls: { cert: 'c.pem', key: 'k.pem', ca: 'a.pem' } },
  },
  { name: 'TLS', values: { tls: true }, gives: { tls: {} } },
  { name: 'rewind', values: { rewind: true }, gives: { rewind: true } },
  { name: '--no-any-key', values: { 'any-key': false }, gives: { anyKey: false } },
  { name: 'a seed', values: { seed: '7' }, gives: { seed: 7 } },
  { name: 'the largest seed', values: { seed: '9007199254740991' }, gives: { seed: Number.MAX_SAFE_INTEGER } },
  { name: 'bytes', values: { 'max-body': '512' }, gives: { maxBody: 512 } },
  { name: 'kilobytes', values: { 'max-body': '500kb' }, gives: { maxBody: 500 * 1024 } },
  { name: 'megabytes in capitals', values: { 'max-body': '2 MB' }, gives: { maxBody: 2 * 1024 ** 2 } },
  { name: 'a JSON log', values: { log: 'json' }, gives: { log: 'json' } },
  { name: 'no log', values: { log: 'silent' }, gives: { log: 'silent' } },
]

describe('valid values on the command line', () => {
  for (const { name, values, gives } of good) it(name, () => expect(resolve(values)).toEqual({ ...defaults, ...gives }))

  it('documents are passed through unchanged', () =>
    expect(resolveOptions({ documents: ['a.yaml', 'b.json'], values: {} }, {}).documents).toEqual(['a.yaml', 'b.json']))
})

const bad: readonly { readonly values: Values; readonly says: string }[] = [
  { values: { port: '65536' }, says: '--port must be an integer from 0 to 65535, got "65536"' },
  { values: { port: '-1' }, says: '--port must be an integer from 0 to 65535, got "-1"' },
  { values: { port: '80.5' }, says: '--port must be an integer from 0 to 65535, got "80.5"' },
  { values: { port: '0x50' }, says: '--port must be an integer from 0 to 65535, got "0x50"' },
  { values: { port: '1e3' }, says: '--port must be an integer from 0 to 65535, got "1e3"' },
  { values: { port: '' }, says: '--port must be an integer from 0 to 65535, got ""' },
  { values: { port: 'http' }, says: '--port must be an integer from 0 to 65535, got "http"' },
  { values: { port: ['1', '2'] }, says: '--port must be a single value, got ["1","2"]' },
  { values: { host: '' }, says: '--host must be a non-empty string, got ""' },
  { values: { host: ['a', 'b'] }, says: '--host must be a single value, got ["a","b"]' },
  { values: { fixtures: '' }, says: '--fixtures must be a non-empty string, got ""' },
  { values: { scenarios: '' }, says: '--scenarios must be a non-empty string, got ""' },
  { values: { watch: 'always' }, says: '--watch must be true or false, got "always"' },
  { values: { 'admin-token': ['a', 'b'] }, says: '--admin-token must be a single value, got ["a","b"]' },
  { values: { 'max-sandboxes': '0' }, says: '--max-sandboxes must be an integer from 1 to 1000000, got "0"' },
  { values: { url: 'localhost:4010' }, says: '--url must be an http or https address such as' },
  { values: { url: 'ftp://a.test' }, says: 'got "ftp://a.test"' },
  { values: { url: 'http://' }, says: 'got "http://"' },
  { values: { format: 'xml' }, says: '--format must be one of pretty, json, github, got "xml"' },
  { values: { 'fail-on': '' }, says: '--fail-on must be a non-empty string, got ""' },
  { values: { scenario: ' , ' }, says: '--scenario must be a non-empty string, got " , "' },
  { values: { upstream: '' }, says: '--upstream must be a non-empty string, got ""' },
  { values: { report: '' }, says: '--report must be a file name, got ""' },
  { values: { 'min-coverage': '101' }, says: '--min-coverage must be a number from 0 to 100, got "101"' },
  { values: { 'min-coverage': '100.1' }, says: '--min-coverage must be a number from 0 to 100, got "100.1"' },
  { values: { 'min-coverage': '-1' }, says: '--min-coverage must be a number from 0 to 100, got "-1"' },
  { values: { 'min-coverage': '80%' }, says: '--min-coverage must be a number from 0 to 100, got "80%"' },
  { values: { 'min-coverage': ['1', '2'] }, says: '--min-coverage must be a single value, got ["1","2"]' },
  { values: { 'base-path': 'v1' }, says: '--base-path must be a path that starts with /, got "v1"' },
  { values: { 'base-path': '/v1?a' }, says: '--base-path must be a path that starts with /, got "/v1?a"' },
  { values: { 'any-key': 'perhaps' }, says: '--any-key must be true or false, got "perhaps"' },
  { values: { seed: '-7' }, says: '--seed must be an integer from 0 to 9007199254740991, got "-7"' },
  { values: { seed: '9007199254740993' }, says: '--seed must be an integer from 0 to 9007199254740991' },
  {
    values: { 'headers-timeout': '20' },
    says: '--headers-timeout must be a duration from 1s to 1d, such as 30s or 5m, got "20"',
  },
  {
    values: { delay: '400ms-200ms' },
    says: '--delay must be a duration up to 10m, or two of them, the shorter first, such as 300ms or 200ms-400ms, got "400ms-200ms"',
  },
  { values: { delay: '11m' }, says: '--delay must be a duration up to 10m' },
  { values: { delay: 'slow' }, says: '--delay must be a duration up to 10m' },
  { values: { 'tls-ca': 'a.pem' }, says: '--tls-ca needs --tls, or --tls-cert and --tls-key' },
  { values: { 'max-body': 'much' }, says: '--max-body must be a size such as 500kb or 2mb, got "much"' },
  { values: { 'max-body': '1.5mb' }, says: '--max-body must be a size such as 500kb or 2mb, got "1.5mb"' },
  { values: { 'max-headers': '0' }, says: '--max-headers must be a size of at least 1kb, got "0"' },
  { values: { log: 'loud' }, says: '--log must be one of pretty, json, silent, got "loud"' },
  { values: { log: ['json', 'silent'] }, says: '--log must be a single value, got ["json","silent"]' },
  { values: { prot: '80' }, says: 'unknown option --prot. Did you mean --port?' },
  { values: { fixture: 'demo' }, says: 'unknown option --fixture. Did you mean --fixtures?' },
  { values: { anykey: true }, says: 'unknown option --anykey. Did you mean --any-key?' },
  { values: { zebra: true }, says: 'unknown option --zebra. standin --help lists all options' },
  { values: { constructor: true }, says: 'unknown option --constructor' },
  {
    values: { upstream: 'http://a.test', 'keep-personal-data': true },
    says: '--keep-personal-data does nothing without --record; add --record DIR, or remove --keep-personal-data',
  },
]

describe('an option that needs another one', () => {
  const resolveFor = (
    command: 'exec' | 'mock' | 'proxy',
    values: Values,
    environment: Environment = {},
  ): ServeOptions => resolveOptions({ command, documents: [], values }, environment)

  it.each([
    ['mock', 'createPet'],
    ['record', 'recorded'],
    ['errors', true],
    ['upstream-timeout', '5s'],
    ['upstream-ca', 'ca.pem'],
    ['insecure-upstream', true],
  ])('--%s of exec is rejected without --upstream', (name, value) => {
    const says = `--${name} does nothing without --upstream; add --upstream URL, or remove --${name}`
    expect(() => resolveFor('exec', { [name]: value })).toThrow(says)
    expect(() => resolveFor('exec', { [name]: value, upstream: 'http://a.test' })).not.toThrow()
  })

  it('is accepted if the other one is in the environment', () =>
    expect(resolveFor('exec', { mock: 'createPet' }, { STANDIN_UPSTREAM: 'http://a.test' }).mock).toEqual([
      'createPet',
    ]))

  it('is accepted if it is turned off', () =>
    expect(resolveFor('exec', { 'insecure-upstream': false }).insecureUpstream).toBe(false))

  it('is accepted by proxy, whose last argument can be the address, and by mock, which has none', () => {
    expect(resolveFor('proxy', { errors: true }).errors).toBe(true)
    expect(resolveFor('mock', { errors: true }).errors).toBe(true)
  })
})

describe('invalid values on the command line', () => {
  for (const { values, says } of bad)
    it(says, () => {
      expect(() => resolve(values)).toThrow(UsageError)
      expect(() => resolve(values)).toThrow(says)
    })
})

const inEnvironment: readonly {
  readonly name: string
  readonly environment: Environment
  readonly values?: Values
  readonly gives: Partial<ServeOptions>
}[] = [
  { name: 'a variable sets its option', environment: { STANDIN_PORT: '8080' }, gives: { port: 8080 } },
  {
    name: 'each option has a variable',
    environment: {
      STANDIN_PORT: '0',
      STANDIN_HOST: '::1',
      STANDIN_FIXTURES: 'demo',
      STANDIN_SCENARIOS: 'mine',
      STANDIN_SCENARIO: 'flaky, slow',
      STANDIN_KEY: 'mine',
      STANDIN_ANY_KEY: 'true',
      STANDIN_SEED: '7',
      STANDIN_MAX_BODY: '2kb',
      STANDIN_WATCH: '1',
      STANDIN_ADMIN_TOKEN: 'secret',
      STANDIN_ALLOWED_HOSTS: 'standin,pets.test',
      STANDIN_MAX_SANDBOXES: '5',
      STANDIN_FORMAT: 'json',
      STANDIN_REPORT: 'a.xml, b.md',
      STANDIN_MIN_COVERAGE: '80',
      STANDIN_LOG: 'silent',
    },
    gives: {
      port: 0,
      host: '::1',
      fixtures: 'demo',
      scenarios: 'mine',
      scenario: ['flaky', 'slow'],
      keys: ['mine'],
      anyKey: true,
      seed: 7,
      maxBody: 2048,
      watch: true,
      adminToken: 'secret',
      allowedHosts: ['standin', 'pets.test'],
      maxSandboxes: 5,
      format: 'json',
      report: ['a.xml', 'b.md'],
      minCoverage: 80,
      log: 'silent',
    },
  },
  {
    name: 'the command line overrides it',
    environment: { STANDIN_PORT: '8080' },
    values: { port: '9090' },
    gives: { port: 9090 },
  },
  {
    name: 'the command line overrides it with false',
    environment: { STANDIN_ANY_KEY: '1' },
    values: { 'any-key': false },
    gives: { anyKey: false },
  },
  {
    name: 'several keys in one variable',
    environment: { STANDIN_KEY: 'mine, yours,' },
    gives: { keys: ['mine', 'yours'] },
  },
  { name: '1 is true', environment: { STANDIN_ANY_KEY: '1' }, gives: { anyKey: true } },
  { name: '0 is false', environment: { STANDIN_ANY_KEY: '0' }, gives: { anyKey: false } },
  { name: 'an empty variable is ignored', environment: { STANDIN_PORT: '' }, gives: {} },
  { name: 'an unknown variable is ignored', environment: { STANDIN_PROT: '8080', STANDIN_: 'x' }, gives: {} },
  {
    name: 'the address that exec sets',
    environment: { STANDIN_URL: 'http://127.0.0.1:40123' },
    gives: { url: 'http://127.0.0.1:40123' },
  },
  {
    name: 'the value that Kubernetes injects is ignored',
    environment: { STANDIN_PORT: 'tcp://10.0.0.1:4010' },
    gives: {},
  },
  {
    name: 'the value that Kubernetes injects with IPv6 is ignored',
    environment: { STANDIN_PORT: 'tcp://[fd00::1]:4010' },
    gives: {},
  },
  {
    name: 'the value that Kubernetes injects for UDP is ignored',
    environment: { STANDIN_PORT: 'udp://10.0.0.1:4010' },
    gives: {},
  },
]

describe('environment variables', () => {
  for (const { name, environment, values = {}, gives } of inEnvironment)
    it(name, () => expect(resolve(values, environment)).toEqual({ ...defaults, ...gives }))

  const rejected: readonly { readonly environment: Environment; readonly says: string }[] = [
    { environment: { STANDIN_PORT: 'http' }, says: 'STANDIN_PORT must be an integer' },
    { environment: { STANDIN_ANY_KEY: 'yes' }, says: 'STANDIN_ANY_KEY must be true or false' },
    { environment: { STANDIN_LOG: 'JSON' }, says: 'STANDIN_LOG must be one of' },
  ]
  for (const { environment, says } of rejected)
    it(`invalid: ${says}`, () => expect(() => resolve({}, environment)).toThrow(says))
})
