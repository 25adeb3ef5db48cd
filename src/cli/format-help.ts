/**
 * Formats --help: the overview of all commands, and the help of one command. Lines fit the terminal.
 */
import { padText, textWidth } from '../contract/values/text-width.ts'
import { wrapText } from '../contract/values/wrap-text.ts'
import {
  type CommandName,
  commandNames,
  type OptionName,
  type OptionSpec,
  optionsOf,
  variableOf,
} from '../options/option-table.ts'
import { commandTable, documentsHelp } from './command-table.ts'

/** The overview, if no command is named. */
export const formatHelp = (command: CommandName | undefined, width: number): string =>
  (command === undefined ? formatOverview(width) : formatCommand(command, width)).join('\n')

const formatOverview = (width: number): readonly string[] => [
  ...wrapText('Standin is a stateful mock server for HTTP APIs described in OpenAPI.', width),
  '',
  'Usage: standin [serve] [documents…]',
  '       standin command [options]',
  '',
  'Commands:',
  ...formatRows(
    [
      ...commandNames.map((name): Row => [`${name} ${commandTable[name].usage}`.trimEnd(), commandTable[name].summary]),
      ['help [command]', 'show the options and examples of a command'],
    ],
    width,
  ),
  '',
  ...wrapText(documentsHelp, width),
  '',
  'Options of serve:',
  ...formatOptions('serve', width),
  ...formatRows([['-v, --version', 'Show the version']], width, optionColumn),
  '',
  'Examples:',
  ...formatExamples(
    [
      ['standin', 'serve ./spec or ./openapi.yaml, or the built-in example, at http://127.0.0.1:4010'],
      ['standin openapi.yaml --port 0', 'serve a document on any free port'],
      ['standin exec -- npm test', 'run tests that read the address from STANDIN_URL'],
    ],
    width,
  ),
  '',
  ...formatVariables('serve', width),
  '',
  'Exit codes:',
  ...formatRows(exitCodeRows, width),
]

const formatCommand = (command: CommandName, width: number): readonly string[] => {
  const { usage, description, examples } = commandTable[command]
  return [
    ...wrapText(`Usage: standin ${command} [options] ${usage}`.trimEnd(), width),
    '',
    ...wrapText(description, width),
    '',
    'Options:',
    ...formatOptions(command, width),
    '',
    'Examples:',
    ...formatExamples(examples, width),
    '',
    ...formatVariables(command, width),
  ]
}

type Row = readonly [left: string, right: string]

const exitCodeRows: readonly Row[] = [
  ['0', 'success'],
  ['1', 'port in use, no server to save from, findings of check, failed --fail-on or --min-coverage'],
  ['2', 'wrong usage'],
  ['3', 'a file cannot be loaded, stored sandboxes are damaged'],
  ['…', 'exec exits with the exit code of its command if that is not 0'],
]

const formatVariables = (command: CommandName, width: number): readonly string[] => {
  const names = optionsOf(command).map(([name]) => name)
  // A name of several words shows how they are joined.
  const shown = names.find((name) => name === 'any-key') ?? names.find((name) => name.includes('-')) ?? names[0]
  if (shown === undefined) return []
  return wrapText(`Every option has an environment variable: --${shown} is ${variableOf(shown)}.`, width)
}

/** Column of the descriptions of options, if the terminal is wide enough. */
const optionColumn = 28

const formatOptions = (command: CommandName, width: number): readonly string[] =>
  formatRows(
    [
      ...optionsOf(command).map(([name, spec]): Row => [nameOption(name, spec), describeOption(command, name, spec)]),
      helpRow(command),
    ],
    width,
    optionColumn,
  )

/** As in Prism, -h with a value is --host. */
const helpRow = (command: CommandName): Row =>
  optionsOf(command).some(([name]) => name === 'host')
    ? ['    --help', 'Show this help; also -h without an address']
    : ['-h, --help', 'Show this help']

const nameOption = (name: OptionName, { alias, placeholder }: OptionSpec): string =>
  `${alias === undefined ? '    ' : `-${alias}, `}--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`

const describeOption = (command: CommandName, name: OptionName, spec: OptionSpec): string => {
  const { choices, description, default: value } = { ...spec, default: defaultOf(command, name, spec) }
  // The table of all options names the commands; here it is clear which one is meant.
  const text = description.replace(/^For [a-z, ]+: ./, (start) => start.slice(-1).toUpperCase())
  const shown = value === undefined || value === false ? '' : ` [default: ${value}]`
  return `${text}${choices === undefined ? '' : `: ${choices.join(', ')}`}${shown}`
}

const defaultOf = (command: CommandName, name: OptionName, spec: OptionSpec): OptionSpec['default'] =>
  commandTable[command].defaults?.[name] ?? spec.default

/** Terminals narrower than this have the descriptions below the names. */
const narrow = 70

const formatRows = (rows: readonly Row[], width: number, column = columnOf(rows)): readonly string[] =>
  rows.flatMap(([left, right]) => {
    const indent = width < narrow && column > 8 ? 6 : column
    const isBeside = indent === column && textWidth(left) + 4 <= column
    const lines = wrapText(right, width - indent).map((line) => ' '.repeat(indent) + line)
    const [first = '', ...rest] = lines
    if (isBeside) return [padText(`  ${left}`, column) + first.trimStart(), ...rest]
    return [`  ${indent === column ? left : left.trimStart()}`, ...lines]
  })

const columnOf = (rows: readonly Row[]): number => Math.max(...rows.map(([left]) => textWidth(left))) + 4

const formatExamples = (examples: readonly Row[], width: number): readonly string[] =>
  examples.flatMap(([commandLine, meaning]) => [
    `  ${commandLine}`,
    ...wrapText(meaning, width - 6).map((line) => `      ${line}`),
  ])
