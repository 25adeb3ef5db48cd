/**
 * What the values of one object become when they are made to agree, so that a row of a test shows only these values.
 */
import { describe, expect, it } from 'vitest'
import { agreeValues, stepsFor } from '../../src/contract/sample/agree-values.ts'
import type { AgreeingStep } from '../../src/contract/sample/agreeable.ts'
import { nameReaderOf } from '../../src/contract/sample/name-facts.ts'
import type { Json, JsonObject } from '../../src/ports.ts'

const readName = nameReaderOf(new Map())

export interface AgreeOptions {
  /** Names of values that are documented. */
  readonly fixed?: readonly string[]
  /** The same within an object or a list: `attempts.0.started_at`. */
  readonly fixedIn?: readonly string[]
  /** Names of properties that may be left out. Default: none. */
  readonly optional?: readonly string[]
  readonly members?: Readonly<Record<string, readonly Json[]>>
  readonly owner?: string
  /** Descriptions that have a condition. */
  readonly conditions?: Readonly<Record<string, string>>
  /** Default: all that the names need. */
  readonly steps?: readonly AgreeingStep[]
}

export const agree = (given: JsonObject, options: AgreeOptions = {}): JsonObject => {
  const { fixed = [], fixedIn = [], optional = [], members = {}, owner = '', conditions = {}, steps } = options
  const values = new Map<string, Json>(Object.entries(given))
  agreeValues({
    values,
    owner,
    phase: undefined,
    conditionOf: (name) => conditions[name],
    readName,
    steps: steps ?? stepsFor(new Map(values), readName),
    isFree: (name) => !fixed.includes(name),
    isFreeIn: (...path) => !fixedIn.includes(path.join('.')),
    membersOf: (name) => members[name] ?? [],
    emptiness: (name) => (optional.includes(name) ? 'absent' : 'never'),
  })
  return Object.fromEntries(values)
}

/** One test for each row, which is its title. */
export const describeAgreeing = (
  title: string,
  rows: readonly (readonly [given: JsonObject, expected: JsonObject, options?: AgreeOptions])[],
): void => {
  describe(title, () => {
    for (const [given, expected, options] of rows)
      it(JSON.stringify(given), () => expect(agree(given, options)).toEqual(expected))
  })
}
