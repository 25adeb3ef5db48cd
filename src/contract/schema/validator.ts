/**
 * The only file that uses Ajv: its options, the keywords that need the exact digits of a number, and the validation of one
 * value. Digits are rare, so validators take doubles and look up the digits only where a keyword depends on them.
 */

import { Ajv2020, _ as code, nil } from 'ajv/dist/2020.js'
import namesModule from 'ajv/dist/compile/names.js'
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js'
import type {
  AddedFormat,
  AnyValidateFunction,
  CodeKeywordDefinition,
  FuncKeywordDefinition,
  SchemaValidateFunction,
} from 'ajv/dist/types/index.js'
import codeModule from 'ajv/dist/vocabularies/code.js'
import formatsModule from 'ajv-formats'
import { InternalError } from '../../errors.ts'
import type { JsonObject } from '../../ports.ts'
import { compilePattern, type Pattern } from '../patterns/pattern.ts'
import { isMultipleOf } from '../values/decimal.ts'
import type { Digits, ParsedJson } from '../values/json-text.ts'
import { findEqualItems } from '../values/unique-items.ts'
import { stepsKeyword } from './count-steps.ts'
import { type Interpretation, isCertainlyValid } from './interpret-schema.ts'
import { integerRanges, rangeKeyword } from './schema-dialect.ts'
import { measureSchema } from './schema-size.ts'
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

/** Named schemas, each translated when it is first needed. */
export interface SchemaSource {
  /** With its steps counted. Throws if nothing has the name. */
  readonly find: (name: string) => object | boolean
  /**
   * All schemas that a schema refers to, by name, itself included, if it has `unevaluatedProperties` or `unevaluatedItems`:
   * these depend on what the others have evaluated. Undefined if it has neither.
   */
  readonly trackedWith: (name: string) => ReadonlyMap<string, object | boolean> | undefined
  /** What to throw instead of an error of Ajv about a schema. */
  readonly explain: (name: string, error: unknown) => Error
}

/**
 * Named schemas that refer to each other by name. A schema is compiled alone, and what it refers to when a value first reaches
 * the reference: a record of a large document refers to most of its other schemas, and has few of them.
 */
export class ValidatorSet {
  /** The digits of the value that is being validated. Validation is synchronous, so the keywords can read them here. */
  #digits: Digits | undefined
  readonly #budget = new ValidationBudget()
  readonly #source: SchemaSource
  readonly #compiled = new Map<string, AnyValidateFunction>()
  readonly #ajv = createAjv(this.#budget, () => this.#digits)
  #tracking: Ajv2020 | undefined
  readonly #interpretation: Interpretation

  constructor(source: SchemaSource) {
    this.#source = source
    deferReferences(this.#ajv, (name) => this.#createTarget(name))
    const { formats } = this.#ajv
    this.#interpretation = {
      find: (name) => this.#find(name),
      hasFormat: (format, text) => testFormat(formats[format], text),
      compilePattern: memoizePatterns(),
    }
  }

  #find(name: string): object | boolean {
    return name === anything ? true : this.#source.find(name)
  }

  /** A validator that reads the schema of a name at first, and compiles it when it is used more often or a value may be invalid. */
  #createTarget(name: string): Target {
    let uses = 0
    let compiled: AnyValidateFunction | undefined
    const isValid = (value: unknown): boolean =>
      ++uses <= maxInterpreted &&
      this.#digits === undefined &&
      isCertainlyValid(this.#find(name), value, this.#interpretation)
    return (value) => {
      if (compiled) return compiled
      if (isValid(value)) return undefined
      compiled = this.#compile(name)
      return compiled
    }
  }

  /** Compiles the schema of a name, at the latest for an invalid value. `resolve` is added to errors. Throws if it cannot be compiled. */
  compile(name: string, resolve: Resolve): Validator {
    const target = this.#createTarget(name)
    const addResolve = (error: SchemaError): SchemaError =>
      describedByPart.has(error.keyword) ? { ...error, resolve } : error
    return (value) => {
      this.#digits = value.digits
      this.#budget.start(value.rounded)
      try {
        const validate = target(value.rounded)
        return !validate || validate(value.rounded) ? undefined : (validate.errors ?? []).map(addResolve)
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

  #compile(name: string): AnyValidateFunction {
    const known = this.#compiled.get(name)
    if (known) return known
    const schema = this.#find(name)
    const tracked = name === anything ? undefined : this.#source.trackedWith(name)
    this.#ajv.opts.code.optimize = measureSchema(schema).isLarge ? 0 : 1
    try {
      const validate = (tracked && this.#compileTracked(name, tracked)) ?? this.#ajv.compile(schema)
      this.#compiled.set(name, validate)
      return validate
    } catch (error) {
      throw this.#source.explain(name, error)
    }
  }

  #compileTracked(name: string, all: ReadonlyMap<string, object | boolean>): AnyValidateFunction | undefined {
    const ajv = this.#openTracking()
    for (const [other, schema] of all) if (!ajv.schemas[other]) ajv.addSchema(schema, other)
    return ajv.getSchema(name)
  }

  /** An Ajv with its own `$ref`, which the metaschema needs as well. */
  #openTracking(): Ajv2020 {
    if (this.#tracking) return this.#tracking
    const ajv = createAjv(this.#budget, () => this.#digits)
    ajv.addSchema({}, anything)
    this.#tracking = ajv
    return ajv
  }

  /** What the metaschema says about a schema; undefined if it is valid. */
  describeInvalid(schema: object | boolean): string | undefined {
    const ajv = this.#openTracking()
    return ajv.validateSchema(schema) === true ? undefined : ajv.errorsText(ajv.errors)
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

/** How many values of a schema are validated without compiling it. */
const maxInterpreted = 20

/** The compiled validator for a value; undefined: the value is valid. */
type Target = (value: unknown) => AnyValidateFunction | undefined

type CreateTarget = (name: string) => Target

/** As Ajv tests formats: what it does not know, it ignores. */
const testFormat = (format: AddedFormat | undefined, text: string): boolean | undefined => {
  if (format === undefined || format === true) return true
  if (format instanceof RegExp) return format.test(text)
  if (typeof format === 'function') return format(text)
  const { validate, type, async } = format
  if (type === 'number') return true
  if (async === true) return undefined
  if (typeof validate === 'string') return undefined
  return validate instanceof RegExp ? validate.test(text) : Boolean(validate(text as never))
}

const memoizePatterns = (): Interpretation['compilePattern'] => {
  const known = new Map<string, Pattern>()
  return (source) => {
    const pattern = known.get(source) ?? compilePattern(source)
    known.set(source, pattern)
    return pattern
  }
}

/** Replaces `$ref` by a call that compiles its target when it first runs. Nothing tracks what the target has evaluated. */
const deferReferences = (ajv: Ajv2020, createTarget: CreateTarget): void => {
  ajv.opts.unevaluated = false
  const { $ref: rule } = ajv.RULES.all
  if (typeof rule !== 'object') throw new InternalError('Ajv has no rule for $ref')
  const calls = new Map<string, AnyValidateFunction>()
  const write = (context: KeywordCxt): void => writeCall(context, calls, createTarget)
  rule.definition = { keyword: '$ref', type: [], schemaType: ['string'], code: write }
}

const names = namesModule.default
const { callValidateCode } = codeModule

/** As Ajv writes the call of another schema, without what that schema has evaluated. */
const writeCall = (context: KeywordCxt, calls: Map<string, AnyValidateFunction>, createTarget: CreateTarget): void => {
  const { gen } = context
  const name = String(context.schema)
  const call = calls.get(name) ?? createCall(createTarget(name))
  calls.set(name, call)
  const validate = gen.scopeValue('validate', { ref: call })
  const { vErrors, errors } = names
  context.result(callValidateCode(context, validate, nil), undefined, () => {
    gen.assign(vErrors, code`${vErrors} === null ? ${validate}.errors : ${vErrors}.concat(${validate}.errors)`)
    gen.assign(errors, code`${vErrors}.length`)
  })
}

const createCall = (target: Target): AnyValidateFunction => {
  const call = ((value: unknown, at) => {
    const validate = target(value)
    if (!validate) return true
    const isValid = validate(value, at)
    call.errors = validate.errors ?? null
    return isValid
  }) as AnyValidateFunction
  return call
}

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
  // The format of ajv-formats rejects hosts without a dot, such as localhost.
  const { uri } = ajv.formats
  if (uri !== undefined) ajv.addFormat('url', uri)
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
