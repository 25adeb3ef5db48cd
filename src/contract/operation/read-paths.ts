/**
 * Reads the paths of a document with their operations, and groups them by the base paths they are served at: a document,
 * path or operation can have several servers.
 */
import { readDeprecation } from '../document/deprecation.ts'
import type { Document } from '../document/document.ts'
import { type PathItem, readPathItem, withoutQuery } from '../document/path-item.ts'
import { childNode, childNodes, type Node } from '../document/references.ts'
import { type BasePaths, readBasePaths } from '../document/servers.ts'
import { compileSecurity } from '../request/security.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { getString, isJsonObject } from '../values/json-object.ts'
import { createOperation, fullPathOf, type Operation, type PathEntry } from './operation.ts'

/** The paths of a document in document order. */
export const readPaths = (document: Document, compiler: SchemaCompiler): readonly PathEntry[] => {
  const items = pathItemsOf(document)
  const pathsById = collectPathsById(document, items)
  const takenIds = new Set<string>()
  return items.map(({ path, pathItem: { node: pathItem, operations: nodes }, basePaths }) => {
    const operations = new Map<string, Operation>()
    for (const [method, node] of nodes) {
      if (!isJsonObject(node.value)) continue
      const successor = getString(node.value, 'x-standin-successor')
      const operation = createOperation({
        id: chooseId(node, `${method} ${path}`, takenIds),
        document,
        compiler,
        path,
        basePaths: basePathsOf(document, node, basePaths),
        method,
        node,
        pathItem,
        deprecation: readDeprecation(node.value, successor === undefined ? undefined : pathsById.get(successor)),
      })
      operations.set(method, operation)
    }
    const security = compileSecurity(document, { ...pathItem, value: {} })
    return { path, basePaths, document, operations, allow: allowOf(operations), security }
  })
}

interface FoundPathItem {
  readonly path: string
  readonly pathItem: PathItem
  readonly basePaths: BasePaths
}

const pathItemsOf = (document: Document): readonly FoundPathItem[] =>
  childNodes(childNode(document.root, 'paths')).flatMap(([path, child]) => {
    const pathItem = readPathItem(document.files, child, document.dialect)
    if (!pathItem || !path.startsWith('/')) return []
    return [{ path, pathItem, basePaths: basePathsOf(document, pathItem.node, document.basePaths) }]
  })

/** The base paths of a path item or operation. OpenAPI 2.0 has base paths for the whole document only. */
const basePathsOf = (document: Document, { value }: Node, inherited: BasePaths): BasePaths =>
  document.isMoved || document.dialect === '2.0' ? inherited : (readBasePaths(value, document.dialect) ?? inherited)

/** The operationId, or the fallback if it is missing or taken. */
const chooseId = (node: Node, fallback: string, taken: Set<string>): string => {
  const id = getString(node.value, 'operationId')
  if (id === undefined || taken.has(id)) return fallback
  taken.add(id)
  return id
}

/** The full path of each operationId. */
const collectPathsById = (document: Document, items: readonly FoundPathItem[]): ReadonlyMap<string, string> =>
  new Map(
    items.flatMap(({ path, pathItem, basePaths }) =>
      [...pathItem.operations.values()].flatMap((node) => {
        const id = getString(node.value, 'operationId')
        if (id === undefined) return []
        return [[id, fullPathOf({ basePaths: basePathsOf(document, node, basePaths), path })] as const]
      }),
    ),
  )

const allowOf = (operations: ReadonlyMap<string, Operation>): string => {
  const allowed = new Set(operations.keys())
  if (allowed.has('GET')) allowed.add('HEAD')
  allowed.add('OPTIONS')
  return [...allowed].join(', ')
}

/** The paths of a document that are served at one base path. */
export interface PathTable {
  /** Empty for the root, otherwise `/v1`. */
  readonly basePath: string
  readonly entries: readonly PathEntry[]
}

/**
 * One table per base path, those of the document first. An entry is in the table of each base path that one of its operations
 * is served at. Paths that differ only in query or fragment are joined to one entry.
 */
export const groupByBasePath = ({ basePaths }: Document, entries: readonly PathEntry[]): readonly PathTable[] => {
  const tables = new Map(basePaths.map((basePath) => [basePath, new Map<string, PathEntry>()]))
  for (const entry of entries) {
    for (const basePath of allBasePathsOf(entry)) {
      const table = tables.get(basePath) ?? new Map<string, PathEntry>()
      tables.set(basePath, table)
      const path = withoutQuery(entry.path)
      table.set(path, joinEntries(table.get(path), restrictTo(basePath, entry)))
    }
  }
  return [...tables].map(([basePath, table]) => ({ basePath, entries: [...table.values()] }))
}

/**
 * Of two operations with the same method, the first is served; one whose path has no query or fragment comes before the others,
 * which only some requests mean.
 */
export const joinEntries = (first: PathEntry | undefined, entry: PathEntry): PathEntry => {
  if (!first) return entry
  const isPlain = withoutQuery(entry.path) === entry.path
  const [kept, other] = isPlain && withoutQuery(first.path) !== first.path ? [entry, first] : [first, entry]
  const added = [...other.operations].filter(([method]) => !kept.operations.has(method))
  const operations = new Map([...kept.operations, ...added])
  return { ...kept, operations, allow: allowOf(operations) }
}

const allBasePathsOf = ({ operations, basePaths }: PathEntry): ReadonlySet<string> =>
  new Set(operations.size === 0 ? basePaths : [...operations.values()].flatMap((operation) => operation.basePaths))

/** The entry with only those operations that are served at a base path. */
const restrictTo = (basePath: string, entry: PathEntry): PathEntry => {
  const served = [...entry.operations].filter(([, { basePaths }]) => basePaths.includes(basePath))
  if (served.length === entry.operations.size) return entry
  const operations = new Map(served)
  return { ...entry, basePaths: [basePath], operations, allow: allowOf(operations) }
}
