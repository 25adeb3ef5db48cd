/**
 * Parses the command line with yargs: --help, --version, or a command with its documents and options. Option values are
 * validated later, together with environment variables, by src/options.ts.
 */
import { access } from 'node:fs/promises'
import yargs from 'yargs'
import { nearestOf } from '../contract/values/nearest.ts'
import { UsageError } from '../errors.ts'
import { wrapText } from '../init/wrap-text.ts'
import { type Defaults, type GivenOptions, optionEntries } from '../options.ts'
import { prismFlags, translatePrismFlags } from './prism-flags.ts'

const commands = ['serve', 'exec', 'check', 'init', 'report', 'save', 'repair'] as const
export type Command = (typeof commands)[number]

export type ParsedArguments =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'command'
      readonly command: Command
      readonly options: GivenOptions
      /** Defaults of the command that override those of the option table. */
      readonly defaults: Defaults
      /** What follows -- in `standin exec`. */
      readonly childCommand: readonly string[]
      /** Hints to print, such as Prism flags that have no effect. */
      readonly notes: readonly string[]
    }

/** `width`: columns of --help. Throws UsageError. */
export const parseArguments = async (allArgs: readonly string[], width: number): Promise<ParsedArguments> => {
  const parser = createParser(width)
  const { args, childCommand } = splitChildCommand(allArgs)
  checkBooleans(args)
  const { _: positionals, $0: __, help, version, ...rest } = await parser.parse([...args])
  if (help === true) return { kind: 'help', text: `${formatUsage(width)}\n\n${await parser.getHelp()}` }
  if (version === true) return { kind: 'version' }
  const { command, documents, defaults } = await readPositionals(positionals.map(String))
  const given = Object.entries(rest).filter(([name, value]) => value !== undefined && !isAlias(name, rest))
  const { values, notes } = translatePrismFlags(Object.fromEntries(given))
  return { kind: 'command', command, options: { documents, values }, defaults, childCommand, notes }
}

interface Positionals {
  readonly command: Command
  readonly documents: readonly string[]
  readonly defaults: Defaults
}

/** The command (default: serve) and the documents. Throws UsageError for an unknown command. */
const readPositionals = async (positionals: readonly string[]): Promise<Positionals> => {
  const [first, ...rest] = positionals
  // Compatible with `prism mock`, which ignores base paths.
  if (first === 'mock' && !(await exists(first)))
    return { ...(await readPositionals(['serve', ...rest])), defaults: { 'base-path': '/' } }
  const command = commands.find((name) => name === first)
  const documents = command ? rest : positionals
  const remote = documents.find((name) => /^[a-z][a-z\d+.-]*:\/\//i.test(name))
  if (remote !== undefined)
    throw new UsageError(`${remote}: remote documents are not fetched; download the file and pass its path`)
  if (first !== undefined && !command && !/[./\\]/.test(first) && !(await exists(first)))
    throw new UsageError(describeUnknownCommand(first))
  return { command: command ?? 'serve', documents, defaults: {} }
}

const describeUnknownCommand = (name: string): string => {
  const nearest = nearestOf(name, commands)
  const hint = nearest === undefined ? `The commands are ${commands.join(', ')}` : `Did you mean ${nearest}?`
  return `${JSON.stringify(name)} is not a command, and there is no file or folder with this name. ${hint}`
}

const exists = async (name: string): Promise<boolean> => {
  try {
    await access(name)
    return true
  } catch {
    return false
  }
}

interface SplitArguments {
  readonly args: readonly string[]
  readonly childCommand: readonly string[]
}

/** Separates the command after -- of `standin exec`, whose options are not ours. Throws UsageError. */
const splitChildCommand = (args: readonly string[]): SplitArguments => {
  const dashes = args.indexOf('--')
  if (dashes === -1 && args[0] === 'exec') requireDashes(args.slice(1))
  if (dashes === -1 || !args.slice(0, dashes).includes('exec')) return { args, childCommand: [] }
  return { args: args.slice(0, dashes), childCommand: args.slice(dashes + 1) }
}

/** Without -- the options of the child command would be parsed as options of Standin. */
const requireDashes = (args: readonly string[]): void => {
  if (args.includes('--help') || args.includes('--version')) return
  const [first = '-'] = args
  const example = first.startsWith('-') ? 'standin exec [options] -- npm test' : `standin exec -- ${args.join(' ')}`
  throw new UsageError(`standin exec needs -- before its command: ${example}`)
}

/** yargs parses any value of a boolean option except "true" as false: --any-key=maybe. */
const checkBooleans = (args: readonly string[]): void => {
  for (const [name, { type }] of optionEntries) {
    const arg = type === 'boolean' ? args.find((candidate) => candidate.startsWith(`--${name}=`)) : undefined
    const value = arg?.slice(name.length + 3)
    if (value !== undefined && value !== 'true' && value !== 'false')
      throw new UsageError(`--${name} must be true or false, got ${JSON.stringify(value)}`)
  }
}

/** yargs returns each option under its alias too. */
const isAlias = (name: string, values: Readonly<Record<string, unknown>>): boolean =>
  optionEntries.some(([option, { alias }]) => alias === name && Object.hasOwn(values, option))

const commandUsage: readonly (readonly [command: string, description: string])[] = [
  ['standin [serve] [documents…]', 'start a mock server for the documents'],
  ['standin mock [documents…]', 'the same at the root path, as Prism does'],
  ['standin exec -- command…', 'run a command against the mock server, report coverage'],
  ['standin check [documents…]', 'validate documents, overlays, fixtures and scenarios'],
  ['standin init documents…', 'create fixtures, scenarios and an overlay to start from'],
  ['standin report reports…', 'merge coverage reports, show what is missing'],
  ['standin save folder', 'write the records of a running server to a fixture set'],
  ['standin repair folder', 'restore what can be read of a damaged --data folder'],
]

/** Column of the descriptions of commands. */
const descriptionColumn = 31

/** Not passed to yargs, because yargs removes the indentation of lines. */
const formatUsage = (width: number): string =>
  [
    ...commandUsage.flatMap(([command, description]) =>
      wrapText(description, width - descriptionColumn).map(
        (line, index) => (index === 0 ? command : '').padEnd(descriptionColumn) + line,
      ),
    ),
    '',
    ...wrapText(
      'Documents are OpenAPI files, or folders of them. Default: the documents in ./spec; without such a folder, a built-in example.',
      width,
    ),
  ].join('\n')

const epilogue = [
  'Every option has an environment variable: --any-key is STANDIN_ANY_KEY.',
  '',
  'Exit codes:',
  '  0  success',
  '  1  port in use, no server to save from, findings of check, failed --fail-on or --min-coverage',
  '  2  wrong usage',
  '  3  a file cannot be loaded, stored sandboxes are damaged',
  'exec exits with the exit code of its command if that is not 0.',
]

const createParser = (width: number) => {
  const parser = yargs([])
    // The messages of yargs itself are in English too, in every locale.
    .locale('en')
    .scriptName('standin')
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
    .epilogue(epilogue.join('\n'))
    .example('standin', 'serve ./spec, or the built-in example, at http://127.0.0.1:4010')
    .example('standin openapi.yaml --port 0', 'serve a document on any free port')
    .example('standin exec -- npm test', 'run tests that read the address from STANDIN_URL')
    .example('standin exec --fail-on invalid -- npm test', 'the same, and fail if a request was invalid')
    .example('standin save fixtures/checkout', 'write what the running server has now to a fixture set')
    .wrap(width)
  for (const [name, { alias, choices, description, type, default: value }] of optionEntries)
    parser.option(name, {
      ...(alias === undefined ? {} : { alias }),
      type: type === 'boolean' ? 'boolean' : 'string',
      ...(type === 'boolean' ? {} : { requiresArg: true }),
      describe: `${description}${choices === undefined ? '' : `: ${choices.join(', ')}`}`,
      defaultDescription: value === undefined || value === false ? undefined : String(value),
    })
  for (const [name, { type, alias }] of Object.entries(prismFlags))
    parser.option(name, { ...(alias === undefined ? {} : { alias }), type, hidden: true })
  return parser
    .option('help', { type: 'boolean', describe: 'Show this help' })
    .option('version', { type: 'boolean', describe: 'Show the version' })
    .fail((message, error) => {
      // YError: yargs rejects the arguments.
      if (error && error.name !== 'YError') throw error
      if (message?.endsWith(': h') === true) throw new UsageError('-h needs an address; --help shows the help')
      throw new UsageError(`${message ?? error.message}. standin --help lists all options`)
    })
}
