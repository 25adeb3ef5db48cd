/**
 * The one table of options. The command line, environment variables, --help and docs/options.md all come from it.
 */

/** The commands, in the order of --help. */
export const commandNames = [
  'serve',
  'mock',
  'proxy',
  'exec',
  'check',
  'init',
  'report',
  'save',
  'repair',
  'health',
  'mcp',
  'types',
] as const
export type CommandName = (typeof commandNames)[number]

/** The commands that start a server. */
const serving = ['serve', 'mock', 'proxy', 'exec', 'mcp'] as const satisfies readonly CommandName[]
/** Those that can forward requests to a real service. */
const forwarding = ['proxy', 'exec'] as const satisfies readonly CommandName[]
/** Those that serve clients anywhere; `mcp` calls its own server, for which a certificate has no use. */
const secured = ['serve', 'mock', 'proxy', 'exec'] as const satisfies readonly CommandName[]
/** Those that serve records. */
const stateful = ['serve', 'exec', 'mcp'] as const satisfies readonly CommandName[]
/** Those that start a server, and `check`, which loads the same files. */
const loading = [...serving, 'check'] as const satisfies readonly CommandName[]

export interface OptionSpec {
  readonly type: 'string' | 'number' | 'boolean' | 'list'
  /** The commands that take it. Default: those that start a server. */
  readonly commands?: readonly CommandName[]
  /** The option without which it does nothing. */
  readonly needs?: 'upstream' | 'record'
  readonly alias?: string
  /** What --help shows for its value. */
  readonly placeholder?: string
  readonly default?: string | number | boolean
  readonly choices?: readonly string[]
  readonly description: string
}

/** In the order of --help. */
export const optionTable = {
  port: {
    type: 'number',
    placeholder: 'PORT',
    alias: 'p',
    default: 4010,
    description: 'Port to listen on; 0 picks a free port (the default of exec and mcp)',
  },
  host: {
    type: 'string',
    placeholder: 'ADDRESS',
    alias: 'h',
    default: '127.0.0.1',
    description: 'Address to listen on; 0.0.0.0 for all network interfaces',
  },
  tls: {
    type: 'boolean',
    commands: secured,
    default: false,
    description: 'Listen with TLS, for HTTP/2 and HTTP/1.1, with a certificate for localhost that is created once',
  },
  'tls-cert': {
    type: 'string',
    commands: secured,
    placeholder: 'FILE',
    description: 'Listen with TLS, with this certificate (PEM) instead of the one for localhost; needs --tls-key',
  },
  'tls-key': {
    type: 'string',
    commands: secured,
    placeholder: 'FILE',
    description: 'Private key of the certificate of --tls-cert (PEM, without a passphrase)',
  },
  'tls-ca': {
    type: 'string',
    commands: secured,
    placeholder: 'FILE',
    description:
      'Authorities (PEM) that sign client certificates; operations with mutualTLS then require one; needs --tls or --tls-cert',
  },
  fixtures: {
    type: 'string',
    commands: [...stateful, 'proxy', 'check'],
    placeholder: 'NAME',
    description: 'Fixture set to start with: the name of a set, or a folder (default: the set named default)',
  },
  scenarios: {
    type: 'string',
    commands: [...loading, 'types'],
    placeholder: 'DIR',
    description: 'Folder of your scenarios; built-in ones stay available (default: ./scenarios)',
  },
  scenario: {
    type: 'list',
    commands: loading,
    placeholder: 'NAME',
    description: 'Scenario to switch on for all requests; repeatable',
  },
  'base-path': {
    type: 'string',
    commands: loading,
    placeholder: 'PATH',
    description: "Path to serve all documents at, / for the root (default: the path of each document's first server)",
  },
  key: {
    type: 'list',
    commands: [...stateful, 'check'],
    placeholder: 'KEY',
    description: 'API key to accept in addition to those of the fixtures; repeatable',
  },
  'any-key': {
    type: 'boolean',
    commands: ['serve', 'mock', 'exec', 'mcp', 'check'],
    default: false,
    description: 'Accept any syntactically valid API key',
  },
  'auto-approve': {
    type: 'boolean',
    commands: ['serve', 'mock', 'exec', 'mcp'],
    default: false,
    description: 'Issue authorization codes of OAuth at once, without the login page',
  },
  data: {
    type: 'string',
    commands: stateful,
    placeholder: 'DIR',
    description: 'Folder to store sandboxes in, so that they survive a restart (default: in memory only)',
  },
  store: {
    type: 'string',
    commands: stateful,
    placeholder: 'URL',
    description:
      'Redis or Valkey that several servers share: redis://[user:password@]host[:port][/database] (default: none)',
  },
  generate: {
    type: 'number',
    commands: [...stateful, 'proxy', 'check', 'init'],
    placeholder: 'COUNT',
    description:
      'Number of records to generate for each resource without fixtures (default: 3 if no fixture set is served, otherwise 0; of exec: 0; of init: 10)',
  },
  seed: {
    type: 'number',
    commands: [...loading, 'init'],
    placeholder: 'NUMBER',
    default: 1,
    description: 'Seed for generated ids and bodies',
  },
  dynamic: {
    type: 'boolean',
    alias: 'd',
    default: false,
    description: 'Generate the bodies of stateless responses, even if the document has examples',
  },
  delay: {
    type: 'string',
    commands: ['serve', 'mock', 'exec', 'mcp'],
    placeholder: 'TIME',
    description: 'Delay of each response, such as 300ms or 200ms-400ms (default: none)',
  },
  'ignore-examples': {
    type: 'boolean',
    commands: ['mock'],
    default: false,
    description: 'For mock: write bodies from schemas, even if the document has examples',
  },
  'fill-properties': {
    type: 'boolean',
    commands: ['mock'],
    default: true,
    description: 'For mock: add undocumented properties to generated objects whose schema allows them',
  },
  upstream: {
    type: 'list',
    commands: forwarding,
    placeholder: 'URL',
    description:
      'For proxy and exec: address of the real service to forward requests to, or NAME=URL for one document; repeatable',
  },
  errors: {
    type: 'boolean',
    commands: ['mock', ...forwarding],
    needs: 'upstream',
    default: false,
    description:
      'For mock: respond with 500 if the response breaks its contract; with --upstream: also reject invalid requests',
  },
  mock: {
    type: 'list',
    commands: forwarding,
    needs: 'upstream',
    placeholder: 'OPERATIONS',
    description: 'With --upstream: operations that the sandbox answers, such as createPet; comma-separated',
  },
  record: {
    type: 'string',
    commands: forwarding,
    needs: 'upstream',
    placeholder: 'DIR',
    description: 'With --upstream: new folder to record to: fixtures, scenarios and a HAR, without credentials',
  },
  'keep-personal-data': {
    type: 'boolean',
    commands: forwarding,
    needs: 'record',
    default: false,
    description: 'With --record: keep names, addresses and the like instead of replacing them',
  },
  'upstream-timeout': {
    type: 'string',
    commands: forwarding,
    needs: 'upstream',
    placeholder: 'TIME',
    default: '60s',
    description: 'With --upstream: time in which its response must begin',
  },
  'upstream-ca': {
    type: 'string',
    commands: forwarding,
    needs: 'upstream',
    placeholder: 'FILE',
    description: 'With --upstream: certificates of authorities to trust as well, in PEM',
  },
  'insecure-upstream': {
    type: 'boolean',
    commands: forwarding,
    needs: 'upstream',
    default: false,
    description: 'With --upstream: accept any certificate',
  },
  cors: {
    type: 'boolean',
    default: true,
    description: 'Let web pages of any origin read responses (CORS); --no-cors turns it off',
  },
  'max-body': {
    type: 'string',
    placeholder: 'SIZE',
    default: '1mb',
    description: 'Maximum size of a request body, such as 500kb or 2mb',
  },
  'headers-timeout': {
    type: 'string',
    placeholder: 'TIME',
    default: '20s',
    description: 'Time for the request line and the headers of a request to arrive',
  },
  'request-timeout': {
    type: 'string',
    placeholder: 'TIME',
    default: '60s',
    description: 'Time for a whole request to arrive',
  },
  'idle-timeout': {
    type: 'string',
    placeholder: 'TIME',
    default: '65s',
    description: 'Time for which a connection without a request stays open',
  },
  'send-timeout': {
    type: 'string',
    placeholder: 'TIME',
    default: '60s',
    description: 'Time for which a client may read nothing of a response that is being sent',
  },
  'max-headers': {
    type: 'string',
    placeholder: 'SIZE',
    default: '16kb',
    description: 'Maximum size of the request line and the headers of a request',
  },
  'max-connections': {
    type: 'number',
    placeholder: 'N',
    default: 10000,
    description: 'Maximum number of open connections; more are closed at once',
  },
  webhook: {
    type: 'list',
    commands: stateful,
    placeholder: 'URL',
    description: 'URL that receives the webhooks of every sandbox; repeatable',
  },
  'webhook-secret': {
    type: 'string',
    commands: stateful,
    placeholder: 'SECRET',
    description:
      'Secret that signs webhooks: whsec_ and 24 to 64 bytes in base64 (default: one that depends on --seed)',
  },
  'allow-webhook-host': {
    type: 'list',
    commands: stateful,
    placeholder: 'HOST',
    description: 'Host, in addition to this machine, that webhooks and callbacks may be sent to; repeatable',
  },
  watch: {
    type: 'boolean',
    default: false,
    description: 'Reload documents, overlays, fixtures and scenarios when they change',
  },
  'admin-token': {
    type: 'string',
    commands: [...serving, 'save'],
    placeholder: 'TOKEN',
    description: 'Token that the control API requires (default: none on a loopback address, otherwise generated)',
  },
  'allowed-hosts': {
    type: 'list',
    placeholder: 'NAME',
    description: 'Host name, in addition to localhost, under which the control API can be called; repeatable',
  },
  'control-origin': {
    type: 'list',
    placeholder: 'ORIGIN',
    description: 'Origin of a website whose pages may call the control API; repeatable',
  },
  journal: {
    type: 'number',
    placeholder: 'COUNT',
    default: 1_000,
    description: 'Number of exchanges (requests with their responses) to store for each sandbox',
  },
  rewind: {
    type: 'boolean',
    commands: stateful,
    default: false,
    description: 'Let sandboxes in memory be forked and read as they were at any exchange; stored ones always can be',
  },
  'journal-size': {
    type: 'string',
    placeholder: 'SIZE',
    default: '64mb',
    description: 'Maximum size of the journals of all sandboxes together',
  },
  'max-sandboxes': {
    type: 'number',
    placeholder: 'COUNT',
    default: 10_000,
    description: 'Maximum number of sandboxes',
  },
  'max-records': {
    type: 'number',
    placeholder: 'COUNT',
    default: 1_000_000,
    description: 'Maximum number of records in a sandbox',
  },
  'max-memory': {
    type: 'string',
    placeholder: 'SIZE',
    description:
      'Maximum memory of the records of all sandboxes together, without fixtures (default: half of what Node allows the process)',
  },
  'max-keys': {
    type: 'number',
    placeholder: 'COUNT',
    default: 1_000,
    description: 'Maximum number of keys that can be added to a sandbox',
  },
  'max-snapshots': {
    type: 'number',
    placeholder: 'COUNT',
    default: 1_000,
    description: 'Maximum number of snapshots of a sandbox',
  },
  sandbox: {
    type: 'string',
    commands: ['save'],
    placeholder: 'NAME',
    default: 'default',
    description: 'For save: the sandbox to write',
  },
  url: {
    type: 'string',
    commands: ['save', 'health', 'mcp'],
    placeholder: 'URL',
    description:
      'For save, health and mcp: address of the running server (default: of save http://127.0.0.1:4010; of health those that run; mcp starts one)',
  },
  ready: {
    type: 'boolean',
    commands: ['health'],
    default: false,
    description: 'For health: whether it is ready to serve requests, and not only alive',
  },
  wait: {
    type: 'string',
    commands: ['health'],
    placeholder: 'TIME',
    description: 'For health: time to wait until it is, such as 30s (default: none)',
  },
  to: {
    type: 'string',
    commands: ['repair'],
    placeholder: 'DIR',
    description: 'For repair: the folder to write (default: the name of the folder with -repaired)',
  },
  out: {
    type: 'string',
    commands: ['types'],
    placeholder: 'FILE',
    description: 'For types: the file to write, such as standin.d.ts (default: they are printed)',
  },
  check: {
    type: 'boolean',
    commands: ['types'],
    default: false,
    description: 'With --out: write nothing, and exit with 1 if the file is out of date',
  },
  format: {
    type: 'string',
    commands: ['check'],
    placeholder: 'FORMAT',
    default: 'pretty',
    choices: ['pretty', 'json', 'github'],
    description: 'For check: output format',
  },
  explain: {
    type: 'boolean',
    commands: ['check'],
    default: false,
    description: 'For check: show what was inferred for each operation, and why',
  },
  report: {
    type: 'list',
    commands: ['exec', 'report'],
    placeholder: 'FILE',
    description:
      'For exec and report: file to write coverage to, format from the file extension: .json, .xml (JUnit), .md, .html; repeatable',
  },
  'min-coverage': {
    type: 'number',
    commands: ['exec', 'report'],
    placeholder: 'PERCENT',
    description:
      'For exec and report: exit with 1 if fewer than this percentage of the documented operation/status pairs were covered',
  },
  'fail-on': {
    type: 'list',
    commands: ['exec'],
    placeholder: 'KINDS',
    description:
      'For exec: exit with 1 if a request was unmatched, invalid or deprecated, or had an invalid-response; comma-separated',
  },
  log: {
    type: 'string',
    placeholder: 'FORMAT',
    default: 'pretty',
    choices: ['pretty', 'json', 'silent'],
    description: 'Request log on stdout; for exec and mcp on stderr, and silent by default',
  },
} as const satisfies Record<string, OptionSpec>

export type OptionName = keyof typeof optionTable

export const specOf = (name: OptionName): OptionSpec => optionTable[name]

export const isOptionName = (name: string): name is OptionName => Object.hasOwn(optionTable, name)

export const optionEntries: readonly (readonly [OptionName, OptionSpec])[] = Object.keys(optionTable)
  .filter(isOptionName)
  .map((name) => [name, specOf(name)])

/** The environment variable of an option: any-key is STANDIN_ANY_KEY. */
export const variableOf = (name: OptionName): string => `STANDIN_${name.toUpperCase().replaceAll('-', '_')}`

/** The commands that take an option. */
export const commandsOf = (name: OptionName): readonly CommandName[] => specOf(name).commands ?? serving

/** The options that a command takes, in the order of the table. */
export const optionsOf = (command: CommandName): readonly (readonly [OptionName, OptionSpec])[] =>
  optionEntries.filter(([name]) => commandsOf(name).includes(command))

/** Whether a command takes an option. Undefined: any command. */
export const isOptionOf = (name: string, command: CommandName | undefined): name is OptionName =>
  isOptionName(name) && (command === undefined || commandsOf(name).includes(command))
