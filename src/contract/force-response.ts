/**
 * Answers with a documented response that was asked for by status and example, by a scenario or by Prefer: the named
 * example, the first one that is valid, an error in the document's shape, or a generated body.
 */
import { type ErrorCode, errorCatalogue, type Refusal } from '../errors.ts'
import type { Json, Reply } from '../ports.ts'
import { generateValue } from './generate.ts'
import { getOwn } from './is-object.ts'
import { type ParsedJson, separateDigits, stringifyJson } from './json-text.ts'
import { isJson } from './media-type.ts'
import type { Operation } from './operation.ts'
import { findResponse, type MediaView, viewResponses } from './operation-view.ts'
import { childNode, childNodes, dereference } from './references.ts'
import type { ErrorRenderer } from './render-error.ts'
import type { SchemaCompiler } from './schema-compiler.ts'
import { describeErrors } from './violations.ts'

export interface ForceParts {
  readonly operation: Operation
  readonly compiler: SchemaCompiler
  readonly errors: ErrorRenderer
  readonly request: { readonly id: string; readonly path: string }
  /** Undefined: the first documented success. */
  readonly status: number | undefined
  readonly example: string | undefined
  /** Wins over example. */
  readonly body: Json | undefined
  /** A generated body even where there are examples. */
  readonly dynamic: boolean
  readonly seed: number
  readonly now: number
  /** True: what the document does not have may be answered. */
  readonly ignoresContract: boolean
}

export type Forced =
  | {
      readonly kind: 'reply'
      readonly reply: Reply
      readonly source: 'scripted' | 'example' | 'generated' | 'error' | 'none'
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

export const forceResponse = async (parts: ForceParts): Promise<Forced> => {
  const responses = viewResponses(parts.operation.document, parts.operation.node)
  const status = parts.status ?? Number(responses.find((view) => /^2\d\d$/.test(view.status))?.status ?? 200)
  const response = findResponse(responses, status)
  if (!response && !parts.ignoresContract) {
    return refuse(
      'invalid_request',
      `${parts.operation.id} documents no ${status}; it has ${responses.map((view) => view.status).join(', ')}`,
    )
  }
  const media = response?.content.find(({ mediaType }) => isJson(mediaType))
  if (parts.body !== undefined) return writeScripted(parts, status, media, parts.body)
  if (parts.example !== undefined) {
    const value = media && namedExample(parts.operation, media, parts.example)
    if (value === undefined)
      return refuse(
        'invalid_request',
        `${parts.operation.id} has no example "${parts.example}" for ${status}${listExamples(media)}`,
      )
    return write(status, media, value, 'example')
  }
  if (!parts.dynamic && media) {
    const value = firstValidExample(parts, media)
    if (value !== undefined) return write(status, media, value, 'example')
  }
  if (status >= 400) return renderError(parts, status)
  return media?.schema
    ? generate(parts, status, media)
    : { kind: 'reply', source: 'none', reply: { status, headers: [] } }
}

const refuse = (code: ErrorCode, message: string): Forced => ({
  kind: 'refused',
  refusal: { code, status: code === 'invalid_request' ? 400 : errorCatalogue[code].status, message },
})

const write = (
  status: number,
  media: MediaView | undefined,
  value: unknown,
  source: 'scripted' | 'example' | 'generated',
): Forced => {
  const type = media && !media.mediaType.includes('*') ? media.mediaType : 'application/json'
  return {
    kind: 'reply',
    source,
    reply: { status, headers: ['Content-Type', type], body: stringifyJson(value as Json) },
  }
}

const writeScripted = (
  { operation, compiler, ignoresContract }: ForceParts,
  status: number,
  media: MediaView | undefined,
  body: Json,
): Forced => {
  if (media?.schema && !ignoresContract) {
    const value = separateDigits(body)
    const errors = compiler.compile(media.schema, 'response')(value)
    if (errors)
      return refuse(
        'response_invalid',
        `the scripted body does not fit the ${status} of ${operation.id}: ${describeErrors(errors, value, 'body')
          .map(({ message }) => message)
          .join('; ')}`,
      )
  }
  return write(status, media, body, 'scripted')
}

const namedExample = (operation: Operation, media: MediaView, name: string): unknown => {
  const examples = childNode(media.node, 'examples')
  const example = examples && childNode(examples, name)
  return getOwn(example && dereference(operation.document.files, example)?.value, 'value')
}

const listExamples = (media: MediaView | undefined): string => {
  const names = media ? childNodes(childNode(media.node, 'examples')).map(([name]) => name) : []
  return names.length === 0 ? '; it has none' : `; it has ${names.join(', ')}`
}

/** Documents hold invalid examples; those are passed over. */
const firstValidExample = ({ operation, compiler }: ForceParts, media: MediaView): unknown => {
  const named = childNodes(childNode(media.node, 'examples')).map(([name]) => namedExample(operation, media, name))
  const validate = media.schema ? compiler.compile(media.schema, 'response') : undefined
  return [getOwn(media.node.value, 'example'), ...named].find(
    (value) => value !== undefined && !validate?.(parsed(value)),
  )
}

const parsed = (value: unknown): ParsedJson => ({ rounded: value, exact: null })

const renderError = ({ errors, operation, request, now }: ForceParts, status: number): Forced => {
  const code = codeOf(status)
  const { title } = errorCatalogue[code]
  return {
    kind: 'reply',
    source: 'error',
    reply: errors.render({ refusal: { code, status, message: title }, operation, request, now }),
  }
}

/** The catalogue's code for a status, else the most general one of its kind. */
const codeOf = (status: number): ErrorCode => {
  const found = Object.entries(errorCatalogue).find(([, entry]) => entry.status === status)
  if (found) return found[0] as ErrorCode
  return status >= 500 ? 'internal_error' : 'invalid_request'
}

const generate = async (
  { operation, compiler, seed }: ForceParts,
  status: number,
  media: MediaView,
): Promise<Forced> => {
  const { document } = operation
  if (!media.schema) return { kind: 'reply', source: 'none', reply: { status, headers: [] } }
  const validate = compiler.compile(media.schema, 'response')
  try {
    const value = await generateValue({ files: document.files, dialect: document.dialect, schema: media.schema, seed })
    const errors = validate(parsed(value))
    if (!errors) return write(status, media, value, 'generated')
    return refuse(
      'response_invalid',
      `no body could be generated for the ${status} of ${operation.id}: ${describeErrors(errors, parsed(value), 'body')
        .map(({ message }) => message)
        .join('; ')}`,
    )
  } catch (error) {
    return refuse(
      'response_invalid',
      `no body could be generated for the ${status} of ${operation.id}: ${(error as Error).message}`,
    )
  }
}
