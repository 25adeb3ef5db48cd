/**
 * Which paths belong together: a collection (/pets) and its items (/pets/{petId}), with the operations that could list,
 * create and read.
 */
import { getOwn, getString } from '../contract/is-object.ts'
import type { Operation, PathEntry } from '../contract/operation.ts'
import type { Behaviour } from './behaviour.ts'

/** A collection's operations, as far as the document has them. */
export interface Group {
  /** What the overlay calls the resource, else the last segment of the path. */
  readonly name: string
  readonly list: Operation | undefined
  readonly create: Operation | undefined
  readonly read: Operation | undefined
  /** The path parameter of the item. */
  readonly parameter: string | undefined
}

/** In the order of the document, collections with items first. */
export const groupPaths = (entries: readonly PathEntry[]): readonly Group[] => {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const items = new Map<string, Item>()
  for (const entry of entries) {
    const match = /^(.*\/[^/{}]+)\/\{([^/{}]+)\}$/.exec(entry.path)
    if (match?.[1] && match[2] && !items.has(match[1])) items.set(match[1], { entry, parameter: match[2] })
  }
  const collections = new Set([
    ...items.keys(),
    ...entries.map(({ path }) => path).filter((path) => /\/[^/{}]+$/.test(path)),
  ])
  // A collection below another record (/owners/{id}/pets) has a parent; those are not inferred yet.
  return [...collections]
    .filter((path) => !path.includes('{'))
    .map((path) => groupOf(path, byPath.get(path), items.get(path)))
}

interface Item {
  readonly entry: PathEntry
  readonly parameter: string
}

const groupOf = (path: string, collection: PathEntry | undefined, item: Item | undefined): Group => {
  const list = pick(collection, 'GET', 'list')
  const create = pick(collection, 'POST', 'create')
  const read = pick(item?.entry, 'GET', 'read')
  const named = [list, create, read]
    .map((operation) => operation && getString(operation.node.value, 'x-standin-resource'))
    .find((name) => name !== undefined)
  return { name: named ?? path.slice(path.lastIndexOf('/') + 1), list, create, read, parameter: item?.parameter }
}

/** The operation of a method, unless its overlay gives it another behaviour. */
const pick = (entry: PathEntry | undefined, method: string, kind: Behaviour['kind']): Operation | undefined => {
  const operation = entry?.operations.get(method)
  const asked = operation && getOwn(operation.node.value, 'x-standin-behaviour')
  return asked === undefined || asked === kind ? operation : undefined
}
