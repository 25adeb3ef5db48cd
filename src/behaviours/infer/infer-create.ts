/**
 * The plan of a creation: what the request body is, which ids are allowed, and how the operation responds.
 */
import type { Document } from '../../contract/document/document.ts'
import { findResponse, viewResponses } from '../../contract/document/operation-view.ts'
import { childNode, type Files, type Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { findText, nodeAt, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import { plainName } from '../../contract/values/names.ts'
import type { ErrorCode } from '../../errors.ts'
import type { CreatePlan, RecordResponsePlan } from '../plan/operation-plan.ts'
import { findLinkAddress } from './find-link.ts'
import { createSchemaTest, findListPlace } from './find-record.ts'
import { findRecordBody } from './find-record-body.ts'
import { findReferenceAddress, findRenamedId } from './find-reference.ts'
import { ownerOf, scopeOf } from './infer-address.ts'
import { findTagProperty } from './infer-conditions.ts'
import { isScalar } from './infer-id.ts'
import { findItem, type Item, inferLocation } from './infer-location.ts'
import { inferMany } from './infer-many.ts'
import { inferRecordResponse, showsRecord } from './infer-response.ts'
import { requestSchema, responseSchema } from './operation-schemas.ts'
import { explainRecord } from './reasons.ts'
import { anyPlan, type OperationSubject, referTo } from './subject.ts'

export const inferCreate = (subject: OperationSubject): CreatePlan => {
  const { resource, group, member } = subject
  const { operation } = member
  const { document, form, idProperty } = resource
  const response = inferRecordResponse(subject, operation, 'create')
  const item = findItem(subject)
  const shown = findShown(subject)
  const hidesId = form === 'collection' && idProperty === ''
  const details = hidesId ? ['records do not contain their id, so this response has to show it'] : []
  return {
    ...anyPlan(subject, explainRecord(subject, response, details)),
    kind: 'create',
    response,
    scope: scopeOf(group, member),
    owner: ownerOf(member),
    many: inferMany(subject, response),
    idSentAs: findSentId(subject),
    idSchemas: findIdSchemas(subject, response, shown),
    required: findRequired(subject, shown),
    item: item && { operation: referTo(item.operation), parameter: item.parameter },
    otherAddresses: subject.findAddresses(item),
    location: hasLocation(subject, response, item)
      ? inferLocation(operation, item, wantsUri(operation.document, operation))
      : undefined,
    shownAddress: findAddress(subject, response, item),
    conflict: chooseConflictCode(document, operation),
    hasTag: response.headers.includes('etag'),
    tagProperty: findTagProperty(subject),
  }
}

/** The schema of the record in each response that shows one. */
const findShown = ({ resource, group, hints }: OperationSubject): readonly (Node | undefined)[] => {
  const { document, schema } = resource
  const isRecord = createSchemaTest(document, [schema])
  return group.members.map(({ operation, kind }) => {
    // The response of an action may show something else.
    const body = kind === 'action' || kind === 'remove' ? undefined : responseSchema(document, operation, kind)
    if (!body) return undefined
    return kind === 'list'
      ? findListPlace(document, body, hints, isRecord)?.inItem?.schema
      : findRecordBody(document, body, hints, isRecord)?.schema
  })
}

/** Optional properties of the record that a response requires: all responses show the same value of them. */
const findRequired = (
  { resource: { document, schema } }: OperationSubject,
  shown: readonly (Node | undefined)[],
): readonly string[] => {
  const own = viewObject(document.files, schema).properties
  const names = shown.flatMap((one) =>
    one === undefined
      ? []
      : [...viewObject(document.files, one).properties.values()]
          .filter(({ name, required }) => required && own.get(name)?.required === false)
          .map(({ name }) => name),
  )
  return [...new Set(names)]
}

/** `seat_id` in the request to /seats with /seats/{seat_id}, where records have it as `id`. */
const findSentId = ({ resource, group, member }: OperationSubject): string | undefined => {
  const { document, schema, idPath, keyParts } = resource
  const request = requestSchema(document, member.operation)
  const [id, ...deeper] = idPath
  if (!request || id === undefined || deeper.length > 0 || keyParts.length > 0 || resource.form === 'single')
    return undefined
  const { files } = document
  const wanted = plainName(group.parameter ?? '')
  const own = viewObject(files, schema).properties
  const sent = viewObject(files, request).properties
  const found = [...sent.values()].find(({ name }) => plainName(name) === wanted)
  const node = own.get(id)?.node
  if (!found || !node || own.has(found.name) || sent.has(id) || !isScalar(document, found.node)) return undefined
  return areDisjoint(files, node, found.node) ? undefined : found.name
}

/** A response may restrict the id more than the record's own schema does. */
const findIdSchemas = (
  subject: OperationSubject,
  response: RecordResponsePlan,
  shown: readonly (Node | undefined)[],
): readonly Node[] => {
  const { document } = subject.resource
  const { place, idPath: otherPath } = response
  const other = place && otherPath && nodeAt(document.files, place.schema, otherPath)
  const nodes = [subject.resource.schema, ...shown]
    .flatMap((one) => (one ? (findIdNode(subject, one) ?? []) : []))
    .concat(other ?? [])
  if (nodes.length === 0) return []
  const byAddress = new Map(nodes.map((node) => [`${node.file}#${node.pointer}`, node]))
  const [own, ...others] = byAddress.values()
  return own ? [own, ...others.filter((other) => !areDisjoint(document.files, own, other))] : []
}

/** The schema of the id where a response shows it: as records do, or under another name. */
const findIdNode = ({ resource, hints }: OperationSubject, shown: Node): Node | undefined => {
  const { document, idPath } = resource
  if (resource.keyParts.length > 0 || resource.form === 'single') return undefined
  const own = idPath.length > 0 ? nodeAt(document.files, shown, idPath) : undefined
  const renamed = own ? undefined : findRenamedId(resource, shown, hints)
  return own ?? (renamed && nodeAt(document.files, shown, renamed))
}

/** Whether one is a number and the other a string: no id is both, so such a response shows the id in its own type. */
const areDisjoint = (files: Files, one: Node, other: Node): boolean => {
  const [mine, theirs] = [basicTypeOf(files, one), basicTypeOf(files, other)]
  return mine !== undefined && theirs !== undefined && mine !== theirs
}

/** Undefined if it may be both, or neither. */
const basicTypeOf = (files: Files, node: Node): 'number' | 'string' | undefined => {
  const types = typesOf(files, node)
  const isNumber = types.has('integer') || types.has('number')
  if (isNumber === types.has('string')) return undefined
  return isNumber ? 'number' : 'string'
}

/**
 * Where it is documented, and where nothing else shows the id. If the document has no path of the items, only where the header
 * is required: no request could read that address.
 */
const hasLocation = (
  { resource, member: { operation } }: OperationSubject,
  { headers, place, idPath, status }: RecordResponsePlan,
  item: Item | undefined,
): boolean => {
  const isDocumented = headers.includes('location')
  if (!item) return isDocumented && requiresLocation(operation, status)
  return (
    isDocumented || !place || idPath !== undefined || (resource.idPath.length === 0 && resource.keyParts.length === 0)
  )
}

const requiresLocation = ({ document, node }: Operation, status: number): boolean =>
  [...(findResponse(viewResponses(document, node), status)?.headers ?? [])].some(
    ([name, header]) => name.toLowerCase() === 'location' && getOwn(header.value, 'required') === true,
  )

/** Only in a body that does not show the record. Elsewhere `url` and the like are properties of the record. */
const findAddress = (
  subject: OperationSubject,
  { place }: RecordResponsePlan,
  item: Item | undefined,
): CreatePlan['shownAddress'] => {
  const { resource, member, hints } = subject
  if (!place || !item || showsRecord(subject, place.schema, 'create')) return undefined
  const found = findReferenceAddress(resource, place.schema, hints) ?? findLinkAddress(resource.document, place.schema)
  return found && { path: found.path, location: inferLocation(member.operation, item, found.isAbsolute) }
}

/** Whether the document declares Location as a URI. A path alone is not a URI. */
export const wantsUri = (document: Document, { node }: Operation): boolean =>
  viewResponses(document, node).some(({ status, headers }) =>
    [...headers].some(([name, header]) => {
      if (!status.startsWith('2') || name.toLowerCase() !== 'location') return false
      const format = findText(document.files, childNode(header, 'schema') ?? header, 'format')
      return format === 'uri' || format === 'url'
    }),
  )

/** 409, unless the operation does not document it but documents a status for invalid requests. */
export const chooseConflictCode = (document: Document, { node }: Operation): ErrorCode => {
  const documented = new Set(viewResponses(document, node).map(({ status }) => status))
  return !documented.has('409') && (documented.has('422') || documented.has('400')) ? 'invalid_request' : 'conflict'
}
