/**
 * Responds without state. The media type is negotiated if there is more than one. The body is an example of the document or
 * generated from its schema, like the headers; everything is valid by the document.
 */
import type { Rejection } from '../../errors.ts'
import type { IncomingRequest, Json, Reply } from '../../ports.ts'
import { findResponse } from '../document/operation-view.ts'
import type { MatchedRequest } from '../operation/validate-request.ts'
import { type BodyOptions, type GeneratedBody, generateBody } from '../sample/generate-body.ts'
import { writeBody } from '../sample/write-body.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { bodiless } from '../values/bodiless.ts'
import { seedOf } from '../values/random.ts'
import { applyPathParameters } from './apply-path-parameters.ts'
import { chooseNegotiatedMedia } from './choose-media.ts'
import { generateHeaders } from './generate-headers.ts'
import { findSuccessStatus } from './success-status.ts'

export interface RespondOptions {
  readonly matched: MatchedRequest
  readonly compiler: SchemaCompiler
  readonly seed: number
  /** Whether the body is generated even if there are examples. */
  readonly dynamic: boolean
}

/** A response without state, or one that a scenario or a preference selects. */
export type ScriptedReply =
  | {
      readonly kind: 'reply'
      readonly reply: Reply
      readonly source: 'scripted' | 'example' | 'generated' | 'error' | 'none'
      /** Documented examples that are not valid: they were skipped, or one was selected by name and is the body. */
      readonly invalidExamples?: readonly string[]
    }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

/** The same for the same seed, operation and parameters. */
export const respond = async (options: RespondOptions): Promise<ScriptedReply> => {
  const { matched, compiler, dynamic } = options
  const { operation, request } = matched
  const { responses } = operation.compile()
  const status = findSuccessStatus(responses)
  const response = findResponse(responses, status)
  if (!response) return withoutBody(status, [])
  const seed = seedOf(options.seed, operation.id, request.path, request.query)
  const { content } = response
  const headers = response.headers.size === 0 ? [] : await generateHeaders({ operation, compiler, response, seed })
  if (bodiless.has(status)) return withoutBody(status, headers)
  const media = chooseNegotiatedMedia(operation.document, content, acceptOf(request))
  if (!media) return withoutBody(status, headers)
  const bodyOptions: BodyOptions = { operation, compiler, media, seed, dynamic }
  const body = await generateBody(bodyOptions)
  if (body.kind === 'failed') {
    const message = `no example of ${operation.id} matches its schema, and no valid body can be generated: ${body.reason}; add an example that matches the schema`
    return { kind: 'rejected', rejection: { code: 'response_invalid', message } }
  }
  const value = chooseValue(body, bodyOptions, matched)
  const reply = writeBody({ status, media, value, files: operation.document.files, headers })
  return { kind: 'reply', source: body.source, reply, invalidExamples: body.invalidExamples }
}

/** Examples are served as they are documented; generated bodies show the parameters of the path. */
const chooseValue = (
  { source, value }: Extract<GeneratedBody, { kind: 'generated' }>,
  options: BodyOptions,
  { pathParams }: MatchedRequest,
): Json => (source === 'example' ? value : applyPathParameters(options, value, pathParams))

const withoutBody = (status: number, headers: readonly string[]): ScriptedReply => ({
  kind: 'reply',
  source: 'none',
  reply: { status, headers: [...headers] },
})

const acceptOf = ({ headers: { accept } }: IncomingRequest): string | undefined =>
  typeof accept === 'string' ? accept : undefined
