/**
 * DELETE of a record and of the records that depend on it.
 */
import type { IncomingRequest } from '../../../ports.ts'
import type { StoredRecord } from '../../../store/store.ts'
import type { BehaviourContext } from '../../behaviour.ts'
import type { Conditions, FailedCondition } from '../../conditions/conditions.ts'
import type { RemovePlan } from '../../plan/operation-plan.ts'
import { recordAt } from '../../records/lifecycle.ts'
import { isGone } from '../../records/record-id.ts'
import type { OperationDeps } from '../deps.ts'
import { compileAddress, findItem, type ItemAddress, locateItem, rejectMissingItem } from '../item.ts'
import { compileItemResponse } from '../response.ts'
import { type Run, runWith } from '../run-plan.ts'
import { compileDependents } from './remove-dependents.ts'

export const removeRecord = (plan: RemovePlan, deps: OperationDeps): Run => {
  const address = compileAddress(plan, deps)
  const removeDependents = compileDependents(plan, deps)
  const compile = (seed: number) => compileItemResponse(plan, deps, seed)
  return runWith(compile, async ({ status, mediaType, write, conditions }, input, context) => {
    const location = locateItem(address, input)
    const found = await findItem(address, location, input, context)
    const guard = conditions && createGuard(address, conditions, input.request, context)
    const removed = found && (await remove(address, found, context, guard?.allows))
    if (guard?.failed?.kind === 'rejected') return guard.failed
    if (!removed) return { kind: 'rejected', rejection: await rejectMissingItem(address, location, input, context) }
    if (removeDependents) await removeDependents(context.store, removed, location.scope)
    const moment = { now: context.clock(), holdEndedAt: context.holdEndedAt }
    return {
      kind: 'reply',
      status,
      mediaType,
      body: write && (await write(recordAt(address.resource, removed, moment))),
    }
  })
}

/** A single record that exists from the start is marked as removed, so that it does not come back. */
const remove = async (
  { resource, initial }: ItemAddress,
  { id }: StoredRecord,
  { store }: BehaviourContext,
  allows?: Guard['allows'],
): Promise<StoredRecord | undefined> => {
  if (!initial) return store.remove(resource.key, id, allows)
  let removed: StoredRecord | undefined
  await store.update(resource.key, id, (record) => {
    removed = isGone(record) || allows?.(record) === false ? undefined : record
    return removed && { ...record, value: {}, json: '' }
  })
  return removed
}

/** Evaluates the conditions of the request in the same step that removes the record, and stores the result. */
interface Guard {
  readonly allows: (record: StoredRecord) => boolean
  failed: FailedCondition | undefined
}

const createGuard = (
  { resource }: ItemAddress,
  { evaluate }: Conditions,
  request: IncomingRequest,
  { clock, holdEndedAt }: BehaviourContext,
): Guard => {
  const guard: Guard = {
    failed: undefined,
    allows: (record) => {
      guard.failed = evaluate(request, recordAt(resource, record, { now: clock(), holdEndedAt }))
      return guard.failed === undefined
    },
  }
  return guard
}
