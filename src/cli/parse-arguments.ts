/**
 * Parses the command line with yargs: help, the version, or a command with its documents and options. Option names and values
 * are validated later, together with environment variables, by src/options.
 */
import { access } from 'node:fs/promises'
import yargs from 'yargs'
import { isAddress, showAddress } from '../contract/values/address.ts'
import { suggest } from '../contract/values/nearest.ts'
import { UsageError } from '../errors.ts'
import { type CommandName, commandNames, optionEntries, optionsOf } from '../options/option-table.ts'
import type { Defaults, GivenOptions } from '../options/resolve-options.ts'
import { commandTable } from './command-table.ts'
import { formatHelp } from './format-help.ts'
import { prismFlags, prismLevels, translatePrismFlags } from './prism-flags.ts'

export type ParsedArguments =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'command'
      readonly command: CommandName
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
  const { args: given, childCommand } = splitChildCommand(allArgs)
  const args = expandShortFlags(given)
  checkBooleans(args)
  const { _: positionals, $0: __, help, version, ...rest } = await createParser().parse([...args])
  const names = positionals.map(String)
  if (help === true || names[0] === 'help') return { kind: 'help', text: formatHelp(await readTopic(names), width) }
  if (version === true) return { kind: 'version' }
  const { command, documents } = await readPositionals(names)
  const options = Object.entries(rest).filter(([name, value]) => value !== undefined && !isAlias(name, rest))
  const { values, notes } = translatePrismFlags(Object.fromEntries(options), command)
  const { defaults = {} } = commandTable[command]
  return { kind: 'command', command, options: { command, documents, values }, defaults, childCommand, notes }
}

/**
 * As in Prism, -h is --host and -v is a log level, but only with a value: after `mock` any word, as there is nothing else that
 * it can mean. Alone they are --help and --version, as everywhere else.
 */
const expandShortFlags = (args: readonly string[]): readonly string[] => {
  const command = commandNames.find((name) => args.includes(name)) ?? 'serve'
  const hasHost = optionsOf(command).some(([name]) => name === 'host')
  return args.map((arg, index) => {
    const next = args[index + 1]
    if (arg === '-v') {
      const isLevel =
        next !== undefined && (prismLevels.includes(next) || (command === 'mock' && !next.startsWith('-')))
      return isLevel ? arg : '--version'
    }
    if (arg !== '-h') return arg
    const hasValue = next !== undefined && !next.startsWith('-') && !commandNames.some((name) => name === next)
    return hasHost && hasValue ? arg : '--help'
  })
}

/** The command whose help is shown: of `standin help check` and of `standin check --help`. Throws UsageError. */
const readTopic = async ([first, ...rest]: readonly string[]): Promise<CommandName | undefined> => {
  const topic = first === 'help' ? rest[0] : first
  if (topic === undefined || topic === 'help') return undefined
  const command = commandNames.find((name) => name === topic)
  if (command !== undefined) return command
  if (first !== 'help' && (await isDocument(topic))) return 'serve'
  throw new UsageError(`${JSON.stringify(topic)} is not a command. ${suggestCommand(topic)}`)
}

interface Positionals {
  readonly command: CommandName
  readonly documents: readonly string[]
}

/** The command (default: serve) and the documents. Throws UsageError for an unknown command. */
const readPositionals = async (positionals: readonly string[]): Promise<Positionals> => {
  const [first, ...rest] = positionals
  const named = commandNames.find((name) => name === first)
  const command = (named === 'mock' || named === 'proxy') && (await exists(named)) ? undefined : named
  const documents = command ? rest : positionals
  const remote = documents.find((name) => /^[a-z][a-z\d+.-]*:\/\//i.test(name))
  if (remote !== undefined && (!isAddress(remote) || isOfFiles(command)))
    throw new UsageError(
      isOfFiles(command)
        ? `${showAddress(remote)}: standin ${command} needs a file or folder, not an address`
        : `${JSON.stringify(remote)}: an address must begin with http:// or https://`,
    )
  if (first !== undefined && !command && !(await isDocument(first)))
    throw new UsageError(
      `${JSON.stringify(first)} is not a command, and there is no file or folder with this name. ${suggestCommand(first)}`,
    )
  return { command: command ?? 'serve', documents }
}

/** Whether the arguments of a command are not documents. */
const isOfFiles = (command: CommandName | undefined): boolean =>
  command === 'report' || command === 'save' || command === 'repair'

const isDocument = async (name: string): Promise<boolean> => /[./\\]/.test(name) || (await exists(name))

const suggestCommand = (name: string): string =>
  suggest(name, [...commandNames, 'help'], `The commands are ${commandNames.join(', ')}`)

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
  if (['--help', '-h', '--version', '-v'].some((flag) => args.includes(flag))) return
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

const createParser = () => {
  const parser = yargs([])
    // The messages of yargs itself are in English too, in every locale.
    .locale('en')
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
  for (const [name, { alias, type }] of optionEntries)
    parser.option(name, {
      ...(alias === undefined ? {} : { alias }),
      type: type === 'boolean' ? 'boolean' : 'string',
      ...(type === 'boolean' ? {} : { requiresArg: true }),
    })
  for (const [name, { type, aliases = [] }] of Object.entries(prismFlags))
    parser.option(name, { alias: [...aliases], type })
  return parser
    .option('help', { type: 'boolean' })
    .option('version', { type: 'boolean' })
    .fail((message, error) => {
      // YError: yargs rejects the arguments.
      if (error && error.name !== 'YError') throw error
      throw new UsageError(`${message ?? error.message}. standin --help lists all options`)
    })
}
