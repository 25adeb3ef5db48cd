/**
 * POST to a collection: creates a record, or each record of a list.
 */
import type { Input } from '../../../contract/operation/validate-request.ts'
import type { StoredRecord } from '../../../store/store.ts'
import type { BehaviourReply } from '../../behaviour-reply.ts'
import type { CreatePlan } from '../../plan/operation-plan.ts'
import { findIgnored } from '../../records/generate-record.ts'
import { recordAt } from '../../records/lifecycle.ts'
import { ownIdOf } from '../../records/record-id.ts'
import type { OperationDeps } from '../deps.ts'
import { compileParents, findMissingParent } from '../parents.ts'
import { type Run, runWith } from '../run-plan.ts'
import { type CompiledCreate, compileCreate } from './compile-create.ts'
import { createMany } from './create-many.ts'
import { type NewRecord, storeNewRecord } from './store-new-record.ts'

export const createRecords = (plan: CreatePlan, deps: OperationDeps): Run => {
  const parents = compileParents(plan.parents, deps)
  const compile = (seed: number) => compileCreate(plan, deps, seed)
  return runWith(compile, async (compiled, input, context) => {
    const missing = parents.length === 0 ? undefined : await findMissingParent(parents, input, context.store)
    if (missing) return { kind: 'rejected', rejection: missing }
    if (compiled.writeMany) return createMany(compiled, compiled.writeMany, input, context)
    const created = await storeNewRecord(compiled, input, context)
    if (created.kind === 'rejected') return created
    const reply = await respond(compiled, input, created)
    if (!compiled.tagOf) return reply
    const moment = { now: context.clock(), holdEndedAt: context.holdEndedAt }
    return addTag(reply, compiled.tagOf(recordAt(compiled.template.resource, created.stored, moment)))
  })
}

const addTag = (reply: BehaviourReply, tag: string): BehaviourReply => ({
  ...reply,
  headers: [...(reply.headers ?? []), 'ETag', tag],
})

const respond = async (
  { template, response, locate }: CompiledCreate,
  { request, body: sent }: Input,
  { stored, responseOnly }: NewRecord,
): Promise<BehaviourReply> => {
  const ignored = findIgnored(template, sent?.exact)
  const shown: StoredRecord = responseOnly ? { ...stored, value: { ...stored.value, ...responseOnly } } : stored
  const { status, mediaType, write } = response
  const body = write && (await write(shown))
  if (!locate) return { kind: 'reply', status, mediaType, body, ignored }
  return { kind: 'reply', status, mediaType, body, ignored, headers: ['Location', locate(request, ownIdOf(stored))] }
}
