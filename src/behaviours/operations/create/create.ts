/**
 * POST to a collection: creates a record, or each record of a list.
 */
import type { Input } from '../../../contract/operation/validate-request.ts'
import type { StoredRecord } from '../../../store/store.ts'
import type { BehaviourContext } from '../../behaviour.ts'
import type { CreatePlan } from '../../plan/operation-plan.ts'
import { findIgnored } from '../../records/generate-record.ts'
import { recordAt } from '../../records/lifecycle.ts'
import { ownIdOf, putAt } from '../../records/record-id.ts'
import type { OperationDeps } from '../deps.ts'
import { compileParents, findMissingParent } from '../parents.ts'
import { type Run, runWith } from '../run-plan.ts'
import { type CompiledCreate, compileCreate } from './compile-create.ts'
import { createMany } from './create-many.ts'
import { type NewRecord, storeNewRecord } from './store-new-record.ts'

export const createRecords = (plan: CreatePlan, deps: OperationDeps): Run => {
  const parents = compileParents(plan.parents, deps)
  const compile = (seed: number) => compileCreate(plan, deps, seed)
  const create = runWith(compile, async (compiled, input, context) => {
    if (compiled.writeMany) return createMany(compiled, compiled.writeMany, input, context)
    const created = await storeNewRecord(compiled, input, context)
    if (created.kind === 'rejected') return created
    const writing = compiled.response.write?.(shownRecord(compiled, input, created))
    const body = writing instanceof Promise ? await writing : writing
    const { status, mediaType } = compiled.response
    const ignored = findIgnored(compiled.template, input.body?.exact)
    const headers = createHeaders(compiled, input, created.stored, context)
    return headers
      ? { kind: 'reply', status, mediaType, body, ignored, headers }
      : { kind: 'reply', status, mediaType, body, ignored }
  })
  if (parents.length === 0) return create
  // What is missing is found before anything is compiled.
  return async (input, context) => {
    const missing = await findMissingParent(parents, input, context.store)
    return missing ? { kind: 'rejected', rejection: missing } : create(input, context)
  }
}

/** With what only this response shows. */
const shownRecord = (
  { shownAddress, template }: CompiledCreate,
  { request }: Input,
  { stored, responseOnly }: NewRecord,
): StoredRecord => {
  const value = responseOnly ? { ...stored.value, ...responseOnly } : stored.value
  if (shownAddress)
    return {
      ...stored,
      value: putAt(value, shownAddress.path, shownAddress.locate(request, ownIdOf(template.resource, stored))),
    }
  return responseOnly ? { ...stored, value } : stored
}

/** Location and ETag, as far as the response documents them. */
const createHeaders = (
  { template, locate, tagOf }: CompiledCreate,
  { request }: Input,
  stored: StoredRecord,
  { clock, holdEndedAt }: BehaviourContext,
): readonly string[] | undefined => {
  const location = locate ? ['Location', locate(request, ownIdOf(template.resource, stored))] : undefined
  if (!tagOf) return location
  const current = recordAt(template.resource, stored, { now: clock(), holdEndedAt })
  return [...(location ?? []), 'ETag', tagOf(current)]
}
