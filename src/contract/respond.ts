/**
 * Answers what has no state: Prism negotiates the media type and makes the headers, where there is more than one type or a
 * header at all; the body is an example of the document or made of its schema, and has been held against it.
 */
import type { IncomingRequest } from '../ports.ts'
import type { Document } from './document.ts'
import { mediaExamples } from './examples.ts'
import { type Forced, successOf } from './force-response.ts'
import type { ParsedJson } from './json-text.ts'
import { type BodyParts, makeBody, writeBody } from './make-body.ts'
import { accepts, isJson } from './media-type.ts'
import { findResponse, type MediaView, type ResponseView } from './operation-view.ts'
import type { Negotiated } from './prism-mocker.ts'
import type { SchemaCompiler } from './schema-compiler.ts'
import { typesOf } from './schema-view.ts'
import { seedOf } from './seed.ts'
import type { MatchedRequest } from './validate.ts'

export interface RespondParts {
  readonly matched: MatchedRequest
  readonly body: ParsedJson | undefined
  readonly compiler: SchemaCompiler
  readonly seed: number
}

/** A response of the operation, the same for the same seed, operation and parameters. */
export const respond = async ({ matched, body, compiler, seed }: RespondParts): Promise<Forced> => {
  const { operation, request } = matched
  const { responses } = operation.compile()
  const status = successOf(responses)
  const response = findResponse(responses, status)
  if (!response) return withoutBody(status, [])
  const ownSeed = seedOf(seed, operation.id, request.path, request.query)
  const negotiated = needsPrism(response) ? await askPrism(matched, body, ownSeed) : undefined
  const headers = documentedHeaders(response, negotiated)
  const media = bodiless.has(status)
    ? undefined
    : chooseMedia(operation.document, response.content, negotiated, acceptOf(request))
  if (!media) return withoutBody(status, headers)
  const parts: BodyParts = { operation, compiler, media, seed: ownSeed, dynamic: false }
  const made = await makeBody(parts)
  if (made.kind === 'made')
    return { kind: 'reply', source: made.source, reply: writeBody(status, media, made.value, headers) }
  return {
    kind: 'refused',
    refusal: {
      code: 'response_invalid',
      message: `no example and no generated body of ${operation.id} fits its own schema: ${made.problem}`,
    },
  }
}

/** Prism takes long to import, and has nothing to say where there is nothing to choose and no header to make. */
const needsPrism = ({ content, headers }: ResponseView): boolean => content.length > 1 || headers.size > 0

/** Statuses that never have a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

const withoutBody = (status: number, headers: readonly string[]): Forced => ({
  kind: 'reply',
  source: 'none',
  reply: { status, headers: [...headers] },
})

const acceptOf = ({ headers: { accept } }: IncomingRequest): string | undefined =>
  typeof accept === 'string' ? accept : undefined

const askPrism = async (
  { operation, request, query }: MatchedRequest,
  body: ParsedJson | undefined,
  seed: number,
): Promise<Negotiated | undefined> => {
  const { negotiate } = await import('./prism-mocker.ts')
  const accept = acceptOf(request)
  const headers = accept === undefined ? {} : { accept }
  return negotiate(operation, { path: request.path, query: query.pairs, headers, body: body?.rounded }, seed)
}

/** Prism's choice where its body can be written as that; else JSON, where the client takes it. */
const chooseMedia = (
  document: Document,
  content: readonly MediaView[],
  negotiated: Negotiated | undefined,
  accept: string | undefined,
): MediaView | undefined => {
  const chosen = content.find(({ mediaType }) => mediaType === negotiated?.headers['Content-type'])
  if (chosen && canBeWritten(document, chosen)) return chosen
  const acceptable = content.filter(({ mediaType }) => accepts(accept, mediaType.split(';')[0]?.toLowerCase() ?? ''))
  return acceptable.find(({ mediaType }) => isJson(mediaType)) ?? chosen ?? acceptable[0] ?? content[0]
}

/** Under a media type that is not JSON, only a text can be. */
const canBeWritten = (document: Document, media: MediaView): boolean => {
  if (isJson(media.mediaType) || !media.schema) return true
  if (mediaExamples(document, media).some((example) => typeof example === 'string')) return true
  const types = typesOf(document.files, media.schema)
  return !types.has('object') && !types.has('array')
}

/** Headers that are the transport's, or that Standin writes of its own accord. */
const reservedHeaders =
  /^(content-.*|transfer-encoding|connection|keep-alive|upgrade|trailer|date|sandbox-.*|access-control-.*)$/

/** The documented headers as Prism makes them, names and values in turn; one that HTTP has no room for is left out. */
const documentedHeaders = (response: ResponseView, negotiated: Negotiated | undefined): readonly string[] =>
  Object.entries(negotiated?.headers ?? {}).flatMap(([name, value]) => {
    const isOwn = response.headers.has(name.toLowerCase()) && !reservedHeaders.test(name.toLowerCase())
    return isOwn && isHeaderText(name, String(value)) ? [name, String(value)] : []
  })

const isHeaderText = (name: string, value: string): boolean =>
  /^[!#$%&'*+\-.^_`|~\w]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value) && !value.startsWith('[object')
