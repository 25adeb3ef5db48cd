/**
 * The schema of a collection's records if no response describes one: that of the request that creates them, or any object.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import type { BehaviourKind } from '../plan/operation-plan.ts'
import { createLinkTest } from './find-link.ts'
import { findFreeWrapper, isFreeObject } from './find-record.ts'
import { findRecordBody } from './find-record-body.ts'
import type { Group } from './group-paths.ts'
import { hintsOf } from './id-hints.ts'
import { requestSchema, responseSchema } from './operation-schemas.ts'

export interface FallbackSchema {
  readonly operation: Operation
  readonly schema: Node
  readonly reason: string
  /** Whether responses contain records, as a schema that allows any object. */
  readonly isShown: boolean
}

/** Whether a creation responds with a link to the new record. */
export const showsLink = (document: Document, group: Group): boolean => {
  const create = group.members.find(({ kind }) => kind === 'create')?.operation
  const body = create && responseSchema(document, create, 'create')
  const place = body && findRecordBody(document, body, hintsOf(group))
  return place !== undefined && createLinkTest(document, group)(place.schema)
}

/** Undefined if no operation creates and reads records or shows links to them, or if the request is not an object. */
export const chooseFallback = (document: Document, group: Group): FallbackSchema | undefined => {
  const { form, parameter, members } = group
  const find = (kind: BehaviourKind) =>
    members.find((member) => member.kind === kind && (kind !== 'replace' || member.onItem))?.operation
  const creator = find('create') ?? find('replace')
  const read = find('read')
  if (form !== 'collection' || parameter === undefined || !creator || !(read || showsLink(document, group)))
    return undefined
  const sent = requestSchema(document, creator)
  const shown = read && responseSchema(document, read, 'read')
  const isFree = (schema: Node | undefined): boolean =>
    schema !== undefined && (isFreeObject(document, schema) || findFreeWrapper(document, schema) !== undefined)
  const isShown = isFree(shown) || isFree(responseSchema(document, creator, 'create'))
  if (sent && typesOf(document.files, sent).has('object') && viewObject(document.files, sent).properties.size > 0) {
    const reason = `from the request of ${creator.method} ${creator.path}: no response describes a record`
    return { operation: creator, schema: sent, reason, isShown }
  }
  if (!read || !shown || !isFreeObject(document, shown) || !sent || !isFreeObject(document, sent)) return undefined
  return { operation: read, schema: shown, reason: 'any object: the document does not say more', isShown }
}
