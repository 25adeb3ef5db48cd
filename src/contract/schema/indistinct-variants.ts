/**
 * A oneOf of objects that nothing distinguishes. Taken literally, it rejects bodies that its author had in mind.
 */
import { childNode, childNodes, dereference, type Files, type Node } from '../document/references.ts'
import { isJsonObject, itemsOf } from '../values/json-object.ts'
import { walkSchema } from './walk-schema.ts'

/** Whether two variants require nothing and forbid nothing, so that almost every object matches both. */
export const hasIndistinctVariants = (files: Files, schema: Node): boolean => {
  if (hasDiscriminator(schema)) return false
  const variants = childNodes(childNode(schema, 'oneOf'))
  return variants.filter(([, variant]) => matchesMostObjects(files, variant)).length > 1
}

/**
 * Whether every object that the author had in mind for one variant matches another one, too: that requires no more, allows any
 * other property, and describes alike what both have. Then the narrower variant is never the only one.
 */
export const hasContainedVariant = (files: Files, schema: Node): boolean => {
  if (hasDiscriminator(schema)) return false
  const listed = childNodes(childNode(schema, 'oneOf'))
  if (listed.length > maxCompared) return false
  const variants = listed.flatMap(([, node]) => describeVariant(files, node) ?? [])
  return variants.some((wide) => variants.some((narrow) => wide !== narrow && contains(files, wide, narrow, 0)))
}

/** Each variant is compared with each other one. */
const maxCompared = 50

const hasDiscriminator = ({ value }: Node): boolean => isJsonObject(value) && value.discriminator !== undefined

interface DescribedVariant {
  readonly required: ReadonlySet<unknown>
  readonly properties: ReadonlyMap<string, Node>
  readonly isClosed: boolean
}

/** Undefined if it is not an object with properties, or if other keywords decide what matches it. */
const describeVariant = (files: Files, node: Node): DescribedVariant | undefined => {
  const parts = walkSchema(files, node)
  const schemas = parts.map(({ schema }) => schema)
  const properties = new Map(parts.flatMap((part) => childNodes(childNode(part.node, 'properties'))))
  if (properties.size === 0 || schemas.some((schema) => distinguishing.some((name) => schema[name] !== undefined)))
    return undefined
  return {
    required: new Set(schemas.flatMap(({ required }) => itemsOf(required))),
    properties,
    isClosed: schemas.some((schema) => schema.additionalProperties === false || schema.unevaluatedProperties === false),
  }
}

/** Objects within objects are compared this deep. */
const maxDepth = 5

const contains = (files: Files, wide: DescribedVariant, narrow: DescribedVariant, depth: number): boolean =>
  !wide.isClosed &&
  (wide.required.size === 0 || [...wide.properties.keys()].some((name) => narrow.properties.has(name))) &&
  [...wide.required].every((name) => narrow.required.has(name)) &&
  [...wide.properties].every(([name, node]) => {
    const other = narrow.properties.get(name)
    return other === undefined || includesSchema(files, node, other, depth + 1)
  })

/** Whether each value of the narrow schema surely matches the wide one. */
const includesSchema = (files: Files, wide: Node, narrow: Node, depth: number): boolean => {
  const [one, other] = [dereference(files, wide), dereference(files, narrow)]
  if (!one || !other) return false
  if (one.value === other.value || JSON.stringify(one.value) === JSON.stringify(other.value)) return true
  const [outer, inner] = [describeVariant(files, one), describeVariant(files, other)]
  if (outer && inner) return depth < maxDepth && contains(files, outer, inner, depth)
  return !outer && !inner && includesValues(files, one, other, depth)
}

/** For scalars and lists: each keyword of the wide schema allows what the narrow one does. */
const includesValues = (files: Files, wide: Node, narrow: Node, depth: number): boolean => {
  if (!isJsonObject(wide.value) || !isJsonObject(narrow.value) || wide.value.type === undefined) return false
  const { value } = narrow
  return Object.entries(wide.value).every(([name, held]) => {
    if (silent.has(name)) return true
    const other = value[name]
    if (name === 'enum') return itemsOf(other).length > 0 && itemsOf(other).every((one) => itemsOf(held).includes(one))
    const [items, itsItems] = [childNode(wide, name), childNode(narrow, name)]
    if (name === 'items' && items && itsItems)
      return depth < maxDepth && includesSchema(files, items, itsItems, depth + 1)
    return JSON.stringify(held) === JSON.stringify(other)
  })
}

/** Keywords that restrict nothing. */
const silent: ReadonlySet<string> = new Set([
  'title',
  'description',
  'example',
  'examples',
  'default',
  'readOnly',
  'writeOnly',
  'deprecated',
])

/** Keywords that distinguish objects, apart from `required` and `additionalProperties`. */
const distinguishing = [
  'enum',
  'const',
  'not',
  'oneOf',
  'anyOf',
  'if',
  'discriminator',
  'propertyNames',
  'maxProperties',
]

const matchesMostObjects = (files: Files, variant: Node): boolean => {
  const schemas = walkSchema(files, variant).map(({ schema }) => schema)
  return (
    schemas.some(({ properties }) => isJsonObject(properties)) &&
    schemas.every(
      (schema) =>
        itemsOf(schema.required).length === 0 &&
        schema.additionalProperties !== false &&
        schema.unevaluatedProperties !== false &&
        distinguishing.every((keyword) => schema[keyword] === undefined),
    )
  )
}
