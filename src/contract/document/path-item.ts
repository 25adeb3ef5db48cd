/**
 * Path items: how a document writes a path, and the operations below it.
 */
import { isJsonObject } from '../values/json-object.ts'
import type { Dialect } from './dialect.ts'
import { childNode, childNodes, type Node } from './references.ts'

/** The path without query or fragment, which some documents use to distinguish operations; neither is matched. */
export const withoutQuery = (path: string): string => path.replace(/[?#].*$/s, '')

/**
 * The operations of a path item by HTTP method, in document order: the eight fixed methods, and in OpenAPI 3.2 also `query`
 * and `additionalOperations`. The nodes are not checked to be operations.
 */
export const operationNodes = (
  pathItem: Node,
  dialect: Dialect,
): readonly (readonly [method: string, node: Node])[] => {
  const named = childNodes(pathItem)
    .filter(([key]) => methods.has(key) || (key === 'query' && dialect === '3.1'))
    .map(([key, node]) => [key.toUpperCase(), node] as const)
  const additional = dialect === '3.1' ? childNode(pathItem, 'additionalOperations') : undefined
  if (!isJsonObject(additional?.value)) return named
  const taken = new Set(named.map(([method]) => method))
  return [...named, ...childNodes(additional).filter(([method]) => !taken.has(method))]
}

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])
