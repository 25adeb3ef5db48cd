/**
 * Requests of an operation: valid ones generated from its description, and the same with a few changes.
 */
import fc from 'fast-check'
import type { Operation } from '../../../src/contract/operation/operation.ts'
import { type Change, changesOf } from './change-requests.ts'
import { draftsOf } from './draft-requests.ts'
import { type Draft, type WireRequest, writeRequest } from './wire-request.ts'

/** Of ten requests, four are valid, four have one change, and two have two or three changes. */
export const requestsOf = (operation: Operation): fc.Arbitrary<WireRequest> => {
  const change = changesOf(operation)
  const changes: fc.Arbitrary<readonly Change[]> = fc.oneof(
    { weight: 4, arbitrary: fc.constant<readonly Change[]>([]) },
    { weight: 4, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(change, { minLength: 2, maxLength: 3 }) },
  )
  return fc
    .tuple(draftsOf(operation), changes)
    .map(([draft, made]) => writeRequest(made.reduce<Draft>((changed, apply) => apply(changed), draft)))
}
