/**
 * How large the parts of a schema are that Ajv needs more than linear time to compile: the choices of oneOf and anyOf, which
 * it nests in each other, and properties.
 */
import { isJsonObject } from '../values/json-object.ts'
import { appendPointer } from '../values/pointer.ts'
import { oneSchema, schemaLists, schemaMaps } from './subschemas.ts'

/** The most choices of one oneOf or anyOf. Real documents stay below 300. */
export const maxChoices = 500

export interface SchemaSize {
  /** Where a list with too many choices is. */
  readonly tooMany: { readonly pointer: string; readonly count: number } | undefined
  /** Whether optimizing the generated code would take longer than it saves. */
  readonly isLarge: boolean
}

/** In all. The time to optimize grows faster than the code. */
const largeSchema = 200
const largeList = 100

export const measureSchema = (schema: object | boolean): SchemaSize => {
  let tooMany: SchemaSize['tooMany']
  let isLarge = false
  let count = 0
  const walk = (part: unknown, pointer: string): void => {
    count++
    if (!isJsonObject(part)) return
    for (const [name, value] of Object.entries(part)) {
      const at = appendPointer(pointer, name)
      if (oneSchema.has(name)) walk(value, at)
      else if ((name === 'allOf' || schemaLists.has(name)) && Array.isArray(value)) {
        if (value.length > largeList) isLarge = true
        if (value.length > maxChoices && name !== 'allOf') tooMany ??= { pointer: at, count: value.length }
        for (const [index, item] of value.entries()) walk(item, `${at}/${index}`)
      } else if (schemaMaps.has(name) && isJsonObject(value)) {
        const entries = Object.entries(value)
        for (const [key, item] of entries) walk(item, appendPointer(at, key))
      }
    }
  }
  walk(schema, '')
  return { tooMany, isLarge: isLarge || count > largeSchema }
}
