/**
 * Validates values with Ajv. Digits are rare, so validators take doubles and look up the exact digits only where a keyword
 * depends on them.
 */

import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { AddedFormat, AnyValidateFunction } from 'ajv/dist/types/index.js'
import type { JsonObject } from '../../ports.ts'
import { compilePattern, type Pattern } from '../patterns/pattern.ts'
import type { Digits, ParsedJson } from '../values/json-text.ts'
import { createAjv } from './create-ajv.ts'
import { deferReferences, type Target } from './defer-references.ts'
import { type Interpretation, interpret } from './interpret-schema.ts'
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
  /** Without the metaschema, which takes longer to add than a small document to load. */
  readonly #ajv = createAjv(this.#budget, () => this.#digits, { meta: false })
  #tracking: Ajv2020 | undefined
  readonly #interpretation: Interpretation

  constructor(source: SchemaSource) {
    this.#source = source
    deferReferences(this.#ajv, (name) => this.#createTarget(name), this.#budget)
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
    const read = this.#createReader(name)
    let compiled: AnyValidateFunction | undefined
    return (value) => {
      if (compiled) return compiled
      if (read(value)) return undefined
      compiled = this.#compile(name)
      return compiled
    }
  }

  /** Whether a value is valid, by reading the schema of a name. Undefined if that does not decide, or was done too often. */
  #createReader(name: string): (value: unknown) => boolean | undefined {
    let uses = 0
    return (value) =>
      ++uses <= maxInterpreted && this.#digits === undefined
        ? interpret(this.#find(name), value, this.#interpretation)
        : undefined
  }

  /** Compiles the schema of a name, at the latest for an invalid value. `resolve` is added to errors. Throws if it cannot be compiled. */
  compile(name: string, resolve: Resolve): Validator {
    const target = this.#createTarget(name)
    // Ajv has made the errors for this value alone. A copy would get a hidden class of its own, which takes V8 40 times as long.
    const addResolve = (error: SchemaError): SchemaError =>
      describedByPart.has(error.keyword) ? Object.assign(error, { resolve }) : error
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

  /** Like `validate`, which was compiled for the same name, without the errors: an invalid value is found by reading, too. */
  createTest(name: string, validate: Validator): (value: ParsedJson) => boolean {
    const read = this.#createReader(name)
    return (value) => {
      const verdict = value.digits === undefined && !this.#compiled.has(name) ? read(value.rounded) : undefined
      return verdict ?? validate(value) === undefined
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

  /** An Ajv with its own `$ref`, which the metaschema needs as well, and with the metaschema. */
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
const maxInterpreted = 200

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
