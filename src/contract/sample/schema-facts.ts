/**
 * What a merged schema says about a value: its type, a documented example, whether it contains itself.
 */
import type { Json } from '../../ports.ts'
import { dereference, type Files, type Node } from '../document/references.ts'
import type { MergedSchema } from '../schema/merge-schema.ts'
import { getOwn } from '../values/json-object.ts'
import { isPlaceholder } from './examples.ts'

/** `around`: addresses of the schemas around the value. */
export const isRecursive = ({ addresses }: MergedSchema, around: ReadonlySet<string>): boolean =>
  [...addresses].some((address) => around.has(address))

export const isObjectSchema = (files: Files, schema: Node): boolean => {
  const value = dereference(files, schema)?.value
  return ['properties', 'allOf', 'oneOf', 'anyOf'].some((keyword) => getOwn(value, keyword) !== undefined)
}

export const isScalarSchema = (files: Files, schema: Node): boolean => {
  const type = getOwn(dereference(files, schema)?.value, 'type')
  return type === 'number' || type === 'integer' || type === 'string'
}

/** An example or default inside the schema. */
export const findExample = ({ examples, keywords, isNullable }: MergedSchema): Json | undefined =>
  [...examples, keywords.default].find(
    (example) => example !== undefined && (example !== null || isNullable) && !isPlaceholder(example),
  )

/** The first type that is allowed; if the schema names none, the type that its keywords are about. */
export const chooseType = (
  { types, properties, items, keywords, additional, required }: MergedSchema,
  fault: number,
): string => {
  if (types && types.length > 0) return types[fault % types.length] ?? 'string'
  if (properties.size > 0 || required.size > 0 || (additional && additional.length > 0)) return 'object'
  if (items.length > 0 || keywords.minItems !== undefined) return 'array'
  if (keywords.minimum !== undefined || keywords.maximum !== undefined || keywords.multipleOf !== undefined)
    return 'number'
  return 'string'
}
