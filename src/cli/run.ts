/**
 * The command line: commands, help, and the exit codes. 0: well; 1: the port is taken, or the check found something; 2:
 * wrong usage; 3: files that do not load.
 */
import yargs from 'yargs'
import { formatFinding, ListenError, LoadError, UsageError } from '../errors.ts'
import { optionEntries, resolveOptions } from '../options.ts'
import { readVersion } from '../version.ts'
import type { Process } from './process.ts'

export const exitCodes = { well: 0, failed: 1, usage: 2, load: 3 } as const

/** Runs a command and resolves with the exit code. */
export const run = async (process: Process): Promise<number> => {
  try {
    return await runCommand(process)
  } catch (error) {
    return report(error, process)
  }
}

const runCommand = async (process: Process): Promise<number> => {
  const parser = createParser()
  const argv = await parser.parse([...process.args])
  if (argv.help === true) {
    process.stdout.write(`${await parser.getHelp()}\n`)
    return exitCodes.well
  }
  if (argv.version === true) {
    process.stdout.write(`${readVersion()}\n`)
    return exitCodes.well
  }
  const [first, ...rest] = argv._.map(String)
  const isCommand = first === 'serve' || first === 'check'
  const documents = first === undefined || isCommand ? rest : [first, ...rest]
  const { _, $0, help, version, ...values } = argv
  const given = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined && !isTwin(name, values)),
  )
  const options = resolveOptions({ documents, values: given }, process.environment)
  if (first === 'check') {
    const { check } = await import('./check.ts')
    return check({ ...options, active: options.scenario, folder: '.', now: Date.now }, options.format, process)
  }
  const { serve } = await import('./serve.ts')
  return serve(options, process)
}

/** yargs gives each option under its alias too. */
const isTwin = (name: string, values: Readonly<Record<string, unknown>>): boolean =>
  optionEntries.some(([option, { alias }]) => alias === name && Object.hasOwn(values, option))

const createParser = () => {
  const parser = yargs([])
    .scriptName('standin')
    .usage(
      [
        'standin [serve] [documents…]   serves them',
        'standin check [documents…]     finds what is wrong in them, their overlays, fixtures and scenarios',
        '',
        'Documents are files of OpenAPI, or folders of them. Without any: those in ./spec, else the Animal Store that ships.',
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
      'Each option has an environment variable: --any-key is STANDIN_ANY_KEY. Exit codes: 0 well; 1 the port is taken, or the check found something; 2 wrong usage; 3 files that do not load.',
    )
    .example('standin', 'the Animal Store on http://127.0.0.1:4010')
    .example('standin openapi.yaml --port 0', 'your own document, on any free port')
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
  return parser
    .option('help', { type: 'boolean', describe: 'Show this' })
    .option('version', { type: 'boolean', describe: 'Show the version' })
    .fail((message, error) => {
      // Its own complaints come as YError; they are about usage, like those without an error.
      if (error && error.name !== 'YError') throw error
      throw new UsageError(`${message ?? error.message} (standin --help lists the options)`)
    })
}

const report = (error: unknown, { stderr }: Process): number => {
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
    for (const finding of error.findings) say(formatFinding(finding))
    say(
      `standin: ${error.findings.length === 1 ? 'one finding' : `${error.findings.length} findings`}; nothing is served until the files load`,
    )
    return exitCodes.load
  }
  say(
    `standin: this is a defect of ours: ${error instanceof Error ? error.message : String(error)}; please report it with the command you ran`,
  )
  return exitCodes.failed
}
