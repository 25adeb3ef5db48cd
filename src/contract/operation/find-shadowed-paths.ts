/**
 * Finds paths that are never reached because another document has the same path at the same address and comes first.
 */
import type { Finding } from '../../errors.ts'
import type { Document } from '../document/document.ts'
import { withoutQuery } from '../document/path-item.ts'
import { findingAt } from '../document/source.ts'
import { appendPointer } from '../values/pointer.ts'
import type { PathTable } from './read-paths.ts'

export interface PlacedDocument {
  readonly document: Document
  readonly tables: readonly PathTable[]
}

/** One finding per pair of documents, at the first shadowed path. `placed` is in matching order. */
export const findShadowedPaths = async (placed: readonly PlacedDocument[]): Promise<readonly Finding[]> => {
  const owners = new Map<string, Document>()
  const findings: Finding[] = []
  for (const { document, tables } of placed) {
    const shadowedBy = new Map<Document, ShadowedPaths>()
    for (const { basePath, entries } of tables) {
      for (const { path } of entries) {
        const address = basePath + withoutQuery(path).replace(/\{[^{}]+\}/g, '{}')
        const owner = owners.get(address) ?? document
        owners.set(address, owner)
        if (owner === document) continue
        const known = shadowedBy.get(owner) ?? { path, fullPath: basePath + path, count: 0 }
        shadowedBy.set(owner, { ...known, count: known.count + 1 })
      }
    }
    for (const [owner, shadowed] of shadowedBy) findings.push(await describeShadowed(document, owner, shadowed))
  }
  return findings
}

/** The first shadowed path, as written and with its base path, and how many there are. */
interface ShadowedPaths {
  readonly path: string
  readonly fullPath: string
  readonly count: number
}

const describeShadowed = (
  { source }: Document,
  owner: Document,
  { path, fullPath, count }: ShadowedPaths,
): Promise<Finding> => {
  const paths = count === 1 ? fullPath : `${fullPath} and ${count - 1} more of the paths`
  const verb = count === 1 ? 'is' : 'are'
  const message = `${paths} of ${source.file} ${verb} never reached: ${owner.source.file} comes first and has the same; change the servers of one of the documents, or serve it in its own process with --base-path`
  return findingAt(source, appendPointer('/paths', path), 'path-shadowed', message)
}
