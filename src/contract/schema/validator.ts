/**
 * The only file that uses Ajv: its options, the keywords that need the exact digits of a number, and the validation of one
 * value. Digits are rare, so validators take doubles and look up the digits only where a keyword depends on them.
 */

import { Ajv2020, _ as code } from 'ajv/dist/2020.js'
import type { CodeKeywordDefinition, FuncKeywordDefinition, SchemaValidateFunction } from 'ajv/dist/types/index.js'
import formatsModule from 'ajv-formats'
import type { JsonObject } from '../../ports.ts'
import { compilePattern } from '../patterns/pattern.ts'
import { isMultipleOf } from '../values/decimal.ts'
import type { Digits, ParsedJson } from '../values/json-text.ts'
import { findEqualItems } from '../values/unique-items.ts'
import { countSteps, stepsKeyword } from './count-steps.ts'
import { integerRanges, rangeKeyword, type Schema } from './schema-dialect.ts'
import { TooManySteps, ValidationBudget } from './validation-budget.ts'

/** One rule that a value breaks, as Ajv reports it. */
export interface SchemaError {
  readonly keyword: string
  /** JSON pointer into the value. */
  readonly instancePath: string
  /** Path of the keyword in the compiled schema. */
  readonly schemaPath: string
  /** Details; each keyword has its own. */
  readonly params: Readonly<Record<string, unknown>>
  readonly propertyName?: string
  readonly message?: string
  /** The keyword's value. */
  readonly schema?: unknown
  readonly parentSchema?: JsonObject
  /** The value that was validated. */
  readonly data?: unknown
  /** The compiled target of a $ref; undefined if the schema is not one. For messages that describe a part of the schema. */
  readonly resolve?: Resolve
}

export type Resolve = (schema: unknown) => unknown

/** The errors of a value; undefined if it is valid. */
export type Validator = (value: ParsedJson) => readonly SchemaError[] | undefined

/** The name of a schema that matches anything, for unresolved references. */
export const anything = 'c:anything'

/** Named schemas that refer to each other by name. */
export class ValidatorSet {
  /** The digits of the value that is being validated. Validation is synchronous, so the keywords can read them here. */
  #digits: Digits | undefined
  readonly #budget = new ValidationBudget()
  readonly #ajv = createAjv(this.#budget, () => this.#digits)

  /** Adds the steps to be counted to the schema. `isLarge`: compile it and all later ones without optimizing the code. */
  add(name: string, schema: Schema | boolean, isLarge: boolean): void {
    countSteps(schema)
    if (isLarge) this.#ajv.opts.code.optimize = 0
    this.#ajv.addSchema(schema, name)
  }

  /** Compiles the schema of a name, if there is one. `resolve` is added to errors. Throws if it cannot be compiled. */
  compile(name: string, resolve: Resolve): Validator | undefined {
    const validate = this.#ajv.getSchema(name)
    if (!validate) return undefined
    const addResolve = (error: SchemaError): SchemaError =>
      describedByPart.has(error.keyword) ? { ...error, resolve } : error
    return (value) => {
      this.#digits = value.digits
      this.#budget.start(value.rounded)
      try {
        return validate(value.rounded) ? undefined : (validate.errors ?? []).map(addResolve)
      } catch (error) {
        if (error instanceof TooManySteps) return [tooComplex(error.limit)]
        // The stack is full: a schema refers to itself for the same value, again and again.
        if (error instanceof RangeError) return [tooComplex()]
        throw error
      } finally {
        this.#digits = undefined
        this.#budget.end()
      }
    }
  }

  /** What the metaschema says about a schema; undefined if it is valid. */
  describeInvalid(schema: object | boolean): string | undefined {
    return this.#ajv.validateSchema(schema) === true ? undefined : this.#ajv.errorsText(this.#ajv.errors)
  }
}

/** The keyword of the only error of a value that cannot be validated in time. No schema has it. */
export const complexityKeyword = 'complexity'

/** Without a limit: the validation would never end. */
const tooComplex = (limit?: number): SchemaError => ({
  keyword: complexityKeyword,
  instancePath: '',
  schemaPath: '',
  params: { limit },
})

/** Keywords whose messages describe a part of their schema. */
const describedByPart: ReadonlySet<string> = new Set(['required', 'oneOf', 'anyOf'])

const createAjv = (budget: ValidationBudget, digitsOf: () => Digits | undefined): Ajv2020 => {
  const ajv = new LinearAjv({
    strict: false,
    strictNumbers: true,
    allErrors: true,
    verbose: true,
    // Otherwise a property named constructor counts as present, because the prototype has one.
    ownProperties: true,
    logger: false,
    // Compiling the metaschema is the slowest part of a start; it is used only by `check` and after a failed compilation.
    validateSchema: false,
    addUsedSchema: false,
    discriminator: true,
    code: { regExp: boundedPatterns(budget), process: appendErrorsInPlace },
  })
  formatsModule.default(ajv)
  ajv.addSchema({}, anything)
  ajv.addKeyword(createStepsKeyword(budget))
  for (const keyword of createExactKeywords(budget, digitsOf)) {
    ajv.removeKeyword(String(keyword.keyword))
    ajv.addKeyword(keyword)
  }
  return ajv
}

/** With a function that generated code calls. */
class LinearAjv extends Ajv2020 {
  /** Adds the errors of a referenced schema to those of the schema around it. */
  appendErrors(errors: unknown[], more: readonly unknown[]): unknown[] {
    for (const error of more) errors.push(error)
    return errors
  }
}

/**
 * Ajv copies all errors so far with each reference that fails: a list of 60,000 invalid items would take 20 s. Only a schema's
 * own call uses its list of errors, so that they can be appended in place.
 */
const appendErrorsInPlace = (source: string): string =>
  source.replace(/vErrors\.concat\(([^()]+)\)/g, 'self.appendErrors(vErrors, $1)')

/** Ajv expects a RegExp and uses only its `test`; the name below is for standalone code, which is not generated here. */
const boundedPatterns = (budget: ValidationBudget) => {
  const charge = (work: number): void => budget.charge(work >> 2)
  return Object.assign((pattern: string): RegExp => compilePattern(pattern, charge) as RegExp, {
    code: 'boundedPattern',
  })
}

/** Counts the steps of a schema where its validator begins. */
const createStepsKeyword = (budget: ValidationBudget): CodeKeywordDefinition => ({
  keyword: stepsKeyword,
  schemaType: 'number',
  before: '$ref',
  code: ({ gen, schema, data }) => {
    const counter = gen.scopeValue('obj', { ref: budget })
    gen.if(code`(${counter}.left -= ${Number(schema)}) < 0`, () => gen.code(code`${counter}.overdraw(${data})`))
  },
})

/** The place of a value, from Ajv. */
type At = { readonly instancePath: string } | undefined

/**
 * Keywords that Ajv lacks or implements differently: these see the exact digits of a number, compute in decimals, and their
 * cost is linear in the length of the value.
 */
const createExactKeywords = (
  budget: ValidationBudget,
  digitsOf: () => Digits | undefined,
): readonly FuncKeywordDefinition[] => {
  const exactAt = (place: At) => digitsOf()?.get(place?.instancePath ?? '')

  const isInRange = (format: string, value: number, _parent: unknown, at: At): boolean => {
    const exact = exactAt(at) ?? (Number.isInteger(value) ? BigInt(value) : undefined)
    if (exact === 'fraction') return false
    const range = integerRanges.get(format)
    return exact === undefined || range === undefined || (exact >= range[0] && exact <= range[1])
  }

  const isMultiple = (factor: number, value: number, _parent: unknown, at: At): boolean => {
    const exact = exactAt(at)
    return exact === 'fraction' ? !Number.isInteger(factor) : isMultipleOf(value, factor, exact)
  }

  const validateUnique: SchemaValidateFunction = (isRequired: boolean, items: unknown[], _parent, at) => {
    budget.charge(items.length)
    const equal = isRequired ? findEqualItems(items, digitsOf(), at?.instancePath ?? '') : undefined
    if (equal) validateUnique.errors = [{ keyword: 'uniqueItems', params: { j: equal[0], i: equal[1] } }]
    return equal === undefined
  }

  return [
    { keyword: rangeKeyword, type: 'number', validate: isInRange },
    { keyword: 'multipleOf', type: 'number', schemaType: 'number', validate: isMultiple },
    { keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: validateUnique, errors: true },
  ]
}
