/**
 * Answers with a documented response that was asked for by status and example, by a scenario or by Prefer: the named
 * example, the first one that is valid, an error in the document's shape, or a generated body.
 */
import { type ErrorCode, errorCatalogue, type Rejection } from '../../errors.ts'
import type { IncomingRequest, Json, Reply } from '../../ports.ts'
import { findResponse, type MediaView, type ResponseView } from '../document/operation-view.ts'
import type { ErrorRenderer } from '../errors/render-error.ts'
import type { Operation } from '../operation/operation.ts'
import { exampleNames, namedExample } from '../sample/examples.ts'
import { describeMisfit, findMediaExample, makeBody, writeBody } from '../sample/make-body.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { findHeader } from '../values/header-list.ts'
import { accepts, isJson } from '../values/media-type.ts'
import { makeHeaders } from './make-headers.ts'

export interface ForceParts {
  readonly operation: Operation
  readonly compiler: SchemaCompiler
  readonly errors: ErrorRenderer
  readonly request: Pick<IncomingRequest, 'id' | 'path' | 'headers'>
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

export type ScriptedReply =
  | {
      readonly kind: 'reply'
      readonly reply: Reply
      readonly source: 'scripted' | 'example' | 'generated' | 'error' | 'none'
      /** Examples of the document that do not fit their schema, and would have been served; or was, as it was asked for by name. */
      readonly passedOver?: readonly string[]
    }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

/** The response that was asked for, with the headers that it documents. */
export const forceResponse = async (parts: ForceParts): Promise<ScriptedReply> => {
  const forced = await forceReply(parts)
  if (forced.kind === 'rejected') return forced
  const { operation, compiler, seed } = parts
  const response = findResponse(operation.compile().responses, forced.reply.status)
  if (!response || response.headers.size === 0) return forced
  const { headers } = forced.reply
  const made = await makeHeaders({ operation, compiler, response, seed })
  const added = made.flatMap((name, index) =>
    index % 2 === 0 && findHeader(headers, name) === undefined ? [name, made[index + 1] ?? ''] : [],
  )
  return { ...forced, reply: { ...forced.reply, headers: [...headers, ...added] } }
}

const forceReply = async (parts: ForceParts): Promise<ScriptedReply> => {
  const { operation, body, example, ignoresContract } = parts
  const { responses } = operation.compile()
  const status = parts.status ?? successOf(responses)
  const response = findResponse(responses, status)
  if (!response && parts.status === undefined && body === undefined && example === undefined) return nothing(status)
  if (!response && !ignoresContract)
    return reject(
      'invalid_request',
      `${operation.id} documents no ${status}; it has ${responses.map((view) => view.status).join(', ')}`,
    )
  const media = response && chooseMedia(response.content, parts.request.headers.accept)
  if (body !== undefined) return writeScripted(parts, status, media, body)
  if (example !== undefined) return writeNamed(parts, status, media, example)
  if (response?.content.length === 0) return nothing(status, challenge(operation, status))
  if (status >= 400) return writeError(parts, status, media)
  return media ? writeMade(parts, status, media) : nothing(status)
}

/** The lowest documented success, else what 2XX or `default` stands for, else the first status that is no error. */
export const successOf = (responses: readonly ResponseView[]): number => {
  const statuses = responses.map((view) => Number(view.status)).filter((status) => status < 400)
  const successes = statuses.filter((status) => status >= 200 && status < 300)
  if (successes.length > 0) return Math.min(...successes)
  const isOpen = responses.some((view) => view.status === '2XX' || view.status === 'default')
  return isOpen ? 200 : (statuses.find((status) => status >= 200) ?? 200)
}

/** JSON where the client takes it, else the first type that it takes, else the one there is. */
const chooseMedia = (
  content: readonly MediaView[],
  accept: string | readonly string[] | undefined,
): MediaView | undefined => {
  const taken = content.filter(({ mediaType }) => accepts(accept?.toString(), mediaType))
  const choice = taken.length === 0 ? content : taken
  return choice.find(({ mediaType }) => isJson(mediaType)) ?? choice[0]
}

const reject = (code: ErrorCode, message: string): ScriptedReply => ({
  kind: 'rejected',
  rejection: { code, status: code === 'invalid_request' ? 400 : errorCatalogue[code].status, message },
})

const nothing = (status: number, headers: Reply['headers'] = []): ScriptedReply => ({
  kind: 'reply',
  source: 'none',
  reply: { status, headers },
})

/** Every 401 says how to authenticate (RFC 9110, section 15.5.2). */
const challenge = ({ security }: Operation, status: number): string[] =>
  status === 401 && security.challenge !== undefined ? ['WWW-Authenticate', security.challenge] : []

/** What the document has no media type for is sent as JSON. */
const anyJson = { mediaType: 'application/json' } as const

const writeScripted = (
  { operation, compiler, ignoresContract }: ForceParts,
  status: number,
  media: MediaView | undefined,
  body: Json,
): ScriptedReply => {
  const misfit = media && !ignoresContract ? describeMisfit({ compiler, media }, body) : undefined
  if (misfit !== undefined)
    return reject('response_invalid', `the scripted body does not fit the ${status} of ${operation.id}: ${misfit}`)
  return {
    kind: 'reply',
    source: 'scripted',
    reply: writeBody({
      status,
      media: media ?? anyJson,
      value: body,
      files: operation.document.files,
      headers: challenge(operation, status),
    }),
  }
}

/** Who asks for an example by its name gets it, and is told where it breaks its schema. */
const writeNamed = (
  { operation, compiler }: ForceParts,
  status: number,
  media: MediaView | undefined,
  name: string,
): ScriptedReply => {
  const value = media && namedExample(operation.document, media, name)
  if (media && value !== undefined)
    return {
      kind: 'reply',
      source: 'example',
      passedOver: describeMisfit({ compiler, media }, value as Json) === undefined ? [] : [`examples.${name}`],
      reply: writeBody({
        status,
        media,
        value: value as Json,
        files: operation.document.files,
        headers: challenge(operation, status),
      }),
    }
  const names = media ? exampleNames(media) : []
  const known = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`
  return reject('invalid_request', `${operation.id} has no example "${name}" for ${status}; ${known}`)
}

/** An example of the very response, else the error as it is said to any request; an example of the schema is of no one status. */
const writeError = (parts: ForceParts, status: number, media: MediaView | undefined): ScriptedReply => {
  const { errors, operation, compiler, request, now, dynamic } = parts
  const headers = challenge(operation, status)
  const example = media && !dynamic ? findMediaExample({ operation, compiler, media }) : undefined
  if (media && example !== undefined)
    return {
      kind: 'reply',
      source: 'example',
      reply: writeBody({ status, media, value: example, files: operation.document.files, headers }),
    }
  const code = codeOf(status)
  const rejection = { code, status, message: errorCatalogue[code].title, headers }
  return {
    kind: 'reply',
    source: 'error',
    reply: errors.render({ rejection, operation, request, now, keepsShape: true }),
  }
}

/** The catalogue's code for a status, else the most general one of its kind. */
const codeOf = (status: number): ErrorCode => {
  const found = Object.entries(errorCatalogue).find(([, entry]) => entry.status === status)
  if (found) return found[0] as ErrorCode
  return status >= 500 ? 'internal_error' : 'invalid_request'
}

const writeMade = async (parts: ForceParts, status: number, media: MediaView): Promise<ScriptedReply> => {
  const { operation, compiler, seed, dynamic } = parts
  const made = await makeBody({ operation, compiler, media, seed, dynamic })
  if (made.kind === 'made')
    return {
      kind: 'reply',
      source: made.source,
      reply: writeBody({ status, media, value: made.value, files: operation.document.files }),
      passedOver: made.passedOver,
    }
  return reject('response_invalid', `no body could be made for the ${status} of ${operation.id}: ${made.problem}`)
}
