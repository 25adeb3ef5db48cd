/**
 * Ids that records do not contain: only the response to a creation shows them, its Location, or the path of a PUT.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { nodeAt, viewObject } from '../../contract/schema/schema-view.ts'
import type { FoundSchema } from './choose-schema.ts'
import { showsLink } from './fallback-schema.ts'
import type { Group, Member } from './group-paths.ts'
import { type IdHints, type InferredId, inferId } from './infer-id.ts'
import { chooseSuccess, requestSchema } from './operation-schemas.ts'

export interface HiddenId {
  /** The schema of the id. */
  readonly node: Node
  readonly reason: string
}

export interface HiddenIdSubject {
  readonly document: Document
  readonly group: Group
  readonly found: readonly FoundSchema[]
  readonly hints: IdHints
  readonly guessed: InferredId
  /** Whether the document does not describe the success of an operation. */
  readonly isAssumed: (operation: Operation) => boolean
}

/** Undefined if there is no such id. */
export const findHiddenId = ({
  document,
  group,
  found,
  hints,
  guessed: { unaddressed, isWeak },
  isAssumed,
}: HiddenIdSubject): HiddenId | undefined => {
  const { members, parameter } = group
  if (parameter === undefined) return undefined
  const create = members.find(({ kind }) => kind === 'create')
  const shown = found.find(({ member }) => member === create)
  const ownId = shown && inferId(document, shown.schema, hints)
  const inAnswer = shown && ownId?.path && !ownId.isWeak && nodeAt(document.files, shown.schema, ownId.path)
  if (inAnswer) return { node: inAnswer, reason: 'only the response to its creation shows it' }
  const put = members.find(({ kind, onItem }) => kind === 'replace' && onItem)
  // A name that every client can see is preferred to a Location that the document does not mention.
  const mayBeLocated = create && !(isWeak && isAssumed(create.operation))
  const located = mayBeLocated && chooseSuccess(document, create.operation, 'create').headers.has('location')
  const isApart = create !== undefined && unaddressed !== undefined
  const isLinked = create !== undefined && showsLink(document, group)
  const isAddressed = create !== undefined && !isWeak && isReadBack(document, members, found, create)
  if (!located && !isApart && !isLinked && !isAddressed && (create || !put || isWeak)) return undefined
  const node = hints.address
  const shownIn = isLinked ? 'the link in the response to its creation' : 'the Location of its creation'
  const where = create ? shownIn : 'the path of its PUT'
  const why = unaddressed === undefined ? '' : `, because ${unaddressed} does not fit the path parameter`
  return node && { node, reason: `only ${where} shows it${why}` }
}

/** Whether what a creation takes or shows is read at the address of an item, so that the creation has to tell that address. */
const isReadBack = (
  document: Document,
  members: readonly Member[],
  found: readonly FoundSchema[],
  create: Member,
): boolean => {
  const read = members.find(({ kind, onItem }) => kind === 'read' && onItem)
  const shown = found.find(({ member }) => member === read)
  if (!shown) return false
  const { files } = document
  const names = new Set(viewObject(files, shown.schema).properties.keys())
  const created = found.find(({ member }) => member === create)?.schema
  return [created, requestSchema(document, create.operation)].some(
    (schema) =>
      schema !== undefined && [...viewObject(files, schema).properties.keys()].some((name) => names.has(name)),
  )
}
