/**
 * The one place that knows Ajv. Compiles schemas where they stand, by $ref: each component is registered under a name
 * of its own the first time something refers to it, and no more than that closure is ever translated or compiled.
 */

import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import type { JsonObject } from '../../ports.ts'
import type { Dialect } from '../document/dialect.ts'
import type { Files, Node } from '../document/references.ts'
import { dereference, resolveReference, resolveSchema, splitReference } from '../document/references.ts'
import { createLintWarnings, type LintWarning } from '../lint/lint-warnings.ts'
import { compilePattern } from '../patterns/pattern.ts'
import { getString } from '../values/json-object.ts'
import type { Digits, ParsedJson } from '../values/json-text.ts'
import type { DiscriminatedVariants } from './discriminate.ts'
import { createExactKeywords } from './exact-keywords.ts'
import { type Direction, type Schema, type Translation, translateSchema } from './schema-dialect.ts'
import { isPlainWithin, variantsOf } from './variants.ts'

/** What a value breaks, in Ajv's words. */
export interface SchemaError {
  readonly keyword: string
  /** JSON pointer into the value. */
  readonly instancePath: string
  /** Of the keyword, in the schema as it was compiled. */
  readonly schemaPath: string
  /** What the keyword has to say; each has its own names. */
  readonly params: Readonly<Record<string, unknown>>
  readonly propertyName?: string
  readonly message?: string
  /** The keyword's value. */
  readonly schema?: unknown
  readonly parentSchema?: JsonObject
  /** What was judged. */
  readonly data?: unknown
  /** What a schema refers to, as it was compiled; undefined where it is no reference. For a message that tells of a part. */
  readonly resolve?: (schema: unknown) => unknown
}

/** The errors of a value, or undefined where it is valid. */
export type Validator = (value: ParsedJson) => readonly SchemaError[] | undefined

export interface SchemaCompiler {
  /** Compiles the schema at a node; the same node and direction give the same validator. Throws SchemaCompileError. */
  readonly compile: (node: Node, direction: Direction) => Validator
  /** Each schema that the one at a node cannot be compiled for, also what compiles and is nonsense: a negative maxLength. */
  readonly check: (node: Node, direction: Direction) => readonly SchemaCompileError[]
  /** What is doubtful in schemas that were compiled since the last call, each once. */
  readonly takeDoubts: () => readonly LintWarning[]
}

/** A schema that no validator can be made of. */
export class SchemaCompileError extends Error {
  override readonly name = 'SchemaCompileError'
  readonly node: Node
  constructor(node: Node, message: string, options?: ErrorOptions) {
    super(message, options)
    this.node = node
  }
}

/** One compiler per document: components compiled for one operation serve the next. */
export const createSchemaCompiler = (files: Files, dialect: Dialect): SchemaCompiler => {
  // Validation is synchronous, so the digits of the value under test can be handed to the keywords this way.
  let digits: Digits | undefined
  const ajv = createAjv(() => digits)
  const doubts = createLintWarnings(files)
  let registered = 0
  const names = new Map<string, string>()
  const validators = new Map<string, Validator>()
  const components = new Map<string, Component>()

  /** `within`: the schemas that it is registered for as a part of; empty where it is no such part, or is the same in any. */
  const register = (node: Node, direction: Direction, within: readonly Schema[] = []): string => {
    const address = `${direction}${within.length > 0 ? ' base' : ''} ${node.file}#${node.pointer}`
    const known = names.get(address)
    if (known) return known
    const name = `c:${registered++}`
    names.set(address, name)
    doubts.note(node)
    try {
      const refs: string[] = []
      const schema = translateSchema(node.value, createTranslation(node, direction, refs), {
        uncarried: new Set(),
        within,
      })
      ajv.addSchema(schema, name)
      components.set(name, { node, schema, refs })
    } catch (error) {
      // So that the next one who asks is told the same.
      names.delete(address)
      throw toCompileError(node, error)
    }
    return name
  }

  /** Names that it refers to go into `refs`. */
  const createTranslation = ({ file }: Node, direction: Direction, refs: string[]): Translation => {
    const note = (name: string): string => {
      refs.push(name)
      return name
    }
    return {
      dialect,
      direction,
      rename: (ref, within) => {
        const target = resolveSchema(files, file, ref)
        // That it leads nowhere was told at load; what it stands for is not checked, the rest is.
        return note(target ? registerPart(target, direction, within) : anything)
      },
      lookUp: (ref) => resolveReference(files, file, ref)?.value,
      formsOf: (schema, within, from) => {
        const node = { file: splitReference(file, from).file, pointer: '', value: schema }
        return readForms(node, within, (form) => note(register(form, direction)))
      },
    }
  }

  /** A schema whose forms are told apart by a discriminator stands for itself where one of them refers to it. */
  const registerPart = (target: Node, direction: Direction, within: readonly Schema[]): string => {
    const end = dereference(files, target)
    const forms = end && variantsOf(files, end)
    return end && forms && isPlainWithin(forms, within) ? register(end, direction, within) : register(target, direction)
  }

  const readForms = (
    node: Node,
    within: readonly Schema[],
    nameOf: (form: Node) => string,
  ): DiscriminatedVariants | 'base' | undefined => {
    const found = variantsOf(files, node)
    if (!found) return undefined
    if (isPlainWithin(found, within)) return 'base'
    const { forms, isListed, fallback } = found
    return {
      ...found,
      forms: forms.map((form) =>
        isListed || form.isBase ? { ...form, schema: form.node.value } : { ...form, component: nameOf(form.node) },
      ),
      fallback: fallback && { $ref: nameOf(fallback) },
    }
  }

  /** Of a component and all that it refers to, what the metaschema rejects. It knows the place, which the compiler does not. */
  const findInvalid = (start: string): readonly SchemaCompileError[] => {
    const seen = new Set([start])
    for (const name of seen) for (const ref of components.get(name)?.refs ?? []) seen.add(ref)
    return [...seen].flatMap((name) => {
      const component = components.get(name)
      if (component) component.verdict ??= judge(component)
      return component?.verdict instanceof SchemaCompileError ? component.verdict : []
    })
  }

  const judge = ({ node, schema }: Component): SchemaCompileError | 'valid' =>
    ajv.validateSchema(schema) === true
      ? 'valid'
      : new SchemaCompileError(node, `schema is invalid: ${ajv.errorsText(ajv.errors)}`)

  const compileNode = (node: Node, direction: Direction): Validator => {
    const validate = getValidate(node, direction)
    return (value) => {
      digits = value.digits
      const errors = validate(value.rounded) ? undefined : (validate.errors ?? []).map(withResolve)
      digits = undefined
      return errors
    }
  }

  const resolve = (schema: unknown): unknown => {
    let found = components.get(getString(schema, '$ref') ?? '')?.schema
    for (let step = 0; step < maxSteps && getString(found, '$ref') !== undefined; step++)
      found = components.get(getString(found, '$ref') ?? '')?.schema
    return found
  }
  const withResolve = (error: SchemaError): SchemaError =>
    toldOfParts.has(error.keyword) ? { ...error, resolve } : error

  const getValidate = (node: Node, direction: Direction): ValidateFunction => {
    const name = register(node, direction)
    try {
      const validate = ajv.getSchema(name)
      if (validate) return validate as ValidateFunction
    } catch (error) {
      throw findInvalid(name)[0] ?? toCompileError(node, error)
    }
    throw new SchemaCompileError(node, 'cannot be compiled')
  }

  const compile = (node: Node, direction: Direction): Validator => {
    const address = `${direction} ${node.file}#${node.pointer}`
    const known = validators.get(address)
    if (known) return known
    const validator = compileNode(node, direction)
    validators.set(address, validator)
    return validator
  }

  const check = (node: Node, direction: Direction): readonly SchemaCompileError[] => {
    try {
      const invalid = findInvalid(register(node, direction))
      if (invalid.length === 0) compile(node, direction)
      return invalid
    } catch (error) {
      return [toCompileError(node, error)]
    }
  }

  return { compile, check, takeDoubts: doubts.take }
}

/** Keywords whose messages tell of a part of their schema. */
const toldOfParts: ReadonlySet<string> = new Set(['required', 'oneOf', 'anyOf'])

/** References to references that are followed. */
const maxSteps = 8

/** What a reference that leads nowhere stands for. */
const anything = 'c:anything'

const createAjv = (digitsOf: () => Digits | undefined): Ajv2020 => {
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    allErrors: true,
    verbose: true,
    // A name like constructor is not there because the prototype has it.
    ownProperties: true,
    logger: false,
    // The metaschema takes longer to compile than all else that starts; it is asked where something is wrong, or might be.
    validateSchema: false,
    addUsedSchema: false,
    discriminator: true,
    code: { regExp: boundedPattern },
  })
  formatsModule.default(ajv)
  ajv.addSchema({}, anything)
  for (const keyword of createExactKeywords(digitsOf)) {
    ajv.removeKeyword(String(keyword.keyword))
    ajv.addKeyword(keyword)
  }
  return ajv
}

interface Component {
  readonly node: Node
  /** As translated. */
  readonly schema: AnySchema
  /** Names of components that it refers to. */
  readonly refs: readonly string[]
  /** What the metaschema says of it, once it was asked. */
  verdict?: SchemaCompileError | 'valid'
}

const toCompileError = (node: Node, error: unknown): SchemaCompileError =>
  error instanceof SchemaCompileError
    ? error
    : new SchemaCompileError(node, String((error as Error).message), { cause: error })

/** Ajv asks for a RegExp, and uses nothing of it but its test; its code would be made of the name below. */
const boundedPattern = Object.assign((pattern: string): RegExp => compilePattern(pattern) as RegExp, {
  code: 'boundedPattern',
})
