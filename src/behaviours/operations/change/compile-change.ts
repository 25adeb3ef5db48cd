/**
 * What a change needs for each seed: the template of the record, the responses, and how the next value is computed.
 * Compiled on the operation's first request.
 */
import type { ErrorCode } from '../../../errors.ts'
import type { ChangePlan } from '../../plan/operation-plan.ts'
import { createTemplate, type RecordTemplate } from '../../records/record-template.ts'
import type { OperationDeps } from '../deps.ts'
import { compileLocation, type WriteLocation } from '../location.ts'
import { compileReferences, type FindReferences } from '../new-references.ts'
import { withOwner } from '../path-values.ts'
import { compileItemResponse, type ItemResponse } from '../response.ts'
import { compileUpload, type ReadUpload } from '../uploads.ts'
import { createAction, type NextValue, replaceValue, updateValue } from './next-value.ts'
import { acceptQuery } from './query-change.ts'

export interface CompiledChange {
  readonly template: RecordTemplate
  readonly response: ItemResponse
  /** The response to a PUT that creates the record; undefined if it does not. */
  readonly creation: CompiledCreation | undefined
  /** What a record that a PUT creates refers to, apart from what clients send. */
  readonly findReferences: FindReferences | undefined
  /** Undefined if the operation takes no files. */
  readonly readUpload: ReadUpload | undefined
  readonly conflict: ErrorCode
  readonly nextValue: NextValue
}

export interface CompiledCreation extends ItemResponse {
  readonly locate: WriteLocation | undefined
}

export const compileChange = async (plan: ChangePlan, deps: OperationDeps, seed: number): Promise<CompiledChange> => {
  const { kind, request, response, address, query, tagProperty } = plan
  const template = await createTemplate({
    compiler: deps.compiler,
    resource: withOwner(deps.findResource(plan.resource), address.owner),
    request: request.schema,
    isJsonPatchOnly: request.isJsonPatchOnly,
    place: response.place?.path,
    tagProperty,
    seed,
  })
  return {
    template: query.length > 0 ? acceptQuery(template, query) : template,
    response: await compileItemResponse(plan, deps, seed),
    creation: await compileCreation(plan, deps, seed),
    findReferences: plan.creation && compileReferences(template, deps.linksOf),
    readUpload: compileUpload(template, deps.operation),
    conflict: plan.conflict,
    nextValue:
      kind === 'replace' ? replaceValue : kind === 'update' ? updateValue : createAction(template.resource, plan.verb),
  }
}

const compileCreation = async (
  plan: ChangePlan,
  deps: OperationDeps,
  seed: number,
): Promise<CompiledCreation | undefined> => {
  const { creation } = plan
  if (!creation) return undefined
  const { response, location } = creation
  return {
    ...(await compileItemResponse({ ...plan, response }, deps, seed)),
    locate: location && compileLocation(location, (id) => id),
  }
}
