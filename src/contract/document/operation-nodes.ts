/**
 * The operations of a path item by their methods: the eight that it has names for, and in 3.2 `query` and those of any other
 * method below `additionalOperations`.
 */
import { isJsonObject } from '../values/json-object.ts'
import type { Dialect } from './dialect.ts'
import { childNode, childNodes, type Node } from './references.ts'

/** In the order of the document; methods as a request has them. What stands there may be no operation. */
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
