/**
 * The paths of a document by the base paths that they are served at: its servers may have several, and a path or an
 * operation may have servers of its own.
 */
import type { Document } from '../document/document.ts'
import { withoutQuery } from '../document/path-item.ts'
import type { MatchTable } from './match.ts'
import { allowOf, type PathEntry } from './operation.ts'

/**
 * One table for each base path, the document's own ones first; an entry is in each that one of its operations is served at.
 * Paths that differ only in what is no part of a path are one entry there.
 */
export const placePaths = ({ basePaths }: Document, entries: readonly PathEntry[]): readonly MatchTable[] => {
  const tables = new Map(basePaths.map((basePath) => [basePath, new Map<string, PathEntry>()]))
  for (const entry of entries) {
    for (const basePath of basePathsOf(entry)) {
      const table = tables.get(basePath) ?? new Map<string, PathEntry>()
      tables.set(basePath, table)
      const path = withoutQuery(entry.path)
      table.set(path, joinEntries(table.get(path), narrowEntry(entry, basePath)))
    }
  }
  return [...tables].map(([basePath, table]) => ({ basePath, entries: [...table.values()] }))
}

/** Of two operations with one method the first is served. */
const joinEntries = (first: PathEntry | undefined, entry: PathEntry): PathEntry => {
  if (!first) return entry
  const operations = new Map([
    ...first.operations,
    ...[...entry.operations].filter(([method]) => !first.operations.has(method)),
  ])
  return { ...first, operations, allow: allowOf(operations) }
}

const basePathsOf = ({ operations, basePaths }: PathEntry): ReadonlySet<string> =>
  new Set(operations.size === 0 ? basePaths : [...operations.values()].flatMap((operation) => operation.basePaths))

/** The entry with no more operations than are served at a base path. */
const narrowEntry = (entry: PathEntry, basePath: string): PathEntry => {
  const served = [...entry.operations].filter(([, { basePaths }]) => basePaths.includes(basePath))
  if (served.length === entry.operations.size) return entry
  const operations = new Map(served)
  return { ...entry, basePaths: [basePath], operations, allow: allowOf(operations) }
}
