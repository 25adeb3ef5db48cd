/**
 * A value that fits a schema and has been held against it: composed; where parts of it do not fit, composed anew with
 * those made another way or left out; at last whatever json-schema-faker makes of it.
 */

import type { SchemaError } from '../schema/schema-compiler.ts'
import { type ComposeParts, composeValue, EndlessSchemaError } from './compose-value.ts'
import { type GenerateParts, generateValue, loadGenerator } from './generate.ts'
import type { Meaning } from './meaning.ts'

export interface ValueParts extends Omit<GenerateParts, 'sparse'> {
  /** What the value is called; absent: nothing says it. */
  readonly name?: string
  /** What a body has to say. */
  readonly meaning?: Meaning
  /** Whether examples and defaults inside the schema are shown. */
  readonly showsExamples: boolean
  /** The errors of a value; undefined where it fits. */
  readonly validate: (value: unknown) => readonly SchemaError[] | undefined
}

export type MadeValue =
  | { readonly kind: 'made'; readonly value: unknown }
  /** `value` is the last that did not fit; absent where none could be made. */
  | { readonly kind: 'none'; readonly reason: string; readonly value?: unknown }

/** How often a value is composed anew. */
const rounds = 12

export const makeValue = async (parts: ValueParts): Promise<MadeValue> => {
  const composed = await compose(parts, false)
  if (composed.kind === 'made') return composed
  const sparse = await compose(parts, true)
  if (sparse.kind === 'made') return sparse
  let failed: MadeValue = sparse
  for (const isSparse of [false, true]) {
    try {
      const value = await generateValue({ ...parts, sparse: isSparse })
      if (value === undefined) continue
      if (!parts.validate(value)) return { kind: 'made', value }
      failed = { kind: 'none', reason: 'what was generated does not fit', value }
    } catch {
      // The generator gives up on some schemas by throwing, in words of its own; what was composed says where it fails.
    }
  }
  return failed
}

const compose = async (parts: ValueParts, isSparse: boolean): Promise<MadeValue> => {
  const faults = new Map<string, number>()
  const generate = await loadGenerator(parts)
  const order: ComposeParts = { ...parts, isSparse, generate, faults }
  let last: unknown
  try {
    for (let round = 0; round < rounds; round++) {
      const { value, optional } = composeValue(order)
      const errors = parts.validate(value)
      if (!errors) return { kind: 'made', value }
      last = value
      if (!blame(errors, faults, optional)) break
    }
  } catch (error) {
    if (!(error instanceof EndlessSchemaError)) throw error
    return { kind: 'none', reason: error.message }
  }
  return { kind: 'none', reason: 'no value fits', value: last }
}

/** Marks what is at fault; where that has been made in every way, what it is a part of. False where nothing is left to try. */
const blame = (errors: readonly SchemaError[], faults: Map<string, number>, optional: ReadonlySet<string>): boolean => {
  const marked = new Set<string>()
  for (const { instancePath } of withoutBranches(errors)) {
    let pointer = instancePath
    // A required part that never fits is left out with the nearest optional one around it.
    while (pointer !== '' && (faults.get(pointer) ?? 0) >= most && !optional.has(pointer)) pointer = parentOf(pointer)
    marked.add(pointer)
  }
  for (const pointer of marked) faults.set(pointer, (faults.get(pointer) ?? 0) + 1)
  return [...marked].some((pointer) => (faults.get(pointer) ?? 0) <= rounds)
}

/** Times that one place is tried in other ways. */
const most = 4

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'))

/** Where no branch of a choice fits, each says what is wrong with it: what counts is the choice. */
const withoutBranches = (errors: readonly SchemaError[]): readonly SchemaError[] => {
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
  return errors.filter(
    (error) =>
      choices.includes(error) ||
      !choices.some(
        (choice) =>
          error.instancePath.startsWith(choice.instancePath) && error.schemaPath.startsWith(`${choice.schemaPath}/`),
      ),
  )
}
