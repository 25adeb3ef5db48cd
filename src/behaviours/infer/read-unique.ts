/**
 * x-standin-unique: which properties of a resource have a value that no two records may share.
 */
import type { Document } from '../../contract/document/document.ts'
import type { PropertyView } from '../../contract/schema/schema-view.ts'
import { findExtension, type Problem } from './extension.ts'

interface ReadUnique {
  readonly unique: readonly string[]
  readonly problems: readonly Problem[]
}

/** `moving` are properties that change by themselves, so that nobody can answer for their values. */
export const readUnique = (
  document: Document,
  properties: ReadonlyMap<string, PropertyView>,
  moving: ReadonlySet<string>,
): ReadUnique => {
  const unique: string[] = []
  const problems: Problem[] = []
  for (const { name, node } of properties.values()) {
    const asked = findExtension(document.files, node, 'x-standin-unique')
    if (!asked || asked.value === false) continue
    const problem = explain(asked.value, moving.has(name))
    if (problem === undefined) unique.push(name)
    else problems.push({ node: asked, message: `x-standin-unique of ${name}: ${problem}` })
  }
  return { unique, problems }
}

const explain = (value: unknown, isMoving: boolean): string | undefined => {
  if (value !== true) return `must be true or false, is ${JSON.stringify(value)}`
  return isMoving ? 'its x-standin-lifecycle gives many records the same value; take one of the two away' : undefined
}
