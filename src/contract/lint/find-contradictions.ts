/**
 * Parts of an allOf that contradict each other, as they do in real documents: no value fits them all. They are checked as
 * they are written; what is found here says why nothing is ever valid.
 */

import { childNode, childNodes, dereference, type Files, type Node } from '../document/references.ts'
import { entriesOf, isJsonObject, itemsOf } from '../values/json-object.ts'

/** A sentence for each contradiction; none where there is none to be seen. */
export const findContradictions = (files: Files, schema: Node): readonly string[] => {
  const joined = joinedSchemas(files, schema)
  const own = describeClash(joined)
  if (own !== undefined) return [`no value fits all parts of its allOf: ${own}`]
  return [...clashingProperties(files, joined), ...closedProperties(joined)]
}

/** The schema and all that has to hold with it: what its $ref leads to, and the parts of its allOf, each once. */
const joinedSchemas = (files: Files, start: Node): readonly Node[] => {
  const seen = new Map<string, Node>()
  const walk = (node: Node): void => {
    const address = `${node.file}#${node.pointer}`
    if (seen.has(address) || !isJsonObject(node.value)) return
    seen.set(address, node)
    const target = typeof node.value.$ref === 'string' ? dereference(files, node) : undefined
    if (target) walk(target)
    for (const [, part] of childNodes(childNode(node, 'allOf'))) walk(part)
  }
  walk(start)
  return [...seen.values()]
}

const describeClash = (joined: readonly Node[]): string | undefined => {
  const types = joined.flatMap(({ value }) => typesOf(value) ?? [])
  if (haveNothingInCommon(types))
    return `one part asks for ${types.map((own) => [...own].join(' or ')).join(', another for ')}`
  const enums = joined.flatMap(({ value }) =>
    isJsonObject(value) && Array.isArray(value.enum) ? [new Set(value.enum.map((item) => JSON.stringify(item)))] : [],
  )
  return haveNothingInCommon(enums) ? 'their enums have no value in common' : undefined
}

const haveNothingInCommon = ([first, ...rest]: readonly ReadonlySet<string>[]): boolean =>
  first !== undefined && rest.length > 0 && ![...first].some((item) => rest.every((other) => other.has(item)))

/** The types that a schema names itself; an integer is a number too. */
const typesOf = (schema: unknown): ReadonlySet<string> | undefined => {
  if (!isJsonObject(schema)) return undefined
  const named = typeof schema.type === 'string' ? [schema.type] : itemsOf(schema.type).map(String)
  if (named.length === 0) return undefined
  const types = new Set(named)
  if (types.has('number')) types.add('integer')
  if (schema.nullable === true) types.add('null')
  return types
}

const clashingProperties = (files: Files, joined: readonly Node[]): readonly string[] => {
  const byName = new Map<string, Node[]>()
  for (const node of joined)
    for (const [name, property] of childNodes(childNode(node, 'properties')))
      byName.set(name, [...(byName.get(name) ?? []), property])
  return [...byName].flatMap(([name, properties]) => {
    if (properties.length === 1) return []
    const clash = describeClash(properties.flatMap((property) => joinedSchemas(files, property)))
    return clash === undefined ? [] : [`no value of ${name} fits all parts of its allOf: ${clash}`]
  })
}

/** What one part requires and another, which takes no other properties than its own, does not have. */
const closedProperties = (joined: readonly Node[]): readonly string[] => {
  const required = new Set(
    joined.flatMap(({ value }) => (isJsonObject(value) ? itemsOf(value.required).map(String) : [])),
  )
  const closed = joined.flatMap(({ value }) =>
    isJsonObject(value) && value.additionalProperties === false && !isJsonObject(value.patternProperties)
      ? [value]
      : [],
  )
  return [...required].flatMap((name) =>
    closed.some(({ properties }) => !entriesOf(properties).some(([known]) => known === name))
      ? [
          `no value fits all parts of its allOf: one part requires ${name}, and another allows none but its own properties`,
        ]
      : [],
  )
}
