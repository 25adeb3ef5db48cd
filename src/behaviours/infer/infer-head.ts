/**
 * HEAD where a document describes it: it responds as GET does, without the body (RFC 9110, section 9.3.2), with its own status
 * and the headers of both.
 */
import type { Operation, PathEntry } from '../../contract/operation/operation.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import type { Decision, OperationPlan, PlannedOperation } from '../plan/operation-plan.ts'
import { toResponse } from './infer-response.ts'
import { chooseSuccess } from './operation-schemas.ts'
import { readPageHeaders } from './page-fields.ts'
import { referTo } from './subject.ts'

/** The HEAD operations of paths whose GET has a behaviour, with the same behaviour. */
export const inferHeads = (
  entries: readonly PathEntry[],
  planned: ReadonlyMap<Operation, Decision>,
): readonly (readonly [Operation, PlannedOperation])[] =>
  entries.flatMap(({ operations }) => {
    const [head, get] = [operations.get('HEAD'), operations.get('GET')]
    const decision = get && planned.get(get)
    if (!head || decision?.kind !== 'planned' || getOwn(head.node.value, 'x-standin-behaviour') === 'none') return []
    return [[head, { ...decision, plan: () => planHead(head, decision.plan()) }] as const]
  })

const planHead = (head: Operation, plan: OperationPlan): OperationPlan => {
  if (plan.kind !== 'list' && plan.kind !== 'read') return plan
  const { status, headers: own } = chooseSuccess(head.document, head, plan.kind)
  const headers = new Set([...plan.response.headers, ...own])
  const common = { operation: referTo(head), reason: `${plan.reason}; HEAD responds as GET does` }
  const response = toResponse({ status, media: plan.response.media, headers })
  return plan.kind === 'list'
    ? { ...plan, ...common, response, pageHeaders: readPageHeaders(headers) }
    : { ...plan, ...common, response: { ...plan.response, ...response } }
}
