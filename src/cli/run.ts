/**
 * The command line: commands, help, and the exit codes. 0: well; 1: the port is taken, the check found something, or a
 * gate failed; 2: wrong usage; 3: files that do not load; of exec, the command's own.
 */
import { access } from 'node:fs/promises'
import yargs from 'yargs'
import { nearestOf } from '../contract/values/nearest.ts'
import { describeBug, ListenError, LoadError, UsageError } from '../errors.ts'
import { type Defaults, optionEntries, resolveOptions } from '../options.ts'
import { readVersion } from '../version.ts'
import { exitCodes } from './exit-codes.ts'
import { prismFlags, takePrismFlags } from './prism-flags.ts'
import type { Process } from './process.ts'
import { sayFindings } from './say-findings.ts'

/** Runs a command and resolves with the exit code. */
export const run = async (process: Process): Promise<number> => {
  try {
    return await runCommand(process)
  } catch (error) {
    return tellError(error, process)
  }
}

const runCommand = async (process: Process): Promise<number> => {
  const parser = createParser()
  const { args, command: behind } = splitCommand(process.args)
  checkFlags(args)
  const argv = await parser.parse([...args])
  if (argv.help === true) {
    process.stdout.write(`${await parser.getHelp()}\n`)
    return exitCodes.well
  }
  if (argv.version === true) {
    process.stdout.write(`${readVersion()}\n`)
    return exitCodes.well
  }
  const { command, documents, defaults } = await readPositionals(argv._.map(String))
  const { _, $0, help, version, ...values } = argv
  const { values: given, notes } = takePrismFlags(
    Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== undefined && !isTwin(name, values))),
  )
  for (const note of notes) process.stderr.write(`standin: ${note}\n`)
  if (command === 'exec') {
    const { exec, execDefaults } = await import('./exec.ts')
    return exec(resolveOptions({ documents, values: given }, process.environment, execDefaults), behind, process)
  }
  const options = resolveOptions({ documents, values: given }, process.environment, defaults)
  if (command === 'check') {
    const { check } = await import('./check.ts')
    return check({ ...options, active: options.scenario, folder: '.', now: Date.now }, options, process)
  }
  if (command === 'init') {
    const { init } = await import('./init.ts')
    return init(options, process)
  }
  if (command === 'report') {
    const { report } = await import('./report.ts')
    return report({ ...options, files: documents }, process)
  }
  const { serve } = await import('./serve.ts')
  return serve(options, process)
}

const commands = ['serve', 'exec', 'check', 'init', 'report'] as const
type Command = (typeof commands)[number]

/** The command, serve where none is named, and the documents. Throws UsageError for what can be neither. */
const readPositionals = async (
  positionals: readonly string[],
): Promise<{ readonly command: Command; readonly documents: readonly string[]; readonly defaults?: Defaults }> => {
  const [first, ...rest] = positionals
  // As Prism is started, which knows nothing of base paths.
  if (first === 'mock' && !(await exists(first)))
    return { ...(await readPositionals(['serve', ...rest])), defaults: { 'base-path': '/' } }
  const command = commands.find((name) => name === first)
  const documents = command ? rest : positionals
  const remote = documents.find((name) => /^[a-z][a-z\d+.-]*:\/\//i.test(name))
  if (remote !== undefined)
    throw new UsageError(`${remote}: remote documents are not fetched; download it and name the file`)
  if (first !== undefined && !command && !/[./\\]/.test(first) && !(await exists(first)))
    throw new UsageError(describeUnknownCommand(first))
  return { command: command ?? 'serve', documents }
}

const describeUnknownCommand = (name: string): string => {
  const nearest = nearestOf(name, commands)
  const known = nearest === undefined ? `the commands are ${commands.join(', ')}` : `did you mean ${nearest}?`
  return `${JSON.stringify(name)} is no command, and no file or folder of that name is here; ${known} (documents can be given without a command)`
}

const exists = async (name: string): Promise<boolean> => {
  try {
    await access(name)
    return true
  } catch {
    return false
  }
}

/** What stands behind two dashes of `standin exec` is another command, whose options are none of ours. Throws UsageError. */
const splitCommand = (
  args: readonly string[],
): { readonly args: readonly string[]; readonly command: readonly string[] } => {
  const dashes = args.indexOf('--')
  if (dashes === -1 && args[0] === 'exec') checkDashes(args.slice(1))
  if (dashes === -1 || !args.slice(0, dashes).includes('exec')) return { args, command: [] }
  return { args: args.slice(0, dashes), command: args.slice(dashes + 1) }
}

/** Without dashes the options of the command would be taken for ours. */
const checkDashes = (given: readonly string[]): void => {
  if (given.includes('--help') || given.includes('--version')) return
  const [first = '-'] = given
  const meant = first.startsWith('-') ? 'standin exec [options] -- npm test' : `standin exec -- ${given.join(' ')}`
  throw new UsageError(`standin exec needs two dashes before its command: ${meant}`)
}

/** yargs takes any value of a flag but true for false: --any-key=maybe. */
const checkFlags = (args: readonly string[]): void => {
  for (const [name, { type }] of optionEntries) {
    const given = type === 'boolean' ? args.find((arg) => arg.startsWith(`--${name}=`)) : undefined
    const value = given?.slice(name.length + 3)
    if (value !== undefined && value !== 'true' && value !== 'false')
      throw new UsageError(`--${name} must be true or false, got ${JSON.stringify(value)}`)
  }
}

/** yargs gives each option under its alias too. */
const isTwin = (name: string, values: Readonly<Record<string, unknown>>): boolean =>
  optionEntries.some(([option, { alias }]) => alias === name && Object.hasOwn(values, option))

const createParser = () => {
  const parser = yargs([])
    // What is written here is English, so the rest of the help is, too.
    .locale('en')
    .scriptName('standin')
    .usage(
      [
        'standin [serve] [documents…]   serves them',
        'standin exec -- command…       runs a command against them, and shows what of them it exercised',
        'standin check [documents…]     finds what is wrong in them, their overlays, fixtures and scenarios',
        'standin init documents…        writes fixtures, scenarios and an overlay to start from',
        'standin report reports…        merges coverage reports and shows what is missing',
        '',
        'Documents are files of OpenAPI, or folders of them. Without any: those in ./spec, else those that ship.',
      ].join('\n'),
    )
    .parserConfiguration({
      'camel-case-expansion': false,
      'boolean-negation': true,
      'parse-positional-numbers': false,
      'parse-numbers': false,
      'duplicate-arguments-array': true,
    })
    .exitProcess(false)
    .help(false)
    .version(false)
    .epilogue(
      'Each option has an environment variable: --any-key is STANDIN_ANY_KEY. Exit codes: 0 well; 1 the port is taken, the check found something, or a gate (--fail-on, --min-coverage) failed; 2 wrong usage; 3 files that do not load. exec gives the exit code of its command where that is not 0.',
    )
    .example('standin', 'what is in ./spec, else what ships, on http://127.0.0.1:4010')
    .example('standin openapi.yaml --port 0', 'your own document, on any free port')
    .example('standin exec -- npm test', 'tests that find its address in STANDIN_URL')
    .example('standin exec --fail-on invalid -- npm test', 'the same, failing where a request was invalid')
    .wrap(100)
  for (const [name, spec] of optionEntries) {
    const { alias, choices, description } = spec
    parser.option(name, {
      ...(alias === undefined ? {} : { alias }),
      type: spec.type === 'boolean' ? 'boolean' : 'string',
      ...(spec.type === 'boolean' ? {} : { requiresArg: true }),
      describe: `${description}${choices === undefined ? '' : `: ${choices.join(', ')}`}`,
      defaultDescription: spec.default === undefined || spec.default === false ? undefined : String(spec.default),
    })
  }
  for (const [name, { type, alias }] of Object.entries(prismFlags))
    parser.option(name, { ...(alias === undefined ? {} : { alias }), type, hidden: true })
  return parser
    .option('help', { type: 'boolean', describe: 'Show this' })
    .option('version', { type: 'boolean', describe: 'Show the version' })
    .fail((message, error) => {
      // Its own complaints come as YError; they are about usage, like those without an error.
      if (error && error.name !== 'YError') throw error
      throw new UsageError(`${message ?? error.message} (standin --help lists the options)`)
    })
}

const tellError = (error: unknown, { stderr }: Process): number => {
  const say = (text: string) => stderr.write(`${text}\n`)
  if (error instanceof UsageError) {
    say(`standin: ${error.message}`)
    return exitCodes.usage
  }
  if (error instanceof ListenError) {
    say(`standin: ${error.message}`)
    return exitCodes.failed
  }
  if (error instanceof LoadError) {
    sayFindings(error.findings, 'nothing is done until the files load', stderr)
    return exitCodes.load
  }
  say(`standin: ${describeBug(error)}`)
  return exitCodes.failed
}
