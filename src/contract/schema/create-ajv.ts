/**
 * Creates Ajv: its options, and the keywords that it lacks, that need the exact digits of a number, or whose cost it does not
 * bound.
 */
import { Ajv2020, _ as code, type Options } from 'ajv/dist/2020.js'
import type { CodeKeywordDefinition, FuncKeywordDefinition, SchemaValidateFunction } from 'ajv/dist/types/index.js'
import formatsModule from 'ajv-formats'
import { compilePattern } from '../patterns/pattern.ts'
import { isMultipleOf } from '../values/decimal.ts'
import type { Digits } from '../values/json-text.ts'
import { findEqualItems } from '../values/unique-items.ts'
import { stepsKeyword } from './count-steps.ts'
import { integerRanges, rangeKeyword } from './schema-dialect.ts'
import type { ValidationBudget } from './validation-budget.ts'

/** `digitsOf` returns the digits of the value that is being validated. */
export const createAjv = (
  budget: ValidationBudget,
  digitsOf: () => Digits | undefined,
  options: Pick<Options, 'meta'> = {},
): Ajv2020 => {
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
    ...options,
    addUsedSchema: false,
    discriminator: true,
    code: { regExp: boundedPatterns(budget), process: appendErrorsInPlace },
  })
  formatsModule.default(ajv)
  // The formats of ajv-formats reject hosts without a dot, such as localhost.
  const { uri } = ajv.formats
  if (uri !== undefined) ajv.addFormat('url', uri)
  ajv.addFormat('email', mailbox)
  ajv.addKeyword(createStepsKeyword(budget))
  for (const keyword of createExactKeywords(budget, digitsOf)) {
    ajv.removeKeyword(String(keyword.keyword))
    ajv.addKeyword(keyword)
  }
  return ajv
}

/** RFC 5321, section 4.1.2, without quotes and addresses of hosts. */
const mailbox =
  /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/i

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
