/**
 * POST to a collection: a record made of what the client may set, what the document or its overlay sets, and what only
 * the service knows (id, times). The whole is held against the response's schema before it is stored.
 */
import { separateDigits, stringifyJson } from '../contract/json-text.ts'
import type { Validator } from '../contract/schema-compiler.ts'
import { describeErrors } from '../contract/violations.ts'
import type { Refusal, Violation } from '../errors.ts'
import type { Json, JsonObject } from '../ports.ts'
import type { RecordId, StoredRecord } from '../store/store.ts'
import type { Behaviour } from './behaviour.ts'
import { idSourceOf } from './make-id.ts'
import { holdOf, type Resource } from './resource.ts'

/** Where the value of a property comes from when the client did not send it, or may not. */
export type PropertySource =
  | { readonly kind: 'id' }
  | { readonly kind: 'body' }
  | { readonly kind: 'now' }
  /** `always`: whatever the client sent. */
  | { readonly kind: 'fixed'; readonly value: Json; readonly always: boolean }

export interface CreatePlan {
  readonly resource: Resource
  readonly status: number
  /** The record's properties in the order in which they are written. */
  readonly properties: readonly (readonly [string, PropertySource])[]
  /** What the client may send; all else is ignored, and said. */
  readonly accepted: ReadonlySet<string>
  /** Whether properties that the document does not name are kept. */
  readonly open: boolean
  readonly validate: Validator
}

export const createCreate = (plan: CreatePlan): Behaviour => {
  const { resource, status, accepted, validate } = plan
  return {
    kind: 'create',
    resource,
    run: async ({ body }, { store, clock, seed, hold }) => {
      const sent = toObject(body?.exact)
      const hasBigInt = body?.digits !== undefined
      const madeAt = clock()
      // Whether a record fits its schema does not depend on which id it gets, so it is judged before anything is stored.
      const fields = fillRecord(plan, sent, trialId(resource), madeAt)
      const trial = hasBigInt ? separateDigits(fields) : { rounded: fields, exact: fields }
      const errors = validate(trial)
      if (errors) return { kind: 'refused', refusal: describeMisfit(describeErrors(errors, trial, 'record')) }
      const held = holdOf(resource, hold)
      const draft = (id: RecordId): Omit<StoredRecord, 'id'> => {
        const value = { ...fields, [resource.idProperty]: id }
        return { value, json: stringifyJson(value, hasBigInt || typeof id === 'bigint'), madeAt, ...held }
      }
      const record = await store.insert(resource.key, idSourceOf(resource, seed), draft)
      const ignored = plan.open ? [] : Object.keys(sent).filter((name) => !accepted.has(name))
      return { kind: 'reply', status, body: record.json, ignored }
    },
  }
}

const describeMisfit = (violations: readonly Violation[]): Refusal => ({
  code: 'response_invalid',
  message: `the record would not fit its response: ${violations.map(({ message }) => message).join('; ')}; give the property an x-standin-default in the overlay`,
  violations,
})

const trialId = ({ idKind, idPrefix }: Resource): RecordId => {
  if (idKind === 'integer') return 1
  return idKind === 'uuid' ? '00000000-0000-4000-8000-000000000000' : `${idPrefix}0000000000000000`
}

const emptyObject: JsonObject = {}

const toObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : emptyObject

const fillRecord = ({ properties, open }: CreatePlan, sent: JsonObject, id: RecordId, madeAt: number): JsonObject => {
  const record: [string, Json][] = []
  for (const [name, source] of properties) {
    const value = fillProperty(source, name, sent, id, madeAt)
    if (value !== undefined) record.push([name, value])
  }
  if (open) {
    const named = new Set(properties.map(([name]) => name))
    for (const [name, value] of Object.entries(sent)) if (!named.has(name)) record.push([name, value])
  }
  return Object.fromEntries(record)
}

const fillProperty = (
  source: PropertySource,
  name: string,
  sent: JsonObject,
  id: RecordId,
  madeAt: number,
): Json | undefined => {
  const given = Object.hasOwn(sent, name) ? sent[name] : undefined
  switch (source.kind) {
    case 'id':
      return id
    case 'now':
      return new Date(madeAt).toISOString()
    case 'body':
      return given
    case 'fixed':
      return source.always ? source.value : (given ?? source.value)
  }
}
