/**
 * Whether what a client asks for is at fault where a record would not fit its schema, rather than the document: then the
 * request is rejected, and it is said which part of it does not fit.
 */
import { describeErrors } from '../../contract/schema/violations.ts'
import { separateDigits, stringifyJson } from '../../contract/values/json-text.ts'
import type { Rejection, Violation } from '../../errors.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordPlan } from './plan-record.ts'

/** A record as the client would have it. */
export interface Wish {
  readonly value: JsonObject
  /** Names in it that follow from the request. */
  readonly names: readonly string[]
}

/** Names of what was wished for and is not so in what was made of it: left out, put in, or another value. */
export const findRejected = ({ value, names }: Wish, made: JsonObject): readonly string[] =>
  names.filter((name) => !isSame(value[name], made[name]))

/** Names of what was wished for and left out to make the rest fit. */
export const findDropped = ({ value, names }: Wish, made: JsonObject): readonly string[] =>
  names.filter((name) => Object.hasOwn(value, name) && !Object.hasOwn(made, name))

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && stringifyJson(one) === stringifyJson(other))

/** Names of what differs between two values of a record. */
export const findChanged = (before: JsonObject, after: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isSame(before[name], after[name]))

/** What is said of a wish that does not fit. */
export const describeFault = ({ validate }: RecordPlan, { value, names }: Wish): Rejection => {
  const whole = separateDigits(value)
  const found = describeErrors(validate(whole) ?? [], whole, 'body')
  const violations = found.map((violation) => blame(violation, names))
  const message = violations.map((violation) => violation.message).join('; ')
  return { code: 'invalid_request', message, violations }
}

/** That the whole does not fit is said of what the request would change. */
const blame = (violation: Violation, [name, ...others]: readonly string[]): Violation => {
  if (violation.at !== 'body' || name === undefined) return violation
  const named = [name, ...others].map((one) => `body.${one}`).join(', ')
  return {
    ...violation,
    at: `body.${name}`,
    message: `${named} cannot be so: the record, changed, ${violation.message.replace(/^body /, '')}`,
  }
}
