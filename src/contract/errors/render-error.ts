/**
 * Rejections as responses in the interface's own error shape. Which status and which schema is decided by what the
 * operation documents, else by what its document documents elsewhere, else it is problem details (RFC 9457).
 */
import { type ErrorCode, errorCatalogue, type Rejection } from '../../errors.ts'
import type { IncomingRequest, Reply } from '../../ports.ts'
import type { Document } from '../document/document.ts'
import { findResponse, type MediaView, type ResponseView, viewResponses } from '../document/operation-view.ts'
import { invalidStatusOf, type Operation, type PathEntry } from '../operation/operation.ts'
import type { SchemaCompiler, Validator } from '../schema/schema-compiler.ts'
import { isJsonObject } from '../values/json-object.ts'
import { concreteMediaType, isJson } from '../values/media-type.ts'
import { appendPointer } from '../values/pointer.ts'
import { createFiller, type ErrorFacts, type FillError } from './error-shape.ts'

export interface ErrorContext {
  readonly rejection: Rejection
  /** Undefined where the request reached no operation. */
  readonly operation: Operation | undefined
  readonly request: Pick<IncomingRequest, 'id' | 'path'>
  /** Epoch milliseconds on the sandbox's clock. */
  readonly now: number
  /** The documented shape is what was asked for, also where it says nothing of what went wrong. Default: it is not. */
  readonly keepsShape?: boolean
}

export interface ErrorRenderer {
  readonly render: (context: ErrorContext) => Reply
}

interface Shape {
  readonly mediaType: string
  readonly fill: FillError
  readonly validate: Validator
}

/** One per document. Shapes are learned on their first use and kept. */
export const createErrorRenderer = (
  document: Document,
  compiler: SchemaCompiler,
  entries: readonly PathEntry[],
): ErrorRenderer => {
  const shapes = new Map<Operation | undefined, Map<number, Shape | undefined>>()
  let learned: DocumentedResponses | undefined
  const documented = () => {
    learned ??= collectResponses(document, entries)
    return learned
  }

  const learn = (view: ResponseView | undefined): Shape | undefined => {
    const media = view?.content.find(({ mediaType, schema }) => isJson(mediaType) && schema)
    return media?.schema ? learnShape(document, compiler, media, media.schema) : undefined
  }
  const findShape = (operation: Operation | undefined, status: number): Shape | undefined => {
    const own = operation ? errorResponse(viewResponses(document, operation.node), status) : undefined
    const elsewhere = documented().errors.find((view) => view.status === String(status) && jsonSchemaOf(view))
    return learn(own) ?? learn(elsewhere) ?? learn(commonError(documented().errors))
  }
  const shapeOf = (operation: Operation | undefined, status: number): Shape | undefined => {
    const known = getOrCreate(shapes, operation)
    if (!known.has(status)) known.set(status, findShape(operation, status))
    return known.get(status)
  }

  const decided = new Map<Operation | undefined, Map<ErrorCode, StatusAndCode>>()
  const decide = (rejection: Rejection, operation: Operation | undefined): StatusAndCode => {
    if (rejection.status !== undefined) return { status: rejection.status, code: rejection.code }
    const known = getOrCreate(decided, operation)
    const found = known.get(rejection.code)
    if (found) return found
    const own = operation ? viewResponses(document, operation.node) : []
    const statusAndCode = decideStatus(rejection.code, own, documented().all)
    known.set(rejection.code, statusAndCode)
    return statusAndCode
  }

  const render = ({ rejection, operation, request, now, keepsShape = false }: ErrorContext): Reply => {
    const { status, code } = decide(rejection, operation)
    const { title } = errorCatalogue[code]
    const facts: ErrorFacts = {
      code,
      title,
      status,
      message: rejection.message,
      violations: rejection.violations ?? [],
      requestId: request.id,
      path: request.path,
      now,
    }
    const { mediaType, body } = write(shapeOf(operation, status), facts, keepsShape)
    return { status, headers: ['Content-Type', mediaType, ...(rejection.headers ?? [])], body }
  }
  return { render }
}

const getOrCreate = <Key, InnerKey, Value>(map: Map<Key, Map<InnerKey, Value>>, key: Key): Map<InnerKey, Value> => {
  const known = map.get(key)
  if (known) return known
  const created = new Map<InnerKey, Value>()
  map.set(key, created)
  return created
}

const learnShape = (
  document: Document,
  compiler: SchemaCompiler,
  media: MediaView,
  schema: NonNullable<MediaView['schema']>,
): Shape => ({
  mediaType: concreteMediaType(media.mediaType),
  fill: createFiller(document.files, schema),
  validate: compiler.compile(schema, 'response'),
})

const write = (
  shape: Shape | undefined,
  facts: ErrorFacts,
  keepsShape: boolean,
): { readonly mediaType: string; readonly body: string } => {
  if (shape) {
    const { value, left } = fillToFit(shape, facts)
    const body = value === undefined ? undefined : JSON.stringify(value)
    if (body !== undefined && (keepsShape || body !== JSON.stringify(omitAt(shape.fill(withoutWords(facts)), left))))
      return { mediaType: shape.mediaType, body }
  }
  return { mediaType: 'application/problem+json', body: JSON.stringify(problemOf(facts)) }
}

/** The error in a shape, without the properties that do not fit it (`left`, as pointers), where it can do without them. */
const fillToFit = (
  { fill, validate }: Shape,
  facts: ErrorFacts,
): { readonly value?: unknown; readonly left: Pointers } => {
  const value = fill(facts)
  const errors = validate({ rounded: value, exact: null })
  if (!errors) return { value, left: new Set() }
  const left = new Set(errors.map(({ instancePath }) => instancePath))
  const rest = omitAt(value, left)
  return validate({ rounded: rest, exact: null }) ? { left } : { value: rest, left }
}

type Pointers = ReadonlySet<string>

/** A value without the properties at some pointers. */
const omitAt = (value: unknown, pointers: Pointers, at = ''): unknown => {
  if (pointers.size === 0) return value
  if (Array.isArray(value)) return value.map((item, index) => omitAt(item, pointers, `${at}/${index}`))
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => !pointers.has(appendPointer(at, name)))
  return Object.fromEntries(kept.map(([name, item]) => [name, omitAt(item, pointers, appendPointer(at, name))]))
}

/** What is written alike of this and of the error has no room for a word of it. */
const withoutWords = (facts: ErrorFacts): ErrorFacts => ({
  ...facts,
  code: '',
  title: '',
  message: '',
  violations: facts.violations.map(({ at }) => ({ at, keyword: '', message: '' })),
})

/** Problem details, for documents that have no error shape, or one that cannot hold this error or say a word of it. */
const problemOf = ({ code, title, status, message, violations, path }: ErrorFacts) => ({
  type: 'about:blank',
  title,
  status,
  detail: message,
  instance: path,
  code,
  ...(violations.length === 0 ? {} : { errors: violations.map(({ at, message: detail }) => ({ at, detail })) }),
})

interface DocumentedResponses {
  readonly all: readonly ResponseView[]
  /** Those that stand for errors. */
  readonly errors: readonly ResponseView[]
}

const collectResponses = (document: Document, entries: readonly PathEntry[]): DocumentedResponses => {
  const byOperation = entries.flatMap(({ operations }) =>
    [...operations.values()].map(({ node }) => viewResponses(document, node)),
  )
  return {
    all: byOperation.flat(),
    errors: byOperation.flatMap((responses) => responses.filter((view) => isError(view, responses))),
  }
}

/** 4xx and 5xx; `default` only where a success is documented beside it, else it may be one itself. */
const isError = ({ status }: ResponseView, responses: readonly ResponseView[]): boolean =>
  status === 'default' ? responses.some((view) => view.status.startsWith('2')) : /^[45]/.test(status)

/** The documented response for an error. */
const errorResponse = (responses: readonly ResponseView[], status: number): ResponseView | undefined => {
  const found = findResponse(responses, status)
  return found && isError(found, responses) ? found : undefined
}

const jsonSchemaOf = ({ content }: ResponseView) => content.find(({ mediaType }) => isJson(mediaType))?.schema

/** The error response that a document uses most, by its schema. */
const commonError = (errors: readonly ResponseView[]): ResponseView | undefined => {
  const counts = new Map<string, { count: number; view: ResponseView }>()
  for (const view of errors) {
    const schema = jsonSchemaOf(view)
    if (!schema) continue
    const key = JSON.stringify(schema.value)
    const known = counts.get(key)
    counts.set(key, { count: (known?.count ?? 0) + 1, view: known?.view ?? view })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.view
}

/** Statuses that say "invalid" in the order they are looked for. */
const invalidStatuses = { invalid_request: [422, 400], unsupported_media_type: [415, 422, 400] } as const

interface StatusAndCode {
  readonly status: number
  readonly code: ErrorCode
}

/** What the operation documents, else what its document documents elsewhere, else 422. */
const decideStatus = (code: ErrorCode, own: readonly ResponseView[], all: readonly ResponseView[]): StatusAndCode => {
  if (code !== 'invalid_request' && code !== 'unsupported_media_type')
    return { status: errorCatalogue[code].status, code }
  const candidates = invalidStatuses[code]
  const names415 = all.some(({ status }) => status === '415')
  const elsewhere = code === 'unsupported_media_type' && names415 ? 415 : usualStatus(all, candidates)
  const status = invalidStatusOf(own, candidates) ?? elsewhere ?? 422
  return { status, code: status === 415 ? 'unsupported_media_type' : 'invalid_request' }
}

/** The candidate that the document uses most. */
const usualStatus = (responses: readonly ResponseView[], candidates: readonly number[]): number | undefined =>
  candidates
    .map((status) => ({ status, count: responses.filter((view) => view.status === String(status)).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)[0]?.status
