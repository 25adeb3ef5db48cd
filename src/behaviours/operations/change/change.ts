/**
 * PUT, PATCH and POST to a record, and actions on it (/orders/{id}/cancel). The next value is computed from the record as
 * it was read, and stored only if the record has not changed since.
 */

import { separateDigits } from '../../../contract/values/json-text.ts'
import type { Rejection } from '../../../errors.ts'
import type { JsonObject } from '../../../ports.ts'
import type { Store, StoredRecord } from '../../../store/store.ts'
import { type BehaviourResult, type Rejected, reject } from '../../behaviour-reply.ts'
import type { ChangePlan } from '../../plan/operation-plan.ts'
import { findAltered, findChanged, findDropped, rejectMisfit } from '../../records/compare-values.ts'
import { fitRecord, recordSeed } from '../../records/generate-record.ts'
import { continueLifecycles, recordAt } from '../../records/lifecycle.ts'
import { ownIdOf } from '../../records/record-id.ts'
import type { Resource } from '../../records/resource.ts'
import { describeUnfit, UnfitError } from '../../records/unfit-error.ts'
import { findConflict } from '../conflict.ts'
import type { OperationDeps } from '../deps.ts'
import { compileAddress, findItem, locateItem } from '../item.ts'
import type { ItemResponse } from '../response.ts'
import { type Run, runWith } from '../run-plan.ts'
import { type ChangeRequest, evaluateConditions, respond } from './change-request.ts'
import { type CompiledChange, compileChange } from './compile-change.ts'
import { createMissing } from './create-missing.ts'
import { readQueryBody } from './query-change.ts'

export const changeRecord = (plan: ChangePlan, deps: OperationDeps): Run => {
  const address = compileAddress(plan, deps)
  const run = runWith(
    (seed) => compileChange(plan, deps, seed),
    (compiled, input, context) => change(compiled, { address, input, context, location: locateItem(address, input) }),
  )
  return plan.query.length === 0 ? run : (input, context) => run(readQueryBody(plan.query, input), context)
}

/** How often other requests may change the record in between. */
const maxTries = 20

const change = async (compiled: CompiledChange, request: ChangeRequest): Promise<BehaviourResult> => {
  const { address, input, context, location } = request
  const { resource } = address
  for (let tries = 0; tries < maxTries; tries++) {
    const current = await findItem(address, location, input, context)
    if (!current) {
      const result = await createMissing(compiled, request)
      if (result) return result
      continue
    }
    const failed = evaluateConditions(compiled.response, request, current)
    if (failed?.kind === 'rejected') return failed
    const prepared = await prepareChange(compiled, request, current)
    if (prepared.kind === 'rejected') return prepared
    const stored = await storeChange(resource, context.store, current, prepared.draft)
    if (stored) return respond(compiled, compiled.response, request, { stored, ignored: prepared.ignored })
    const conflict = await findConflict(
      resource,
      context.store,
      { ...prepared.draft, id: current.id },
      compiled.conflict,
    )
    if (conflict) return reject(conflict)
  }
  return reject({
    code: 'conflict',
    message: `other requests changed the record ${maxTries} times in the meantime; try again`,
  })
}

type RecordDraft = Omit<StoredRecord, 'id'>

interface PreparedChange {
  readonly kind: 'prepared'
  readonly draft: RecordDraft
  readonly ignored: readonly string[]
}

const prepareChange = async (
  { template, response, nextValue, readUpload }: CompiledChange,
  { address: { resource, owner }, input, context, location }: ChangeRequest,
  current: StoredRecord,
): Promise<PreparedChange | Rejected> => {
  const at = context.clock()
  const moment = { now: at, holdEndedAt: context.holdEndedAt }
  const now = recordAt(resource, current, moment)
  const seed = recordSeed(template, current.id)
  const scope = owner ? owner.read(input) : location.scope
  const applied = nextValue(now.value, { template, input, id: ownIdOf(resource, current), scope, at, seed })
  if (applied.kind === 'rejected') return applied
  const file = readUpload && (await readUpload(input))
  const next = file ? { ...applied, value: withFile(resource, applied.value, file) } : applied
  const fitted = await fitRecord(template, next.value, true, seed)
  const names = next.exact ?? findChanged(now.value, next.value)
  // The tag is computed from the other properties.
  const requested = { value: next.value, names: names.filter((name) => name !== template.tagProperty) }
  const wasValid = () => !template.validate(separateDigits(now.value))
  if (fitted.kind === 'failed')
    return reject(wasValid() ? rejectMisfit(template, requested) : describeUnfit(fitted.violations))
  const altered = next.exact ? findAltered(requested, fitted.value) : findDropped(requested, fitted.value)
  if (altered.length > 0 && wasValid()) return reject(rejectMisfit(template, { ...requested, names: altered }))
  const unshown = await findUnshown(response, { id: current.id, value: fitted.value }, now)
  if (unshown) return reject(unshown)
  const { id: _, ...draft } = continueLifecycles(resource, { before: current, now, value: fitted.value }, moment)
  return { kind: 'prepared', draft, ignored: next.ignored ?? [] }
}

/** A new file does not change the id of the record. */
const withFile = ({ idProperty }: Resource, value: JsonObject, file: JsonObject): JsonObject => ({
  ...value,
  ...Object.fromEntries(Object.entries(file).filter(([name]) => name !== idProperty)),
})

/** Rejects a change after which the response could not show the record. Throws UnfitError if it could not before either. */
const findUnshown = async (
  { show }: ItemResponse,
  changed: Pick<StoredRecord, 'id' | 'value'>,
  before: StoredRecord,
): Promise<Rejection | undefined> => {
  if (!show) return undefined
  try {
    await show(changed)
    return undefined
  } catch (error) {
    if (!(error instanceof UnfitError)) throw error
    await show(before)
    return { ...error.rejection, code: 'invalid_request' }
  }
}

/** Undefined if the record has changed since it was read, or if another record has one of its unique values. */
const storeChange = async (
  { key }: Resource,
  store: Store,
  current: StoredRecord,
  draft: RecordDraft,
): Promise<StoredRecord | undefined> => {
  let isUnchanged = false
  const stored = await store.update(key, current.id, (record) => {
    isUnchanged = record.json === current.json
    return isUnchanged ? draft : undefined
  })
  return isUnchanged && stored?.json === draft.json ? stored : undefined
}
