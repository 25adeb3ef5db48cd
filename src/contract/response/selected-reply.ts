/**
 * The documented response that a scenario or the Prefer header selects by status and example: the named example, the first
 * valid one, an error in the document's shape, or a generated body.
 */
import { type ErrorCode, errorCatalogue } from '../../errors.ts'
import type { IncomingRequest, Json, Reply } from '../../ports.ts'
import { findResponse, type MediaView } from '../document/operation-view.ts'
import type { ErrorRenderer } from '../errors/render-error.ts'
import type { Operation } from '../operation/operation.ts'
import { describeBodyErrors, isValidBody } from '../sample/check-body.ts'
import { findMediaExample } from '../sample/choose-example.ts'
import { exampleNames, namedExample } from '../sample/examples.ts'
import { generateBody } from '../sample/generate-body.ts'
import { writeBody } from '../sample/write-body.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { findHeader } from '../values/header-list.ts'
import { chooseScriptedMedia } from './choose-media.ts'
import { generateHeaders } from './generate-headers.ts'
import type { ScriptedReply } from './respond.ts'
import { findSuccessStatus } from './success-status.ts'

export interface SelectedReplyOptions {
  readonly operation: Operation
  readonly compiler: SchemaCompiler
  readonly errors: ErrorRenderer
  readonly request: Pick<IncomingRequest, 'id' | 'path' | 'headers'>
  /** Undefined: the first documented success. */
  readonly status: number | undefined
  readonly example: string | undefined
  /** Overrides the example. */
  readonly body: Json | undefined
  /** Whether the body is generated even if there are examples. */
  readonly dynamic: boolean
  readonly seed: number
  /** Epoch milliseconds on the sandbox's clock. */
  readonly now: number
  /** Whether responses that the document does not have are allowed. */
  readonly ignoresContract: boolean
}

/** The selected response with the headers that the document has for it. */
export const createSelectedReply = async (options: SelectedReplyOptions): Promise<ScriptedReply> => {
  const scripted = await replyWithoutHeaders(options)
  if (scripted.kind === 'rejected') return scripted
  const { operation, compiler, seed } = options
  const response = findResponse(operation.compile().responses, scripted.reply.status)
  if (!response || response.headers.size === 0) return scripted
  const { headers } = scripted.reply
  const generated = await generateHeaders({ operation, compiler, response, seed })
  const added = generated.flatMap((name, index) =>
    index % 2 === 0 && findHeader(headers, name) === undefined ? [name, generated[index + 1] ?? ''] : [],
  )
  return { ...scripted, reply: { ...scripted.reply, headers: [...headers, ...added] } }
}

const replyWithoutHeaders = async (options: SelectedReplyOptions): Promise<ScriptedReply> => {
  const { operation, body, example, ignoresContract } = options
  const { responses } = operation.compile()
  const status = options.status ?? findSuccessStatus(responses)
  const response = findResponse(responses, status)
  if (!response && options.status === undefined && body === undefined && example === undefined)
    return withoutBody(status)
  if (!response && !ignoresContract) {
    const documented = responses.map((view) => view.status).join(', ') || 'none'
    return reject('invalid_request', `${operation.id} does not document status ${status}; documented: ${documented}`)
  }
  const media = response && chooseScriptedMedia(response.content, options.request.headers.accept)
  if (body !== undefined) return replyWithBody(options, status, media, body)
  if (example !== undefined) return replyWithExample(options, status, media, example)
  if (response?.content.length === 0) return withoutBody(status, challengeFor(operation, status))
  if (status >= 400) return replyWithError(options, status, media)
  return media ? replyGenerated(options, status, media) : withoutBody(status)
}

const reject = (code: ErrorCode, message: string): ScriptedReply => ({
  kind: 'rejected',
  rejection: { code, status: code === 'invalid_request' ? 400 : errorCatalogue[code].status, message },
})

const withoutBody = (status: number, headers: Reply['headers'] = []): ScriptedReply => ({
  kind: 'reply',
  source: 'none',
  reply: { status, headers },
})

/** Every 401 says how to authenticate (RFC 9110, section 15.5.2). */
const challengeFor = ({ security }: Operation, status: number): string[] =>
  status === 401 && security.challenge !== undefined ? ['WWW-Authenticate', security.challenge] : []

/** The media type of a scripted body where the document has none. */
const undocumentedMedia = { mediaType: 'application/json' } as const

const replyWithBody = (
  { operation, compiler, ignoresContract }: SelectedReplyOptions,
  status: number,
  media: MediaView | undefined,
  value: Json,
): ScriptedReply => {
  const errors = media && !ignoresContract ? describeBodyErrors({ compiler, media }, value) : undefined
  if (errors !== undefined) {
    const message = `the scripted body does not match the schema of ${operation.id} for status ${status}: ${errors}`
    return reject('response_invalid', message)
  }
  const { files } = operation.document
  const headers = challengeFor(operation, status)
  const reply = writeBody({ status, media: media ?? undocumentedMedia, value, files, headers })
  return { kind: 'reply', source: 'scripted', reply }
}

/** An example that is selected by name is served even if it is invalid; then it is reported. */
const replyWithExample = (
  { operation, compiler }: SelectedReplyOptions,
  status: number,
  media: MediaView | undefined,
  name: string,
): ScriptedReply => {
  const value = media && namedExample(operation.document, media, name)
  if (!media || value === undefined) {
    const names = media ? exampleNames(media) : []
    const known = names.length === 0 ? 'it has no named examples' : `its examples are ${names.join(', ')}`
    return reject('invalid_request', `${operation.id} has no example "${name}" for status ${status}; ${known}`)
  }
  const { files } = operation.document
  const headers = challengeFor(operation, status)
  return {
    kind: 'reply',
    source: 'example',
    invalidExamples: isValidBody({ compiler, media }, value) ? [] : [`examples.${name}`],
    reply: writeBody({ status, media, value, files, headers }),
  }
}

/** An example of this response, otherwise the error that any request would get. Schemas are shared by many statuses, so their examples are not used. */
const replyWithError = (options: SelectedReplyOptions, status: number, media: MediaView | undefined): ScriptedReply => {
  const { errors, operation, compiler, request, now, dynamic } = options
  const headers = challengeFor(operation, status)
  const value = media && !dynamic ? findMediaExample({ operation, compiler, media }) : undefined
  if (media && value !== undefined) {
    const reply = writeBody({ status, media, value, files: operation.document.files, headers })
    return { kind: 'reply', source: 'example', reply }
  }
  const code = errorCodeFor(status)
  const rejection = { code, status, message: errorCatalogue[code].title, headers }
  const reply = errors.render({ rejection, operation, request, now, keepsShape: true })
  return { kind: 'reply', source: 'error', reply }
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)

/** The code with this status in the catalogue, otherwise the most general code of its class. */
const errorCodeFor = (status: number): ErrorCode =>
  Object.keys(errorCatalogue)
    .filter(isErrorCode)
    .find((code) => errorCatalogue[code].status === status) ?? (status >= 500 ? 'internal_error' : 'invalid_request')

const replyGenerated = async (
  { operation, compiler, seed, dynamic }: SelectedReplyOptions,
  status: number,
  media: MediaView,
): Promise<ScriptedReply> => {
  const body = await generateBody({ operation, compiler, media, seed, dynamic })
  if (body.kind === 'failed') {
    const message = `no valid body can be generated for status ${status} of ${operation.id}: ${body.reason}; add an example that matches the schema`
    return reject('response_invalid', message)
  }
  const { source, value, invalidExamples } = body
  const reply = writeBody({ status, media, value, files: operation.document.files })
  return { kind: 'reply', source, reply, invalidExamples }
}
