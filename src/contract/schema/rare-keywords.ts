/**
 * Keywords of JSON Schema that validators take otherwise than documents write them, and that few documents have:
 * lists of `items`, `dependencies`, a property named `__proto__`.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { entriesOf, getOwn, isJsonArray, isJsonObject } from '../values/json-object.ts'

type Schema = JsonObject

/** Written over the translation of a schema that has any of them; undefined where it has none. */
export const translateRareKeywords = (schema: Schema, translate: (part: Json) => Json): Schema | undefined => {
  const found = {
    ...splitDependencies(schema, translate),
    ...splitItems(schema, translate),
    ...keepProtoProperty(schema, translate),
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** `dependencies` of older drafts is two keywords now: names that ask for names, and names that bring a schema. */
const splitDependencies = ({ dependencies, ...schema }: Schema, translate: (part: Json) => Json): Schema => {
  const entries = entriesOf(dependencies)
  const names = entries.filter(([, needed]) => Array.isArray(needed))
  const schemas = entries.filter(([, needed]) => !Array.isArray(needed)).map(([name, part]) => [name, translate(part)])
  return {
    ...(names.length > 0
      ? { dependentRequired: { ...asObject(schema.dependentRequired), ...Object.fromEntries(names) } }
      : {}),
    ...(schemas.length > 0
      ? { dependentSchemas: { ...mapEntries(schema.dependentSchemas, translate), ...Object.fromEntries(schemas) } }
      : {}),
  }
}

/** A list of `items`, as drafts before 2020-12 have it: schemas by position, and additionalItems for the rest. */
const splitItems = ({ items, additionalItems }: Schema, translate: (part: Json) => Json): Schema => {
  if (!isJsonArray(items)) return {}
  return {
    ...(items.length > 0 ? { prefixItems: items.map(translate) } : {}),
    items: additionalItems === undefined ? true : translate(additionalItems),
  }
}

/** Ajv passes over a property of this name, and takes a pattern for it like any other. */
const keepProtoProperty = ({ properties, patternProperties }: Schema, translate: (part: Json) => Json): Schema =>
  isJsonObject(properties) && Object.hasOwn(properties, '__proto__')
    ? {
        patternProperties: {
          ...mapEntries(patternProperties, translate),
          '^__proto__$': translate(getOwn(properties, '__proto__') ?? true),
        },
      }
    : {}

const asObject = (value: unknown): Schema => (isJsonObject(value) ? value : {})

const mapEntries = (value: unknown, translate: (part: Json) => Json): Schema =>
  Object.fromEntries(entriesOf(value).map(([name, part]) => [name, translate(part)]))
