/**
 * The only file that uses Ajv. Compiles schemas in place, by $ref: each component is registered under a name of its own
 * when something first refers to it, and only what a schema refers to is translated and compiled.
 */

import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import type { JsonObject } from '../../ports.ts'
import type { Dialect } from '../document/dialect.ts'
import type { Files, Node } from '../document/references.ts'
import { dereference, resolveSchema } from '../document/references.ts'
import { compilePattern } from '../patterns/pattern.ts'
import { getString } from '../values/json-object.ts'
import type { Digits, ParsedJson } from '../values/json-text.ts'
import type { DiscriminatedVariants } from './discriminate.ts'
import { createExactKeywords } from './exact-keywords.ts'
import { type Direction, type Schema, type Translation, translateSchema } from './schema-dialect.ts'
import { isPlainWithin, variantsOf } from './variants.ts'

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
  readonly resolve?: (schema: unknown) => unknown
}

/** The errors of a value; undefined if it is valid. */
export type Validator = (value: ParsedJson) => readonly SchemaError[] | undefined

export interface SchemaCompiler {
  /** Compiles the schema at a node; the same node and direction give the same validator. Throws SchemaCompileError. */
  readonly compile: (node: Node, direction: Direction) => Validator
  /** Every invalid schema that the one at a node refers to, even if Ajv would compile it (a negative maxLength). */
  readonly check: (node: Node, direction: Direction) => readonly SchemaCompileError[]
  /** The schemas registered since the last call. */
  readonly takeRegistered: () => readonly Node[]
}

/** A schema that cannot be compiled. */
export class SchemaCompileError extends Error {
  override readonly name = 'SchemaCompileError'
  readonly node: Node
  constructor(node: Node, message: string, options?: ErrorOptions) {
    super(message, options)
    this.node = node
  }
}

/** One compiler per document: components that one operation compiled are reused by the next. */
export const createSchemaCompiler = (files: Files, dialect: Dialect): SchemaCompiler => {
  // Validation is synchronous, so the keywords can read the digits of the current value from here.
  let digits: Digits | undefined
  const ajv = createAjv(() => digits)
  let taken: Node[] = []
  const names = new Map<string, string>()
  const validators = new Map<string, Validator>()
  const components = new Map<string, Component>()

  /** `path`: the schemas that the node is a part of, if its translation depends on them. */
  const register = (node: Node, direction: Direction, path: readonly Schema[] = []): string => {
    const address = `${direction}${path.length > 0 ? ' base' : ''} ${node.file}#${node.pointer}`
    const known = names.get(address)
    if (known) return known
    const name = `c:${names.size}`
    names.set(address, name)
    taken.push(node)
    try {
      const refs: string[] = []
      const part = { omitted: new Set<string>(), path }
      const schema = translateSchema(node.value, createTranslation(node, direction, refs), part)
      ajv.addSchema(schema, name)
      components.set(name, { node, schema, refs })
    } catch (error) {
      // So that the next call fails in the same way.
      names.delete(address)
      throw toCompileError(node, error)
    }
    return name
  }

  /** Adds the names of the components that are referred to to `refs`. */
  const createTranslation = ({ file: start }: Node, direction: Direction, refs: string[]): Translation => {
    const note = (name: string): string => {
      refs.push(name)
      return name
    }
    return {
      dialect,
      direction,
      files,
      file: start,
      rename: (ref, path, file) => {
        const target = resolveSchema(files, file, ref)
        // A dangling reference was reported at load; it matches anything, and the rest is validated.
        return note(target ? registerPart(target, direction, path) : anything)
      },
      variantsOf: (schema, path, file) =>
        describeVariants({ file, pointer: '', value: schema }, path, (variant) => note(register(variant, direction))),
    }
  }

  /** Where a variant refers to the schema with the discriminator, it means that schema without its variants. */
  const registerPart = (target: Node, direction: Direction, path: readonly Schema[]): string => {
    const end = dereference(files, target)
    const variants = end && variantsOf(files, end)
    return end && variants && isPlainWithin(variants, path)
      ? register(end, direction, path)
      : register(target, direction)
  }

  const describeVariants = (
    node: Node,
    path: readonly Schema[],
    nameOf: (variant: Node) => string,
  ): DiscriminatedVariants | 'base' | undefined => {
    const found = variantsOf(files, node)
    if (!found) return undefined
    if (isPlainWithin(found, path)) return 'base'
    const { variants, isListed, fallback } = found
    return {
      ...found,
      variants: variants.map((variant) =>
        isListed || variant.isBase
          ? { ...variant, schema: variant.node.value }
          : { ...variant, component: nameOf(variant.node) },
      ),
      fallback: fallback && { $ref: nameOf(fallback) },
    }
  }

  /** Of a component and all that it refers to, what the metaschema rejects. Unlike Ajv's compiler, it knows the place. */
  const findInvalid = (start: string): readonly SchemaCompileError[] => {
    const seen = new Set([start])
    for (const name of seen) for (const ref of components.get(name)?.refs ?? []) seen.add(ref)
    return [...seen].flatMap((name) => {
      const component = components.get(name)
      if (component) component.verdict ??= validateComponent(component)
      return component?.verdict instanceof SchemaCompileError ? component.verdict : []
    })
  }

  const validateComponent = ({ node, schema }: Component): SchemaCompileError | 'valid' =>
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
    describedByPart.has(error.keyword) ? { ...error, resolve } : error

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

  const takeRegistered = (): readonly Node[] => {
    const nodes = taken
    taken = []
    return nodes
  }

  return { compile, check, takeRegistered }
}

/** Keywords whose messages describe a part of their schema. */
const describedByPart: ReadonlySet<string> = new Set(['required', 'oneOf', 'anyOf'])

/** How many references to references are followed. */
const maxSteps = 8

/** The schema for a reference that leads nowhere. */
const anything = 'c:anything'

const createAjv = (digitsOf: () => Digits | undefined): Ajv2020 => {
  const ajv = new Ajv2020({
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
  /** Names of the components that it refers to. */
  readonly refs: readonly string[]
  /** The metaschema's result, once it was needed. */
  verdict?: SchemaCompileError | 'valid'
}

const toCompileError = (node: Node, error: unknown): SchemaCompileError =>
  error instanceof SchemaCompileError
    ? error
    : new SchemaCompileError(node, String((error as Error).message), { cause: error })

/** Ajv expects a RegExp and uses only its `test`; the name below is for standalone code, which is not generated here. */
const boundedPattern = Object.assign((pattern: string): RegExp => compilePattern(pattern) as RegExp, {
  code: 'boundedPattern',
})
