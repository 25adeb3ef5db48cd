/**
 * POST to a collection: a record made of what the client may set, what the document or its overlay sets, and what only
 * the service knows (id, times). The whole is held against its schemas before it is stored.
 */

import type { Input } from '../contract/request/validate.ts'
import { stringifyJson } from '../contract/values/json-text.ts'
import type { ErrorCode, Refusal } from '../errors.ts'
import type { JsonObject } from '../ports.ts'
import type { Draft, IdSource, RecordId, Store, StoredRecord } from '../store/store.ts'
import type { Behaviour, Outcome, World } from './behaviour.ts'
import { describeTakenId, findTaken } from './conflict.ts'
import type { WriteLocation } from './location.ts'
import type { IdPlan } from './make-id.ts'
import { fitRecord, type Making, makeProperties, makeRecord, readGivenId, readSent } from './make-record.ts'
import { findMissingParent, type Parent } from './parents.ts'
import type { ReadScope } from './path-shape.ts'
import type { PlannedProperty, RecordPlan } from './plan-record.ts'
import { ownIdOf, readId, storeIdOf, withId } from './record-id.ts'
import type { Replied } from './replied.ts'
import type { ReplyPlan } from './reply.ts'
import { holdOf, type Resource, recordAt } from './resource.ts'
import { describeUnfit } from './unfit-error.ts'

export interface CreatePlan {
  readonly record: RecordPlan
  readonly ids: IdPlan
  readonly reply: ReplyPlan
  /** Properties that only this response shows; they are not kept. */
  readonly replyOnly: readonly PlannedProperty[]
  readonly parents: readonly Parent[]
  readonly readScope: ReadScope
  /** All that the address says of whose it is; undefined where that is its scope. */
  readonly readOwner: ReadScope | undefined
  /** The code of an id, or of a unique value, that is in use. */
  readonly conflict: ErrorCode
  /** The tag of a record; undefined where the response documents no ETag. */
  readonly tagOf: ((record: StoredRecord) => string) | undefined
  /** Undefined where the response does not tell the record's address: it is not documented, and something else tells the id. */
  readonly locate: WriteLocation | undefined
}

/** `planFor` makes the plan for sandboxes with a seed; it is called once for each, on the first request. */
export const createCreate = (resource: Resource, planFor: (seed: number) => Promise<CreatePlan>): Behaviour => {
  const plans = new Map<number, Promise<CreatePlan>>()
  return {
    kind: 'create',
    resource,
    run: async (input, world) => {
      let plan = plans.get(world.seed)
      if (!plan) {
        plan = planFor(world.seed)
        plans.set(world.seed, plan)
      }
      return create(await plan, input, world)
    },
  }
}

const create = async (plan: CreatePlan, input: Input, world: World): Promise<Outcome> => {
  const { record, ids, parents } = plan
  const { body } = input
  const missing = parents.length === 0 ? undefined : await findMissingParent(parents, input, world.store)
  if (missing) return refuse(missing)
  const scope = plan.readScope(input)
  const owner = plan.readOwner ? plan.readOwner(input) : scope
  const sent = readSent(record, body?.exact)
  const askedId = readGivenId(record, sent)
  const making: Making = { sent, id: askedId ?? ids.sample, at: world.clock(), scope: owner }
  const hasBigInt = body?.digits !== undefined
  const fitting = fitRecord(record, makeRecord(record, making), hasBigInt)
  const made = fitting instanceof Promise ? await fitting : fitting
  if (made.kind === 'misfit') return refuse(describeUnfit(made.violations))
  const isKeyed = record.resource.keyParts.length > 0
  const givenId = isKeyed ? readId(record.resource, made.value) : askedId
  if (isKeyed && givenId === undefined) return refuse(missingKey(record.resource))
  const besides = plan.replyOnly.length === 0 ? undefined : makeProperties(plan.replyOnly, making)
  // Whether the response fits does not depend on which id it gets, so it is judged before anything is stored.
  if (plan.reply.show) await plan.reply.show({ id: making.id, value: { ...made.value, ...besides } })
  const stored = await insert(
    plan,
    world.store,
    { givenId, scope },
    createDraft(plan, { ...making, scope }, made.value, hasBigInt, world),
  )
  if (!stored) return refuse(await whyNot(plan, world.store, { givenId, scope }, made.value))
  const replied = await answer(plan, input, stored, besides, ignoredOf(record, sent))
  return plan.tagOf ? withTag(replied, plan.tagOf(standingOf(plan, stored, world))) : replied
}

const noNames: readonly string[] = []

const ignoredOf = ({ open, accepted }: RecordPlan, sent: JsonObject): readonly string[] =>
  open ? noNames : Object.keys(sent).filter((name) => !accepted.has(name))

const refuse = (refusal: Refusal): Outcome => ({ kind: 'refused', refusal })

const createDraft = (
  { record: { resource } }: CreatePlan,
  { at, scope }: Making,
  made: JsonObject,
  hasBigInt: boolean,
  world: World,
): Draft => {
  const held = holdOf(resource, world.hold)
  const [idName] = resource.idPath
  return (storeId) => {
    const id = scope === undefined ? storeId : ownIdOf({ id: storeId, scope })
    const value =
      idName !== undefined && resource.idPath.length === 1 ? { ...made, [idName]: id } : withId(resource, made, id)
    const json = stringifyJson(value, hasBigInt || typeof id === 'bigint')
    return scope === undefined ? { value, json, madeAt: at, ...held } : { value, json, madeAt: at, scope, ...held }
  }
}

/** A key of several parts is made up by nobody. */
const missingKey = ({ name, keyParts }: Resource): Refusal => {
  const names = keyParts.map(({ property }) => property).join(' and ')
  const message = `body must have ${names}, which together are the id of a record of ${name}`
  return { code: 'invalid_request', message, violations: [{ at: 'body', keyword: 'required', message }] }
}

/** A record as whoever reads it next finds it. */
const standingOf = ({ record: { resource } }: CreatePlan, stored: StoredRecord, { clock, liftedAt }: World) =>
  recordAt(resource, stored, { now: clock(), liftedAt })

const withTag = (outcome: Replied, tag: string): Replied => ({
  ...outcome,
  headers: [...(outcome.headers ?? []), 'ETag', tag],
})

const answer = async (
  { reply, locate }: CreatePlan,
  { request }: Input,
  stored: StoredRecord,
  besides: JsonObject | undefined,
  ignored: readonly string[],
): Promise<Replied> => {
  const shown = besides ? { ...stored, value: { ...stored.value, ...besides } } : stored
  const { status, mediaType, write } = reply
  const body = write && (await write(shown))
  if (!locate) return { kind: 'reply', status, mediaType, body, ignored }
  return { kind: 'reply', status, mediaType, body, ignored, headers: ['Location', locate(request, ownIdOf(stored))] }
}

interface Wanted {
  readonly givenId: RecordId | undefined
  readonly scope: string | undefined
}

/** Stores a record under the id that was given, else under one that is made. Undefined where the given one is in use, or none is left. */
const insert = (
  { ids, record: { resource } }: CreatePlan,
  store: Store,
  { givenId, scope }: Wanted,
  draft: Draft,
): Promise<StoredRecord | undefined> => {
  const { key } = resource
  if (givenId !== undefined) return store.insert(key, { kind: 'given', id: storeIdOf(scope, givenId) }, draft)
  if (ids.kind === 'counted') return store.insert(key, scope === undefined ? ids.ids : within(scope, ids.ids), draft)
  return insertGenerated(ids.generate, key, store, scope, draft)
}

/** Text ids of one parent's records. */
const within = (scope: string, ids: IdSource): IdSource =>
  ids.kind === 'series' ? { kind: 'series', make: (serial) => storeIdOf(scope, ids.make(serial)) } : ids

/** How many generated ids may be unfit or in use before it is given up. */
const maxTries = 200

const insertGenerated = async (
  generate: (serial: number) => Promise<RecordId | undefined>,
  key: string,
  store: Store,
  scope: string | undefined,
  draft: Draft,
): Promise<StoredRecord | undefined> => {
  const first = (await store.count(key)) + 1
  for (let serial = first; serial < first + maxTries; serial++) {
    const id = await generate(serial)
    const record =
      id === undefined ? undefined : await store.insert(key, { kind: 'given', id: storeIdOf(scope, id) }, draft)
    if (record) return record
    // It was not the id that was in the way.
    if (id !== undefined && !(await store.get(key, storeIdOf(scope, id)))) return undefined
  }
  return undefined
}

/** Why nothing was stored: an id or a unique value that is in use, or no id that is left. */
const whyNot = async (
  { record: { resource }, conflict }: CreatePlan,
  store: Store,
  { givenId, scope }: Wanted,
  value: JsonObject,
): Promise<Refusal> => {
  const { name, idProperty } = resource
  if (givenId !== undefined && (await store.get(resource.key, storeIdOf(scope, givenId))))
    return describeTakenId(resource, givenId, conflict)
  const taken = await findTaken(resource, store, scope === undefined ? { value } : { value, scope }, conflict)
  if (taken) return taken
  return {
    code: 'response_invalid',
    message: `no ${idProperty} is left, or can be made, that fits its schema and is not in use in ${name}; widen the schema of ${idProperty}`,
  }
}
