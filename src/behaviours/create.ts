/**
 * POST to a collection: a record made of what the client may set, what the document or its overlay sets, and what only
 * the service knows (id, times). The whole is held against its schemas before it is stored.
 */
import { type ParsedJson, separateDigits, stringifyJson } from '../contract/json-text.ts'
import type { Validator } from '../contract/schema-compiler.ts'
import { describeErrors } from '../contract/violations.ts'
import type { Refusal, Violation } from '../errors.ts'
import type { Json, JsonObject } from '../ports.ts'
import type { Draft, RecordId, Store, StoredRecord } from '../store/store.ts'
import type { Behaviour, Outcome, World } from './behaviour.ts'
import { type IdPlan, isIdOf } from './make-id.ts'
import type { Projection } from './projection.ts'
import { holdOf, type Resource } from './resource.ts'

/** Where the value of a property comes from. `always`: whatever the client sent; else only where it sent none. */
export type PropertySource =
  | { readonly kind: 'body' }
  | { readonly kind: 'now'; readonly always: boolean }
  | { readonly kind: 'fixed'; readonly value: Json; readonly always: boolean }

export interface PlannedProperty {
  readonly name: string
  readonly source: PropertySource
  /** Whether the record may hold null; where not, a null that was sent counts as nothing. */
  readonly takesNull: boolean
}

export interface CreatePlan {
  readonly resource: Resource
  readonly status: number
  readonly ids: IdPlan
  /** Whether the client may send the id. */
  readonly takesId: boolean
  /** The record's properties but the id, in the order in which they are written. */
  readonly properties: readonly PlannedProperty[]
  /** Properties that only this response shows; they are not kept. */
  readonly replyOnly: readonly PlannedProperty[]
  /** What the client may send; all else is ignored, and said. */
  readonly accepted: ReadonlySet<string>
  /** What request or record name; only the rest is kept where the plan is open. */
  readonly named: ReadonlySet<string>
  /** Whether properties that the document does not name are kept. */
  readonly open: boolean
  /** Takes away what is not to be shown; undefined where there is no such thing. */
  readonly mask: Projection | undefined
  /** Makes a response of the record; undefined where it is the record itself. */
  readonly show: Projection | undefined
  readonly validate: Validator
  readonly validateReply: Validator
  /** Whether the operation documents a 409. */
  readonly documentsConflict: boolean
}

/** `planFor` makes the plan for sandboxes with a seed; it is called once for each, on the first request. */
export const createCreate = (resource: Resource, planFor: (seed: number) => Promise<CreatePlan>): Behaviour => {
  const plans = new Map<number, Promise<CreatePlan>>()
  return {
    kind: 'create',
    resource,
    run: async ({ body }, world) => {
      let plan = plans.get(world.seed)
      if (!plan) {
        plan = planFor(world.seed)
        plans.set(world.seed, plan)
      }
      return create(await plan, body, world)
    },
  }
}

const create = async (plan: CreatePlan, body: ParsedJson | undefined, world: World): Promise<Outcome> => {
  const { resource, accepted, ids } = plan
  const sent = toObject(body?.exact)
  const givenId = readGivenId(plan, sent)
  const made = makeRecord(plan, sent, givenId ?? ids.sample, world.clock())
  const hasBigInt = body?.digits !== undefined
  const misfit = findMisfit(plan, made, hasBigInt)
  if (misfit) return refuse(misfit)
  const held = holdOf(resource, world.hold)
  const draft: Draft = (id) => {
    const value = { ...made.record, [resource.idProperty]: id }
    return { value, json: stringifyJson(value, hasBigInt || typeof id === 'bigint'), madeAt: made.at, ...held }
  }
  const record = await insert(plan, world.store, givenId, draft)
  if (!record) return refuse(givenId === undefined ? noIdLeft(resource) : taken(plan, givenId))
  const ignored = plan.open ? noNames : Object.keys(sent).filter((name) => !accepted.has(name))
  return { kind: 'reply', status: plan.status, body: writeReply(plan, made, record), ignored }
}

const noNames: readonly string[] = []

const refuse = (refusal: Refusal): Outcome => ({ kind: 'refused', refusal })

const readGivenId = ({ takesId, resource }: CreatePlan, sent: JsonObject): RecordId | undefined => {
  const given = takesId ? ownValue(sent, resource.idProperty) : undefined
  return isIdOf(resource, given) ? given : undefined
}

/** What is made of a request, before it has its id. */
interface Made {
  readonly record: JsonObject
  /** What the response shows beside it. */
  readonly besides: JsonObject | undefined
  /** Epoch milliseconds. */
  readonly at: number
}

const makeRecord = (plan: CreatePlan, sent: JsonObject, id: RecordId, at: number): Made => {
  const record: Fields = {}
  put(record, plan.resource.idProperty, id)
  fillProperties(record, plan.properties, sent, at)
  if (plan.open) for (const [name, value] of Object.entries(sent)) if (!plan.named.has(name)) put(record, name, value)
  let besides: Fields | undefined
  if (plan.replyOnly.length > 0) {
    besides = {}
    fillProperties(besides, plan.replyOnly, sent, at)
  }
  return { record: plan.mask ? plan.mask(record) : record, besides, at }
}

type Fields = Record<string, Json>

/** Sets an own property, whatever its name: `__proto__` assigned plainly would be something else. */
const put = (fields: Fields, name: string, value: Json): void => {
  if (name === '__proto__')
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
  else fields[name] = value
}

const fillProperties = (
  fields: Fields,
  properties: readonly PlannedProperty[],
  sent: JsonObject,
  madeAt: number,
): void => {
  for (const property of properties) {
    const value = fillProperty(property, sent, madeAt)
    if (value !== undefined) put(fields, property.name, value)
  }
}

const fillProperty = (
  { name, source, takesNull }: PlannedProperty,
  sent: JsonObject,
  madeAt: number,
): Json | undefined => {
  const value = ownValue(sent, name)
  const given = value === null && !takesNull ? undefined : value
  switch (source.kind) {
    case 'body':
      return given
    case 'now':
      return source.always || given === undefined ? new Date(madeAt).toISOString() : given
    case 'fixed':
      return source.always || given === undefined ? source.value : given
  }
}

const ownValue = (fields: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

const emptyObject: JsonObject = {}

const toObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : emptyObject

/** Whether record or response would break their schemas; that does not depend on which id it gets, so it is judged before anything is stored. */
const findMisfit = (plan: CreatePlan, { record, besides }: Made, hasBigInt: boolean): Refusal | undefined =>
  holdAgainst(plan.validate, record, hasBigInt) ??
  (plan.show ? holdAgainst(plan.validateReply, plan.show({ ...record, ...besides }), hasBigInt) : undefined)

const holdAgainst = (validate: Validator, value: JsonObject, hasBigInt: boolean): Refusal | undefined => {
  const trial = hasBigInt ? separateDigits(value) : { rounded: value, exact: value }
  const errors = validate(trial)
  return errors && describeMisfit(describeErrors(errors, trial, 'record'))
}

const describeMisfit = (violations: readonly Violation[]): Refusal => ({
  code: 'response_invalid',
  message: `the record would not fit its response: ${violations.map(({ message }) => message).join('; ')}; give the property an x-standin-default in the overlay`,
  violations,
})

/** Stores a record under the id that was given, else under one that is made. Undefined where the given one is in use, or none is left. */
const insert = (
  { ids, resource: { key } }: CreatePlan,
  store: Store,
  givenId: RecordId | undefined,
  draft: Draft,
): Promise<StoredRecord | undefined> => {
  if (givenId !== undefined) return store.insert(key, { kind: 'given', id: givenId }, draft)
  return ids.kind === 'counted' ? store.insert(key, ids.ids, draft) : insertGenerated(ids.generate, key, store, draft)
}

/** How many generated ids may be unfit or in use before it is given up. */
const maxTries = 200

const insertGenerated = async (
  generate: (serial: number) => Promise<RecordId | undefined>,
  key: string,
  store: Store,
  draft: Draft,
): Promise<StoredRecord | undefined> => {
  const first = (await store.count(key)) + 1
  for (let serial = first; serial < first + maxTries; serial++) {
    const id = await generate(serial)
    const record = id === undefined ? undefined : await store.insert(key, { kind: 'given', id }, draft)
    if (record) return record
  }
  return undefined
}

const taken = ({ resource, documentsConflict }: CreatePlan, id: RecordId): Refusal => ({
  code: documentsConflict ? 'conflict' : 'invalid_request',
  message: `body.${resource.idProperty} must be an id that is not in use: ${resource.name} has a record with ${typeof id === 'string' ? JSON.stringify(id) : id}`,
})

const noIdLeft = ({ name, idProperty }: Resource): Refusal => ({
  code: 'response_invalid',
  message: `no ${idProperty} is left, or can be made, that fits its schema and is not in use in ${name}; widen the schema of ${idProperty}`,
})

const writeReply = ({ show }: CreatePlan, { besides }: Made, { value, json }: StoredRecord): string =>
  show ? stringifyJson(show({ ...value, ...besides })) : json
