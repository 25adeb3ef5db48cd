/**
 * The one entry for values generated from a schema. It runs the strategies of a mode, validates every result, and hands
 * the errors to the next attempt. json-schema-faker is imported with the first generator.
 */
import type { JsonObject } from '../../ports.ts'
import type { Node } from '../document/references.ts'
import type { Validator } from '../schema/validator.ts'
import { describeErrors } from '../schema/violations.ts'
import { separateDigits } from '../values/json-text.ts'
import { createRandomGenerator, type Faker, loadFaker } from './generate-random.ts'
import { EndlessSchemaError } from './realistic-run.ts'
import { chooseStrategies, type InvalidResult, type Strategy, type Task } from './strategies.ts'
import type { GeneratedValue, Validate, ValueGenerator, ValueOptions, ValueSource } from './value-options.ts'

/** One value. An object that is given stays an object. Throws SchemaCompileError if the schema has to validate and cannot. */
export function generateValue(
  source: ValueSource,
  schema: Node,
  options: ValueOptions & { readonly given: JsonObject },
): Promise<GeneratedValue<JsonObject>>
export function generateValue(source: ValueSource, schema: Node, options: ValueOptions): Promise<GeneratedValue>
export async function generateValue(source: ValueSource, schema: Node, options: ValueOptions): Promise<GeneratedValue> {
  return (await loadGenerator(source, schema))(options)
}

/** The same for many values of one schema: once loaded, it generates synchronously. */
export const loadGenerator = async (source: ValueSource, schema: Node): Promise<ValueGenerator> =>
  createGenerator(await loadFaker(), source, schema)

/** The same, without waiting. */
export const createGenerator = (faker: Faker, source: ValueSource, schema: Node): ValueGenerator => {
  const generateRandom = createRandomGenerator(faker, source)
  let validator: Validator | undefined
  const validateResponse: Validate = (value) => {
    validator ??= source.compiler.compile(schema, 'response')
    return validator(separateDigits(value))
  }
  function generate(options: ValueOptions & { readonly given: JsonObject }): GeneratedValue<JsonObject>
  function generate(options: ValueOptions): GeneratedValue
  function generate(options: ValueOptions): GeneratedValue {
    const { validate = validateResponse } = options
    return runStrategies({ ...source, schema, options, generateRandom }, validate === false ? acceptAny : validate)
  }
  return generate
}

const acceptAny: Validate = () => undefined

/** Why a strategy generated nothing valid. */
interface Failure {
  readonly reason: string
  readonly last: InvalidResult | undefined
}

const runStrategies = (task: Task, validate: Validate): GeneratedValue => {
  const { given, label = 'body' } = task.options
  let failure: Failure | undefined
  for (const strategy of chooseStrategies(task)) {
    const result = runStrategy(strategy, validate)
    if (result.kind === 'generated') return result
    // Errors in what was given say more than errors in what was added to it.
    if (!failure || (result.failure && given === undefined)) failure = result.failure
  }
  if (!failure?.last) return { kind: 'failed', reason: failure?.reason ?? 'no valid value was found', violations: [] }
  const { errors, value } = failure.last
  const violations = describeErrors(errors, separateDigits(value), label)
  return { kind: 'failed', reason: violations.map(({ message }) => message).join('; '), violations }
}

type StrategyResult =
  | Extract<GeneratedValue, { kind: 'generated' }>
  /** No failure: it had nothing to try. */
  | { readonly kind: 'failed'; readonly failure: Failure | undefined }

const runStrategy = ({ maxAttempts, attempt }: Strategy, validate: Validate): StrategyResult => {
  let last: InvalidResult | undefined
  try {
    for (let index = 0; index < maxAttempts; index++) {
      const result = attempt(last, index)
      if (!result) break
      const errors = validate(result.value)
      if (!errors) return { kind: 'generated', value: result.value }
      last = { value: result.value, errors }
    }
  } catch (error) {
    if (!(error instanceof EndlessSchemaError)) throw error
    return { kind: 'failed', failure: { reason: error.message, last: undefined } }
  }
  return { kind: 'failed', failure: last && { reason: 'no valid value was found', last } }
}
