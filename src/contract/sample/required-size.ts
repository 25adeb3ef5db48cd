/**
 * How many values a schema requires at least, so that json-schema-faker does not generate a body that fills the memory: a tree
 * whose nodes require two nodes doubles with each level.
 */
import type { Files, Node } from '../document/references.ts'
import { findKeyword, itemsNode, viewObject } from '../schema/schema-view.ts'
import { listedBranches, walkSchema } from '../schema/walk-schema.ts'

/** json-schema-faker generates about as many levels of what is required. */
const levels = 20

/** An estimate from below; a schema within itself is counted some levels deep. */
export const requiredSize = (files: Files, schema: Node): number => {
  const known = new Map<string, number>()
  const measure = (node: Node, depth: number): number => {
    if (depth === 0) return 1
    const address = `${node.file}#${node.pointer} ${depth}`
    const found = known.get(address)
    if (found !== undefined) return found
    // What leads back here on the same level adds nothing.
    known.set(address, 1)
    const size = 1 + sizeOfObject(node, depth) + sizeOfArray(node, depth) + sizeOfChoices(node, depth)
    known.set(address, size)
    return size
  }
  const sizeOfObject = (node: Node, depth: number): number => {
    let sum = 0
    for (const property of viewObject(files, node).properties.values())
      if (property.required) sum += measure(property.node, depth - 1)
    return sum
  }
  const sizeOfArray = (node: Node, depth: number): number => {
    const least = Number(findKeyword(files, node, 'minItems') ?? 0)
    const items = least > 0 ? itemsNode(files, node) : undefined
    return items ? least * measure(items, depth - 1) : 0
  }
  const sizeOfChoices = (node: Node, depth: number): number => {
    let sum = 0
    for (const part of walkSchema(files, node)) {
      const branches = listedBranches(part.node)
      if (branches.length > 0) sum += Math.min(...branches.map((branch) => measure(branch, depth - 1)))
    }
    return sum
  }
  return measure(schema, levels)
}
