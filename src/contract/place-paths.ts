/**
 * The paths of a document by the base paths that they are served at: its servers may have several, and a path or an
 * operation may have servers of its own.
 */
import type { Document } from './document.ts'
import type { MatchTable } from './match.ts'
import { allowOf, type PathEntry } from './operation.ts'

/** One table for each base path, the document's own ones first; an entry is in each that one of its operations is served at. */
export const placePaths = ({ basePaths }: Document, entries: readonly PathEntry[]): readonly MatchTable[] => {
  const tables = new Map<string, PathEntry[]>(basePaths.map((basePath) => [basePath, []]))
  for (const entry of entries) {
    for (const basePath of basePathsOf(entry)) {
      const table = tables.get(basePath) ?? []
      tables.set(basePath, table)
      table.push(narrowEntry(entry, basePath))
    }
  }
  return [...tables].map(([basePath, table]) => ({ basePath, entries: table }))
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
