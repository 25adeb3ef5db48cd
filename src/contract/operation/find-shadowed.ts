/**
 * Paths of a document that are never reached, because another one has them at the same address and was named before it.
 */
import type { Finding } from '../../errors.ts'
import type { Document } from '../document/document.ts'
import { withoutQuery } from '../document/path-item.ts'
import { findingAt } from '../document/source.ts'
import { appendPointer } from '../values/pointer.ts'
import type { MatchTable } from './match.ts'

export interface PlacedDocument {
  readonly document: Document
  readonly tables: readonly MatchTable[]
}

/** One finding for two documents that meet, at the first path where they do. In the order in which they are matched. */
export const findShadowed = async (placed: readonly PlacedDocument[]): Promise<readonly Finding[]> => {
  const owners = new Map<string, Document>()
  const findings: Finding[] = []
  for (const { document, tables } of placed) {
    const lost = new Map<Document, Lost>()
    for (const { basePath, entries } of tables) {
      for (const { path } of entries) {
        const address = basePath + withoutQuery(path).replace(/\{[^{}]+\}/g, '{}')
        const owner = owners.get(address) ?? document
        owners.set(address, owner)
        if (owner === document) continue
        const known = lost.get(owner) ?? { path, address: basePath + path, count: 0 }
        lost.set(owner, { ...known, count: known.count + 1 })
      }
    }
    for (const [owner, found] of lost) findings.push(await describeLost(document, owner, found))
  }
  return findings
}

interface Lost {
  /** The first one, as the document has it, and with its base path. */
  readonly path: string
  readonly address: string
  readonly count: number
}

const describeLost = ({ source }: Document, owner: Document, { path, address, count }: Lost): Promise<Finding> => {
  const lost = count === 1 ? address : `${address} and ${count - 1} more of the paths`
  const message = `${lost} of ${source.file} ${count === 1 ? 'is' : 'are'} never reached: ${owner.source.file}, which comes first, has the same; give one of them another address, by its servers or in a process of its own with --base-path`
  return findingAt(source, appendPointer('/paths', path), 'path-shadowed', message)
}
