/**
 * Remembers how errors were written: clients repeat their mistakes, and to write an error in the shape of its document takes
 * longer than to find it.
 */
import type { Violation } from '../../errors.ts'
import type { Operation } from '../operation/operation.ts'
import type { ErrorDetails } from './error-fields.ts'

export interface ErrorBody {
  readonly mediaType: string
  readonly body: string
}

/** The body depends on nothing but the two arguments. */
export type WriteError<Own> = (operation: Own | undefined, error: ErrorDetails) => ErrorBody

interface Remembered<Own> extends Pick<ErrorDetails, 'status' | 'code' | 'violations'> {
  readonly operation: Own | undefined
  readonly written: ErrorBody
}

/** The number of errors that are remembered, and how long the message of one may be. Beyond the number it begins again. */
export const maxRemembered = 500
export const longestMessage = 1_000

/** The same function. An error with the id, the path or the time of its request is written each time. */
export const rememberErrors = <Own extends Pick<Operation, 'id'>>(write: WriteError<Own>): WriteError<Own> => {
  const known = new Map<string, Remembered<Own>>()
  return (operation, error) => {
    if (error.message.length > longestMessage) return write(operation, error)
    const key = `${operation?.id} ${error.message}`
    const remembered = known.get(key)
    if (remembered && isSame(remembered, operation, error)) return remembered.written
    let isUnique = false
    const noteUnique = (): void => {
      isUnique = true
    }
    const written = write(operation, observe(error, noteUnique))
    if (isUnique) return written
    if (known.size >= maxRemembered) known.clear()
    const { status, code, violations } = error
    // A string that was cut out of a body keeps the whole body in memory; a clone does not.
    const own = structuredClone({ key, violations })
    known.set(own.key, { operation, status, code, violations: own.violations, written })
    return written
  }
}

/** Calls back when a part is read that differs from request to request. */
const observe = (error: ErrorDetails, onUnique: () => void): ErrorDetails => ({
  ...error,
  get requestId() {
    onUnique()
    return error.requestId
  },
  get path() {
    onUnique()
    return error.path
  },
  get now() {
    onUnique()
    return error.now
  },
})

const isSame = <Own>(known: Remembered<Own>, operation: Own | undefined, error: ErrorDetails): boolean =>
  known.operation === operation &&
  known.status === error.status &&
  known.code === error.code &&
  haveSame(known.violations, error.violations)

const haveSame = (some: readonly Violation[], others: readonly Violation[]): boolean =>
  some.length === others.length && some.every((one, index) => isSameViolation(one, others[index]))

const isSameViolation = (one: Violation, other: Violation | undefined): boolean =>
  one.at === other?.at && one.keyword === other.keyword && one.message === other.message
