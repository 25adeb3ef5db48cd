/**
 * Adds to a translated schema, and to every schema in it, how many steps its application counts as (validation-budget.ts).
 */
import { isJsonObject, itemsOf } from '../values/json-object.ts'
import type { Schema } from './schema-dialect.ts'
import { oneSchema, schemaLists, schemaMaps } from './subschemas.ts'

/** Standin's keyword for the number of steps. */
export const stepsKeyword = 'x-standin-steps'

/** Changes the schema in place: messages find a part of a schema by its identity. */
export const countSteps = (schema: Schema | boolean): void => {
  const pending: unknown[] = [schema]
  while (pending.length > 0) {
    const part = pending.pop()
    if (!isJsonObject(part)) continue
    pending.push(...partsOf(part))
    // A bare reference is counted where it leads to, and a schema without keywords takes no step.
    const names = Object.keys(part)
    if (names.length > 0 && !(names.length === 1 && part.$ref !== undefined)) addSteps(part)
  }
}

/** A translated schema is a fresh object; only its type is read-only. */
const addSteps = (part: Schema): void => {
  Object.assign(part, { [stepsKeyword]: stepsOf(part) })
}

const partsOf = (schema: Schema): readonly unknown[] =>
  Object.entries(schema).flatMap(([name, value]): readonly unknown[] => {
    if (oneSchema.has(name)) return [value]
    if (name === 'allOf' || schemaLists.has(name)) return itemsOf(value)
    return schemaMaps.has(name) && isJsonObject(value) ? Object.values(value) : []
  })

/** Lists of names and values are compared one by one, which is faster than applying a schema. */
const stepsOf = ({ enum: members, required, properties }: Schema): number =>
  1 +
  Math.ceil(
    (itemsOf(members).length +
      itemsOf(required).length +
      (isJsonObject(properties) ? Object.keys(properties).length : 0)) /
      8,
  )
