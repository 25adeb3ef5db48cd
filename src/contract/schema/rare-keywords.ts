/**
 * Rare keywords that Ajv reads differently from how documents write them: lists of `items`, `dependencies`, a property
 * named `__proto__`.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { entriesOf, getOwn, isJsonArray, isJsonObject } from '../values/json-object.ts'

type Schema = JsonObject

/** The keywords to add to the translated schema; undefined if the schema has none of these. */
export const translateRareKeywords = (schema: Schema, translate: (part: Json) => Json): Schema | undefined => {
  const found = {
    ...splitDependencies(schema, translate),
    ...splitItems(schema, translate),
    ...keepProtoProperty(schema, translate),
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** `dependencies` of older drafts became two keywords: dependentRequired and dependentSchemas. */
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

/** A list of `items`, as in drafts before 2020-12: schemas by position, and additionalItems for the rest. */
const splitItems = ({ items, additionalItems }: Schema, translate: (part: Json) => Json): Schema => {
  if (!isJsonArray(items)) return {}
  return {
    ...(items.length > 0 ? { prefixItems: items.map(translate) } : {}),
    items: additionalItems === undefined ? true : translate(additionalItems),
  }
}

/** Ajv ignores a property of this name, but accepts a pattern for it. */
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
