/**
 * What --help says about each command. The options of a command are in src/options.
 */
import type { CommandName } from '../options/option-table.ts'
import type { Defaults } from '../options/resolve-options.ts'

export interface CommandSpec {
  /** The arguments after the name. */
  readonly usage: string
  /** One line for the list of commands. */
  readonly summary: string
  /** For the command's own help. */
  readonly description: string
  readonly examples: readonly (readonly [commandLine: string, meaning: string])[]
  /** Defaults that override those of the option table. */
  readonly defaults?: Defaults
}

export const documentsHelp =
  'Documents are OpenAPI files, folders of them, or addresses (https://…). Default: the documents in ./spec, otherwise ./openapi.yaml or ./swagger.json, otherwise a built-in example.'

export const commandTable: Readonly<Record<CommandName, CommandSpec>> = {
  serve: {
    usage: '[documents…]',
    summary: 'start a mock server for the documents (the default command)',
    description: `Starts a stateful mock server. ${documentsHelp} Ctrl-C stops it.`,
    examples: [
      ['standin', 'serve ./spec or ./openapi.yaml, or the built-in example, at http://127.0.0.1:4010'],
      ['standin openapi.yaml --port 0', 'serve a document on any free port'],
      ['standin openapi.yaml --generate 20 --watch', 'start with 20 records of each resource, reload changed files'],
      ['standin openapi.yaml --data standin-data', 'keep the records when the server is restarted'],
      ['standin -h 0.0.0.0 --admin-token open-sesame', 'serve all network interfaces'],
    ],
  },
  mock: {
    usage: '[documents…]',
    summary: 'respond from examples and schemas, as prism mock does',
    description: `Starts a stateless mock server in place of prism mock: the same flags, the same responses from examples and schemas, at the root path. Any credential is accepted. ${documentsHelp}`,
    examples: [
      ['standin mock openapi.yaml -p 4010 -h 0.0.0.0', 'replace prism mock openapi.yaml -p 4010 -h 0.0.0.0'],
      ['standin mock -d --seed 7 openapi.yaml', 'generate the bodies from schemas, the same each time'],
      ['standin mock --errors openapi.yaml', 'respond with 500 if an example does not match its schema'],
    ],
    defaults: { 'base-path': '/', 'max-body': '10mb', watch: true },
  },
  proxy: {
    usage: '[documents…] --upstream URL',
    summary: 'forward requests to the real service, report what breaks the contract',
    description: `Forwards requests to the real service. Requests and responses are validated against the documents, and sent on unchanged. What breaks the contract is in the header Sandbox-Notice, the journal and the log. ${documentsHelp}`,
    examples: [
      ['standin proxy openapi.yaml --upstream https://api.example.com', 'report what breaks the contract'],
      ['standin proxy openapi.yaml --upstream https://api.example.com --errors', 'respond with an error instead'],
      [
        'standin proxy openapi.yaml --upstream https://api.example.com --mock createPet',
        'answer one operation from the sandbox',
      ],
      [
        'standin proxy shop.yaml users.yaml --upstream shop=http://127.0.0.1:8081 --upstream users=http://127.0.0.1:8082',
        'two services',
      ],
    ],
  },
  exec: {
    usage: '[documents…] -- command…',
    summary: 'run a command against the mock server, report coverage',
    description:
      'Serves the documents on a free port while a command runs. The command gets the addresses and a key in STANDIN_URL, STANDIN_KEY and a variable for each document. At its end, coverage and issues are printed. Options of Standin come before the two dashes. The exit code is that of the command if it is not 0.',
    examples: [
      ['standin exec -- npm test', 'run tests that read the address from STANDIN_URL'],
      ['standin exec --fail-on invalid -- npm test', 'the same, and fail if a request was invalid'],
      ['standin exec --upstream http://127.0.0.1:8080 --fail-on invalid-response -- npm test', 'check a real service'],
      ['standin exec --report out/junit.xml --min-coverage 80 -- npm test', 'write a report, fail below 80 %'],
    ],
    defaults: { port: 0, log: 'silent' },
  },
  check: {
    usage: '[documents…]',
    summary: 'validate documents, overlays, fixtures and scenarios',
    description: `Validates documents, overlays, fixtures and scenarios together and lists all findings. Exits with 1 if there are any. ${documentsHelp}`,
    examples: [
      ['standin check', 'check the files in ./spec, ./fixtures and ./scenarios'],
      ['standin check openapi.yaml --explain', 'show what was inferred for each operation, and why'],
      ['standin check --format github', 'write annotations of GitHub Actions'],
    ],
  },
  init: {
    usage: 'documents…',
    summary: 'create fixtures, scenarios and an overlay to start from',
    description:
      'Sets up the current folder for the documents: it copies them to ./spec and writes fixtures, scenarios and an overlay. No file is overwritten.',
    examples: [['standin init openapi.yaml --generate 5', 'write five records for each resource']],
  },
  report: {
    usage: 'reports…',
    summary: 'merge coverage reports, show what is missing',
    description:
      'Merges JSON reports of several runs, prints the result, and writes it to the files of --report. The reports are written by standin exec --report FILE.json.',
    examples: [
      ['standin report shard-1.json shard-2.json', 'print the coverage of both runs'],
      ['standin report out/*.json --report coverage.html --min-coverage 80', 'write a page, fail below 80 %'],
    ],
  },
  save: {
    usage: 'folder',
    summary: 'write the records of a running server to a fixture set',
    description: 'Writes a sandbox of a running server to a folder, as a fixture set to start from.',
    examples: [
      ['standin save fixtures/checkout', 'write what the running server has now to a fixture set'],
      [
        'standin save fixtures/checkout --sandbox checkout --url http://127.0.0.1:4020',
        'save another sandbox or server',
      ],
    ],
  },
  repair: {
    usage: 'folder',
    summary: 'restore what can be read of a damaged --data folder',
    description:
      'Writes what can be read of a damaged --data folder to a new folder, and lists what is lost. The damaged folder is not changed.',
    examples: [['standin repair standin-data --to restored', 'write what can be read to the folder restored']],
  },
  health: {
    usage: '',
    summary: 'check whether a running server responds',
    description:
      'Checks whether the server at --url responds. Without --url, the servers of this user that run on this machine are found, whatever their port (on Linux; elsewhere http://127.0.0.1:4010). Exits with 0 if all of them respond, otherwise with 1. The health check of the Docker image runs it.',
    examples: [
      ['standin health', 'check the servers that run'],
      ['standin health --ready --wait 30s', 'wait until they are ready, at most 30 seconds'],
      ['standin health --url http://127.0.0.1:4020', 'check one server'],
    ],
  },
  mcp: {
    usage: '[documents…]',
    summary: 'let AI tools control a mock server, over the Model Context Protocol',
    description: `Serves the control API to one client of the Model Context Protocol, over standard input and output. Starts a mock server on a free port, or uses a running one with --url. Needs the package @modelcontextprotocol/sdk. ${documentsHelp}`,
    examples: [
      ['standin mcp openapi.yaml', 'start a server for the document, and end it with the client'],
      ['standin mcp --url http://127.0.0.1:4010', 'control a server that is running already'],
      ['npx -y -p standin -p @modelcontextprotocol/sdk standin mcp', 'without installing anything before'],
    ],
    defaults: { port: 0, log: 'silent' },
  },
  types: {
    usage: '[documents…]',
    summary: 'write TypeScript types for tests',
    description: `Writes TypeScript types for tests: records, the bodies of operations, and the names of scenarios. Once the file is in the project, sandbox.records(name) has the type of that resource, and a wrong name is a type error. ${documentsHelp}`,
    examples: [
      ['standin types --out standin.d.ts', 'write the types of what standin serves in this folder'],
      ['standin types openapi.yaml', 'print the types of a document'],
      ['standin types --out standin.d.ts --check', 'exit with 1 if the file is out of date, in CI'],
    ],
  },
}
