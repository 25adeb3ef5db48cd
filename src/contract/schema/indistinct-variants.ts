/**
 * A oneOf of objects that nothing distinguishes: two of its variants require nothing and forbid nothing, so that almost every
 * object matches both. Taken literally, it rejects each body that its author had in mind.
 */
import { childNode, childNodes, type Files, type Node } from '../document/references.ts'
import { isJsonObject, itemsOf } from '../values/json-object.ts'
import { walkSchema } from './walk-schema.ts'

export const hasIndistinctVariants = (files: Files, schema: Node): boolean => {
  if (isJsonObject(schema.value) && schema.value.discriminator !== undefined) return false
  const variants = childNodes(childNode(schema, 'oneOf'))
  return variants.filter(([, variant]) => matchesMostObjects(files, variant)).length > 1
}

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
