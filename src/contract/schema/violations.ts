/**
 * From a validator's errors to sentences: place, what was expected, what came.
 * `body.status must be one of available, pending, sold, got "lost"`
 */
import type { Violation } from '../../errors.ts'
import { getOwn, isObject, itemsOf } from '../values/is-object.ts'
import type { ParsedJson } from '../values/json-text.ts'
import { appendName, formatPlace } from '../values/pointer.ts'
import type { SchemaError } from './schema-compiler.ts'
import { rangeKeyword } from './schema-dialect.ts'

/** One violation per broken rule; `start` is what the places begin with (`body`, `query.limit`). */
export const describeErrors = (
  errors: readonly SchemaError[],
  value: ParsedJson,
  start: string,
): readonly Violation[] => {
  const violations = new Map<string, Violation>()
  const first = errors.length > maxErrors ? errors.slice(0, maxErrors) : errors
  for (const error of withoutBranches(first.filter((error) => !isEcho(error)))) {
    const violation = describeError(error, value, start)
    violations.set(violation.message, violations.get(violation.message) ?? violation)
    if (violations.size === maxViolations) break
  }
  return [...violations.values()]
}

/** What another error says better: of an if, that of its then or else; of a discriminator, that its property is required. */
const isEcho = ({ keyword, params }: SchemaError): boolean =>
  keyword === 'if' || (keyword === 'discriminator' && getOwn(params, 'tagValue') === undefined)

/** A body of a hundred thousand wrong items has as many errors; a person reads the first. */
const maxErrors = 1000
const maxViolations = 100

/** The value in a message: JSON, cut to a readable length. */
export const showValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  if (isObject(value)) return 'an object'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number beyond what a double holds'
  const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'nothing')
  return text.length > 60 ? `${text.slice(0, 57)}…${typeof value === 'string' ? '"' : ''}` : text
}

/** What a schema asks for, in words: `an integer from 1 to 100`, `one of available, pending, sold`. */
const describeSchema = (schema: unknown): string => {
  if (!isObject(schema)) return 'another value'
  const known = described.get(schema)
  if (known !== undefined) return known
  const description = writeDescription(schema)
  described.set(schema, description)
  return description
}

/** Descriptions follow from their schema alone, which never changes; they go with it. */
const described = new WeakMap<object, string>()

const writeDescription = (schema: Readonly<Record<string, unknown>>): string => {
  if (Array.isArray(schema.enum))
    return `one of ${schema.enum.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(', ')}`
  if ('const' in schema) return JSON.stringify(schema.const)
  const types = typeof schema.type === 'string' ? [schema.type] : itemsOf(schema.type).map(String)
  return types.length === 0 ? 'another value' : types.map((type) => describeType(type, schema)).join(' or ')
}

const describeType = (type: string, schema: Readonly<Record<string, unknown>>): string => {
  switch (type) {
    case 'integer':
    case 'number':
      return describeNumber(type, schema)
    case 'string':
      return describeString(schema)
    case 'array':
      return `an array${describeBounds(schema.minItems, schema.maxItems, 'item')}`
    case 'object':
      return 'an object'
    case 'boolean':
      return 'true or false'
    default:
      return type
  }
}

const integerNouns: ReadonlyMap<string, string> = new Map([
  ['int32', 'a 32-bit integer'],
  ['int64', 'a 64-bit integer'],
])

const describeNumber = (type: string, schema: Readonly<Record<string, unknown>>): string => {
  const noun = type === 'integer' ? (integerNouns.get(String(schema[rangeKeyword])) ?? 'an integer') : 'a number'
  const bounds: string[] = []
  if (typeof schema.minimum === 'number' && typeof schema.maximum === 'number')
    bounds.push(`from ${schema.minimum} to ${schema.maximum}`)
  else if (typeof schema.minimum === 'number') bounds.push(`of at least ${schema.minimum}`)
  else if (typeof schema.maximum === 'number') bounds.push(`of at most ${schema.maximum}`)
  if (typeof schema.exclusiveMinimum === 'number') bounds.push(`above ${schema.exclusiveMinimum}`)
  if (typeof schema.exclusiveMaximum === 'number') bounds.push(`below ${schema.exclusiveMaximum}`)
  if (typeof schema.multipleOf === 'number') bounds.push(`that is a multiple of ${schema.multipleOf}`)
  return [noun, ...bounds].join(' ')
}

const describeString = (schema: Readonly<Record<string, unknown>>): string => {
  const format = typeof schema.format === 'string' ? ` in the format ${schema.format}` : ''
  const pattern = typeof schema.pattern === 'string' ? ` that matches ${schema.pattern}` : ''
  return `a string${describeBounds(schema.minLength, schema.maxLength, 'character')}${format}${pattern}`
}

const describeBounds = (minimum: unknown, maximum: unknown, noun: string): string => {
  if (typeof minimum === 'number' && typeof maximum === 'number') return ` of ${minimum} to ${count(maximum, noun)}`
  if (typeof minimum === 'number' && minimum > 0) return ` of at least ${count(minimum, noun)}`
  if (typeof maximum === 'number') return ` of at most ${count(maximum, noun)}`
  return ''
}

const count = (number: unknown, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

const describeContains = ({ schema, params }: SchemaError): string => {
  const least = Number(getOwn(params, 'minContains') ?? 1)
  const most = getOwn(params, 'maxContains')
  const wanted = describeSchema(schema)
  const items = wanted === 'another value' ? 'that its schema asks for' : `such as ${wanted}`
  return `${most === undefined ? 'at least' : `${least} to`} ${count(most ?? least, 'item')} ${items}`
}

const describeError = (error: SchemaError, value: ParsedJson, start: string): Violation => {
  const params: unknown = error.params
  const place = formatPlace(start, error.instancePath)
  const at = (name: unknown) => appendName(place, String(name))
  const tell = (where: string, rest: string): Violation => ({
    at: where,
    keyword: error.keyword,
    message: `${where} ${rest}`,
  })
  const came = (): string => {
    const digits = value.digits?.get(error.instancePath)
    return digits === 'fraction' ? 'a number with a fraction' : showValue(digits ?? error.data)
  }
  switch (error.keyword) {
    case 'required':
      return tell(at(getOwn(params, 'missingProperty')), `is required${describeMissing(error)}`)
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return tell(
        at(getOwn(params, 'additionalProperty') ?? getOwn(params, 'unevaluatedProperty')),
        'is not allowed here',
      )
    case 'propertyNames':
      return tell(at(getOwn(params, 'propertyName')), 'has a name that is not allowed')
    case 'dependentRequired':
      return tell(at(getOwn(params, 'missingProperty')), `is required where ${at(getOwn(params, 'property'))} is given`)
    case 'uniqueItems':
      return tell(place, `must have no two equal items, got ${getOwn(params, 'j')} and ${getOwn(params, 'i')} alike`)
    case 'minProperties':
      return tell(place, `must have at least ${count(getOwn(params, 'limit'), 'property', 'properties')}`)
    case 'maxProperties':
      return tell(place, `must have at most ${count(getOwn(params, 'limit'), 'property', 'properties')}`)
    case 'contains':
      return tell(place, `must hold ${describeContains(error)}, got ${came()}`)
    case 'discriminator': {
      const property = getOwn(params, 'tag')
      return tell(
        at(property),
        `must be ${describeForms(error.parentSchema)}, got ${showValue(getOwn(error.data, String(property)))}`,
      )
    }
    case 'oneOf':
      return tell(place, `must match exactly one of its forms, got ${came()}`)
    case 'anyOf':
      return tell(place, `must match one of its forms, got ${came()}`)
    case 'not':
      return tell(place, `must not be what it is, got ${came()}`)
    case 'false schema':
      return tell(place, 'is not allowed here')
    default:
      return tell(place, `must be ${describeSchema(error.parentSchema)}, got ${came()}`)
  }
}

/** The values that name a form, where a discriminator tells them apart. */
const describeForms = (schema: unknown): string | undefined => {
  const told = itemsOf(getOwn(getOwn(schema, 'discriminator'), 'told'))
  return told.length === 0 ? undefined : describeSchema({ enum: told })
}

const describeMissing = (error: SchemaError): string => {
  const forms = describeForms(error.parentSchema)
  if (forms !== undefined) return `: ${forms}`
  const property = getOwn(getOwn(error.parentSchema, 'properties'), String(getOwn(error.params, 'missingProperty')))
  const expected = describeSchema(property)
  return expected === 'another value' ? '' : `: ${expected}`
}

/**
 * A oneOf or anyOf that fails brings the errors of each branch along. They are noise, save where the only other
 * branch is null: then the one real branch says it best.
 */
const withoutBranches = (errors: readonly SchemaError[]): readonly SchemaError[] => {
  if (!errors.some(isChoice)) return errors
  const hidden = new Set<SchemaError>()
  for (const [index, choice] of errors.entries()) {
    if (!isChoice(choice)) continue
    const branches = branchErrors(errors, index)
    const nullOnly = branches.filter((error) => error.keyword === 'type' && getOwn(error.params, 'type') === 'null')
    const rest = branches.filter((error) => !nullOnly.includes(error))
    for (const error of isNullableChoice(choice) && rest.length > 0 ? [choice, ...nullOnly] : branches)
      hidden.add(error)
  }
  return errors.filter((error) => !hidden.has(error))
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
