/**
 * JSON Patch (RFC 6902). The one place that knows its library, which changes the value that it is given.
 */
import { applyPatch, type Operation } from 'rfc6902'
import { showValue } from '../../../contract/schema/violations.ts'
import { isJsonObject } from '../../../contract/values/json-object.ts'
import type { Rejection } from '../../../errors.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import { findObstacle, type PatchStep, readStep } from './patch-step.ts'

export type Patched =
  | {
      readonly kind: 'value'
      readonly value: JsonObject
      /** Whether a step was about all of it, so that what it does not name is not meant. */
      readonly isWhole: boolean
    }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

/** All of it or nothing (RFC 6902, section 5). */
export const jsonPatch = (current: JsonObject, patch: Json): Patched => {
  if (!Array.isArray(patch)) return reject(`body must be a list of operations (RFC 6902), got ${showValue(patch)}`)
  const holder: Holder = { record: structuredClone(current) }
  let isWhole = false
  for (const [index, given] of patch.entries()) {
    const step = readStep(given, `body[${index}]`)
    if (typeof step === 'string') return reject(step)
    const obstacle = findObstacle(holder.record, step) ?? carryOut(holder, step)
    if (obstacle !== undefined) return reject(`body[${index}] ${obstacle}`)
    isWhole ||= step.path === ''
  }
  const { record } = holder
  return isJsonObject(record)
    ? { kind: 'value', value: record, isWhole }
    : reject(`body must leave an object, got ${showValue(record)}`)
}

/** To the library a value has a place only in another: so the record as a whole has one, too. */
interface Holder {
  readonly record?: Json
}

/** Says why it cannot be done, where only the library finds it. */
const carryOut = (holder: Holder, step: PatchStep): string | undefined => {
  const inside = { ...step, path: `/record${step.path}`, ...('from' in step ? { from: `/record${step.from}` } : {}) }
  const [problem] = applyPatch(holder, [inside as Operation])
  return problem ? `cannot ${step.op} ${JSON.stringify(step.path)} in the record as it is` : undefined
}

const reject = (message: string): Patched => ({ kind: 'rejected', rejection: { code: 'invalid_request', message } })
