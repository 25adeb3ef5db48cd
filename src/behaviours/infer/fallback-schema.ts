/**
 * The schema of a collection's records if no response describes one: that of the request that creates them, or any object.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import type { BehaviourKind } from '../plan/operation-plan.ts'
import { findFreeWrapper, isFreeObject } from './find-record.ts'
import type { Group } from './group-paths.ts'
import { requestSchema, responseSchema } from './operation-schemas.ts'

export interface FallbackSchema {
  readonly operation: Operation
  readonly schema: Node
  readonly reason: string
  /** Whether responses contain records, as a schema that allows any object. */
  readonly isShown: boolean
}

/** Undefined if no operation creates and reads records, or if the request is not an object. */
export const chooseFallback = (document: Document, { form, parameter, members }: Group): FallbackSchema | undefined => {
  const find = (kind: BehaviourKind) =>
    members.find((member) => member.kind === kind && (kind !== 'replace' || member.onItem))?.operation
  const creator = find('create') ?? find('replace')
  const read = find('read')
  if (form !== 'collection' || parameter === undefined || !creator || !read) return undefined
  const sent = requestSchema(document, creator)
  const shown = responseSchema(document, read, 'read')
  const isFree = (schema: Node | undefined): boolean =>
    schema !== undefined && (isFreeObject(document, schema) || findFreeWrapper(document, schema) !== undefined)
  const isShown = isFree(shown) || isFree(responseSchema(document, creator, 'create'))
  if (sent && typesOf(document.files, sent).has('object') && viewObject(document.files, sent).properties.size > 0) {
    const reason = `from the request of ${creator.method} ${creator.path}: no response describes a record`
    return { operation: creator, schema: sent, reason, isShown }
  }
  if (!shown || !isFreeObject(document, shown) || !sent || !isFreeObject(document, sent)) return undefined
  return { operation: read, schema: shown, reason: 'any object: the document does not say more', isShown }
}
