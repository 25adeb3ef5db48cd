/**
 * The record that an item's path means: of a collection by its id, or the one thing that is at the address.
 */
import type { Input } from '../../contract/operation/validate-request.ts'
import type { Rejection } from '../../errors.ts'
import type { Json } from '../../ports.ts'
import type { RecordId, StoredRecord } from '../../store/store.ts'
import type { BehaviourContext } from '../behaviour.ts'
import { givenId, type ReadScope } from '../infer/path-shape.ts'
import { findRecord, readId, toRecordId } from '../records/record-id.ts'
import type { Resource } from '../records/resource.ts'
import type { IsOwned } from './owners.ts'
import { findMissingParent, missingRecord, type Parent } from './parents.ts'

export interface ItemAddress {
  readonly resource: Resource
  /** The path parameters that carry the id; none where the path has none. */
  readonly parameters: readonly string[]
  readonly readScope: ReadScope
  readonly parents: readonly Parent[]
  /** Whose a record is, in an address that names an owner besides; undefined where none is named. */
  readonly owner: { readonly read: ReadScope; readonly has: IsOwned } | undefined
  /** The record of a single thing that nobody has touched yet; undefined where it has to be made first. */
  readonly initial: ((input: Input, world: BehaviourContext) => Promise<StoredRecord | undefined>) | undefined
}

export interface Located {
  readonly scope: string | undefined
  /** Undefined where no record can have it. */
  readonly id: RecordId | undefined
  /** As it came. */
  readonly given: Json | undefined
}

/** The id under which a single thing is kept. */
export const singleId = 'only'

/** Where the path has no id the body does. */
export const locate = ({ resource, parameters, readScope }: ItemAddress, input: Input): Located => {
  const scope = readScope(input)
  if (resource.form === 'single') return { scope, id: singleId, given: undefined }
  const given = parameters.length === 0 ? readId(resource, input.body?.exact) : givenId(input, parameters)
  return { scope, id: toRecordId(resource, given), given }
}

/** What was removed from an address at which there always is something leaves this behind. */
export const isGone = ({ json }: StoredRecord): boolean => json === ''

/** Undefined also where its parents are missing. */
export const findItem = async (
  address: ItemAddress,
  { scope, id }: Located,
  input: Input,
  world: BehaviourContext,
): Promise<StoredRecord | undefined> => {
  const { parents } = address
  if (parents.length > 0 && (await findMissingParent(parents, input, world.store))) return undefined
  const found = id === undefined ? undefined : await findRecord(world.store, address.resource, scope, id)
  if (found && address.owner?.has(found, input) === false) return undefined
  if (found) return isGone(found) ? undefined : found
  return address.initial?.(input, world)
}

/** Why there is no record: a parent is missing, or it is itself. */
export const whyMissing = async (
  { resource, parents, parameters }: ItemAddress,
  { given }: Located,
  input: Input,
  { store }: BehaviourContext,
): Promise<Rejection> => {
  if (resource.form === 'collection' && parameters.length === 0 && given === undefined) return unnamed(resource)
  const parent = parents.length === 0 ? undefined : await findMissingParent(parents, input, store)
  if (parent) return parent
  if (resource.form === 'collection') return missingRecord(resource, given)
  return { code: 'not_found', message: `${resource.name} is not there; it was removed, or has not been made yet` }
}

/** A body that has to say which record is meant, and does not. */
const unnamed = ({ name, idProperty }: Resource): Rejection => {
  const message = `body.${idProperty} is required: it says which of ${name} is meant`
  return { code: 'invalid_request', message, violations: [{ at: `body.${idProperty}`, keyword: 'required', message }] }
}
