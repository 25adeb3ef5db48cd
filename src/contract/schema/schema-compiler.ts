/**
 * Compiles schemas in place, by $ref: each component is registered under a name of its own when something first refers to
 * it, and only what a schema refers to is translated and compiled.
 */
import type { Dialect } from '../document/dialect.ts'
import type { Files, Node } from '../document/references.ts'
import { dereference, resolveSchema } from '../document/references.ts'
import { getString } from '../values/json-object.ts'
import type { DiscriminatedVariants } from './discriminate.ts'
import { type Direction, type Schema, type Translation, translateSchema } from './schema-dialect.ts'
import { maxChoices, measureSchema, type SchemaSize } from './schema-size.ts'
import { anything, type Validator, ValidatorSet } from './validator.ts'
import { isPlainWithin, variantsOf } from './variants.ts'

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
export const createSchemaCompiler = (files: Files, dialect: Dialect): SchemaCompiler =>
  new ComponentCompiler(files, dialect)

/** A schema that was registered. */
interface Component {
  readonly node: Node
  /** As translated. */
  readonly schema: Schema | boolean
  /** Names of the components that it refers to. */
  readonly refs: readonly string[]
  /** The metaschema's result, once it was needed. */
  verdict?: SchemaCompileError | 'valid'
}

class ComponentCompiler implements SchemaCompiler {
  readonly #files: Files
  readonly #dialect: Dialect
  readonly #set = new ValidatorSet()
  readonly #names = new Map<string, string>()
  readonly #components = new Map<string, Component>()
  readonly #validators = new Map<string, Validator>()
  #registered: Node[] = []

  constructor(files: Files, dialect: Dialect) {
    this.#files = files
    this.#dialect = dialect
  }

  compile(node: Node, direction: Direction): Validator {
    const address = `${direction} ${node.file}#${node.pointer}`
    const known = this.#validators.get(address)
    if (known) return known
    const validator = this.#compileComponent(this.#register(node, direction), node)
    this.#validators.set(address, validator)
    return validator
  }

  check(node: Node, direction: Direction): readonly SchemaCompileError[] {
    try {
      const invalid = this.#findInvalid(this.#register(node, direction))
      if (invalid.length === 0) this.compile(node, direction)
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

  #compileComponent(name: string, node: Node): Validator {
    try {
      const validator = this.#set.compile(name, (schema) => this.#resolve(schema))
      if (validator) return validator
    } catch (error) {
      throw this.#findInvalid(name)[0] ?? toCompileError(node, error)
    }
    throw new SchemaCompileError(node, 'cannot be compiled')
  }

  /** The target of a reference between components, as translated. */
  #resolve(schema: unknown): unknown {
    let found = this.#components.get(getString(schema, '$ref') ?? '')?.schema
    for (let step = 0; step < maxSteps && getString(found, '$ref') !== undefined; step++)
      found = this.#components.get(getString(found, '$ref') ?? '')?.schema
    return found
  }

  /** Returns the component's name. `path`: the schemas that the node is a part of, if its translation depends on them. */
  #register(node: Node, direction: Direction, path: readonly Schema[] = []): string {
    const address = `${direction}${path.length > 0 ? ' base' : ''} ${node.file}#${node.pointer}`
    const known = this.#names.get(address)
    if (known) return known
    const name = `c:${this.#names.size}`
    this.#names.set(address, name)
    this.#registered.push(node)
    try {
      const refs: string[] = []
      const part = { omitted: new Set<string>(), named: new Set<string>(), path }
      const schema = translateSchema(node.value, this.#createTranslation(node, direction, refs), part)
      const { tooMany, isLarge } = measureSchema(schema)
      if (tooMany) throw tooManyChoices(node, tooMany)
      this.#set.add(name, schema, isLarge)
      this.#components.set(name, { node, schema, refs })
    } catch (error) {
      // So that the next call fails in the same way.
      this.#names.delete(address)
      throw toCompileError(node, error)
    }
    return name
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
          note(this.#register(variant, direction)),
        ),
    }
  }

  /** Where a variant refers to the schema with the discriminator, it means that schema without its variants. */
  #registerPart(target: Node, direction: Direction, path: readonly Schema[]): string {
    const end = dereference(this.#files, target)
    const variants = end && variantsOf(this.#files, end)
    return end && variants && isPlainWithin(variants, path)
      ? this.#register(end, direction, path)
      : this.#register(target, direction)
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

  /** Of a component and all that it refers to, what the metaschema rejects. Unlike Ajv's compiler, it knows the place. */
  #findInvalid(start: string): readonly SchemaCompileError[] {
    const seen = new Set([start])
    for (const name of seen) for (const ref of this.#components.get(name)?.refs ?? []) seen.add(ref)
    return [...seen].flatMap((name) => {
      const component = this.#components.get(name)
      if (component) component.verdict ??= this.#validate(component)
      return component?.verdict instanceof SchemaCompileError ? component.verdict : []
    })
  }

  #validate({ node, schema }: Component): SchemaCompileError | 'valid' {
    const problem = this.#set.describeInvalid(schema)
    return problem === undefined ? 'valid' : new SchemaCompileError(node, `schema is invalid: ${problem}`)
  }
}

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
