/**
 * Accepts flags of `prism mock` that Standin names differently or does not need, so that a Prism command line works
 * unchanged. docs/prism.md lists them.
 */

interface PrismFlag {
  readonly type: 'boolean' | 'string'
  readonly alias?: string
  /** The equivalent option of Standin, if there is one. */
  readonly option?: (value: unknown) => readonly [name: string, value: unknown] | undefined
  /** A message for its user; absent if the flag works as in Prism. */
  readonly note?: string
}

const quietLevels = ['silent', 'fatal', 'error', 'warn']

export const prismFlags: Readonly<Record<string, PrismFlag>> = {
  errors: { type: 'boolean', note: 'invalid requests and responses are always errors' },
  multiprocess: { type: 'boolean', alias: 'm', note: 'Standin uses one process; its log does not slow it down' },
  ignoreExamples: { type: 'boolean', option: (value) => ['dynamic', value] },
  'ignore-examples': { type: 'boolean', option: (value) => ['dynamic', value] },
  verboseLevel: {
    type: 'string',
    alias: 'v',
    option: (value) => (quietLevels.includes(String(value)) ? ['log', 'silent'] : undefined),
  },
  'json-schema-faker-fillProperties': {
    type: 'boolean',
    note: 'generated bodies have documented properties only',
  },
}

export interface TranslatedFlags {
  readonly values: Readonly<Record<string, unknown>>
  readonly notes: readonly string[]
}

/** Replaces Prism flags by the equivalent options. An option that is given itself overrides the flag. */
export const translatePrismFlags = (given: Readonly<Record<string, unknown>>): TranslatedFlags => {
  const values = { ...given }
  const notes: string[] = []
  for (const [name, { alias, option, note }] of Object.entries(prismFlags)) {
    const value = given[name]
    delete values[name]
    if (alias !== undefined) delete values[alias]
    if (value === undefined || value === false) continue
    const equivalent = option?.(value)
    if (equivalent && values[equivalent[0]] === undefined) values[equivalent[0]] = equivalent[1]
    if (note !== undefined) notes.push(`--${name} has no effect: ${note}`)
  }
  return { values, notes }
}
