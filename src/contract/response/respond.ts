/**
 * Answers what has no state: Prism negotiates the media type where there is more than one; the body is an example of the
 * document or made of its schema, headers are made likewise, and all has been held against the document.
 */
import type { IncomingRequest } from '../../ports.ts'
import type { Document } from '../document/document.ts'
import { findResponse, type MediaView } from '../document/operation-view.ts'
import type { MatchedRequest } from '../operation/validate.ts'
import { mediaExamples } from '../sample/examples.ts'
import { type BodyParts, type GeneratedBody, makeBody, writeBody } from '../sample/make-body.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { typesOf } from '../schema/schema-view.ts'
import type { ParsedJson } from '../values/json-text.ts'
import { accepts, familyOf, isJson } from '../values/media-type.ts'
import { seedOf } from '../values/random.ts'
import { chooseStructured } from './choose-structured.ts'
import { type ScriptedReply, successOf } from './force-response.ts'
import { makeHeaders } from './make-headers.ts'
import { showAddress } from './show-address.ts'

export interface RespondParts {
  readonly matched: MatchedRequest
  readonly body: ParsedJson | undefined
  readonly compiler: SchemaCompiler
  readonly seed: number
  /** A generated body even where there are examples. */
  readonly dynamic: boolean
}

/** A response of the operation, the same for the same seed, operation and parameters. */
export const respond = async ({ matched, body, compiler, seed, dynamic }: RespondParts): Promise<ScriptedReply> => {
  const { operation, request } = matched
  const { responses } = operation.compile()
  const status = successOf(responses)
  const response = findResponse(responses, status)
  if (!response) return withoutBody(status, [])
  const ownSeed = seedOf(seed, operation.id, request.path, request.query)
  // Prism takes long to import, and has nothing to say where there is nothing to choose.
  const negotiated = response.content.length > 1 ? await askPrism(matched, body) : undefined
  const headers = response.headers.size === 0 ? [] : await makeHeaders({ operation, compiler, response, seed: ownSeed })
  const media = bodiless.has(status)
    ? undefined
    : chooseMedia(operation.document, response.content, negotiated, acceptOf(request))
  if (!media) return withoutBody(status, headers)
  const parts: BodyParts = { operation, compiler, media, seed: ownSeed, dynamic }
  const made = await makeBody(parts)
  if (made.kind === 'made')
    return {
      kind: 'reply',
      source: made.source,
      reply: writeBody({
        status,
        media,
        value: bodyOf(made, parts, matched),
        files: operation.document.files,
        headers,
      }),
      passedOver: made.passedOver,
    }
  return {
    kind: 'rejected',
    rejection: {
      code: 'response_invalid',
      message: `no example and no generated body of ${operation.id} fits its own schema: ${made.problem}`,
    },
  }
}

/** An example stays as its author wrote it. */
const bodyOf = (
  { source, value }: Extract<GeneratedBody, { kind: 'made' }>,
  parts: BodyParts,
  matched: MatchedRequest,
) => (source === 'example' ? value : showAddress(parts, value, matched.pathParams))

/** Statuses that never have a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

const withoutBody = (status: number, headers: readonly string[]): ScriptedReply => ({
  kind: 'reply',
  source: 'none',
  reply: { status, headers: [...headers] },
})

const acceptOf = ({ headers: { accept } }: IncomingRequest): string | undefined =>
  typeof accept === 'string' ? accept : undefined

const askPrism = async (
  { operation, request, query }: MatchedRequest,
  body: ParsedJson | undefined,
): Promise<string | undefined> => {
  const { negotiate } = await import('./prism-mocker.ts')
  const accept = acceptOf(request)
  const headers = accept === undefined ? {} : { accept }
  return negotiate(operation, { path: request.path, query: query.pairs, headers, body: body?.rounded })
}

/** Prism's choice where its body can be written as that; else JSON, where the client takes it. */
const chooseMedia = (
  document: Document,
  content: readonly MediaView[],
  negotiated: string | undefined,
  accept: string | undefined,
): MediaView | undefined => {
  const chosen = content.find(({ mediaType }) => mediaType === negotiated)
  if (chosen && familyOf(chosen.mediaType) === 'xml') return chooseStructured(content, accept)
  if (chosen && canBeWritten(document, chosen)) return chosen
  const acceptable = content.filter(({ mediaType }) => accepts(accept, mediaType))
  return acceptable.find(({ mediaType }) => isJson(mediaType)) ?? chosen ?? acceptable[0] ?? content[0]
}

/** Under a media type that is not JSON, only a text can be. */
const canBeWritten = (document: Document, media: MediaView): boolean => {
  if (isJson(media.mediaType) || !media.schema) return true
  if (mediaExamples(document, media).some(({ value }) => typeof value === 'string')) return true
  const types = typesOf(document.files, media.schema)
  return !types.has('object') && !types.has('array')
}
