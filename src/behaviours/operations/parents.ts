/**
 * The parents that a path names. They have to exist, if an operation can create them.
 */

import type { Input } from '../../contract/operation/validate-request.ts'
import type { Rejection } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import type { ParentPlan } from '../plan/operation-plan.ts'
import { findAddressed, findRespelled, ownIdOf, toRecordId } from '../records/record-id.ts'
import type { Resource } from '../records/resource.ts'
import type { OperationDeps } from './deps.ts'
import { createScopeReader, type ReadScope, readPathId } from './path-values.ts'
import type { Run } from './run-plan.ts'

/** Rejects a request if a record that its path names does not exist. */
export type Guard = (input: Input, store: Store) => Promise<Rejection | undefined>

export interface Parent {
  readonly resource: Resource
  readonly readScope: ReadScope
  /** The path parameters that hold its id. */
  readonly parameters: readonly string[]
}

export const compileParents = (
  plans: readonly ParentPlan[],
  { findResource }: Pick<OperationDeps, 'findResource'>,
): readonly Parent[] =>
  plans.map(({ resource, parameters, scope }) => ({
    resource: findResource(resource),
    parameters,
    readScope: createScopeReader({ parameters: scope, isOwner: false }),
  }))

/** Rejects a request for the first parent that does not exist. */
export const findMissingParent = async (
  parents: readonly Parent[],
  input: Input,
  store: Store,
): Promise<Rejection | undefined> => {
  for (const { resource, readScope, parameters } of parents) {
    const requested = readPathId(input, parameters)
    const id = toRecordId(resource, requested)
    const found = await findAddressed(store, resource, { scope: readScope(input), id, requested })
    if (!found) return rejectMissing(resource, requested)
  }
  return undefined
}

/**
 * Runs a request for whose path there is no record again, if the UUID of a parent is written there in other letters than in the
 * record: with the letters of the record, since scopes and filters of the store are compared letter by letter.
 */
export const respellParents = (run: Run, parents: readonly Parent[]): Run =>
  parents.some(isByUuid)
    ? async (input, context) => {
        const result = await run(input, context)
        if (result.kind !== 'rejected' || result.rejection.code !== 'not_found') return result
        const respelled = await respell(parents, input, context.store)
        return respelled === input ? result : run(respelled, context)
      }
    : run

/** The same input if nothing is spelled otherwise. */
export const respell = async (parents: readonly Parent[], input: Input, store: Store): Promise<Input> => {
  let respelled = input
  for (const parent of parents.filter(isByUuid)) {
    const { resource, readScope, parameters } = parent
    const [name = ''] = parameters
    const id = toRecordId(resource, readPathId(respelled, parameters))
    const found = id === undefined ? undefined : await findRespelled(store, resource, readScope(respelled), id)
    if (found) respelled = withPathValue(respelled, name, String(ownIdOf(resource, found)))
  }
  return respelled
}

const isByUuid = ({ resource, parameters }: Parent): boolean => resource.idKind === 'uuid' && parameters.length === 1

const withPathValue = (input: Input, name: string, value: string): Input => {
  const { parameters, pathParams } = input
  const path = new Map(parameters.path)
  if (path.has(name)) path.set(name, value)
  return { ...input, parameters: { ...parameters, path }, pathParams: { ...pathParams, [name]: value } }
}

export const rejectMissing = ({ name, idProperty }: Resource, requested: unknown): Rejection => {
  const id = typeof requested === 'string' ? JSON.stringify(requested) : String(requested)
  return { code: 'not_found', message: `${name} has no record with ${idProperty === '' ? 'the id' : idProperty} ${id}` }
}
