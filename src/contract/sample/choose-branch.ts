/**
 * Which branch of a oneOf or anyOf, and which variant of a discriminator, a value is completed as: one that accepts what
 * was given, otherwise one that does not lead back to a schema around it.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { dereference, type Files, type Node } from '../document/references.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { typesOf } from '../schema/schema-view.ts'
import type { Variant, Variants } from '../schema/variants.ts'
import { listedBranches } from '../schema/walk-schema.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { separateDigits } from '../values/json-text.ts'

interface Source {
  readonly files: Files
  readonly compiler: SchemaCompiler
}

export const addressOf = ({ file, pointer }: Node): string => `${file}#${pointer}`

/** `open`: addresses of the schemas around the value. */
export const chooseVariant = (
  { files, compiler }: Source,
  { property, variants }: Variants,
  given: JsonObject,
  open: readonly string[],
): Variant | undefined => {
  const accepts = ({ node, names: [name = ''] }: Variant): boolean =>
    compiler.compile(node, 'response')(separateDigits({ ...given, [property]: name })) === undefined
  const isOpen = ({ node }: Variant): boolean => open.includes(addressOf(dereference(files, node) ?? node))
  return (
    variants.find((variant) => !variant.isBase && accepts(variant)) ??
    variants.find((variant) => !isOpen(variant)) ??
    variants[0]
  )
}

/**
 * The branch of a schema that has branches and no properties: the first that accepts what was given, otherwise the first
 * of its type. If nothing was given, a scalar comes before an object. Undefined if the schema has no branches.
 */
export const chooseBranch = (
  source: Source,
  schema: Node,
  given: Json | undefined,
  open: readonly string[],
): Node | undefined => {
  const { files } = source
  const target = dereference(files, schema)
  if (!target || !isJsonObject(target.value) || target.value.properties !== undefined) return undefined
  const branches = listedBranches(target).filter((branch) => !isNullOnly(files, branch))
  return given === undefined ? chooseSimplest(files, branches, open) : chooseAccepting(source, branches, given)
}

const chooseSimplest = (files: Files, branches: readonly Node[], open: readonly string[]): Node | undefined => {
  const rank = (branch: Node): number => {
    const target = dereference(files, branch)
    if (target && open.includes(addressOf(target))) return 2
    return isScalarSchema(files, branch) ? 0 : 1
  }
  return [...branches].sort((a, b) => rank(a) - rank(b))[0]
}

const chooseAccepting = ({ files, compiler }: Source, branches: readonly Node[], given: Json): Node | undefined => {
  const type = typeOf(given)
  const typed = branches.filter((branch) => {
    const types = typesOf(files, branch)
    return types.size === 0 || types.has(type) || (type === 'integer' && types.has('number'))
  })
  if (typed.length < 2) return typed[0] ?? branches[0]
  const value = separateDigits(given)
  return typed.find((branch) => compiler.compile(branch, 'response')(value) === undefined) ?? typed[0]
}

const isNullOnly = (files: Files, branch: Node): boolean => {
  const types = typesOf(files, branch)
  return types.size === 1 && types.has('null')
}

const isScalarSchema = (files: Files, branch: Node): boolean => {
  const types = typesOf(files, branch)
  return types.size > 0 && !types.has('object') && !types.has('array')
}

const typeOf = (value: Json): string => {
  if (isJsonArray(value)) return 'array'
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return 'integer'
  return typeof value
}
