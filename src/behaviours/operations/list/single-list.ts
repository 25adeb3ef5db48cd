/**
 * Lists that the document gives the schema of one record, by mistake: they show the newest record, and a sample if there is none.
 */
import { generateBody } from '../../../contract/sample/generate-body.ts'
import { stringifyJson } from '../../../contract/values/json-text.ts'
import { concreteMediaType } from '../../../contract/values/media-type.ts'
import type { StoredRecord } from '../../../store/store.ts'
import type { BehaviourResult } from '../../behaviour-reply.ts'
import type { ListPlan } from '../../plan/operation-plan.ts'
import type { OperationDeps } from '../deps.ts'
import type { LocatedRequest } from '../location.ts'
import type { ListBody } from './list-body.ts'

/** Undefined if there is no record. `records` are in order of creation. */
export const writeNewest = async (
  { show }: ListBody,
  records: readonly StoredRecord[],
  request: LocatedRequest,
): Promise<string | undefined> => {
  const newest = records.at(-1)
  return newest && show(newest, request)
}

export const writeSample = async (
  { response: { status, media } }: ListPlan,
  { operation, compiler }: OperationDeps,
): Promise<BehaviourResult> => {
  const mediaType = concreteMediaType(media?.mediaType ?? 'application/json')
  const sample = media && (await generateBody({ operation, compiler, media, seed: 1, dynamic: false }))
  return {
    kind: 'reply',
    status,
    mediaType,
    body: sample?.kind === 'generated' ? stringifyJson(sample.value) : undefined,
  }
}
