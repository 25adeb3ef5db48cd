/**
 * A request that changes a record, or creates it with PUT: its conditions and its response.
 */
import type { Input } from '../../../contract/operation/validate-request.ts'
import type { StoredRecord } from '../../../store/store.ts'
import type { BehaviourContext } from '../../behaviour.ts'
import type { BehaviourReply } from '../../behaviour-reply.ts'
import type { FailedCondition } from '../../conditions/conditions.ts'
import { findIgnored } from '../../records/generate-record.ts'
import { recordAt } from '../../records/lifecycle.ts'
import type { Addressed } from '../../records/record-id.ts'
import type { ItemAddress } from '../item.ts'
import type { ItemResponse } from '../response.ts'
import type { CompiledChange } from './compile-change.ts'

export interface ChangeRequest {
  readonly address: ItemAddress
  readonly input: Input
  readonly context: BehaviourContext
  readonly location: Addressed
}

/** The condition of the request that the current record does not meet; undefined if it meets all. */
export const evaluateConditions = (
  { conditions }: ItemResponse,
  { address: { resource }, input, context }: ChangeRequest,
  current: StoredRecord | undefined,
): FailedCondition | undefined => {
  if (!conditions) return undefined
  const moment = { now: context.clock(), holdEndedAt: context.holdEndedAt }
  return conditions.evaluate(input.request, current && recordAt(resource, current, moment))
}

export interface ChangedRecord {
  readonly stored: StoredRecord
  /** A new record is shown as it starts. */
  readonly isNew?: boolean
  /** Properties of the request that changed nothing. */
  readonly ignored: readonly string[]
}

export const respond = async (
  { template }: CompiledChange,
  response: ItemResponse,
  { address: { resource }, input, context }: ChangeRequest,
  { stored, isNew = false, ignored: unchanged }: ChangedRecord,
): Promise<BehaviourReply> => {
  const ignored = [...new Set([...findIgnored(template, input.body?.exact), ...unchanged])]
  const { status, mediaType, headers, conditions, write } = response
  const current = recordAt(resource, stored, { now: context.clock(), holdEndedAt: context.holdEndedAt })
  const body = write && (await write(isNew ? stored : current))
  if (!conditions || !headers.has('etag')) return { kind: 'reply', status, mediaType, body, ignored }
  const tag = conditions.tagOf(current)
  return { kind: 'reply', status, mediaType, body, ignored, headers: ['ETag', tag] }
}
