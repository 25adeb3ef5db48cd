/**
 * Installs the packed package on each supported Node and with each package manager, and tries it: `npm run matrix`. The npm
 * package `node` brings each Node. `--this` tries only this Node with its npm, `--manager 'yarn 4'` only one package manager;
 * `--write` writes the table of docs/platforms.md, after all were tried.
 * Needs the npm registry.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import spawn from 'cross-spawn'
import { smoke, smokeCommand } from './matrix/smoke.ts'
import { managers, nodes, type Trial, trials } from './matrix/trials.ts'
import { readArguments } from './read-arguments.ts'

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/platforms.md')

class TrialError extends Error {
  override readonly name = 'TrialError'
}

/** Milliseconds that any step may take. */
const timeout = 600_000

/** Returns stdout. Throws TrialError, with the end of the output. */
const run = (command: string, args: readonly string[], folder: string, path = process.env.PATH ?? ''): string => {
  const { status, signal, error, stdout, stderr } = spawn.sync(command, [...args], {
    cwd: folder,
    // Settings of the npm that runs this script would be read by other package managers too.
    env: {
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^(?:npm_|STANDIN_|NODE_OPTIONS)/i.test(name)),
      ),
      PATH: path,
      YARN_ENABLE_TELEMETRY: '0',
    },
    encoding: 'utf8',
    timeout,
    maxBuffer: 2 ** 26,
  })
  if (status === 0) return stdout
  const output = `${stdout ?? ''}\n${stderr ?? ''}`.trim().slice(-2_000)
  throw new TrialError(`${command} ${args.join(' ')} ended with ${status ?? signal ?? error?.message}\n${output}`)
}

const pack = (folder: string): string => {
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root)
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  if (name === undefined) throw new TrialError('npm pack wrote no file')
  return join(folder, name)
}

/** The folder of a Node of this version. */
const installNode = (version: string, folder: string): string => {
  const own = join(folder, `node-${version}`)
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'package.json'), '{ "private": true }')
  // Its install script copies the executable.
  run('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], own)
  return join(own, 'node_modules', 'node', 'bin')
}

const tryOne = ({ manager }: Trial, tarball: string, scratch: string, path: string): string => {
  const { files = {}, install, prefix } = managers[manager]
  const folder = mkdtempSync(join(scratch, 'project-'))
  const all = { 'package.json': '{ "private": true, "type": "module" }', 'smoke.js': smoke, ...files }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  const [command = '', ...args] = install
  run(command, [...args, tarball], folder, path)
  const [runner = 'node', ...before] = prefix
  const version = run(runner, [...before, 'smoke.js'], folder, path).trim()
  const [script = '', ...commandArgs] = smokeCommand(manager)
  const output = run(script, commandArgs, folder, path)
  if (!output.includes('200')) throw new TrialError(`standin exec printed ${output}`)
  rmSync(folder, { recursive: true, force: true })
  return version
}

interface Result extends Trial {
  /** The exact version of Node, or why it failed. */
  readonly version: string
  readonly problem?: string
}

const tryAll = (wanted: readonly Trial[], scratch: string): readonly Result[] => {
  const tarball = pack(scratch)
  const folders = new Map<string, string>()
  return wanted.map((trial): Result => {
    const { node, manager } = trial
    try {
      if (node !== 'this' && !folders.has(node)) folders.set(node, installNode(node, scratch))
      const own = node === 'this' ? dirname(process.execPath) : (folders.get(node) ?? '')
      const version = tryOne(trial, tarball, scratch, [own, process.env.PATH].join(delimiter))
      console.log(`Node ${version}, ${manager}: works`)
      return { ...trial, version }
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      console.log(`Node ${node}, ${manager}: FAILED\n${problem}`)
      return { ...trial, version: node, problem }
    }
  })
}

/** The table between the two comments of docs/platforms.md. */
const writeTable = (results: readonly Result[]): void => {
  const names = Object.keys(managers)
  const rows = nodes.map((node) => {
    const own = results.filter((result) => result.node === node)
    const cells = names.map((name) => {
      const result = own.find(({ manager }) => manager === name)
      return result === undefined ? 'not run' : result.problem === undefined ? 'works' : 'fails'
    })
    return `| ${own[0]?.version ?? node} | ${cells.join(' | ')} |`
  })
  const table = [`| Node | ${names.join(' | ')} |`, `|---|${names.map(() => '---|').join('')}`, ...rows].join('\n')
  const text = readFileSync(page, 'utf8')
  writeFileSync(page, text.replace(/(<!-- matrix -->\n)[\s\S]*?(\n<!-- end -->)/, `$1${table}$2`))
}

const { values } = readArguments(import.meta.filename, {
  options: { this: { type: 'boolean' }, write: { type: 'boolean' }, manager: { type: 'string', multiple: true } },
})
const { manager: wanted } = values
const scratch = mkdtempSync(join(tmpdir(), 'standin-matrix-'))
try {
  const chosen = trials.filter(({ manager }) => wanted === undefined || wanted.includes(manager))
  const results = tryAll(values.this ? [{ node: 'this', manager: 'npm 11' }] : chosen, scratch)
  if (values.write && results.length === trials.length) writeTable(results)
  const failed = results.filter(({ problem }) => problem !== undefined).length
  console.log(`${results.length} tried, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
