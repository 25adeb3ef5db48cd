/**
 * The operations that a step applies to.
 */
import { findResponse, viewResponses } from '../contract/document/operation-view.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { type Condition, isGeneral, type Step } from './scenario.ts'

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
  return matching.filter(({ document, node }) => findResponse(viewResponses(document, node), respond.status))
}
