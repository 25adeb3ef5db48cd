/**
 * The operations that a step applies to.
 */
import { findResponse, viewResponses } from '../contract/document/operation-view.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { type Condition, isGeneral, type Step } from './scenario.ts'

/** Whether an operation requires a key. */
const requiresKey = ({ security }: Operation): boolean => !security.open && security.alternatives.length > 0

/** Whether a step for every operation may send a status: it is documented, or 401 where a key is required. */
export const maySend = (operation: Operation, status: number): boolean =>
  isDocumented(operation, status) || (status === 401 && requiresKey(operation))

export const isDocumented = ({ document, node }: Operation, status: number): boolean =>
  findResponse(viewResponses(document, node), status) !== undefined

/** The operations that a condition can match. */
export const matchOperations = (
  { operations: ids, method, path }: Condition,
  operations: readonly Operation[],
): readonly Operation[] =>
  operations.filter(
    (operation) =>
      (ids?.includes(operation.id) ?? true) &&
      (method === undefined || method === operation.method) &&
      (path === undefined || path === operation.path),
  )

/** Of those, the ones for which the step takes effect: a step for every operation is skipped where its status is undocumented. */
export const operationsOfStep = (
  { when, respond, ignoresContract }: Step,
  operations: readonly Operation[],
): readonly Operation[] => {
  const matching = matchOperations(when, operations)
  if (!respond || ignoresContract || !isGeneral(when)) return matching
  return matching.filter((operation) => maySend(operation, respond.status))
}
