/**
 * The parents that a path names. They have to exist, if an operation can create them.
 */

import type { Input } from '../../contract/operation/validate-request.ts'
import type { Rejection } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import type { ParentPlan } from '../plan/operation-plan.ts'
import { findAddressed, toRecordId } from '../records/record-id.ts'
import type { Resource } from '../records/resource.ts'
import type { OperationDeps } from './deps.ts'
import { createScopeReader, type ReadScope, readPathId } from './path-values.ts'

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

export const rejectMissing = ({ name, idProperty }: Resource, requested: unknown): Rejection => {
  const id = typeof requested === 'string' ? JSON.stringify(requested) : String(requested)
  return { code: 'not_found', message: `${name} has no record with ${idProperty === '' ? 'the id' : idProperty} ${id}` }
}
