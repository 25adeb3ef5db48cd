/**
 * The generated properties of one object, as far as they may be changed to agree with each other.
 */
import type { Json } from '../../ports.ts'
import type { NameFacts, ReadName } from './name-facts.ts'
import type { Phase } from './phases.ts'

export interface Agreeable {
  /** The properties of the object, which are changed in place. */
  readonly values: Map<string, Json>
  /** What the object is called. */
  readonly owner: string
  /** How far the record is that the object belongs to, as far as a state says. */
  readonly phase: Phase | undefined
  /** Whether the value of a property may be changed: it was generated, and was not invalid before. */
  readonly isFree: (name: string) => boolean
  /** The same of a value within it, by the path to that. */
  readonly isFreeIn: (...path: readonly (string | number)[]) => boolean
  /** The members of its enum; none if it has none, or was invalid before. */
  readonly membersOf: (name: string) => readonly Json[]
  /** Its description, if that has a condition. */
  readonly conditionOf: (name: string) => string | undefined
  /** How a property is left empty: left out, null, or not at all. */
  readonly emptiness: (name: string) => 'absent' | 'null' | 'never'
  readonly readName: ReadName
  /** What may have to be changed in an object with these properties. */
  readonly steps: readonly AgreeingStep[]
}

/** Makes some of the values agree. */
export type AgreeingStep = (object: Agreeable, names: Names) => void

/** What each property is, by its name. */
export type Names = ReadonlyMap<string, NameFacts>

/** The name and value of the first property whose name matches, and which is a string. */
export const findText = (
  { values }: Pick<Agreeable, 'values'>,
  names: Names,
  pattern: RegExp,
  form?: RegExp,
): readonly [name: string, text: string] | undefined => {
  const name = findName(names, (one, { snake }) => {
    const value = values.get(one)
    return typeof value === 'string' && pattern.test(snake) && form?.test(value) !== false
  })
  const text = name === undefined ? undefined : values.get(name)
  return name !== undefined && typeof text === 'string' ? [name, text] : undefined
}

type IsWanted = (name: string, facts: NameFacts) => boolean

/** The first property of which this is true. */
export const findName = (names: Names, isWanted: IsWanted): string | undefined => {
  // Not by entries: to take them apart costs more than what the steps do with them.
  for (const facts of names.values()) if (isWanted(facts.name, facts)) return facts.name
  return undefined
}

export const hasName = (names: Names, isWanted: IsWanted): boolean => findName(names, isWanted) !== undefined
