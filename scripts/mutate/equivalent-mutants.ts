/**
 * Mutants that no test can notice, because the changed program does the same. They are not counted.
 */
import type { Change } from './find-mutants.ts'

export interface EquivalentMutant extends Change {
  /** Relative to the project. */
  readonly file: string
  readonly reason: string
}

export const equivalentMutants: readonly EquivalentMutant[] = [
  {
    file: 'src/contract/patterns/find-ambiguity.ts',
    before: 'return hasAmbiguousLoop(compileProgram(parsed.pattern, parsed.flags, { maxCopies: 2 }))',
    after: 'return hasAmbiguousLoop(compileProgram(parsed.pattern, parsed.flags, { maxCopies: 3 }))',
    reason: 'two copies of a repeated part are as ambiguous as three',
  },
  {
    file: 'src/contract/document/source.ts',
    before: 'return toSafeNumbers(parse(source.text, { intAsBigInt: true, maxAliasCount: -1 }))',
    after: 'return toSafeNumbers(parse(source.text, { intAsBigInt: true, maxAliasCount: -2 }))',
    reason: 'any negative number switches the limit off',
  },
  {
    file: 'src/contract/values/text-width.ts',
    before: 'if (text.length * 2 <= width || textWidth(text) <= width) return text',
    after: 'if (text.length * 2 < width || textWidth(text) <= width) return text',
    reason: 'the second operand decides the same, only slower',
  },
  {
    file: 'src/contract/values/media-type.ts',
    before:
      "accept === undefined || accept === '*/*' || accept === documented || preferredOf(accept, [documented]) !== undefined",
    after:
      "accept === undefined && accept === '*/*' || accept === documented || preferredOf(accept, [documented]) !== undefined",
    reason: 'the last operand decides the same, only slower',
  },
  {
    file: 'src/contract/sample/generate-number.ts',
    before:
      'return most < from ? [Math.max(least, most - (to - from)), most] : [least, Math.min(most, least + (to - from))]',
    after:
      'return most <= from ? [Math.max(least, most - (to - from)), most] : [least, Math.min(most, least + (to - from))]',
    reason: 'a maximum that equals the start of the range is within the range, which was decided before',
  },
  {
    file: 'src/contract/response/success-status.ts',
    before: 'return isOpen ? 200 : (statuses.find((status) => status >= 200) ?? 200)',
    after: 'return isOpen ? 200 : (statuses.find((status) => status > 200) ?? 200)',
    reason: 'a documented 200 was returned before',
  },
  {
    file: 'src/sandboxes/eviction.ts',
    before: '#nextSweep = 0',
    after: '#nextSweep = 1',
    reason: 'any time in the past is due',
  },
  {
    file: 'src/scenarios/load-scenarios.ts',
    before: 'return { scenarios: new Map([...scenarios].sort(([a], [b]) => (a < b ? -1 : 1))), findings }',
    after: 'return { scenarios: new Map([...scenarios].sort(([a], [b]) => (a < b ? -2 : 1))), findings }',
    reason: 'only the sign of a comparison counts',
  },
  {
    file: 'src/scenarios/play.ts',
    before: 'if (scenarios.length === 0) return nothing',
    after: 'if (scenarios.length === (-1)) return nothing',
    reason: 'a shortcut: without scenarios the rest returns the same',
  },
  {
    file: 'src/scenarios/parse-scenario.ts',
    before: 'return duration ?? 0',
    after: 'return duration ?? (-1)',
    reason: 'the scenario has a problem, so it is not used',
  },
  {
    file: 'src/sandboxes/sandbox-log.ts',
    before: '#lastTouch = 0',
    after: '#lastTouch = (-1)',
    reason: 'any time in the past',
  },
  {
    file: 'src/store/collection.ts',
    before: 'if (tree.size === 0) index.delete(key)',
    after: 'if (tree.size === 0) ;',
    reason: 'an empty tree has no records; deleting it saves memory',
  },
]

/** Undefined if tests should notice the mutant. */
export const findEquivalent = ({
  file,
  before,
  after,
}: Change & { readonly file: string }): EquivalentMutant | undefined =>
  equivalentMutants.find((one) => one.file === file && one.before === before && one.after === after)
