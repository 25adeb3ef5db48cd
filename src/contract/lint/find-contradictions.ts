/**
 * Contradictions between the parts of an allOf, which real documents have: no value matches all of them. The schema is
 * validated as written; this explains why nothing is ever valid.
 */

import { childNode, childNodes, type Files, type Node } from '../document/references.ts'
import { isMarkedNullable } from '../schema/nullable.ts'
import { walkSchema } from '../schema/walk-schema.ts'
import { entriesOf, getOwn, isJsonArray, isJsonObject, itemsOf } from '../values/json-object.ts'
import { writeCanonical } from '../values/unique-items.ts'

/** One sentence per contradiction; empty if none is found. */
export const findContradictions = (files: Files, schema: Node): readonly string[] => {
  const parts = partsOf(files, schema)
  const own = describeConflict(parts)
  if (own !== undefined) return [`no value matches all parts of its allOf: ${own}`]
  return [...conflictingProperties(files, parts), ...closedProperties(parts)]
}

const partsOf = (files: Files, schema: Node): readonly Node[] => walkSchema(files, schema).map(({ node }) => node)

const describeConflict = (parts: readonly Node[]): string | undefined => {
  const types = parts.map(({ value }) => typesOf(value)).filter((own) => own.length > 0)
  if (haveNothingInCommon(types.map(allowedBy)))
    return `one part requires ${types.map((own) => own.join(' or ')).join(', another requires ')}`
  const enums = parts.flatMap(({ value }) => enumOf(value) ?? [])
  return haveNothingInCommon(enums) ? 'their enums have no value in common' : undefined
}

const haveNothingInCommon = ([first, ...rest]: readonly ReadonlySet<string>[]): boolean =>
  first !== undefined && rest.length > 0 && ![...first].some((item) => rest.every((other) => other.has(item)))

/** The types that a schema itself names; none if it names none. */
const typesOf = (schema: unknown): readonly string[] => {
  const type = getOwn(schema, 'type')
  const named = typeof type === 'string' ? [type] : itemsOf(type).map(String)
  return named.length > 0 && isMarkedNullable(schema) && !named.includes('null') ? [...named, 'null'] : named
}

/** `number` includes `integer`. */
const allowedBy = (types: readonly string[]): ReadonlySet<string> =>
  new Set(types.includes('number') ? [...types, 'integer'] : types)

/** The values of an enum as strings, equal ones as equal strings. */
const enumOf = (schema: unknown): ReadonlySet<string> | undefined => {
  const values = getOwn(schema, 'enum')
  if (!isJsonArray(values)) return undefined
  return new Set([...values, ...(isMarkedNullable(schema) ? [null] : [])].map(writeCanonical))
}

const conflictingProperties = (files: Files, parts: readonly Node[]): readonly string[] => {
  const byName = new Map<string, Node[]>()
  for (const node of parts)
    for (const [name, property] of childNodes(childNode(node, 'properties')))
      byName.set(name, [...(byName.get(name) ?? []), property])
  return [...byName].flatMap(([name, properties]) => {
    if (properties.length === 1) return []
    const conflict = describeConflict(properties.flatMap((property) => partsOf(files, property)))
    return conflict === undefined ? [] : [`no value of ${name} matches all parts of its allOf: ${conflict}`]
  })
}

/** Properties that one part requires and a closed part does not have. */
const closedProperties = (parts: readonly Node[]): readonly string[] => {
  const required = new Set(
    parts.flatMap(({ value }) => (isJsonObject(value) ? itemsOf(value.required).map(String) : [])),
  )
  const closed = parts.flatMap(({ value }) =>
    isJsonObject(value) && value.additionalProperties === false && !isJsonObject(value.patternProperties)
      ? [value]
      : [],
  )
  return [...required].flatMap((name) =>
    closed.some(({ properties }) => !entriesOf(properties).some(([known]) => known === name))
      ? [`no value matches all parts of its allOf: one part requires ${name}, another allows only its own properties`]
      : [],
  )
}
