/**
 * What changes a record: PUT (its replacement, or its making where the document has that), PATCH and POST to an item, and
 * what acts on it (/orders/{id}/cancel). A change is made of the record as it was read and stored only if it still is.
 */

import type { Input } from '../../../contract/operation/validate-request.ts'
import { separateDigits, stringifyJson } from '../../../contract/values/json-text.ts'
import type { ErrorCode, Rejection } from '../../../errors.ts'
import type { JsonObject } from '../../../ports.ts'
import type { Store, StoredRecord } from '../../../store/store.ts'
import type { Behaviour, BehaviourContext, BehaviourResult } from '../../behaviour.ts'
import type { BehaviourReply } from '../../behaviour-reply.ts'
import type { ItemReplyPlan, Judgement } from '../../conditions/conditions.ts'
import { describeFault, findChanged, findDropped, findRejected } from '../../records/find-fault.ts'
import { findIgnored, fitRecord, makeRecord, type RecordSeed, readSent, recordSeed } from '../../records/make-record.ts'
import type { RecordPlan } from '../../records/plan-record.ts'
import { ownIdOf, readOtherId, storeIdOf } from '../../records/record-id.ts'
import { type Resource, recordAt } from '../../records/resource.ts'
import { describeUnfit, UnfitError } from '../../records/unfit-error.ts'
import { findTaken } from '../conflict.ts'
import { findItem, type ItemAddress, isGone, type Located, locate, whyMissing } from '../item-address.ts'
import type { WriteLocation } from '../location.ts'
import { findMissingParent } from '../parents.ts'
import { createSeeded } from '../seeded.ts'

export interface ChangePlan {
  readonly record: RecordPlan
  readonly reply: ItemReplyPlan
  /** The answer where the record was made; undefined where it is not made this way. */
  readonly made: MadePlan | undefined
  /** The code of a change that would give two records a value which only one may have. */
  readonly conflict: ErrorCode
  /** The record's next value; a rejection where the request cannot be carried out on it. */
  readonly next: (current: JsonObject, parts: ChangeParts) => Next
}

export interface MadePlan extends ItemReplyPlan {
  /** Undefined where the answer does not tell the record's address. */
  readonly locate: WriteLocation | undefined
}

export interface ChangeParts {
  readonly record: RecordPlan
  readonly input: Input
  readonly located: Located
  readonly at: number
  /** What is made up for the record follows from it. */
  readonly seed: RecordSeed
}

export type Next =
  | {
      readonly kind: 'value'
      readonly value: JsonObject
      /** Names of properties that came and stay as they are, besides those that the client may not set. */
      readonly ignored?: readonly string[]
      /** Names of properties that are to be as they are here, or not at all: nothing is put right in them. */
      readonly exact?: readonly string[]
    }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

export const createChange = (
  kind: 'replace' | 'update' | 'action',
  address: ItemAddress,
  plan: (seed: number) => Promise<ChangePlan>,
): Behaviour => {
  const planFor = createSeeded(plan)
  return {
    kind,
    resource: address.resource,
    run: async (input, world) => change(address, await planFor(world.seed), input, world),
  }
}

/** How often a record may be changed by others in between. */
const maxTries = 20

const change = async (
  address: ItemAddress,
  plan: ChangePlan,
  input: Input,
  world: BehaviourContext,
): Promise<BehaviourResult> => {
  const located = locate(address, input)
  for (let tries = 0; tries < maxTries; tries++) {
    const current = await findItem(address, located, input, world)
    if (!current) {
      const made = await make(address, plan, located, input, world)
      if (made) return made
      continue
    }
    const judged = judge(address, plan.reply, current, { input, located, world })
    if (judged?.kind === 'rejected') return judged
    const next = await nextOf(address, plan, current, { input, located, world })
    if (next.kind === 'rejected') return next
    const stored = await storeChange(address.resource, world.store, current, next.draft)
    if (stored) return answer({ address, plan, ...next, reply: plan.reply }, stored, { input, located, world })
    const taken = await findTaken(address.resource, world.store, { ...next.draft, id: current.id }, plan.conflict)
    if (taken) return reject(taken)
  }
  return reject({
    code: 'conflict',
    message: `the record was changed by others ${maxTries} times meanwhile; try again`,
  })
}

type RecordDraft = Omit<StoredRecord, 'id'>

/** Undefined where the record is no longer as it was read, or another has a value of the draft that only one may have. */
const storeChange = async (
  { key }: Resource,
  store: Store,
  current: StoredRecord,
  draft: RecordDraft,
): Promise<StoredRecord | undefined> => {
  let isSame = false
  const stored = await store.update(key, current.id, (record) => {
    isSame = record.json === current.json
    return isSame ? draft : undefined
  })
  return isSame && stored?.json === draft.json ? stored : undefined
}

/** Undefined where somebody has made it meanwhile, or another has a value of the draft that only one may have. */
const storeMade = async (
  { key }: Resource,
  store: Store,
  { id, ...draft }: StoredRecord,
): Promise<StoredRecord | undefined> => {
  const inserted = await store.insert(key, { kind: 'given', id }, () => draft)
  if (inserted) return inserted
  let wasGone = false
  const stored = await store.update(key, id, (record) => {
    wasGone = isGone(record)
    return wasGone ? draft : undefined
  })
  return wasGone && stored?.json === draft.json ? stored : undefined
}

/** What the conditions of a request say to the record as it stands; undefined where it may go on. */
const judge = (
  { resource }: ItemAddress,
  { conditions }: ItemReplyPlan,
  current: StoredRecord | undefined,
  { input, world }: Means,
): Judgement | undefined => {
  if (!conditions) return undefined
  const moment = { now: world.clock(), holdEndedAt: world.holdEndedAt }
  return conditions.judge(input.request, current && recordAt(resource, current, moment))
}

const reject = (rejection: Rejection): Extract<BehaviourResult, { kind: 'rejected' }> => ({
  kind: 'rejected',
  rejection,
})

interface Means {
  readonly input: Input
  readonly located: Located
  readonly world: BehaviourContext
}

type Drafted =
  | { readonly kind: 'draft'; readonly draft: RecordDraft; readonly ignored?: readonly string[] }
  | Extract<BehaviourResult, { kind: 'rejected' }>

const nextOf = async (
  { resource, owner }: ItemAddress,
  { record, reply, next }: ChangePlan,
  current: StoredRecord,
  { input, located, world }: Means,
): Promise<Drafted> => {
  const at = world.clock()
  const now = recordAt(resource, current, { now: at, holdEndedAt: world.holdEndedAt })
  const seed = recordSeed(record, current.id)
  const scope = owner ? owner.read(input) : located.scope
  const place = { ...located, scope, id: ownIdOf(current) }
  const changed = next(now.value, { record, input, located: place, at, seed })
  if (changed.kind === 'rejected') return changed
  const made = await fitRecord(record, changed.value, true, seed)
  const asked = changed.exact ?? findChanged(now.value, changed.value)
  // The tag follows from the rest.
  const wish = { value: changed.value, names: asked.filter((name) => name !== record.tagProperty) }
  const wasFit = () => !record.validate(separateDigits(now.value))
  if (made.kind === 'failed') return reject(wasFit() ? describeFault(record, wish) : describeUnfit(made.violations))
  const unfit = changed.exact ? findRejected(wish, made.value) : findDropped(wish, made.value)
  if (unfit.length > 0 && wasFit()) return reject(describeFault(record, { ...wish, names: unfit }))
  const unshown = reply.show && (await findUnshown(reply.show, { id: current.id, value: made.value }, now))
  if (unshown) return reject(unshown)
  const { id: _, ...kept } = current
  const draft = { ...kept, value: made.value, json: stringifyJson(made.value) }
  return changed.ignored ? { kind: 'draft', draft, ignored: changed.ignored } : { kind: 'draft', draft }
}

/** Why a response cannot show a record that is about to change; thrown on where it could not show the record before either. */
const findUnshown = async (
  show: NonNullable<ItemReplyPlan['show']>,
  changed: Pick<StoredRecord, 'id' | 'value'>,
  before: StoredRecord,
): Promise<Rejection | undefined> => {
  try {
    await show(changed)
    return undefined
  } catch (error) {
    if (!(error instanceof UnfitError)) throw error
    await show(before)
    return { ...error.rejection, code: 'invalid_request' }
  }
}

/** The answer to a request for what is not there: it is made, or missing. Undefined where another request has just made it. */
const make = async (
  address: ItemAddress,
  plan: ChangePlan,
  located: Located,
  input: Input,
  world: BehaviourContext,
): Promise<BehaviourResult | undefined> => {
  const { resource, parents } = address
  const { scope, id } = located
  if (!plan.made || id === undefined) return reject(await whyMissing(address, located, input, world))
  const judged = judge(address, plan.made, undefined, { input, located, world })
  if (judged?.kind === 'rejected') return judged
  const missing = parents.length === 0 ? undefined : await findMissingParent(parents, input, world.store)
  if (missing) return reject(missing)
  const at = world.clock()
  const sent = readSent(plan.record, input.body?.exact)
  const seed = recordSeed(plan.record, storeIdOf(scope, id))
  const made = await fitRecord(plan.record, makeRecord(plan.record, { sent, id, seed, at, scope }), true, seed)
  if (made.kind === 'failed') return reject(describeUnfit(made.violations))
  const draft = {
    id: storeIdOf(scope, id),
    value: made.value,
    json: stringifyJson(made.value),
    madeAt: at,
    ...(scope === undefined ? {} : { scope }),
  }
  const stored = await storeMade(resource, world.store, draft)
  if (!stored) {
    const taken = await findTaken(resource, world.store, draft, plan.conflict)
    return taken && reject(taken)
  }
  const ignored = readOtherId(resource, id, sent) === undefined ? [] : [resource.idProperty]
  const replied = await answer({ address, plan, reply: plan.made, ignored }, stored, { input, located, world })
  const location = plan.made.locate?.(input.request, id)
  return location === undefined ? replied : { ...replied, headers: [...(replied.headers ?? []), 'Location', location] }
}

interface Answering {
  readonly address: ItemAddress
  readonly plan: ChangePlan
  readonly reply: ItemReplyPlan
  readonly ignored?: readonly string[]
}

const answer = async (
  { address: { resource }, plan: { record }, reply, ignored: stays = [] }: Answering,
  stored: StoredRecord,
  { input, world }: Means,
): Promise<BehaviourReply> => {
  const ignored = [...new Set([...findIgnored(record, input.body?.exact), ...stays])]
  const body = reply.write && (await reply.write(stored))
  const { status, mediaType, headers, conditions } = reply
  if (!conditions || !headers.has('etag')) return { kind: 'reply', status, mediaType, body, ignored }
  const tag = conditions.tagOf(recordAt(resource, stored, { now: world.clock(), holdEndedAt: world.holdEndedAt }))
  return { kind: 'reply', status, mediaType, body, ignored, headers: ['ETag', tag] }
}
