/**
 * Whether a schema allows null, by its own keywords: the one place that knows each notation. What its $ref and its
 * allOf add is for the walk to collect.
 */
import { getOwn, isJsonArray, itemsOf } from '../values/json-object.ts'

/** `nullable` of OpenAPI 3.0 and its forerunner `x-nullable` of 2.0. Documents of 3.1 use it too, with the same meaning. */
export const isMarkedNullable = (schema: unknown): boolean =>
  getOwn(schema, 'nullable') === true || getOwn(schema, 'x-nullable') === true

/** Whether null is allowed: it is marked so, or `type` names null, or `enum` or `const` has null and there is no `type`. */
export const isNullable = (schema: unknown): boolean => {
  const type = getOwn(schema, 'type')
  if (isMarkedNullable(schema) || type === 'null' || itemsOf(type).includes('null')) return true
  return type === undefined && (itemsOf(getOwn(schema, 'enum')).includes(null) || getOwn(schema, 'const') === null)
}

/** Whether the own type of a schema does not allow null. */
export const isNeverNull = (schema: unknown): boolean => getOwn(schema, 'type') !== undefined && !isNullable(schema)

/** Whether null is the only value that is allowed. */
export const isNull = (schema: unknown): boolean => {
  const values = getOwn(schema, 'enum')
  return (
    getOwn(schema, 'type') === 'null' ||
    getOwn(schema, 'const') === null ||
    (isJsonArray(values) && values.length > 0 && values.every((item) => item === null))
  )
}
