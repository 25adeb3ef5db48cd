/**
 * A record is made of what a client sent and stored under an id of its own: what the client may set, what the document or
 * its overlay sets, and what only the service knows (id, times). The whole is held against its schemas before it is stored.
 */

import type { Input } from '../../../contract/operation/validate-request.ts'
import type { ValueGenerator } from '../../../contract/sample/value-options.ts'
import { stringifyJson } from '../../../contract/values/json-text.ts'
import type { ErrorCode, Rejection } from '../../../errors.ts'
import type { JsonObject } from '../../../ports.ts'
import type { Draft, IdSource, RecordId, Store, StoredRecord } from '../../../store/store.ts'
import type { BehaviourContext, BehaviourResult } from '../../behaviour.ts'
import type { ReadScope } from '../../infer/path-shape.ts'
import { describeFault, findRejected } from '../../records/find-fault.ts'
import type { IdPlan } from '../../records/make-id.ts'
import {
  fitRecord,
  fitRecordNow,
  type Making,
  makeProperties,
  makeRecord,
  readGivenId,
  readSent,
  recordSeed,
} from '../../records/make-record.ts'
import type { PlannedProperty, RecordPlan } from '../../records/plan-record.ts'
import { findRecord, ownIdOf, readId, storeIdOf, withId } from '../../records/record-id.ts'
import { holdOf, type Resource } from '../../records/resource.ts'
import { describeUnfit } from '../../records/unfit-error.ts'
import { describeTakenId, findTaken } from '../conflict.ts'
import type { ReplyPlan } from '../reply.ts'

export interface KeepPlan {
  readonly record: RecordPlan
  readonly ids: IdPlan
  /** Why a given id is none that an address can have; undefined where it can. */
  readonly misaddressed: (id: RecordId) => Rejection | undefined
  readonly reply: Pick<ReplyPlan, 'show'>
  /** Properties that only the answer shows; they are not kept. */
  readonly replyOnly: readonly PlannedProperty[]
  readonly readScope: ReadScope
  /** All that the address says of whose it is; undefined where that is its scope. */
  readonly readOwner: ReadScope | undefined
  /** The code of an id, or of a unique value, that is in use. */
  readonly conflict: ErrorCode
}

export interface Kept {
  readonly kind: 'kept'
  readonly stored: StoredRecord
  /** What only this answer shows of it. */
  readonly besides: JsonObject | undefined
}

export type Rejected = Extract<BehaviourResult, { kind: 'rejected' }>

/** Makes a record of a body and stores it. */
export const keepRecord = async (plan: KeepPlan, input: Input, world: BehaviourContext): Promise<Kept | Rejected> => {
  const { record, ids } = plan
  const { body } = input
  const scope = plan.readScope(input)
  const owner = plan.readOwner ? plan.readOwner(input) : scope
  const sent = readSent(record, body?.exact)
  const askedId = readGivenId(record, sent)
  const misaddressed = askedId === undefined ? undefined : plan.misaddressed(askedId)
  if (misaddressed) return reject(misaddressed)
  const id = askedId ?? ids.sample
  const making: Making = {
    sent,
    id,
    seed: recordSeed(plan.record, storeIdOf(scope, id)),
    at: world.clock(),
    scope: owner,
  }
  const hasBigInt = body?.digits !== undefined
  const value = makeRecord(record, making)
  const fitting = fitRecord(record, value, hasBigInt, making.seed)
  const made = fitting instanceof Promise ? await fitting : fitting
  if (made.kind === 'failed') return reject(describeUnfit(made.violations))
  const fault = fitting instanceof Promise ? findFault(record, value, sent, made.value) : undefined
  if (fault) return reject(fault)
  // What is made up is made anew once the id is known.
  const fit = record.varies(sent) || fitting instanceof Promise ? await record.loadFit() : undefined
  const isKeyed = record.resource.keyParts.length > 0
  const givenId = isKeyed ? readId(record.resource, made.value) : askedId
  if (isKeyed && givenId === undefined) return reject(missingKey(record.resource))
  const wanted = { givenId, scope }
  const besides = plan.replyOnly.length === 0 ? undefined : makeProperties(plan.replyOnly, making)
  // Whether the response fits does not depend on which id it gets, so it is judged before anything is stored.
  if (plan.reply.show) await plan.reply.show({ id: making.id, value: { ...made.value, ...besides } })
  const draft = createDraft(plan, { making, scope, made: made.value, fit }, hasBigInt, world)
  const stored = await insert(plan, world.store, wanted, draft)
  if (!stored) return reject(await whyNot(plan, world.store, wanted, made.value))
  const own = besides && makeProperties(plan.replyOnly, { ...making, seed: recordSeed(plan.record, stored.id) })
  return { kind: 'kept', stored, besides: own }
}

/** A key of several parts is made up by nobody. */
const missingKey = ({ name, keyParts }: Resource): Rejection => {
  const names = keyParts.map(({ property }) => property).join(' and ')
  const message = `body must have ${names}, which together are the id of a record of ${name}`
  return { code: 'invalid_request', message, violations: [{ at: 'body', keyword: 'required', message }] }
}

/** A request that says nothing of what may be sent is judged by the record. */
const findFault = (
  record: RecordPlan,
  value: JsonObject,
  sent: JsonObject,
  made: JsonObject,
): Rejection | undefined => {
  if (!record.isFree) return undefined
  const wish = { value, names: Object.keys(sent).filter((name) => Object.hasOwn(value, name)) }
  return findRejected(wish, made).length > 0 ? describeFault(record, wish) : undefined
}

const reject = (rejection: Rejection): Rejected => ({ kind: 'rejected', rejection })

/** What was made for an id that no record need have; `fit` where another id asks for other values. */
interface Sample {
  readonly making: Making
  readonly scope: string | undefined
  readonly made: JsonObject
  readonly fit: ValueGenerator | undefined
}

const createDraft = (plan: KeepPlan, sample: Sample, hasBigInt: boolean, world: BehaviourContext): Draft => {
  const { resource } = plan.record
  const { making, scope } = sample
  const held = holdOf(resource, world.hold)
  const [idName] = resource.idPath
  return (storeId) => {
    const id = scope === undefined ? storeId : ownIdOf({ id: storeId, scope })
    const made = valueFor(plan, sample, storeId, id)
    const value =
      idName !== undefined && resource.idPath.length === 1 ? { ...made, [idName]: id } : withId(resource, made, id)
    const json = stringifyJson(value, hasBigInt || typeof id === 'bigint')
    return scope === undefined
      ? { value, json, madeAt: making.at, ...held }
      : { value, json, madeAt: making.at, scope, ...held }
  }
}

/** What was made, save what is made up for each record; where that does not fit, the sample as it is. */
const valueFor = (plan: KeepPlan, { making, made, fit }: Sample, storeId: RecordId, id: RecordId): JsonObject => {
  if (!fit) return made
  const seed = recordSeed(plan.record, storeId)
  const own = fitRecordNow(plan.record, fit, makeRecord(plan.record, { ...making, id, seed }), seed)
  return own.kind === 'generated' ? own.value : made
}

interface Wanted {
  readonly givenId: RecordId | undefined
  readonly scope: string | undefined
}

/** Stores a record under the id that was given, else under one that is made. Undefined where the given one is in use, or none is left. */
const insert = (
  { ids, record: { resource } }: KeepPlan,
  store: Store,
  { givenId, scope }: Wanted,
  draft: Draft,
): Promise<StoredRecord | undefined> => {
  const { key } = resource
  if (givenId !== undefined) return insertGiven(resource, store, { givenId, scope }, draft)
  if (ids.kind === 'counted') return store.insert(key, scope === undefined ? ids.ids : within(scope, ids.ids), draft)
  return insertGenerated(ids.generate, resource, store, scope, draft)
}

/** Text ids of one parent's records; those that come from files are kept under the id alone. */
const within = (scope: string, ids: IdSource): IdSource =>
  ids.kind === 'series'
    ? { kind: 'series', make: (serial) => storeIdOf(scope, ids.make(serial)), alternate: ids.make }
    : ids

const insertGiven = async (
  resource: Resource,
  store: Store,
  { givenId, scope }: { readonly givenId: RecordId; readonly scope: string | undefined },
  draft: Draft,
): Promise<StoredRecord | undefined> => {
  if (scope !== undefined && (await findRecord(store, resource, scope, givenId))) return undefined
  return store.insert(resource.key, { kind: 'given', id: storeIdOf(scope, givenId) }, draft)
}

/** How many generated ids may be unfit or in use before it is given up. */
const maxTries = 200

const insertGenerated = async (
  generate: (serial: number) => Promise<RecordId | undefined>,
  resource: Resource,
  store: Store,
  scope: string | undefined,
  draft: Draft,
): Promise<StoredRecord | undefined> => {
  const first = (await store.count(resource.key)) + 1
  for (let serial = first; serial < first + maxTries; serial++) {
    const id = await generate(serial)
    if (id === undefined) continue
    const record = await insertGiven(resource, store, { givenId: id, scope }, draft)
    if (record) return record
    // It was not the id that was in the way.
    if (!(await findRecord(store, resource, scope, id))) return undefined
  }
  return undefined
}

/** Why nothing was stored: an id or a unique value that is in use, or no id that is left. */
const whyNot = async (
  { record: { resource }, conflict }: KeepPlan,
  store: Store,
  { givenId, scope }: Wanted,
  value: JsonObject,
): Promise<Rejection> => {
  const { name, idProperty } = resource
  if (givenId !== undefined && (await findRecord(store, resource, scope, givenId)))
    return describeTakenId(resource, givenId, conflict)
  const taken = await findTaken(resource, store, scope === undefined ? { value } : { value, scope }, conflict)
  if (taken) return taken
  return {
    code: 'response_invalid',
    message: `no ${idProperty} is left, or can be made, that fits its schema and is not in use in ${name}; widen the schema of ${idProperty}`,
  }
}
