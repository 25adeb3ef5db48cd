/**
 * Compares a record that a client requested with the one that was generated to fit its schema. If they differ, the request
 * is at fault rather than the document: it is rejected, and the message names the properties that do not fit.
 */
import { describeErrors } from '../../contract/schema/violations.ts'
import { separateDigits, stringifyJson } from '../../contract/values/json-text.ts'
import type { Rejection, Violation } from '../../errors.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordTemplate } from './record-template.ts'

/** A record as the client requested it. */
export interface RequestedRecord {
  readonly value: JsonObject
  /** The properties that the request determines. */
  readonly names: readonly string[]
}

/** Requested properties that are missing in the result, added to it, or have another value there. */
export const findAltered = ({ value, names }: RequestedRecord, result: JsonObject): readonly string[] =>
  names.filter((name) => !isSame(value[name], result[name]))

/** Requested properties that were left out so that the rest fits. */
export const findDropped = ({ value, names }: RequestedRecord, result: JsonObject): readonly string[] =>
  names.filter((name) => Object.hasOwn(value, name) && !Object.hasOwn(result, name))

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && stringifyJson(one) === stringifyJson(other))

/** The names of properties that differ. */
export const findChanged = (before: JsonObject, after: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isSame(before[name], after[name]))

/** Rejects a requested record that does not fit its schema. */
export const rejectMisfit = ({ validate }: RecordTemplate, { value, names }: RequestedRecord): Rejection => {
  const whole = separateDigits(value)
  const found = describeErrors(validate(whole) ?? [], whole, 'body')
  const violations = found.map((violation) => blameProperties(violation, names))
  const message = violations.map((violation) => violation.message).join('; ')
  return { code: 'invalid_request', message, violations }
}

/** A violation of the record as a whole is reported for the properties that the request changes. */
const blameProperties = (violation: Violation, [name, ...others]: readonly string[]): Violation => {
  if (violation.at !== 'body' || name === undefined) return violation
  const named = [name, ...others].map((one) => `body.${one}`).join(', ')
  return {
    ...violation,
    at: `body.${name}`,
    message: `${named} cannot have this value: the changed record ${violation.message.replace(/^body /, '')}`,
  }
}
