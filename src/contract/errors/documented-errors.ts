/**
 * The error responses that a document has, and what they say about errors that an operation does not document: the usual
 * status and the usual shape.
 */
import { type ErrorCode, errorCatalogue } from '../../errors.ts'
import type { Document } from '../document/document.ts'
import { findResponse, type ResponseView, viewResponses } from '../document/operation-view.ts'
import type { Node } from '../document/references.ts'
import { invalidStatusOf, type Operation, type PathEntry } from '../operation/operation.ts'
import { isJson } from '../values/media-type.ts'

export interface DocumentedErrors {
  /** The shape of an operation's errors with a status comes from the first of these that has a JSON schema. */
  readonly responsesFor: (operation: Operation | undefined, status: number) => readonly ErrorResponse[]
  readonly statusFor: (code: ErrorCode, operation: Operation | undefined) => StatusAndCode
}

export interface ErrorResponse {
  readonly view: ResponseView
  /** Whether the operation itself documents it. */
  readonly isOwn: boolean
}

export interface StatusAndCode {
  readonly status: number
  readonly code: ErrorCode
}

export const collectErrors = (document: Document, entries: readonly PathEntry[]): DocumentedErrors => {
  const byOperation = entries.flatMap(({ operations }) =>
    [...operations.values()].map(({ node }) => viewResponses(document, node)),
  )
  const all = byOperation.flat()
  const errors = byOperation.flatMap((responses) => responses.filter((view) => isError(view, responses)))
  let common: { readonly view: ResponseView | undefined } | undefined
  const ownResponses = (operation: Operation | undefined) => (operation ? viewResponses(document, operation.node) : [])
  return {
    responsesFor: (operation, status) => {
      const own = findError(ownResponses(operation), status)
      const elsewhere = errors.find((view) => view.status === String(status) && jsonSchemaOf(view))
      common ??= { view: findCommonError(errors) }
      return [own, elsewhere, common.view].flatMap((view) => (view ? [{ view, isOwn: view === own }] : []))
    },
    statusFor: (code, operation) => chooseStatus(code, ownResponses(operation), all),
  }
}

/** 4xx and 5xx; `default` only if the operation documents a success, because otherwise it may be one itself. */
const isError = ({ status }: ResponseView, responses: readonly ResponseView[]): boolean =>
  status === 'default' ? responses.some((view) => view.status.startsWith('2')) : /^[45]/.test(status)

const findError = (responses: readonly ResponseView[], status: number): ResponseView | undefined => {
  const found = findResponse(responses, status)
  return found && isError(found, responses) ? found : undefined
}

const jsonSchemaOf = ({ content }: ResponseView): Node | undefined =>
  content.find(({ mediaType }) => isJson(mediaType))?.schema

/** The error response whose schema is used most. */
const findCommonError = (errors: readonly ResponseView[]): ResponseView | undefined => {
  const counts = new Map<string, { count: number; readonly view: ResponseView }>()
  for (const view of errors) {
    const schema = jsonSchemaOf(view)
    if (!schema) continue
    const key = JSON.stringify(schema.value)
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { count: 1, view })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.view
}

/** Statuses for invalid requests, in the order of preference. */
const invalidStatuses = { invalid_request: [422, 400], unsupported_media_type: [415, 422, 400] } as const

/** For an invalid request: what the operation documents, otherwise what its document usually documents, otherwise 422. */
const chooseStatus = (code: ErrorCode, own: readonly ResponseView[], all: readonly ResponseView[]): StatusAndCode => {
  if (code !== 'invalid_request' && code !== 'unsupported_media_type')
    return { status: errorCatalogue[code].status, code }
  const candidates = invalidStatuses[code]
  const has415 = all.some(({ status }) => status === '415')
  const usual = code === 'unsupported_media_type' && has415 ? 415 : findUsualStatus(all, candidates)
  const status = invalidStatusOf(own, candidates) ?? usual ?? 422
  return { status, code: status === 415 ? 'unsupported_media_type' : 'invalid_request' }
}

/** The candidate that is documented most. */
const findUsualStatus = (responses: readonly ResponseView[], candidates: readonly number[]): number | undefined =>
  candidates
    .map((status) => ({ status, count: responses.filter((view) => view.status === String(status)).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)[0]?.status
