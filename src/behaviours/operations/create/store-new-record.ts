/**
 * Generates a record from a request body and stores it under a new id. The record is validated as a whole before it is
 * stored.
 */

import type { Input } from '../../../contract/operation/validate-request.ts'
import type { ValueGenerator } from '../../../contract/sample/value-options.ts'
import { getOwn, withOwn } from '../../../contract/values/json-object.ts'
import { stringifyJson } from '../../../contract/values/json-text.ts'
import type { Rejection } from '../../../errors.ts'
import type { JsonObject } from '../../../ports.ts'
import type { Draft, IdSource, RecordId, Store, StoredRecord } from '../../../store/store.ts'
import type { BehaviourContext } from '../../behaviour.ts'
import { type Rejected, reject } from '../../behaviour-reply.ts'
import { findAltered, rejectMisfit } from '../../records/compare-values.ts'
import {
  dependsOnId,
  type FittedRecord,
  fitRecord,
  fitRecordNow,
  type GenerationInput,
  generateProperties,
  generateRecord,
  type Relate,
  readRequestedId,
  readSent,
  recordSeed,
} from '../../records/generate-record.ts'
import { holdOf } from '../../records/lifecycle.ts'
import {
  findRecord,
  findRespelled,
  givenIdOf,
  otherStoreId,
  ownIdOf,
  readId,
  storeIdOf,
  toRecordId,
  withId,
} from '../../records/record-id.ts'
import type { RecordTemplate } from '../../records/record-template.ts'
import type { Resource } from '../../records/resource.ts'
import { describeUnfit } from '../../records/unfit-error.ts'
import { findConflict, rejectTakenId } from '../conflict.ts'
import type { FindReferences } from '../new-references.ts'
import type { CompiledCreate } from './compile-create.ts'

export interface NewRecord {
  readonly kind: 'created'
  readonly stored: StoredRecord
  /** Values that only this response shows. */
  readonly responseOnly: JsonObject | undefined
}

export const storeNewRecord = async (
  compiled: CompiledCreate,
  input: Input,
  context: BehaviourContext,
): Promise<NewRecord | Rejected> => {
  const { template, responseOnly, response } = compiled
  const file = compiled.readUpload && (await compiled.readUpload(input))
  const preparing = compiled.findReferences
    ? prepareRelated(compiled, compiled.findReferences, { input, context, file })
    : prepareRecord(compiled, { input, context, file })
  const prepared = preparing instanceof Promise ? await preparing : preparing
  if (prepared.kind === 'rejected') return prepared
  const { generation, value, requestedId, scope } = prepared
  const extra = responseOnly.length === 0 ? undefined : generateProperties(responseOnly, generation)
  // Whether the response is valid does not depend on the id, so it is checked before anything is stored.
  if (response.show) await response.show({ id: generation.id, value: { ...value, ...extra } })
  const target = { requestedId, scope }
  const stored = await insert(compiled, context.store, target, createDraft(compiled, prepared, context))
  if (!stored) return reject(await explainFailure(compiled, context.store, target, value))
  const seed = recordSeed(template, stored.id)
  return {
    kind: 'created',
    stored,
    responseOnly: extra && generateProperties(responseOnly, { ...generation, seed }),
  }
}

/** A record generated with a sample id, because the store chooses the real one. */
interface PreparedRecord {
  readonly kind: 'prepared'
  readonly generation: GenerationInput
  readonly value: JsonObject
  readonly requestedId: RecordId | undefined
  readonly scope: string | undefined
  /** Set if another id leads to other generated values. */
  readonly fit: ValueGenerator | undefined
  readonly hasBigInt: boolean
}

/** What is known about a record before its values are validated. */
interface RecordRequest {
  readonly generation: GenerationInput
  readonly requested: JsonObject
  readonly sentId: RecordId | undefined
  readonly scope: string | undefined
  readonly hasBigInt: boolean
}

/** What a record is prepared from. */
interface Preparation {
  readonly input: Input
  readonly context: BehaviourContext
  readonly relate?: Relate | undefined
  /** Properties that a file in the request determines. */
  readonly file: JsonObject | undefined
}

/** Prepares a record that refers to existing ones. */
const prepareRelated = async (
  compiled: CompiledCreate,
  findReferences: FindReferences,
  preparation: Preparation,
): Promise<PreparedRecord | Rejected> => {
  const { input, context } = preparation
  const sent = readSent(compiled.template, input.body?.exact)
  const relate = await findReferences(sent, compiled.readScope?.(input), context.store)
  return prepareRecord(compiled, { ...preparation, relate })
}

/** Not a promise if the record is valid as requested and does not depend on its id. */
const prepareRecord = (
  compiled: CompiledCreate,
  { input, context, relate, file }: Preparation,
): PreparedRecord | Rejected | Promise<PreparedRecord | Rejected> => {
  const { template, ids, idSentAs } = compiled
  const scope = compiled.readScope?.(input)
  const sent = readSent(template, input.body?.exact)
  const sentId =
    readRequestedId(template, sent) ??
    (idSentAs === undefined ? undefined : readOtherId(template, sent, idSentAs)) ??
    readOtherId(template, file)
  const invalidId = sentId === undefined ? undefined : compiled.rejectId(sentId)
  if (invalidId) return reject(invalidId)
  const id = sentId ?? ids.sample
  const generation: GenerationInput = {
    sent,
    id,
    seed: recordSeed(template, id, scope),
    at: context.clock(),
    scope: compiled.readOwner ? compiled.readOwner(input) : scope,
    relate,
    file,
  }
  const hasBigInt = input.body?.digits !== undefined
  const requested = generateRecord(template, generation)
  const request = { generation, requested, sentId, scope, hasBigInt }
  const fitting = fitRecord(template, requested, hasBigInt, generation.seed)
  if (fitting instanceof Promise) return alterRecord(template, request, fitting)
  const prepared = finishRecord(template, request, fitting)
  return prepared.kind === 'prepared' && dependsOnId(template, sent) ? addFit(template, prepared) : prepared
}

/** An id that is sent under another name, or that is the name of a file. */
const readOtherId = (
  { resource }: RecordTemplate,
  from: JsonObject | undefined,
  name = resource.idPath[0],
): RecordId | undefined =>
  name === undefined || resource.idPath.length > 1 ? undefined : toRecordId(resource, getOwn(from, name))

/** Prepares a record whose values had to be altered to make it valid. */
const alterRecord = async (
  template: RecordTemplate,
  request: RecordRequest,
  fitting: Promise<FittedRecord>,
): Promise<PreparedRecord | Rejected> => {
  const fitted = await fitting
  const { requested, generation } = request
  const misfit = fitted.kind === 'failed' ? undefined : findMisfit(template, requested, generation.sent, fitted.value)
  if (misfit) return reject(misfit)
  const prepared = finishRecord(template, request, fitted)
  return prepared.kind === 'prepared' ? addFit(template, prepared) : prepared
}

/** Generated values follow from the id, so they are generated again when it is known. */
const addFit = async (template: RecordTemplate, prepared: PreparedRecord): Promise<PreparedRecord> => ({
  ...prepared,
  fit: await template.loadFit(),
})

const finishRecord = (
  { resource }: RecordTemplate,
  { generation, sentId, scope, hasBigInt }: RecordRequest,
  fitted: FittedRecord,
): PreparedRecord | Rejected => {
  if (fitted.kind === 'failed') return reject(describeUnfit(fitted.violations))
  const { value } = fitted
  const isComposite = resource.keyParts.length > 0
  const requestedId = isComposite ? readId(resource, value) : sentId
  if (isComposite && requestedId === undefined) return reject(rejectMissingKey(resource))
  return { kind: 'prepared', generation, value, requestedId, scope, fit: undefined, hasBigInt }
}

const rejectMissingKey = ({ name, keyParts }: Resource): Rejection => {
  const names = keyParts.map(({ property }) => property).join(' and ')
  const message = `body must have ${names}, which together identify a record of ${name}`
  return { code: 'invalid_request', message, violations: [{ at: 'body', keyword: 'required', message }] }
}

/** If the schema of the request allows anything, the schema of the record decides what is valid. */
const findMisfit = (
  template: RecordTemplate,
  value: JsonObject,
  sent: JsonObject,
  fitted: JsonObject,
): Rejection | undefined => {
  if (!template.isFree) return undefined
  const requested = { value, names: Object.keys(sent).filter((name) => Object.hasOwn(value, name)) }
  return findAltered(requested, fitted).length > 0 ? rejectMisfit(template, requested) : undefined
}

const createDraft = ({ template }: CompiledCreate, prepared: PreparedRecord, context: BehaviourContext): Draft => {
  const { resource } = template
  const { generation, scope } = prepared
  const hold = context.hold && holdOf(resource, context.hold)
  const [idName] = resource.idPath
  const isTopLevel = resource.idPath.length === 1
  return (storeId) => {
    const id = scope === undefined ? storeId : ownIdOf(resource, { id: storeId, scope })
    const generated = generateFor(template, prepared, storeId, id)
    const value = idName !== undefined && isTopLevel ? withOwn(generated, idName, id) : withId(resource, generated, id)
    const json = stringifyJson(value)
    return scope === undefined
      ? { value, json, madeAt: generation.at, ...hold }
      : { value, json, madeAt: generation.at, scope, ...hold }
  }
}

/** The record generated for its real id; the prepared one if that does not fit. */
const generateFor = (
  template: RecordTemplate,
  { generation, value, fit }: PreparedRecord,
  storeId: RecordId,
  id: RecordId,
): JsonObject => {
  if (!fit) return value
  const seed = recordSeed(template, storeId)
  const own = fitRecordNow(template, fit, generateRecord(template, { ...generation, id, seed }), seed)
  return own.kind === 'generated' ? own.value : value
}

interface InsertTarget {
  readonly requestedId: RecordId | undefined
  readonly scope: string | undefined
}

/** Undefined if the requested id or a unique value is in use, or if no id is left. */
const insert = (
  { ids, template: { resource } }: CompiledCreate,
  store: Store,
  { requestedId, scope }: InsertTarget,
  draft: Draft,
): Promise<StoredRecord | undefined> => {
  if (requestedId !== undefined) return insertWithId(resource, store, requestedId, scope, draft)
  const source = ids.kind === 'counted' ? ids.ids : seriesOf(ids.generate)
  return store.insert(resource.key, scope === undefined ? source : addScope(resource, scope, source), draft)
}

/** A generated id must be unused in all spellings that the store has for it. */
const addScope = (resource: Resource, scope: string, ids: IdSource): IdSource => {
  const alternate = otherStoreId(resource, scope)
  if (!alternate || ids.kind === 'given') return ids
  if (ids.kind === 'integer') return { ...ids, alternate }
  const make = (serial: number): RecordId | undefined => {
    const id = ids.make(serial)
    return id === undefined ? undefined : storeIdOf(scope, id)
  }
  return { ...ids, make, alternate }
}

const insertWithId = async (
  resource: Resource,
  store: Store,
  id: RecordId,
  scope: string | undefined,
  draft: Draft,
): Promise<StoredRecord | undefined> => {
  if (scope !== undefined && (await findRecord(store, resource, scope, id))) return undefined
  if (await findRespelled(store, resource, scope, id)) return undefined
  return store.insert(resource.key, givenIdOf(scope, id), draft)
}

/** How many generated ids are tried, and how many times in a row none may be found. */
const maxTries = 200
const maxMisses = 20

const seriesOf = (generate: (serial: number) => RecordId | undefined): IdSource => {
  let misses = 0
  const make = (serial: number): RecordId | undefined => {
    if (misses >= maxMisses) return undefined
    const id = generate(serial)
    misses = id === undefined ? misses + 1 : 0
    return id
  }
  return { kind: 'series', make, tries: maxTries }
}

/** Why a record was not stored: its id or a unique value is in use, or no id is left. */
const explainFailure = async (
  { template: { resource }, conflict }: CompiledCreate,
  store: Store,
  { requestedId, scope }: InsertTarget,
  value: JsonObject,
): Promise<Rejection> => {
  const { name, idProperty } = resource
  if (requestedId !== undefined && (await findRecord(store, resource, scope, requestedId)))
    return rejectTakenId(resource, requestedId, conflict)
  const taken = await findConflict(resource, store, scope === undefined ? { value } : { value, scope }, conflict)
  if (taken) return taken
  // A record of another owner has the id, or one has it in other letters.
  if (requestedId !== undefined) return rejectTakenId(resource, requestedId, conflict)
  return {
    code: 'response_invalid',
    message: `${name} has no unused ${idProperty} left that fits its schema; widen the schema of ${idProperty}`,
  }
}
