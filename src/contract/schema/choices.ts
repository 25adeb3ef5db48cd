/**
 * Messages for a value that matches no branch of a oneOf or anyOf: the errors of the branch that is clearly meant, or else
 * a list of the branches.
 */
import { getOwn, isJsonObject, itemsOf } from '../values/json-object.ts'
import { describeBranch, joinFirst } from './describe-schema.ts'
import { isNull } from './nullable.ts'
import type { SchemaError } from './validator.ts'

/**
 * A failed oneOf or anyOf includes the errors of every branch. They are noise, except if one branch is clearly meant: the
 * only one that is not null, or the one nearest to an object or array. Then only its errors are kept.
 */
export const withoutBranches = (errors: readonly SchemaError[]): readonly SchemaError[] => {
  if (!errors.some(isChoice)) return errors
  const hidden = new Set<SchemaError>()
  for (const [index, choice] of errors.entries()) {
    if (!isChoice(choice)) continue
    const branches = branchErrors(errors, index)
    const meant = isNullableChoice(choice)
      ? branches.filter((error) => !isOfNull(error))
      : errorsOfNearest(choice, branches)
    for (const error of meant.length > 0 ? [choice, ...branches.filter((one) => !meant.includes(one))] : branches)
      hidden.add(error)
  }
  return errors.filter((error) => !hidden.has(error))
}

const isOfNull = ({ keyword, params }: SchemaError): boolean => keyword === 'type' && getOwn(params, 'type') === 'null'

/** The errors of the branch that is clearly nearest to the value; empty if no branch is, or if several branches match. */
const errorsOfNearest = (choice: SchemaError, errors: readonly SchemaError[]): readonly SchemaError[] => {
  const { data, params } = choice
  if (typeof data !== 'object' || data === null || Array.isArray(getOwn(params, 'passingSchemas'))) return []
  const branches = itemsOf(choice.schema).map((schema) => resolveSchema(choice, schema))
  const inside = branches.map((schema) => schemasIn(choice, schema))
  const groups = branches.map((): SchemaError[] => [])
  for (const error of errors) {
    const owners = groups.filter((_, index) => inside[index]?.has(error.parentSchema))
    // An error in a shared part does not distinguish the branches.
    if (owners.length !== 1) return []
    owners[0]?.push(error)
  }
  const ranked = groups
    .map((group, index) => ({ group, distance: distanceOf(choice, group), named: countNamed(data, branches[index]) }))
    .sort((one, other) => one.distance - other.distance || other.named - one.named)
  const [first, second] = ranked
  if (!first || first.distance === 2 || first.group.length === 0) return []
  const isClear = !second || first.distance < second.distance || first.named > second.named
  return isClear ? first.group : []
}

/** 0: only nested values are wrong. 1: the properties or items differ. 2: the type differs. */
const distanceOf = ({ instancePath }: SchemaError, errors: readonly SchemaError[]): number => {
  const own = errors.filter((error) => error.instancePath === instancePath)
  if (own.some(({ keyword }) => ['type', 'enum', 'const', 'false schema'].includes(keyword))) return 2
  return own.length === 0 ? 0 : 1
}

const countNamed = (data: object, schema: unknown): number =>
  Object.keys(data).filter((name) => getOwn(getOwn(schema, 'properties'), name) !== undefined).length

/** Cached by schema, because a list of invalid items needs the same sets again and again. */
const reachable = new WeakMap<object, ReadonlySet<unknown>>()

/** A schema and everything in it, references followed. */
const schemasIn = (error: SchemaError, start: unknown): ReadonlySet<unknown> => {
  const known = isJsonObject(start) ? reachable.get(start) : undefined
  if (known) return known
  const found = new Set<unknown>()
  if (isJsonObject(start)) reachable.set(start, found)
  const collect = (value: unknown): void => {
    const schema = resolveSchema(error, value)
    if (typeof schema !== 'object' || schema === null || found.has(schema)) return
    found.add(value).add(schema)
    Object.values(schema).forEach(collect)
  }
  collect(start)
  return found
}

/** The target of a reference, or the schema itself. */
export const resolveSchema = ({ resolve }: SchemaError, schema: unknown): unknown => resolve?.(schema) ?? schema

/** A value that matches no branch, or more than one. */
export const describeChoice = (error: SchemaError, came: string): string => {
  const { keyword, params, schema } = error
  const branches = itemsOf(schema).map((branch) => describeBranch(resolveSchema(error, branch)))
  const passing = itemsOf(getOwn(params, 'passingSchemas')).map((index) => branches[Number(index)])
  if (passing.length > 1)
    return passing.every((branch) => branch !== undefined) && new Set(passing).size > 1
      ? `must match only one variant, got ${came}, which matches both ${passing.join(' and ')}`
      : `must match only one variant, got ${came}, which matches several`
  const described = [...new Set(branches)].filter((branch) => branch !== undefined)
  const list = branches.includes(undefined) || described.length === 0 ? '' : ` (${joinFirst(described, 6, '; ')})`
  return `must match ${keyword === 'oneOf' ? 'exactly one' : 'one'} variant${list}, got ${came}`
}

const isChoice = ({ keyword }: SchemaError): boolean => keyword === 'oneOf' || keyword === 'anyOf'

/**
 * The errors of the branches: they come right before the error of the choice, at its place or below. Schema paths do not
 * help, because a branch behind a $ref has its own; the keywords next to the choice mark where the branches begin.
 */
const branchErrors = (errors: readonly SchemaError[], index: number): readonly SchemaError[] => {
  const choice = errors[index]
  if (!choice) return []
  const around = schemasAround(choice)
  const isOfBranch = (error: SchemaError): boolean =>
    isAtOrBelow(error.instancePath, choice.instancePath) && !around.has(error.parentSchema)
  const start = errors.slice(0, index).findLastIndex((error) => !isOfBranch(error)) + 1
  return errors.slice(start, index)
}

/** The schema around a choice and everything in it except the choice. */
const schemasAround = ({ keyword, parentSchema }: SchemaError): ReadonlySet<unknown> => {
  const found = new Set<unknown>([parentSchema])
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || found.has(value)) return
    found.add(value)
    Object.values(value).forEach(collect)
  }
  for (const [name, value] of Object.entries(parentSchema ?? {})) if (name !== keyword) collect(value)
  return found
}

const isAtOrBelow = (pointer: string, ancestor: string): boolean =>
  pointer === ancestor || pointer.startsWith(`${ancestor}/`)

const isNullableChoice = (choice: SchemaError): boolean => {
  const branches = itemsOf(choice.schema)
  return branches.length === 2 && branches.some(isNull)
}
