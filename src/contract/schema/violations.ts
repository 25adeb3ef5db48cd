/**
 * Turns a validator's errors into messages: the place, what was expected, what came.
 * `body.status must be one of available, pending, sold, got "lost"`
 */
import type { Violation } from '../../errors.ts'
import { getOwn, isJsonObject, itemsOf } from '../values/json-object.ts'
import type { ParsedJson } from '../values/json-text.ts'
import { nearestOf } from '../values/nearest.ts'
import { appendName, formatPlace } from '../values/pointer.ts'
import { describeChoice, resolveSchema, withoutBranches } from './choices.ts'
import { count, describeBroken, describeExpected, describeSchema, joinFirst } from './describe-schema.ts'
import { complexityKeyword, type SchemaError } from './validator.ts'

/** One violation per broken rule; every place begins with `start` (`body`, `query.limit`). */
export const describeErrors = (
  errors: readonly SchemaError[],
  value: ParsedJson,
  start: string,
): readonly Violation[] => {
  const violations = new Map<string, Violation>()
  for (const error of reportedErrors(errors)) {
    const violation = describeError(error, value, start)
    violations.set(violation.message, violations.get(violation.message) ?? violation)
    if (violations.size === maxViolations) break
  }
  return [...violations.values()]
}

/** The errors that are worth a message: without those of branches that a choice explains, and of many only the first. */
export const reportedErrors = (errors: readonly SchemaError[]): readonly SchemaError[] => {
  const first = errors.length > maxErrors ? errors.slice(0, maxErrors) : errors
  return withoutBranches(first.filter((error) => !isRedundant(error)))
}

/**
 * Errors that another one explains better: an if by its then or else, a discriminator by its required property, what is wrong
 * with a name by its propertyNames.
 */
const isRedundant = ({ keyword, params, propertyName }: SchemaError): boolean =>
  keyword === 'if' ||
  (keyword === 'discriminator' && getOwn(params, 'tagValue') === undefined) ||
  propertyName !== undefined

/** A body with 100,000 invalid items has as many errors; only the first are useful. */
const maxErrors = 1000
export const maxViolations = 100

/** The value in a message: JSON, cut to a readable length. */
export const showValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  if (isJsonObject(value)) return 'an object'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number beyond what a double holds'
  const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'nothing')
  return text.length > 60 ? `${text.slice(0, 57)}…${typeof value === 'string' ? '"' : ''}` : text
}

const describeContains = ({ schema, params }: SchemaError): string => {
  const least = Number(getOwn(params, 'minContains') ?? 1)
  const most = getOwn(params, 'maxContains')
  const wanted = describeSchema(schema)
  const items = wanted === 'another value' ? 'that match its schema' : `such as ${wanted}`
  const range = most === undefined ? 'at least' : most === least ? 'exactly' : `${least} to`
  return `${range} ${count(most ?? least, 'item')} ${items}`
}

const describeError = (error: SchemaError, value: ParsedJson, start: string): Violation => {
  const params: unknown = error.params
  const place = formatPlace(start, error.instancePath)
  const at = (name: unknown) => appendName(place, String(name))
  const report = (where: string, rest: string): Violation => ({
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
      return report(at(getOwn(params, 'missingProperty')), `is required${describeMissing(error)}`)
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(getOwn(params, 'additionalProperty') ?? getOwn(params, 'unevaluatedProperty'))
      return report(at(name), `is not allowed here${suggestProperty(name, error)}`)
    }
    case 'propertyNames':
      return report(at(getOwn(params, 'propertyName')), 'has a name that is not allowed')
    case 'dependentRequired':
      return report(
        at(getOwn(params, 'missingProperty')),
        `is required where ${at(getOwn(params, 'property'))} is given`,
      )
    case 'uniqueItems':
      return report(place, `must have no two equal items, got ${describeRepeated(error, value)}`)
    case 'minProperties':
      return report(place, `must have at least ${count(getOwn(params, 'limit'), 'property', 'properties')}`)
    case 'maxProperties':
      return report(place, `must have at most ${count(getOwn(params, 'limit'), 'property', 'properties')}`)
    // Of these, only the value false is an error of its own: there must be no further items.
    case 'items':
    case 'unevaluatedItems':
      return report(
        place,
        `must have at most ${count(getOwn(params, 'limit') ?? getOwn(params, 'len'), 'item')}, got ${came()}`,
      )
    case 'contains':
      return report(place, `must hold ${describeContains(error)}, got ${came()}`)
    case 'discriminator': {
      const property = getOwn(params, 'tag')
      return report(
        at(property),
        `must be ${describeVariants(error.parentSchema)}, got ${showValue(getOwn(error.data, String(property)))}`,
      )
    }
    case 'oneOf':
    case 'anyOf':
      return report(place, describeChoice(error, isJsonObject(error.data) ? showObject(error.data) : came()))
    case 'not':
      return report(place, `must not match the schema in "not", got ${came()}`)
    case 'false schema':
      return report(place, 'is not allowed here')
    case complexityKeyword:
      return report(place, describeComplexity(getOwn(params, 'limit')))
    default:
      return report(
        place,
        `must be ${describeBroken(error.parentSchema, error.keyword)}, got ${came()}${start.startsWith('query.') ? explainSpace(error) : ''}`,
      )
  }
}

/** The plus of an offset arrives as a space if it is not escaped: `2030-12-06T12:00:00+01:00`. */
const explainSpace = ({ keyword, data }: SchemaError): string =>
  keyword === 'format' && typeof data === 'string' && /T\d\d:\d\d:\d\d(\.\d+)? \d\d:\d\d$/i.test(data)
    ? '; in a URL, + means a space, so send it as %2B'
    : ''

/** The property that was probably meant. One that is there too was not. */
const suggestProperty = (name: string, { parentSchema, data }: SchemaError): string => {
  const known = Object.keys(getOwn(parentSchema, 'properties') ?? {})
  const meant = nearestOf(
    name,
    known.filter((property) => !isJsonObject(data) || !Object.hasOwn(data, property)),
    1 / 3,
  )
  return meant === undefined ? '' : `. Did you mean ${meant}?`
}

const describeComplexity = (limit: unknown): string =>
  limit === undefined
    ? 'cannot be validated: its schema refers to itself endlessly'
    : `takes too long to validate: more than ${limit} steps, because its schema applies to the same values again and again; send a smaller value, or one that is less deep`

/** The values that select a variant, if there is a discriminator. */
const describeVariants = (schema: unknown): string | undefined => {
  const names = itemsOf(getOwn(getOwn(schema, 'discriminator'), 'shown'))
  return names.length === 0 ? undefined : describeSchema({ enum: [...names] })
}

const describeMissing = (error: SchemaError): string => {
  const variants = describeVariants(error.parentSchema)
  if (variants !== undefined) return `: ${variants}`
  const property = getOwn(getOwn(error.parentSchema, 'properties'), String(getOwn(error.params, 'missingProperty')))
  return describeExpected(resolveSchema(error, property))
}

/** A repeated item and its two places: `"a" at [0] and [2]`. */
const describeRepeated = ({ data, params, instancePath }: SchemaError, { digits }: ParsedJson): string => {
  const [first, second] = [getOwn(params, 'j'), getOwn(params, 'i')]
  const known = digits?.get(`${instancePath}/${first}`)
  const twin = typeof known === 'bigint' ? known : itemsOf(data)[Number(first)]
  return `${showValue(twin)} at [${first}] and [${second}]`
}

const showObject = (value: Readonly<Record<string, unknown>>): string => {
  const names = Object.keys(value)
  return names.length === 0 ? 'an empty object' : `an object with ${joinFirst(names, 4, ', ')}`
}
