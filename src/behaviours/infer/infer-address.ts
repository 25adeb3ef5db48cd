/**
 * How the path of a request addresses records: which of its parameters are the scope, the owner and the id.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import { nodeAt, typesOf } from '../../contract/schema/schema-view.ts'
import type { AddressPlan, InitialPlan, OwnerPlan, ScopePlan } from '../plan/operation-plan.ts'
import { createSchemaTest } from './find-record.ts'
import { findRecordBody } from './find-record-body.ts'
import { type Group, type Member, storesOwners } from './group-paths.ts'
import { inferId } from './infer-id.ts'
import { chooseSuccess } from './operation-schemas.ts'
import { readPathShape } from './path-shape.ts'
import { type OperationSubject, referTo } from './subject.ts'

/** The scope of the collection that an operation works on. */
export const scopeOf = (group: Group, member: Member): ScopePlan => {
  const { operation, within } = member
  if (!within) return storesOwners(group) ? { parameters: [], isOwner: true } : pathScope(group, operation)
  if (within.properties.length > 0) return pathScope(group, operation)
  return { parameters: firstParameters(operation, within.count), isOwner: true }
}

export const pathScope = ({ scope }: Group, operation: Operation): ScopePlan => ({
  parameters: firstParameters(operation, scope.length),
  isOwner: false,
})

export const firstParameters = (operation: Operation, count: number): readonly string[] =>
  readPathShape(operation).parameters.slice(0, count)

export const ownerOf = ({ operation, within }: Member): OwnerPlan | undefined =>
  within && { parameters: firstParameters(operation, within.count), properties: within.properties }

/** The path parameters that hold the id, as this operation calls them. */
export const keyParametersOf = ({ scope, keyParameters }: Group, { operation, within }: Member): readonly string[] => {
  const start = within?.count ?? scope.length
  return readPathShape(operation).parameters.slice(start, start + Math.max(1, keyParameters.length))
}

export const inferAddress = (subject: OperationSubject): AddressPlan => {
  const { group, member } = subject
  return {
    parameters: member.onItem ? keyParametersOf(group, member) : [],
    scope: pathScope(group, member.operation),
    owner: ownerOf(member),
    initial: inferInitial(subject),
  }
}

/** A single record exists before any request, unless it can be removed and put back: then it has to be put first. */
const inferInitial = ({ group, resource, hints }: OperationSubject): InitialPlan | undefined => {
  const kinds = new Set(group.members.map(({ kind }) => kind))
  const read = group.members.find(({ kind }) => kind === 'read')?.operation
  if (resource.form !== 'single' || !read || (kinds.has('remove') && kinds.has('replace'))) return undefined
  const { document, schema } = resource
  const { media } = chooseSuccess(document, read, 'read')
  const place = media?.schema && findRecordBody(document, media.schema, hints, createSchemaTest(document, [schema]))
  return {
    read: referTo(read),
    media: place?.isListed ? undefined : media,
    path: place?.path ?? [],
    id: findRepeatedId(resource, hints),
  }
}

/** The property of a single record that repeats the last parameter of its path. */
const findRepeatedId = (
  { document, schema }: OperationSubject['resource'],
  hints: OperationSubject['hints'],
): InitialPlan['id'] => {
  const path = hints.parameter === undefined ? undefined : inferId(document, schema, hints).path
  if (!path) return undefined
  const node = nodeAt(document.files, schema, path)
  return { path, kind: node && typesOf(document.files, node).has('integer') ? 'integer' : 'string' }
}
