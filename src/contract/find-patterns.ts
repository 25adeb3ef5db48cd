/**
 * Patterns of a schema as it stands, its $refs not followed: who compiles the schema comes by each of them.
 */
import { isExponential } from './find-ambiguity.ts'
import { entriesOf, getString } from './is-object.ts'
import { childNode, childNodes, type Node } from './references.ts'

/** The nodes of patterns that turn back without end: of `pattern`, or of a name in `patternProperties`. */
export const findExponentialPatterns = (schema: Node): readonly Node[] => {
  const found: Node[] = []
  const walk = (node: Node): void => {
    const pattern = getString(node.value, 'pattern')
    const place = childNode(node, 'pattern')
    if (pattern !== undefined && place && isExponential(pattern)) found.push(place)
    for (const [name, child] of childNodes(childNode(node, 'patternProperties')))
      if (isExponential(name)) found.push({ ...child, value: name })
    for (const [name] of entriesOf(node.value)) {
      const child = childNode(node, name)
      if (!child || typeof child.value !== 'object') continue
      if (parts.has(name)) for (const [, part] of childNodes(child)) walk(part)
      else if (schemas.has(name)) walk(child)
    }
  }
  walk(schema)
  return found
}

const parts: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'allOf',
  'anyOf',
  'oneOf',
  'prefixItems',
])

const schemas: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
])
