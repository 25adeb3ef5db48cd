/**
 * Finds the record that a request addresses: in a collection by its id, or the single record at the address.
 */
import type { Input } from '../../contract/operation/validate-request.ts'
import type { Rejection } from '../../errors.ts'
import type { StoredRecord } from '../../store/store.ts'
import type { BehaviourContext } from '../behaviour.ts'
import type { OperationPlan } from '../plan/operation-plan.ts'
import {
  type Addressed,
  findAddressed,
  findRespelled,
  isGone,
  readId,
  singleId,
  toRecordId,
} from '../records/record-id.ts'
import type { Resource } from '../records/resource.ts'
import type { OperationDeps } from './deps.ts'
import { createInitialRecord, type InitialRecord } from './initial-record.ts'
import { compileParents, findMissingParent, type Parent, rejectMissing } from './parents.ts'
import { createPathOwner, createScopeReader, type PathOwner, type ReadScope, readPathId } from './path-values.ts'

export interface ItemAddress {
  readonly resource: Resource
  /** The path parameters that hold the id; if there are none, the request body has it. */
  readonly parameters: readonly string[]
  readonly readScope: ReadScope
  readonly parents: readonly Parent[]
  readonly owner: PathOwner | undefined
  /** Inserts a single record that exists from the start; undefined if a request has to create it. */
  readonly initial: InitialRecord | undefined
}

export type ItemPlan = Extract<OperationPlan, { readonly address: unknown }>

export const compileAddress = ({ resource: key, address, parents }: ItemPlan, deps: OperationDeps): ItemAddress => {
  const resource = deps.findResource(key)
  const readScope = createScopeReader(address.scope)
  return {
    resource,
    parameters: address.parameters,
    readScope,
    parents: compileParents(parents, deps),
    owner: address.owner && createPathOwner(address.owner),
    initial: address.initial && createInitialRecord({ plan: address.initial, resource, readScope, deps }),
  }
}

export const locateItem = ({ resource, parameters, readScope }: ItemAddress, input: Input): Addressed => {
  const scope = readScope(input)
  if (resource.form === 'single') return { scope, id: singleId, requested: undefined }
  const requested = parameters.length === 0 ? readId(resource, input.body?.exact) : readPathId(input, parameters)
  return { scope, id: toRecordId(resource, requested), requested }
}

/** Undefined also if a parent does not exist. */
export const findItem = async (
  address: ItemAddress,
  location: Addressed,
  input: Input,
  context: BehaviourContext,
): Promise<StoredRecord | undefined> => {
  const { parents } = address
  if (parents.length > 0 && (await findMissingParent(parents, input, context.store))) return undefined
  const { scope, id } = location
  const found =
    (await findAddressed(context.store, address.resource, location)) ??
    (id === undefined ? undefined : await findRespelled(context.store, address.resource, scope, id))
  if (found && address.owner?.owns(found, input) === false) return undefined
  if (found) return isGone(found) ? undefined : found
  return address.initial?.(input, context)
}

/** Why there is no record: the request names none, a parent does not exist, or the record itself. */
export const rejectMissingItem = async (
  { resource, parents, parameters }: ItemAddress,
  { requested }: Addressed,
  input: Input,
  { store }: BehaviourContext,
): Promise<Rejection> => {
  if (resource.form === 'collection' && parameters.length === 0 && requested === undefined) return rejectNoId(resource)
  const parent = parents.length === 0 ? undefined : await findMissingParent(parents, input, store)
  if (parent) return parent
  if (resource.form === 'collection') return rejectMissing(resource, requested)
  return { code: 'not_found', message: `${resource.name} does not exist: it was removed, or not created yet` }
}

const rejectNoId = ({ name, idProperty }: Resource): Rejection => {
  const message = `body.${idProperty} is required: it identifies the record of ${name}`
  return { code: 'invalid_request', message, violations: [{ at: `body.${idProperty}`, keyword: 'required', message }] }
}
