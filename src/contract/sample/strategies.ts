/**
 * The strategies of each mode, in the order in which they are tried. A strategy decides what to generate next from what
 * was invalid in its last result; the loop that validates is in generate-value.ts.
 */
import type { Json, JsonObject } from '../../ports.ts'
import type { Node } from '../document/references.ts'
import type { SchemaError } from '../schema/validator.ts'
import { isJsonObject } from '../values/json-object.ts'
import { separateDigits } from '../values/json-text.ts'
import { splitPointer } from '../values/pointer.ts'
import { generateMinimal } from './generate-minimal.ts'
import type { RandomGenerator } from './generate-random.ts'
import { generateRealistic } from './generate-realistic.ts'
import { EndlessSchemaError } from './realistic-run.ts'
import { requiredSize } from './required-size.ts'
import { maxValues } from './value-limits.ts'
import type { ValueOptions, ValueSource } from './value-options.ts'

export interface Task extends ValueSource {
  readonly schema: Node
  readonly options: ValueOptions
  readonly generateRandom: RandomGenerator
}

/** A result that is not valid. */
export interface InvalidResult {
  readonly value: Json
  readonly errors: readonly SchemaError[]
}

export interface Strategy {
  readonly maxAttempts: number
  /** `last`: the result of the attempt before, which was invalid. Undefined if there is nothing more to try. */
  readonly attempt: (last: InvalidResult | undefined, index: number) => { readonly value: Json } | undefined
}

export const chooseStrategies = (task: Task): readonly Strategy[] => {
  const { mode, given, validate } = task.options
  switch (mode) {
    case 'realistic':
      return [realistic(task, false), realistic(task, true), ...random(task)]
    case 'random':
      return random(task)
    case 'minimal':
      // What is not validated cannot be found valid as it is.
      return given === undefined || validate === false ? [minimal(task)] : [unchanged(given), minimal(task)]
  }
}

const seedOfTask = ({ options: { seed } }: Task): number => (typeof seed === 'number' ? seed : seed())

const unchanged = (given: Json): Strategy => ({ maxAttempts: 1, attempt: () => ({ value: given }) })

/** Adds what is missing; then generates the invalid properties again, at last without examples. */
const minimal = (task: Task): Strategy => ({
  maxAttempts: 4,
  attempt: (last, index) => {
    const { given, examples = true } = task.options
    const start = isJsonObject(given) && isJsonObject(last?.value) ? omitInvalid(last.value, last.errors) : given
    const options = { ...task.options, seed: seedOfTask(task), examples: examples && index < 2 }
    const value = generateMinimal({ ...task, ...options }, start)
    return value === undefined || (isJsonObject(given) && !isJsonObject(value)) ? undefined : { value }
  },
})

/** A value without the properties that errors are about. */
const omitInvalid = (value: JsonObject, errors: readonly SchemaError[]): JsonObject => {
  const invalid = new Set(errors.flatMap(invalidNames))
  return Object.fromEntries(Object.entries(value).filter(([name]) => !invalid.has(name)))
}

const invalidNames = ({ instancePath, params }: SchemaError): readonly string[] => {
  const [name] = splitPointer(instancePath)
  if (name !== undefined) return [name]
  const extra: unknown = params.additionalProperty ?? params.unevaluatedProperty
  return typeof extra === 'string' ? [extra] : []
}

/** Generates what is invalid in another way each time, and leaves it out in the end where that is allowed. */
const realistic = (task: Task, isSparse: boolean): Strategy => {
  const faults = new Map<string, number>()
  const { compiler, options } = task
  const isValidExample = (schema: Node, example: Json): boolean =>
    options.validate === false ||
    compiler.isValid(schema, options.isRequest ? 'request' : 'response', separateDigits(example))
  let optional: ReadonlySet<string> = new Set()
  return {
    maxAttempts,
    attempt: (last) => {
      if (last && !countFaults(last.errors, faults, optional)) return undefined
      const { examples = true } = options
      const generated = generateRealistic({
        ...task,
        ...options,
        seed: seedOfTask(task),
        examples,
        isSparse,
        isValidExample,
        faults,
      })
      optional = generated.optional
      return { value: generated.value ?? null }
    },
  }
}

const maxAttempts = 12

/** How often one place is generated again before the part around it is. */
const maxFaults = 4

/**
 * Counts the places that errors are about; where one has been tried in every way, the part around it instead. False if
 * nothing is left to try.
 */
const countFaults = (
  errors: readonly SchemaError[],
  faults: Map<string, number>,
  optional: ReadonlySet<string>,
): boolean => {
  const places = new Set<string>()
  for (const { instancePath } of dropBranchErrors(errors)) {
    let pointer = instancePath
    // A required part that is never valid is left out with the nearest optional one around it.
    while (pointer !== '' && (faults.get(pointer) ?? 0) >= maxFaults && !optional.has(pointer))
      pointer = pointer.slice(0, pointer.lastIndexOf('/'))
    places.add(pointer)
  }
  for (const pointer of places) faults.set(pointer, (faults.get(pointer) ?? 0) + 1)
  return [...places].some((pointer) => (faults.get(pointer) ?? 0) <= maxAttempts)
}

/** If no branch of a choice matches, every branch has errors. The choice itself is the place to generate again. */
const dropBranchErrors = (errors: readonly SchemaError[]): readonly SchemaError[] => {
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
  const isInBranch = (error: SchemaError): boolean =>
    choices.some(
      (choice) =>
        error.instancePath.startsWith(choice.instancePath) && error.schemaPath.startsWith(`${choice.schemaPath}/`),
    )
  return errors.filter((error) => choices.includes(error) || !isInBranch(error))
}

/** json-schema-faker, with optional properties and without. */
const random = (task: Task): readonly Strategy[] =>
  (['full', 'sparse'] as const).map((extent) => ({
    maxAttempts: 1,
    attempt: () => {
      if (requiredSize(task.files, task.schema) > maxValues)
        throw new EndlessSchemaError(`the schema requires more than ${maxValues} values`)
      const value = task.generateRandom(task.schema, seedOfTask(task), extent)
      return value === undefined ? undefined : { value }
    },
  }))
