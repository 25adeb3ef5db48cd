/**
 * Accepts flags of `prism mock` that Standin names differently or does not need, so that a Prism command line works
 * unchanged. docs/prism.md lists them.
 */
import { UsageError } from '../errors.ts'
import { type CommandName, isOptionOf, type OptionName } from '../options/option-table.ts'

interface PrismFlag {
  readonly type: 'boolean' | 'string'
  /** Other spellings: yargs, which Prism uses, accepts camel case and dashes alike. */
  readonly aliases?: readonly string[]
  /** The option that means the same, in the commands that take it. */
  readonly same?: OptionName
  readonly choices?: readonly string[]
  /** The equivalent option of Standin, if there is one. */
  readonly option?: (value: unknown) => readonly [name: string, value: unknown] | undefined
  /** A message for its user; absent if the flag works as in Prism. */
  readonly note?: string
}

const quietLevels = ['silent', 'fatal', 'error', 'warn']

/** The levels of Prism's -v. */
export const prismLevels: readonly string[] = [...quietLevels, 'info', 'success', 'debug', 'trace']

export const prismFlags: Readonly<Record<string, PrismFlag>> = {
  errors: { type: 'boolean', same: 'errors', note: 'invalid requests and responses are always errors' },
  multiprocess: { type: 'boolean', aliases: ['m'], note: 'Standin uses one process; its log does not slow it down' },
  ignoreExamples: {
    type: 'boolean',
    aliases: ['ignore-examples'],
    same: 'ignore-examples',
    option: (value) => ['dynamic', value],
  },
  verboseLevel: {
    type: 'string',
    aliases: ['v', 'verbose-level'],
    choices: prismLevels,
    option: (value) => (quietLevels.includes(String(value)) ? ['log', 'silent'] : undefined),
  },
  'json-schema-faker-fillProperties': {
    type: 'boolean',
    aliases: ['json-schema-faker-fill-properties', 'jsonSchemaFakerFillProperties'],
    same: 'fill-properties',
    note: 'generated bodies have documented properties only',
  },
}

export interface TranslatedFlags {
  readonly values: Readonly<Record<string, unknown>>
  readonly notes: readonly string[]
}

/** Replaces Prism flags by the equivalent options. An option that is given itself overrides the flag. Throws UsageError. */
export const translatePrismFlags = (
  given: Readonly<Record<string, unknown>>,
  command: CommandName,
): TranslatedFlags => {
  const flags = Object.entries(prismFlags)
  const names = new Set(flags.flatMap(([name, { aliases = [] }]) => [name, ...aliases]))
  const values = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)))
  const notes: string[] = []
  for (const [name, { same, choices, option, note }] of flags) {
    const value = given[name]
    if (value === undefined) continue
    if (choices && !choices.includes(String(value)))
      throw new UsageError(`--${name} must be one of ${choices.join(', ')}, got ${JSON.stringify(value)}`)
    if (same !== undefined && isOptionOf(same, command)) {
      values[same] = value
      continue
    }
    if (value === false) continue
    const equivalent = option?.(value)
    if (equivalent && values[equivalent[0]] === undefined) values[equivalent[0]] = equivalent[1]
    if (note !== undefined) notes.push(`--${name} has no effect: ${note}`)
  }
  return { values, notes }
}
