/**
 * The action's first step: starts `standin exec`, waits until it serves, and hands on its addresses and a key.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { filesIn, readIfExists, waitForFile } from './files.js'
import { annotate, printVerbatim, readInput, readLines, saveState, setOutput, setVariable } from './workflow.js'

const scripts = import.meta.dirname

/** The folder and those above it: a workspace has its packages in the folder of the whole repository. */
const withParents = (folder) => {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...withParents(parent)]
}

/** The script of the command: of the project, otherwise installed beside it. Undefined if npm fails. */
const findCommand = (project, folder) => {
  const script = (parent) => join(parent, 'node_modules/standin/dist/bin.js')
  const own = withParents(project)
    .map(script)
    .find((file) => existsSync(file))
  if (own !== undefined) return own
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const install = ['install', '--no-audit', '--no-fund', readInput('package') || 'standin']
  // Windows has npm as a script, which needs a shell.
  const isWindows = process.platform === 'win32'
  const { status } = spawnSync('npm', install, { cwd: folder, stdio: 'inherit', shell: isWindows })
  return status === 0 ? script(folder) : undefined
}

/** `--fixtures demo` is an option and its value. */
const splitOption = (line) => {
  const [, name, value] = /^(-\S+)\s+(.+)$/.exec(line) ?? []
  return name === undefined ? [line] : [name, value]
}

const argumentsOf = (files, folder) => {
  const gates = ['fail-on', 'min-coverage'].flatMap((name) => (readInput(name) ? [`--${name}`, readInput(name)] : []))
  const reports = ['--report', files.json, '--report', files.markdown]
  const hold = [process.execPath, join(scripts, 'hold.js'), folder]
  return [
    'exec',
    ...readLines('documents'),
    ...readLines('options').flatMap(splitOption),
    ...gates,
    ...reports,
    '--',
    ...hold,
  ]
}

/** Hands on what `standin exec` adds to the environment: STANDIN_URL, STANDIN_KEY and an address for each document. */
const handOn = (variables, files) => {
  const added = Object.entries(variables).filter(([name, value]) => process.env[name] !== value)
  for (const [name, value] of added) setVariable(name, value)
  setOutput('url', variables.STANDIN_URL)
  setOutput('key', variables.STANDIN_KEY ?? '')
  const documents = added.filter(([name]) => name.endsWith('_URL') && name !== 'STANDIN_URL')
  setOutput('documents', JSON.stringify(Object.fromEntries(documents)))
  setOutput('report', files.json)
  console.log(`Standin serves at ${variables.STANDIN_URL}`)
}

const fail = (message, log = '') => {
  if (log !== '') printVerbatim(log)
  annotate('Standin does not start', [message])
  return 1
}

const run = async () => {
  const project = resolve(readInput('working-directory') || '.')
  const folder = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), 'standin-'))
  const files = filesIn(folder)
  const command = findCommand(project, folder)
  if (command === undefined) return fail(`npm cannot install ${readInput('package') || 'standin'}`)
  const log = openSync(files.log, 'w')
  const server = spawn(process.execPath, [join(scripts, 'serve.js'), folder, command, ...argumentsOf(files, folder)], {
    cwd: project,
    detached: true,
    stdio: ['ignore', log, log],
  })
  server.unref()
  saveState('folder', folder)
  const seconds = Number(readInput('timeout')) || 60
  const found = await waitForFile([files.variables, files.exit], seconds * 1_000)
  if (found !== files.variables)
    return fail(found ? 'see the output of this step' : `no start within ${seconds} seconds`, readIfExists(files.log))
  handOn(JSON.parse(readIfExists(files.variables)), files)
  return 0
}

process.exitCode = await run()
