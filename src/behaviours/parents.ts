/**
 * Whose a record is: the parents that its address names have to be there, where there is a way to make them.
 */

import type { Input } from '../contract/request/validate.ts'
import type { Refusal } from '../errors.ts'
import type { Store } from '../store/store.ts'
import { pathValue, type ReadScope } from './path-shape.ts'
import { findRecord, toRecordId } from './record-id.ts'
import type { Resource } from './resource.ts'

export interface Parent {
  readonly resource: Resource
  readonly readScope: ReadScope
  /** The path parameter that names it. */
  readonly parameter: string
  /** In words, why it has to be there. */
  readonly reason: string
}

/** Why a request cannot be served: the first parent that is missing. */
export const findMissingParent = async (
  parents: readonly Parent[],
  input: Input,
  store: Store,
): Promise<Refusal | undefined> => {
  for (const { resource, readScope, parameter } of parents) {
    const given = pathValue(input, parameter)
    const id = toRecordId(resource, given)
    const found = id === undefined ? undefined : await findRecord(store, resource, readScope(input), id)
    if (!found) return missingRecord(resource, given)
  }
  return undefined
}

export const missingRecord = ({ name, idProperty }: Resource, given: unknown): Refusal => ({
  code: 'not_found',
  message: `${name} has no record with ${idProperty === '' ? 'the id' : idProperty} ${typeof given === 'string' ? JSON.stringify(given) : String(given)}`,
})
