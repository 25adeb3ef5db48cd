/**
 * DELETE of an item.
 */
import type { RecordId, StoredRecord } from '../store/store.ts'
import type { Behaviour, Outcome, World } from './behaviour.ts'
import { findItem, type ItemAddress, isGone, locate, whyMissing } from './item-address.ts'
import type { ReplyPlan } from './reply.ts'
import { createSeeded } from './seeded.ts'

export const createRemove = (address: ItemAddress, planReply: (seed: number) => Promise<ReplyPlan>): Behaviour => {
  const { resource } = address
  const planFor = createSeeded(planReply)
  return {
    kind: 'remove',
    resource,
    run: async (input, world): Promise<Outcome> => {
      const { status, mediaType, write } = await planFor(world.seed)
      const located = locate(address, input)
      const found = await findItem(address, located, input, world)
      const removed = found && (await takeAway(address, found, world))
      if (!removed) return { kind: 'refused', refusal: await whyMissing(address, located, input, world) }
      return { kind: 'reply', status, mediaType, body: write && (await write(removed)) }
    },
  }
}

/** What is taken from an address at which there always is something leaves word of it. */
const takeAway = async (
  { resource, initial }: ItemAddress,
  { id }: { readonly id: RecordId },
  { store }: World,
): Promise<StoredRecord | undefined> => {
  if (!initial) return store.remove(resource.key, id)
  let removed: StoredRecord | undefined
  await store.update(resource.key, id, (record) => {
    removed = isGone(record) ? undefined : record
    return { ...record, value: {}, json: '' }
  })
  return removed
}
