/**
 * DELETE of an item, and of what hangs on it.
 */
import type { IncomingRequest } from '../../../ports.ts'
import type { StoredRecord } from '../../../store/store.ts'
import type { Behaviour, BehaviourContext, BehaviourResult } from '../../behaviour.ts'
import type { Conditions, ItemReplyPlan, Judgement } from '../../conditions/conditions.ts'
import { recordAt } from '../../records/resource.ts'
import { findItem, type ItemAddress, isGone, locate, whyMissing } from '../item-address.ts'
import { createSeeded } from '../seeded.ts'
import type { RemoveDependents } from './dependents.ts'

export const createRemove = (
  address: ItemAddress,
  planReply: (seed: number) => Promise<ItemReplyPlan>,
  removeDependents: RemoveDependents | undefined,
): Behaviour => {
  const { resource } = address
  const planFor = createSeeded(planReply)
  return {
    kind: 'remove',
    resource,
    run: async (input, world): Promise<BehaviourResult> => {
      const { status, mediaType, write, conditions } = await planFor(world.seed)
      const located = locate(address, input)
      const found = await findItem(address, located, input, world)
      const guard = conditions && createGuard(address, conditions, input.request, world)
      const removed = found && (await takeAway(address, found, world, guard?.allows))
      if (guard?.judged?.kind === 'rejected') return guard.judged
      if (!removed) return { kind: 'rejected', rejection: await whyMissing(address, located, input, world) }
      if (removeDependents) await removeDependents(world.store, removed, located.scope)
      return { kind: 'reply', status, mediaType, body: write && (await write(removed)) }
    },
  }
}

/** What is taken from an address at which there always is something leaves word of it. */
const takeAway = async (
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

/** Judges a record in the very step that takes it away, and remembers what it found. */
interface Guard {
  readonly allows: (record: StoredRecord) => boolean
  judged: Judgement | undefined
}

const createGuard = (
  { resource }: ItemAddress,
  { judge }: Conditions,
  request: IncomingRequest,
  { clock, holdEndedAt }: BehaviourContext,
): Guard => {
  const guard: Guard = {
    judged: undefined,
    allows: (record) => {
      guard.judged = judge(request, recordAt(resource, record, { now: clock(), holdEndedAt }))
      return guard.judged === undefined
    },
  }
  return guard
}
