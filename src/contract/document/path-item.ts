/**
 * Path items: how a document writes a path, and the operations below it.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isAddress } from '../values/address.ts'
import { getString, isJsonArray, isJsonObject } from '../values/json-object.ts'
import type { Dialect } from './dialect.ts'
import {
  childNode,
  childNodes,
  dereference,
  type Files,
  type Node,
  resolveReference,
  splitReference,
} from './references.ts'

/** The path without query or fragment, which some documents use to distinguish operations; neither is matched. */
export const withoutQuery = (path: string): string => path.replace(/[?#].*$/s, '')

export interface PathItem {
  /** With everything but the operations of all its parts. */
  readonly node: Node
  /** As written: what is beside a `$ref`, and its target. One part, unless something is beside the `$ref`. */
  readonly parts: readonly Node[]
  /** By HTTP method. The nodes are not checked to be operations. */
  readonly operations: ReadonlyMap<string, Node>
}

/**
 * A path item, which may add to the target of its `$ref` (OpenAPI, Path Item Object); undefined if a target is missing. Where
 * both have an operation, which the specification leaves open, the one beside the `$ref` is used.
 */
export const readPathItem = (files: Files, node: Node, dialect: Dialect): PathItem | undefined => {
  const end = dereference(files, node)
  if (!end) return undefined
  const parts: Node[] = []
  let part: Node | undefined = node
  while (part && part.value !== end.value) {
    if (isJsonObject(part.value) && Object.keys(part.value).length > 1) parts.push(part)
    part = resolveReference(files, part.file, getString(part.value, '$ref') ?? '')
  }
  parts.push(end)
  const operations = new Map(parts.toReversed().flatMap((one) => operationNodes(one, dialect)))
  return { node: parts.reduceRight((target, beside) => join(beside, target)), parts, operations }
}

/** At the place of what is beside the `$ref`, because other path items may add something else to the same target. */
const join = (beside: Node, target: Node): Node => {
  const { $ref: _, ...own } = isJsonObject(beside.value) ? beside.value : {}
  const inherited = isJsonObject(target.value) ? rebase(withoutOperations(target.value), target.file, beside.file) : {}
  const parameters = [own, inherited].flatMap(({ parameters }) => (isJsonArray(parameters) ? parameters : []))
  const value = { ...inherited, ...own, ...(parameters.length === 0 ? {} : { parameters }) }
  return { ...beside, value }
}

const withoutOperations = (pathItem: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(pathItem).filter(
      ([key]) => !isFixedMethod(key) && key !== 'query' && key !== 'additionalOperations',
    ),
  )

/** A value of one file for another one: its `$ref`s get the path of the file that they lead to. */
const rebase = <Value extends Json>(value: Value, from: string, to: string): Value => {
  if (from === to) return value
  const visit = (item: Json): Json => {
    if (isJsonArray(item)) return item.map(visit)
    if (!isJsonObject(item)) return item
    return Object.fromEntries(
      Object.entries(item).map(([key, inner]) =>
        key === '$ref' && typeof inner === 'string' ? [key, absolute(inner, from)] : [key, visit(inner)],
      ),
    )
  }
  return visit(value) as Value
}

const absolute = (ref: string, from: string): string => {
  const { file } = splitReference(from, ref)
  const path = isAddress(file) ? file : file.replaceAll('%', '%25').replaceAll('#', '%23')
  return ref.includes('#') ? path + ref.slice(ref.indexOf('#')) : path
}

/**
 * The operations of a part of a path item by HTTP method, in document order: the eight fixed methods, and in OpenAPI 3.2 also
 * `query` and `additionalOperations`.
 */
const operationNodes = (pathItem: Node, dialect: Dialect): readonly (readonly [method: string, node: Node])[] => {
  const named = childNodes(pathItem)
    .filter(([key]) => isFixedMethod(key) || (key === 'query' && dialect === '3.1'))
    .map(([key, node]) => [key.toUpperCase(), node] as const)
  const additional = dialect === '3.1' ? childNode(pathItem, 'additionalOperations') : undefined
  if (!isJsonObject(additional?.value)) return named
  const taken = new Set(named.map(([method]) => method))
  return [...named, ...childNodes(additional).filter(([method]) => !taken.has(method))]
}

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** Whether a path item of every version has a field for a method in lower case. */
export const isFixedMethod = (method: string): boolean => methods.has(method)
