/**
 * The behaviour of one operation on its resource, or why it has none. That is decided at load; the plan itself is inferred
 * when it is first needed: on the first request, or to explain it.
 */
import { viewParameters } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { plainName } from '../../contract/values/names.ts'
import type { ChangePlan, Decision, OperationPlan, QueryChange, RemovePlan } from '../plan/operation-plan.ts'
import type { Resource } from '../records/resource.ts'
import { createSchemaTest } from './find-record.ts'
import { findRecordBody } from './find-record-body.ts'
import type { Group } from './group-paths.ts'
import { inferAddress } from './infer-address.ts'
import { findTagProperty, inferConditions } from './infer-conditions.ts'
import { chooseConflictCode, inferCreate, wantsUri } from './infer-create.ts'
import { findList, inferList } from './infer-list.ts'
import { inferRecordResponse } from './infer-response.ts'
import { chooseSuccess, requestSchema, takesUpload } from './operation-schemas.ts'
import { readPathShape } from './path-shape.ts'
import { explainRecord } from './reasons.ts'
import { anyPlan, type OperationSubject } from './subject.ts'

export const inferOperation = (subject: OperationSubject): Decision => {
  const { resource, member } = subject
  const { operation, kind } = member
  if (chooseSuccess(resource.document, operation, kind).isForeign) return none('it responds with neither JSON nor XML')
  switch (kind) {
    case 'list': {
      const place = findList(resource, operation, subject.hints)
      return place ? planned(subject, () => inferList(subject, place)) : none('its response has no list of records')
    }
    case 'create':
      return planned(subject, () => inferCreate(subject))
    case 'read':
      return hasForeignBody(subject)
        ? none('its response has no record')
        : planned(subject, () => inferItem(subject, 'read'))
    case 'remove':
      return planned(
        subject,
        (): RemovePlan => ({
          ...inferItem(subject, 'remove'),
          dependents: subject.findDependents(),
        }),
      )
    case 'replace':
    case 'update':
    case 'action':
      return inferChange(subject, kind)
  }
}

const none = (reason: string): Decision => ({ kind: 'none', reason, parents: [] })

const planned = ({ resource, member }: OperationSubject, infer: () => OperationPlan): Decision => {
  let plan: OperationPlan | undefined
  return {
    kind: 'planned',
    behaviour: member.kind,
    resource,
    plan: () => {
      plan ??= infer()
      return plan
    },
  }
}

const inferItem = <Kind extends 'read' | 'remove' | ChangePlan['kind']>(
  subject: OperationSubject,
  kind: Kind,
  details: readonly string[] = [],
) => {
  const response = inferRecordResponse(subject, subject.member.operation, kind)
  return {
    ...anyPlan(subject, explainRecord(subject, response, details)),
    kind,
    address: inferAddress(subject),
    response,
    conditions: inferConditions(subject),
  }
}

/** Whether a response has a body without a record. */
const hasForeignBody = ({ resource: { document }, member, hints }: OperationSubject): boolean => {
  const { media } = chooseSuccess(document, member.operation, 'read')
  return media !== undefined && !(media.schema && findRecordBody(document, media.schema, hints))
}

const inferChange = (subject: OperationSubject, kind: ChangePlan['kind']): Decision => {
  const { resource, member } = subject
  const { operation, onItem } = member
  const { document } = resource
  const request = requestSchema(document, operation)
  if (kind === 'action' && !respondsWithRecord(subject)) return none('its response is not the record')
  const query = kind === 'update' && onItem && !request ? readQueryChanges(resource, operation) : []
  if (kind !== 'action' && !request && !takesUpload(document, operation) && query.length === 0)
    return none('it has no request body')
  const [idName] = resource.idPath
  const sendsId = idName !== undefined && request && viewObject(document.files, request).properties.has(idName)
  if (!onItem && !sendsId) return none('neither its path nor its request body identifies a record')
  return planned(subject, () => planChange(subject, kind, query))
}

const planChange = (subject: OperationSubject, kind: ChangePlan['kind'], query: readonly QueryChange[]): ChangePlan => {
  const { resource, group, member } = subject
  const { operation, onItem } = member
  const { document } = resource
  const creates = kind === 'replace' && onItem && !member.within && createsByPut(group, operation)
  const details = [
    ...(onItem ? [] : [`${resource.idPath[0]} in its request body identifies the record`]),
    ...(creates ? ['it creates a missing record'] : []),
    ...(query.length > 0 ? [`query parameters set ${query.map(({ property }) => property).join(' and ')}`] : []),
  ]
  return {
    ...inferItem(subject, kind, details),
    creation: creates ? inferCreation(subject) : undefined,
    verb: readPathShape(operation).names.at(-1) ?? '',
    query,
    conflict: chooseConflictCode(document, operation),
    tagProperty: findTagProperty(subject),
  }
}

const inferCreation = (subject: OperationSubject): NonNullable<ChangePlan['creation']> => {
  const { operation } = subject.member
  const response = inferRecordResponse(subject, operation, 'replace', [201])
  const isLocated = response.headers.includes('location')
  const isAbsolute = wantsUri(operation.document, operation)
  return { response, location: isLocated ? { kind: 'same', isAbsolute } : undefined }
}

/** Whether a PUT creates missing records: nothing else creates them, or it documents 201. */
const createsByPut = ({ members }: Group, operation: Operation): boolean =>
  !members.some(({ kind }) => kind === 'create') ||
  chooseSuccess(operation.document, operation, 'replace', [201]).status === 201

const respondsWithRecord = ({ resource, member, hints }: OperationSubject): boolean => {
  const { document, schema } = resource
  const body = chooseSuccess(document, member.operation, 'action').media?.schema
  const isRecord = createSchemaTest(document, [schema])
  const place = body && findRecordBody(document, body, hints, isRecord)
  return place !== undefined && isRecord(place.schema)
}

/** Query parameters that set properties: POST /gadget/{gadgetId}?name=…&status=… without a request body. */
const readQueryChanges = (
  { document, schema, idPath }: Resource,
  { node, pathItem }: Operation,
): readonly QueryChange[] => {
  const names = [...viewObject(document.files, schema).properties.keys()].filter((name) => name !== idPath[0])
  return viewParameters(document, node, pathItem).flatMap((view) => {
    const property = names.find((name) => plainName(name) === plainName(view.name))
    return view.in === 'query' && property !== undefined ? [{ parameter: view.name, property }] : []
  })
}
