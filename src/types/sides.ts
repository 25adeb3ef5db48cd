/**
 * Whether a request and a response of the same schema differ: readOnly properties are not sent, writeOnly ones not returned.
 */
import { childNode, childNodes, type Files, type Node, resolveReference } from '../contract/document/references.ts'
import { oneSchema, schemaLists, schemaMaps } from '../contract/schema/subschemas.ts'
import { variantsOf } from '../contract/schema/variants.ts'
import { getOwn, getString, isJsonObject } from '../contract/values/json-object.ts'

/** Answers for the schemas of one document, each once. */
export class Sides {
  readonly #files: Files
  readonly #known = new Map<object, boolean>()

  constructor(files: Files) {
    this.#files = files
  }

  /** Whether the schema, or anything that it refers to, is readOnly or writeOnly. */
  differ(start: Node): boolean {
    const { value } = start
    if (!isJsonObject(value)) return false
    const known = this.#known.get(value)
    if (known !== undefined) return known
    const seen = new Set<object>([value])
    const found = this.#search([start], seen)
    // Nothing that a search without a result met leads to a difference.
    for (const each of found ? [value] : seen) this.#known.set(each, found)
    return found
  }

  #search(pending: Node[], seen: Set<object>): boolean {
    for (let node = pending.pop(); node; node = pending.pop()) {
      const { value } = node
      if (getOwn(value, 'readOnly') === true || getOwn(value, 'writeOnly') === true) return true
      for (const next of subschemasOf(this.#files, node)) {
        if (!isJsonObject(next.value) || seen.has(next.value)) continue
        if (this.#known.get(next.value)) return true
        seen.add(next.value)
        pending.push(next)
      }
    }
    return false
  }
}

/** The schemas directly within a schema, and those that it refers to. */
const subschemasOf = (files: Files, node: Node): readonly Node[] => {
  const ref = getString(node.value, '$ref')
  const target = ref === undefined ? undefined : resolveReference(files, node.file, ref)
  return [
    ...(target ? [target] : []),
    ...(variantsOf(files, node)?.variants.map((variant) => variant.node) ?? []),
    ...childNodes(node).flatMap(([key, child]) => {
      if (oneSchema.has(key)) return [child]
      const isHolder = key === 'allOf' || schemaLists.has(key) || schemaMaps.has(key)
      return isHolder ? childNodes(childNode(node, key)).map(([, inner]) => inner) : []
    }),
  ]
}
