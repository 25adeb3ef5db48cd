/**
 * Renders rejections as responses in the document's own error shape. Status and shape come from what the operation
 * documents, otherwise from the rest of the document; without a usable shape the body is problem details (RFC 9457).
 */
import { type ErrorCode, errorCatalogue, type Rejection } from '../../errors.ts'
import type { IncomingRequest, Json, JsonObject, Reply } from '../../ports.ts'
import type { Document } from '../document/document.ts'
import type { MediaView, ResponseView } from '../document/operation-view.ts'
import type { Node } from '../document/references.ts'
import { schemaOfExamples } from '../document/schema-of-examples.ts'
import type { Operation, PathEntry } from '../operation/operation.ts'
import { mediaExamples } from '../sample/examples.ts'
import { SchemaCompileError, type SchemaCompiler } from '../schema/schema-compiler.ts'
import { viewObject } from '../schema/schema-view.ts'
import type { Validator } from '../schema/validator.ts'
import { stringifyJson } from '../values/json-text.ts'
import { concreteMediaType, isJson } from '../values/media-type.ts'
import { collectErrors, type DocumentedErrors, type ErrorResponse, type StatusAndCode } from './documented-errors.ts'
import type { ErrorDetails } from './error-fields.ts'
import { createErrorTemplate, type ErrorTemplate } from './error-template.ts'
import { createOtherError } from './other-error.ts'
import { omitAt, type RepairedError, repairError } from './repair-error.ts'
import { type ErrorBody, rememberErrors } from './repeated-errors.ts'

export interface ErrorContext {
  readonly rejection: Rejection
  /** Undefined if the request matches no operation. */
  readonly operation: Operation | undefined
  readonly request: Pick<IncomingRequest, 'id' | 'path'>
  /** Epoch milliseconds on the sandbox's clock. */
  readonly now: number
  /** Whether the documented shape is used even if it has no place for what went wrong. Default: false. */
  readonly keepsShape?: boolean
}

export interface ErrorRenderer {
  readonly render: (context: ErrorContext) => Reply
}

/** The shape of errors, from one schema. */
interface ErrorShape {
  readonly mediaType: string
  /** Whether the operation itself documents it, so that no other shape may replace it. */
  readonly isOwn: boolean
  readonly write: ErrorTemplate
  readonly validate: Validator
  /** Whether problem details are meant by its media type, or allowed because any object is. */
  readonly takesProblem: boolean
  /** The first valid documented example. */
  readonly example: () => Json | undefined
}

/** One for each document. Shapes and statuses are computed with their first error and cached. */
export const createErrorRenderer = (
  document: Document,
  compiler: SchemaCompiler,
  entries: readonly PathEntry[],
): ErrorRenderer => {
  let collected: DocumentedErrors | undefined
  const documented = (): DocumentedErrors => {
    collected ??= collectErrors(document, entries)
    return collected
  }
  const shapesFor = cacheByOperation((operation, status: number): readonly ErrorShape[] => {
    for (const response of documented().responsesFor(operation, status)) {
      const shapes = createShapes(document, compiler, response)
      if (shapes.length > 0) return shapes
    }
    return []
  })
  const ownResponse = (operation: Operation | undefined, status: number): ResponseView | undefined =>
    documented()
      .responsesFor(operation, status)
      .find(({ isOwn }) => isOwn)?.view
  const otherFor = cacheByOperation((operation, status: number) => {
    const own = ownResponse(operation, status)
    return own && createOtherError(document, own)
  })
  const typeFor = cacheByOperation((operation, status: number) => plainTypeOf(ownResponse(operation, status)))
  const statusFor = cacheByOperation(
    (operation, code: ErrorCode): StatusAndCode => documented().statusFor(code, operation),
  )
  const write = (operation: Operation | undefined, error: ErrorDetails, keepsShape = false): ErrorBody => {
    const { status } = error
    const { mediaType, body } =
      otherFor(operation, status)?.(error) ?? writeError(shapesFor(operation, status), error, keepsShape)
    return { mediaType: typeFor(operation, status) ?? mediaType, body }
  }
  const writeRepeated = rememberErrors<Operation>((operation, error) => write(operation, error))
  const renderInShape = (context: ErrorContext): Reply => {
    const { rejection, operation, keepsShape } = context
    const { status, code } = rejection
    const error = describeError(context, status === undefined ? statusFor(operation, code) : { status, code })
    return toReply(error, rejection, keepsShape ? write(operation, error, true) : writeRepeated(operation, error))
  }
  return {
    // Requests that do not parse are answered outside of every other guard, so nothing may be thrown here, whatever the
    // document's error schemas are.
    render: (context) => {
      try {
        return renderInShape(context)
      } catch {
        return renderProblem(context)
      }
    },
  }
}

/** The JSON media type of a response that has no schema: whatever the error looks like, it is sent under this type. */
const plainTypeOf = (response: ResponseView | undefined): string | undefined => {
  const json = response?.content.filter(({ mediaType }) => isJson(mediaType)) ?? []
  const [first] = json
  return first && json.every(({ schema }) => !schema) ? concreteMediaType(first.mediaType) : undefined
}

/** The error as problem details, whatever the document says. */
const renderProblem = (context: ErrorContext): Reply => {
  const { rejection } = context
  const { status = errorCatalogue[rejection.code].status, code } = rejection
  const error = describeError(context, { status, code })
  return toReply(error, rejection, writeProblem(error))
}

const describeError = ({ rejection, request, now }: ErrorContext, { status, code }: StatusAndCode): ErrorDetails => ({
  status,
  code,
  title: errorCatalogue[code].title,
  message: rejection.message,
  violations: rejection.violations ?? [],
  requestId: request.id,
  path: request.path,
  now,
})

const toReply = ({ status }: ErrorDetails, { headers = [] }: Rejection, { mediaType, body }: ErrorBody): Reply => ({
  status,
  headers: ['Content-Type', mediaType, ...headers],
  body,
})

/** The function with its results cached for each operation and key. */
const cacheByOperation = <Key, Value>(
  compute: (operation: Operation | undefined, key: Key) => Value,
): ((operation: Operation | undefined, key: Key) => Value) => {
  const cache = new Map<Operation | undefined, Map<Key, { readonly value: Value }>>()
  return (operation, key) => {
    const byKey = cache.get(operation)
    const known = byKey?.get(key)
    if (known) return known.value
    const computed = { value: compute(operation, key) }
    if (byKey) byKey.set(key, computed)
    else cache.set(operation, new Map([[key, computed]]))
    return computed.value
  }
}

/** One for each JSON media type of a response whose schema can be compiled. */
const createShapes = (
  document: Document,
  compiler: SchemaCompiler,
  { view, isOwn }: ErrorResponse,
): readonly ErrorShape[] =>
  view.content.flatMap((media): readonly ErrorShape[] => {
    const { mediaType } = media
    const schema = media.schema ?? (isOwn ? describeExamples(document, media) : undefined)
    if (!isJson(mediaType) || !isPrintable(mediaType) || !schema) return []
    const validate = media.schema ? compileShape(compiler, schema) : acceptAny
    if (!validate) return []
    const { properties, open } = viewObject(document.files, schema)
    return [
      {
        mediaType: concreteMediaType(mediaType),
        isOwn,
        write: createErrorTemplate(document.files, schema),
        validate,
        takesProblem: mediaType.startsWith('application/problem+json') || (open && properties.size === 0),
        example: () =>
          mediaExamples(document, media).find(({ value }) => !validate({ rounded: value, exact: value }))?.value,
      },
    ]
  })

/** A schema for a media type that has only examples. */
const describeExamples = (document: Document, media: MediaView): Node | undefined => {
  const examples = mediaExamples(document, media).map(({ value }) => value)
  return examples.length === 0 ? undefined : { ...media.node, value: schemaOfExamples(examples) }
}

const acceptAny: Validator = () => undefined

/** Whether a header can carry a text of the document. */
const isPrintable = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** Undefined if the schema cannot be compiled, which `standin check` reports. */
const compileShape = (compiler: SchemaCompiler, schema: Node): Validator | undefined => {
  try {
    return compiler.compile(schema, 'response')
  } catch (error) {
    if (error instanceof SchemaCompileError) return undefined
    throw error
  }
}

/**
 * The first shape that can express the error. What the operation documents is otherwise kept: problem details under a media
 * type whose schema allows them, else the documented example, else what the shape requires. Problem details under their own
 * media type are the last resort.
 */
const writeError = (shapes: readonly ErrorShape[], error: ErrorDetails, keepsShape: boolean): ErrorBody => {
  const written = shapes.flatMap((shape) => {
    const { value, omitted } = writeValid(shape, error)
    return value === undefined ? [] : [{ shape, value, omitted, body: stringifyJson(value) }]
  })
  const fitting = written.find(({ shape, omitted, body }) => keepsShape || isInformative(shape, error, body, omitted))
  if (fitting) return { mediaType: fitting.shape.mediaType, body: fitting.body }
  const problem = problemOf(error)
  const open = shapes.find(
    ({ isOwn, takesProblem, validate }) => isOwn && takesProblem && !validate({ rounded: problem, exact: problem }),
  )
  if (open) return { mediaType: open.mediaType, body: stringifyJson(problem) }
  for (const { mediaType, isOwn, example } of shapes) {
    const value = isOwn ? example() : undefined
    if (value !== undefined) return { mediaType, body: stringifyJson(value) }
  }
  const first = written.find(({ shape }) => shape.isOwn)
  if (first) return { mediaType: first.shape.mediaType, body: first.body }
  return writeProblem(error)
}

const writeProblem = (error: ErrorDetails): ErrorBody => ({
  mediaType: 'application/problem+json',
  body: stringifyJson(problemOf(error)),
})

/** A shape that is the same without the words of the error says nothing about it. Most shapes quote the message. */
const isInformative = (shape: ErrorShape, error: ErrorDetails, body: string, omitted: ReadonlySet<string>): boolean =>
  (error.message !== '' && body.includes(JSON.stringify(error.message))) ||
  body !== stringifyJson(omitAt(shape.write(withoutWords(error)), omitted) ?? null)

const noPointers: ReadonlySet<string> = new Set()

/** What is optional and not valid is left out; if that is not enough, the rest is corrected. */
const writeValid = ({ write, validate }: ErrorShape, error: ErrorDetails): RepairedError => {
  const value = write(error)
  const errors = validate({ rounded: value ?? null, exact: null })
  if (!errors) return { value, omitted: noPointers }
  const omitted = new Set(errors.map(({ instancePath }) => instancePath))
  const rest = omitAt(value, omitted)
  return validate({ rounded: rest ?? null, exact: null }) ? repairError(value, validate) : { value: rest, omitted }
}

const withoutWords = (error: ErrorDetails): ErrorDetails => ({
  ...error,
  code: '',
  title: '',
  message: '',
  violations: error.violations.map(({ at }) => ({ at, keyword: '', message: '' })),
})

/** Problem details (RFC 9457), for errors that no documented shape can express. */
const problemOf = ({ code, title, status, message, violations, path }: ErrorDetails): JsonObject => {
  const errors = violations.map(({ at, message: detail }) => ({ at, detail }))
  const problem = { type: 'about:blank', title, status, detail: message, instance: path, code }
  return errors.length === 0 ? problem : { ...problem, errors }
}
