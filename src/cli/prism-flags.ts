/**
 * Flags of `prism mock` that Standin has under another name or no need of, so that a command line can be taken over as it
 * is. docs/prism.md lists them.
 */

interface PrismFlag {
  readonly type: 'boolean' | 'string'
  readonly alias?: string
  /** The option that stands for it, where one does. */
  readonly option?: (value: unknown) => readonly [name: string, value: unknown] | undefined
  /** What a person is told who uses it; absent where it does as in Prism. */
  readonly note?: string
}

const quietLevels = ['silent', 'fatal', 'error', 'warn']

export const prismFlags: Readonly<Record<string, PrismFlag>> = {
  errors: { type: 'boolean', note: 'requests and responses that break the contract are errors always' },
  multiprocess: { type: 'boolean', alias: 'm', note: 'one process serves; its log does not slow it down' },
  ignoreExamples: { type: 'boolean', option: (value) => ['dynamic', value] },
  'ignore-examples': { type: 'boolean', option: (value) => ['dynamic', value] },
  verboseLevel: {
    type: 'string',
    alias: 'v',
    option: (value) => (quietLevels.includes(String(value)) ? ['log', 'silent'] : undefined),
  },
  'json-schema-faker-fillProperties': {
    type: 'boolean',
    note: 'a generated body has no properties but documented ones',
  },
}

export interface TakenFlags {
  readonly values: Readonly<Record<string, unknown>>
  readonly notes: readonly string[]
}

/** The options that given flags stand for; one that is given itself wins. */
export const takePrismFlags = (given: Readonly<Record<string, unknown>>): TakenFlags => {
  const values = { ...given }
  const notes: string[] = []
  for (const [name, { alias, option, note }] of Object.entries(prismFlags)) {
    const value = given[name]
    delete values[name]
    if (alias !== undefined) delete values[alias]
    if (value === undefined || value === false) continue
    const meant = option?.(value)
    if (meant && values[meant[0]] === undefined) values[meant[0]] = meant[1]
    if (note !== undefined) notes.push(`--${name} changes nothing: ${note}`)
  }
  return { values, notes }
}
