/**
 * The keywords whose values are schemas (JSON Schema 2020-12, section 10; `definitions` of draft 4).
 */

export const oneSchema: ReadonlySet<string> = new Set([
  'additionalProperties',
  'items',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
])

/** Without allOf, which callers handle on its own. */
export const schemaLists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'prefixItems'])

export const schemaMaps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])
