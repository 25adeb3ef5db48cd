/**
 * What the records of a collection are where no answer describes one: what is sent to make them, or any objects at all.
 * Apart from infer-resource.ts, which knows answers that tell.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import type { BehaviourKind } from '../plan/operation-plan.ts'
import { isFreeObject } from './find-record.ts'
import type { Group } from './group-paths.ts'
import { requestSchema, responseSchema } from './operation-schemas.ts'

export interface Loose {
  readonly operation: Operation
  readonly schema: Node
  readonly reason: string
  /** Whether answers show records, as objects of which nothing is said. */
  readonly isShown: boolean
}

/** Undefined where nothing makes records that could be asked for, or what makes them is sent no object. */
export const chooseLoose = (document: Document, { form, parameter, members }: Group): Loose | undefined => {
  const find = (kind: BehaviourKind) =>
    members.find((member) => member.kind === kind && (kind !== 'replace' || member.onItem))?.operation
  const maker = find('create') ?? find('replace')
  const read = find('read')
  if (form !== 'collection' || parameter === undefined || !maker || !read) return undefined
  const sent = requestSchema(document, maker)
  const shown = responseSchema(document, read, 'read')
  const isShown = shown !== undefined && isFreeObject(document, shown)
  if (sent && typesOf(document.files, sent).has('object') && viewObject(document.files, sent).properties.size > 0) {
    const reason = `as ${maker.method} ${maker.path} is sent it: no answer describes one`
    return { operation: maker, schema: sent, reason, isShown }
  }
  if (!isShown || !sent || !isFreeObject(document, sent)) return undefined
  return { operation: read, schema: shown, reason: 'it may be any object: that is all that is said of it', isShown }
}
