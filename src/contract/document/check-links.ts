/**
 * Checks which operations the links of responses lead to (OpenAPI, Link Object).
 */
import type { Json } from '../../ports.ts'
import { entriesOf, getOwn, getString } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { suggest } from '../values/nearest.ts'
import { childNode, childNodes, dereference, type Files, type Node } from './references.ts'

interface BadLink {
  readonly node: Node
  readonly message: string
}

/** The links of a response to operations that do not exist. `ids` are the operationIds of all paths. */
export const checkLinks = (response: Node, files: Files, ids: ReadonlySet<string>): readonly BadLink[] =>
  childNodes(childNode(response, 'links')).flatMap(([, child]) => {
    const link = dereference(files, child)
    const id = link && childNode(link, 'operationId')
    if (typeof id?.value !== 'string' || ids.has(id.value) || allIdsOf(files).has(id.value)) return []
    const hint = suggest(id.value, [...ids], 'Give an operation this operationId')
    return [{ node: id, message: `the link leads to the operation ${id.value}, which does not exist. ${hint}` }]
  })

/** The operationIds of all parts of the files, also of webhooks and callbacks. */
const allIdsOf = memoize((files: Files): ReadonlySet<string> => {
  const ids = new Set<string>()
  for (const value of files.values()) addIds(value, ids)
  return ids
})

/** A link has an operationId, too, but no responses. */
const addIds = (value: Json, ids: Set<string>): void => {
  const id = getString(value, 'operationId')
  if (id !== undefined && getOwn(value, 'responses') !== undefined) ids.add(id)
  for (const [, inner] of entriesOf(value)) addIds(inner, ids)
}
