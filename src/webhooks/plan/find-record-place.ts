/**
 * Finds where in the body of a webhook the record is: the schema of the record itself, a schema that is much like it, a
 * property with the name of the resource, or an object without properties that is called `data`.
 */

import { isSameSchema } from '../../behaviours/records/projection.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import type { Files, Node } from '../../contract/document/references.ts'
import { itemsNode, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { plainName, singularOf } from '../../contract/values/names.ts'

export interface RecordPlace {
  /** Property names that lead to it; empty: the body is the record. */
  readonly path: readonly string[]
  /** The schema of the record there. */
  readonly schema: Node
  /** Whether it is the only item of a list. */
  readonly isListed: boolean
  /** Whether it has the schema of the record itself. */
  readonly isSame: boolean
}

/** Bodies are looked at to this depth, and at most this number of schemas of one. */
const maxDepth = 3
const maxLooked = 200

interface Candidate extends RecordPlace {
  readonly score: number
}

/** Undefined if the body has no place for the record. */
export const findRecordPlace = (resource: Resource, schema: Node): RecordPlace | undefined => {
  const { files } = resource.document
  let best: Candidate | undefined
  let looked = 0
  // Breadth first: of two places that are equally good, the outer one counts.
  const open: { readonly path: readonly string[]; readonly node: Node; readonly isListed: boolean }[] = [
    { path: [], node: schema, isListed: false },
  ]
  for (let next = open.shift(); next && looked < maxLooked; next = open.shift()) {
    looked++
    const { path, node, isListed } = next
    const score = rate(resource, files, node, path)
    if (score > (best?.score ?? 0)) best = { path, schema: node, isListed, isSame: score === scores.same, score }
    if (best?.score === scores.same || isListed || path.length >= maxDepth) continue
    for (const { name, node: child } of viewObject(files, node).properties.values()) {
      open.push({ path: [...path, name], node: child, isListed: false })
      const items = itemsNode(files, child)
      if (items) open.push({ path: [...path, name], node: items, isListed: true })
    }
  }
  return best
}

const scores = { same: 5, named: 4, similar: 3, data: 1 } as const

/** How well the record fits; 0: it does not. */
const rate = (resource: Resource, files: Files, node: Node, path: readonly string[]): number => {
  if (isSameSchema(files, resource.schema, node)) return scores.same
  const types = typesOf(files, node)
  if (types.size > 0 && !types.has('object')) return 0
  const { properties, open } = viewObject(files, node)
  const name = path.at(-1)
  const isNamed = name !== undefined && singularOf(plainName(name)) === singularOf(plainName(resource.name))
  const isAlike = isSimilar(resource, files, properties)
  if (isNamed && (isAlike || open)) return scores.named
  if (isAlike) return scores.similar
  const isAny = open && properties.size === 0 && types.has('object')
  return name !== undefined && isAny && isDataName(name) ? scores.data : 0
}

export const isDataName = (name: string): boolean =>
  /^(data|object|resource|record|payload|entity|body|content)$/i.test(name)

/** Whether most of the properties are properties of a record, with its id among them. */
const isSimilar = (resource: Resource, files: Files, properties: ReadonlyMap<string, unknown>): boolean => {
  const own = viewObject(files, resource.schema).properties
  const common = [...properties.keys()].filter((name) => own.has(name))
  const [id] = resource.idPath
  return (id === undefined || properties.has(id)) && common.length >= 2 && common.length * 3 >= properties.size * 2
}
