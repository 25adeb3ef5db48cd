/**
 * How an operation responds with a record: status, media type, and where in the body the record is.
 */
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { nodeAt, viewObject } from '../../contract/schema/schema-view.ts'
import { bodiless } from '../../contract/values/bodiless.ts'
import type { BehaviourKind, RecordPlace, RecordResponsePlan, ResponsePlan } from '../plan/operation-plan.ts'
import type { Resource } from '../records/resource.ts'
import { findLinkAddress } from './find-link.ts'
import { createSchemaTest, isFreeObject } from './find-record.ts'
import { findRecordBody } from './find-record-body.ts'
import { findReferenceAddress, findReferenceId, findRenamedId } from './find-reference.ts'
import { type IdHints, inferId } from './infer-id.ts'
import { chooseSuccess, type Success } from './operation-schemas.ts'

export interface ResponseSubject {
  readonly resource: Resource
  readonly hints: IdHints
}

/** `statuses` are preferred, if they are documented. */
export const inferRecordResponse = (
  subject: ResponseSubject,
  operation: Operation,
  kind: BehaviourKind,
  statuses: readonly number[] = [],
): RecordResponsePlan => {
  const response = toResponse(chooseSuccess(subject.resource.document, operation, kind, statuses))
  const schema = response.media?.schema
  const place = schema && findPlace(subject, schema, kind)
  return { ...response, place, idPath: place && findShownId(subject, place.schema, kind) }
}

/** Some statuses have no body, whatever the document says. */
export const toResponse = ({ status, media, headers }: Omit<Success, 'isForeign'>): ResponsePlan => ({
  status,
  media: bodiless.has(status) ? undefined : media,
  headers: [...headers],
})

/** Undefined if the body does not show the record. */
const findPlace = (subject: ResponseSubject, schema: Node, kind: BehaviourKind): RecordPlace | undefined => {
  const { document, schema: own } = subject.resource
  const place = findRecordBody(document, schema, subject.hints, createSchemaTest(document, [own]))
  if (!place || showsRecord(subject, place.schema, kind)) return place
  return kind === 'create' && isReference(subject, place.schema) ? place : undefined
}

/** Whether a schema does not show the new record, but its id or its address. */
const isReference = ({ resource, hints }: ResponseSubject, schema: Node): boolean =>
  resource.form === 'collection' &&
  resource.keyParts.length === 0 &&
  (findReferenceId(resource, schema, hints) ??
    findReferenceAddress(resource, schema, hints) ??
    findLinkAddress(resource.document, schema)) !== undefined

/** Whether a schema is the record's own, or has its id or, unless the record was removed, a property of it. */
export const showsRecord = ({ resource, hints }: ResponseSubject, schema: Node, kind: BehaviourKind): boolean => {
  const { document } = resource
  if (createSchemaTest(document, [resource.schema])(schema)) return true
  const { properties } = viewObject(document.files, schema)
  const [id] = resource.idPath
  if (kind === 'remove') return resource.idPath.length === 1 && id !== undefined && properties.has(id)
  if (isFreeObject(document, schema)) return true
  const own = viewObject(document.files, resource.schema).properties
  return [...properties.keys()].some((name) => own.has(name)) || inferId(document, schema, hints).path !== undefined
}

/** Where this response shows the id, if records do not have it, or if the response to a creation has it under another name. */
const findShownId = (
  { resource, hints }: ResponseSubject,
  schema: Node,
  kind: BehaviourKind,
): readonly string[] | undefined => {
  const { document, idPath, keyParts, form } = resource
  if (keyParts.length > 0 || form === 'single') return undefined
  const find = kind === 'create' ? findReferenceId : findRenamedId
  const reference = find(resource, schema, hints)
  if (idPath.length > 0) return nodeAt(document.files, schema, idPath) ? undefined : reference
  const { path, isWeak } = inferId(document, schema, hints)
  return path && !isWeak ? path : reference
}
