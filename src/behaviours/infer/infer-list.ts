/**
 * The plan of a list: where the records are in the body, what filters them, what selects a page and what reports about it.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import type { ListBodyPlan, ListPlace, ListPlan } from '../plan/operation-plan.ts'
import type { Resource } from '../records/resource.ts'
import { createSchemaTest, findListPlace, findRecordPlace, isFreeObject } from './find-record.ts'
import { ownerOf, pathScope, scopeOf } from './infer-address.ts'
import { type IdHints, inferId } from './infer-id.ts'
import { toResponse } from './infer-response.ts'
import { readFilters } from './list-filters.ts'
import { chooseSuccess, viewQuery } from './operation-schemas.ts'
import { readPageFields, readPageHeaders } from './page-fields.ts'
import { readPageParameters } from './page-parameters.ts'
import { explainList } from './reasons.ts'
import { anyPlan, type OperationSubject } from './subject.ts'

/** Undefined if the response has no list of records. */
export const findList = (resource: Resource, operation: Operation, hints: IdHints): ListPlace | undefined => {
  const { document, schema } = resource
  const body = chooseSuccess(document, operation, 'list').media?.schema
  const isRecord = createSchemaTest(document, [schema])
  return body && (findListPlace(document, body, hints, isRecord) ?? findSinglePlace(document, body, hints, isRecord))
}

/** Some documents give a list the schema of one record by mistake. */
const findSinglePlace = (
  document: Document,
  body: Node,
  hints: IdHints,
  isRecord: (schema: Node) => boolean,
): ListPlace | undefined => {
  const place = findRecordPlace(document, body, hints, isRecord)
  if (!place || !isRecord(place.schema) || isFreeObject(document, place.schema)) return undefined
  return { path: place.path, items: place.schema, inItem: { path: [], schema: place.schema }, isSingle: true }
}

export const inferList = (subject: OperationSubject, place: ListPlace): ListPlan => {
  const { resource, group, member } = subject
  const { operation } = member
  const success = chooseSuccess(resource.document, operation, 'list')
  const schema = success.media?.schema ?? place.items
  return {
    ...anyPlan(subject, explainList(subject, success.status, place)),
    kind: 'list',
    response: toResponse(success),
    body: inferListBody(resource, schema, place, subject.hints),
    scope: member.within ? scopeOf(group, member) : pathScope(group, operation),
    owner: ownerOf(member),
    ...readListQuery(resource, operation),
    pageHeaders: readPageHeaders(success.headers),
    isSearch: operation.method !== 'GET',
  }
}

export const inferListBody = (
  { document, idPath, keyParts, form }: Resource,
  schema: Node,
  place: ListPlace,
  hints: IdHints,
): ListBodyPlan => ({
  place,
  schema,
  idPath:
    form === 'collection' && idPath.length === 0 && keyParts.length === 0 && place.inItem
      ? inferId(document, place.inItem.schema, hints).path
      : undefined,
  fields: place.path.length === 0 ? [] : readPageFields(document, schema, place.path),
})

const readListQuery = (
  resource: Resource,
  operation: Operation,
): Pick<ListPlan, 'filters' | 'paging' | 'ignoredQuery'> => {
  const { document } = resource
  const views = viewQuery(document, operation)
  const filters = readFilters(resource, views)
  const paging = readPageParameters(document, views, new Set(filters.map(({ parameter }) => parameter)))
  const used = new Set([...filters, ...paging].map(({ parameter }) => parameter))
  return { filters, paging, ignoredQuery: views.map(({ name }) => name).filter((name) => !used.has(name)) }
}
