/**
 * The plan of a list: where the records are in the body, what filters them, what selects a page and what reports about it.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { nodeAt, viewObject } from '../../contract/schema/schema-view.ts'
import type { ListBodyPlan, ListPlace, ListPlan, ShownAddress } from '../plan/operation-plan.ts'
import type { Resource } from '../records/resource.ts'
import { findCreatedId } from './find-created-id.ts'
import { createLinkTest, findLinkAddress } from './find-link.ts'
import { createSchemaTest, findListPlace, findRecordPlace, isFreeObject } from './find-record.ts'
import { findRenamedId } from './find-reference.ts'
import { ownerOf, pathScope, scopeOf } from './infer-address.ts'
import { type IdHints, inferId } from './infer-id.ts'
import { findItem, inferLocation } from './infer-location.ts'
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
  if (!body) return undefined
  const list = findListPlace(document, body, hints, isRecord)
  if (list?.inItem && (isRecord(list.inItem.schema) || list.path.length === 0)) return list
  // A list inside of a record is a part of that record.
  return findSinglePlace(resource, body, hints, !list?.inItem || !showsId(resource, list.inItem.schema)) ?? list
}

const showsId = ({ document, idPath: [id = ''] }: Resource, schema: Node): boolean =>
  viewObject(document.files, schema).properties.has(id)

/** Some documents give a list the schema of one record by mistake. `mayDiffer`: it may show less of the record than a read. */
const findSinglePlace = (
  { document, schema, idPath }: Resource,
  body: Node,
  hints: IdHints,
  mayDiffer: boolean,
): ListPlace | undefined => {
  const isRecord = createSchemaTest(document, [schema])
  const place = findRecordPlace(document, body, hints, isRecord)
  if (!place || isFreeObject(document, place.schema)) return undefined
  const isOwn = isRecord(place.schema)
  if (!isOwn && !(mayDiffer && showsPart(document, schema, place.schema, idPath))) return undefined
  return { path: place.path, items: place.schema, inItem: { path: [], schema: place.schema }, isSingle: true }
}

/** Whether a schema shows a record by its id, and most of what it shows are properties of the record. */
const showsPart = ({ files }: Document, schema: Node, shown: Node, [id]: readonly string[]): boolean => {
  const own = viewObject(files, schema).properties
  const names = [...viewObject(files, shown).properties.keys()]
  return id !== undefined && names.includes(id) && names.filter((name) => own.has(name)).length * 2 > names.length
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
    body: withReferences(subject, inferListBody(resource, schema, place, subject.hints)),
    scope: member.within ? scopeOf(group, member) : pathScope(group, operation),
    owner: ownerOf(member),
    ...readListQuery(resource, operation),
    pageHeaders: readPageHeaders(success.headers),
    isSearch: operation.method !== 'GET',
  }
}

export const inferListBody = (resource: Resource, schema: Node, place: ListPlace, hints: IdHints): ListBodyPlan => ({
  place,
  schema,
  idPath: place.inItem && findListedId(resource, place.inItem.schema, hints),
  address: undefined,
  fields: place.path.length === 0 ? [] : readPageFields(resource.document, schema, place.path),
})

/** With the id and the address that records themselves do not have. */
const withReferences = (subject: OperationSubject, body: ListBodyPlan): ListBodyPlan => {
  const { inItem } = body.place
  if (!inItem) return body
  const { schema } = inItem
  return {
    ...body,
    idPath: body.idPath ?? findCreatedId(subject, schema),
    address: findListedAddress(subject, schema),
  }
}

const findListedAddress = (subject: OperationSubject, schema: Node): ShownAddress | undefined => {
  const { resource, group, member } = subject
  const item = findItem(subject)
  if (!item || !createLinkTest(resource.document, group)(schema)) return undefined
  const found = findLinkAddress(resource.document, schema)
  return found && { path: found.path, location: inferLocation(member.operation, item, found.isAbsolute) }
}

/** Where the list shows the id, if records do not have it, or if the list has it under another name. */
const findListedId = (resource: Resource, item: Node, hints: IdHints): readonly string[] | undefined => {
  const { document, schema, idPath, keyParts, form } = resource
  if (form !== 'collection' || keyParts.length > 0) return undefined
  if (idPath.length === 0) {
    const { path } = inferId(document, item, hints)
    // A property that records have is their own, as a name beside the id in a Location.
    return path && nodeAt(document.files, schema, path) ? undefined : path
  }
  return nodeAt(document.files, item, idPath) ? undefined : findRenamedId(resource, item, hints)
}

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
