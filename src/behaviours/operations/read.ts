/**
 * GET of one record.
 */
import { notModified } from '../conditions/conditions.ts'
import type { ReadPlan } from '../plan/operation-plan.ts'
import { recordAt } from '../records/lifecycle.ts'
import type { OperationDeps } from './deps.ts'
import { compileAddress, findItem, locateItem, rejectMissingItem } from './item.ts'
import { compileItemResponse } from './response.ts'
import { type Run, runWith } from './run-plan.ts'

export const readRecord = (plan: ReadPlan, deps: OperationDeps): Run => {
  const address = compileAddress(plan, deps)
  const { resource } = address
  const compile = (seed: number) => compileItemResponse(plan, deps, seed)
  return runWith(compile, async ({ status, mediaType, write, conditions }, input, context) => {
    const location = locateItem(address, input)
    const record = await findItem(address, location, input, context)
    if (!record) return { kind: 'rejected', rejection: await rejectMissingItem(address, location, input, context) }
    const now = resource.lifecycles.length === 0 ? 0 : context.clock()
    const current = recordAt(resource, record, { now, holdEndedAt: context.holdEndedAt })
    const failed = conditions?.evaluate(input.request, current)
    if (conditions && failed) return failed.kind === 'rejected' ? failed : notModified(conditions.tagOf(current))
    const writing = write?.(current)
    const body = writing instanceof Promise ? await writing : writing
    if (!conditions) return { kind: 'reply', status, mediaType, body }
    return { kind: 'reply', status, mediaType, body, headers: ['ETag', conditions.tagOf(current)] }
  })
}
