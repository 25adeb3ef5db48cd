/**
 * The one place that knows Ajv. Compiles schemas where they stand, by $ref: each component is registered under a name
 * of its own the first time something refers to it, and no more than that closure is ever translated or compiled.
 */

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import { createExactKeywords } from './exact-keywords.ts'
import { createDoubts, type Doubt } from './find-doubts.ts'
import type { Digits, ParsedJson } from './json-text.ts'
import { compilePattern } from './pattern.ts'
import type { Files, Node } from './references.ts'
import { resolveReference } from './references.ts'
import { type Dialect, type Direction, translateSchema } from './schema-dialect.ts'

export type SchemaError = ErrorObject

/** The errors of a value, or undefined where it is valid. */
export type Validator = (value: ParsedJson) => readonly SchemaError[] | undefined

export interface SchemaCompiler {
  /** Compiles the schema at a node; the same node and direction give the same validator. Throws SchemaCompileError. */
  readonly compile: (node: Node, direction: Direction) => Validator
  /** What is doubtful in schemas that were compiled since the last call, each once. */
  readonly takeDoubts: () => readonly Doubt[]
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
  const doubts = createDoubts(files)
  let registered = 0
  const names = new Map<string, string>()
  const validators = new Map<string, Validator>()

  const register = (node: Node, direction: Direction): string => {
    const address = `${direction} ${node.file}#${node.pointer}`
    const known = names.get(address)
    if (known) return known
    const name = `c:${registered++}`
    names.set(address, name)
    doubts.note(node)
    try {
      ajv.addSchema(translate(node, direction), name)
    } catch (error) {
      // So that the next one who asks is told the same.
      names.delete(address)
      throw toCompileError(node, error)
    }
    return name
  }

  const translate = (node: Node, direction: Direction) =>
    translateSchema(node.value, {
      dialect,
      direction,
      rename: (ref) => {
        const target = resolveReference(files, node.file, ref)
        if (!target) throw new SchemaCompileError(node, `$ref "${ref}" leads nowhere`)
        return register(target, direction)
      },
      lookUp: (ref) => resolveReference(files, node.file, ref)?.value,
    })

  const compileNode = (node: Node, direction: Direction): Validator => {
    const validate = guard(node, () => ajv.getSchema(register(node, direction)))
    if (!validate) throw new SchemaCompileError(node, 'cannot be compiled')
    return (value) => {
      digits = value.digits
      const errors = validate(value.rounded) ? undefined : [...((validate as ValidateFunction).errors ?? [])]
      digits = undefined
      return errors
    }
  }

  const compile = (node: Node, direction: Direction): Validator => {
    const address = `${direction} ${node.file}#${node.pointer}`
    const known = validators.get(address)
    if (known) return known
    const validator = compileNode(node, direction)
    validators.set(address, validator)
    return validator
  }

  return { compile, takeDoubts: doubts.take }
}

const createAjv = (digitsOf: () => Digits | undefined): Ajv2020 => {
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    allErrors: true,
    verbose: true,
    // A name like constructor is not there because the prototype has it.
    ownProperties: true,
    logger: false,
    validateSchema: true,
    addUsedSchema: false,
    code: { regExp: boundedPattern },
  })
  formatsModule.default(ajv)
  for (const keyword of createExactKeywords(digitsOf)) {
    ajv.removeKeyword(String(keyword.keyword))
    ajv.addKeyword(keyword)
  }
  return ajv
}

const guard = <Result>(node: Node, run: () => Result): Result => {
  try {
    return run()
  } catch (error) {
    throw toCompileError(node, error)
  }
}

const toCompileError = (node: Node, error: unknown): SchemaCompileError =>
  error instanceof SchemaCompileError
    ? error
    : new SchemaCompileError(node, String((error as Error).message), { cause: error })

/** Ajv asks for a RegExp, and uses nothing of it but its test; its code would be made of the name below. */
const boundedPattern = Object.assign((pattern: string): RegExp => compilePattern(pattern) as RegExp, {
  code: 'boundedPattern',
})
