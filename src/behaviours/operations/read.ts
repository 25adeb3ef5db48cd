/**
 * GET of an item by its id.
 */

import type { Behaviour } from '../behaviour.ts'
import { type ItemReplyPlan, notModified } from '../conditions/conditions.ts'
import { recordAt } from '../records/resource.ts'
import { findItem, type ItemAddress, locate, whyMissing } from './item-address.ts'
import { createSeeded } from './seeded.ts'

export const createRead = (address: ItemAddress, planReply: (seed: number) => Promise<ItemReplyPlan>): Behaviour => {
  const { resource } = address
  const planFor = createSeeded(planReply)
  return {
    kind: 'read',
    resource,
    run: async (input, world) => {
      const planning = planFor(world.seed)
      const { status, mediaType, write, conditions } = planning instanceof Promise ? await planning : planning
      const located = locate(address, input)
      const record = await findItem(address, located, input, world)
      if (!record) return { kind: 'rejected', rejection: await whyMissing(address, located, input, world) }
      const moment = { now: resource.lifecycles.length === 0 ? 0 : world.clock(), holdEndedAt: world.holdEndedAt }
      const shown = recordAt(resource, record, moment)
      const judged = conditions?.judge(input.request, shown)
      if (conditions && judged) return judged.kind === 'rejected' ? judged : notModified(conditions.tagOf(shown))
      const written = write?.(shown)
      const body = written instanceof Promise ? await written : written
      if (!conditions) return { kind: 'reply', status, mediaType, body }
      return { kind: 'reply', status, mediaType, body, headers: ['ETag', conditions.tagOf(shown)] }
    },
  }
}
