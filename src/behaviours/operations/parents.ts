/**
 * Whose a record is: the parents that its address names have to be there, where there is a way to make them.
 */

import type { Input } from '../../contract/operation/validate-request.ts'
import type { Rejection } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import { givenId, type ReadScope } from '../infer/path-shape.ts'
import { findRecord, toRecordId } from '../records/record-id.ts'
import type { Resource } from '../records/resource.ts'

export interface Parent {
  readonly resource: Resource
  readonly readScope: ReadScope
  /** The path parameters that name it, one unless its key has several parts. */
  readonly parameters: readonly string[]
  /** In words, why it has to be there. */
  readonly reason: string
}

/** Why a request cannot be served: the first parent that is missing. */
export const findMissingParent = async (
  parents: readonly Parent[],
  input: Input,
  store: Store,
): Promise<Rejection | undefined> => {
  for (const { resource, readScope, parameters } of parents) {
    const given = givenId(input, parameters)
    const id = toRecordId(resource, given)
    const found = id === undefined ? undefined : await findRecord(store, resource, readScope(input), id)
    if (!found) return missingRecord(resource, given)
  }
  return undefined
}

export const missingRecord = ({ name, idProperty }: Resource, given: unknown): Rejection => ({
  code: 'not_found',
  message: `${name} has no record with ${idProperty === '' ? 'the id' : idProperty} ${typeof given === 'string' ? JSON.stringify(given) : String(given)}`,
})
