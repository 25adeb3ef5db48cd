/**
 * Blocks and command lines that cannot run here, each with the reason, and with what is checked instead.
 */
import { existsSync, readFileSync } from 'node:fs'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { resolveOptions } from '../../src/options/resolve-options.ts'
import { projectFolder } from '../support/run-command.ts'
import { argumentsOf } from '../support/shown-command.ts'

interface NotRun {
  readonly line: RegExp
  readonly reason: string
  /** What must hold all the same; the argument is what the expression matched. */
  readonly check?: (match: readonly string[]) => Promise<boolean> | boolean
}

const scripts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(`${projectFolder}package.json`, 'utf8'),
).scripts

/** The command exists, and so do its options. Throws UsageError otherwise. */
export const checkUsage = async (line: string): Promise<boolean> => {
  const args = argumentsOf(line)
  if (args === undefined) return false
  const parsed = await parseArguments(args, 80)
  if (parsed.kind === 'command') resolveOptions(parsed.options, {}, parsed.defaults)
  return true
}

/** Lines of `sh` blocks, the first that matches. */
export const notRunLines: readonly NotRun[] = [
  {
    line: /^npm ci && npm start$/,
    reason: 'installs and starts this repository; test/package.test.ts starts the package',
  },
  { line: /^npm (?:ci|install|i)\b.*/, reason: 'installs from a registry; test/package.test.ts installs the package' },
  { line: /^npm ci && npm test$/, reason: 'is this run' },
  { line: /^npm test$/, reason: 'is the test of an example; test/package.test.ts runs it' },
  { line: /^git clone .*/, reason: 'the repository has no public address yet' },
  {
    line: /^npm run ([\w:-]+).*/,
    reason: 'starts what has its own tests, or takes long',
    check: ([, name = '']) => Object.hasOwn(scripts, name),
  },
  {
    line: /^npx vitest run ([\w/.-]+)$/,
    reason: 'is a part of this run',
    check: ([, path = '']) => existsSync(projectFolder + path),
  },
  {
    line: /^(?:npx )?standin .*--store redis.*/,
    reason: 'needs Redis; test/replicas starts it',
    check: ([line = '']) => checkUsage(line),
  },
  {
    line: /^OTEL_\w+=\S+ (npx standin .*)/,
    reason: 'needs a collector; test/opentelemetry starts one',
    check: ([, line = '']) => checkUsage(line),
  },
  {
    line: /^(?:npx )?standin --tls.*/,
    reason: 'writes a certificate to the home folder, or reads files; test/tls starts it',
    check: ([line = '']) => checkUsage(line),
  },
  { line: /^curl --cacert .*/, reason: 'needs certificates in the home folder; test/tls sends such requests' },
  {
    line: /^(?:STANDIN_\w+=\S+ )?docker .*/,
    reason:
      'needs Docker; test/docker.long.test.ts runs the steps of the image, test/compose.test.ts what compose would start',
  },
  { line: /^kubectl .*/, reason: 'needs a cluster; npm run manifests validates the manifests' },
  {
    line: /^standin --port 0 &$/,
    reason: 'stays in the background of a shell; test/cli/running-servers.test.ts finds such servers',
  },
  {
    line: /^standin health .*/,
    reason: 'finds the server of the line before it; test/cli/running-servers.test.ts',
    check: ([line = '']) => checkUsage(line),
  },
  { line: /^node --experimental-vm-modules .*jest.*/, reason: 'needs Jest, which is not installed here' },
]

/** Whole blocks, by page and first line. */
export const notRunBlocks: Readonly<Record<string, string>> = {
  'docs/architecture.md: src/http/server.ts            listens; Koa runs the middleware of the control API; every exception ends here → 500':
    'a drawing; test/links.test.ts finds its files',
  "docs/ci.md: import { GenericContainer, Wait } from 'testcontainers'": 'needs Docker',
  'docs/ci.md: GenericContainer<?> container = new GenericContainer<>("standin")': 'needs Docker and Java',
  'docs/ci.md: container, err := testcontainers.Run(ctx, "standin",': 'needs Docker and Go',
  'docs/ci.md: from pathlib import Path': 'needs Docker and Python',
  'docs/fixtures.md: spec/desk.yaml                  your document': 'a list of files',
  'docs/proxy.md: Sandbox-Notice: invalid-request;names="query.limit", invalid-response;names="response.body[0].name response.header.X-Total"':
    'depends on a real service; test/proxy sees such headers',
}
