/**
 * What is said where a value fits none of the forms of a oneOf or anyOf: what is wrong with the form that is meant, where
 * that is clear, else what the forms are.
 */
import { getOwn, isJsonObject, itemsOf } from '../values/json-object.ts'
import { describeVariant, joinFirst } from './describe-schema.ts'
import type { SchemaError } from './schema-compiler.ts'

/**
 * A oneOf or anyOf that fails brings the errors of each branch along. They are noise, save where one branch is clearly
 * meant: the only one beside null, or the one that an object or a list comes nearest to. Then that one says it best.
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

/** The errors of the branch that is clearly nearest to what came; none where no branch is, or more than one fits. */
const errorsOfNearest = (choice: SchemaError, errors: readonly SchemaError[]): readonly SchemaError[] => {
  const { data, params } = choice
  if (typeof data !== 'object' || data === null || Array.isArray(getOwn(params, 'passingSchemas'))) return []
  const branches = itemsOf(choice.schema).map((schema) => resolveSchema(choice, schema))
  const inside = branches.map((schema) => schemasIn(choice, schema))
  const groups = branches.map((): SchemaError[] => [])
  for (const error of errors) {
    const owners = groups.filter((_, index) => inside[index]?.has(error.parentSchema))
    // What two branches share does not tell them apart.
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

/** 0: only what is inside is wrong. 1: its properties or items are others. 2: it is another type. */
const distanceOf = ({ instancePath }: SchemaError, errors: readonly SchemaError[]): number => {
  const own = errors.filter((error) => error.instancePath === instancePath)
  if (own.some(({ keyword }) => ['type', 'enum', 'const', 'false schema'].includes(keyword))) return 2
  return own.length === 0 ? 0 : 1
}

const countNamed = (data: object, schema: unknown): number =>
  Object.keys(data).filter((name) => getOwn(getOwn(schema, 'properties'), name) !== undefined).length

/** They follow from their schema alone, which never changes; a list of wrong items asks for the same again and again. */
const reached = new WeakMap<object, ReadonlySet<unknown>>()

/** A schema and all that is written in it, or behind its references. */
const schemasIn = (error: SchemaError, start: unknown): ReadonlySet<unknown> => {
  const known = isJsonObject(start) ? reached.get(start) : undefined
  if (known) return known
  const found = new Set<unknown>()
  if (isJsonObject(start)) reached.set(start, found)
  const collect = (value: unknown): void => {
    const schema = resolveSchema(error, value)
    if (typeof schema !== 'object' || schema === null || found.has(schema)) return
    found.add(value).add(schema)
    Object.values(schema).forEach(collect)
  }
  collect(start)
  return found
}

/** What a schema refers to, where it is a reference. */
export const resolveSchema = ({ resolve }: SchemaError, schema: unknown): unknown => resolve?.(schema) ?? schema

/** What came fits none of the forms, or too many. */
export const describeChoice = (error: SchemaError, came: string): string => {
  const { keyword, params, schema } = error
  const forms = itemsOf(schema).map((form) => describeVariant(resolveSchema(error, form)))
  const passing = itemsOf(getOwn(params, 'passingSchemas')).map((index) => forms[Number(index)])
  if (passing.length > 1)
    return passing.every((form) => form !== undefined) && new Set(passing).size > 1
      ? `must match only one of its forms, got ${came}, which matches both ${passing.join(' and ')}`
      : `must match only one of its forms, got ${came}, which matches more`
  const told = [...new Set(forms)].filter((form) => form !== undefined)
  const list = forms.includes(undefined) || told.length === 0 ? '' : ` (${joinFirst(told, 6, '; ')})`
  return `must match ${keyword === 'oneOf' ? 'exactly one' : 'one'} of its forms${list}, got ${came}`
}

const isChoice = ({ keyword }: SchemaError): boolean => keyword === 'oneOf' || keyword === 'anyOf'

/**
 * The errors of a choice's branches: they come right before its own, at its place or below it. Their schema paths do not
 * tell, as a branch behind a $ref has paths of its own; but what stands beside the choice is known, and ends them.
 */
const branchErrors = (errors: readonly SchemaError[], index: number): readonly SchemaError[] => {
  const choice = errors[index]
  if (!choice) return []
  const beside = schemasBeside(choice)
  const isOfBranch = (error: SchemaError): boolean =>
    isAtOrBelow(error.instancePath, choice.instancePath) && !beside.has(error.parentSchema)
  const start = errors.slice(0, index).findLastIndex((error) => !isOfBranch(error)) + 1
  return errors.slice(start, index)
}

/** The schema that a choice is in and all that is written in it, but for the choice. */
const schemasBeside = ({ keyword, parentSchema }: SchemaError): ReadonlySet<unknown> => {
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
  return branches.length === 2 && branches.some((branch) => getOwn(branch, 'type') === 'null')
}
