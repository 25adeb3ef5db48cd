/**
 * Compiles schemas in place, by $ref: each component is registered under a name of its own when something first refers to
 * it, and translated and compiled when a value first reaches it.
 */

import { InternalError } from '../../errors.ts'
import type { Dialect } from '../document/dialect.ts'
import type { Files, Node } from '../document/references.ts'
import { dereference, resolveSchema } from '../document/references.ts'
import { getString } from '../values/json-object.ts'
import type { ParsedJson } from '../values/json-text.ts'
import { countSteps } from './count-steps.ts'
import type { DiscriminatedVariants } from './discriminate.ts'
import { type Direction, type Schema, type Translation, translateSchema } from './schema-dialect.ts'
import { maxChoices, measureSchema, type SchemaSize } from './schema-size.ts'
import { anything, type Validator, ValidatorSet } from './validator.ts'
import { isPlainWithin, variantsOf } from './variants.ts'

export interface SchemaCompiler {
  /** Compiles the schema at a node; the same node and direction give the same validator. Throws SchemaCompileError. */
  readonly compile: (node: Node, direction: Direction) => Validator
  /** Whether a value is valid. Unlike a validator, it need not compile the schema of an invalid value. Throws SchemaCompileError. */
  readonly isValid: (node: Node, direction: Direction, value: ParsedJson) => boolean
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
export const createSchemaCompiler = (files: Files, dialect: Dialect): SchemaCompiler =>
  new ComponentCompiler(files, dialect)

/** A schema that was translated. */
interface Component {
  readonly node: Node
  readonly schema: Schema | boolean
  /** Names of the components that it refers to. */
  readonly refs: readonly string[]
  /** The metaschema's result, once it was needed. */
  verdict?: SchemaCompileError | 'valid'
}

/** A schema that something refers to. */
interface Registration {
  readonly node: Node
  readonly direction: Direction
  /** The schemas that the node is a part of, if its translation depends on them. */
  readonly path: readonly Schema[]
}

class ComponentCompiler implements SchemaCompiler {
  readonly #files: Files
  readonly #dialect: Dialect
  readonly #set: ValidatorSet
  /** By address. */
  readonly #names = new Map<string, string>()
  readonly #registrations = new Map<string, Registration>()
  /** Those that were needed. */
  readonly #components = new Map<string, Component>()
  readonly #validators = new Map<string, Validator>()
  readonly #tests = new Map<string, (value: ParsedJson) => boolean>()
  #registered: Node[] = []

  constructor(files: Files, dialect: Dialect) {
    this.#files = files
    this.#dialect = dialect
    this.#set = new ValidatorSet({
      find: (name) => this.#translate(name).schema,
      trackedWith: (name) => this.#trackedWith(name),
      explain: (name, error) => this.#explain(name, error),
    })
  }

  compile(node: Node, direction: Direction): Validator {
    const address = `${direction} ${node.file}#${node.pointer}`
    const known = this.#validators.get(address)
    if (known) return known
    const validator = this.#compileNamed(this.#register({ node, direction, path: [] }))
    this.#validators.set(address, validator)
    return validator
  }

  isValid(node: Node, direction: Direction, value: ParsedJson): boolean {
    const name = this.#register({ node, direction, path: [] })
    const test = this.#tests.get(name) ?? this.#set.createTest(name, this.compile(node, direction))
    this.#tests.set(name, test)
    return test(value)
  }

  check(node: Node, direction: Direction): readonly SchemaCompileError[] {
    try {
      const name = this.#register({ node, direction, path: [] })
      const invalid = this.#findInvalid(name)
      if (invalid.length === 0) for (const each of this.#reachableFrom(name).keys()) this.#compileNamed(each)
      return invalid
    } catch (error) {
      return [toCompileError(node, error)]
    }
  }

  takeRegistered(): readonly Node[] {
    const nodes = this.#registered
    this.#registered = []
    return nodes
  }

  #compileNamed(name: string): Validator {
    return this.#set.compile(name, (schema) => this.#resolve(schema))
  }

  /** Why a schema was not compiled: what the metaschema says about it, or about what it refers to. */
  #explain(name: string, error: unknown): SchemaCompileError {
    if (error instanceof SchemaCompileError) return error
    const node = this.#registrations.get(name)?.node
    return this.#findInvalid(name)[0] ?? toCompileError(node ?? unknownNode, error)
  }

  /** The target of a reference between components, as translated. */
  #resolve(schema: unknown): unknown {
    let found = schema
    for (let step = 0; step < maxSteps; step++) {
      const name = getString(found, '$ref')
      if (name === undefined) return step === 0 ? undefined : found
      found = this.#registrations.has(name) ? this.#translate(name).schema : undefined
    }
    return found
  }

  /** Returns the component's name. Nothing is translated yet. */
  #register(registration: Registration): string {
    const { node, direction, path } = registration
    const address = `${direction}${path.length > 0 ? ' base' : ''} ${node.file}#${node.pointer}`
    const known = this.#names.get(address)
    if (known) return known
    const name = `c:${this.#names.size}`
    this.#names.set(address, name)
    this.#registrations.set(name, registration)
    return name
  }

  #translate(name: string): Component {
    const known = this.#components.get(name)
    if (known) return known
    const registration = this.#registrations.get(name)
    if (!registration) throw new InternalError(`no schema has the name ${name}`)
    const { node, direction, path } = registration
    try {
      const refs: string[] = []
      const part = { omitted: new Set<string>(), named: new Set<string>(), path }
      const schema = translateSchema(node.value, this.#createTranslation(node, direction, refs), part)
      const { tooMany } = measureSchema(schema)
      if (tooMany) throw tooManyChoices(node, tooMany)
      countSteps(schema)
      const component = { node, schema, refs }
      this.#components.set(name, component)
      this.#registered.push(node)
      return component
    } catch (error) {
      throw toCompileError(node, error)
    }
  }

  /** Adds the names of the components that are referred to to `refs`. */
  #createTranslation({ file: start }: Node, direction: Direction, refs: string[]): Translation {
    const note = (name: string): string => {
      refs.push(name)
      return name
    }
    return {
      dialect: this.#dialect,
      direction,
      files: this.#files,
      file: start,
      rename: (ref, path, file) => {
        const target = resolveSchema(this.#files, file, ref)
        // A dangling reference was reported at load; it matches anything, and the rest is validated.
        return note(target ? this.#registerPart(target, direction, path) : anything)
      },
      variantsOf: (schema, path, file) =>
        this.#describeVariants({ file, pointer: '', value: schema }, path, (variant) =>
          note(this.#register({ node: variant, direction, path: [] })),
        ),
    }
  }

  /** Where a variant refers to the schema with the discriminator, it means that schema without its variants. */
  #registerPart(target: Node, direction: Direction, path: readonly Schema[]): string {
    const end = dereference(this.#files, target)
    const variants = end && variantsOf(this.#files, end)
    return end && variants && isPlainWithin(variants, path)
      ? this.#register({ node: end, direction, path })
      : this.#register({ node: target, direction, path: [] })
  }

  #describeVariants(
    node: Node,
    path: readonly Schema[],
    nameOf: (variant: Node) => string,
  ): DiscriminatedVariants | 'base' | undefined {
    const found = variantsOf(this.#files, node)
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

  /** A component and all that it refers to, in the order of discovery. */
  #reachableFrom(start: string): ReadonlyMap<string, Component> {
    const found = new Map([[start, this.#translate(start)]])
    for (const { refs } of found.values())
      for (const name of refs) if (name !== anything && !found.has(name)) found.set(name, this.#translate(name))
    return found
  }

  #trackedWith(name: string): ReadonlyMap<string, Schema | boolean> | undefined {
    if (!tracksEvaluated(this.#translate(name).schema)) return undefined
    return new Map([...this.#reachableFrom(name)].map(([each, { schema }]) => [each, schema]))
  }

  /** Of a component and all that it refers to, what the metaschema rejects. Unlike Ajv's compiler, it knows the place. */
  #findInvalid(start: string): readonly SchemaCompileError[] {
    return [...this.#reachableFrom(start).values()].flatMap((component) => {
      component.verdict ??= this.#validate(component)
      return component.verdict instanceof SchemaCompileError ? component.verdict : []
    })
  }

  #validate({ node, schema }: Component): SchemaCompileError | 'valid' {
    const problem = this.#set.describeInvalid(schema)
    return problem === undefined ? 'valid' : new SchemaCompileError(node, `schema is invalid: ${problem}`)
  }
}

/** Whether a schema depends on which properties or items of a value other schemas have evaluated. */
const tracksEvaluated = (schema: unknown): boolean => {
  if (typeof schema !== 'object' || schema === null) return false
  if ('unevaluatedProperties' in schema || 'unevaluatedItems' in schema) return true
  return Object.values(schema).some(tracksEvaluated)
}

const unknownNode: Node = { file: '', pointer: '', value: null }

/** How many references to references are followed. */
const maxSteps = 8

const toCompileError = (node: Node, error: unknown): SchemaCompileError => {
  if (error instanceof SchemaCompileError) return error
  const message = error instanceof RangeError ? tooDeep : String((error as Error).message)
  return new SchemaCompileError(node, message, { cause: error })
}

const tooDeep = 'too many schemas are nested in each other, or lead to each other by $ref; combine some of them'

const tooManyChoices = (node: Node, { pointer, count }: NonNullable<SchemaSize['tooMany']>): SchemaCompileError =>
  new SchemaCompileError(
    { ...node, pointer: node.pointer + pointer },
    `a schema can have at most ${maxChoices} choices, got ${count}; group them, or describe what they have in common`,
  )
