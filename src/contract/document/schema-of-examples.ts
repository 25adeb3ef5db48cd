/**
 * The schema that a few example values have in common: types, and the properties that all of them have. Nothing more is
 * inferred: two examples of a status do not make an enumeration.
 */
import type { JsonObject } from '../../ports.ts'
import { isJsonObject } from '../values/json-object.ts'

type Schema = JsonObject

/** `{}` if there is no value, or if one is a variable such as `{{price}}`, which can have any value. */
export const schemaOfExamples = (values: readonly unknown[]): Schema => {
  const types = [...new Set(values.map(typeOf))]
  if (types.length === 0 || values.some(isVariable)) return {}
  const joined = types.includes('number') ? types.filter((type) => type !== 'integer') : types
  const objects = values.filter(isJsonObject)
  const lists = values.filter((value) => Array.isArray(value))
  return {
    type: joined.length === 1 ? (joined[0] ?? joined) : joined,
    ...(objects.length === 0 ? {} : describeObjects(objects)),
    ...(lists.length === 0 ? {} : { items: schemaOfExamples(lists.flat(1)) }),
  }
}

const describeObjects = (objects: readonly Schema[]): Schema => {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  const required = names.filter((name) => objects.every((object) => Object.hasOwn(object, name)))
  const properties = names.map((name) => [
    name,
    schemaOfExamples(objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name]] : []))),
  ])
  return { properties: Object.fromEntries(properties), ...(required.length === 0 ? {} : { required }) }
}

const isVariable = (value: unknown): boolean => typeof value === 'string' && /^\{\{[^{}]*\}\}$/.test(value)

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
