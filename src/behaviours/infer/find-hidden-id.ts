/**
 * Ids that records do not show: those that only the answer to a creation has, or its Location, or the address of a PUT.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import { nodeAt } from '../../contract/schema/schema-view.ts'
import type { FoundSchema } from './choose-schema.ts'
import type { Group } from './group-paths.ts'
import { type IdHints, type InferredId, inferId } from './infer-id.ts'
import { chooseSuccess } from './operation-schemas.ts'

export interface HiddenId {
  /** The schema that says of what kind it is. */
  readonly node: Node
  readonly reason: string
}

/** An id that only the answer to a creation shows, or its Location, or the address of a PUT. */
export const findHiddenId = (
  document: Document,
  { members, parameter }: Group,
  found: readonly FoundSchema[],
  hints: IdHints,
  { unaddressed, isWeak }: InferredId,
): HiddenId | undefined => {
  if (parameter === undefined) return undefined
  const create = members.find(({ kind }) => kind === 'create')
  const shown = found.find(({ member }) => member === create)
  const told = shown && inferId(document, shown.schema, hints)
  const inAnswer = shown && told?.path && !told.isWeak && nodeAt(document.files, shown.schema, told.path)
  if (inAnswer) return { node: inAnswer, reason: 'only the answer to its creation shows it' }
  const put = members.find(({ kind, onItem }) => kind === 'replace' && onItem)
  const located = create && chooseSuccess(document, create.operation, 'create').headers.has('location')
  const isApart = create !== undefined && unaddressed !== undefined
  if (!located && !isApart && (create || !put || isWeak)) return undefined
  const node = hints.address
  const where = create ? 'the Location of its creation' : 'the address that it is put to'
  const why = unaddressed === undefined ? '' : `, as no ${unaddressed} fits the parameter of the path`
  return node && { node, reason: `only ${where} tells it${why}` }
}
