/**
 * Rejections of requests that match no operation or a removed one, and of requests on which Standin fails.
 */
import { UnfitError } from '../behaviours/records/unfit-error.ts'
import { fullPathOf, type Operation, type PathEntry } from '../contract/operation/operation.ts'
import { SchemaCompileError } from '../contract/schema/schema-compiler.ts'
import { type Rejection, unexpectedFailure } from '../errors.ts'
import { describeLogError, LogError } from '../log/log.ts'
import type { IncomingRequest } from '../ports.ts'

export const invalidEscape = ({ path }: IncomingRequest): Rejection => ({
  code: 'invalid_request',
  status: 400,
  message: `the path has an invalid escape in "${path.slice(0, 100)}"; escapes are % and two hexadecimal digits of UTF-8`,
})

export const unknownPath = ({ path }: IncomingRequest, nearest: string | undefined): Rejection => ({
  code: 'not_found',
  message: `no document has the path ${path.slice(0, 200)}${
    nearest === undefined
      ? path === '/'
        ? '. The console is at /_sandbox/, the list of documents at /_sandbox/documents'
        : ''
      : `. Did you mean ${nearest}?`
  }`,
})

export const wrongMethod = (entry: PathEntry, { method }: IncomingRequest): Rejection => ({
  code: 'method_not_allowed',
  // The response to HEAD repeats that to GET word for word, so that its Content-Length is right.
  message: `${fullPathOf(entry)} has no ${method === 'HEAD' ? 'GET' : method}; it has ${entry.allow}`,
  headers: ['Allow', entry.allow],
})

export const notDescribed = (entry: PathEntry): Rejection => ({
  code: 'not_described',
  message: `${fullPathOf(entry)} is in the document, but the document does not describe its operations`,
})

export const removed = ({ id, deprecation }: Operation, { address = '' }: IncomingRequest): Rejection => ({
  code: 'operation_removed',
  message: `${id} was removed after ${deprecation?.sunset}${deprecation?.successor === undefined ? '' : `; use ${address}${deprecation.successor}`}`,
})

/** What the client sees of an unexpected error: a schema that cannot be compiled is named, anything else is only logged. */
export const describeFailure = (error: unknown): Rejection => {
  if (error instanceof UnfitError) return error.rejection
  if (error instanceof SchemaCompileError)
    return {
      code: 'internal_error',
      message: `the document's schema at ${error.node.pointer} cannot be compiled: ${error.message}`,
    }
  if (error instanceof LogError) return describeLogError(error)
  return unexpectedFailure
}

/**
 * What the log says of it beside what the client sees: nothing that the rejection says already, the message of the storage, and
 * everything about a bug.
 */
export const failureForLog = (error: unknown): unknown => {
  if (error instanceof UnfitError || error instanceof SchemaCompileError) return undefined
  return error instanceof LogError ? error.message : error
}
