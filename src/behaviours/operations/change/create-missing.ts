/**
 * A change of a record that does not exist: a PUT may create it, any other request is rejected.
 */
import { stringifyJson } from '../../../contract/values/json-text.ts'
import type { GivenId, Store, StoredRecord } from '../../../store/store.ts'
import { type BehaviourResult, reject } from '../../behaviour-reply.ts'
import { fitRecord, generateRecord, readSent, recordSeed } from '../../records/generate-record.ts'
import { holdOf } from '../../records/lifecycle.ts'
import { givenIdOf, isGone, readOtherId, storeIdOf } from '../../records/record-id.ts'
import type { Resource } from '../../records/resource.ts'
import { describeUnfit } from '../../records/unfit-error.ts'
import { findConflict } from '../conflict.ts'
import { rejectMissingItem } from '../item.ts'
import { findMissingParent } from '../parents.ts'
import { type ChangeRequest, evaluateConditions, respond } from './change-request.ts'
import type { CompiledChange } from './compile-change.ts'

/** Undefined if another request has just created the record. */
export const createMissing = async (
  compiled: CompiledChange,
  request: ChangeRequest,
): Promise<BehaviourResult | undefined> => {
  const { address, location, input, context } = request
  const { resource, parents } = address
  const { scope, id } = location
  const { template, creation, conflict, findReferences, readUpload } = compiled
  if (!creation || id === undefined) return reject(await rejectMissingItem(address, location, input, context))
  const failed = evaluateConditions(creation, request, undefined)
  if (failed?.kind === 'rejected') return failed
  const missing = parents.length === 0 ? undefined : await findMissingParent(parents, input, context.store)
  if (missing) return reject(missing)
  const at = context.clock()
  const storeId = storeIdOf(scope, id)
  const sent = readSent(template, input.body?.exact)
  const seed = recordSeed(template, storeId)
  const relate = await findReferences?.(sent, scope, context.store)
  const file = await readUpload?.(input)
  const generated = generateRecord(template, { sent, id, seed, at, scope, relate, file })
  const fitted = await fitRecord(template, generated, true, seed)
  if (fitted.kind === 'failed') return reject(describeUnfit(fitted.violations))
  const { value } = fitted
  const record = {
    id: storeId,
    value,
    json: stringifyJson(value),
    madeAt: at,
    ...(scope === undefined ? {} : { scope }),
    ...holdOf(resource, context.hold),
  }
  const stored = await insert(resource, context.store, record, givenIdOf(scope, id))
  if (!stored) {
    const taken = await findConflict(resource, context.store, record, conflict)
    return taken && reject(taken)
  }
  const ignored = readOtherId(resource, id, sent) === undefined ? [] : [resource.idProperty]
  const reply = await respond(compiled, creation, request, { stored, isNew: true, ignored })
  const url = creation.locate?.(input.request, id)
  return url === undefined ? reply : { ...reply, headers: [...(reply.headers ?? []), 'Location', url] }
}

/** Undefined if the record exists by now, or if another record has one of its unique values. */
const insert = async (
  { key }: Resource,
  store: Store,
  { id, ...draft }: StoredRecord,
  source: GivenId,
): Promise<StoredRecord | undefined> => {
  const inserted = await store.insert(key, source, () => draft)
  if (inserted) return inserted
  let wasGone = false
  const stored = await store.update(key, id, (record) => {
    wasGone = isGone(record)
    return wasGone ? draft : undefined
  })
  return wasGone && stored?.json === draft.json ? stored : undefined
}
