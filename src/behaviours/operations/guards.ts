/**
 * Operations without a behaviour, of an item or below one: they are answered from examples, but not for an item that is
 * not there.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import type { Input } from '../../contract/operation/validate-request.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import type { Rejection } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Resource } from '../records/resource.ts'
import { findMissingParent, type Parent } from './parents.ts'

/** Why a request cannot be served; undefined where all that its address names is there. */
export type Guard = (input: Input, store: Store) => Promise<Rejection | undefined>

export const createGuard =
  (parents: readonly Parent[]): Guard =>
  (input, store) =>
    findMissingParent(parents, input, store)

/** Resources whose records some operation does make. */
export const collectMade = (behaviours: Iterable<Behaviour>): ReadonlySet<Resource> =>
  new Set([...behaviours].filter(({ kind }) => kind === 'create' || kind === 'replace').map(({ resource }) => resource))

/** What has to be there before an operation is answered; an operation that is to have no behaviour asks for nothing. */
export const guardingParents = (
  operation: Operation,
  parentsOf: (operation: Operation) => readonly Parent[],
  made: ReadonlySet<Resource>,
): readonly Parent[] =>
  getOwn(operation.node.value, 'x-standin-behaviour') === 'none'
    ? []
    : parentsOf(operation).filter(({ resource }) => made.has(resource))

export const describeGuard = (parents: readonly Parent[]): string =>
  parents.length === 0
    ? ''
    : `; it asks for ${parents.map(({ resource, parameters }) => `${resource.name} by ${parameters.map((name) => `{${name}}`).join(' and ')}`).join(' and ')}`
