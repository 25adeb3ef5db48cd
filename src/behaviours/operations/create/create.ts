/**
 * POST to a collection: a record is made, or each of a list, and told of.
 */

import type { Input } from '../../../contract/operation/validate-request.ts'
import type { StoredRecord } from '../../../store/store.ts'
import type { Behaviour, BehaviourContext, BehaviourResult } from '../../behaviour.ts'
import type { BehaviourReply } from '../../behaviour-reply.ts'
import { findIgnored } from '../../records/make-record.ts'
import { ownIdOf } from '../../records/record-id.ts'
import { type Resource, recordAt } from '../../records/resource.ts'
import type { WriteLocation } from '../location.ts'
import { findMissingParent, type Parent } from '../parents.ts'
import { createSeeded } from '../seeded.ts'
import { type CreateManyPlan, createMany, type ManyPlan } from './create-many.ts'
import { type Kept, keepRecord } from './keep-record.ts'

export interface CreatePlan extends CreateManyPlan {
  readonly parents: readonly Parent[]
  /** The tag of a record; undefined where the response documents no ETag. */
  readonly tagOf: ((record: StoredRecord) => string) | undefined
  /** Undefined where the response does not tell the record's address: it is not documented, and something else tells the id. */
  readonly locate: WriteLocation | undefined
  /** Undefined where a body is one record. */
  readonly many: ManyPlan | undefined
}

export const createCreate = (resource: Resource, plan: (seed: number) => Promise<CreatePlan>): Behaviour => {
  const planFor = createSeeded(plan)
  return {
    kind: 'create',
    resource,
    run: async (input, world) => {
      const planning = planFor(world.seed)
      return create(planning instanceof Promise ? await planning : planning, input, world)
    },
  }
}

const create = async (plan: CreatePlan, input: Input, world: BehaviourContext): Promise<BehaviourResult> => {
  const missing = plan.parents.length === 0 ? undefined : await findMissingParent(plan.parents, input, world.store)
  if (missing) return { kind: 'rejected', rejection: missing }
  if (plan.many) return createMany(plan, plan.many, input, world)
  const kept = await keepRecord(plan, input, world)
  if (kept.kind === 'rejected') return kept
  const replied = await answer(plan, input, kept, findIgnored(plan.record, input.body?.exact))
  return plan.tagOf ? withTag(replied, plan.tagOf(standingOf(plan, kept.stored, world))) : replied
}

/** A record as whoever reads it next finds it. */
const standingOf = (
  { record: { resource } }: CreatePlan,
  stored: StoredRecord,
  { clock, holdEndedAt }: BehaviourContext,
) => recordAt(resource, stored, { now: clock(), holdEndedAt })

const withTag = (outcome: BehaviourReply, tag: string): BehaviourReply => ({
  ...outcome,
  headers: [...(outcome.headers ?? []), 'ETag', tag],
})

const answer = async (
  { reply, locate }: CreatePlan,
  { request }: Input,
  { stored, besides }: Kept,
  ignored: readonly string[],
): Promise<BehaviourReply> => {
  const shown = besides ? { ...stored, value: { ...stored.value, ...besides } } : stored
  const { status, mediaType, write } = reply
  const body = write && (await write(shown))
  if (!locate) return { kind: 'reply', status, mediaType, body, ignored }
  return { kind: 'reply', status, mediaType, body, ignored, headers: ['Location', locate(request, ownIdOf(stored))] }
}
