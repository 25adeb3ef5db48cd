/**
 * How an operation responds with a record: status, media type, and where in the body the record is.
 */
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import type { BehaviourKind, RecordPlace, RecordResponsePlan, ResponsePlan } from '../plan/operation-plan.ts'
import type { Resource } from '../records/resource.ts'
import { createSchemaTest, findRecordPlace, isFreeObject } from './find-record.ts'
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
  return { ...response, place, idPath: place && findShownId(subject, place.schema) }
}

/** Statuses 204 and 205 have no body, whatever the document says. */
export const toResponse = ({ status, media, headers }: Success): ResponsePlan => ({
  status,
  media: status === 204 || status === 205 ? undefined : media,
  headers: [...headers],
})

/** Undefined if the body does not show the record. */
const findPlace = (subject: ResponseSubject, schema: Node, kind: BehaviourKind): RecordPlace | undefined => {
  const { document, schema: own } = subject.resource
  const place = findRecordPlace(document, schema, subject.hints, createSchemaTest(document, [own]))
  return place && showsRecord(subject, place.schema, kind) ? place : undefined
}

/** Whether a schema is the record's own, or has its id or, unless the record was removed, a property of it. */
const showsRecord = ({ resource, hints }: ResponseSubject, schema: Node, kind: BehaviourKind): boolean => {
  const { document } = resource
  if (createSchemaTest(document, [resource.schema])(schema)) return true
  const { properties } = viewObject(document.files, schema)
  const [id] = resource.idPath
  if (kind === 'remove') return resource.idPath.length === 1 && id !== undefined && properties.has(id)
  if (isFreeObject(document, schema)) return true
  const own = viewObject(document.files, resource.schema).properties
  return [...properties.keys()].some((name) => own.has(name)) || inferId(document, schema, hints).path !== undefined
}

/** Where this response shows the id, if records do not have it. */
const findShownId = ({ resource, hints }: ResponseSubject, schema: Node): readonly string[] | undefined => {
  const { document, idPath, keyParts, form } = resource
  if (idPath.length > 0 || keyParts.length > 0 || form === 'single') return undefined
  const { path, isWeak } = inferId(document, schema, hints)
  return isWeak ? undefined : path
}
