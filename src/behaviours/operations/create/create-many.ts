/**
 * POST of a list to a collection: each item is a record. All of them are stored, or none.
 */

import type { Input } from '../../../contract/operation/validate-request.ts'
import type { Rejection } from '../../../errors.ts'
import type { StoredRecord } from '../../../store/store.ts'
import type { BehaviourContext, BehaviourResult } from '../../behaviour.ts'
import { findIgnored } from '../../records/make-record.ts'
import type { ReplyPlan } from '../reply.ts'
import { type KeepPlan, keepRecord } from './keep-record.ts'

export interface ManyPlan {
  /** The answer's body; undefined where it has none. */
  readonly write: (records: readonly StoredRecord[]) => Promise<string | undefined>
}

export interface CreateManyPlan extends KeepPlan {
  readonly reply: ReplyPlan
}

export const createMany = async (
  plan: CreateManyPlan,
  many: ManyPlan,
  input: Input,
  world: BehaviourContext,
): Promise<BehaviourResult> => {
  const { resource } = plan.record
  const given = input.body?.exact
  const kept: StoredRecord[] = []
  const ignored = new Set<string>()
  const undo = async (): Promise<void> => {
    for (const { id } of kept) await world.store.remove(resource.key, id)
  }
  for (const [index, item] of (Array.isArray(given) ? given : []).entries()) {
    const body = { rounded: item, exact: item, ...(input.body?.digits ? { digits: input.body.digits } : {}) }
    const one = await keepRecord(plan, { ...input, body }, world)
    if (one.kind === 'rejected') {
      await undo()
      return { ...one, rejection: atIndex(one.rejection, index) }
    }
    kept.push(one.stored)
    for (const name of findIgnored(plan.record, item)) ignored.add(name)
  }
  const { status, mediaType } = plan.reply
  try {
    return { kind: 'reply', status, mediaType, body: await many.write(kept), ignored: [...ignored] }
  } catch (error) {
    await undo()
    throw error
  }
}

/** A rejection of one item of a list. */
const atIndex = (rejection: Rejection, index: number): Rejection => {
  const place = (text: string): string => text.replaceAll(/\bbody(?=[.[\s])/g, `body[${index}]`)
  const violations = rejection.violations?.map((one) => ({ ...one, at: place(one.at), message: place(one.message) }))
  return { ...rejection, message: place(rejection.message), ...(violations ? { violations } : {}) }
}
